"""What buckets cost: strategies for them, played with real hands, and what best responses take."""

from __future__ import annotations

from functools import cache

from kibitz.core.explanation import Step, Table
from kibitz.poker.draw_poker.bucket_tables import count_tables
from kibitz.poker.draw_poker.bucketed import BucketedDraw
from kibitz.poker.draw_poker.cards import buckets, even_sizes
from kibitz.poker.draw_poker.lift import LiftedGap, lift, lifted_gap
from kibitz.poker.draw_poker.vector_cfr import DrawTable
from kibitz.reproduce.bucket_games import bucketing, cards, exact_tables, solved

FINER = (5, 10)
"""Numbers of buckets of equal size before the draw; as many come after it."""


@cache
def _table() -> DrawTable:
    return DrawTable(cards())


def published(count: int) -> tuple[float, LiftedGap]:
    """The value of the game of two or three buckets, and what its exact solution is worth."""
    plans = lift(solved(count).profile, exact_tables(count), _table(), *bucketing(count))
    return float(solved(count).value), lifted_gap(_table(), plans)


def finer(count: int) -> tuple[float, LiftedGap]:
    """The same for more buckets, all of one size, by the linear program in floating point.

    >>> value, cost = finer(4)
    >>> 0.05 < cost.gap < 0.12
    True
    """
    hands = len(cards().hands)
    initial = buckets(cards().rollout_place, even_sizes(hands, count))
    final = buckets(cards().position, even_sizes(hands, count))
    tables = count_tables(cards(), initial, final).tables()
    found = BucketedDraw(tables).solve(exact=False)
    return float(found.value), lifted_gap(
        _table(), lift(found.profile, tables, _table(), initial, final)
    )


def steps() -> list[Step]:
    """Two and three buckets as the thesis has them, then five and ten before and after the draw."""
    found = [(f"{count} and 3", published(count)) for count in (2, 3)]
    found += [(f"{count} and {count}", finer(count)) for count in FINER]
    rows = tuple(
        (
            name,
            f"{value:+.4f}",
            f"{cost.value:+.4f}",
            *(f"{x:+.4f}" for x in cost.bounds),
            f"{cost.gap:.3f}",
        )
        for name, (value, cost) in found
    )
    return [
        Step(
            "What the buckets cost",
            "Strategies for buckets, played with real hands: what they are worth, and what best "
            "responses make of them. Two and three buckets have the sizes of the thesis and are "
            "solved exactly; five and ten are of equal sizes, solved in floating point.",
            Table(
                ("buckets", "value in buckets", "with real cards", "at least", "at most", "gap"),
                rows,
            ),
        )
    ]
