"""Symmetric games of n players with two actions, in closed form.

What a player gets depends on their own action and on how many of the others take the first one, so
when all the others take it with probability x, the two actions are worth polynomials in x, and the
symmetric equilibria are the roots of their difference in [0, 1] together with the ends where no one
wants to leave. Roots are kept as algebraic numbers. The joint optimum, where a polynomial is
greatest, is found the same way, and is in general not an equilibrium.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb
from typing import Any, ClassVar

from kibitz.algebra.algebraic import evaluate_at, sign_at
from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.algebra.show_exact import read_point
from kibitz.algebra.surd import write_point
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.core.extension import extends
from kibitz.core.numbers import exact, plain, show
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.strategic.game import StrategicGame

MOST_PLAYERS = 200
MOST_WRITTEN = 14
"""Players up to which all cells are written out."""


@dataclass(frozen=True)
class SymmetricTwoAction:
    """n players, two actions; what each brings by the number of others who take the first one.

    >>> game = finger_game(3, 1, 2)
    >>> print(game.payoff_polynomial.write("x"))
    -x^3 + x
    >>> [str(e) for e in game.equilibria()]
    ['x = -1+sqrt(2) (about 0.4142136), payoff 6-4*sqrt(2) (about 0.3431458)']
    """

    players: int
    first: tuple[Fraction, ...]
    """What the first action brings, or costs, when k = 0, 1, ..., n-1 others also take it."""
    second: tuple[Fraction, ...]
    """What the second action brings, or costs, when k others take the first."""
    actions: tuple[str, str] = ("1", "2")
    title: str = ""
    costs: bool = False
    """Do players want less?"""

    def __str__(self) -> str:
        rows = tuple(
            (str(k), show(a), show(b))
            for k, (a, b) in enumerate(zip(self.first, self.second, strict=True))
        )
        header = (f"others who take {self.actions[0]}", *self.actions)
        title = self.title or f"{count_of(self.players, 'player')} with two actions, alike"
        return f"{title}\n{Table(header, rows).text()}"

    def __post_init__(self) -> None:
        n = self.players
        if not 2 <= n <= MOST_PLAYERS:
            raise _too_many(n)
        for which, payoffs in (("first", self.first), ("second", self.second)):
            if len(payoffs) != n:
                raise GameError(
                    f"{which} action: {count_of(len(payoffs), 'payoff')}; there must be one "
                    "for each number of "
                    f"others, 0 to {n - 1}"
                )

    @cached_property
    def first_polynomial(self) -> Polynomial:
        """What the first action is worth when the others take it with probability x."""
        return _expectation(self.first)

    @cached_property
    def second_polynomial(self) -> Polynomial:
        """What the second action is worth against the same."""
        return _expectation(self.second)

    @cached_property
    def difference(self) -> Polynomial:
        """How much better the first is than the second; zero where players are indifferent."""
        gap = self.first_polynomial - self.second_polynomial
        return Polynomial.of([0]) - gap if self.costs else gap

    @property
    def word(self) -> str:
        """What the numbers are: a payoff or a cost."""
        return "cost" if self.costs else "payoff"

    @cached_property
    def payoff_polynomial(self) -> Polynomial:
        """What each player gets when all take the first action with probability x."""
        x, rest = Polynomial.of([0, 1]), Polynomial.of([1, -1])
        return x * self.first_polynomial + rest * self.second_polynomial

    def equilibria(self) -> tuple[SymmetricEquilibrium, ...]:
        """All symmetric equilibria, in ascending order of x; none left out.

        When players are indifferent whatever x is, every x is one, and the two ends are listed.
        """
        points: list[Point] = []
        if sign_at(self.difference, Fraction(0)) <= 0:
            points.append(Fraction(0))
        if self.difference:
            points += [r for r in real_roots(self.difference) if 0 < r < 1]
        if sign_at(self.difference, Fraction(1)) >= 0:
            points.append(Fraction(1))
        return tuple(SymmetricEquilibrium(self, x) for x in points)

    def joint_optimum(self) -> JointMaximum:
        """The x that is best for all when all take it, and what a deviation from it would gain."""
        slope = _derivative(self.payoff_polynomial)
        inside = [r for r in real_roots(slope) if 0 < r < 1] if slope else []
        points: list[Point] = [Fraction(0), *inside, Fraction(1)]
        best = points[0]
        for x in points[1:]:
            if self._better(x, best):
                best = x
        return JointMaximum(self, best)

    def _better(self, x: Point, y: Point) -> bool:
        """Whether all of them would rather take the first action with probability x than y."""
        low, high = (x, y) if self.costs else (y, x)
        p = self.payoff_polynomial
        return bool(evaluate_at(p, high) > evaluate_at(p, low))

    def best_action(self, x: Point) -> int | None:
        """The better action (0 or 1) when the others take the first with probability x.

        None where they are equally good.

        Parameters
        ----------
        x : Point
            A probability, rational or algebraic.
        """
        sign = sign_at(self.difference, x)
        return None if sign == 0 else int(sign < 0)

    def strategic(self) -> StrategicGame:
        """The game with all cells written out."""
        n = few_enough(self.players)
        tensors = []
        for k in range(n):
            flat = []
            for cell in product((0, 1), repeat=n):
                others = sum(1 for i, a in enumerate(cell) if i != k and a == 0)
                flat.append((self.first, self.second)[cell[k]][others])
            tensor = Tensor.read(flat, 1)
            whole = Tensor(tensor.array.reshape((2,) * n), tensor.denominator)
            tensors.append(-whole if self.costs else whole)
        names = ("I", "II") if n == 2 else tuple(map(str, range(1, n + 1)))
        return StrategicGame(tuple(tensors), names, (self.actions,) * n, self.title, self.costs)


def few_enough(players: int) -> int:
    """The number of players, if all cells of their game can be written out.

    >>> few_enough(40)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: 40 players have 2^40 cells; the limit is 14 players
    """
    if players > MOST_WRITTEN:
        raise GameError(
            f"{count_of(players, 'player')} have 2^{players} cells; the limit is "
            f"{MOST_WRITTEN} players"
        )
    return players


def _too_many(players: int) -> GameError:
    return GameError(f"{count_of(players, 'player')}; this takes 2 to {MOST_PLAYERS}")


@dataclass(frozen=True)
class SymmetricEquilibrium(Solution, kind="symmetric-equilibrium"):
    """All take the first action with probability x, and no one gains by doing otherwise."""

    game: SymmetricTwoAction
    x: Point

    @cached_property
    def payoff(self) -> Point:
        """What each player gets, or pays, as a fraction or an algebraic number."""
        return evaluate_at(self.game.payoff_polynomial, self.x)

    @property
    def pure(self) -> bool:
        return self.x in (0, 1)

    @property
    def profile(self) -> list[list[Any]]:
        """The same mixture for every player, as floats where x is not rational."""
        x = self.x if isinstance(self.x, Fraction) else float(self.x)
        return [[x, 1 - x]] * self.game.players

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": self.game.players,
            "x": _json(self.x),
            self.game.word: _json(self.payoff),
        }

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> SymmetricEquilibrium:
        return cls(_small(game), read_point(Claim(data).raw("x"), "x"))

    def __str__(self) -> str:
        return f"x = {_text(self.x)}, {self.game.word} {_text(self.payoff)}"


@dataclass(frozen=True)
class SymmetricMixtures(Solution):
    """All symmetric equilibria of a symmetric game with two actions, in ascending order of x.

    >>> print(all_mixtures(finger_game(3)))
    one symmetric equilibrium, x the probability of 1
    x = -1+sqrt(2) (about 0.4142136), payoff 6-4*sqrt(2) (about 0.3431458)
    """

    kind: ClassVar[str] = "symmetric-equilibria"

    game: SymmetricTwoAction
    equilibria: tuple[SymmetricEquilibrium, ...]

    @property
    def every(self) -> bool:
        """Whether players are indifferent whatever x is, so that every x is an equilibrium."""
        return not self.game.difference

    def __iter__(self) -> Iterator[SymmetricEquilibrium]:
        return iter(self.equilibria)

    def __len__(self) -> int:
        return len(self.equilibria)

    def __getitem__(self, k: int) -> SymmetricEquilibrium:
        return self.equilibria[k]

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": self.game.players,
            "action": self.game.actions[0],
            "every": self.every,
            "equilibria": [e.to_json() for e in self.equilibria],
        }

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> SymmetricMixtures:
        small = _small(game)
        parts = [dict(part.data) for part in Claim(data).parts("equilibria")]
        return cls(small, tuple(SymmetricEquilibrium.from_json(small, part) for part in parts))

    def __str__(self) -> str:
        of_what = f"x the probability of {self.game.actions[0]}"
        if self.every:
            return f"every x is a symmetric equilibrium, {of_what}"
        count = len(self)
        head = "one symmetric equilibrium" if count == 1 else f"{count} symmetric equilibria"
        return "\n".join([f"{head}, {of_what}", *map(str, self.equilibria)])


@dataclass(frozen=True)
class JointMaximum(Solution, kind="joint-maximum"):
    """The best common mixture, what it is worth, and the best deviation from it.

    >>> best = finger_game(3, 1, 2).joint_optimum()
    >>> print(best)
    x = sqrt(3)/3 (about 0.5773503), payoff 2*sqrt(3)/9 (about 0.3849002), not an equilibrium
    one player alone would rather take 2, for 2/3
    """

    game: SymmetricTwoAction
    x: Point

    @cached_property
    def payoff(self) -> Point:
        return evaluate_at(self.game.payoff_polynomial, self.x)

    @property
    def is_equilibrium(self) -> bool:
        sign = sign_at(self.game.difference, self.x)
        return sign == 0 or (self.x == 0 and sign < 0) or (self.x == 1 and sign > 0)

    @property
    def deviation(self) -> int:
        """The better action (0 or 1) for one player alone; the first on a tie."""
        return self.game.best_action(self.x) or 0

    @cached_property
    def deviation_payoff(self) -> Point:
        """What that action is worth to one player alone."""
        lines = (self.game.first_polynomial, self.game.second_polynomial)
        return evaluate_at(lines[self.deviation], self.x)

    @cached_property
    def slope(self) -> Point:
        """By how much a player's payoff changes with their own probability of the first action."""
        return evaluate_at(self.game.difference, self.x)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "x": _json(self.x),
            self.game.word: _json(self.payoff),
            "is_equilibrium": self.is_equilibrium,
            "deviation": self.game.actions[self.deviation],
            f"deviation_{self.game.word}": _json(self.deviation_payoff),
        }

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> JointMaximum:
        return cls(_small(game), read_point(Claim(data).raw("x"), "x"))

    def __str__(self) -> str:
        verdict = "an equilibrium" if self.is_equilibrium else "not an equilibrium"
        line = f"x = {_text(self.x)}, {self.game.word} {_text(self.payoff)}, {verdict}"
        if self.is_equilibrium:
            return line
        action = self.game.actions[self.deviation]
        alone = f"one player alone would rather take {action}, for {_text(self.deviation_payoff)}"
        return f"{line}\n{alone}"


