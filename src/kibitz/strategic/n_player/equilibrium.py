"""One equilibrium of a game of n players, with algebraic or enclosed weights."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from kibitz.algebra.flint_numbers import from_ball, from_flint
from kibitz.algebra.real_root import Point, RealRoot
from kibitz.core.claim import Claim, place
from kibitz.core.extension import call
from kibitz.core.numbers import Number, plain, show
from kibitz.strategic.concepts.equilibrium_shape import EquilibriumPoint
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player.algebraic_point import (
    AlgebraicPoint,
    rational_weights,
    recognize,
)
from kibitz.strategic.n_player.indifference_system import IndifferenceSystem, Supports
from kibitz.strategic.profile import Profile
from kibitz.zero_sum.strategies.mixture import Mixture

BITS = 128


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A real number known to lie between two rationals.

    >>> x = Enclosure(Fraction(41421, 100000), Fraction(41422, 100000))
    >>> print(x, round(float(x), 3))
    0.414215 ± 5e-06 0.414
    """

    low: Fraction
    high: Fraction

    def __float__(self) -> float:
        return float((self.low + self.high) / 2)

    def __str__(self) -> str:
        radius = float((self.high - self.low) / 2)
        return f"{float(self):.10g}" + (f" ± {radius:.1g}" if radius > 1e-12 else "")

    def to_json(self) -> dict[str, Any]:
        return {"about": float(self), "between": [float(self.low), float(self.high)]}


Weight = Number | RealRoot | Enclosure


