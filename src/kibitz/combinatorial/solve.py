"""Solving an impartial game: by theorem, by the mex rule, or backwards when play can go round."""

from __future__ import annotations

from kibitz.combinatorial.errors import CycleError, LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.loopy import LoopyValue
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.core.verbs import solve


def solve_impartial(game: ImpartialGame, limit: int | None = None) -> ImpartialSolution:
    """Outcome, value and all winning moves of a game, with the method that found them.

    >>> from kibitz.combinatorial.read_digraph import digraph
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
    try:
        known = game._nimber(game.position) is not None
        value = LoopyValue(game.nimber(limit))
        method = game.theorem if known else "the mex rule"
    except CycleError:
        value = game.loopy_value(limit)
        method = "retrograde analysis"
    return _answer(game, value.outcome, value, method, limit)


def _answer(
    game: ImpartialGame, outcome: str, value: LoopyValue | None, method: str, limit: int | None
) -> ImpartialSolution:
    """With the winning moves, unless there are too many moves to look through."""
    try:
        return ImpartialSolution(game, outcome, value, game.winning_moves(limit), method)
    except LimitError:
        return ImpartialSolution(game, outcome, value, (), method, listed=False)


@solve.register
def _(game: ImpartialGame, limit: int | None = None) -> ImpartialSolution:
    return game.solve(limit)
