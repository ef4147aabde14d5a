"""Is a given profile an equilibrium? Regrets, best responses and profitable deviations.

A profile is an equilibrium when no player has a pure strategy that pays more against the others;
finitely many deviations need to be tried, and the payoffs alone prove nothing. Nash (1951).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.algebra.weight import weight_list, weight_table
from kibitz.core.claim import Claim
from kibitz.core.method import method
from kibitz.core.numbers import Number, magnitude, plain, rounding, show
from kibitz.core.solution import Solution
from kibitz.strategic.expected_payoffs import utility_by_strategy
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.profile import Profile, mixture_text, read_profile
from kibitz.zero_sum.strategies.expected_payoff import expectation
from kibitz.zero_sum.strategies.mixture import Mixture, support


@dataclass(frozen=True, slots=True)
class Deviation:
    """A strategy that one player would rather play while the others stay as they are."""

    player: int
    strategy: int
    payoff: Number
    gain: Number

    def __str__(self) -> str:
        where = f"player {self.player + 1}, strategy {self.strategy + 1}"
        return f"{where}: {show(self.payoff)} instead, a gain of {show(self.gain)}"


@dataclass(frozen=True)
class EquilibriumTest(Solution, kind="equilibrium-test"):
    """The verdict about a profile; true when it is an equilibrium.

    >>> from kibitz import bimatrix
    >>> game = bimatrix("4,1 0,0; 0,0 1,4", rows="opera baseball", columns="opera baseball")
    >>> print(equilibrium_test(game, [["4/5", "1/5"], ["4/5", "1/5"]]))
    not an equilibrium
    I    opera: 4/5   baseball: 1/5   payoff 13/5, regret 3/5
    II   opera: 4/5   baseball: 1/5   payoff 4/5, regret 0
    I would rather play opera, for 16/5
    >>> bool(equilibrium_test(game, [["4/5", "1/5"], ["1/5", "4/5"]]))
    True
    """

    game: StrategicGame
    profile: Profile
    by_strategy: tuple[Mixture, ...]
    """What each strategy of each player brings against the others."""
    payoffs: tuple[Number, ...]

    @property
    def best(self) -> tuple[Number, ...]:
        """The most, or in a game of costs the least, that each player could get alone."""
        pick = min if self.game.costs else max
        return tuple(pick(line) for line in self.by_strategy)

    @property
    def regrets(self) -> tuple[Number, ...]:
        """What each player could gain alone."""
        return tuple(magnitude(b - x) for b, x in zip(self.best, self.payoffs, strict=True))

    @property
    def regret(self) -> Number:
        """The largest regret: the profile is an epsilon-equilibrium for this epsilon."""
        return max(self.regrets)

    @property
    def holds(self) -> bool:
        """Is it an equilibrium?"""
        return all(r <= self._slack(k) for k, r in enumerate(self.regrets))

    @property
    def deviations(self) -> tuple[Deviation, ...]:
        """Every profitable deviation in pure strategies, the most profitable first."""
        sign = -1 if self.game.costs else 1
        deviations = [
            Deviation(k, i, x, sign * (x - self.payoffs[k]))
            for k, line in enumerate(self.by_strategy)
            for i, x in enumerate(line)
            if sign * (x - self.payoffs[k]) > self._slack(k)
        ]
        return tuple(sorted(deviations, key=lambda d: -d.gain))

    @property
    def best_responses(self) -> tuple[tuple[int, ...], ...]:
        """Each player's best strategies (positions from 0) against the others."""
        return tuple(
            tuple(i for i, x in enumerate(line) if magnitude(x - best) <= self._slack(k))
            for k, (line, best) in enumerate(zip(self.by_strategy, self.best, strict=True))
        )

    @property
    def indifferent(self) -> tuple[bool, ...]:
        """Whether the others leave each player indifferent among all strategies."""
        return tuple(
            len(best) == size
            for best, size in zip(self.best_responses, self.game.shape, strict=True)
        )

    @property
    def strict(self) -> bool:
        """Would every deviation cost something?"""
        return self.holds and all(
            best == support(weights) and len(best) == 1
            for best, weights in zip(self.best_responses, self.profile, strict=True)
        )

    def __bool__(self) -> bool:
        return self.holds

    def _slack(self, k: int) -> Number:
        if not isinstance(self.by_strategy[k][0], float):
            return Fraction(0)
        array = self.game.payoffs[k].floats()
        return rounding((float(array.min()), float(array.max())))

    def to_json(self) -> dict[str, Any]:
        names = self.game.strategies
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "profile": [[plain(x) for x in weights] for weights in self.profile],
            "equilibrium": self.holds,
            "strict": self.strict,
            f"{self.game.word}s": [plain(x) for x in self.payoffs],
            "regrets": [plain(x) for x in self.regrets],
            "by_strategy": [[plain(x) for x in line] for line in self.by_strategy],
            "best_responses": [
                [names[k][i] for i in best] for k, best in enumerate(self.best_responses)
            ],
            "deviations": [
                {
                    "player": self.game.players[d.player],
                    "strategy": names[d.player][d.strategy],
                    self.game.word: plain(d.payoff),
                    "gain": plain(d.gain),
                }
                for d in self.deviations
            ],
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> EquilibriumTest:
        claim, count = Claim(data), len(game.players)
        lines = weight_table(claim, "by_strategy", count)
        payoffs = weight_list(claim, f"{game.word}s", count)
        return cls(game, weight_table(claim, "profile", count), lines, payoffs)

    def __str__(self) -> str:
        game = self.game
        width = max(map(len, game.players))
        lines = ["an equilibrium" if self.holds else "not an equilibrium"]
        for k, name in enumerate(game.players):
            words = mixture_text(game.strategies[k], self.profile[k])
            lines.append(
                f"{name:<{width}}   {words}   {game.word} {show(self.payoffs[k])}, "
                f"regret {show(self.regrets[k])}"
            )
        seen: set[int] = set()
        for d in self.deviations:
            if d.player not in seen:
                seen.add(d.player)
                wanted = game.strategies[d.player][d.strategy]
                lines.append(
                    f"{game.players[d.player]} would rather play {wanted}, for {show(d.payoff)}"
                )
        return "\n".join(lines)


@method(
    StrategicGame,
    "equilibrium-test",
    finds="whether a profile is an equilibrium",
    cost="O(n) times the cells played",
    reference="Nash 1951",
    aliases=("is-equilibrium",),
)
def equilibrium_test(game: StrategicGame, profile: Any) -> EquilibriumTest:
    """Test a profile by trying every pure deviation. Cost O(n) times the cells played.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    profile : profile
        A strategy for each player: labels, positions from 0, or probabilities.

    Returns
    -------
    EquilibriumTest
        The verdict, with regrets and profitable deviations.

    References
    ----------
    Nash 1951.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> test = equilibrium_test(bimatrix("3,3 0,4; 4,0 1,1"), [0, 0])
    >>> test.holds, test.regret, [(d.player, d.strategy) for d in test.deviations]
    (False, Fraction(1, 1), [(0, 1), (1, 1)])
    """
    read = read_profile(game, profile)
    lines = tuple(
        tuple(game.reported(x) for x in utility_by_strategy(game, k, read))
        for k in range(len(game.players))
    )
    payoffs = tuple(expectation(weights, line) for weights, line in zip(read, lines, strict=True))
    return EquilibriumTest(game, read, lines, payoffs)
