"""Search trees: the pure strategies of a searcher."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.games.searching.game import SearchGame, members

MOST_DEEP = 200
"""Looks one after the other in a tree that is read."""


@dataclass(frozen=True, slots=True)
class SearchTree:
    """A look and, for each answer to it, how to continue (None where the search is over)."""

    look: int
    branches: tuple[tuple[str, SearchTree | None], ...]


def costs(game: SearchGame, tree: SearchTree | None) -> list[Fraction]:
    """What the search costs against each hiding place, found by following the tree. Cost O(n^2).

    >>> from kibitz.games.searching.dresher import DresherGame
    >>> upward = SearchTree(0, (("higher", SearchTree(1, (("right", None),))), ("right", None)))
    >>> [str(c) for c in costs(DresherGame(2), upward)]
    ['1', '2']
    """
    spent = [game.certain] * len(game.places)
    for state, look in walk(game, tree):
        for answer in game.answers(state, look):
            for place in members(answer.left):
                spent[place] += answer.cost
    return spent


def walk(game: SearchGame, tree: SearchTree | None) -> Iterator[tuple[int, int]]:
    """Every state that a tree comes to, with the look that it takes there."""
    if tree is None and not game.finished(game.everywhere):
        raise GameError("the tree is empty; it must begin with a look")
    waiting = [(game.everywhere, tree)]
    while waiting:
        state, node = waiting.pop()
        if node is None:
            continue
        answers = game.answers(state, node.look)
        if not answers:
            raise GameError(
                f"the tree looks at {game.looks[node.look]} where it gives no information"
            )
        yield state, node.look
        waiting += [(a.left, _next(game, node, a.words, a.over)) for a in reversed(answers)]


def _next(game: SearchGame, node: SearchTree, words: str, over: bool) -> SearchTree | None:
    for answer, subtree in node.branches:
        if answer == words:
            if subtree is None and not over:
                raise GameError(f"the tree stops too early, after {game.looks[node.look]}: {words}")
            return None if over else subtree
    raise GameError(f"the tree does not say how to continue after {game.looks[node.look]}: {words}")


def written(game: SearchGame, tree: SearchTree | None) -> str:
    """The tree as indented lines of text.

    >>> from kibitz.games.searching.dresher import DresherGame
    >>> game = DresherGame(3)
    >>> print(written(game, game.solve().searcher[0].tree))
    2
      lower: 1
      higher: 3
    """
    return "\n".join(_lines(game, tree, 0, ""))


def _lines(game: SearchGame, node: SearchTree | None, depth: int, heading: str) -> Iterator[str]:
    if node is None:
        return
    yield "  " * depth + heading + game.looks[node.look]
    for words, subtree in node.branches:
        yield from _lines(game, subtree, depth + 1, f"{words}: ")


def tree_json(game: SearchGame, tree: SearchTree | None) -> dict[str, Any] | None:
    """Nested mappings: the look, and a tree or null for each answer."""
    if tree is None:
        return None
    then = {words: tree_json(game, subtree) for words, subtree in tree.branches}
    return {"look": game.looks[tree.look], "then": then}


def read_tree(game: SearchGame, data: Any, depth: int = 0) -> SearchTree | None:
    """The search tree that some JSON describes: a look, and how to continue after each answer."""
    if data is None:
        return None
    part = Claim(data, "tree")
    if depth > MOST_DEEP:
        raise GameError(f"tree: more than {MOST_DEEP} looks one after the other")
    then = part.part("then")
    branches = tuple((words, read_tree(game, then.raw(words), depth + 1)) for words in then.data)
    found = SearchTree(part.place("look", game.looks), branches)
    if part.unread():
        raise GameError(f"tree: unknown fields, {', '.join(part.unread())}")
    return found
