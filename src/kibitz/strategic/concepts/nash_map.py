"""The Nash map: a continuous map of profiles whose fixed points are the equilibria.

Every player moves weight toward the strategies that would pay more than the profile does:

    p'(i) = (p(i) + max(0, g(i) - g)) / (1 + sum of all max(0, g(j) - g)),

with g(i) what strategy i pays against the others and g what the profile pays. A profile is fixed
if and only if no strategy pays more, that is, at an equilibrium; so Brouwer's theorem gives one.
The map is for proofs: iterating it need not converge. One step costs what all expected payoffs do.
Nash (1951).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from kibitz.algebra.weight import weight_table
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, magnitude, plain, rounding
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.strategic.expected_payoffs import utility_by_strategy
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Profile, mixture_text, read_profile
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.strategies.mixture import Mixture

MOST_BITS, MOST_WORK = 200_000, 2_000_000
"""Bits of a denominator beyond which exact iteration stops: in any game, and over its cells."""


@dataclass(frozen=True)
class NashMapStep(Solution, kind="nash-map"):
    """One step of the map: where a profile goes, and the gains that move it.

    >>> from kibitz import bimatrix
    >>> step = nash_map(bimatrix("2 0; 0 1", "1 0; 0 2"), [["1/2", "1/2"], ["1/2", "1/2"]])
    >>> print(step)
    the Nash map
    I    1: 1/2   2: 1/2   ->   1: 3/5   2: 2/5
    II   1: 1/2   2: 1/2   ->   1: 2/5   2: 3/5
    not fixed, so not an equilibrium
    >>> step.verify().holds
    True
    """

    game: StrategicGame
    profile: Profile
    image: Profile
    gains: tuple[Mixture, ...]
    """max(0, g(i) - g) for every strategy of every player."""

    @property
    def fixed(self) -> bool:
        """Is the profile its own image, and therefore an equilibrium?

        In floats, if no player gains more by a strategy than the rounding of the payoffs.
        """
        if self.exact:
            return self.distance == 0
        tables = [tensor.floats() for tensor in self.game.payoffs]
        slack = [rounding((float(table.min()), float(table.max()))) for table in tables]
        return all(max(side) <= most for side, most in zip(self.gains, slack, strict=True))

    @property
    def exact(self) -> bool:
        return not any(isinstance(x, float) for side in self.image for x in side)

    @property
    def distance(self) -> Number:
        """The greatest change of a probability."""
        return max(
            magnitude(b - a)
            for old, new in zip(self.profile, self.image, strict=True)
            for a, b in zip(old, new, strict=True)
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "profile": [[plain(x) for x in side] for side in self.profile],
            "image": [[plain(x) for x in side] for side in self.image],
            "gains": [[plain(x) for x in side] for side in self.gains],
            "fixed": self.fixed,
            "equilibrium": self.fixed,
            "distance": plain(self.distance),
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> NashMapStep:
        claim, count = Claim(data), len(game.players)
        return cls(
            game, *(weight_table(claim, key, count) for key in ("profile", "image", "gains"))
        )

    def __str__(self) -> str:
        width = max(map(len, self.game.players))
        lines = ["the Nash map"]
        for name, labels, old, new in zip(
            self.game.players, self.game.strategies, self.profile, self.image, strict=True
        ):
            shown = f"{mixture_text(labels, old)}   ->   {mixture_text(labels, new)}"
            lines.append(f"{name:<{width}}   {shown}")
        verdict = "fixed, so an equilibrium" if self.fixed else "not fixed, so not an equilibrium"
        return "\n".join([*lines, verdict])


@method(
    StrategicGame,
    "nash-map",
    finds="one step of the Nash map from a profile",
    cost="one evaluation of all expected payoffs",
    reference="Nash 1951",
)
def nash_map(game: StrategicGame | MatrixGame, profile: Any) -> NashMapStep:
    """One step of the Nash map, exact for exact payoffs and probabilities.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        A game in strategic form.
    profile : profile
        A strategy for each player: labels, positions from 0, or probabilities.

    Returns
    -------
    NashMapStep
        The image of the profile, and whether it is fixed.

    References
    ----------
    Nash 1951.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> nash_map(bimatrix("2 0; 0 1", "1 0; 0 2"), [["2/3", "1/3"], ["1/3", "2/3"]]).fixed
    True
    """
    noun = game.strategic() if isinstance(game, MatrixGame) else game
    read = read_profile(noun, profile)
    gains, image = [], []
    for k, weights in enumerate(read):
        by_strategy = utility_by_strategy(noun, k, read)
        earned = sum(w * x for w, x in zip(weights, by_strategy, strict=True))
        more = tuple(max(x - earned, x * 0) for x in by_strategy)
        total = 1 + sum(more)
        gains.append(more)
        image.append(tuple((w + m) / total for w, m in zip(weights, more, strict=True)))
    return NashMapStep(noun, read, tuple(image), tuple(gains))


def _bits(profile: Profile) -> int:
    """The length of the longest denominator; 0 for floats."""
    exact = (x for side in profile for x in side if isinstance(x, Fraction))
    return max((x.denominator.bit_length() for x in exact), default=0)


def iterate_nash_map(
    game: StrategicGame | MatrixGame, profile: Any, steps: int
) -> tuple[Profile, ...]:
    """The profile and its images; exact fractions grow fast, so exact iteration is cut short.

    >>> from kibitz import bimatrix
    >>> path = iterate_nash_map(bimatrix("2 0; 0 1", "1 0; 0 2"), [[1, 0], [1, 0]], 3)
    >>> path[0] == path[3]
    True
    """
    if steps < 0:
        raise GameError(f"steps is {steps}; it must not be negative")
    noun = game.strategic() if isinstance(game, MatrixGame) else game
    path = [read_profile(noun, profile)]
    most = min(MOST_BITS, MOST_WORK // prod(noun.shape))
    length = _bits(path[0])
    for k in range(steps):
        path.append(nash_map(noun, path[-1]).image)
        before, length = length, _bits(path[-1])
        if k + 1 < steps and before and length * (length / before) > most:
            raise GameError(
                f"after {count_of(k + 1, 'step')} a probability has {length:,} bits, "
                f"{length / before:.1f} times as many as before: take fewer steps, or floats"
            )
    return tuple(path)
