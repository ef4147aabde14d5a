"""Proofs: that the values and strategies of a stochastic game are what they claim to be."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, show
from kibitz.core.solution import Certificate, Check
from kibitz.stochastic.conditions import REPLIES
from kibitz.stochastic.graph import endless_play
from kibitz.stochastic.methods.exact_solve import in_one_field, trapped
from kibitz.stochastic.methods.exact_values import optimal_in_field, stage_in_field
from kibitz.stochastic.methods.fixed_points import fixed_points
from kibitz.stochastic.methods.reply_bounds import reply_bounds
from kibitz.stochastic.methods.sweeps import guarantees, longest_play
from kibitz.stochastic.mirror import exchanges, mirrored
from kibitz.stochastic.show import write
from kibitz.stochastic.solution import EPSILON, StochasticSolution


def certificate(solution: StochasticSolution) -> Certificate:
    """Check a solution of a zero-sum game."""
    wrong = _shapes(solution)
    if wrong is not None:
        return Certificate(_claim(solution), "Shapley's theorem", (wrong,))
    if solution.exact and solution.working is not None and _is_double(solution):
        inner: Certificate = solution.working.verify()
        return inner
    if solution.exact and solution.game.exact:
        found = _exactly(solution)
        if found is not None:
            return found
    return _numerically(solution)


def _is_double(solution: StochasticSolution) -> bool:
    return isinstance(solution.working, StochasticSolution)


def _claim(solution: StochasticSolution) -> str:
    start = str(solution.game.states[solution.game.start])
    if solution.exact:
        return f"the value of {start} is {write(solution.value)}"
    return f"the value of {start} is {write(solution.value)} up to {show(solution.bound)}"


def _shapes(solution: StochasticSolution) -> Check | None:
    table = solution.game.table
    what = "there is a value and a strategy of the right length for every state"
    sides = (solution.row_list, table.rows), (solution.column_list, table.columns)
    good = len(solution.value_list) == table.states and all(
        len(side) == table.states for side, _ in sides
    )
    if good and table.states <= 100_000:
        good = all(len(side[s]) == size[s] for side, size in sides for s in range(table.states))
    return None if good else Check(what, False)


def _exactly(solution: StochasticSolution) -> Certificate | None:
    """Everything in one number field; None when the numbers have no common one at hand."""
    game = solution.game
    checks = []
    nearly = [p for p in (0, 1) if not solution.optimal_for[p]]
    if nearly:
        return _nearly(solution, nearly)
    setting = in_one_field(solution, solution.row_list, solution.column_list)
    if setting is None:
        return _part_by_part(solution)
    field, values, rows, columns = setting
    table = game.effective.rational
    bad = [
        str(game.states[s])
        for s in range(table.states)
        if not optimal_in_field(
            field, stage_in_field(table, s, field, values), rows[s], columns[s], values[s]
        )
    ]
    checks.append(
        Check(
            "in every state both strategies guarantee the value, exactly", not bad, ", ".join(bad)
        )
    )
    theorem = "Shapley's theorem: the values satisfy the equations"
    if endless_play(game):
        theorem = "optional stopping: neither side gains by playing for ever"
        for player, lists in ((0, solution.row_list), (1, solution.column_list)):
            held = not trapped(solution, player, lists, game.endless)
            checks.append(
                Check(f"endless play does not harm {game.players[player]}'s strategy", held)
            )
    else:
        checks.append(Check("every play stops, so the equations have one solution", True))
    return Certificate(_claim(solution), theorem, tuple(checks))


def _part_by_part(solution: StochasticSolution) -> Certificate | None:
    """Values in several fields, in a game that always stops: each part proves its own states."""
    game = solution.game
    if not solution.parts or endless_play(game):
        return None
    table = game.effective.rational
    proved: set[int] = set()
    good = True
    for part in solution.parts:
        known = {
            s: part.field.number(x)
            for s, x in enumerate(solution.value_list)
            if isinstance(x, Fraction)
        }
        values = {**known, **part.values}
        for s in part.values:
            stage = stage_in_field(table, s, part.field, values)
            good = good and optimal_in_field(
                part.field, stage, part.rows[s], part.columns[s], values[s]
            )
            good = good and part.value(s) == solution.value_list[s]
            proved.add(s)
    checks = (
        Check("in every state both strategies guarantee the value, exactly", good),
        Check("every state has been looked at", len(proved) == table.states),
        Check("every play stops, so the equations have one solution", True),
    )
    return Certificate(
        _claim(solution), "Shapley's theorem: the values satisfy the equations", checks
    )


def _nearly(solution: StochasticSolution, nearly: list[int]) -> Certificate:
    """A value that one side only comes close to."""
    game = solution.game
    checks = []
    if game.table.states == 1 and isinstance(solution.value, Fraction):
        checks.append(_closest(solution))
    for player, lists in ((0, solution.row_list), (1, solution.column_list)):
        name = game.players[player]
        if player not in nearly:
            if not exchanges(game.table):
                held = not trapped(solution, player, lists, game.endless)
                checks.append(Check(f"endless play does not harm {name}'s strategy", held))
            checks.append(
                _against_reply(
                    solution, player, (solution.row_list, solution.column_list), Fraction(0)
                )
            )
            continue
        checks += [_guarantee(solution, player, e) for e in (EPSILON, EPSILON / 1000)]
    return Certificate(
        _claim(solution), "Everett's theorem: strategies guarantee it up to any ε", tuple(checks)
    )


def _closest(solution: StochasticSolution) -> Check:
    """The value of a state alone is the fixed point nearest to the payoff of endless play."""
    game = solution.game
    found = fixed_points(game.effective.rational, 0, {})
    endless = game.endless
    wanted = found.nearest(endless) if isinstance(endless, (Fraction, float)) else found.low
    return Check(
        "it is the fixed point nearest to the payoff for endless play",
        wanted == solution.value,
        f"fixed points {found}",
    )


def _guarantee(solution: StochasticSolution, player: int, epsilon: Fraction) -> Check:
    game = solution.game
    name = game.players[player]
    try:
        nearly = solution.epsilon_optimal(name, epsilon)
    except GameError as error:
        return Check(f"{name} can come within {show(epsilon)} of the value", False, str(error))
    mine = [nearly.strategies[str(s)] for s in game.states]
    turned = solution.column_list if player == 0 else solution.row_list
    if exchanges(game.table):
        theirs = solution.epsilon_optimal(game.players[1 - player], epsilon)
        turned = [theirs.strategies[str(s)] for s in game.states]
    lists = (mine, turned) if player == 0 else (turned, mine)
    return _against_reply(solution, player, lists, epsilon)


def _against_reply(
    solution: StochasticSolution, player: int, lists: Any, epsilon: Fraction
) -> Check:
    """What one side's strategies secure against the best reply, compared with the values.

    Where roles are exchanged each side plays both parts, so the strategies of both parts matter.
    """
    game = solution.game
    name, sign = game.players[player], 1 if player == 0 else -1
    low, high = reply_bounds(game, *lists)
    pairs = zip(solution.value_list, low if player == 0 else high, strict=True)
    short = max(sign * (float(v) - float(x)) for v, x in pairs)
    within = f" up to {show(epsilon)}" if epsilon else ""
    return Check(
        f"{name} guarantees the value{within}, whatever the reply",
        short <= float(epsilon) + 1e-9,
        f"{name} lacks {max(short, 0.0):.3g}",
    )


def _numerically(solution: StochasticSolution) -> Certificate:
    """In floats: what each strategy guarantees, by the best reply or by the length of play."""
    game = solution.game
    bound = float(solution.bound)
    scale = 1e-9 * (1 + max((abs(float(x)) for x in solution.value_list[:1000]), default=0.0))
    values = np.array([float(x) for x in solution.value_list])
    if game.table.states <= REPLIES:
        low, high = reply_bounds(game, solution.row_list, solution.column_list)
        theorem = "the best replies to both strategies"
    else:
        low, high = _by_length(solution, values)
        theorem = "one step of Shapley's operator and the longest possible play"
    short = float((values - low).max(initial=0.0))
    over = float((high - values).max(initial=0.0))
    checks = (
        _distributions(solution),
        Check(
            f"{game.players[0]}'s strategy guarantees the values up to the bound",
            short <= bound + scale,
            f"lacks {max(short, 0.0):.3g}",
        ),
        Check(
            f"{game.players[1]}'s strategy concedes at most the values and the bound",
            over <= bound + scale,
            f"concedes {max(over, 0.0):.3g} more",
        ),
    )
    return Certificate(_claim(solution), theorem, checks)


def _by_length(solution: StochasticSolution, values: Any) -> tuple[Any, Any]:
    """One step's loss times the longest expected play that a reply can bring about."""
    whole = mirrored(solution.game)
    rows, columns, worth = solution.row_list, solution.column_list, values
    if exchanges(solution.game.table):
        rows, columns = [*rows, *columns], [*columns, *rows]
        worth = np.concatenate([values, -values])
    table = whole.effective.floats
    row, column = np.concatenate(list(rows)), np.concatenate(list(columns))
    least, most = guarantees(table, worth, row, column)
    count = len(values)
    lost = float((worth - least).max(initial=0.0))
    given = float((most - worth).max(initial=0.0))
    low = values - (lost * longest_play(table, row, True) if lost > 0 else 0.0)
    high = values + (given * longest_play(table, column, False) if given > 0 else 0.0)
    return low[:count], high[:count]


def _distributions(solution: StochasticSolution) -> Check:
    worst: Number = 0.0
    for side in (solution.row_list, solution.column_list):
        for mixture in side[:100_000]:
            numbers = [float(x) for x in mixture]
            worst = max(worst, abs(sum(numbers) - 1), -min(numbers))
    return Check("all strategies are distributions", worst <= 1e-9)
