"""How draw poker is played, by classes of hands: a strategy too large to read hand by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.explanation import Table
from kibitz.poker.draw_poker.vector_cfr import ROUNDS, DrawSolution


def class_chart(solution: DrawSolution, player: int) -> Table:
    """How often a player bets and calls with each class of hands, the best class first.

    The columns are the first round, and the second after each first round; there the class is that
    of the hand after the draw. Hands of a class count alike.

    >>> from kibitz.poker.draw_poker.cards import DrawPoker
    >>> from kibitz.poker.draw_poker.vector_cfr import DrawTable, VectorCFR
    >>> found = VectorCFR(DrawTable(DrawPoker())).run(iterations=20)
    >>> [row[0] for row in class_chart(found, 0).rows][:3]
    ['High Card', 'Pair', 'Straight']
    """
    table, plan = solution.table, solution.plans[player]
    order = table.cards.order
    names = list(order.frequencies())
    of_class = np.array([names.index(category) for category, _ in order.classes])
    before = of_class[table.cards.strength]
    after = before[table.types // len(table.cards.deck)]
    columns = [_means(p, before, len(names)) for p in plan.first]
    for second in plan.second:
        columns += [_means(p, after, len(names)) for p in second]
    heads = [f"{past} {move}".strip() for past in ("", *ROUNDS) for move in ("bet", "call")]
    hands = np.bincount(before, minlength=len(names))
    rows = tuple(
        (name, str(hands[k]), *(f"{column[k]:.3f}" for column in columns))
        for k, name in enumerate(names)
    )
    return Table(("class", "hands", *heads), rows)


def _means(probabilities: Any, group: Any, groups: int) -> Any:
    counts = np.bincount(group, minlength=groups)
    return np.bincount(group, probabilities, groups) / np.maximum(counts, 1)
