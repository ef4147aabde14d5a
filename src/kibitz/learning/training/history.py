"""The history of a training run: what was measured, after how many rounds and seconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np


class Row(NamedTuple):
    """One look at a learner."""

    round: int
    seconds: float
    measures: dict[str, float]


@dataclass
class History:
    """Rows in the order of time.

    >>> history = History()
    >>> history.add(10, 0.5, {"loss": 2.0})
    >>> history.add(20, 1.0, {"loss": 1.0, "optimal": 0.9})
    >>> history.names, history.last["optimal"], list(history.curve("optimal"))
    (('loss', 'optimal'), 0.9, [(20, 1.0, 0.9)])
    """

    rows: list[Row] = field(default_factory=list)

    def add(self, round_: int, seconds: float, measures: dict[str, float]) -> None:
        """Note what was measured.

        Parameters
        ----------
        round_ : int
            The round after which it was measured.
        seconds : float
            How long learning had taken by then.
        measures : dict
            The numbers, by name.
        """
        self.rows.append(Row(round_, seconds, {k: float(v) for k, v in measures.items()}))

    @property
    def names(self) -> tuple[str, ...]:
        """All measures, in the order in which they came up."""
        return tuple(dict.fromkeys(name for row in self.rows for name in row.measures))

    @property
    def last(self) -> dict[str, float]:
        """The latest value of each measure."""
        found: dict[str, float] = {}
        for row in self.rows:
            found.update(row.measures)
        return found

    def curve(self, name: str) -> Iterator[tuple[int, float, float]]:
        """Round, seconds and value, wherever a measure was taken.

        Parameters
        ----------
        name : str
            The name of the measure.
        """
        for row in self.rows:
            if name in row.measures:
                yield row.round, row.seconds, row.measures[name]

    def array(self) -> Any:
        """A row for each look: round, seconds, and the measures, where NaN is none."""
        names = self.names
        none = float("nan")
        rows = [[r.round, r.seconds, *(r.measures.get(n, none) for n in names)] for r in self.rows]
        return np.array(rows, float).reshape(len(rows), 2 + len(names))

    @classmethod
    def of(cls, names: Sequence[str], array: Any) -> History:
        """The history that an array holds, as :meth:`array` writes it.

        Parameters
        ----------
        names : sequence of str
            The names of the measures, in the order of the columns.
        array : array
            A row for each time: round, seconds, measures; NaN where one was not taken.
        """
        made = cls()
        for row in array.tolist():
            taken = {n: x for n, x in zip(names, row[2:], strict=True) if x == x}
            made.rows.append(Row(int(row[0]), float(row[1]), taken))
        return made
