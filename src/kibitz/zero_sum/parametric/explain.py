"""How V(t) was found: the kernel of every piece, its equations' solution, and why it ends."""

from __future__ import annotations

from kibitz.algebra.rational_function import RationalFunction, sign_changes
from kibitz.algebra.real_root import Point
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.zero_sum.parametric.draw import draw_parametric
from kibitz.zero_sum.parametric.game import ParametricMatrixGame, point_text, range_text
from kibitz.zero_sum.parametric.solution import (
    KernelInterval,
    ParametricSolution,
    ValueInterval,
    conditions,
)


@extends(ParametricSolution)
def explain_parametric(solution: ParametricSolution) -> Explanation:
    """The game, one step for every kernel, and the picture of V(t).

    >>> from kibitz.zero_sum.parametric.game import parametric_game
    >>> steps = explain_parametric(parametric_game("0 2; t 1").solve()).steps
    >>> [step.heading for step in steps][1:3]
    ['For t <= 0: V(t) = 0', 'For 0 <= t <= 1: V(t) = t']
    """
    game = solution.game
    name = game.parameter
    steps = [
        Step(
            "The game",
            f"For each {name} this is a matrix game. Where the same rows and columns stay in "
            f"play, their indifference equations give the value as a rational function of {name}.",
            _entries(game),
        )
    ]
    for piece in solution.pieces:
        for part in piece.parts:
            where = range_text(part.start, part.end, name)
            heading = f"For {where}: V({name}) = {piece.value.write(name)}"
            steps.append(Step(heading, _why(game, piece, part), _mixtures(game, part)))
    steps.append(
        Step(f"The value as a function of {name}", str(solution), None, draw_parametric(solution))
    )
    return Explanation(game.title or f"The value of a game with parameter {name}", tuple(steps))


def _why(game: ParametricMatrixGame, piece: ValueInterval, part: KernelInterval) -> str:
    rows = ", ".join(game.rows[i] for i in part.rows)
    columns = ", ".join(game.columns[j] for j in part.columns)
    lines = [
        f"In play: row {rows} against column {columns}."
        if len(part.rows) == 1
        else f"In play: rows {rows} against columns {columns}, each side indifferent."
    ]
    slacks = list(conditions(game, part.row, part.column, piece.value))
    for word, point, outer in (("below", part.start, game.start), ("above", part.end, game.end)):
        if point is None or point == outer:
            continue
        blame = [name for name, slack in slacks if _turns(slack, point)]
        if blame:
            spot = point_text(point, game.parameter)
            lines.append(f"It ends at {spot}: {word} that point {blame[0]} would be negative.")
    return "\n".join(lines)


def _turns(slack: RationalFunction, point: Point) -> bool:
    """Does this condition change sign at the point?"""
    return any(root == point for root in sign_changes(slack.sign_polynomial()))


def _entries(game: ParametricMatrixGame) -> Table:
    lines = [(label, *row) for label, row in zip(game.rows, game.written(), strict=True)]
    return Table(("I\\II", *game.columns), tuple(lines))


def _mixtures(game: ParametricMatrixGame, part: KernelInterval) -> Table:
    lines = [("row " + game.rows[i], part.row[i].write(game.parameter)) for i in part.rows]
    lines += [
        ("column " + game.columns[j], part.column[j].write(game.parameter)) for j in part.columns
    ]
    return Table(("strategy", "probability"), tuple(lines))
