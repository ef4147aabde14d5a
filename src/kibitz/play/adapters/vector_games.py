"""Thousands of games stepped at once, by rules that are compiled together with the loop.

What a learner needs of all these games lies in arrays: observations as planes or vectors, which
actions are legal, whose turn it is, what was paid. A game that ends begins again in the same step,
so that no place in the arrays is ever idle.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.learning.encoding.encode import encode
from kibitz.learning.encoding.features import REAL
from kibitz.play.adapters import vector_kernels as kernels
from kibitz.play.adapters.actions import ActionSpace, must_take_turns
from kibitz.play.adapters.forms import as_rules
from kibitz.rules.compile.machine import machine
from kibitz.rules.game import Rules

LONGEST = 1 << 60
"""Moves after which a game is cut off by default."""


@dataclass(frozen=True, slots=True)
class VectorStep:
    """What a step came to, a row for each game."""

    observation: Any
    """What the player to move sees, as floats: planes, rows and columns of a board, or a vector."""
    mask: Any
    """Which actions are legal."""
    player: Any
    """Whose turn it is."""
    reward: Any
    """What each player was paid in this step."""
    terminated: Any
    """Whether the game was over; the row then shows a new one."""
    truncated: Any
    """Whether the game was cut because it had become too long."""


class VectorGames:
    """Many games of the same rules, side by side.

    Parameters
    ----------
    rules : Rules
        The game, in any form that can be played: its moves are whole numbers from 0, and players
        take turns.
    count : int
        How many games there are.
    actions : int, optional
        How many actions there are; found by random games if omitted.
    longest : int, optional
        The number of moves after which a game is cut.
    compiled : bool, default True
        Whether the rules are compiled; in Python they give the same steps.

    Examples
    --------
    >>> import kibitz
    >>> games = VectorGames(kibitz.game("tic-tac-toe"), 4, compiled=False)
    >>> first = games.reset(seed=1)
    >>> first.observation.shape, first.mask.shape
    ((4, 2, 3, 3), (4, 9))
    >>> games.step([4, 4, 0, 8]).player.tolist()
    [1, 1, 1, 1]
    """

    def __init__(
        self,
        rules: Rules,
        count: int,
        actions: int | None = None,
        longest: int | None = None,
        compiled: bool = True,
    ) -> None:
        if count < 1:
            raise GameError(f"count is {count}; it must be at least 1")
        rules = as_rules(rules)
        must_take_turns(rules)
        known = ActionSpace(rules, actions)
        if not known.plain:
            raise GameError(f"{rules.name}: its moves are not numbers from 0; use aec_env instead")
        self.rules, self.count, self.actions = rules, count, known.count
        self._machine = machine(rules, kernels, compiled=compiled)
        self._encoding = encode(rules)
        self._longest = longest or LONGEST
        most = max(rules.most_moves, known.count)
        self._store = self._machine.room_for_states(count)
        self._luck = np.ones(count, np.uint64)
        self._movers = np.zeros(count, np.int64)
        self._masks = np.zeros((count, known.count), np.bool_)
        self._ages = np.zeros(count, np.int64)
        self._rewards = np.zeros((count, rules.players))
        self._ends = np.zeros(count, np.int8)
        self._rows = np.zeros(most, np.int64), np.zeros(most), np.zeros(most)
        self._start = self._machine.encode(rules.start())

    @property
    def is_compiled(self) -> bool:
        """Whether the rules run as machine code."""
        return self._machine.is_compiled

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation: planes, rows and columns, or the length of a vector."""
        return self._encoding.shape

    def reset(self, seed: int = 0) -> VectorStep:
        """Begin all games.

        Parameters
        ----------
        seed : int, default 0
            The random seed, from which every game gets its own luck.
        """
        made = np.random.default_rng(seed).integers(1, 1 << 63, self.count, np.uint64)
        self._luck[:] = made
        self._machine.begin_games(
            self._start, self._store, self._luck, self._movers, self._masks, self._ages, *self._rows
        )
        self._rewards[:] = 0
        self._ends[:] = kernels.GOES_ON
        return self._seen()

    def step(self, actions: Any) -> VectorStep:
        """Play an action in every game.

        Parameters
        ----------
        actions : array of int
            An action for each game, legal by its mask.
        """
        self.advance(actions)
        return self._seen()

    def advance(self, actions: Any) -> None:
        """Play an action in every game, without computing observations.

        Parameters
        ----------
        actions : array_like of int
            The number of an action for each game.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.count,):
            raise GameError(
                f"{chosen.shape} actions for {count_of(self.count, 'game')}; give one for each"
            )
        wrong = self._machine.step_games(
            self._start,
            self._store,
            chosen,
            self._luck,
            self._movers,
            self._masks,
            self._ages,
            self._rewards,
            self._ends,
            *self._rows,
            self._longest,
        )
        if wrong >= 0:
            raise GameError(f"{self.rules.name}: action {chosen[wrong]} is illegal in game {wrong}")

    def random_actions(self) -> Any:
        """A legal action in every game, all equally likely."""
        chosen = np.zeros(self.count, np.int64)
        self._machine.random_actions(self._luck, self._movers, self._masks, chosen)
        return chosen

    def states(self) -> list[Any]:
        """The states of all games, as the rules have them."""
        made = self._machine
        return [made.decode(made.take_state(self._store, k)) for k in range(self.count)]

    def _seen(self) -> VectorStep:
        return VectorStep(
            self._observed(),
            self._masks.copy(),
            self._movers.copy(),
            self._rewards.copy(),
            self._ends == kernels.ENDED,
            self._ends == kernels.CUT,
        )

    def _observed(self) -> Any:
        """What the player to move sees of every game."""
        code = self._encoding
        if not self.is_compiled or not code.sees_all:
            return code.observe_all(self.states(), self._movers.tolist())
        table = code.features
        words = self._store[:, : code.width]
        if (table.mode == REAL).any():
            short = code.width - words.shape[1]
            return code.observe_words(np.pad(words, ((0, 0), (0, short))), self._movers)
        seen = np.empty((self.count, table.count), np.float32)
        arrays = table.word, table.other, table.mode, table.number
        self._machine.see(np.ascontiguousarray(words), self._movers, *arrays, seen)
        return seen.reshape(self.count, *code.shape)
