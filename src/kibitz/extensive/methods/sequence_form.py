"""The sequence form of a two-player game: payoffs by pairs of sequences, and what plans must obey.

Rows and columns are sequences, the empty one first. A realization plan x of the row player obeys
``E x = e`` and ``x >= 0``, one of the column player ``F y = f`` and ``y >= 0``; together they give
the row player ``x A y``. Koller, Megiddo and von Stengel (1996).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

    from kibitz.extensive.game import ExtensiveGame

_SAFE = 1 << 62


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """Sparse payoffs and constraints, to be handed to any solver."""

    game: ExtensiveGame
    sequences: tuple[Any, Any]
    """For each player the numbers of its sequences in the treeplex, without the empty one."""
    rows: Any
    columns: Any
    entries: Any
    """The payoffs at these places, a column for each player: numbers of ``unit``, or floats."""
    unit: Fraction | None

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.sequences[0]) + 1, len(self.sequences[1]) + 1

    @cached_property
    def largest(self) -> Any:
        """The largest payoff of the first player, in numbers of the unit; 1 if all are zero."""
        return np.abs(self.entries[:, 0]).max(initial=0) or 1

    def names(self, player: int) -> tuple[str, ...]:
        """The sequences of a player, in words; the empty one is ∅."""
        game, plex = self.game, self.game.treeplex
        names = ["∅"]
        for sequence in self.sequences[player].tolist():
            infoset = int(plex.infoset_of[sequence])
            move = game.moves(infoset)[sequence - int(plex.offset[infoset])]
            names.append(f"{game.infoset_name(infoset)}: {move}")
        return tuple(names)

    def payoffs(self, player: int) -> csr_matrix:
        """A player's payoffs as a sparse matrix of floats."""
        from scipy.sparse import csr_matrix

        scale = 1.0 if self.unit is None else float(self.unit)
        data = self.entries[:, player].astype(float) * scale
        return csr_matrix((data, (self.rows, self.columns)), shape=self.shape)

    def matrices(self) -> tuple[list[Any], list[Any], list[Any]]:
        """P, E and F: the first player's payoffs, and the constraints E x = e and F y = f.

        All are nested lists of exact numbers. Rows of P are the first player's sequences, columns
        those of the second; e and f are 1 at the empty sequence and 0 elsewhere.

        >>> from kibitz import game
        >>> P, E, F = game("kuhn-poker").as_tree().sequence_form().matrices()
        >>> len(P), len(P[0]), len(E), len(E[0]), E[0][:3]
        (13, 13, 7, 13, [1, 0, 0])
        """
        if self.unit is None:
            raise GameError("the payoffs are floats; read the game with exact numbers")
        n0, n1 = self.shape
        payoff = [[Fraction(0)] * n1 for _ in range(n0)]
        for i, j, amount in zip(self.rows, self.columns, self.entries[:, 0], strict=True):
            payoff[i][j] = int(amount) * self.unit
        sides = []
        for player in range(2):
            rows, columns, data = self.constraint_entries(player)
            side = np.zeros((int(rows.max()) + 1, self.shape[player]), np.int64)
            side[rows, columns] = data
            sides.append(side.tolist())
        return payoff, sides[0], sides[1]

    def payoff(self, player: int, row: int, column: int) -> Number:
        """One entry, exactly."""
        hit = np.flatnonzero((self.rows == row) & (self.columns == column))
        if not len(hit):
            return Fraction(0) if self.unit is not None else 0.0
        amount = self.entries[hit[0], player]
        return float(amount) if self.unit is None else int(amount) * self.unit

    def constraints(self, player: int) -> tuple[csr_matrix, Any]:
        """The matrix and the right side that a player's realization plans obey.

        The first row says that the empty sequence has probability 1; each other row, one for each
        information set, that its moves share the probability of the sequence before it.
        """
        from scipy.sparse import csr_matrix

        rows, columns, data = self.constraint_entries(player)
        count = 1 + int((self.game.owners == player).sum())
        matrix = csr_matrix((data, (rows, columns)), shape=(count, self.shape[player]))
        right = np.zeros(count)
        right[0] = 1
        return matrix, right

    def constraint_entries(self, player: int) -> tuple[Any, Any, Any]:
        """Rows, columns and values (1 and -1) of the constraint matrix."""
        rows, columns, data = self.game.treeplex.constraints_of[player]
        return rows, columns, data


def sequence_form(game: ExtensiveGame) -> SequenceForm:
    """The sequence form; needs two players and perfect recall.

    Parameters
    ----------
    game : ExtensiveGame
        A game of two players in extensive form.

    Returns
    -------
    SequenceForm
        The sequences of both players and the payoffs of their pairs, exact where the game is.

    Notes
    -----
    Cost: a sort of the leaves.

    References
    ----------
    Koller, Megiddo and von Stengel 1996.
    """
    if len(game.players) != 2:
        raise GameError(f"the sequence form needs two players, but there are {len(game.players)}")
    plex = game.treeplex
    weights, bottom = game.chance_weights
    first, second, back = plex.pairs
    entries = _summed(game, weights, back, len(first))
    unit = None if game.unit is None or not game.exact else game.unit / bottom
    return SequenceForm(game, plex.sequences_of, first, second, entries, unit)


def _summed(game: ExtensiveGame, weights: Any, back: Any, count: int) -> Any:
    amounts = game.amounts
    if not game.exact:
        scale = 1.0 if game.unit is None else float(game.unit)
        parts = amounts.astype(float) * scale * weights.astype(float)[:, None]
    elif _fits(weights, amounts):
        parts = amounts * weights[:, None]
    else:
        parts = amounts.astype(object) * weights.astype(object)[:, None]
    entries = np.zeros((count, amounts.shape[1]), parts.dtype)
    np.add.at(entries, back, parts)
    return entries


def _fits(weights: Any, amounts: Any) -> bool:
    if weights.dtype == object or amounts.dtype == object:
        return False
    largest = int(weights.max()) * max(1, int(np.abs(amounts).max(initial=0)))
    return largest * len(weights) < _SAFE
