"""Why rules run in Python instead of being compiled."""

from __future__ import annotations


class NotCompilable(Exception):
    """The reason why rules run in Python."""
