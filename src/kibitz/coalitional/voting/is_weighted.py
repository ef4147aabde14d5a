"""Is a simple game weighted? Weights and a quota say yes; a trade says no.

A trade starts from some winning coalitions, lets them exchange players, and ends with as many
losing ones. Weights forbid that, since exchanging players does not change the sum of all weights;
and when there are no weights there is such a trade (Elgot, 1961; Taylor and Zwicker, 1992). Weights
are looked for by linear programming, whose proof of infeasibility is a trade.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.coalitional.coalitions import members, subset_sums
from kibitz.coalitional.conditions import all_of, has_table, is_simple_game
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.solution import DefinedAnswer, read_object
from kibitz.coalitional.transformations.transform import require_game
from kibitz.coalitional.voting.simple_games import Flags, maximal_losers, minimal_winners, winners
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.method import method
from kibitz.core.numbers import common_denominator, exact
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Infeasible, Optimum

Masks = npt.NDArray[np.int64]
AT_ONCE = 40
"""How many coalitions enter the program after each look at all of them."""


@dataclass(frozen=True)
class Weightedness(DefinedAnswer, kind="weightedness"):
    """Whether a simple game is weighted, with weights and a quota, or else with a trade.

    ``trade`` holds as many winning as losing coalitions, by mask, such that every player is in
    as many of the former as of the latter.

    >>> from kibitz.coalitional.voting.simple_games import simple_game
    >>> yes = is_weighted(simple_game(["1,4", "2,4", "3,4", "1,2,3"]))
    >>> print(yes)
    weighted: [3; 1, 1, 1, 2]
    >>> no = is_weighted(simple_game(["1,2", "3,4"]))
    >>> print(no)
    not weighted: {1,2} and {3,4} win, but trading players they become {2,3} and {1,4}, which lose
    >>> print(no.verify())
    the game is not weighted: proved by trade robustness
      ✓ no weights are given
      ✓ these coalitions win
      ✓ as many coalitions lose
      ✓ every player is in as many of the first as of the second
      ✓ the remaining fields follow from these
    """

    game: CoalitionalGame
    weights: tuple[int, ...] = ()
    quota: int = 0
    trade: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    @property
    def weighted(self) -> bool:
        return bool(self.weights)

    def __bool__(self) -> bool:
        return self.weighted

    @property
    def exact(self) -> bool:
        return True

    def _spelled(self, masks: Sequence[int], between: str = ", ") -> str:
        return between.join("{" + self.game.spell(mask) + "}" for mask in masks)

    def explain(self) -> Explanation:
        """The weights with the coalitions closest to the quota, or the trade as a table."""
        game = self.game
        if self.weighted:
            return Explanation("Is it weighted?", (_closest_step(self),))
        won, lost = self.trade
        rows = []
        for i, player in enumerate(game.players):
            marks = ["x" if mask >> i & 1 else "" for mask in (*won, *lost)]
            rows.append((player, *marks))
        places = range(1, len(won) + 1)
        header = ("player", *(f"wins {k}" for k in places), *(f"loses {k}" for k in places))
        prose = (
            "Every player is in as many winning as losing coalitions of this table. With weights, "
            "all the winning ones together would weigh as much as all the losing ones, and yet "
            "each of them more than any losing one; so there are no weights."
        )
        return Explanation("Is it weighted?", (Step("A trade", prose, Table(header, tuple(rows))),))

    def to_json(self) -> dict[str, Any]:
        won, lost = ([list(self.game.members(m)) for m in side] for side in self.trade)
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "weighted": self.weighted,
            "weights": list(self.weights),
            "quota": self.quota,
            "trade": {"winning": won, "losing": lost},
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Weightedness:
        trade = read_object(data, "trade")
        won, lost = (
            tuple(game.mask(s) for s in trade.get(side, [])) for side in ("winning", "losing")
        )
        weights = tuple(int(exact(w)) for w in data.get("weights", []))
        return cls(game, weights, int(exact(data.get("quota", 0))), (won, lost))

    def __str__(self) -> str:
        if self.weighted:
            return f"weighted: [{self.quota}; {', '.join(map(str, self.weights))}]"
        won, lost = self.trade
        return (
            f"not weighted: {self._spelled(won, ' and ')} win, but trading players they become "
            f"{self._spelled(lost, ' and ')}, which lose"
        )


def _closest_step(answer: Weightedness) -> Step:
    game = answer.game
    wins = winners(game)
    sums = subset_sums([Fraction(w) for w in answer.weights]).array
    rows = []
    for flags, word in ((minimal_winners(wins), "wins"), (maximal_losers(wins), "loses")):
        masks = sorted(map(int, np.flatnonzero(flags)), key=lambda m: abs(sums[m] - answer.quota))
        rows += [(game.spell(m), word, str(int(sums[m]))) for m in masks[:6]]
    prose = f"Minimal winning coalitions reach {answer.quota}, maximal losing ones do not."
    return Step(str(answer), prose, Table(("coalition", "", "weight"), tuple(rows)))


def _memberships(masks: Sequence[int], n: int) -> list[int]:
    return [sum(mask >> i & 1 for mask in masks) for i in range(n)]


@method(
    CoalitionalGame,
    "weightedness",
    finds="whether a simple game is weighted",
    cost="O(n^2 2^n), and linear programs",
    reference="Elgot 1961; Taylor and Zwicker 1992",
    applies=all_of(has_table, is_simple_game),
)
def is_weighted(game: CoalitionalGame) -> Weightedness:
    """Weights and a quota for a simple game, or a trade that shows there are none.

    First pairs of players are compared: if each of two is worth more than the other in some
    coalition, they can be swapped to a trade at once. Otherwise weights are looked for by linear
    programming, coalitions entering as they are violated.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Weightedness
        Weights and a quota, or a trade that proves there are none.

    Notes
    -----
    Cost: O(n^2 2^n), and linear programs.

    References
    ----------
    Elgot 1961; Taylor and Zwicker 1992.
    """
    require_game(game)
    wins = winners(game)
    swap = _swap(wins, game.n)
    if swap is not None:
        return Weightedness(game, trade=swap)
    return _separated(game, wins)


def _swap(wins: Flags, n: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Two winning coalitions that lose when they swap two players, if there are some."""
    masks = np.arange(len(wins), dtype=np.int64)
    for j in range(n):
        for i in range(j):
            bit_i, bit_j = 1 << i, 1 << j
            free = masks[(masks & (bit_i | bit_j)) == 0]
            with_i, with_j = wins[free | bit_i], wins[free | bit_j]
            better_i, better_j = free[with_i & ~with_j], free[with_j & ~with_i]
            if len(better_i) and len(better_j):
                s, t = int(better_i[0]), int(better_j[0])
                return (s | bit_i, t | bit_j), (s | bit_j, t | bit_i)
    return None


