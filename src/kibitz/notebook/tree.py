"""A tree to fold."""

from __future__ import annotations

from typing import Any

import traitlets

from kibitz.arrows import to_extensive
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, plain
from kibitz.core.shelf import game as named
from kibitz.core.spelling import count_of
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.node import Chance, Leaf
from kibitz.extensive.nodes import to_nodes
from kibitz.notebook.widget import Widget, asset

MOST = 20_000
"""Nodes that a page still folds quickly."""


class TreeWidget(Widget):
    """The tree as nested branches that open and close."""

    _esm = asset("tree.js")
    tree = traitlets.Dict().tag(sync=True)
    deep = traitlets.Int(2).tag(sync=True)
    """Levels that are open at first."""


def fold_tree(game: Any, deep: int = 2) -> TreeWidget:
    """A tree in a notebook, whose branches open and close.

    Parameters
    ----------
    game : str or Noun
        A game in extensive form, rules that unfold to one, or a name.
    deep : int, default 2
        Levels that are open at first.

    Returns
    -------
    TreeWidget
        The widget.

    Examples
    --------
    >>> widget = fold_tree("kuhn-poker")
    >>> widget.tree["who"], len(widget.tree["branches"])
    ('chance', 6)
    """
    noun = named(game) if isinstance(game, str) else game
    tree: ExtensiveGame = noun if isinstance(noun, ExtensiveGame) else to_extensive(noun)
    if (size := len(tree.tree.parent)) > MOST:
        raise GameError(f"the tree has {count_of(size, 'node')}; {MOST:,} can be folded")
    return TreeWidget(tree=_folded(to_nodes(tree)), deep=deep)


def _folded(root: Any) -> dict[str, Any]:
    """The tree as the page reads it: who moves and knows what, branches, and what leaves pay."""
    order = [root]
    below: list[list[tuple[str, int]]] = []
    for thing in order:
        children = []
        for label, child in _branches(thing):
            children.append((label, len(order)))
            order.append(child)
        below.append(children)
    made: list[dict[str, Any]] = [{} for _ in order]
    for k in range(len(order) - 1, -1, -1):
        thing = order[k]
        if isinstance(thing, Leaf):
            paid = thing.payoffs if isinstance(thing.payoffs, tuple) else (thing.payoffs,)
            made[k] = {"pays": ", ".join(str(plain(exact(x))) for x in paid)}
            continue
        made[k] = {
            "who": "chance" if isinstance(thing, Chance) else str(thing.player),
            "knows": "" if isinstance(thing, Chance) else str(thing.infoset or ""),
            "branches": [{"move": label, "node": made[child]} for label, child in below[k]],
        }
    return made[0]


def _branches(thing: Any) -> list[tuple[str, Any]]:
    """The label of each branch, with its probability where chance moves, and what follows."""
    if isinstance(thing, Leaf):
        return []
    if isinstance(thing, Chance):
        return [(f"{word} ({plain(p)})", child) for word, p, child in thing.outcomes]
    return [(str(word), child) for word, child in thing.moves]
