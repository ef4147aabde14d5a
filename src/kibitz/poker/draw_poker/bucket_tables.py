"""How often buckets meet: before the draw, and after it for each pair of buckets before.

Tables are counted exactly, sampled with standard errors, or read as someone printed them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, show
from kibitz.core.spelling import count_of
from kibitz.poker.draw_poker.cards import DrawPoker

Matrix = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class BucketTables:
    """Probabilities of pairs of buckets, exact; the first of a pair is the first player's."""

    initial: Matrix
    draws: tuple[tuple[Matrix, ...], ...]
    """``draws[a][b][f][g]``: the chance of final buckets f and g after a and b."""
    names: tuple[str, ...]
    finals: tuple[str, ...]
    later: tuple[tuple[str, tuple[tuple[Matrix, ...], ...]], ...] = ()
    """Other draws after particular histories of the first round, such as ``cc``."""

    def __post_init__(self) -> None:
        _adds_up((p for row in self.initial for p in row), "the initial table")
        for history, draws in (("", self.draws), *self.later):
            for a, row in enumerate(draws):
                for b, table in enumerate(row):
                    where = f"the draws after {self.names[a]},{self.names[b]}"
                    _adds_up((p for line in table for p in line), f"{where} {history}".strip())

    @property
    def sizes(self) -> tuple[int, int]:
        """How many initial and final buckets there are."""
        return len(self.names), len(self.finals)

    def marginal(self, player: int = 0) -> dict[str, Fraction]:
        """How likely each initial bucket is for one player.

        Parameters
        ----------
        player : int, default 0
            The position of the player, from 0.
        """
        rows = self.initial if player == 0 else tuple(zip(*self.initial, strict=True))
        return {name: sum(row, Fraction(0)) for name, row in zip(self.names, rows, strict=True)}

    @property
    def asymmetry(self) -> Fraction:
        """The largest difference between a probability and the one with the players exchanged."""
        n, m = self.sizes
        return max(
            abs(self.draws[a][b][f][g] - self.draws[b][a][g][f])
            for a in range(n)
            for b in range(n)
            for f in range(m)
            for g in range(m)
        )

    def symmetrized(self) -> BucketTables:
        """The tables averaged with those of exchanged players, as a fair deal makes them."""
        n, m = range(self.sizes[0]), range(self.sizes[1])
        initial = tuple(tuple(_mean(self.initial[a][b], self.initial[b][a]) for b in n) for a in n)
        draws = tuple(
            tuple(
                tuple(
                    tuple(_mean(self.draws[a][b][f][g], self.draws[b][a][g][f]) for g in m)
                    for f in m
                )
                for b in n
            )
            for a in n
        )
        return BucketTables(initial, draws, self.names, self.finals)


@dataclass(frozen=True, eq=False)
class BucketCounts:
    """What enumeration or sampling has counted."""

    deals: Any
    """``deals[a, b]``: deals of hands in these buckets."""
    draws: Any
    """``draws[a, b, f, g]``: deals and draws that lead from a, b to f, g."""
    is_exact: bool

    def tables(self, names: Iterable[str] = (), finals: Iterable[str] = ()) -> BucketTables:
        """The counts as probabilities.

        Parameters
        ----------
        names : iterable of str, optional
            What the initial buckets are called; letters if omitted.
        finals : iterable of str, optional
            What the final buckets are called; numbers if omitted.
        """
        n, m = self.draws.shape[0], self.draws.shape[2]
        total = int(self.deals.sum())
        if not self.deals.all():
            a, b = np.argwhere(self.deals == 0)[0]
            raise GameError(
                f"buckets {a + 1} and {b + 1} never met in {count_of(total, 'deal')}; sample more"
            )
        initial = [[Fraction(int(x), total) for x in row] for row in self.deals]
        draws = [
            [
                tuple(
                    tuple(Fraction(int(x), int(self.draws[a, b].sum())) for x in line)
                    for line in self.draws[a, b]
                )
                for b in range(n)
            ]
            for a in range(n)
        ]
        return BucketTables(
            tuple(map(tuple, initial)),
            tuple(map(tuple, draws)),
            tuple(names) or _letters(n),
            tuple(finals) or tuple(str(k + 1) for k in range(m)),
        )

    @property
    def standard_errors(self) -> Any:
        """Standard errors of the transition probabilities when sampled; zero when counted."""
        total = self.draws.sum(axis=(2, 3), keepdims=True)
        p = self.draws / np.maximum(total, 1)
        return np.zeros_like(p) if self.is_exact else np.sqrt(p * (1 - p) / np.maximum(total, 1))


def count_tables(game: DrawPoker, initial: Any, final: Any) -> BucketCounts:
    """Count all deals and draws, exactly.

    For every deal, draws to each pair of final buckets are counted by the sizes of sets of cards,
    so that 227,908,800 outcomes of the deck of 21 take 1,085,280 steps.

    Parameters
    ----------
    game : DrawPoker
        The cards, the ranking and the rule for discards.
    initial : array of int
        The initial bucket of each hand.
    final : array of int
        The final bucket of each hand.

    Returns
    -------
    BucketCounts
        How often buckets meet.
    """
    from kibitz.poker.draw_poker.bucket_kernels import count

    n, m = int(initial.max()) + 1, int(final.max()) + 1
    leads = np.zeros((len(game.hands), m), np.int64)
    rows, cards = np.nonzero(game.after >= 0)
    np.bitwise_or.at(leads, (rows, final[game.after[rows, cards]]), np.int64(1) << cards)
    deals, draws = np.zeros((n, n), np.int64), np.zeros((n, n, m, m), np.int64)
    everything = np.int64((1 << len(game.deck)) - 1)
    count(game.masks, initial, leads, everything, deals, draws)
    return BucketCounts(deals, draws, True)


