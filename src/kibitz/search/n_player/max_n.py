"""MAX^n: every player takes what is best for itself.

The value depends on what players do when moves are equally good to them, so that the rule for ties
is part of the question. Luckhardt and Irani (1986).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod
from typing import Any, Literal

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number
from kibitz.rules.fault import chances
from kibitz.rules.game import CHANCE, Rules
from kibitz.search.result import SearchResult
from kibitz.search.scope import in_turn
from kibitz.search.walk import Found, Searched, Walk, root_of, search_from, shallower

Ties = Literal["first", "last"]
OUTCOMES = 10_000
"""More payoffs than this are not listed."""


@method(
    Rules,
    "max-n",
    finds="the payoffs when every player maximizes their own",
    cost="O(b^d) nodes",
    reference="Luckhardt and Irani 1986",
    applies=in_turn,
    aliases=("maxn", "max^n"),
)
def max_n(
    game: Searched, depth: int | None = None, ties: Ties = "first", trace: bool = False
) -> SearchResult:
    """The payoffs of all players when each maximizes its own.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    depth : int, optional
        The depth in plies; None searches to the end of the game.
    ties : Ties, default "first"
        How ties are broken.
    trace : bool, default False
        Whether to record every node that is visited.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: O(b^d) nodes.

    References
    ----------
    Luckhardt and Irani 1986.

    Examples
    --------
    >>> from kibitz.rules.trees.build import game_tree
    >>> tree = game_tree({"player": 0, "children": [
    ...     {"player": 1, "children": [{"u": [1, 4, 5]}, {"u": [6, 2, 2]}]},
    ...     {"player": 1, "children": [{"u": [0, 3, 7]}, {"u": [5, 3, 2]}]}]})
    >>> max_n(tree).value, max_n(tree, ties="last").value
    ((1, 4, 5), (5, 3, 2))
    """
    position = root_of(game)
    if ties not in ("first", "last"):
        raise GameError(f"ties is {ties!r}; it must be 'first' or 'last'")

    def visit(walk: Walk) -> Found:
        return _max_n(walk, position.state, depth, ties)

    found = search_from(position, f"MAX^n, {ties} of equals", visit, depth, trace)
    return replace(found, ties=ties)


def _max_n(walk: Walk, state: Any, depth: int | None, ties: Ties) -> Found:
    walk.enter(state)
    if walk.is_leaf(state, depth):
        return walk.leaf_of_all(state), ()
    player = walk.player(state)
    if player == CHANCE:
        return _mean(walk, state, depth, ties), ()
    best: Found | None = None
    for move in walk.options(state):
        with walk.after(state, move) as after:
            paid, line = _max_n(walk, after, shallower(depth), ties)
        walk.rate(move, paid)
        if best is None or _is_preferred(paid[player], best[0][player], ties):
            best = (paid, (move, *line))
    assert best is not None
    walk.note("value", state, best[0])
    return best


def _is_preferred(gain: Number, record: Number, ties: Ties) -> bool:
    """Whether a player takes a move rather than the best so far."""
    return gain > record or (gain == record and ties == "last")


def _mean(walk: Walk, state: Any, depth: int | None, ties: Ties) -> tuple[Number, ...]:
    """What each player gets on average where chance moves."""
    total: list[Any] = [0] * walk.rules.players
    for outcome, probability in chances(walk.rules, state):
        with walk.after(state, outcome) as after:
            paid, _ = _max_n(walk, after, shallower(depth), ties)
        walk.rate(outcome, paid)
        total = [t + probability * x for t, x in zip(total, paid, strict=True)]
    walk.note("value", state, tuple(total))
    return tuple(total)


def max_n_outcomes(game: Any) -> tuple[tuple[Number, ...], ...]:
    """All payoffs that MAX^n can end with, whatever players do between equally good moves.

    There is only one where ties do not matter.

    Parameters
    ----------
    game : Rules or Position
        The game.

    Returns
    -------
    tuple[tuple[Number, ...], ...]
        The payoff vectors.

    Examples
    --------
    >>> tree = {"player": 0, "children": [
    ...     {"player": 1, "children": [{"u": [1, 4, 5]}, {"u": [6, 2, 2]}]},
    ...     {"player": 1, "children": [{"u": [0, 3, 7]}, {"u": [5, 3, 2]}]}]}
    >>> max_n_outcomes(tree)
    ((1, 4, 5), (5, 3, 2))
    """
    position = root_of(game)
    found: dict[Any, set[tuple[Any, ...]]] = {}

    def visit(walk: Walk) -> Found:
        return _outcomes(walk, position.state, found), ()

    search_from(position, "MAX^n, all ties", visit, None, False)
    return tuple(sorted(found[position.state]))


def _outcomes(
    walk: Walk, state: Any, found: dict[Any, set[tuple[Any, ...]]]
) -> set[tuple[Any, ...]]:
    if state in found:
        return found[state]
    if walk.is_leaf(state, None):
        found[state] = {walk.payoffs(state)}
        return found[state]
    below = []
    for move in walk.options(state):
        with walk.after(state, move) as after:
            below.append(_outcomes(walk, after, found))
    player = walk.player(state)
    if player == CHANCE:
        found[state] = _mixed([weight for _, weight in chances(walk.rules, state)], below)
    else:
        # a child is chosen where no other child is sure to give the mover more
        sure = [min(paid[player] for paid in each) for each in below]
        found[state] = {
            paid
            for k, each in enumerate(below)
            for paid in each
            if all(paid[player] >= least for j, least in enumerate(sure) if j != k)
        }
    if len(found[state]) > OUTCOMES:
        raise GameError(f"{walk.rules.name}: more than {OUTCOMES:,} outcomes of ties")
    return found[state]


def _mixed(weights: list[Any], below: list[set[tuple[Any, ...]]]) -> set[tuple[Any, ...]]:
    """The means of every choice of one outcome for each thing that chance may do."""
    if prod(map(len, below)) > OUTCOMES:
        raise GameError(f"chance mixes more than {OUTCOMES:,} outcomes of ties")
    return {
        tuple(
            sum(w * paid[k] for w, paid in zip(weights, chosen, strict=True))
            for k in range(len(chosen[0]))
        )
        for chosen in product(*below)
    }
