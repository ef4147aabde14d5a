"""Games of two players that are zero-sum after a change of units."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core import verbs
from kibitz.core.explanation import Explanation, Step
from kibitz.core.numbers import exact, show
from kibitz.exercises.general_sum.bimatrix_problem import bimatrix_problem
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.strategic.build import bimatrix
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import matrix

FACTORS = tuple(tuple(map(Fraction, pair)) for pair in (("2", "3"), ("3", "4"), ("1/2", "3/2")))


@exercise(
    "zero-sum-in-disguise",
    "general-sum",
    book="Leon B, Glenn 4.2",
    levels=("2 x 2, a whole factor", "2 x 3, a whole factor", "2 x 3, a fraction"),
)
def zero_sum_in_disguise(draft: Draft) -> Problem:
    """Zero-sum in disguise."""
    dice = draft.dice
    columns = 2 if draft.level == 1 else 3

    def candidate() -> StrategicGame | None:
        first = dice.table(2, columns, -4, 6)
        factor, shift = dice.choice(FACTORS[draft.level - 1]), dice.integer(-5, 5)
        if len({x for row in first for x in row}) < 3:
            return None
        return bimatrix(first, [[-factor * x - shift for x in row] for row in first])

    game, properties = draft.find(candidate)
    solution = game.solve("zero-sum-equivalence")
    data = solution.to_json()
    parts = (
        Part(
            "The payoffs of II are -(αR + β), where R are those of I. Find α.",
            NumberJudge(exact(data["alpha"]), "α"),
            "Take two cells in which I gets different payoffs, and divide the differences.",
        ),
        Part(
            "Find β.",
            NumberJudge(exact(data["beta"]), "β"),
            "Substitute α into the equation of one cell.",
        ),
        Part(
            "What does I get in equilibrium?",
            NumberJudge(exact(data["payoffs"][0]), "the payoff"),
            "It is the value of the zero-sum game with the payoffs of I.",
        ),
    )
    return bimatrix_problem(
        "Zero-sum in disguise",
        game,
        parts,
        (solution,),
        properties,
        derive=lambda found: _unmasked(found, exact(data["alpha"]), exact(data["beta"])),
    )


def _unmasked(game: StrategicGame, alpha: Fraction, beta: Fraction) -> Explanation:
    """The two numbers from two cells, and the matrix game of the first player's payoffs."""
    cells = [(r, c) for r in range(game.shape[0]) for c in range(game.shape[1])]
    first = game.payoff(*cells[0])
    other = next(game.payoff(*cell) for cell in cells if game.payoff(*cell)[0] != first[0])
    (a, b), (c, d) = (tuple(map(show, pair)) for pair in (first, other))

    def minus(amount: Any) -> str:
        return show(-exact(amount))

    prose = (
        f"In two cells I gets {a} and {c}, and II {b} and {d}. From {a}α + β = {minus(first[1])} "
        f"and {c}α + β = {minus(other[1])} the difference gives "
        f"{show(exact(first[0]) - exact(other[0]))}α = {show(exact(other[1]) - exact(first[1]))}, "
        f"so α = {show(alpha)} and β = {show(beta)}. All other cells agree."
    )
    rest = (
        "As α is positive, II wants what is bad for I: the equilibria are those of the matrix "
        "game with the payoffs of I, and I gets its value."
    )
    inner = matrix(game.payoffs[0].numbers())
    steps = (Step("The two numbers", prose), Step("A zero-sum game", rest))
    return Explanation("Zero-sum in disguise", (*steps, *verbs.explain(inner).steps))
