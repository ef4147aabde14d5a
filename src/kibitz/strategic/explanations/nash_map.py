"""The Nash map on the blackboard: what every strategy gains, and where the weights move."""

from __future__ import annotations

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import show, show_all
from kibitz.core.verbs import explain
from kibitz.strategic.concepts.nash_map import NashMapStep
from kibitz.strategic.expected_payoffs import utility_by_strategy
from kibitz.zero_sum.show import cell_table


@explain.register
def explain_nash_map(step: NashMapStep) -> Explanation:
    """The payoffs of all strategies against the profile, the gains, and the image.

    Parameters
    ----------
    step : NashMapStep
        One step of the map.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    game = step.game
    start = Step(
        "The map",
        "Let g(i) be what strategy i of a player pays against the others' mixtures, g what the "
        "player's own mixture p pays, and c(i) = max(0, g(i) - g) what i would gain. Weight moves "
        "to strategies that gain: p'(i) = (p(i) + c(i)) / (1 + sum of all c(j)).",
        cell_table(game) if len(game.players) == 2 else None,
    )
    steps = [start, *(_of_player(step, k) for k in range(len(game.players)))]
    return Explanation(game.title or "The Nash map", (*steps, _verdict(step)))


def _of_player(step: NashMapStep, k: int) -> Step:
    game, weights, gains, image = step.game, step.profile[k], step.gains[k], step.image[k]
    paid = utility_by_strategy(game, k, step.profile)
    earned = sum(w * x for w, x in zip(weights, paid, strict=True))
    total = sum(gains)
    sign = " Costs count with a minus sign." * game.costs
    rule = f"add up to {show(total)}, so the new weights are (p + c) / ({show(1 + total)})"
    rule = "are all 0, so the weights stay as they are" if not total else rule
    prose = (
        f"{game.players[k]} plays {show_all(weights)}, which pays g = {show(earned)}. The gains "
        f"{rule}.{sign}"
    )
    rows = tuple(
        (label, show(w), show(x), show(c), show(new))
        for label, w, x, c, new in zip(game.strategies[k], weights, paid, gains, image, strict=True)
    )
    header = ("strategy i", "p(i)", "g(i)", "c(i)", "p'(i)")
    return Step(f"What {game.players[k]} would gain", prose, Table(header, rows))


def _verdict(step: NashMapStep) -> Step:
    if step.fixed:
        return Step(
            "The profile is fixed",
            "No strategy gains, so every c(i) is 0 and every weight stays where it is: the profile "
            "is an equilibrium. Conversely, an equilibrium has no gains, so the fixed points are "
            "exactly the equilibria; Brouwer's theorem says that there is one.",
        )
    gaining = [
        f"{name}: {label}"
        for name, labels, gains in zip(
            step.game.players, step.game.strategies, step.gains, strict=True
        )
        for label, c in zip(labels, gains, strict=True)
        if c > 0
    ]
    return Step(
        "The profile moves",
        f"{', '.join(gaining[:8])} would gain, so the profile is not an equilibrium, and the map "
        f"moves it; the greatest change of a weight is {show(step.distance)}. Repeating the map "
        "need not converge: it proves that an equilibrium exists, and is not a way to find it.",
    )
