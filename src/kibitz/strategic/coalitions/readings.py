"""All readings of "what a coalition can earn", side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.method import method
from kibitz.core.numbers import plain, show
from kibitz.core.solution import Solution
from kibitz.strategic.coalitions.coalition_values import (
    READINGS,
    CoalitionValues,
    coalition_values,
)
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sentences import OUT_LOUD
from kibitz.zero_sum.game import MatrixGame


@dataclass(frozen=True)
class CoalitionReadings(Solution, kind="coalition-readings"):
    """The worths of all coalitions by every reading, and why some readings say nothing.

    >>> from kibitz import bimatrix
    >>> print(coalition_readings(bimatrix("3 0; 4 1", "3 4; 0 1")))
    payoffs do not add up to a constant: what a coalition can earn depends on what the others want
    coalition   security   alpha   beta   threat   nash
    ───────────────────────────────────────────────────
    I                  1       1      1        3      1
    II                 1       1      1        3      1
    I,II               6       6      6        6      6
    """

    game: StrategicGame
    readings: tuple[CoalitionValues, ...]
    silent: tuple[tuple[str, str], ...]
    """Readings that say nothing about this game, and why."""

    def __getitem__(self, reading: str) -> CoalitionValues:
        for values in self.readings:
            if values.reading == reading:
                return values
        silent = dict(self.silent)
        raise GameError(silent.get(reading, f"unknown reading {reading!r}"))

    def explain(self) -> Explanation:
        """The first reading coalition by coalition, then all readings side by side."""
        first = self.readings[0].explain()
        last = Step("The readings side by side", str(self).partition("\n")[0], self.table())
        return Explanation(first.title, (*first.steps, last))

    def table(self) -> Table:
        """A row for each coalition, a column for each reading."""
        first = self.readings[0]
        masks = sorted(range(1, len(first.worths)), key=lambda m: (m.bit_count(), m))
        rows = tuple(
            (first.spell(mask), *(show(values.worths[mask]) for values in self.readings))
            for mask in masks
        )
        return Table(("coalition", *(values.reading for values in self.readings)), rows)

    def to_json(self) -> dict[str, Any]:
        first = self.readings[0]
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "constant_sum": None if self._constant is None else plain(self._constant),
            "readings": {
                values.reading: {
                    first.spell(mask): plain(worth)
                    for mask, worth in enumerate(values.worths)
                    if mask
                }
                for values in self.readings
            },
            "meaning": {values.reading: OUT_LOUD[values.reading] for values in self.readings},
            "silent": dict(self.silent),
            "plans": {values.reading: values.plans for values in self.readings if values.plans},
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> CoalitionReadings:
        claim = Claim(data)
        parts, plans, silent = (claim.part(key) for key in ("readings", "plans", "silent"))
        readings = tuple(
            CoalitionValues.read(
                game, name, parts.part(name), plans.part(name) if name in plans else Claim({})
            )
            for name in parts.data
        )
        return cls(game, readings, tuple((name, silent.text(name)) for name in silent.data))

    @property
    def _constant(self) -> Any:
        return self.game.constant_sum()

    def __str__(self) -> str:
        head = "payoffs do not add up to a constant: what a coalition can earn depends on what the "
        head += "others want"
        if self._constant is not None:
            head = f"payoffs always add up to {show(self._constant)}: in mixed strategies all "
            head += "readings agree"
        lines = [f"{name}: {why}" for name, why in self.silent]
        return "\n".join([head, self.table().text(), *lines])


@method(
    StrategicGame,
    "coalition-readings",
    finds="the worth of every coalition, in all readings",
    cost="2^n matrix games over all cells, for each reading",
    reference="Harsanyi 1963; Aumann and Peleg 1960",
)
def coalition_readings(game: StrategicGame | MatrixGame) -> CoalitionReadings:
    """What every coalition can earn, by each of the readings that say something.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        A game in strategic form.

    Returns
    -------
    CoalitionReadings
        A worth of every coalition for each reading that applies.

    Notes
    -----
    Cost: 2^n matrix games over all cells, for each reading.

    References
    ----------
    Harsanyi 1963; Aumann and Peleg 1960.
    """
    if isinstance(game, MatrixGame):
        game = game.strategic()
    readings, silent = [], []
    for reading in READINGS:
        try:
            readings.append(coalition_values(game, reading))
        except GameError as error:
            if reading != "nash":
                raise
            silent.append((reading, str(error)))
    return CoalitionReadings(game, tuple(readings), tuple(silent))
