"""Games known by a few parameters: the table of all coalitions is written when it is asked for.

So a game of many players can be built, and answered by the closed forms of its family, without
the 2^n numbers that the general methods need.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import FrozenInstanceError
from functools import cached_property
from typing import Any

from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import MOST_PLAYERS, amounts_in_words, player_objects
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, magnitude, number, show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor

LARGEST = 1e290
"""Floats up to which sums of a thousand of them do not overflow."""


class Parametric(ABC):
    """What is known by parameters; subclasses say how to write the table of all coalitions.

    It is kept in files by its name on the shelf and its parameters.
    """

    instead = "take fewer players"
    """What to do when there are too many players for a table."""

    players: tuple[str, ...]
    title: str

    def __init__(self, players: tuple[str, ...], title: str, **parameters: Any) -> None:
        for name, value in {"players": players, "title": title, **parameters}.items():
            object.__setattr__(self, name, value)

    @cached_property
    def table(self) -> Tensor:
        """The numbers of all coalitions, by mask."""
        n = len(self.players)
        if n > MOST_PLAYERS:
            raise GameError(
                f"{n} players have 2^{n} coalitions; they are tabulated for at most "
                f"{MOST_PLAYERS}; {self.instead}"
            )
        return self._tabled()

    @abstractmethod
    def _tabled(self) -> Tensor:
        """Write the table."""

    @abstractmethod
    def parameters(self) -> tuple[Any, ...]:
        """What the game is known by."""

    def _key(self) -> tuple[Any, ...]:
        return (type(self), self.players, self.title, *self.parameters())

    def __setattr__(self, name: str, value: Any) -> None:
        raise FrozenInstanceError(f"cannot change {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Parametric) or type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"<{name} {count_of(len(self.players), 'player')} {self.title}>".replace(" >", ">")


class ParametricCoalitionalGame(Parametric, CoalitionalGame):
    """A coalitional game that is known by parameters."""

    @property
    def worths(self) -> Tensor:
        return self.table

    def as_table(self) -> CoalitionalGame:
        """The same game, known by its worths only."""
        return CoalitionalGame(self.worths, self.players, self.title)


class ParametricCostGame(Parametric, CostGame):
    """A cost game that is known by parameters."""

    @property
    def costs(self) -> Tensor:
        return self.table

    def as_table(self) -> CostGame:
        """The same game, known by its costs only."""
        return CostGame(self.costs, self.players, self.title)


def remember(game: Any, name: str, **parameters: Any) -> None:
    """Note how a game is called on the shelf, unless names of players cannot be said there."""
    if not any(len(player.split()) > 1 for player in game.players):
        object.__setattr__(game, "made_by", (name, parameters))


def name_players(given: Any, count: int, what: str = "players") -> tuple[str, ...]:
    """Names of the players: those that were given, or 1 to n.

    >>> name_players(None, 3), name_players("A B", 2)
    (('1', '2', '3'), ('A', 'B'))
    >>> name_players("A B", 3)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: players: 2 names for 3
    """
    if given is None:
        return tuple(str(i) for i in range(1, count + 1))
    names = tuple(str(x).strip() for x in player_objects(given))
    if len(names) != count:
        raise GameError(f"{what}: {count_of(len(names), 'name')} for {count}")
    for name in names:
        if not name:
            raise GameError(f"{what}: a name is empty")
        if "," in name:
            raise GameError(f"{what}: the name {name!r} has a comma, which separates players")
        if names.count(name) > 1:
            raise GameError(f"{what}: the name {name!r} is used twice")
    return names


def read_amounts(given: Any, what: str, unit: str) -> tuple[Number, ...]:
    """Numbers that are not negative, from a list, a dict by name or words; at least one.

    >>> read_amounts("1 1/2", "claims", "claim")
    (Fraction(1, 1), Fraction(1, 2))
    >>> read_amounts([3, -1], "claims", "claim")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: claims: claim 2 is -1; it must not be negative
    """
    amounts = read_numbers(given, what, unit)
    for k, x in enumerate(amounts, 1):
        if x < 0:
            raise GameError(f"{what}: {unit} {k} is {show(x)}; it must not be negative")
    return amounts


def read_numbers(given: Any, what: str, unit: str) -> tuple[Number, ...]:
    """Numbers from a list, a dict by name or words; at least one."""
    if isinstance(given, str):
        given = amounts_in_words(given)
    if isinstance(given, Mapping):
        given = list(given.values())
    if not hasattr(given, "__iter__"):
        raise GameError(f"{what}: {given!r} is not a list of numbers")
    amounts = tuple(number(x, f"{what}, {unit} {k}") for k, x in enumerate(given, 1))
    if not amounts:
        raise GameError(f"{what}: there must be at least one")
    return amounts


def whole_number(given: Any, what: str, least: int = 0, most: int = 1000) -> int:
    """A whole number within bounds.

    >>> whole_number("3", "members"), whole_number(2.0, "members")
    (3, 2)
    >>> whole_number(-1, "members")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: members is -1; it must be a whole number from 0 to 1000
    """
    value = number(given, what)
    if value != value or not least <= value <= most or value != int(value):
        raise GameError(
            f"{what} is {show(value)}; it must be a whole number from {least} to {most}"
        )
    return int(value)


def by_player(given: Any, players: Any) -> Any:
    """Amounts by name in the order of the players, when both are given; other amounts as they are.

    >>> by_player({"B": 2, "A": 1}, "A B")
    {'A': 1, 'B': 2}
    >>> by_player({"B": 2, "A": 1}, "A C")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: amounts are given for B, A, and the players are A, C
    """
    if isinstance(given, str):
        given = amounts_in_words(given)
    if players is None or not isinstance(given, Mapping):
        return given
    amounts = {str(name): amount for name, amount in given.items()}
    names = [str(x).strip() for x in player_objects(players)]
    if sorted(names) != sorted(amounts):
        raise GameError(
            f"amounts are given for {', '.join(amounts)}, and the players are {', '.join(names)}"
        )
    return {name: amounts[name] for name in names}


def names_of(given: Any, players: Any) -> Any:
    """The names that go with amounts: those said, or the keys when amounts come as a dict."""
    if players is not None:
        return players
    if isinstance(given, str):
        given = amounts_in_words(given)
    return list(given) if isinstance(given, Mapping) else None


def all_floats(*groups: Sequence[Number]) -> bool:
    """Whether a number among them is a float, so that all are to be taken as floats."""
    numbers = [x for group in groups for x in group]
    if not any(isinstance(x, float) for x in numbers):
        return False
    for x in numbers:
        if magnitude(x) > LARGEST:
            raise GameError(f"{show(x):.20}... is too large for floating point; write fractions")
    return True
