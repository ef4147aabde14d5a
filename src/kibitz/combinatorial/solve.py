"""Solving an impartial game: by theorem, by the mex rule, or backwards when play can go round."""

from __future__ import annotations

from kibitz.combinatorial.digraphs.loopy import LoopyValue
from kibitz.combinatorial.errors import CycleError, LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.methods.perfect_play import moves_below
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.core.verbs import solve

SEARCHED = 2_000_000
"""Moves looked at for a nimber where the winner is known by a theorem."""


def solve_impartial(game: ImpartialGame, limit: int | None = None) -> ImpartialSolution:
    """Outcome, value and all winning moves of a game, with the method that found them.

    >>> from kibitz.combinatorial.digraphs.read import digraph
    >>> print(digraph({"a": "ab", "b": ""}).solve())
    a digraph: a, normal play
    outcome N: the first player wins
    value inf{0}
    winning moves: to b
    found by retrograde analysis
    all vertices: a N inf{0}, b P 0
    """
    if game.is_misere:
        known = game._outcome(game.position) is not None
        outcome = game.outcome(limit)
        method = game.theorem if known else "search, since nimbers do not serve in misère play"
        return _answer(game, outcome, None, method, limit)
    if _without_nimber(game) and limit is None:
        return _answer(game, game.outcome(), None, game.theorem, limit)
    try:
        known = game._nimber(game.position) is not None
        value = LoopyValue(game.nimber(limit))
        method = game.theorem if known else "the mex rule"
    except CycleError:
        value = game.loopy_value(limit)
        method = "retrograde analysis"
    return _answer(game, value.outcome, value, method, limit)


def _without_nimber(game: ImpartialGame) -> bool:
    """Whether a theorem tells who wins, but only a long search the nimber."""
    if game._nimber(game.position) is not None or game._outcome(game.position) is None:
        return False
    return (moves_below(game, game.position) or 0) > SEARCHED


def _answer(
    game: ImpartialGame, outcome: str, value: LoopyValue | None, method: str, limit: int | None
) -> ImpartialSolution:
    """With the winning moves; with some of them where there are too many to look through."""
    try:
        return ImpartialSolution(game, outcome, value, game.winning_moves(limit), method)
    except LimitError:
        some = game.some_winning_moves()
        ranges = game.winning_ranges() if value is not None else ()
        return ImpartialSolution(game, outcome, value, some, method, listed=False, ranges=ranges)


@solve.register
def _(game: ImpartialGame, limit: int | None = None) -> ImpartialSolution:
    return game.solve(limit)
