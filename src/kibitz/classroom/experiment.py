"""What an experiment is: what players may enter, what a round pays, and what theory says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import exact, plain

if TYPE_CHECKING:
    from kibitz.classroom.session import Session
    from kibitz.core.explanation import Step

Entry = Any
"""What a player enters in a round: a number or a word."""


@dataclass(frozen=True)
class RoundOutcome:
    """A round: what each player entered, what each player earned, and facts about it by name."""

    entries: dict[str, Entry]
    payoffs: dict[str, Fraction]
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Experiment(ABC):
    """Rules of an experiment; its fields are its parameters.

    A page, a program or the command line needs no more than this: ``instructions`` to show,
    ``private`` for what only one player sees, ``read`` for what is typed, and ``outcome`` for a
    round. Results of all rounds are those of the :class:`~kibitz.classroom.session.Session`.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    least: ClassVar[int] = 2
    """The least number of players."""
    choices: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What can be entered, with words for it, where it is one of a few things."""

    @property
    @abstractmethod
    def instructions(self) -> str:
        """The instructions that the players read."""

    @abstractmethod
    def read(self, text: Any, player: str = "") -> Entry:
        """What a player typed; an error says what would be right.

        Parameters
        ----------
        text : str or number
            What the player entered.
        player : str, default ""
            The name of the player, for experiments in which roles differ.

        Returns
        -------
        Entry
            What counts in the round.
        """

    @abstractmethod
    def outcome(self, entries: Mapping[str, Entry], session: Session) -> RoundOutcome:
        """What a round pays.

        Parameters
        ----------
        entries : mapping
            What each player entered, by name.
        session : Session
            The rounds before this one.
        """

    @abstractmethod
    def theory(self, session: Session) -> Step:
        """What theory says, beside what was played.

        Parameters
        ----------
        session : Session
            All rounds that were played.
        """

    def private(self, player: str, round_: int, session: Session) -> str:
        """Private information of a player before a round; nothing in most experiments.

        Parameters
        ----------
        player : str
            The name of the player.
        round_ : int
            The round, from 0.
        session : Session
            The session, whose seed decides private values.
        """
        return ""

    def parameters(self) -> dict[str, Any]:
        """Its parameters for JSON."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


def _plain(value: Any) -> Any:
    return plain(value) if isinstance(value, Fraction) else value


def read_number(text: Any, low: Fraction | int, high: Fraction | int, player: str) -> Fraction:
    """A number between two bounds."""
    where = player or "the entry"
    value = exact(text, where)
    if not low <= value <= high:
        raise GameError(f"{where}: {text} is not between {low} and {high}")
    return value


def read_word(text: Any, words: Mapping[str, str], player: str) -> str:
    """One of some words; other spellings lead to them."""
    key = str(text).strip().casefold()
    if key in words:
        return words[key]
    near = did_you_mean(key, list(words))
    raise GameError(f"{player or 'the entry'}: {text!r} is not a choice{near}")


def mean(numbers: Sequence[Fraction]) -> Fraction:
    """The average.

    >>> mean([Fraction(1), Fraction(2)])
    Fraction(3, 2)
    """
    return sum(numbers, Fraction(0)) / len(numbers)
