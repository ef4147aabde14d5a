"""Cournot's duopoly: quantities."""

from __future__ import annotations

from kibitz.continuous.markets.cournot import cournot as market
from kibitz.core.numbers import exact
from kibitz.exercises.general_sum.market_parts import price_and_profits, unit_costs
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem


@exercise(
    "cournot",
    "general-sum",
    book="Ferguson III.3.1",
    levels=("equal costs", "different costs", "three firms"),
)
def cournot(draft: Draft) -> Problem:
    """Cournot's duopoly."""
    dice = draft.dice
    firms = 3 if draft.level == 3 else 2
    a, low = dice.integer(12, 30), dice.integer(1, 4)
    costs = [low] * firms if draft.level == 1 else dice.shuffled([low, low + 1, low + 2])[:firms]
    game = market(f"{a}-Q", [f"{c}q" for c in costs])
    solution = game.solve()
    found = solution.to_json()["equilibria"][0]
    names = tuple(game.players)
    prose = (
        f"{['Two', 'Three'][firms - 2]} firms make the same good, {unit_costs(costs)}. If they "
        f"make Q units in all, each unit sells for {a} - Q, and for nothing if Q is above {a}. The "
        "firms choose their quantities at the same time."
    )
    parts = (
        Part(
            "Find the quantities in equilibrium.",
            VectorJudge(names, tuple(exact(q) for q in found["quantities"])),
            "Differentiate each profit with respect to the firm's own quantity, and solve the "
            "equations together.",
        ),
        *price_and_profits(found, names),
    )
    title = "Cournot's duopoly" if firms == 2 else "Cournot's oligopoly"
    return Problem(title, prose, game, parts, (solution,))
