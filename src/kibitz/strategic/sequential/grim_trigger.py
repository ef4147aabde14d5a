"""Playing without end: which cells trigger strategies sustain, and from which discount factor on.

Everybody keeps to a cell until somebody deviates, and from then on plays an equilibrium of the
stage. A deviation from the cell gains d - u once, and loses u - e in every round after it; so it
does not pay exactly if the discount factor is at least (d - u)/(d - e), where u is what the cell
pays the player, d the best deviation and e the equilibrium. Friedman, "A non-cooperative
equilibrium for supergames", 1971.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, TooLarge
from kibitz.core.explanation import Table
from kibitz.core.method import method
from kibitz.core.numbers import Number, exact, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Profile, pure_profile, read_cell

MOST_CELLS = 10_000
MOST_STRATEGIES = 16
"""Strategies of two players up to which all their equilibria are tried as threats."""
Cell = tuple[int, ...]


@dataclass(frozen=True)
class Threat:
    """An equilibrium of the stage, and what it pays."""

    profile: Profile
    payoffs: tuple[Number, ...]


@dataclass(frozen=True)
class Sustained:
    """A cell that trigger strategies sustain from a discount factor on."""

    cell: Cell
    names: tuple[str, ...]
    payoffs: tuple[Number, ...]
    least: Number
    """The least discount factor."""
    threat: Threat
    """The equilibrium that follows a deviation."""


@dataclass(frozen=True)
class GrimTrigger(Solution, kind="grim-trigger"):
    """What trigger strategies sustain when a game is played without end."""

    how: ClassVar[str] = "reversion to an equilibrium of the stage"

    game: StrategicGame
    discount: Number | None
    cells: tuple[Sustained, ...]
    """The cells, those with the least discount factor first."""

    def to_json(self) -> dict[str, Any]:
        """The cells by name, each with its least discount factor."""
        word = f"{self.game.word}s"
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "discount": None if self.discount is None else plain(self.discount),
            "sustained": [
                {
                    "cell": list(sustained.names),
                    word: [plain(x) for x in sustained.payoffs],
                    "least_discount": plain(sustained.least),
                    "threat": {
                        "profile": [[plain(w) for w in side] for side in sustained.threat.profile],
                        word: [plain(x) for x in sustained.threat.payoffs],
                    },
                }
                for sustained in self.cells
            ],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> GrimTrigger:
        claim, word = Claim(data), f"{game.word}s"
        cells = []
        for part in claim.parts("sustained"):
            names, threat = tuple(part.items("cell", len(game.players))), part.part("threat")
            after = Threat(threat.table("profile"), tuple(threat.numbers(word)))
            least, paid = part.number("least_discount"), tuple(part.numbers(word))
            cells.append(Sustained(read_cell(game, names), names, paid, least, after))
        discount = None if claim.raw("discount") is None else claim.number("discount")
        return cls(game, discount, tuple(cells))

    def table(self) -> Table:
        """A row for each cell that is sustained."""
        rows = tuple(
            (
                f"({', '.join(sustained.names)})",
                show_all(sustained.payoffs),
                show(sustained.least),
                show_all(sustained.threat.payoffs),
            )
            for sustained in self.cells
        )
        head = ("every round", f"{self.game.word}s", "discount at least", "after a deviation")
        return Table(head, rows)

    def __str__(self) -> str:
        at = "" if self.discount is None else f" at discount {show(self.discount)}"
        if not self.cells:
            return f"no cell is sustained by trigger strategies{at}"
        return f"sustained by trigger strategies{at}\n{self.table().text()}"


def _not_applicable(game: StrategicGame) -> str | None:
    if not game.exact:
        return "thresholds are compared in exact numbers; give exact payoffs"
    return None


@method(
    StrategicGame,
    "grim-trigger",
    finds="the cells that trigger strategies sustain forever",
    cost="finding the equilibria, and one check per deviation from each cell",
    reference="Friedman 1971",
    applies=_not_applicable,
    aliases=("trigger-strategies", "folk-theorem", "infinitely-repeated"),
)
def grim_trigger(game: StrategicGame, cell: Any = None, discount: Any = None) -> GrimTrigger:
    """Which cells are sustained without end by the threat of a stage equilibrium.

    Of two players with few strategies all equilibria are tried as threats, of others those in
    pure strategies, or one in mixed strategies.

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
        The cells, each with the least discount factor and the equilibrium that threatens.

    Notes
    -----
    Cost: that of the equilibria; O(n) times the cells for each of them.

    References
    ----------
    Friedman 1971.

    Examples
    --------
    >>> from kibitz import game
    >>> print(grim_trigger(game("prisoners-dilemma"), ("cooperate", "cooperate")).cells[0].least)
    1/2
    """
    if (reason := _not_applicable(game)) is not None:
        raise GameError(reason)
    factor = None if discount is None else exact(discount, "discount")
    if factor is not None and not 0 <= factor < 1:
        raise GameError(f"discount is {show(factor)}; without end it is at least 0 and below 1")
    if (count := prod(game.shape)) > MOST_CELLS:
        raise TooLarge(f"{count:,} cells; at most {MOST_CELLS:,} are looked at")
    threats = list(_threats(game))
    wanted = [read_cell(game, cell)] if cell is not None else product(*map(range, game.shape))
    sustained = [s for one in wanted if (s := _sustained(game, tuple(one), threats)) is not None]
    kept = [s for s in sustained if factor is None or s.least <= factor]
    return GrimTrigger(game, factor, tuple(sorted(kept, key=lambda s: (s.least, s.cell))))


def _threats(stage: StrategicGame) -> Iterator[Threat]:
    """Equilibria to return to; extreme ones are enough, since each payoff is linear between."""
    if len(stage.players) == 2 and sum(stage.shape) <= MOST_STRATEGIES:
        for equilibrium in stage.equilibria():
            yield Threat(equilibrium.profile, tuple(equilibrium.payoffs))
        return
    pure = stage.pure_equilibria().cells
    for cell in pure:
        yield Threat(pure_profile(stage, cell), tuple(stage.payoff(*cell)))
    if pure:
        return
    if len(stage.players) > 2:
        raise GameError(
            "there is no pure equilibrium to threaten with, which trigger strategies of three "
            "or more players need"
        )
    one = stage.lemke_howson()
    yield Threat(one.profile, tuple(one.payoffs))


def _sustained(stage: StrategicGame, cell: Cell, threats: Sequence[Threat]) -> Sustained | None:
    paid = [tensor[cell] for tensor in stage.payoffs]
    best = [
        max(tensor[(*cell[:i], k, *cell[i + 1 :])] for k in range(stage.shape[i]))
        for i, tensor in enumerate(stage.payoffs)
    ]
    kept: tuple[Any, Threat] | None = None
    for threat in threats:
        later = map(stage.reported, threat.payoffs)  # costs are negative, as in the tensors
        factors = [_factor(u, d, e) for u, d, e in zip(paid, best, later, strict=True)]
        known = [f for f in factors if f is not None]
        if len(known) == len(factors) and (kept is None or max(known) < kept[0]):
            kept = max(known), threat
    if kept is None:
        return None
    names = tuple(stage.strategies[i][k] for i, k in enumerate(cell))
    return Sustained(cell, names, tuple(map(stage.reported, paid)), *kept)


def _factor(paid: Any, best: Any, threat: Any) -> Any:
    """The least discount factor at which a player does not deviate; None if there is none."""
    if best == paid and threat <= paid:
        return Fraction(0)
    return None if paid <= threat else (best - paid) / (best - threat)