def sample_tables(
    game: DrawPoker, initial: Any, final: Any, deals: int = 100_000, seed: int = 0
) -> BucketCounts:
    """Estimate the tables from random deals and draws; ``standard_errors`` says how well.

    Parameters
    ----------
    game : DrawPoker
        The cards, the ranking and the rule for discards.
    initial : array of int
        The initial bucket of each hand.
    final : array of int
        The final bucket of each hand.
    deals : int, default 100000
        The number of random deals.
    seed : int, default 0
        Random seed.

    Returns
    -------
    BucketCounts
        How often buckets met.
    """
    from kibitz.poker.draw_poker.bucket_kernels import sample

    if deals < 1:
        raise GameError(f"deals is {deals}; it must be at least 1")
    n, m = int(initial.max()) + 1, int(final.max()) + 1
    order = np.argsort(game.masks)
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    after = np.where(game.after >= 0, place[game.after], 0)[order]
    met, drawn = np.zeros((n, n), np.int64), np.zeros((n, n, m, m), np.int64)
    sample(
        seed,
        deals,
        game.size,
        len(game.deck),
        game.masks[order],
        after,
        initial[order],
        final[order],
        met,
        drawn,
    )
    return BucketCounts(met, drawn, False)


def read_tables(
    initial: Mapping[str, Any],
    draws: Mapping[str, Sequence[Any]],
    normalize: bool = False,
    by_history: Mapping[str, Mapping[str, Sequence[Any]]] | None = None,
) -> BucketTables:
    """Tables as they are printed: ``{"AA": p, ...}`` and ``{"AA": [p, ...], ...}``.

    A list goes through the final buckets 1,1 then 1,2 and so on. What does not add up to 1 is
    refused, or divided by its sum when ``normalize`` is set.

    Parameters
    ----------
    initial : mapping
        The probability of each pair of initial buckets.
    draws : mapping
        For each pair the probabilities of pairs of final buckets.
    normalize : bool, default False
        Whether to divide what does not add up to 1 by its sum.
    by_history : mapping, optional
        Other draws after some histories of bets.

    Returns
    -------
    BucketTables
        The tables.
    """
    names = tuple(dict.fromkeys(key[0] for key in initial))
    keys = [a + b for a in names for b in names]
    for table, what in ((initial, "the initial table"), (draws, "the draws")):
        for key in keys:
            if key not in table:
                raise GameError(f"{what}: no entry for {key[0]},{key[1]}")
        for key in table:
            if key not in keys:
                raise GameError(f"{what}: {key!r} is not a pair of the buckets {', '.join(names)}")
    start = dict(
        zip(keys, _row([initial[k] for k in keys], "the initial table", normalize), strict=True)
    )
    first = {key: _row(draws[key], f"the draws after {key[0]},{key[1]}", normalize) for key in keys}
    m = _finals(first)
    later = []
    for history, table in (by_history or {}).items():
        rows = {
            key: _row(table[key], f"the draws after {key[0]},{key[1]} {history}", normalize)
            for key in keys
        }
        later.append((history, _square(rows, names, m)))
    return BucketTables(
        tuple(tuple(start[a + b] for b in names) for a in names),
        _square(first, names, m),
        names,
        tuple(str(k + 1) for k in range(m)),
        tuple(later),
    )


def _row(values: Sequence[Any], where: str, normalize: bool) -> list[Fraction]:
    row = [exact(value, f"{where}, entry {k}") for k, value in enumerate(values, 1)]
    total = sum(row)
    if normalize and total > 0:
        return [p / total for p in row]
    return row


def _finals(rows: Mapping[str, Sequence[Fraction]]) -> int:
    lengths = {len(row) for row in rows.values()}
    m = isqrt(max(lengths))
    for key, row in rows.items():
        if len(row) != m * m:
            raise GameError(
                f"the draws after {key[0]},{key[1]}: {count_of(len(row), 'entry')}; pairs of {m} "
                f"final buckets are {m * m}"
            )
    return m


def _square(
    rows: Mapping[str, Sequence[Fraction]], names: Sequence[str], m: int
) -> tuple[tuple[Matrix, ...], ...]:
    return tuple(
        tuple(tuple(tuple(rows[a + b][m * f : m * f + m]) for f in range(m)) for b in names)
        for a in names
    )


def _mean(first: Fraction, second: Fraction) -> Fraction:
    return (first + second) / 2


def _adds_up(parts: Iterable[Fraction], where: str) -> None:
    values = list(parts)
    if min(values) < 0:
        raise GameError(f"{where}: a probability is negative, {show(min(values))}")
    if sum(values) != 1:
        raise GameError(
            f"{where}: the probabilities add up to {show(sum(values, Fraction(0)))}, not 1; "
            "normalize=True divides them by that"
        )


def _letters(count: int) -> tuple[str, ...]:
    return (
        tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:count])
        if count <= 26
        else tuple(map(str, range(count)))
    )
