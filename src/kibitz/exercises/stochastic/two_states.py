"""Stochastic games with two states."""

from __future__ import annotations

from kibitz.algebra.surd import point_from_json
from kibitz.core.explanation import Table
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.properties import stochastic  # noqa: F401
from kibitz.exercises.wish import wished
from kibitz.stochastic.game import StochasticGame, stochastic_game


@exercise(
    "two-states",
    "stochastic",
    book="Ferguson II.6.3",
    levels=("one way from G1 to G2", "back and forth, rational", "back and forth, a square root"),
)
def two_states(draft: Draft) -> Problem:
    """Two games that lead to each other."""
    dice = draft.dice
    cells: list[str] = []

    def cell(other: str) -> str:
        paid, part = dice.integer(0, 4), f"{other}/{dice.choice([2, 3, 4])}"
        return f"{paid} + {part}" if paid else part

    def candidate() -> StochasticGame:
        cells[:] = [str(x) for x in dice.integers(8, 0, 5)]
        cells[dice.below(4)] = cell("G2")
        if draft.level > 1:
            cells[4 + dice.below(4)] = cell("G1")
        return stochastic_game({"G1": [cells[:2], cells[2:4]], "G2": [cells[4:6], cells[6:]]})

    wishes = wished("square root up to {}", 300) if draft.level == 3 else wished("rational value")
    game, properties = draft.find(candidate, wishes)
    solution = game.solve()
    values = solution.to_json()["values"]
    table = Table(
        ("", "G1: 1", "G1: 2", "G2: 1", "G2: 2"),
        (("1", *cells[:2], *cells[4:6]), ("2", *cells[2:4], *cells[6:])),
    )
    hint = "Write v1 and v2 for the values, solve both matrix games, and the two equations."
    parts = (
        Part(
            "Find the values of both games.",
            VectorJudge(("G1", "G2"), tuple(point_from_json(values[s]) for s in ("G1", "G2"))),
            hint,
            points=2,
        ),
    )
    prose = (
        "Two games, each 2 x 2. I chooses a row, II a column; II pays I the number in the entry. "
        "A fraction of G1 or G2 in it is the probability with which that game is played next; "
        "otherwise play ends."
    )
    return Problem(
        "Two games that lead to each other", prose, game, parts, (solution,), properties, table
    )
