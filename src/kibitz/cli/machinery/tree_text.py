"""Trees that are typed as expressions."""

from __future__ import annotations

import re


def is_tree_text(text: str) -> bool:
    """Whether this is a tree written as an expression.

    >>> is_tree_text("max(min(3, 12), 2)"), is_tree_text("((3 12) (2 8))"), is_tree_text("max.json")
    (True, True, False)
    """
    return re.match(r"\s*(max|min|chance)?\s*\(", text, re.IGNORECASE) is not None
