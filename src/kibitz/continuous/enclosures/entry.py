"""Entry deterrence under demands with exp, log or sqrt: every choice inside proved intervals."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.algebra.show_exact import brief
from kibitz.continuous.enclosures.play import enclosed_play
from kibitz.continuous.enclosures.stages import EnclosedStage, enclosed_stages
from kibitz.continuous.markets.entry import Entry, EntrySolution, active_profit, entered_play
from kibitz.continuous.sequential.explain import enclosed_follower_steps
from kibitz.continuous.solution import ContinuousEquilibrium, EnclosedEquilibrium
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.extension import extends

CLOSE = 1e-7


@dataclass(frozen=True)
class EnclosedEntry(EntrySolution):
    """The same comparison in floats, each of them proved to lie close."""

    method: str = "backward induction with interval arithmetic"

    @property
    def decision(self) -> str:
        first, second = (float(x) for x in self.strategies)
        if second > 0:
            return "accommodated"
        alone = float(self.monopoly.strategies[0])
        return "blockaded" if abs(first - alone) <= CLOSE * (1 + alone) else "deterred"

    @property
    def after_entry(self) -> ContinuousEquilibrium:
        return _profile(self.game, float(self.monopoly.strategies[0]), float(self.entrant_reply))

    @property
    def deterring(self) -> ContinuousEquilibrium | None:
        if self.deterring_quantity is None:
            return None
        return _profile(self.game, float(self.deterring_quantity), 0.0)

    @property
    def entrant_profit_function(self) -> str:
        return f"the most of {active_profit(self.game)} over q2"

    def explain(self) -> Explanation:
        game = self.game
        alone, kept, let_in = self.monopoly, self.deterring, self.accommodating
        steps = [
            Step(
                "Alone in the market",
                f"The incumbent would make {brief(alone.strategies[0])} and earn "
                f"{brief(alone.payoffs[0])}.",
            ),
            *enclosed_follower_steps(game.sequential, enclosed_stages(game.sequential)),
        ]
        if kept is not None:
            said = f"From q1 = {brief(kept.strategies[0])} on; that earns {brief(kept.payoffs[0])}."
            steps.append(Step("Keeping it out", said))
        if let_in is not None:
            said = f"q1 = {brief(let_in.strategies[0])} earns {brief(let_in.payoffs[0])}."
            steps.append(Step("Letting it in", said))
        steps.append(Step(f"So entry is {self.decision}", str(self), None, self.draw()))
        steps.append(Step("Checks", "\n".join(map(str, self.verify().checks))))
        return Explanation(game.title or "Entry deterrence", tuple(steps))


@extends(Entry)
def solve_enclosed_entry(game: Entry) -> EnclosedEntry:
    """Backward induction in intervals, and the other choices for comparison.

    >>> from kibitz.continuous.markets.entry import entry
    >>> solve_enclosed_entry(entry("10*exp(-Q)", "q+1/2")).decision
    'deterred'
    """
    play = enclosed_play(game.sequential)
    alone = game.market.monopoly(0).equilibria()
    if not alone.equilibria:
        raise GameError(f"a monopoly has no best output here: {alone.remark}")
    best = alone.equilibria[0]
    output = float(best.strategies[0])
    entrant = enclosed_stages(game.sequential)[1]
    reply = max((a + b) / 2 for a, b in _replies(entrant, output))
    after = _profile(game, output, reply)
    let_in = entered_play(game)
    accommodating = None
    if let_in is not None and not stays_away(entrant, float(let_in.strategies[0])):
        accommodating = _profile(game, *(float(x) for x in let_in.strategies))
    return EnclosedEntry(
        game, play, best, reply, after.payoffs[1], accommodating, _deterrent(entrant)
    )


def _profile(game: Entry, first: float, second: float) -> EnclosedEquilibrium:
    return EnclosedEquilibrium(game.market, (first, second))


def _replies(entrant: EnclosedStage, output: float) -> list[tuple[float, float]]:
    from flint import arb

    return entrant.replies(arb(output))


def stays_away(entrant: EnclosedStage, output: float) -> bool:
    """Is staying away the only best answer to an output?"""
    return all(b <= CLOSE for _, b in _replies(entrant, output))


def _deterrent(entrant: EnclosedStage) -> float | None:
    """The least output against which the entrant stays away, by bisection."""
    low, high = entrant.past
    if not stays_away(entrant, high):
        return None
    if stays_away(entrant, low):
        return low
    while high - low > 1e-11 * (1 + high):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (low, middle) if stays_away(entrant, middle) else (middle, high)
    return high
