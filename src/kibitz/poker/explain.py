"""The basic endgame on the blackboard: two equations of indifference, and the value."""

from __future__ import annotations

from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import show
from kibitz.core.verbs import explain, solve
from kibitz.poker.endgame import PokerEndgame, endgame_value


@explain.register
def explain_endgame(rules: PokerEndgame) -> Explanation:
    """Who must be made indifferent by what, and what that is worth.

    >>> print(explain(PokerEndgame()).steps[1].prose.splitlines()[-1])
    hence b = 1/6.
    """
    p, bet, ante = rules.p, rules.bet, rules.ante
    stake: Any = ante + bet
    steps = [_table(p, ante, stake)]
    limit: Any = (2 * ante + bet) / (2 * ante + 2 * bet)
    if p >= limit:
        steps.append(_lost(p, limit, ante))
    else:
        steps += _indifference(p, ante, bet, stake)
    found = solve(rules)
    proof = found.verify()
    steps.append(
        Step(
            "Check",
            f"The linear program of the sequence form gives {show(found.value)}, the formula "
            f"{show(endgame_value(p, bet, ante))}.\n{proof.prose()}",
        )
    )
    return Explanation(rules.name, tuple(steps))


def _table(p: Any, ante: Any, stake: Any) -> Step:
    rows = (
        (f"winning card, {show(p)}", show(ante), show(stake), show(ante)),
        (f"losing card, {show(1 - p)}", show(-ante), show(-stake), show(ante)),
    )
    return Step(
        "What I gets",
        f"Both have put {show(ante)} into the pot. A winning card is always bet: nothing is lost "
        "by it. What is left are two numbers: b, how often I bluffs with a losing card, and c, "
        "how often II calls.",
        Table(("", "I checks", "bet and call", "bet and fold"), rows),
    )


def _indifference(p: Any, ante: Any, bet: Any, stake: Any) -> list[Step]:
    bluff = p * bet / ((1 - p) * (2 * ante + bet))
    call = 2 * ante / (2 * ante + bet)
    value = endgame_value(p, bet, ante)
    return [
        Step(
            "I makes II indifferent between calling and folding",
            f"Against a bet, folding costs {show(ante)}, and calling costs {show(stake)} against "
            f"a winning card and gains as much against a bluff:\n"
            f"-{show(stake)} * {show(p)} + {show(stake)} * {show(1 - p)} b = "
            f"-{show(ante)} * ({show(p)} + {show(1 - p)} b),\n"
            f"hence b = {show(bluff)}.",
        ),
        Step(
            "II makes I indifferent between bluffing and checking a losing card",
            f"Checking loses {show(ante)}; a bluff loses {show(stake)} when it is called and wins "
            f"{show(ante)} when it is not:\n"
            f"-{show(stake)} c + {show(ante)} (1 - c) = -{show(ante)},\n"
            f"hence c = {show(call)}, whatever p is.",
        ),
        Step(
            "The value",
            f"With a winning card I gets {show(stake)} c + {show(ante)} (1 - c) = "
            f"{show(stake * call + ante * (1 - call))}, with a losing one -{show(ante)}; together "
            f"{show(p)} * {show(stake * call + ante * (1 - call))} - {show(1 - p)} * {show(ante)} "
            f"= {show(value)}.",
        ),
    ]


def _lost(p: Any, limit: Any, ante: Any) -> Step:
    return Step(
        "II can only fold",
        f"Winning cards come with {show(p)}, at least (2a + b)/(2a + 2b) = {show(limit)}: even if "
        f"every losing card is bet, calling is no better than folding. I always bets and wins the "
        f"ante, {show(ante)}.",
    )
