"""What rules may tell searches: estimates, the order of moves, bounds, a null move."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz.core.numbers import Number
from kibitz.rules.position import Move, State


class SearchHints:
    """Optional methods of rules that make searches stronger; without them search is plain."""

    def alike(self, state: State, player: int) -> Iterable[tuple[State, Number]]:
        """The positions that look like this one to the player to move, and how they compare.

        Searches ask for it instead of looking for them from the start, which takes long in large
        games. The numbers are probabilities, or in proportion to them.

        Parameters
        ----------
        state : State
            A position.
        player : int
            The player to move, from 0.

        Returns
        -------
        iterable of pairs
            Pairs of a position and its weight.
        """
        raise NotImplementedError

    def evaluate(self, state: State) -> tuple[Number, ...]:
        """An estimate of the payoffs where the game is not over.

        Parameters
        ----------
        state : State
            A position that is not over.

        Returns
        -------
        tuple of numbers
            A number for each player, on the scale of the payoffs.
        """
        raise NotImplementedError

    def order(self, state: State, move: Move) -> int:
        """How promising a move looks; searches try high numbers first.

        Parameters
        ----------
        state : State
            A position.
        move : Move
            One of its moves.
        """
        raise NotImplementedError

    def noisy(self, state: State, move: Move) -> bool:
        """Whether a move upsets the estimate, as a capture does; searches look beyond it.

        Parameters
        ----------
        state : State
            A position.
        move : Move
            One of its moves.
        """
        raise NotImplementedError

    def candidates(self, state: State) -> Iterable[Move]:
        """Moves among which a best one is sure to be; searches for the value try no others.

        They ask where ``limits`` leave the value open, and nowhere else.

        Parameters
        ----------
        state : State
            A position.
        """
        raise NotImplementedError

    def limits(self, state: State) -> tuple[Number, Number]:
        """The least and the most that player 0 can still get, as far as a look can tell.

        Parameters
        ----------
        state : State
            A position that is not over.
        """
        raise NotImplementedError

    def pick(self, state: State, lot: int) -> Move:
        """The move for a random number from 0 to 2**32 - 1, or -1 to be asked again.

        Random games ask for it instead of listing the moves; all must be equally likely.

        Parameters
        ----------
        state : State
            A position where a player is to move.
        lot : int
            A random number.
        """
        raise NotImplementedError

    def null_move(self, state: State) -> State:
        """The position after a null move: the player to move passes.

        Parameters
        ----------
        state : State
            A position where a player is to move.
        """
        raise NotImplementedError

    passed = null_move
