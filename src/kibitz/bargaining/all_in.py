"""The end-game with an all-in player: two bet for a side pot, a third waits for the main pot.

The pot holds A. Player III is all-in and cannot bet any more; II's hand beats III's. Player I holds
a winning card with probability p and moves first: bet B, or check. A winner is always bet; with a
loser I is honest (checks, and II takes the pot) or bluffs. II calls or folds. When II folds to a
bluff it is III who takes the pot, so bluffing cannot gain I anything directly; it hurts II, which
makes it a threat. What the three receive always adds up to A. Ferguson III.4.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, plain, show, show_all
from kibitz.core.solution import Solution
from kibitz.strategic.build import bimatrix, strategic_game
from kibitz.strategic.game import StrategicGame

ROWS, COLUMNS = ("honest", "bluff"), ("call", "fold")


@dataclass(frozen=True)
class AllInEndgame(Solution, kind="all-in-endgame"):
    """The pot, the bet, and the probability of a winning card.

    >>> print(all_in_endgame(100, 10, "1/10"))
    end-game with an all-in player: pot 100, bet 10, winning card with probability 1/10
              call          fold
    honest    (11, 89, 0)   (10, 90, 0)
    bluff     (2, 98, 0)    (10, 0, 90)
    in equilibrium I is honest and II folds, which pays (10, 90, 0)
    II folds as long as I bluffs with probability at most 1/99
    I gets at least 10 while bluffing with probability up to 1/9
    """

    how = "the rules"
    pot: Fraction
    bet: Fraction
    p: Fraction

    def __post_init__(self) -> None:
        if not 0 <= self.p <= 1:
            raise GameError(f"p is {show(self.p)}; a probability lies between 0 and 1")
        if self.pot < 0 or self.bet < 0:
            raise GameError(
                f"pot {show(self.pot)} and bet {show(self.bet)}: neither can be negative"
            )

    @property
    def table(self) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
        """What the three players receive, by row (honest, bluff) and column (call, fold)."""
        a, b, p = self.pot, self.bet, self.p
        zero, lose = Fraction(0), 1 - self.p
        return (
            ((p * (a + b), lose * a - p * b, zero), (p * a, lose * a, zero)),
            ((p * (a + b) - lose * b, lose * (a + b) - p * b, zero), (p * a, zero, lose * a)),
        )

    @property
    def game(self) -> StrategicGame:
        """The game of all three; Player III has nothing to choose."""
        payoffs = [[[[cell[k]] for cell in row] for row in self.table] for k in range(3)]
        return strategic_game(
            payoffs, ["I", "II", "III"], [ROWS, COLUMNS, ["wait"]], "End-game, all-in player"
        )

    @property
    def two_person(self) -> StrategicGame:
        """The game between the two who can still choose."""
        first, second = ([[cell[k] for cell in row] for row in self.table] for k in range(2))
        return bimatrix(first, second, ROWS, COLUMNS, "End-game, all-in player")

    @property
    def folding_threshold(self) -> Fraction:
        """The greatest probability of a bluff at which folding is still a best reply for II."""
        lose = (1 - self.p) * (self.pot + self.bet)
        return min(Fraction(1), self.p * self.bet / lose) if lose else Fraction(1)

    @property
    def free_bluff(self) -> Fraction:
        """How often I can bluff and still be sure of p times the pot."""
        return min(Fraction(1), self.p / (1 - self.p)) if self.p < 1 else Fraction(1)

    @property
    def equilibrium_payoff(self) -> tuple[Fraction, Fraction, Fraction]:
        """What all receive when I is honest and II folds, always an equilibrium."""
        first, second, third = self.table[0][1]
        return first, second, third

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "A": plain(self.pot),
            "B": plain(self.bet),
            "p": plain(self.p),
            "rows": list(ROWS),
            "columns": list(COLUMNS),
            "matrix": [[[plain(x) for x in cell] for cell in row] for row in self.table],
            "constant_sum": plain(self.pot),
            "folding_threshold": plain(self.folding_threshold),
            "free_bluff": plain(self.free_bluff),
        }

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> AllInEndgame:
        claim = Claim(data)
        return cls(*(exact(claim.raw(key), key) for key in ("A", "B", "p")))

    def __str__(self) -> str:
        cells = [["(" + ", ".join(map(show, cell)) + ")" for cell in row] for row in self.table]
        width = max(len(cells[0][0]), len(cells[1][0]))
        lines = [
            f"end-game with an all-in player: pot {show(self.pot)}, bet {show(self.bet)}, winning "
            f"card with probability {show(self.p)}",
            f"{'':<8}  {'call':<{width}}   fold",
        ]
        lines += [f"{n:<8}  {r[0]:<{width}}   {r[1]}" for n, r in zip(ROWS, cells, strict=True)]
        return "\n".join(
            [
                *lines,
                f"in equilibrium I is honest and II folds, which pays "
                f"{show_all(self.equilibrium_payoff)}",
                f"II folds as long as I bluffs with probability at most "
                f"{show(self.folding_threshold)}",
                f"I gets at least {show(self.p * self.pot)} while bluffing with probability up to "
                f"{show(self.free_bluff)}",
            ]
        )


def all_in_endgame(pot: Any = 100, bet: Any = 10, p: Any = "1/10") -> AllInEndgame:
    """The endgame with a pot, a bet and a probability of a winning card.

    Parameters
    ----------
    pot : number, default 100
        The pot.
    bet : number, default 10
        The bet.
    p : number, default "1/10"
        The probability of a winning card.

    Returns
    -------
    AllInEndgame
        The endgame.
    """
    return AllInEndgame(exact(pot, "pot"), exact(bet, "bet"), exact(p, "p"))
