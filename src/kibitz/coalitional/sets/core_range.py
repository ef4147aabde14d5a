"""For which values of a letter the core holds a point.

Worths are linear in the letter, v(S) = c(S) + a s(S). The values for which the core holds a point
are those a for which some x solves x(S) >= v(S), x(N) = v(N): a linear program in x and a, so they
form an interval. Each of its ends is proved by balanced weights (Bondareva 1963; Shapley 1967), and
a side without an end by a point of the core of s, along which cores lead on forever.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.letter import CoalitionalFamily, Weights
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain, show
from kibitz.core.solution import Solution
from kibitz.linear.program import LinearProgram

Payoffs = tuple[Fraction, ...]


@dataclass(frozen=True)
class CoreRange(Solution, kind="core-range"):
    """The values of a letter for which the core is not empty: an interval, or none.

    >>> from kibitz import coalition
    >>> family = coalition({"A,B": "a", "A,C": 1, "B,C": 1, "A,B,C": 1})
    >>> print(family.core())
    the core is nonempty exactly for a <= 0
    """

    how = "linear programs in the payoffs and the letter"
    game: CoalitionalFamily
    low: Fraction | None
    high: Fraction | None
    empty: bool = False
    """Is the core empty whatever the letter is?"""
    low_weights: Weights = ()
    """Balanced weights that earn more than v(N) below the interval."""
    high_weights: Weights = ()
    """Balanced weights that earn more than v(N) above the interval."""
    points: tuple[tuple[Fraction, Payoffs], ...] = ()
    """Values of the letter with a point of the core."""
    low_ray: Payoffs | None = None
    """Where there is no least value: what to add to a point when the letter falls by 1."""
    high_ray: Payoffs | None = None
    """Where there is no greatest value: what to add to a point when the letter rises by 1."""

    def __contains__(self, value: Any) -> bool:
        a = exact(value, self.game.letter)
        below = self.low is not None and a < self.low
        return not self.empty and not below and (self.high is None or a <= self.high)

    def to_json(self) -> dict[str, Any]:
        spell = self.game.constant.spell

        def spelled(weights: Weights) -> dict[str, Any]:
            return {spell(mask): plain(w) for mask, w in weights}

        def listed(x: Payoffs | None) -> list[Any] | None:
            return None if x is None else [plain(y) for y in x]

        return {
            "kind": self.kind,
            "letter": self.game.letter,
            "empty": self.empty,
            "low": None if self.low is None else plain(self.low),
            "high": None if self.high is None else plain(self.high),
            "low_weights": spelled(self.low_weights),
            "high_weights": spelled(self.high_weights),
            "points": [[plain(a), listed(x)] for a, x in self.points],
            "low_ray": listed(self.low_ray),
            "high_ray": listed(self.high_ray),
        }

    @classmethod
    def from_json(cls, game: CoalitionalFamily, data: dict[str, Any]) -> CoreRange:
        claim = Claim(data)

        def end(key: str) -> Fraction | None:
            return None if claim.raw(key) is None else exact(claim.raw(key), key)

        def weights(key: str) -> Weights:
            part = claim.part(key)
            return tuple((game.constant.mask(k), exact(part.raw(k), key)) for k in part.data)

        def payoffs(given: Any, where: str) -> Payoffs:
            if not isinstance(given, list) or len(given) != game.constant.n:
                raise GameError(f"{where}: expected {game.constant.n} numbers")
            return tuple(exact(x, where) for x in given)

        points = []
        for pair in claim.items("points"):
            if not isinstance(pair, list) or len(pair) != 2:
                raise GameError("points: expected pairs of a number and payoffs")
            points.append((exact(pair[0], "points"), payoffs(pair[1], "points")))
        rays = {
            key: None if claim.raw(key) is None else payoffs(claim.raw(key), key)
            for key in ("low_ray", "high_ray")
        }
        return cls(
            game,
            end("low"),
            end("high"),
            claim.flag("empty"),
            weights("low_weights"),
            weights("high_weights"),
            tuple(points),
            **rays,
        )

    def __str__(self) -> str:
        name = self.game.letter
        if self.empty:
            return f"the core is empty for every {name}"
        if self.low is None and self.high is None:
            return f"the core is nonempty for every {name}"
        return f"the core is nonempty exactly for {_range(self.low, self.high, name)}"


@method(
    CoalitionalFamily,
    "core",
    finds="the values of the letter for which the core is not empty",
    cost="two linear programs with a row for each coalition",
    reference="Bondareva 1963; Shapley 1967",
)
def core_range(family: CoalitionalFamily) -> CoreRange:
    """The least and the greatest value of the letter for which the core holds a point.

    Parameters
    ----------
    family : CoalitionalFamily
        Games whose worths are linear in a letter.

    Returns
    -------
    CoreRange
        The interval, with a point of the core and balanced weights at each end.

    Notes
    -----
    Cost: two linear programs with a row for each coalition.

    References
    ----------
    Bondareva 1963; Shapley 1967.
    """
    ends: list[Fraction | None] = []
    proofs: list[Weights] = []
    rays: list[Payoffs | None] = []
    points = []
    masks = list(range(1, family.constant.grand + 1))
    for side in (-1, 1):
        optimum: Any = _program(family, "min" if side < 0 else "max").solve(exact=True)
        if optimum.status == "infeasible":
            empty = _scaled(optimum.farkas, masks)
            return CoreRange(family, None, None, True, (), empty)
        bounded = optimum.status == "optimal"
        rays.append(None if bounded else _core_point(_slope(family, side)))
        ends.append(Fraction(optimum.value) if bounded else None)
        proofs.append(_scaled(optimum.dual, masks) if bounded else ())
        if bounded:
            points.append((Fraction(optimum.value), tuple(map(Fraction, optimum.x[:-1]))))
    if not points:
        points.append((Fraction(0), _core_point(family.at(0))))
    low, high = ends
    return CoreRange(
        family, low, high, False, proofs[0], proofs[1], tuple(points), rays[0], rays[1]
    )


def _program(family: CoalitionalFamily, sense: str) -> LinearProgram:
    """The least or the greatest letter for which payoffs give every coalition its worth."""
    n, grand = family.constant.n, family.constant.grand
    masks = range(1, grand + 1)
    return LinearProgram.read(
        c=[0] * n + [1],
        A=[[*(m >> i & 1 for i in range(n)), -family.slope.value(m)] for m in masks],
        rel=[">="] * (grand - 1) + ["="],
        b=[family.constant.value(m) for m in masks],
        sense=sense,
        lower=[None] * (n + 1),
    )


def _slope(family: CoalitionalFamily, side: int) -> CoalitionalGame:
    """What the worths gain when the letter moves by 1 to this side."""
    worths = family.slope.worths
    return CoalitionalGame(worths if side > 0 else -worths, family.players)


def _core_point(game: CoalitionalGame) -> Payoffs:
    """A point of a core that is not empty."""
    balancedness: Any = call(game, "balancedness")
    return tuple(map(Fraction, balancedness.point))


def _scaled(dual: Any, masks: list[int]) -> Weights:
    """The prices of the coalitions as balanced weights: those of each player add up to one."""
    prices = [Fraction(y) for y in dual]
    whole = abs(prices[-1])
    pairs = zip(masks[:-1], prices[:-1], strict=True)
    return tuple((m, abs(y) / whole) for m, y in pairs if y) if whole else ()


def _range(low: Fraction | None, high: Fraction | None, name: str) -> str:
    if low is None:
        return f"{name} <= {show(high)}"  # type: ignore[arg-type]
    if high is None:
        return f"{name} >= {show(low)}"
    return f"{name} = {show(low)}" if low == high else f"{show(low)} <= {name} <= {show(high)}"
