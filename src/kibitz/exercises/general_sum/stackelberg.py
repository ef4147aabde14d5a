"""Stackelberg's duopoly: one firm leads."""

from __future__ import annotations

from kibitz.continuous.markets.stackelberg import stackelberg as market
from kibitz.core.numbers import exact
from kibitz.exercises.general_sum.market_parts import price_and_profits, unit_costs
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem


@exercise(
    "stackelberg",
    "general-sum",
    book="Ferguson III.3.3",
    levels=("equal costs", "a cheaper leader", "a cheaper follower"),
)
def stackelberg(draft: Draft) -> Problem:
    """Stackelberg's duopoly."""
    dice = draft.dice
    a, low = dice.integer(14, 30), dice.integer(1, 3)
    costs = [(low, low), (low, low + 2), (low + 1, low)][draft.level - 1]
    game = market(f"{a}-Q", [f"{c}q" for c in costs])
    solution = game.solve()
    found = solution.to_json()
    names = ("leader", "follower")
    prose = (
        f"Two firms make the same good, {unit_costs(costs)}. If they make Q units in all, each "
        f"unit sells for {a} - Q. The first firm, the leader, chooses its quantity; the second "
        "observes it and then chooses its own."
    )
    parts = (
        Part(
            "Find the quantities.",
            VectorJudge(names, tuple(exact(q) for q in found["quantities"])),
            "What is the follower's best reply to a quantity q1? Substitute it into the "
            "leader's profit.",
        ),
        *price_and_profits(found, names),
    )
    return Problem("Stackelberg's duopoly", prose, game, parts, (solution,))
