"""Safety levels: what each player can guarantee alone."""

from __future__ import annotations

from kibitz.core.explanation import Explanation, Step
from kibitz.core.numbers import exact
from kibitz.exercises.general_sum.bimatrix_problem import bimatrix_problem, random_bimatrix
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.strategy import StrategyJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame, matrix


@exercise(
    "safety-levels",
    "general-sum",
    book="Ferguson III.1",
    levels=("2 x 2", "2 x 3", "3 x 3"),
)
def safety_levels(draft: Draft) -> Problem:
    """Safety levels."""
    rows, columns = [(2, 2), (2, 3), (3, 3)][draft.level - 1]

    def candidate() -> StrategicGame | None:
        game = random_bimatrix(draft, rows, columns, -3, 6)
        mixes = [not own.saddle_points() for own in _own(game)]
        small = all(exact(own.solve().value).denominator < 20 for own in _own(game))
        return game if all(mixes) and small else None

    game, properties = draft.find(candidate)
    first, second = _own(game)
    solutions = (first.solve(), second.solve())
    parts = tuple(
        part
        for player, solution in zip(game.players, solutions, strict=True)
        for part in (
            Part(
                f"Find the safety level of {player}.",
                NumberJudge(exact(solution.value), "the safety level"),
                f"Look only at the payoffs of {player}, and let the other be the enemy.",
            ),
            Part(
                f"Find a strategy of {player} that guarantees it.",
                StrategyJudge(solution, "row"),
                f"It is an optimal strategy of {player} in the game of these payoffs.",
            ),
        )
    )
    return bimatrix_problem(
        "Safety levels",
        game,
        parts,
        (game.safety_levels(), *solutions),
        properties,
        derive=lambda found: _derivation(found),
    )


def _own(game: StrategicGame) -> tuple[MatrixGame, MatrixGame]:
    """Each player's payoffs, with one's own strategies as rows."""
    first, second = (tensor.numbers() for tensor in game.payoffs)
    rows, columns = game.strategies
    return (
        matrix(first, rows, columns),
        matrix([list(line) for line in zip(*second, strict=True)], columns, rows),
    )


def _derivation(game: StrategicGame) -> Explanation:
    """Two matrix games, one after the other."""
    steps: list[Step] = []
    for player, own in zip(game.players, _own(game), strict=True):
        steps.append(Step(f"What {player} can guarantee", f"The payoffs of {player}, as rows:"))
        steps += own.explain().steps
    return Explanation("Safety levels", tuple(steps))