def _separated(game: CoalitionalGame, wins: Flags) -> Weightedness:
    minimal, maximal = (np.flatnonzero(f) for f in (minimal_winners(wins), maximal_losers(wins)))
    chosen_wins, chosen_losses = [int(minimal[0])], [int(maximal[0])]
    while True:
        answer = _program(chosen_wins, chosen_losses, game.n).solve()
        if isinstance(answer, Infeasible):
            return Weightedness(game, trade=_trade(answer, chosen_wins, chosen_losses, game.n))
        assert isinstance(answer, Optimum), "weights are bounded below"
        *weights, quota = _whole(answer.x)
        sums = subset_sums([Fraction(w) for w in weights]).array
        light = _worst(minimal, sums[minimal], sums[minimal] < quota)
        heavy = _worst(maximal, -sums[maximal], sums[maximal] >= quota)
        if not light and not heavy:
            return Weightedness(game, tuple(weights), int(sums[wins].min()))
        chosen_wins += light
        chosen_losses += heavy


def _worst(masks: Masks, order: Masks, bad: Flags) -> list[int]:
    places = np.flatnonzero(bad)
    return [int(masks[k]) for k in places[np.argsort(order[places])][:AT_ONCE]]


def _program(wins: list[int], losses: list[int], n: int) -> LinearProgram:
    """The least weights such that winning coalitions reach a quota that losing ones miss by 1."""
    rows = [[*(mask >> i & 1 for i in range(n)), -1] for mask in (*wins, *losses)]
    return LinearProgram.read(
        c=[1] * n + [0],
        A=rows,
        rel=[">="] * len(wins) + ["<="] * len(losses),
        b=[0] * len(wins) + [-1] * len(losses),
        sense="min",
        lower=[0] * n + [None],
    )


def _whole(x: Sequence[Any]) -> list[int]:
    """The least whole numbers in the same proportion."""
    numerators, _ = common_denominator([Fraction(v) for v in x])
    common = gcd(*numerators) or 1
    return [v // common for v in numerators]


def _trade(
    proof: Infeasible, wins: list[int], losses: list[int], n: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The multipliers of an infeasible program as a list of coalitions, and who leaves whom.

    They weigh winning and losing coalitions alike and hold every player at least as often in the
    losing ones; those who are there too often leave, since a smaller coalition loses all the more.
    """
    times = _whole([abs(y) for y in proof.farkas])
    won = [mask for mask, k in zip(wins, times, strict=False) for _ in range(k)]
    lost = [mask for mask, k in zip(losses, times[len(wins) :], strict=True) for _ in range(k)]
    surplus = [b - a for a, b in zip(_memberships(won, n), _memberships(lost, n), strict=True)]
    for place, mask in enumerate(lost):
        for i in members(mask):
            if surplus[i] > 0:
                lost[place] ^= 1 << i
                surplus[i] -= 1
    return tuple(won), tuple(lost)
