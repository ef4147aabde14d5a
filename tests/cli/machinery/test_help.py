"""The help names every command there is, under a heading."""

from __future__ import annotations

from collections import Counter

from kibitz.cli.machinery.help import sections
from kibitz.core.index import table


def test_every_command_stands_under_one_heading():
    named = Counter(name for _, names in sections() for name in names)
    assert named == Counter(table("COMMANDS").keys())
