"""Whether strategies that are optimal stage by stage keep their promise when play never ends.

A strategy that never expects less than the value of where it is can still earn less, if the other
side can keep the play forever in states worth more than endless play pays. There are no such
states exactly when the strategy is optimal in the whole game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.algebra.number_field import Element, NumberField
from kibitz.core.numbers import Number
from kibitz.stochastic.game import ANY
from kibitz.stochastic.graph import end_components, surely
from kibitz.stochastic.table import TransitionTable


def traps(
    field: NumberField,
    table: TransitionTable,
    values: Mapping[int, Element],
    mixtures: Mapping[int, Sequence[Element]],
    by_rows: bool,
    endless: Number | str | None,
) -> list[set[int]]:
    """Sets of states in which the other side can keep the play, to the cost of who mixes.

    ``table`` has no exchanges and the discount in its weights; ``mixtures`` are those of the row
    player when ``by_rows``, otherwise of the column player.
    """
    actions = {
        s: tight_choices(field, table, s, values, mixtures[s], by_rows) if s in mixtures else []
        for s in range(table.states)
    }
    return [
        part for part in end_components(actions) if _costs(field, values, part, by_rows, endless)
    ]


def _costs(
    field: NumberField,
    values: Mapping[int, Element],
    part: set[int],
    by_rows: bool,
    endless: Number | str | None,
) -> bool:
    if endless is None or endless == ANY or isinstance(endless, str):
        return True
    pays = field.number(_exact(endless))
    signs = [field.sign(values[s] - pays) for s in part]
    return any(sign > 0 for sign in signs) if by_rows else any(sign < 0 for sign in signs)


def _exact(x: Number) -> Any:
    from kibitz.core.numbers import exact

    return exact(x)


def tight_choices(
    field: NumberField,
    table: TransitionTable,
    s: int,
    values: Mapping[int, Element],
    mixture: Sequence[Element],
    by_rows: bool,
) -> list[list[int]]:
    """The replies that never stop and give exactly the value, as the states that they lead to."""
    choices = []
    width = int(table.columns[s]) if by_rows else int(table.rows[s])
    for c in range(width):
        worth, targets, stays = field.number(_exact(0)), set[int](), True
        for k, weight in enumerate(mixture):
            if field.sign(weight) <= 0:
                continue
            cell = table.cell(s, k, c) if by_rows else table.cell(s, c, k)
            stays = stays and surely(table, table.stay[cell])
            entry = field.number(_exact(table.pay[cell, 0]))
            for target, w in table.go(cell):
                entry = entry + field.times(field.number(_exact(w)), values[target])
                targets.add(target)
            worth = worth + field.times(weight, entry)
        if stays and field.sign(worth - values[s]) == 0:
            choices.append(sorted(targets))
    return choices
