"""The answer to a game whose endless plays are worth their average payment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from kibitz.algebra.point_json import point
from kibitz.algebra.real_root import RealRoot
from kibitz.algebra.surd import plain_point
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, exact, number, show
from kibitz.core.solution import Claimed
from kibitz.pictures import Picture
from kibitz.stochastic.average.best_reply import average_reply
from kibitz.stochastic.average.blackwell_ferguson import BlackwellFerguson, with_loss
from kibitz.stochastic.average.determinants import limit_blocks
from kibitz.stochastic.average.moves import moves_of
from kibitz.stochastic.average.moves import replies as replies_to
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.methods.epsilon_optimal import EpsilonStrategy, NoStrategy
from kibitz.stochastic.mirror import mirrored
from kibitz.stochastic.show import MOST_SHOWN, mixture_text, write
from kibitz.stochastic.state_answers import StateAnswers, by_state, read_states

SMALL = 1e-6
"""A shortfall that is put down to rounding."""


@dataclass(frozen=True)
class AverageSolution(StateAnswers, kind="average-solution"):
    """Values of the average payment, stationary strategies, and what those guarantee.

    The value is what each side can secure in every play that is long enough, the limit of the
    discounted values at the same time (Mertens and Neyman, 1981). Stationary strategies need not
    suffice for it: ``stationary`` says for each player whether one is optimal, None where that is
    not known.

    >>> from kibitz.stochastic.game import stochastic_game
    >>> print(stochastic_game("A: 4 + B, B; B, 2 + B | B: 1 + A", endless="average").solve())
    A  value 7/6
       I   (1/3, 2/3)
       II  (1/3, 2/3)
    B  value 7/6
    a stage on average; both strategies are optimal; found by stationary strategies and replies
    """

    game: StochasticGame
    value_list: Sequence[Any]
    row_list: Sequence[Sequence[Any]]
    column_list: Sequence[Sequence[Any]]
    guarantees: tuple[Sequence[Any], Sequence[Any]]
    """What the strategies secure in every state: the first player at least, the second at most."""
    stationary: tuple[bool | None, bool | None]
    method: str
    bound: Number = Fraction(0)
    plans: tuple[tuple[BlackwellFerguson, ...], tuple[BlackwellFerguson, ...]] = field(
        default=((), ()), repr=False
    )
    """Strategies with a memory, where stationary ones fall short and such are known."""

    @property
    def optimal_for(self) -> tuple[bool, bool]:
        """Whether the strategy shown is known to be optimal, for each player."""
        return self.stationary[0] is True, self.stationary[1] is True

    def has_optimal(self, player: Any = "I") -> bool | None:
        """Whether a player has an optimal stationary strategy; None where that is not known.

        Parameters
        ----------
        player : str or int, default "I"
            The player, by name, or 1 for the first.
        """
        return self.stationary[self._player(player)]

    def shortfall(self, player: Any = "I") -> float:
        """How much the stationary strategy of a player may lack of the value in some state.

        Parameters
        ----------
        player : str or int, default "I"
            The player, by name, or 1 for the first.
        """
        p = self._player(player)
        pairs = zip(self.value_list, self.guarantees[p], strict=True)
        sign = 1 if p == 0 else -1
        return max(0.0, *(sign * (float(v) - float(g)) for v, g in pairs))

    def history_strategy(
        self, player: Any = "I", epsilon: Any = None, n: int | None = None, state: Any = None
    ) -> BlackwellFerguson:
        """A strategy with a memory that comes within ε of the value, or with a given N.

        Parameters
        ----------
        player : str or int, default "I"
            The player, by name, or 1 for the first.
        epsilon : number, optional
            How far below the value the guarantee may be; 1/100 if None.
        n : int, optional
            N, in place of ``epsilon``: the greater, the closer to the value.
        state : str or int, optional
            The state; the start if None.

        References
        ----------
        Blackwell and Ferguson 1968
        """
        p = self._player(player)
        wanted = str(self.game.states[self._at(state)])
        for plan in self.plans[p]:
            if plan.state == wanted:
                if n is not None:
                    if n < 0:
                        raise GameError(f"n is {n}; it must not be negative")
                    return replace(plan, n=n)
                return with_loss(plan, Fraction(1, 100) if epsilon is None else epsilon)
        raise NoStrategy(
            f"no strategy of Blackwell and Ferguson's kind for {self.game.players[p]} in {wanted}"
        )

    def epsilon_optimal(
        self, player: Any = "I", epsilon: Any = Fraction(1, 100)
    ) -> EpsilonStrategy | BlackwellFerguson:
        """A strategy that guarantees the value up to ε: stationary if one does, else with memory.

        Where neither is known an error names Mertens and Neyman's: play what is optimal with a
        discount rate that falls as the payments so far rise.

        Parameters
        ----------
        player : str or int, default "I"
            The player, by name, or 1 for the first.
        epsilon : number, default Fraction(1, 100)
            How far below the value the guarantee may be.

        References
        ----------
        Mertens and Neyman 1981
        """
        wanted = exact(epsilon, "epsilon")
        if wanted <= 0:
            raise GameError(f"epsilon: {show(wanted)}; it must be positive")
        p = self._player(player)
        strategy: EpsilonStrategy | None = call(self, "nearly_stationary", p, wanted)
        if strategy is not None:
            return strategy
        if self.plans[p]:
            return self.history_strategy(player, wanted, state=self.plans[p][0].state)
        raise NoStrategy(
            f"no stationary strategy within {show(wanted)} of the value was found for "
            f"{self.game.players[p]}; Mertens and Neyman's strategy comes arbitrarily close: "
            "play optimally for a discount rate that falls as the payments so far rise"
        )

    def explain(self) -> Explanation:
        """How the values come about."""
        return call(self, "explain_average")

    def draw(self) -> Picture:
        """The state graph with the values."""
        from kibitz.stochastic.draw import draw_solution

        return draw_solution(self)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": self.kind,
            "criterion": "average",
            "value": plain_point(self.value),
            "values": {name: plain_point(x) for name, x in self.values.items()},
            "strategies": {
                name: [[plain_point(x) for x in side] for side in sides]
                for name, sides in self.strategies.items()
            },
            **self.choices(),
            "guarantees": {
                player: {
                    str(name): plain_point(x)
                    for name, x in zip(self.game.states, side, strict=True)
                }
                for player, side in zip(self.game.players, self.guarantees, strict=True)
            },
            "replies": self.replies(),
            **self.limits(),
            "stationary_optimal": dict(zip(self.game.players, self.stationary, strict=True)),
            "exact": self.exact,
            "bound": plain_point(self.bound),
            "method": self.method,
        }
        memory = {
            self.game.players[p]: [with_loss(plan, Fraction(1, 100)).to_json() for plan in plans]
            for p, plans in enumerate(self.plans)
            if plans
        }
        if memory:
            data["history_strategies"] = memory
        return data

    def replies(self) -> dict[str, Any]:
        """Gain and bias of the best reply to each strategy, which prove what that secures."""
        whole = mirrored(self.game.averaged())
        moves = moves_of(whole.table.rational)
        sides = [[_scaled(x) for x in side] for side in (self.row_list, self.column_list)]
        if len(moves) > len(sides[0]):
            sides = [[*sides[0], *sides[1]], [*sides[1], *sides[0]]]
        replies = {}
        for player, name in enumerate(self.game.players):
            reply = average_reply(replies_to(moves, sides[player], player == 0), player == 0)
            replies[name] = {
                "gain": [plain_point(x) for x in reply.gain],
                "bias": [plain_point(x) for x in reply.bias],
            }
        return replies

    def limits(self) -> dict[str, Any]:
        """Rows and columns that prove the values as limits, where the strategies do not."""
        if max(self.shortfall("1"), self.shortfall("2")) <= float(self.bound) or not self.exact:
            return {}
        from kibitz.stochastic.average.limit_value import Limits

        limits: dict[str, Any] = {}
        for s, inside, k, value in limit_blocks(self.game.averaged(), self.value_list):
            pair = Limits.of(inside, k)
            kernels = [pair.kernel(value, below) for below in (True, False)]
            if None not in kernels:
                limits[str(s)] = [[list(map(int, x)) for x in kernel or ()] for kernel in kernels]
        return {"limits": limits} if limits else {}

    @classmethod
    def from_json(cls, game: StochasticGame, data: dict[str, Any]) -> StateAnswers | Claimed:
        """The answer; one with strategies that remember the past as the claim that it makes."""
        claim = Claim(data)
        if "history_strategies" in claim:
            return Claimed(game, data)
        values, rows, columns = read_states(game, claim)
        part = claim.part("guarantees")
        secured = [
            [point(x, "guarantees") for x in by_state(game, part, name)] for name in game.players
        ]
        said = data.get("stationary_optimal")
        known = said if isinstance(said, dict) else {}
        first, second = (known.get(p) for p in game.players)
        bound = number(data.get("bound", 0), "bound")
        method = str(data.get("method", ""))
        sides = (secured[0], secured[1])
        return cls(game, values, rows, columns, sides, (first, second), method, bound)

    def __str__(self) -> str:
        lines = []
        count = len(self.value_list)
        names = [str(self.game.states[s]) for s in range(min(count, MOST_SHOWN))]
        width, side = max(map(len, names)), max(map(len, self.game.players))
        for s, name in enumerate(names):
            lines.append(f"{name:<{width}}  value {write(self.value_list[s])}")
            lists = (self.row_list[s], self.column_list[s])
            labels = (self.game.row_names(s), self.game.column_names(s))
            lines += [
                f"{'':<{width}}  {player:<{side}}  {mixture_text(names_of, mixture)}"
                for player, mixture, names_of in zip(self.game.players, lists, labels, strict=True)
                if len(mixture) > 1
            ]
        if count > MOST_SHOWN:
            lines.append(f"... {count - MOST_SHOWN:,} more states")
        return "\n".join([*lines, *self._verdict()])

    def _verdict(self) -> list[str]:
        if all(self.stationary) and self.exact and self.shortfall("1") == self.shortfall("2") == 0:
            one = self.game.is_decision_process
            what = "this policy is" if one else "both strategies are"
            return [f"a stage on average; {what} optimal; found by {self.method}"]
        close = "" if self.exact else f", within {show(self.bound)}"
        lines = [f"a stage on average{close}; found by {self.method}"]
        for p, player in enumerate(self.game.players):
            short = self.shortfall(player)
            if self.stationary[p] and short == 0:
                lines.append(f"{player}'s strategy is optimal")
            elif self.stationary[p] or (self.stationary[p] is None and short < SMALL):
                lines.append(f"{player}'s strategy secures the value up to {short:.2g}")
            else:
                none = (
                    "has no optimal stationary strategy"
                    if self.stationary[p] is False
                    else ("may have no optimal stationary strategy")
                )
                lines.append(f"{player} {none}; the one shown may fall short by {short:.3g}")
            lines += [str(with_loss(plan, Fraction(1, 100))) for plan in self.plans[p]]
        return lines


def _scaled(mixture: Sequence[Any]) -> tuple[Fraction, ...]:
    parts = [Fraction(float(x)) if isinstance(x, RealRoot) else Fraction(x) for x in mixture]
    return tuple(x / sum(parts) for x in parts)
