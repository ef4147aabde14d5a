"""Playing without end: which cells trigger strategies sustain, and from which discount factor on.

Everybody keeps to a cell until somebody deviates, and from then on plays an equilibrium of the
stage. A deviation from the cell gains d - u once, and loses u - e in every round after it; so it
does not pay exactly if the discount factor is at least (d - u)/(d - e), where u is what the cell
pays the player, d the best deviation and e the equilibrium. Friedman, "A non-cooperative
equilibrium for supergames", 1971.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from kibitz.core.errors import GameError, TooLarge
from kibitz.core.explanation import Table
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, exact, plain, show, show_all
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import read_cell

MOST_CELLS = 10_000
Cell = tuple[int, ...]


@dataclass(frozen=True)
class Sustained:
    """A cell that trigger strategies sustain from a discount factor on."""

    cell: Cell
    names: tuple[str, ...]
    payoffs: tuple[Number, ...]
    least: Number
    """The least discount factor."""
    threat: tuple[Number, ...]
    """The payoffs of the equilibrium that follows a deviation."""


@dataclass(frozen=True)
class GrimTrigger:
    """What trigger strategies sustain when a game is played without end."""

    game: StrategicGame
    discount: Number | None
    cells: tuple[Sustained, ...]
    """The cells, those with the least discount factor first."""

    def to_json(self) -> dict[str, Any]:
        """The cells by name, each with its least discount factor."""
        return {
            "kind": "grim-trigger",
            "players": list(self.game.players),
            "discount": None if self.discount is None else plain(self.discount),
            "sustained": [
                {
                    "cell": list(found.names),
                    "payoffs": [plain(x) for x in found.payoffs],
                    "least_discount": plain(found.least),
                    "threat": [plain(x) for x in found.threat],
                }
                for found in self.cells
            ],
            "method": "reversion to an equilibrium of the stage",
            "exact": self.game.exact,
        }

    def table(self) -> Table:
        """A row for each cell that is sustained."""
        rows = tuple(
            (
                f"({', '.join(found.names)})",
                show_all(found.payoffs),
                show(found.least),
                show_all(found.threat),
            )
            for found in self.cells
        )
        return Table(("every round", "payoffs", "discount at least", "after a deviation"), rows)

    def __str__(self) -> str:
        at = "" if self.discount is None else f" at discount {show(self.discount)}"
        if not self.cells:
            return f"no cell is sustained by trigger strategies{at}"
        return f"sustained by trigger strategies{at}\n{self.table().text()}"


@extends(StrategicGame)
def grim_trigger(game: StrategicGame, cell: Any = None, discount: Any = None) -> GrimTrigger:
    """Which cells are sustained without end by the threat of a stage equilibrium.

    Parameters
    ----------
    game : StrategicGame
        The game of each round.
    cell : sequence of str or int, optional
        The cell that is to be sustained; every cell if omitted.
    discount : number, optional
        What a round counts compared with the one before; any if omitted.

    Returns
    -------
    GrimTrigger
        The cells, each with the least discount factor and the payoffs that threaten.

    Notes
    -----
    Cost: O(n) times the cells, for each equilibrium in pure strategies.

    References
    ----------
    Friedman 1971.

    Examples
    --------
    >>> from kibitz import game
    >>> print(grim_trigger(game("prisoners-dilemma"), ("cooperate", "cooperate")).cells[0].least)
    1/2
    """
    factor = None if discount is None else exact(discount, "discount")
    if factor is not None and not 0 <= factor < 1:
        raise GameError(f"discount is {show(factor)}; without end it is at least 0 and below 1")
    stage = game.in_numbers(True)
    count = 1
    for size in stage.shape:
        count *= size
    if count > MOST_CELLS:
        raise TooLarge(f"{count:,} cells; at most {MOST_CELLS:,} are looked at")
    threats = _threats(stage)
    wanted = [read_cell(stage, cell)] if cell is not None else product(*map(range, stage.shape))
    found = [s for one in wanted if (s := _sustained(stage, tuple(one), threats)) is not None]
    kept = [s for s in found if factor is None or s.least <= factor]
    return GrimTrigger(game, factor, tuple(sorted(kept, key=lambda s: (s.least, s.cell))))


def _threats(stage: StrategicGame) -> list[tuple[Any, ...]]:
    """The payoffs of the equilibria in pure strategies, or of one in mixed strategies."""
    pure = [_wanted(stage, tuple(cell)) for cell in stage.pure_equilibria().cells]
    if pure:
        return list(dict.fromkeys(pure))
    if len(stage.players) > 2:
        raise GameError(
            "no equilibrium in pure strategies to threaten with; trigger strategies of three or "
            "more players need one"
        )
    return [tuple(stage.reported(x) for x in stage.lemke_howson().payoffs)]


def _wanted(stage: StrategicGame, cell: Cell) -> tuple[Any, ...]:
    """What the players get in a cell, as numbers of which they want more: costs are negative."""
    return tuple(tensor[cell] for tensor in stage.payoffs)


def _sustained(
    stage: StrategicGame, cell: Cell, threats: Sequence[tuple[Any, ...]]
) -> Sustained | None:
    paid = _wanted(stage, cell)
    best = [
        max(tensor[(*cell[:i], k, *cell[i + 1 :])] for k in range(stage.shape[i]))
        for i, tensor in enumerate(stage.payoffs)
    ]
    least: tuple[Any, tuple[Any, ...]] | None = None
    for threat in threats:
        factors = [_factor(u, d, e) for u, d, e in zip(paid, best, threat, strict=True)]
        known = [f for f in factors if f is not None]
        if len(known) == len(factors) and (least is None or max(known) < least[0]):
            least = max(known), threat
    if least is None:
        return None
    names = tuple(stage.strategies[i][k] for i, k in enumerate(cell))
    told = (tuple(stage.reported(x) for x in row) for row in (paid, least[1]))
    return Sustained(cell, names, next(told), least[0], next(told))


def _factor(paid: Any, best: Any, threat: Any) -> Any:
    """The least discount factor at which a player does not deviate; None if there is none."""
    if best == paid and threat <= paid:
        return Fraction(0)
    return None if paid <= threat else (best - paid) / (best - threat)
