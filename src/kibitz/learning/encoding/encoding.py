"""An encoding: positions of a game as arrays, moves as outputs, symmetries of both."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.learning.encoding.actions import Actions
from kibitz.learning.encoding.features import Features
from kibitz.learning.encoding.words import words_of
from kibitz.rules.game import SIMULTANEOUS, Move, Rules, State


@dataclass(frozen=True)
class Symmetry:
    """A turn or mirror image: where each cell of a board and each action comes from."""

    cells: Any
    actions: Any


@dataclass(frozen=True)
class Encoding:
    """What a learner sees of a game's positions, and how its moves are numbered.

    Examples
    --------
    >>> import kibitz
    >>> from kibitz.learning.encoding.encode import encode
    >>> code = encode(kibitz.game("tic-tac-toe"))
    >>> code.shape, code.actions, len(code.symmetries)
    ((2, 3, 3), 9, 8)
    >>> position = kibitz.game("tic-tac-toe").position(4)
    >>> code.observe(position.state)[1].tolist()
    [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
    >>> code.legal(position.state).tolist()
    [True, True, True, True, False, True, True, True, True]
    """

    rules: Rules
    name: str
    shape: tuple[int, ...]
    """Planes, rows and columns of a board; or the length of a vector."""
    features: Features
    outputs: Actions
    width: int
    """How many words of a state are looked at; longer ones are cut, shorter ones padded."""
    symmetries: tuple[Symmetry, ...] = ()
    """The first is the identity; a vector has no other."""
    sees_all: bool = True
    """Whether the state is looked at; else what the player knows, where something is hidden."""

    @property
    def actions(self) -> int:
        """How many moves a policy tells apart."""
        return self.outputs.count

    @property
    def is_board(self) -> bool:
        """Whether positions are planes of a board."""
        return len(self.shape) == 3

    @property
    def size(self) -> int:
        """How many numbers a position comes to."""
        return int(np.prod(self.shape))

    @cached_property
    def digest(self) -> str:
        """A short text that differs for encodings that differ."""
        table = self.features
        arrays = (table.word, table.other, table.mode, table.number, self.outputs.table)
        whole = b"".join(a.tobytes() for a in arrays)
        return hashlib.sha256(repr((self.shape, self.width)).encode() + whole).hexdigest()[:16]

    def words(self, state: State, player: int) -> Any:
        """What is looked at of a state, as a row of words.

        Parameters
        ----------
        state : State
            A position.
        player : int
            The player who looks, from 0.

        Returns
        -------
        array of int
            One word for each feature, padded with zeros.
        """
        seen = state if self.sees_all else self.rules.information_state(state, player)
        row = np.zeros(self.width, np.int64)
        found = words_of(seen)[: self.width]
        row[: len(found)] = found
        return row

    def observe(self, state: State, player: int | None = None) -> Any:
        """A position as an array, seen by a player, by default the mover.

        Parameters
        ----------
        state : State
            The state.
        player : int, optional
            Who looks, the mover unless given.

        Returns
        -------
        array of float32
            An array of :attr:`shape`.
        """
        who = self._mover(state) if player is None else player
        return self.observe_words(self.words(state, who)[None], np.array([who]))[0]

    def observe_all(self, states: Sequence[State], players: Sequence[int] | None = None) -> Any:
        """What is seen of many positions at once.

        Parameters
        ----------
        states : sequence of State
            The positions.
        players : sequence of int, optional
            Who looks at each; the player to move if None.

        Returns
        -------
        array
            The inputs of a network, one block for each position.
        """
        who = [self._mover(s) for s in states] if players is None else list(players)
        rows = [self.words(s, p) for s, p in zip(states, who, strict=True)]
        table = np.array(rows, np.int64).reshape(len(rows), self.width)
        return self.observe_words(table, np.array(who, np.int64))

    def observe_words(self, words: Any, players: Any) -> Any:
        """What is seen of positions given as rows of words, as compiled rules write them.

        Parameters
        ----------
        words : array of int
            A row for each position.
        players : array of int
            Who looks at each, from 0.

        Returns
        -------
        array
            The inputs of a network, one block for each position.
        """
        return self.features.of(words, players).reshape(len(words), *self.shape)

    def action(self, move: Move) -> int:
        """The output of a policy that stands for a move.

        Parameters
        ----------
        move : Move
            A move.
        """
        return self.outputs.of(move)

    def action_list(self, moves: Iterable[Move]) -> Any:
        """The outputs of some moves, in their order.

        Parameters
        ----------
        moves : iterable of Move
            Some moves.

        Returns
        -------
        array of int
            The outputs.
        """
        return np.array([self.outputs.of(m) for m in moves], np.int64)

    def legal(self, state: State, player: int | None = None) -> Any:
        """Which outputs stand for legal moves, as an array of truth values.

        Parameters
        ----------
        state : State
            A position.
        player : int, optional
            Who is to move; needed only where all move simultaneously.

        Returns
        -------
        array of bool
            True for the outputs of legal moves.
        """
        mask = np.zeros(self.actions, bool)
        mask[self.action_list(self._moves(state, player))] = True
        return mask

    def policy(self, state: State, weights: Any, player: int | None = None) -> dict[Move, float]:
        """Outputs of a policy as probabilities of the legal moves; outputs need not add up to 1.

        Parameters
        ----------
        state : State
            A position.
        weights : array
            A weight for each output; negative ones count as 0.
        player : int, optional
            Who is to move; needed only where all move simultaneously.
        """
        moves = list(self._moves(state, player))
        found = np.maximum(np.asarray(weights, float)[self.action_list(moves)], 0.0)
        total = found.sum()
        odds = found / total if total > 0 else np.full(len(moves), 1 / len(moves))
        return dict(zip(moves, odds.tolist(), strict=True))

    def turned(self, boards: Any, policies: Any, symmetry: int) -> tuple[Any, Any]:
        """Positions and policies, as they are after a turn or mirror image of the board.

        Parameters
        ----------
        boards : array [states, planes, rows, columns]
            The positions.
        policies : array [states, actions]
            A number for each action.
        symmetry : int
            Which of :attr:`symmetries`.
        """
        if not self.symmetries:
            return boards, policies
        chosen = self.symmetries[symmetry]
        flat = boards.reshape(len(boards), self.shape[0], -1)[:, :, chosen.cells]
        return flat.reshape(boards.shape), policies[:, chosen.actions]

    def _moves(self, state: State, player: int | None) -> Iterable[Move]:
        if self.rules.player(state) == SIMULTANEOUS:
            return self.rules.choices(state, player or 0)
        return self.rules.moves(state)

    def _mover(self, state: State) -> int:
        who = self.rules.player(state)
        if who == SIMULTANEOUS:
            raise GameError(
                f"{self.rules.name}: players move simultaneously; name the player "
                f"whose view to encode"
            )
        return max(who, 0)
