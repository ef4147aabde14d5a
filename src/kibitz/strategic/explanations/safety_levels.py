"""Safety levels on the blackboard: each player's own payoffs as a matrix game against the rest."""

from __future__ import annotations

from kibitz.core.explanation import Explanation, Step
from kibitz.core.numbers import show, show_all
from kibitz.core.verbs import explain
from kibitz.strategic.coalitions.coalition_values import coalition_matrix
from kibitz.strategic.concepts.safety_levels import SafetyLevels
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.explain import steps_in_place
from kibitz.zero_sum.show import cell_table

MOST_PLAYERS = 6
"""Players whose games are written out."""


@explain.register
def explain_safety(levels: SafetyLevels) -> Explanation:
    """For each player the matrix of own payoffs, its value, and the strategies that secure it.

    Parameters
    ----------
    levels : SafetyLevels
        The safety levels of all players.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    game = levels.game
    signs = " Costs are written with a minus sign, so that larger is better." * game.costs
    steps = [
        Step(
            "The question",
            "What can each player secure without knowing what the others want? Suppose that they "
            f"only mean to harm this player: then the player's own {game.word}s are a zero-sum "
            f"game against all others together, and its value is the safety level.{signs}",
            cell_table(game) if len(game.players) == 2 else None,
        )
    ]
    for k in range(min(len(game.players), MOST_PLAYERS)):
        steps += _of_player(levels, game, k)
    steps.append(Step("The safety levels", str(levels)))
    return Explanation(game.title or "Safety levels", tuple(steps))


def _of_player(levels: SafetyLevels, game: StrategicGame, k: int) -> list[Step]:
    solution = coalition_matrix(game, 1 << k).solve()
    entries = f"The entries are {game.players[k]}'s {game.word}s."
    if k and len(game.players) == 2:
        entries += " Rows and columns are exchanged, since the row player of this game is II."
        entries = entries.replace("is II.", f"is {game.players[k]}.")
    steps = list(steps_in_place(solution, f"{game.players[k]} against the rest", entries))
    mixtures = levels.strategies[k]
    if len(mixtures) > 1:
        listed = ", ".join(show_all(w) for w in mixtures[:8])
        steps.append(
            Step(
                f"All maxmin strategies of {game.players[k]}",
                f"They are the mixtures of {listed}; each secures {show(levels.levels[k])}.",
            )
        )
    return steps
