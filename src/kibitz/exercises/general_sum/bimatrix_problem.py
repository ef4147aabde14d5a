"""What problems about a bimatrix game share: the table of pairs, and its description."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core import verbs
from kibitz.core.explanation import Explanation, Table
from kibitz.core.numbers import show
from kibitz.core.solution import Solution
from kibitz.exercises.kind import Draft
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.properties import general_sum  # noqa: F401
from kibitz.exercises.wish import Wish
from kibitz.strategic.build import bimatrix
from kibitz.strategic.game import StrategicGame

PROSE = (
    "I chooses a row and II a column, at the same time; the first number of a cell is what I gets, "
    "the second what II gets."
)


def pairs_table(game: StrategicGame) -> Table:
    """The payoffs of both players in each cell."""
    rows, columns = game.strategies
    body = tuple(
        (label, *(", ".join(show(x) for x in game.payoff(r, c)) for c in range(len(columns))))
        for r, label in enumerate(rows)
    )
    return Table(("\\".join(game.players), *columns), body)


def bimatrix_problem(
    title: str,
    game: StrategicGame,
    parts: tuple[Part, ...],
    solutions: tuple[Solution, ...],
    properties: tuple[Wish, ...],
    prose: str = PROSE,
    derive: Callable[[Any], Explanation] = verbs.explain,
    explained: Any = None,
) -> Problem:
    """Questions about a bimatrix game, under the table of its payoffs."""
    table = pairs_table(game)
    return Problem(
        title, prose, game, parts, solutions, properties, table, derive=derive, explained=explained
    )


def random_bimatrix(draft: Draft, rows: int, columns: int, low: int, high: int) -> StrategicGame:
    """A bimatrix game with whole payoffs."""
    dice = draft.dice
    return bimatrix(dice.table(rows, columns, low, high), dice.table(rows, columns, low, high))
