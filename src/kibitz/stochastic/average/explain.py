"""The derivation of average values."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.stochastic.average.blackwell_ferguson import with_loss
from kibitz.stochastic.average.limit_average import strategies_near
from kibitz.stochastic.average.solution import AverageSolution
from kibitz.stochastic.explain import states_step
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.mirror import mirrored
from kibitz.stochastic.show import mixture_text, write

SHOWN_RATES = (0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-6)


@extends(AverageSolution)
def explain_average(solution: AverageSolution) -> Explanation:
    """The game, discounted values on the way to the limit, the replies, and what they prove."""
    game = solution.game
    steps = [_game_step(game), _discounted_step(solution), _reply_step(solution)]
    memory = [str(with_loss(p, Fraction(1, 100))) for side in solution.plans for p in side]
    if memory:
        steps.append(
            Step(
                "Strategies with a memory",
                "\n".join(memory)
                + "\nWhatever the reply, value - loss/(N + 1 + k) does not fall in expectation; "
                "and without settling the count k stays above -N - 1, so the average is at least "
                "the value.",
            )
        )
    steps.append(Step("The answer", str(solution)))
    return Explanation(game.title or "Average payments", tuple(steps))


def _game_step(game: StochasticGame) -> Step:
    return states_step(
        game,
        "Endless play is worth the average of its payments; a play that stops receives "
        "its last payment forever.",
    )


def _discounted_step(solution: AverageSolution) -> Step:
    game = solution.game
    table = mirrored(game).table.rational
    start = game.start
    rows = []
    for rate, (values, mine, theirs) in zip(
        SHOWN_RATES, strategies_near(table, SHOWN_RATES), strict=True
    ):
        rows.append(
            (
                f"{rate:g}",
                f"{float(values[start]):.6f}",
                "(" + ", ".join(f"{x:.4f}" for x in mine[start]) + ")",
                "(" + ", ".join(f"{x:.4f}" for x in theirs[start]) + ")",
            )
        )
    return Step(
        f"With a discount, in {game.states[start]}",
        "At rate λ a payment t stages ahead counts λ(1-λ)^t. The values tend to that of the "
        "average as λ vanishes.",
        TextTable(("λ", "value", *game.players), tuple(rows)),
    )


def _reply_step(solution: AverageSolution) -> Step:
    game = solution.game
    rows = tuple(
        (
            str(game.states[s]),
            write(solution.value_list[s]),
            mixture_text(game.row_names(s), solution.row_list[s], ", "),
            show(solution.guarantees[0][s]),
            mixture_text(game.column_names(s), solution.column_list[s], ", "),
            show(solution.guarantees[1][s]),
        )
        for s in range(min(game.table.states, 30))
    )
    first, second = game.players
    return Step(
        "What stationary strategies secure",
        "Against a stationary strategy the other side solves a decision process; its gain is "
        "what the strategy secures.",
        TextTable(("state", "value", first, "at least", second, "at most"), rows),
    )