def all_mixtures(game: SymmetricTwoAction) -> SymmetricMixtures:
    """The symmetric equilibria as one answer that can be verified."""
    return SymmetricMixtures(game, game.equilibria())


def finger_game(n: int = 3, a: Any = 1, b: Any = 2) -> SymmetricTwoAction:
    """n players show one or two fingers; who alone shows one gets a, who alone shows two gets b.

    The symmetric equilibrium shows one finger with probability 1 / (1 + (b/a)^(1/(n-1))).

    Parameters
    ----------
    n : int, default 3
        How many players, at least 3.
    a : number
        The prize for showing one finger alone.
    b : number
        The prize for showing two fingers alone.

    Returns
    -------
    SymmetricTwoAction
        The game.

    Examples
    --------
    >>> print(*finger_game(4).equilibria())
    x = 0.4424933 (root of 3t^3 - 3t^2 + 3t - 1), payoff 0.1732807 (root of ...)
    """
    if not isinstance(n, int) or isinstance(n, bool) or n < 3:
        raise GameError(f"the finger game needs at least 3 players, not {n}")
    if n > MOST_PLAYERS:
        raise _too_many(n)
    one, two = exact(a, "a"), exact(b, "b")
    for name, prize in (("a", one), ("b", two)):
        if prize <= 0:
            raise GameError(f"{name} is {show(prize)}; a prize must be positive")
    nothing = (Fraction(0),) * (n - 1)
    title = f"Fingers, {count_of(n, 'player')}, prizes {show(one)} and {show(two)}"
    return SymmetricTwoAction(n, (one, *nothing), (*nothing, two), ("1", "2"), title)


