"""Shapley's iteration: the first steps, and how near they are."""

from __future__ import annotations

from kibitz.core.explanation import Table
from kibitz.core.numbers import exact
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.stochastic.game import StochasticGame, stochastic_game

ODDS = ((1, 2), (1, 3), (1, 4))


@exercise(
    "value-iteration",
    "stochastic",
    book="Ferguson II.6.4, Glenn 3.2",
    levels=("one entry continues", "two entries continue", "three entries continue"),
)
def value_iteration(draft: Draft) -> Problem:
    """Shapley's iteration."""
    dice = draft.dice
    cells: list[str] = []

    def candidate() -> StochasticGame | None:
        places = dice.sample(range(4), draft.level)
        cells.clear()
        for k in range(4):
            payment = dice.integer(0, 5)
            _, bottom = dice.choice(ODDS)
            chance = f"{payment} + G/{bottom}" if payment else f"G/{bottom}"
            cells.append(chance if k in places else str(payment))
        game = stochastic_game({"G": [cells[:2], cells[2:]]})
        values = _iterates(game)
        short = all(exact(x).denominator < 100 for x in values)
        return game if short and values[0] != values[1] else None

    game, properties = draft.find(candidate)
    solution = game.solve("shapley-iteration", steps=2)
    first, second = _iterates(game)
    table = Table(("I\\II", "1", "2"), (("1", *cells[:2]), ("2", *cells[2:])))
    parts = (
        Part(
            "Start with the value 0 for G. What is the value after one step?",
            NumberJudge(exact(first), "the value"),
            "Substitute 0 for G, and solve the 2 x 2 game.",
        ),
        Part(
            "And after two steps?",
            NumberJudge(exact(second), "the value"),
            "Substitute the value of the first step for G, and solve again.",
        ),
    )
    prose = (
        "I chooses a row and II a column; II pays I the number in the entry. A fraction of G in it "
        "is the probability with which the game G is then played again; otherwise it ends."
    )
    return Problem(
        "Shapley's iteration",
        prose,
        game,
        parts,
        (solution,),
        properties,
        table,
        derive=lambda found: found.explain(),
        explained=solution,
    )


def _iterates(game: StochasticGame) -> tuple[str, str]:
    """The values of G after one step and after two."""
    found = game.solve("shapley-iteration", steps=2).to_json()["iterates"]
    return found[1][0], found[2][0]
