"""The tree of a small game with moves, which an editor can show."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.formats.files import dumps
from kibitz.web.tasks.noun import noun_of

MOST_NODES = 1000
"""Nodes of a tree that is unfolded to be edited."""
MOST_ENDS = 400
"""Its ends, as many as the editor of trees shows."""


def run(text: str) -> str:
    """The tree as a text that says the same game; none where it is too large to be edited.

    >>> run("kuhn-poker")[:20], run("tic-tac-toe")
    ('{ "kind": "extensive', '')
    """
    rules: Any = noun_of(text)
    try:
        tree_text = dumps(rules.as_tree(most=MOST_NODES), "json")
    except GameError:
        return ""
    return " ".join(tree_text.split()) if tree_text.count('"payoff"') <= MOST_ENDS else ""
