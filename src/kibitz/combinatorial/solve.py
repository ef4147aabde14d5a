"""Solving an impartial game: by theorem, by the mex rule, or backwards when play can go round."""

from __future__ import annotations

from kibitz.combinatorial.errors import CycleError
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
        return ImpartialSolution(game, outcome, None, game.winning_moves(limit), method)
    try:
        known = game._nimber(game.position) is not None
        value = LoopyValue(game.nimber(limit))
        method = game.theorem if known else "the mex rule"
    except CycleError:
        value = game.loopy_value(limit)
        method = "retrograde analysis"
    return ImpartialSolution(game, value.outcome, value, game.winning_moves(limit), method)


@solve.register
def _(game: ImpartialGame, limit: int | None = None) -> ImpartialSolution:
    return game.solve(limit)
