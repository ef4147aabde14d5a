"""2-7 draw without buckets from growing decks: what an iteration takes, in time and memory.

Times are processor time. The rule says what to throw; each private state is a hand and a card
drawn. Memory is the most that NumPy has held at once since the deck was shuffled.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator

from bench.harness import Race, race
from kibitz.poker.cards import deck
from kibitz.poker.draw_poker.cards import DrawPoker
from kibitz.poker.draw_poker.vector_cfr import DrawTable, VectorCFR

BUDGET = 6.0
DECKS = (
    ("2-8", 3, 3),
    ("2-7", 4, 3),
    ("2-8", 4, 3),
    ("2-9", 4, 3),
    ("2-T", 4, 3),
    ("2-Q", 4, 3),
    ("2-A", 4, 3),
    ("2-7", 3, 5),
    ("2-8", 3, 5),
    ("2-7", 4, 5),
)
"""Ranks, suits, and cards in a hand."""


def races() -> Iterator[Race]:
    """One iteration of CFR+ for each deck."""
    for ranks, suits, size in DECKS:
        tracemalloc.start()
        table = DrawTable(DrawPoker(deck(ranks, suits), size))
        run = VectorCFR(table)
        run.step()
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        hands, throws, draws = table.shape
        title = (
            f"{size} of {suits * len(deck(ranks, suits).ranks)} cards, "
            f"{hands * throws * draws:,} states, {most / 1e6:,.0f} MB"
        )
        yield race(title, {"Kibitz": run.step}, "Kibitz", 3, BUDGET, time.process_time)
