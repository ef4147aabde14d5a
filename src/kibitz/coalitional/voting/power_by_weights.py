"""Power indices of voting games that are known by weights and quotas, not by a table.

Every index is checked by a second count, of the coalitions that lose when one voter is away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.coalitional.counting import MOST_WORK, work_of
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import read_object
from kibitz.coalitional.values.banzhaf import BanzhafValue
from kibitz.coalitional.values.shapley import ShapleyValue
from kibitz.coalitional.voting.game import VotingGame
from kibitz.coalitional.voting.minimal_indices import minimal_indices
from kibitz.coalitional.voting.power_indices import (
    PowerIndex,
    PowerTable,
    deegan_packel,
    holler,
    johnston,
)
from kibitz.coalitional.voting.swings import Swings
from kibitz.coalitional.voting.weighted import WeightedVoting
from kibitz.core.explanation import Explanation, Table
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show
from kibitz.pictures import Picture

SHAPLEY_SHUBIK = "Shapley-Shubik index"
FROM_SWINGS: dict[str, Callable[[Swings], tuple[Fraction, ...]]] = {
    SHAPLEY_SHUBIK: Swings.shapley_shubik,
    "Banzhaf value": Swings.banzhaf,
    "normalized Banzhaf index": Swings.normalized_banzhaf,
    "Coleman index to prevent action": Swings.coleman_prevent,
    "Coleman index to initiate action": Swings.coleman_initiate,
    "Rae index": Swings.rae,
}
"""The indices that the swings determine, by name."""
COLUMNS = ("weight", "Shapley-Shubik", "Banzhaf value", "normalized Banzhaf", "Holler", "Johnston")
"""What is shown of many voters."""
WIDEST = 8
"""Voters up to which the table has a column for each."""
MOST_TABLED = 22
"""Voters up to which a table is made for the indices of minimal coalitions."""
MOST_WALKED = 14
"""Voters up to which indices of minimal coalitions are checked coalition by coalition."""


@dataclass(frozen=True)
class ShapleyShubik(ShapleyValue):
    """The Shapley value of a voting game, checked by counting again."""


@dataclass(frozen=True)
class SwingChance(BanzhafValue):
    """The Banzhaf value of a voting game, checked by counting again."""


@dataclass(frozen=True)
class VotingIndex(PowerIndex):
    """A power index of a voting game that is known by its weights."""


@dataclass(frozen=True)
class VotingPower(PowerTable):
    """All power indices of a voting game, and the swings behind them.

    >>> from kibitz.coalitional.voting.weighted import weighted_voting
    >>> power = weighted_voting(51, [40, 30, 20, 10], ["A", "B", "C", "D"]).power_indices()
    >>> print(power)
    power of 4 voters, 7 of 16 coalitions win
    index                                  A       B       C      D
    ───────────────────────────────────────────────────────────────
    weight                                40      30      20     10
    Shapley-Shubik index                5/12     1/4     1/4   1/12
    Banzhaf value                        5/8     3/8     3/8    1/8
    normalized Banzhaf index            5/12     1/4     1/4   1/12
    Deegan-Packel index                  1/3    5/18    5/18    1/9
    Holler index                         2/7     2/7     2/7    1/7
    Johnston index                       1/2     2/9     2/9   1/18
    Coleman index to prevent action      5/7     3/7     3/7    1/7
    Coleman index to initiate action     5/9     1/3     1/3    1/9
    Rae index                          13/16   11/16   11/16   9/16
    >>> power.verify().holds
    True
    """

    swings: Swings

    @property
    def exact(self) -> bool:
        return True

    @property
    def method(self) -> str:
        return self.swings.method

    @property
    def veto_players(self) -> tuple[str, ...]:
        """The voters who can bring every winning coalition down."""
        return self._with_swings(self.swings.wins)

    @property
    def null_players(self) -> tuple[str, ...]:
        """The voters who never make a difference."""
        return self._with_swings(0)

    def _with_swings(self, count: int) -> tuple[str, ...]:
        totals = zip(self.game.players, self.swings.totals(), strict=True)
        return tuple(player for player, total in totals if total == count)

    def _weights(self) -> dict[str, Any]:
        if not isinstance(self.game, WeightedVoting):
            return {}
        weights = [plain(w) for w in self.game.weights]
        return {"quota": plain(self.game.quota), "weights": weights}

    def _minimal_winning(self) -> dict[str, Any]:
        if self.game.n > MOST_WALKED:
            return {}
        return {"minimal_winning": [list(names) for names in self.game.minimal_winning()]}

    def table(self) -> Table:
        """A row for each index, or with many voters a row for each voter."""
        columns = {index.name: index.payoffs for index in self._named()}
        if isinstance(self.game, WeightedVoting):
            columns = {"weight": self.game.weights, **columns}
        if self.game.n <= WIDEST:
            few = tuple((name, *map(show, column)) for name, column in columns.items())
            return Table(("index", *self.game.players), few)
        short = {name.removesuffix(" index"): column for name, column in columns.items()}
        chosen = [name for name in COLUMNS if name in short]
        assert isinstance(self.game, VotingGame)
        rows = []
        for label, i in self.game.listed():
            numbers = [(name, short[name][i]) for name in chosen]
            cells = [show(x) if name == "weight" else f"{float(x):.6f}" for name, x in numbers]
            rows.append((label, *cells))
        return Table(("voter", *chosen), tuple(rows))

    def explain(self) -> Explanation:
        """The rule, the swings, and the indices that follow from them."""
        return call(self, "explain_power")

    def draw(self) -> Picture:
        """The Shapley-Shubik and the Banzhaf index as bars."""
        return self.game.draw()

    def _named(self) -> tuple[VotingIndex, ...]:
        return tuple(index for index in self.indices if isinstance(index, VotingIndex))

    def to_json(self) -> dict[str, Any]:
        return {
            **super().to_json(),
            **self._weights(),
            "winning": str(self.swings.wins),
            "swings": [str(t) for t in self.swings.totals()],
            "veto_players": list(self.veto_players),
            "null_players": list(self.null_players),
            **self._minimal_winning(),
            "exact": True,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> VotingPower:
        assert isinstance(game, VotingGame)
        table = read_object(data, "indices")
        method = str(data.get("method", ""))
        indices = [VotingIndex(game, game.payoffs(x), method, None, n) for n, x in table.items()]
        return cls(game, tuple(indices), game.swings())

    def __str__(self) -> str:
        wins, n = self.swings.wins, self.game.n
        counted = f"{wins} of {2**n}" if n <= 40 else f"{float(Fraction(wins, 2**n)):.6f} of 2^{n}"
        return f"power of {n} voters, {counted} coalitions win\n{self.table().text()}"


@extends(VotingGame)
def read_voting_power(game: VotingGame, data: dict[str, Any]) -> VotingPower:
    """The power indices that some JSON names."""
    return VotingPower.from_json(game, data)


@extends(VotingGame)
@method(
    VotingGame,
    "power",
    finds="all power indices",
    cost="polynomial in the number of voters and the quota for integer weights, else O(n 2^n)",
    reference="Brams and Affuso 1976; Felsenthal and Machover 1998",
    aliases=("power-indices",),
)
def voting_power(game: VotingGame) -> VotingPower:
    """All power indices; those of minimal coalitions for weighted voting, or few voters.

    Parameters
    ----------
    game : VotingGame
        The game.

    Returns
    -------
    VotingPower
        All power indices.

    Notes
    -----
    Cost: polynomial in the number of voters and the quota for integer weights, else O(n 2^n).

    References
    ----------
    Brams and Affuso 1976; Felsenthal and Machover 1998.
    """
    swings = game.swings()
    indices = [
        VotingIndex(game, index(swings), swings.method, None, name)
        for name, index in FROM_SWINGS.items()
    ]
    indices[3:3] = _minimal(game)
    return VotingPower(game, tuple(indices), swings)


def _minimal(game: VotingGame) -> list[VotingIndex]:
    """The indices of minimal and vulnerable coalitions, by weight or from a table, if they fit."""
    if isinstance(game, WeightedVoting) and not game.by_table:
        weights, quota = game.whole()
        if work_of(game.n, quota, game.n * len(set(weights)))[1] > MOST_WORK:
            return []
        by_name: dict[str, tuple[Number, ...]] = {**minimal_indices(*game.whole())}
        method = "generating functions"
    elif game.n <= MOST_TABLED:
        indices = (deegan_packel(game), holler(game), johnston(game))
        by_name = {index.name: index.payoffs for index in indices}
        method = "a table of all coalitions"
    else:
        return []
    return [VotingIndex(game, payoffs, method, None, name) for name, payoffs in by_name.items()]


@method(
    VotingGame,
    "shapley",
    finds="the Shapley value",
    cost="polynomial in the number of voters and the quota for integer weights, else O(n 2^n)",
    reference="Shapley and Shubik 1954; Mann and Shapley 1962",
    aliases=("shapley-value", "shapley-shubik"),
)
def shapley_shubik(game: VotingGame) -> ShapleyShubik:
    """The Shapley-Shubik index of a voting game, from its swings.

    Parameters
    ----------
    game : VotingGame
        The game.

    Returns
    -------
    ShapleyShubik
        The Shapley value.

    Notes
    -----
    Cost: polynomial in the number of voters and the quota for integer weights, else O(n 2^n).

    References
    ----------
    Shapley and Shubik 1954; Mann and Shapley 1962.
    """
    swings = game.swings()
    return ShapleyShubik(game, swings.shapley_shubik(), swings.method, swings)


@extends(VotingGame)
@method(
    VotingGame,
    "banzhaf",
    finds="the Banzhaf value",
    cost="polynomial in the number of voters and the quota for integer weights, else O(n 2^n)",
    reference="Banzhaf 1965; Brams and Affuso 1976",
    aliases=("banzhaf-value",),
)
def swing_chance(game: VotingGame) -> SwingChance:
    """The Banzhaf value of a voting game, from its swings.

    Parameters
    ----------
    game : VotingGame
        The game.

    Returns
    -------
    SwingChance
        The Banzhaf value.

    Notes
    -----
    Cost: polynomial in the number of voters and the quota for integer weights, else O(n 2^n).

    References
    ----------
    Banzhaf 1965; Brams and Affuso 1976.
    """
    swings = game.swings()
    return SwingChance(game, swings.banzhaf(), swings.method, swings)


@method(
    VotingGame,
    "auto",
    finds="all power indices",
    cost="same as power",
    reference="Felsenthal and Machover 1998",
)
def automatic(game: VotingGame) -> VotingPower:
    """All power indices of a voting game.

    Parameters
    ----------
    game : VotingGame
        The game.

    Returns
    -------
    VotingPower
        All power indices.

    Notes
    -----
    Cost: that of power.

    References
    ----------
    Felsenthal and Machover 1998.
    """
    return voting_power(game)
