"""Power indices of simple games: how much each voter's vote is worth, by several definitions.

All are found from the table of winning coalitions with about n 2^n steps, exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from kibitz.coalitional.coalitions import halves, sizes
from kibitz.coalitional.conditions import all_of, has_table, is_simple_game
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import Allocation, DefinedAnswer, read_object
from kibitz.coalitional.values.banzhaf import (
    BanzhafValue,
    NormalizedBanzhaf,
    banzhaf,
    normalized_banzhaf,
)
from kibitz.coalitional.values.shapley import ShapleyValue, shapley
from kibitz.coalitional.voting.game import VotingGame
from kibitz.coalitional.voting.simple_games import (
    Flags,
    critical_counts,
    minimal_winners,
    winners,
)
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Table
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import plain, show
from kibitz.core.spelling import canonical_name

ZERO = Fraction(0)


@dataclass(frozen=True)
class PowerIndex(Allocation, kind="power-index"):
    """An index for the voters of a simple game; ``working`` names the coalitions that count."""

    name: str = "power index"

    concept: ClassVar[str] = "power index"

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "name": self.name}

    @classmethod
    def _more(cls, game: CoalitionalGame, data: dict[str, Any]) -> dict[str, Any]:
        return {"name": str(data.get("name", ""))}

    def __str__(self) -> str:
        return super().__str__().replace(self.concept, self.name, 1)


@method(
    CoalitionalGame,
    "deegan-packel",
    finds="the Deegan-Packel index",
    cost="O(n 2^n)",
    reference="Deegan and Packel 1978",
    applies=all_of(has_table, is_simple_game),
)
def deegan_packel(game: CoalitionalGame) -> PowerIndex:
    """Minimal winning coalitions are equally likely, and their members share equally.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PowerIndex
        The Deegan-Packel index.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Deegan and Packel 1978.

    Examples
    --------
    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> print(show_all(deegan_packel(coalition(weights=[10, 20, 30, 40], quota=51))))
    (1/9, 5/18, 5/18, 1/3)
    """
    minimal = minimal_winners(winners(game))
    count = int(minimal.sum())
    table = _members_by_size(minimal)
    payoffs = tuple(
        sum((Fraction(int(c), s * count) for s, c in enumerate(row) if s), ZERO) for row in table
    )
    return PowerIndex(game, payoffs, "minimal winning coalitions", None, "Deegan-Packel index")


@method(
    CoalitionalGame,
    "holler",
    finds="the Holler index",
    cost="O(n 2^n)",
    reference="Holler 1982",
    applies=all_of(has_table, is_simple_game),
    aliases=("public-good-index",),
)
def holler(game: CoalitionalGame) -> PowerIndex:
    """The share of memberships in minimal winning coalitions: the public good index.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PowerIndex
        The Holler index.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Holler 1982.

    Examples
    --------
    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> print(show_all(holler(coalition(weights=[10, 20, 30, 40], quota=51))))
    (1/7, 2/7, 2/7, 2/7)
    """
    minimal = minimal_winners(winners(game))
    counts = [int(halves(minimal, i)[1].sum()) for i in range(game.n)]
    payoffs = tuple(Fraction(c, sum(counts)) for c in counts)
    return PowerIndex(game, payoffs, "minimal winning coalitions", None, "Holler index")


@method(
    CoalitionalGame,
    "johnston",
    finds="the Johnston index",
    cost="O(n 2^n)",
    reference="Johnston 1978",
    applies=all_of(has_table, is_simple_game),
)
def johnston(game: CoalitionalGame) -> PowerIndex:
    """Each winning coalition is shared equally by the members whose leaving makes it lose.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PowerIndex
        The Johnston index.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Johnston 1978.

    Examples
    --------
    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> print(show_all(johnston(coalition(weights=[10, 20, 30, 40], quota=51))))
    (1/18, 2/9, 2/9, 1/2)
    """
    wins = winners(game)
    critical = critical_counts(wins)
    count = int((critical > 0).sum())
    payoffs = []
    for i in range(game.n):
        without, joined = halves(wins, i)
        _, shared = halves(critical, i)
        by_number = np.bincount(shared[joined & ~without], minlength=game.n + 1)
        total = sum((Fraction(int(c), k) for k, c in enumerate(by_number) if k), ZERO)
        payoffs.append(total / count)
    return PowerIndex(game, tuple(payoffs), "critical members", None, "Johnston index")


@method(
    CoalitionalGame,
    "coleman-prevent",
    finds="the Coleman index to prevent action",
    cost="O(n 2^n)",
    reference="Coleman 1971",
    applies=all_of(has_table, is_simple_game),
)
def coleman_prevent(game: CoalitionalGame) -> PowerIndex:
    """The share of the winning coalitions that a voter can make lose by leaving.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PowerIndex
        The Coleman index to prevent action.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Coleman 1971.

    Examples
    --------
    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> print(show_all(coleman_prevent(coalition(weights=[10, 20, 30, 40], quota=51))))
    (1/7, 3/7, 3/7, 5/7)
    """
    wins = winners(game)
    payoffs = tuple(Fraction(swing, int(wins.sum())) for swing in _swings(wins))
    return PowerIndex(game, payoffs, "swings", None, "Coleman index to prevent action")


@method(
    CoalitionalGame,
    "coleman-initiate",
    finds="the Coleman index to initiate action",
    cost="O(n 2^n)",
    reference="Coleman 1971",
    applies=all_of(has_table, is_simple_game),
    aliases=("coleman",),
)
def coleman_initiate(game: CoalitionalGame) -> PowerIndex:
    """The share of the losing coalitions that a voter can make win by joining.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PowerIndex
        The Coleman index to initiate action.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Coleman 1971.

    Examples
    --------
    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> print(show_all(coleman_initiate(coalition(weights=[10, 20, 30, 40], quota=51))))
    (1/9, 1/3, 1/3, 5/9)
    """
    wins = winners(game)
    payoffs = tuple(Fraction(swing, int((~wins).sum())) for swing in _swings(wins))
    return PowerIndex(game, payoffs, "swings", None, "Coleman index to initiate action")


@method(
    CoalitionalGame,
    "rae",
    finds="the Rae index",
    cost="O(n 2^n)",
    reference="Rae 1969",
    applies=all_of(has_table, is_simple_game),
)
def rae(game: CoalitionalGame) -> PowerIndex:
    """How often a voter is on the side of the outcome, all votes being equally likely.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PowerIndex
        The Rae index.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Rae 1969.

    Examples
    --------
    >>> from kibitz import coalition
    >>> from kibitz.core.numbers import show_all
    >>> print(show_all(rae(coalition(weights=[10, 20, 30, 40], quota=51))))
    (9/16, 11/16, 11/16, 13/16)
    """
    half = Fraction(1, 2)
    payoffs = tuple(half + x / 2 for x in banzhaf(_checked(game)))
    return PowerIndex(game, payoffs, "half of one plus the Banzhaf value", None, "Rae index")


def power_to_act(game: CoalitionalGame) -> Fraction:
    """The share of all coalitions that win: Coleman's power of a collectivity to act.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Fraction
        The fraction of the 2^n coalitions that win.

    Notes
    -----
    Cost: O(2^n).

    References
    ----------
    Coleman 1971.

    Examples
    --------
    >>> from kibitz import coalition
    >>> power_to_act(coalition(weights=[10, 20, 30, 40], quota=51))
    Fraction(7, 16)
    """
    return Fraction(int(winners(game).sum()), 1 << game.n)


def _checked(game: CoalitionalGame) -> CoalitionalGame:
    winners(game)
    return game


def _swings(wins: Flags) -> list[int]:
    n = len(wins).bit_length() - 1
    return [int((halves(wins, i)[1] & ~halves(wins, i)[0]).sum()) for i in range(n)]


def _members_by_size(flags: Flags) -> list[npt.NDArray[np.int64]]:
    """For each player, how many of the marked coalitions of each size hold the player."""
    masks = np.flatnonzero(flags)
    n = len(flags).bit_length() - 1
    size = sizes(n)[masks]
    return [np.bincount(size[(masks >> i) & 1 == 1], minlength=n + 1) for i in range(n)]


@dataclass(frozen=True)
class PowerTable(DefinedAnswer, kind="power-indices"):
    """All power indices of a simple game, side by side.

    >>> from kibitz import coalition
    >>> print(power_indices(coalition(weights=[4, 2, 1], quota=5)))
    power of 3 voters, 3 of 8 coalitions win
    index                                1     2     3
    ──────────────────────────────────────────────────
    Shapley-Shubik index               2/3   1/6   1/6
    Banzhaf value                      3/4   1/4   1/4
    normalized Banzhaf index           3/5   1/5   1/5
    Deegan-Packel index                1/2   1/4   1/4
    Holler index                       1/2   1/4   1/4
    Johnston index                     2/3   1/6   1/6
    Coleman index to prevent action      1   1/3   1/3
    Coleman index to initiate action   3/5   1/5   1/5
    Rae index                          7/8   5/8   5/8
    """

    game: CoalitionalGame
    indices: tuple[Allocation, ...]

    def __getitem__(self, name: str) -> Allocation:
        known = {_name(index): index for index in self.indices}
        short = {_short(full): full for full in known}
        full = known.get(name) or known.get(short.get(_short(name), ""))
        if full is None:
            raise GameError(f"unknown index {name!r}{did_you_mean(name, known)}")
        return full

    def table(self) -> Table:
        rows = tuple((_name(x), *(show(p) for p in x.payoffs)) for x in self.indices)
        return Table(("index", *self.game.players), rows)

    def to_json(self) -> dict[str, Any]:
        indices = {_name(x): [plain(p) for p in x.payoffs] for x in self.indices}
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "indices": indices,
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> PowerTable:
        if isinstance(game, VotingGame):
            return call(game, "read_voting_power", data)
        table = read_object(data, "indices")
        own = {"Shapley-Shubik index": ShapleyValue, BanzhafValue.concept: BanzhafValue}
        own[NormalizedBanzhaf.concept] = NormalizedBanzhaf
        indices: list[Allocation] = []
        for name, given in table.items():
            x = game.payoffs(given, name)
            method = "its definition"
            indices.append(
                own[name](game, x, method)
                if name in own
                else PowerIndex(game, x, method, None, name)
            )
        return cls(game, tuple(indices))

    def __str__(self) -> str:
        wins = int((self.game.worths.array != 0).sum())
        head = f"power of {self.game.n} voters, {wins} of {1 << self.game.n} coalitions win"
        return f"{head}\n{self.table().text()}"


def _short(name: str) -> str:
    """A name as it may be typed.

    >>> _short("Shapley-Shubik index"), _short("normalized Banzhaf"), _short("Deegan-Packel index")
    ('shapley', 'normalized-banzhaf', 'deegan-packel')
    """
    words = canonical_name(name)
    for tail in ("-index", "-value", "-shubik"):
        words = words.removesuffix(tail)
    return words


def _name(index: Allocation) -> str:
    if isinstance(index, PowerIndex):
        return index.name
    return "Shapley-Shubik index" if isinstance(index, ShapleyValue) else index.concept


INDICES: tuple[Callable[[CoalitionalGame], Allocation], ...] = (
    shapley,
    banzhaf,
    normalized_banzhaf,
    deegan_packel,
    holler,
    johnston,
    coleman_prevent,
    coleman_initiate,
    rae,
)


@method(
    CoalitionalGame,
    "power",
    finds="all power indices",
    cost="O(n 2^n)",
    reference="Felsenthal and Machover 1998",
    applies=all_of(has_table, is_simple_game),
    aliases=("power-indices",),
)
def power_indices(game: CoalitionalGame) -> PowerTable:
    """All power indices of a simple game.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PowerTable
        All power indices.

    Notes
    -----
    Cost: O(n 2^n).

    References
    ----------
    Felsenthal and Machover 1998.
    """
    _checked(game)
    return PowerTable(game, tuple(index(game) for index in INDICES))
