"""Stochastic games with one state: the value solves an equation."""

from __future__ import annotations

from kibitz.algebra.surd import point_from_json
from kibitz.core.explanation import Table
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.properties import stochastic  # noqa: F401
from kibitz.exercises.wish import wished
from kibitz.stochastic.game import StochasticGame, stochastic_game


@exercise(
    "recursive",
    "stochastic",
    book="Ferguson II.6.2, Glenn 3.2",
    levels=("a rational value", "a square root", "a square root, four entries that continue"),
)
def recursive(draft: Draft) -> Problem:
    """A game that may begin again."""
    dice = draft.dice
    goes_on = 4 if draft.level == 3 else 2
    cells: list[str] = []

    def candidate() -> StochasticGame:
        places = dice.sample(range(4), goes_on)
        cells[:] = [_cell(draft, k in places) for k in range(4)]
        return stochastic_game({"G": [cells[:2], cells[2:]]})

    root = wished("square root up to {}", 100 if draft.level == 2 else 300)
    wishes = wished("rational value") if draft.level == 1 else root
    game, properties = draft.find(candidate, wishes)
    solution = game.solve()
    value = point_from_json(solution.to_json()["value"])
    table = Table(("I\\II", "1", "2"), (("1", *cells[:2]), ("2", *cells[2:])))
    hint = (
        "Write v for G; the value of this 2 x 2 game must be v. Try without a saddle point first."
    )
    parts = (Part("Find the value of the game.", NumberJudge(value, "the value"), hint, points=2),)
    prose = (
        "I chooses a row and II a column; II pays I the number in the entry. A fraction of G in it "
        "is the probability with which the game G is then played again from the start; otherwise "
        "it ends."
    )
    return Problem(
        "A game that may begin again", prose, game, parts, (solution,), properties, table
    )


def _cell(draft: Draft, goes_on: bool) -> str:
    """A payment, with a chance to play again where the game continues."""
    payment = draft.dice.integer(0, 4)
    if not goes_on:
        return str(payment)
    top, bottom = draft.dice.choice([(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (2, 5)])
    chance = f"G/{bottom}" if top == 1 else f"{top}G/{bottom}"
    return f"{payment} + {chance}" if payment else chance
