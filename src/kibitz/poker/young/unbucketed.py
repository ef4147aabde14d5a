"""Beyond the thesis: the game of 21 cards without buckets, and what buckets cost in it."""

from __future__ import annotations

from kibitz.core.explanation import Step, Table
from kibitz.poker.lift import lift, lifted_gap
from kibitz.poker.vector_cfr import DrawTable, VectorCFR
from kibitz.poker.young.bucket_games import bucketing, cards, exact_tables, solved


def steps(seconds: float) -> list[Step]:
    """The value of the real game, between proved bounds, and lifted strategies in it."""
    return [_value_step(seconds), _lifting_step()]


def _value_step(seconds: float) -> Step:
    rows = []
    for free, said in ((False, "by the rule"), (True, "free")):
        table = DrawTable(cards(), free=free)
        found = VectorCFR(table).run(seconds=seconds)
        hands, throws, draws = table.shape
        low, high = found.bounds
        rows.append((
            said, f"{hands * throws * draws:,}", f"{low:.6f}", f"{high:.6f}",
            f"{found.iterations:,}",
        ))  # fmt: skip
    return Step(
        "The game without buckets",
        "Regret minimization on vectors of private states; best responses prove the bounds, and "
        "more time brings them closer. "
        "The second player's advantage is smaller than in Kuhn poker, 1/18 = 0.0556; that it is "
        "larger, as the thesis concludes, follows from the faults above.",
        Table(("discard", "private states", "at least", "at most", "iterations"), tuple(rows)),
    )


def _lifting_step() -> Step:
    table = DrawTable(cards())
    rows = []
    for count in (2, 3):
        initial, final = bucketing(count)
        tables = exact_tables(count)
        plans = lift(solved(count).profile, tables, table, initial, final)
        found = lifted_gap(table, plans)
        low, high = found.bounds
        rows.append((
            f"{count} and 3", f"{float(solved(count).value):+.4f}", f"{found.value:+.4f}",
            f"{low:+.4f}", f"{high:+.4f}", f"{found.gap:.3f}",
        ))  # fmt: skip
    return Step(
        "What the buckets cost",
        "Optimal strategies for buckets, played with real hands: what they are worth, and what "
        "best responses make of them.",
        Table(
            ("buckets", "value in buckets", "among hands", "at least", "at most", "gap"),
            tuple(rows),
        ),
    )