@dataclass(frozen=True)
class NPlayerEquilibrium(EquilibriumPoint):
    """One equilibrium of a game of n players, known by its supports and a point near it.

    The weights are fractions or real algebraic numbers where their degree is low, and otherwise
    rational intervals in which the root of the indifference equations is proved to lie alone.

    >>> from kibitz import strategic_game
    >>> from kibitz.strategic.n_player.equilibria import n_player_equilibria
    >>> fingers = strategic_game(lambda *f: [x * (f.count(x) == 1) for x in f],
    ...                          strategies=[[1, 2]] * 3)
    >>> mixed = next(e for e in n_player_equilibria(fingers) if not e.pure)
    >>> print(mixed[0][0], mixed.verify().holds)
    0.4142136 (root of t^2 + 2t - 1) True
    """

    kind: ClassVar[str] = "equilibrium"

    game: StrategicGame
    supports: Supports
    """The strategies (positions from 0) that each player plays."""
    point: tuple[tuple[float, ...], ...]
    """The weights of the supports, in floating point."""
    method: str = ""
    regular: bool = True
    """Do the equations determine it to first order, with no tie outside the supports?"""
    algebraic: AlgebraicPoint | None = field(default=None, compare=False, repr=False)
    working: Any = field(default=None, compare=False, repr=False)

    @cached_property
    def system(self) -> IndifferenceSystem:
        """The equations that it solves."""
        return IndifferenceSystem(self.game.in_numbers(True), self.supports)

    @cached_property
    def exact_point(self) -> AlgebraicPoint | None:
        """The weights as exact numbers, where their degree is low."""
        if self.algebraic is not None:
            return self.algebraic
        return recognize(self.system, self._start())

    def _start(self) -> list[float]:
        return [x for part in self.point for x in part[1:]]

    def refined(self, bits: int = BITS) -> list[Any] | None:
        """Balls of this many bits around the unknown weights, in which the root is alone."""
        return self.system.newton(self._start(), bits)

    @cached_property
    def profile(self) -> Profile:
        """The weights as fractions, or as floats when they are irrational."""
        exact = self.exact_point if self.game.exact else None
        if exact is not None and exact.degree == 1:
            return tuple(
                self._spread([from_flint(w[0]) for w in part], k, Fraction(0))
                for k, part in enumerate(exact.weights)
            )
        return self.floats

    @cached_property
    def floats(self) -> Profile:
        """The weights in floating point."""
        return tuple(self._spread(list(part), k, 0.0) for k, part in enumerate(self.point))

    def _spread(self, weights: list[Any], player: int, zero: Any) -> tuple[Any, ...]:
        spread = [zero] * self.game.shape[player]
        for s, w in zip(self.supports[player], weights, strict=True):
            spread[s] = w
        return tuple(spread)

    @cached_property
    def strategies(self) -> tuple[tuple[Weight, ...], ...]:
        """The mixed strategy of every player; exact for a game with exact payoffs."""
        if not self.game.exact:
            return self.floats
        exact = self.exact_point
        if exact is None:
            return self._enclosures
        return tuple(
            self._spread([exact.number(w) for w in part], k, Fraction(0))
            for k, part in enumerate(exact.weights)
        )

    @cached_property
    def _enclosures(self) -> tuple[tuple[Weight, ...], ...]:
        balls = self.refined()
        if balls is None:
            return self.floats
        from flint import arb, ctx

        with ctx.workprec(2 * BITS):
            parts = self.system.weights(balls, arb(1))
        return tuple(
            self._spread(
                [Fraction(1)] if len(part) == 1 else [_enclosure(w) for w in part], k, Fraction(0)
            )
            for k, part in enumerate(parts)
        )

    @cached_property
    def payoffs(self) -> tuple[Weight, ...]:
        """What each player gets, or pays in a game of costs."""
        if self.game.exact:
            exact = self.exact_point
            if exact is not None:
                lines = self.system.lines(exact.weights)
                return tuple(
                    _signed(exact.number(_poly(lines[k][played[0]])), k, self.system.game)
                    for k, played in enumerate(self.supports)
                )
        from kibitz.strategic.expected_payoffs import expected_payoffs

        return expected_payoffs(self.game.in_numbers(False), self.floats)

    @property
    def exact(self) -> bool:
        """Are the weights fractions or real algebraic numbers?"""
        return self.game.exact and self.exact_point is not None

    @cached_property
    def index(self) -> int | None:
        """+1 or -1 for a regular equilibrium: the sign of the determinant of minus the Jacobian.

        All indices of a game whose equilibria are regular add up to 1.
        """
        if not self.regular:
            return None
        if self.pure:
            return 1
        from flint import arb, arb_mat, ctx

        balls = self.refined()
        if balls is None:
            return None
        with ctx.workprec(2 * BITS):
            rows = self.system.jacobian(self.system.weights(balls, arb(1)))
            determinant = arb_mat([[-x for x in row] for row in rows]).det()
        if determinant.contains(0):
            return None
        return 1 if determinant > 0 else -1

    def explain(self) -> Any:
        """Why no one wants to deviate, equation by equation."""
        return call(self, "explain_equilibrium")

    def to_json(self) -> dict[str, Any]:
        about = [list(map(float, weights)) for weights in self.floats]
        return {**self._json(_plain), "about": about, "regular": self.regular, **self._field()}

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> NPlayerEquilibrium:
        claim, count = Claim(data), len(game.players)
        labels = claim.items("supports", count)
        sides = zip(game.strategies, labels, strict=True)
        supports = tuple(tuple(place(x, own, "supports") for x in kept) for own, kept in sides)
        about = claim.table("about", count)
        point = tuple(
            tuple(float(w[i]) for i in kept) for w, kept in zip(about, supports, strict=True)
        )
        method, regular = str(data.get("method", "")), claim.flag("regular")
        weights = claim.items("strategies", count)
        exact = None
        if game.exact and not any(isinstance(w, (dict, float)) for side in weights for w in side):
            kept = zip(claim.table("strategies", count), supports, strict=True)
            system = IndifferenceSystem(game, supports)
            exact = rational_weights(system, tuple(tuple(w[i] for i in own) for w, own in kept))
        return cls(game, supports, point, method, regular, exact)

    def _field(self) -> dict[str, Any]:
        """For JSON: algebraic weights as polynomials in one root, which prove themselves."""
        exact = self.exact_point if self.game.exact else None
        if exact is None or exact.degree == 1:
            return {}
        assert isinstance(exact.root, RealRoot)
        parts = [[[str(c) for c in w.coeffs()] or ["0"] for w in part] for part in exact.weights]
        return {
            "field": {
                "modulus": [str(c) for c in exact.modulus.coeffs()],
                "between": [str(end) for end in exact.root.bounds()],
                "weights": [list(self._spread(part, k, ["0"])) for k, part in enumerate(parts)],
            }
        }

    def _words(self) -> tuple[list[str], list[str]]:
        sides = zip(self.game.players, self.game.strategies, self.strategies, strict=True)
        played = [f"{_named(name)} {weights_text(labels, w)}" for name, labels, w in sides]
        return played, [written(x) for x in self.payoffs]


