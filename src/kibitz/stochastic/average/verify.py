"""Proofs of average values: by best replies, or by the limits of discounted values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kibitz.algebra.real_root import RealRoot
from kibitz.core.numbers import exact, show
from kibitz.core.solution import Certificate, Check
from kibitz.stochastic.average.best_reply import (
    AverageReply,
    average_reply,
    holds,
    moves_of,
    replies,
)
from kibitz.stochastic.average.blackwell_ferguson import BlackwellFerguson
from kibitz.stochastic.average.limit_average import (
    absorbing_optimum,
    absorbing_stage,
    single_blocks,
)
from kibitz.stochastic.average.limit_value import Determinants, fits, prepared
from kibitz.stochastic.average.recurrent_state import recurrent_state
from kibitz.stochastic.average.solution import AverageSolution
from kibitz.stochastic.game import AVERAGE
from kibitz.stochastic.graph import components
from kibitz.stochastic.methods.pivot import pivot
from kibitz.stochastic.mirror import mirrored
from kibitz.stochastic.show import write

SLACK = Fraction(1, 10**9)


def certificate(solution: AverageSolution) -> Certificate:
    """Check values, strategies and what is said about stationary ones."""
    proof = _Proof(solution)
    claim = f"the average value of {solution.game.states[solution.game.start]} is "
    claim += write(solution.value) + ("" if solution.exact else f" up to {show(solution.bound)}")
    if not proof.fits:
        what = "there is a value and a distribution of the right length for every state"
        return Certificate(claim, "best replies", (Check(what, False),))
    checks = [proof.secured(0), proof.secured(1)]
    if proof.meet():
        theorem = "the best replies to both strategies, by gain and bias"
        checks.append(Check("what both secure is the value, up to the bound", True))
    else:
        theorem = "the limit of the discounted values (Mertens and Neyman)"
        checks.append(proof.limits())
    checks += [check for player in (0, 1) for check in proof.existence(player)]
    return Certificate(claim, theorem, tuple(checks))


class _Proof:
    def __init__(self, solution: AverageSolution) -> None:
        self.solution = solution
        game = solution.game
        whole = mirrored(replace(game, endless=AVERAGE))
        self.table = whole.table.rational
        self.moves = moves_of(self.table)
        self.doubled = self.table.states > game.table.states
        self.fits = self._shapes()
        if self.fits:
            self.mixtures = self._mixtures()
            self.replies = tuple(self._reply(player) for player in (0, 1))

    def _shapes(self) -> bool:
        solution, table = self.solution, self.solution.game.table
        sides = ((solution.row_list, table.rows), (solution.column_list, table.columns))
        if len(solution.value_list) != table.states:
            return False
        for side, sizes in sides:
            if len(side) != table.states:
                return False
            for mixture, size in zip(side, sizes, strict=True):
                numbers = [float(x) for x in mixture]
                if len(numbers) != size or abs(sum(numbers) - 1) > 1e-9 or min(numbers) < 0:
                    return False
        return True

    def _mixtures(self) -> tuple[list[Any], list[Any]]:
        sides = []
        for side in (self.solution.row_list, self.solution.column_list):
            found = []
            for mixture in side:
                parts = [Fraction(x) for x in mixture]
                found.append(tuple(x / sum(parts) for x in parts))
            sides.append(found)
        if self.doubled:
            return [*sides[0], *sides[1]], [*sides[1], *sides[0]]
        return sides[0], sides[1]

    def _reply(self, player: int) -> tuple[AverageReply, bool]:
        choices = replies(self.moves, self.mixtures[player], player == 0)
        reply = average_reply(choices, lowest=player == 0)
        return reply, holds(choices, reply, player == 0)

    def values(self) -> list[Any]:
        """The claimed values of all states, those with exchanged roles included."""
        listed = [exact(x) if isinstance(x, (int, float)) else x for x in self.solution.value_list]
        if self.doubled:
            listed += [_negative(x) for x in listed]
        return listed

    def secured(self, player: int) -> Check:
        """That the strategy secures what is said."""
        reply, proved = self.replies[player]
        claimed = self.solution.guarantees[player]
        sign = 1 if player == 0 else -1
        good = proved and all(
            sign * (Fraction(g) - x) <= SLACK * (0 if isinstance(g, Fraction) else 1)
            for g, x in zip(claimed, reply.gain, strict=False)
        )
        name = self.solution.game.players[player]
        start = self.solution.game.start
        return Check(f"{name}'s stationary strategy secures {show(reply.gain[start])}", good)

    def meet(self) -> bool:
        """Whether both strategies secure the values up to the bound."""
        bound = Fraction(self.solution.bound)
        slack = bound + (0 if self.solution.exact else SLACK)
        return all(
            _within(v, low - slack, high + slack) and low <= high and v_close(v, low, high, slack)
            for v, low, high in zip(
                self.solution.value_list,
                self.replies[0][0].gain,
                self.replies[1][0].gain,
                strict=False,
            )
        )

    def limits(self) -> Check:
        """That every value is the limit of the discounted ones, block by block."""
        what = "beside each value the discounted games change sides, for all small rates"
        values = self.values()
        found = components(self.table)
        wrong = []
        for block, cyclic in zip(found.members(), found.cyclic, strict=True):
            if not self._block(block, bool(cyclic), values):
                wrong += [s for s in block if s < self.solution.game.table.states] or [block[0]]
        names = ", ".join(
            str(self.solution.game.states[s])
            for s in wrong[:4]
            if s < self.solution.game.table.states
        )
        return Check(what, not wrong, names)

    def _block(self, block: list[int], cyclic: bool, values: Sequence[Any]) -> bool:
        targets = {t for s in block for row in self.moves[s] for m in row for t in m.go}
        known = {t: values[t] for t in targets if t not in block}
        if any(isinstance(x, RealRoot) for x in known.values()):
            return False
        inside = prepared(self.moves, block, known)
        slack = SLACK * (0 if self.solution.exact else 1)
        if not cyclic:
            solved = pivot([[m.settled for m in row] for row in inside[0]]).value
            return bool(abs(solved - values[block[0]]) <= slack)
        if not fits(inside):
            return False
        for k, s in enumerate(block):
            pair = Determinants.of(inside, k)
            low, high = (values[s], values[s])
            if slack:
                low, high = values[s] - slack, values[s] + slack
            if pair.kernel(low, True) is None or pair.kernel(high, False) is None:
                return False
        return True

    def existence(self, player: int) -> list[Check]:
        """What is said about optimal stationary strategies and about those with a memory."""
        solution = self.solution
        name, claim = solution.game.players[player], solution.stationary[player]
        checks = []
        if claim is True and solution.shortfall(name) > float(solution.bound):
            here = recurrent_state(self.table) is not None
            checks.append(Check(f"every play keeps coming back, so {name} has an optimum", here))
        if claim is False:
            values = self.values()
            none = any(
                isinstance(values[s], Fraction)
                and absorbing_stage(self.moves, s, values, player) is not None
                and absorbing_optimum(self.moves, s, values, player) is None
                for s in single_blocks(self.table)
            )
            checks.append(Check(f"no stationary strategy of {name} is optimal", none))
        return checks + [
            Check(f"{name} comes close with a memory", self._plan(plan, player))
            for plan in solution.plans[player]
        ]

    def _plan(self, plan: BlackwellFerguson, player: int) -> bool:
        """Whether a strategy with a memory is one for this game, and keeps its promise."""
        values = self.values()
        s = self.solution.game.index(plan.state)
        stage = absorbing_stage(self.moves, s, values, player)
        own = values[s] if player == 0 else -values[s]
        return stage == plan.stage and own == plan.value and plan.verify().holds


def _within(v: Any, low: Fraction, high: Fraction) -> bool:
    return bool(v >= low) and bool(v <= high)


def v_close(v: Any, low: Fraction, high: Fraction, slack: Fraction) -> bool:
    """Whether a value is no farther than the slack from what either side secures."""
    return _within(v, high - slack, low + slack)


def _negative(x: Any) -> Any:
    if not isinstance(x, RealRoot):
        return -x
    from kibitz.algebra.polynomial import Polynomial
    from kibitz.algebra.real_root import real_roots

    flipped = Polynomial.of([c * (-1) ** k for k, c in enumerate(x.polynomial.coefficients)])
    return min(real_roots(flipped), key=lambda root: abs(float(root) + float(x)))
