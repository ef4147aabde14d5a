"""The Nash map: where a profile goes, and whether it stays."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.numbers import exact, show
from kibitz.exercises.general_sum.bimatrix_problem import PROSE, bimatrix_problem, random_bimatrix
from kibitz.exercises.judges.choice import yes_or_no
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.strategic.concepts.nash_map import nash_map
from kibitz.strategic.game import StrategicGame

Mixtures = tuple[tuple[Fraction, ...], ...]


@exercise(
    "nash-map",
    "general-sum",
    book="Ferguson A.3",
    levels=("2 x 2 at even mixtures", "2 x 2, perhaps at an equilibrium", "2 x 3"),
)
def nash_map_problem(draft: Draft) -> Problem:
    """The Nash map."""
    columns = 3 if draft.level == 3 else 2
    fixed = draft.level == 2 and draft.dice.below(2) == 1
    chosen: list[Mixtures] = []

    def candidate() -> StrategicGame | None:
        game = random_bimatrix(draft, 2, columns, 0, 4)
        profile = _equilibrium(game) if fixed else _mixtures(draft, columns)
        if profile is None:
            return None
        step = nash_map(game, profile)
        small = all(exact(x).denominator < 30 for side in step.image for x in side)
        moved = all(any(side) for side in step.gains)
        chosen[:] = [profile]
        return game if small and (step.fixed if fixed else moved) else None

    game, properties = draft.find(candidate)
    (profile,) = chosen
    step = nash_map(game, profile)
    played = " and ".join(
        f"{player} plays ({', '.join(map(show, side))})"
        for player, side in zip(game.players, profile, strict=True)
    )
    parts = tuple(
        Part(
            f"Where does the Nash map take the strategy of {player}?",
            VectorJudge(game.strategies[k], tuple(map(exact, step.image[k])), Fraction(1)),
            "Add to each probability what the strategy gains on the profile, if it gains; then "
            "divide by the sum.",
        )
        for k, player in enumerate(game.players)
    )
    ask = Part(
        "Is the profile an equilibrium?",
        yes_or_no(step.fixed),
        "A profile is an equilibrium exactly when the map leaves it where it is.",
    )
    return bimatrix_problem(
        "The Nash map",
        game,
        (*parts, ask),
        (step,),
        properties,
        f"{PROSE} {played}.",
        derive=lambda _: step.explain(),
    )


def _mixtures(draft: Draft, columns: int) -> Mixtures:
    if draft.level == 1:
        return ((Fraction(1, 2),) * 2, (Fraction(1, 2),) * 2)
    weights = [draft.dice.integers(size, 1, 2) for size in (2, columns)]
    return tuple(tuple(Fraction(w, sum(side)) for w in side) for side in weights)


def _equilibrium(game: StrategicGame) -> Mixtures | None:
    """The equilibrium of a 2 x 2 game in which both players mix, if there is one."""
    first, second = ([[exact(x) for x in row] for row in t.numbers()] for t in game.payoffs)
    (a, b), (c, d) = first
    (e, f), (g, h) = second
    if a - b - c + d == 0 or e - f - g + h == 0:
        return None
    p, q = (h - g) / (e - f - g + h), (d - b) / (a - b - c + d)
    return ((p, 1 - p), (q, 1 - q)) if 0 < p < 1 and 0 < q < 1 else None
