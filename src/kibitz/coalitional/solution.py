"""Answers that give every player a payoff, and what they all share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Self

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.game import CoalitionalGame
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, exact, magnitude, plain, show
from kibitz.core.solution import Check, Solution
from kibitz.pictures import Picture

_TEXT = "__str__"
ROUNDING = 1e-9
"""How far, relative to the largest worth, a floating-point answer may be off."""


def _about_what_is_shared(text: Callable[[Any], str]) -> Callable[[Any], str]:
    """The text of an answer, after the name of the game where the players share no payoffs."""

    @wraps(text)
    def whole(answer: Any) -> str:
        said, shares = text(answer), getattr(answer.game, "shares", "")
        head = f"{shares} game, "
        return said if not shares or said.startswith(head) else head + said

    return whole


class CoalitionalAnswer(Solution):
    """What answers about coalitional games share; of a cost game they are about the savings.

    >>> from kibitz import cost_game
    >>> print(cost_game("A:100 B:110 A,B:140").imputations())
    savings game, imputations, the convex hull of 2 vertices
      (70, 0)
      (0, 70)
    """

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if _TEXT in cls.__dict__:
            setattr(cls, _TEXT, _about_what_is_shared(cls.__str__))

    if TYPE_CHECKING:

        @property
        def game(self) -> Any: ...

    @property
    def exact(self) -> bool:
        """Whether its numbers are exact."""
        is_exact: bool = self.game.exact
        return is_exact

    def explain(self) -> Explanation:
        """The game, the steps that lead to the answer, and the check of it."""
        return call(self, "explain_answer")

    def draw(self) -> Picture:
        """The game."""
        picture: Picture = self.game.draw()
        return picture


class DefinedAnswer(CoalitionalAnswer):
    """An answer that follows from the game by its definition."""

    @property
    def method(self) -> str:
        """How it was found, in words."""
        return "its definition"


@dataclass(frozen=True)
class Allocation(CoalitionalAnswer):
    """One payoff for each player, the method that found it, and its working for ``explain``."""

    concept: ClassVar[str]
    """What it is called, such as ``"Shapley value"``."""

    game: CoalitionalGame
    payoffs: tuple[Number, ...]
    method: str
    working: Any = field(default=None, compare=False, repr=False)

    @property
    def exact(self) -> bool:
        return all(isinstance(x, Fraction) for x in self.payoffs)

    @property
    def total(self) -> Number:
        return sum(self.payoffs, Fraction(0))

    @property
    def by_player(self) -> dict[str, Number]:
        return dict(zip(self.game.players, self.payoffs, strict=True))

    def __getitem__(self, player: Any) -> Number:
        return self.payoffs[self.game.position(player)]

    def __iter__(self) -> Iterator[Number]:
        return iter(self.payoffs)

    def __len__(self) -> int:
        return len(self.payoffs)

    def excess(self, *names: Any) -> Number:
        """What a coalition could earn beyond what it is given: v(S) - x(S).

        Parameters
        ----------
        *names : str or int
            The players of the coalition, singly, as ``"A,B"`` or as a set.
        """
        mask = self.game.mask(*names)
        return self.game.value(mask) - sum((self.payoffs[i] for i in members(mask)), Fraction(0))

    def draw(self) -> Picture:
        """The payoffs: in the imputation triangle for three players, as bars otherwise."""
        return call(self, "draw_allocation")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "payoffs": [plain(x) for x in self.payoffs],
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Self:
        return cls(game, *read_point(game, data), **cls._more(game, data))

    @classmethod
    def _more(cls, game: CoalitionalGame, data: dict[str, Any]) -> dict[str, Any]:
        """The fields of subclasses."""
        return {}

    def __str__(self) -> str:
        width = max(map(len, self.game.players))
        lines = [f"  {name:<{width}}  {show(x)}" for name, x in self.by_player.items()]
        return "\n".join([self.concept, *lines, f"found by {self.method}"])


def read_point(game: CoalitionalGame, data: dict[str, Any]) -> tuple[tuple[Number, ...], str]:
    """The payoffs and the method that some JSON names."""
    return game.payoffs(data.get("payoffs")), str(data.get("method", ""))


def read_points(
    game: CoalitionalGame, data: dict[str, Any], key: str
) -> tuple[tuple[Fraction, ...], ...]:
    """A list of payoffs in some JSON, as exact numbers."""
    given = data.get(key)
    if not isinstance(given, list):
        raise GameError(f"{key}: expected a list of payoffs")
    return tuple(tuple(exact(v) for v in game.payoffs(x, key)) for x in given)


def read_exact(
    game: CoalitionalGame, data: dict[str, Any], key: str = "payoffs"
) -> tuple[Fraction, ...]:
    """Payoffs in some JSON, as exact numbers."""
    return tuple(exact(v) for v in game.payoffs(data.get(key), key))


def read_object(data: dict[str, Any], key: str) -> dict[str, Any]:
    """An object in some JSON."""
    value = data.get(key)
    if not isinstance(value, dict):
        raise GameError(f"{key}: expected an object")
    return value


def read_objects(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """A list of objects in some JSON."""
    values = data.get(key)
    if not isinstance(values, list) or not all(isinstance(x, dict) for x in values):
        raise GameError(f"{key}: expected a list of objects")
    return values


def slack(game: CoalitionalGame, payoffs: tuple[Number, ...]) -> Number:
    """How far numbers may be apart that should be equal: nothing when all is exact."""
    if game.exact and all(isinstance(x, Fraction) for x in payoffs):
        return Fraction(0)
    return ROUNDING * max(1e-300, float(abs(game.worths.floats()).max()))


def agree(what: str, value: Number, wanted: Number, tolerance: Number) -> Check:
    """A check that two numbers are the same.

    >>> print(agree("the payoffs add up to v(N)", Fraction(3), Fraction(7, 2), Fraction(0)))
    ✗ the payoffs add up to v(N): 3, not 7/2
    """
    good = magnitude(value - wanted) <= tolerance
    return Check(what, good, show(value) + ("" if good else f", not {show(wanted)}"))
