"""A room: people come in, enter what they choose, and a round is closed when all have.

A room is what changes while a class plays; what was played is its :class:`Session`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.classroom.catalog import experiment as make_experiment
from kibitz.classroom.experiment import Experiment, RoundOutcome
from kibitz.classroom.session import Session, begin, read_session
from kibitz.core.errors import GameError

MOST_PLAYERS = 300
LONGEST_NAME = 24


class Room:
    """An experiment with people who join, enter, and wait for the others.

    Parameters
    ----------
    experiment : str or Experiment
        Which experiment.
    seed : int
        Decides private values and who meets whom.
    **parameters
        Parameters of the experiment.

    Examples
    --------
    >>> room = Room("guess")
    >>> for name in ("Ada", "Bob"):
    ...     room.join(name)
    >>> room.begin()
    >>> room.enter("Ada", "30")
    >>> room.missing
    ['Bob']
    >>> room.enter("Bob", "20")
    >>> room.close().facts["won by"]
    'Bob'
    """

    def __init__(self, experiment: str | Experiment, seed: int = 0, **parameters: Any) -> None:
        made = (
            make_experiment(experiment, **parameters) if isinstance(experiment, str) else experiment
        )
        self.experiment = made
        self.seed = seed
        self.players: list[str] = []
        self.entries: dict[str, str] = {}
        """What was entered in this round so far, as it was typed."""
        self.session: Session | None = None
        self.changes = 0
        """Grows with every change, for those who wait for one."""
        self.on_change: Callable[[], None] | None = None
        """What is called after every change, to keep a record."""

    @property
    def has_begun(self) -> bool:
        """Whether the players are complete."""
        return self.session is not None

    @property
    def round(self) -> int:
        """The number of the round that is being played, from 1."""
        return 1 if self.session is None else len(self.session.rounds) + 1

    @property
    def missing(self) -> list[str]:
        """Who has not entered anything in this round."""
        return [name for name in self.players if name not in self.entries]

    def join(self, name: str) -> None:
        """Come in, before the first round.

        Parameters
        ----------
        name : str
            The name of the player; one that is taken or too long is refused.
        """
        name = " ".join(name.split())
        if not name:
            raise GameError("write your name")
        if len(name) > LONGEST_NAME:
            raise GameError(f"a name has at most {LONGEST_NAME} characters")
        if self.has_begun:
            raise GameError("the first round has begun; no one can join now")
        if name.casefold() in (other.casefold() for other in self.players):
            raise GameError(f"the name {name} is taken; choose another")
        if len(self.players) >= MOST_PLAYERS:
            raise GameError(f"the room is full: {MOST_PLAYERS} players")
        self.players.append(name)
        self._change()

    def leave(self, name: str) -> None:
        """Go out again, before the first round.

        Parameters
        ----------
        name : str
            The name of a player.
        """
        if self.has_begun:
            raise GameError("the first round has begun; no one can leave now")
        if name in self.players:
            self.players.remove(name)
            self._change()

    def begin(self) -> None:
        """Let the first round begin, with those who are there."""
        if self.has_begun:
            raise GameError("the first round has begun already")
        self.session = begin(self.experiment, self.players, self.seed)
        self._change()

    def _change(self) -> None:
        self.changes += 1
        if self.on_change is not None:
            self.on_change()

    def private(self, name: str) -> str:
        """The player's private information before the round.

        Parameters
        ----------
        name : str
            The name of a player.
        """
        if self.session is None:
            return ""
        return self.experiment.private(name, len(self.session.rounds), self.session)

    def enter(self, name: str, text: str) -> None:
        """Enter something in this round, or something else before it is closed.

        Parameters
        ----------
        name : str
            The name of a player.
        text : str
            What the player enters; the experiment refuses what it cannot read.
        """
        if self.session is None:
            raise GameError("the first round has not begun yet")
        if name not in self.players:
            raise GameError(f"{name!r} is not in this room")
        self.experiment.read(text)
        self.entries[name] = text
        self._change()

    def close(self) -> RoundOutcome:
        """Close the round, in which everyone has entered something."""
        if self.session is None:
            raise GameError("the first round has not begun yet")
        if self.missing:
            raise GameError(f"round {self.round} waits for {', '.join(self.missing)}")
        self.session = self.session.play(self.entries)
        self.entries = {}
        self._change()
        return self.session.outcomes[-1]

    def to_json(self) -> dict[str, Any]:
        """The record of a room; :func:`read_room` reads it."""
        return {
            "kind": "experiment-room",
            "experiment": self.experiment.name,
            "parameters": self.experiment.parameters(),
            "seed": self.seed,
            "players": list(self.players),
            "entries": dict(self.entries),
            "session": None if self.session is None else self.session.to_json(),
        }


def read_room(data: Any) -> Room:
    """The room that some JSON stands for, with those who came in and what they have entered.

    Parameters
    ----------
    data : dict
        What :meth:`Room.to_json` writes.

    Returns
    -------
    Room
        The room.

    Examples
    --------
    >>> room = Room("guess")
    >>> room.join("Ada")
    >>> read_room(room.to_json()).players
    ['Ada']
    """
    if not isinstance(data, dict) or data.get("kind") != "experiment-room":
        raise GameError("this is not the record of a room")
    try:
        room = Room(str(data["experiment"]), int(data["seed"]), **data["parameters"])
        room.players = [str(name) for name in data["players"]]
        room.entries = {str(name): str(text) for name, text in data["entries"].items()}
        if data["session"] is not None:
            room.session = read_session(data["session"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise GameError("the record of a room is damaged") from None
    return room
