"""What rules tell databases: the numbers of positions, and moves backwards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from kibitz.rules.position import Move, State


class InEnding(NamedTuple):
    """How a position of a larger game stands in an ending."""

    state: State
    swapped: bool = False
    """Whether the players have changed places there."""
    plies: int | None = None
    """A win counts in the larger game if it takes no more plies than this; None for any number."""


class NumberedPositions:
    """Optional methods of rules for databases that keep a value for each number of a position."""

    alternates: bool = False
    """Players alternate, and the player to move at the end has never won."""

    def layers(self) -> tuple[tuple[str, int], ...]:
        """Groups of positions with their sizes, in the order of their numbers.

        A move leads from a group into the same one or one before it, as captures do.
        """
        raise NotImplementedError

    def index(self, state: State) -> int:
        """The number of a position; the same for its mirror images, perhaps.

        It is -1 where the game is over and a look at the position says who has won.

        Parameters
        ----------
        state : State
            A position.
        """
        raise NotImplementedError

    def at_index(self, number: int) -> State:
        """The position of a number, whether it can stand on the board or not.

        Parameters
        ----------
        number : int
            A number that :meth:`index` can give.
        """
        raise NotImplementedError

    def is_position(self, state: State) -> bool:
        """Whether a state is one that the rules allow.

        Parameters
        ----------
        state : State
            What :meth:`at_index` gave.
        """
        raise NotImplementedError

    def predecessors(self, state: State) -> Iterable[int]:
        """The numbers of the positions of the same layer with a move to this one.

        Parameters
        ----------
        state : State
            A position.
        """
        raise NotImplementedError

    def converting(self, state: State) -> Iterable[Move]:
        """The moves out of the layer, as captures are; all moves if not said.

        Parameters
        ----------
        state : State
            A position where someone is to move.
        """
        raise NotImplementedError

    def comes_to(self, state: State) -> tuple[State, int, int]:
        """The position of this ending that a position of a larger game has come to.

        Parameters
        ----------
        state : State
            A position of the larger game, whose states have the same fields.

        Returns
        -------
        tuple
            The position; 1 if the players have changed places there, 0 if not, -1 if it is not a
            position of this ending; and the quiet plies that the larger game has counted.
        """
        raise NotImplementedError

    def counted_in(self, game: Any) -> int | None:
        """The quiet plies after which a larger game is drawn; None where it does not count them.

        Parameters
        ----------
        game : Rules
            The larger game; one that never comes to this ending is an error.
        """
        raise NotImplementedError

    def ending_of(self, game: Any, state: State) -> InEnding | None:
        """The position of this ending that a position of a larger game has come to.

        Searches of the larger game that :func:`consult a database <kibitz.search.search.search>`
        of this one ask for it. It follows from ``comes_to`` and ``counted_in``.

        Parameters
        ----------
        game : Rules
            The larger game; one that never comes to this ending is an error.
        state : State
            A position there.

        Returns
        -------
        InEnding or None
            None where the position is not one of this ending.
        """
        limit = self.counted_in(game)
        here, swapped, quiet = self.comes_to(state)
        if swapped < 0:
            return None
        return InEnding(here, swapped == 1, None if limit is None else limit - quiet)