def _named(player: str) -> str:
    return f"player {player}:" if player.isdigit() else f"{player}:"


def weights_text(labels: tuple[str, ...], weights: tuple[Weight, ...] | Mixture) -> str:
    """The strategies that are played, with their weights; a pure one by its name."""
    played = [(name, w) for name, w in zip(labels, weights, strict=True) if w != 0]
    if len(played) == 1:
        return played[0][0]
    return "   ".join(f"{name}: {written(w)}" for name, w in played)


def written(x: Weight) -> str:
    """A weight or payoff as a person would write it."""
    if isinstance(x, RealRoot):
        return radical(x) or f"{float(x):.10g}"
    return str(x) if isinstance(x, Enclosure) else show(x)


def radical(x: RealRoot) -> str:
    """A quadratic irrational with its square root; nothing for other numbers.

    >>> from kibitz.algebra.polynomial import Polynomial
    >>> from kibitz.algebra.real_root import real_roots
    >>> [radical(r) for r in real_roots(Polynomial.read("t^2+2t-1"))]
    ['-1 - √2', '-1 + √2']
    """
    if x.polynomial.degree != 2:
        return ""
    c, b, a = x.polynomial.primitive().coefficients
    inside = int(b * b - 4 * a * c)
    outside, d = 1, 2
    while d * d <= inside and d < 10_000:
        if inside % (d * d):
            d += 1
        else:
            inside //= d * d
            outside *= d
    middle, factor = -b / (2 * a), Fraction(outside) / abs(2 * a)
    top = "" if factor.numerator == 1 else str(factor.numerator)
    bottom = "" if factor.denominator == 1 else f"/{factor.denominator}"
    root = f"{top}√{inside}{bottom}"
    if middle == 0:
        return ("-" if x.index == 0 else "") + root
    return f"{show(middle)} {'-' if x.index == 0 else '+'} {root}"


def _plain(x: Weight) -> Any:
    if isinstance(x, RealRoot):
        return {"root_of": [str(c) for c in x.polynomial.coefficients], "about": float(x)}
    return x.to_json() if isinstance(x, Enclosure) else plain(x)


def _poly(x: Any) -> Any:
    from flint import fmpq_poly

    return x if isinstance(x, fmpq_poly) else fmpq_poly([x])


def _signed(x: Point, player: int, game: StrategicGame) -> Point:
    """A payoff numerator as the number that people read."""
    bottom = Fraction(-1 if game.costs else 1, game.payoffs[player].denominator)
    return scaled(x, bottom)


def scaled(x: Point, factor: Fraction) -> Point:
    """A real algebraic number times a rational one that is not zero."""
    if isinstance(x, Fraction):
        return x * factor
    if factor == 1:
        return x
    from kibitz.algebra.polynomial import Polynomial

    coefficients = [c / factor**k for k, c in enumerate(x.polynomial.coefficients)]
    polynomial = Polynomial.of(coefficients).primitive()
    ends = sorted((x.low * factor, x.high * factor))
    index = x.index
    if factor < 0:
        from kibitz.algebra.real_root import real_roots

        index = len(real_roots(x.polynomial)) - 1 - x.index
    return RealRoot(polynomial, index, ends[0], ends[1])


def _enclosure(ball: Any) -> Enclosure:
    middle, radius = from_ball(ball), from_ball(ball.rad())
    return Enclosure(middle - radius, middle + radius)
