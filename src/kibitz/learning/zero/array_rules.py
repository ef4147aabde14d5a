"""Rules over arrays: thousands of games in step, on a graphics card or any other device.

Some games can be written as operations on arrays of positions. Then self-play, search and
training run on the device from end to end, and no position ever crosses to the processor. The
positions are those of the rules: the tests play both side by side.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from kibitz.rules.game import Rules

Batch = Any
"""Positions: a tuple of arrays whose first axis counts them."""


class ArrayRules(Protocol):
    """A game of two opponents in strict turns, over arrays; positions are seen by the mover."""

    shape: tuple[int, int, int]
    actions: int
    longest: int

    def start(self, count: int) -> Batch:
        """The start positions of a batch of games."""

    def legal(self, batch: Batch) -> Any:
        """Truth values, positions by actions."""

    def play(self, batch: Batch, action: Any) -> Batch:
        """The positions after an action in each."""

    def result(self, batch: Batch) -> tuple[Any, Any]:
        """Whether each game is over, and what its mover then gets, from -1 to 1."""

    def planes(self, batch: Batch) -> Any:
        """The positions as a network sees them: an array of positions by :attr:`shape`."""

    def read(self, states: list[Any]) -> Batch:
        """States of the rules as positions."""


class ConnectFourArrays:
    """Connect Four: for each column the bits of the mover's stones, and of all stones."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.shape = (2, height, width)
        self.actions = width
        self.longest = width * height

    def start(self, count: int) -> Batch:
        import jax.numpy as jnp

        empty = jnp.zeros((count, self.width), jnp.int32)
        return (empty, empty)

    def legal(self, batch: Batch) -> Any:
        return batch[1] < (1 << self.height) - 1

    def play(self, batch: Batch, action: Any) -> Batch:
        import jax.numpy as jnp

        mine, every = batch
        here = jnp.arange(self.width) == action[:, None]
        return (mine ^ every, jnp.where(here, every | (every + 1), every))

    def result(self, batch: Batch) -> tuple[Any, Any]:
        import jax.numpy as jnp

        mine, every = batch
        lost = self._has_four(mine ^ every)
        full = (every == (1 << self.height) - 1).all(1)
        return lost | full, jnp.where(lost, -1.0, 0.0)

    def _has_four(self, stones: Any) -> Any:
        pair = stones & (stones >> 1)
        found = (pair & (pair >> 2)).any(1)
        if self.width < 4:
            return found
        a, b, c, d = (stones[:, k : self.width - 3 + k] for k in range(4))
        across = a & b & c & d
        down = a & (b >> 1) & (c >> 2) & (d >> 3)
        up = a & (b << 1) & (c << 2) & (d << 3)
        return found | (across | down | up).any(1)

    def planes(self, batch: Batch) -> Any:
        import jax.numpy as jnp

        mine, every = batch
        rows = jnp.arange(self.height - 1, -1, -1)[:, None]
        seen = [(part[:, None, :] >> rows) & 1 for part in (mine, mine ^ every)]
        return jnp.stack(seen, 1)

    def read(self, states: list[Any]) -> Batch:
        side = self.height + 1
        shifts = side * np.arange(self.width)
        words = np.array([(s[0], s[1]) for s in states], np.int64).reshape(-1, 2, 1)
        columns = ((words >> shifts) & ((1 << side) - 1)).astype(np.int32)
        return (columns[:, 0], columns[:, 1])


class LineGameArrays:
    """Marks on a board, a line of k wins: the mover's squares, and the other's."""

    def __init__(self, columns: int, rows: int, k: int, pays: int, lines: Any) -> None:
        self.shape = (2, rows, columns)
        self.actions = self.longest = columns * rows
        self.pays, self.lines = pays, lines

    def start(self, count: int) -> Batch:
        import jax.numpy as jnp

        empty = jnp.zeros((count, self.actions), bool)
        return (empty, empty)

    def legal(self, batch: Batch) -> Any:
        return ~(batch[0] | batch[1])

    def play(self, batch: Batch, action: Any) -> Batch:
        import jax.numpy as jnp

        return (batch[1], batch[0] | (jnp.arange(self.actions) == action[:, None]))

    def result(self, batch: Batch) -> tuple[Any, Any]:
        import jax.numpy as jnp

        lost = batch[1][:, self.lines].all(2).any(1)
        full = (batch[0] | batch[1]).all(1)
        return lost | full, jnp.where(lost, -float(self.pays), 0.0)

    def planes(self, batch: Batch) -> Any:
        import jax.numpy as jnp

        return jnp.stack(batch, 1).reshape(-1, *self.shape)

    def read(self, states: list[Any]) -> Batch:
        words = np.array([(s[0], s[1]) for s in states], np.int64).reshape(-1, 2, 1)
        marks = (words >> np.arange(self.actions)) & 1 > 0
        seconds = (marks.sum((1, 2)) % 2 > 0)[:, None]
        mine = np.where(seconds, marks[:, 1], marks[:, 0])
        theirs = np.where(seconds, marks[:, 0], marks[:, 1])
        return (mine, theirs)


def array_rules(rules: Rules) -> ArrayRules | None:
    """The game over arrays, where it is written so; None where it is not.

    Parameters
    ----------
    rules : Rules
        The game.

    Returns
    -------
    ArrayRules or None
        Connect Four and games of lines so far.

    Examples
    --------
    >>> import kibitz
    >>> array_rules(kibitz.game("connect-four")).shape
    (2, 6, 7)
    >>> array_rules(kibitz.game("checkers")) is None
    True
    """
    names = [kind.__name__ for kind in type(rules).__mro__]
    game: Any = rules
    if "ConnectFour" in names and not game.by_speed:
        return ConnectFourArrays(game.width, game.height)
    if "LineGame" in names:
        lines = [
            [cell for cell in range(game.m * game.n) if mask >> cell & 1] for mask in game.lines
        ]
        return LineGameArrays(game.m, game.n, game.k, game.line_pays, np.array(lines))
    return None