@extends(StrategicGame)
def symmetric_two_action(game: StrategicGame) -> SymmetricTwoAction:
    """Recognize a symmetric two-action game in one with all cells written out.

    Parameters
    ----------
    game : StrategicGame
        A symmetric game with two strategies for each player.

    Returns
    -------
    SymmetricTwoAction
        The same game, with a payoff for each number of others.

    Examples
    --------
    >>> symmetric_two_action(finger_game(4).strategic()) == finger_game(4)
    True
    """
    n = len(game.players)
    if n < 2 or set(game.shape) != {2}:
        raise GameError("this takes two strategies for each of at least two players")
    if not game.exact:
        raise GameError("this is exact; give integers or fractions")
    if len(set(game.strategies)) > 1:
        raise GameError("this takes the same two strategies, in the same order, for every player")
    lines = [
        [game.payoff(own, *([0] * k + [1] * (n - 1 - k)))[0] for k in range(n)] for own in (0, 1)
    ]
    first, second = (tuple(exact(x) for x in line) for line in lines)
    names = (game.strategies[0][0], game.strategies[0][1])
    symmetric = SymmetricTwoAction(n, first, second, names, game.title, game.costs)
    if n > MOST_WRITTEN or symmetric.strategic().payoffs != game.payoffs:
        raise GameError(
            "the game is not symmetric: players in the same situation get different payoffs"
        )
    return symmetric


def _expectation(payoffs: tuple[Fraction, ...]) -> Polynomial:
    """The expectation of a payoff that depends on a binomial number of others."""
    m = len(payoffs) - 1
    coefficients = [Fraction(0)] * (m + 1)
    for k, payoff in enumerate(payoffs):
        if payoff:
            for i in range(m - k + 1):
                coefficients[k + i] += payoff * comb(m, k) * comb(m - k, i) * (-1) ** i
    return Polynomial.of(coefficients)


def _derivative(p: Polynomial) -> Polynomial:
    return Polynomial.of([k * c for k, c in enumerate(p.coefficients)][1:])


def _text(x: Point) -> str:
    if isinstance(x, RealRoot) and x.polynomial.degree == 2:
        return f"{write_point(x)} (about {float(x):.7g})"
    return write_point(x)


def _small(game: Any) -> SymmetricTwoAction:
    """A symmetric game of two actions each as such."""
    small: SymmetricTwoAction = (
        game if isinstance(game, SymmetricTwoAction) else game.symmetric_two_action()
    )
    return small


def _json(x: Point) -> Any:
    return plain(x) if isinstance(x, Fraction) else {**x.to_json(), "text": write_point(x)}
