"""The finger game of several players: its symmetric equilibrium and its pure ones."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.explanation import Explanation, Step
from kibitz.core.spelling import count_of
from kibitz.exercises.judges.number import NumberJudge, whole
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.games.strategic.n_person import fingers
from kibitz.strategic.game import StrategicGame


@exercise(
    "finger-game",
    "general-sum",
    book="Leon 1.1",
    levels=("three players", "four players", "three players, a square root"),
)
def finger_game(draft: Draft) -> Problem:
    """A finger game of several players."""
    dice = draft.dice
    n = 4 if draft.level == 2 else 3
    prizes: list[int] = []

    def candidate() -> StrategicGame | None:
        if draft.level == 3:
            one, two = dice.integers(2, 1, 7)
        else:
            one, two = (x ** (n - 1) for x in dice.integers(2, 1, 4))
        plain = _is_square(one * two)
        fits = one != two and (draft.level < 3 or not plain)
        prizes[:] = [one, two]
        return fingers(n, Fraction(one), Fraction(two)) if fits else None

    game, properties = draft.find(candidate)
    solution = game.symmetric_equilibria()
    (even,) = solution.equilibria
    one, two = prizes
    prose = (
        f"Each of {count_of(n, 'player')} shows one finger or two, all at the same time. The only "
        f"player who shows one finger gets {one}, the only one who shows two gets {two}; all "
        "others get nothing."
    )
    parts = (
        Part(
            "How many equilibria in pure strategies are there?",
            whole(2**n - 2, "their number"),
            "A player who wins nothing and cannot win by changing has no reason to change.",
        ),
        Part(
            "In the symmetric equilibrium, with which probability is one finger shown?",
            NumberJudge(even.x, "the probability"),
            "Both choices pay the same against the mixtures of all the others.",
        ),
        Part(
            "What does each player then expect?",
            NumberJudge(even.payoff, "the payoff"),
            "It is what one finger pays: the prize times the chance that all others show two.",
        ),
    )
    return Problem(
        "A finger game",
        prose,
        game,
        parts,
        (solution,),
        properties,
        derive=lambda _: Explanation("A finger game", (_pure(n), *solution.explain().steps)),
    )


def _pure(n: int) -> Step:
    """Which profiles of pure strategies are equilibria."""
    prose = (
        "If all show the same, anyone who changes is alone and wins a prize: no equilibrium. "
        "Otherwise a winner who changes joins the others and loses the prize, and a loser who "
        "changes joins another player and still gets nothing: an equilibrium. So there are "
        f"2^{n} - 2 = {2**n - 2} of them."
    )
    return Step("Pure strategies", prose)


def _is_square(number: int) -> bool:
    return any(k * k == number for k in range(number + 1))
