"""The other points on the blackboard: bounds, averages, unions, graphs, and tables of power."""

from __future__ import annotations

from kibitz.coalitional.coalitions import members
from kibitz.coalitional.explain import steps_of, worths_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.sets.balanced import Balancedness
from kibitz.coalitional.values.banzhaf import BanzhafValue, NormalizedBanzhaf
from kibitz.coalitional.values.gately import GatelyPoint
from kibitz.coalitional.values.myerson import MyersonValue
from kibitz.coalitional.values.owen import OwenValue, quotient_game
from kibitz.coalitional.values.shapley import shapley
from kibitz.coalitional.values.solidarity import SolidarityValue, total_contributions
from kibitz.coalitional.values.tau_value import TauValue, bounds, utopia_payoffs
from kibitz.coalitional.voting.power_indices import PowerIndex, PowerTable
from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import Number, show, show_all
from kibitz.core.spelling import count_of

MOST_LISTED = 5
"""Players up to which all coalitions are written out."""


@steps_of.register
def _(solution: BanzhafValue) -> tuple[Step, ...]:
    game = solution.game
    half = 1 << (game.n - 1)
    steps = [] if game.n > MOST_LISTED else [contributions_step(game)]
    rows = tuple(
        (p, show(s), show(x))
        for p, s, x in zip(game.players, solution.swings, solution.payoffs, strict=True)
    )
    steps.append(
        Step(
            "Contributions to all coalitions, averaged",
            f"Each player could join {count_of(half, 'coalition')} of the others, all equally "
            "likely. In a "
            "simple game the sum is the number of swings, in which the player's vote decides.",
            Table(("player", "sum", f"sum / {half}"), rows),
        )
    )
    return tuple(steps)


def contributions_step(game: CoalitionalGame) -> Step:
    """What each player adds to every coalition.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    Step
        One step of an explanation.
    """
    rows = []
    for mask in (0, *game.coalitions()):
        cells = [
            "" if mask >> i & 1 else show(game.value(mask | 1 << i) - game.value(mask))
            for i in range(game.n)
        ]
        rows.append((game.spell(mask), *cells))
    prose = "What each player adds to a coalition by joining it."
    return Step("Contributions", prose, Table(("coalition", *game.players), tuple(rows)))


@steps_of.register
def _(solution: NormalizedBanzhaf) -> tuple[Step, ...]:
    raw = solution.working
    total = show(raw.total)
    prose = (
        f"The Banzhaf value adds up to {total}; every payoff is multiplied by v(N) / {total} = "
        f"{show(solution.game.total / raw.total)}."
    )
    return (*steps_of(raw), Step("Scale it to v(N)", prose))


@steps_of.register
def _(solution: TauValue) -> tuple[Step, ...]:
    game = solution.game
    limits = bounds(game)
    low, high = limits.minimal_rights, limits.utopia
    rows = [
        (p, show(u), show(m), show(u - m), show(x))
        for p, u, m, x in zip(game.players, high, low, solution.payoffs, strict=True)
    ]
    rows.append(("total", show(sum(high)), show(sum(low)), show(sum(high) - sum(low)), ""))
    return (
        Step(
            "Utopia payoffs and minimal rights",
            "No player can ask for more than v(N) - v(N without i), for then the others do better "
            "alone. The minimal right is the most that some coalition leaves a player after paying "
            f"its other members their utopia payoffs. Between them {show(game.total)} is handed "
            "out, every player getting the same part of what is open.",
            Table(("player", "utopia", "minimal right", "open", "tau-value"), tuple(rows)),
        ),
    )


