"""All optimal strategies, explained: one solution, complementary slackness, the corners."""

from __future__ import annotations

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.zero_sum.strategies.optimal_strategies import OptimalStrategies


@extends(OptimalStrategies)
def explain_optimal(optimal: OptimalStrategies) -> Explanation:
    """The value, which strategies an optimal mixture may play, and the extreme mixtures."""
    game = optimal.game
    steps = [
        Step(
            "The value",
            f"The value is {show(optimal.value)}. A mixture is optimal when it guarantees that "
            "much against every reply, so the optimal mixtures of a player form a polytope.",
        ),
        Step(
            "What can be played",
            "By complementary slackness an optimal mixture plays only lines that pay the value "
            "against every optimal mixture of the other player: "
            f"rows {_some(game.rows, optimal.essential_rows)}, "
            f"columns {_some(game.columns, optimal.essential_columns)}.",
        ),
    ]
    sides = (
        (game.players[0], game.rows, optimal.row_extreme),
        (game.players[1], game.columns, optimal.column_extreme),
    )
    for player, labels, extreme in sides:
        rows = tuple(tuple(show(x) for x in weights) for weights in extreme[:20])
        more = f", of which {len(rows)} are shown" if len(extreme) > len(rows) else ""
        count = f"{len(extreme)} corners{more}" if len(extreme) > 1 else "a single point"
        prose = f"The optimal set has {count}; all optimal strategies are mixtures of these."
        steps.append(Step(f"Optimal strategies of {player}", prose, Table(labels, rows)))
    return Explanation(game.title or "All optimal strategies", tuple(steps))


def _some(labels: tuple[str, ...], positions: tuple[int, ...]) -> str:
    shown = [labels[k] for k in positions[:20]]
    return ", ".join(shown) + (", ..." if len(positions) > 20 else "")