@steps_of.register
def _(solution: GatelyPoint) -> tuple[Step, ...]:
    game = solution.game
    rows = [
        (p, show(game.value(1 << i)), show(u), show(x))
        for i, (p, u, x) in enumerate(
            zip(game.players, utopia_payoffs(game), solution.payoffs, strict=True)
        )
    ]
    return (
        Step(
            "Equal propensities to disrupt",
            "If player i leaves, i loses x_i - v(i) and the others lose x(N without i) - v(N "
            f"without i). The ratio is the same for every player, {show(solution.propensity)}: x_i "
            "is v(i) plus a common share of the room above it.",
            Table(("player", "v(i)", "v(N) - v(N without i)", "Gately"), tuple(rows)),
        ),
    )


@steps_of.register
def _(solution: SolidarityValue) -> tuple[Step, ...]:
    game = solution.game
    prose = (
        "A player who completes a coalition S is paid the average of what the members of S add to "
        "it. Averaged over all orders of arrival this is the solidarity value."
    )
    if game.n > MOST_LISTED:
        return (Step("Average contributions", prose),)
    sums = total_contributions(game)
    rows = tuple(
        (game.spell(mask), show(sums[mask,]), show(sums[mask,] / mask.bit_count()))
        for mask in game.coalitions()
    )
    table = Table(("coalition", "contributions", "average"), rows)
    return (Step("Average contributions", prose, table),)


@steps_of.register
def _(solution: OwenValue) -> tuple[Step, ...]:
    game = solution.game
    between = quotient_game(game, [game.members(u) for u in solution.unions])
    value = shapley(between)
    rows = []
    for union, x in zip(solution.unions, value.payoffs, strict=True):
        inside = ", ".join(f"{game.players[i]} {show(solution.payoffs[i])}" for i in members(union))
        rows.append((game.spell(union), show(x), inside))
    return (
        Step(
            "The unions play as one",
            "Unions arrive in random order; what a union gets is its Shapley value in the game "
            "between unions.",
            worths_table(between) if between.n <= MOST_LISTED else None,
        ),
        Step(
            "Members share",
            "Within a union its members arrive in random order too, so each is paid an average of "
            "contributions to unions already there and members already there.",
            Table(("union", "together", "members"), tuple(rows)),
        ),
    )


@steps_of.register
def _(solution: MyersonValue) -> tuple[Step, ...]:
    game = solution.game
    names = ", ".join(f"{game.players[i]}-{game.players[j]}" for i, j in solution.links) or "none"
    restricted = solution.working
    table = worths_table(restricted) if game.n <= MOST_LISTED else None
    return (
        Step(
            "The game on the graph",
            f"Links: {names}. A coalition falls apart into connected pieces, and is worth what "
            "they are worth together.",
            table,
        ),
        *steps_of(shapley(restricted)),
    )


@steps_of.register
def _(solution: PowerIndex) -> tuple[Step, ...]:
    rows = tuple((p, show(x)) for p, x in solution.by_player.items())
    what = f"Counted over {solution.method}."
    return (Step(solution.name, what, Table(("voter", solution.name), rows)),)


@steps_of.register
def _(solution: PowerTable) -> tuple[Step, ...]:
    return (Step("Power, by several definitions", "", solution.table()),)


@steps_of.register
def _(solution: Balancedness) -> tuple[Step, ...]:
    game = solution.game
    prose = (
        "Give as little as possible in total, but at least its worth to every coalition except "
        f"that of all players: that takes {show(solution.needed)}, and v(N) = {show(game.total)}. "
    )
    if solution.point is not None:
        prose += f"So the core is not empty; it holds {show_all(solution.point)}."
        return (Step("Is the core nonempty?", prose),)
    prose += "So the core is empty, and balanced weights on coalitions show why."
    rows = [
        (game.spell(mask), show(w), show(game.value(mask)), show(w * game.value(mask)))
        for mask, w in solution.weights
    ]
    earned: Number = sum(w * game.value(mask) for mask, w in solution.weights)
    rows.append(("total", "", "", show(earned)))
    table = Table(("coalition", "weight", "worth", "product"), tuple(rows))
    return (Step("Is the core nonempty?", prose, table),)
