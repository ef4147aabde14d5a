"""Games without a discount in which endless play is worth its average payment.

Stationary strategies come first: those that are optimal for a small discount, and what they
guarantee by exact best replies. Where the two guarantees meet they prove the value: so it is in
decision processes, in turn-based games, and in games in which every play keeps coming back to one
state. Elsewhere the value is the limit of the discounted ones (Mertens and Neyman, 1981), which
:mod:`kibitz.stochastic.average.limit_value` computes block by block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kibitz.algebra.real_root import RealRoot
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.method import method
from kibitz.stochastic.average.absorbing import MOST_ROWS, optimal_stationary, seen_by
from kibitz.stochastic.average.best_reply import guarantee, moves_of
from kibitz.stochastic.average.blackwell_ferguson import BlackwellFerguson, blackwell_ferguson
from kibitz.stochastic.average.determinants import fits, prepared
from kibitz.stochastic.average.limit_value import limit_value
from kibitz.stochastic.average.moves import Continuation
from kibitz.stochastic.average.recurrent_state import recurrent_state
from kibitz.stochastic.average.solution import AverageSolution
from kibitz.stochastic.conditions import is_zero_sum
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import components
from kibitz.stochastic.methods.approximate import approximate
from kibitz.stochastic.methods.epsilon_optimal import EpsilonStrategy
from kibitz.stochastic.methods.pivot import pivot
from kibitz.stochastic.methods.strategy_iteration import strategy_iteration
from kibitz.stochastic.mirror import mirrored
from kibitz.stochastic.table import TransitionTable

MOST_STATES = 300
RATES = (1e-2, 1e-4, 1e-6, 1e-8)
SIZES = (1, 4, 12, 1000, 10**9)
"""Denominators at which strategies are rounded."""

Moves = list[list[list[Continuation]]]
Mixtures = list[tuple[Any, ...]]


@method(
    StochasticGame,
    "limit-average",
    finds="the limit-average value of every state and stationary strategies",
    cost="exponential in the number of states that lead to each other",
    reference="Mertens and Neyman 1981",
    applies=is_zero_sum,
    aliases=("average", "big-match", "mean-payoff", "undiscounted", "uniform"),
)
def limit_average(game: StochasticGame) -> AverageSolution:
    """Values and strategies when endless play is worth its average payment.

    Plays that stop are paid their last payment forever. Exact for turn-based games, and for
    others as long as a block of states that lead to each other is small.

    Parameters
    ----------
    game : StochasticGame
        A zero-sum stochastic game.

    Returns
    -------
    AverageSolution
        The values, and stationary strategies as good as there are.

    Notes
    -----
    Cost: exponential in the number of states that lead to each other.

    References
    ----------
    Mertens and Neyman 1981.

    Examples
    --------
    >>> from kibitz.stochastic.game import stochastic_game
    >>> match = stochastic_game({"play": [["play", "1 + play"], [1, 0]]}, endless="average")
    >>> solved = limit_average(match)
    >>> print(solved.value, solved.stationary)
    1/2 (False, True)
    """
    game = game.averaged()
    if game.table.states > MOST_STATES:
        raise GameError(
            f"{game.table.states:,} states exceed the limit of {MOST_STATES} for average "
            "payments; use a discount near 1 instead"
        )
    whole = mirrored(game)
    table = whole.table.rational
    moves = moves_of(table)
    sides = tuple(_best(table, moves, player) for player in (0, 1))
    if sides[0].secured == sides[1].secured:
        values = _Found(sides[0].secured, "stationary strategies and replies", Fraction(0))
    else:
        values = _by_limits(table, moves, sides)
    sides = tuple(_sharpened(table, moves, player, sides[player], values) for player in (0, 1))
    return _solution(game, table, moves, values, (sides[0], sides[1]))


@dataclass(frozen=True)
class SecuredStrategy:
    """A player's stationary strategy and what it secures in every state."""

    mixtures: Mixtures
    secured: list[Any]


@dataclass(frozen=True)
class _Found:
    values: list[Any]
    method: str
    bound: Any


def daily(table: TransitionTable, rate: float) -> TransitionTable:
    """The game with a discount rate, in payments a stage; plays that stop are paid on."""
    table = table.floats
    pay = rate * table.pay + (1 - rate) * table.settled
    return replace(table, pay=pay, weight=table.weight * (1 - rate), prize=None)


def strategies_near(
    table: TransitionTable, rates: Sequence[float] = RATES
) -> Iterator[tuple[Any, Any, Any]]:
    """Discounted values and strategies for falling rates."""
    start = None
    for rate in rates:
        here = daily(table, rate)
        near = approximate(here, start=start, most=60)
        if not near.converged:
            near = strategy_iteration(here, near.values, 1e-13, 200)
        start = near.values
        rows, columns = near.mixtures(table)
        yield near.values, rows, columns


def _best(table: TransitionTable, moves: Moves, player: int) -> SecuredStrategy:
    """Of the strategies that are optimal for small rates, rounded, the one that secures most."""
    best: SecuredStrategy | None = None
    tried: set[Any] = set()
    for _, rows, columns in strategies_near(table):
        for size in SIZES:
            mixtures = [rounded(x, size) for x in (rows, columns)[player]]
            if tuple(mixtures) in tried:
                continue
            tried.add(tuple(mixtures))
            side = SecuredStrategy(mixtures, guarantee(moves, mixtures, player == 0))
            if best is None or _worst(side, player) > _worst(best, player):
                best = side
    assert best is not None
    return best


def _worst(side: SecuredStrategy, player: int) -> tuple[Any, Any, int]:
    """How good a strategy is: what it secures in all states, then how simple it is."""
    signed = [x if player == 0 else -x for x in side.secured]
    length = sum(Fraction(x).denominator.bit_length() for mixture in side.mixtures for x in mixture)
    return sum(signed), min(signed), -length


def rounded(mixture: Any, size: int) -> tuple[Fraction, ...]:
    """A distribution of fractions near floats."""
    parts = [Fraction(max(float(x), 0.0)).limit_denominator(size) for x in mixture]
    total = sum(parts, Fraction(0))
    if not total:
        return tuple(Fraction(1, len(parts)) for _ in parts)
    return tuple(x / total for x in parts)


def _by_limits(table: TransitionTable, moves: Moves, sides: Any) -> _Found:
    """Block by block the limit of the discounted values; bracketed where a block is too hard."""
    near = list(strategies_near(table))[-1][0]
    known: dict[int, Any] = {}
    parts = components(table)
    for block, cyclic in zip(parts.members(), parts.cyclic, strict=True):
        values = _block_values(moves, block, bool(cyclic), known, near)
        if values is None:
            return _bracketed(sides)
        known |= values
    listed = [known[s] for s in range(table.states)]
    return _Found(listed, "the limits of discounted values", Fraction(0))


def _block_values(
    moves: Moves, block: list[int], cyclic: bool, known: dict[int, Any], near: Any
) -> dict[int, Any] | None:
    exits = {t for s in block for row in moves[s] for m in row for t in m.go} - set(block)
    if any(isinstance(known[t], RealRoot) for t in exits):
        return None
    inside = prepared(moves, block, known)
    if not cyclic:
        return {block[0]: pivot([[m.settled for m in row] for row in inside[0]]).value}
    if not fits(inside):
        return None
    values = {}
    for k, s in enumerate(block):
        proof = limit_value(inside, k, float(near[s]))
        if proof is None:
            return None
        values[s] = proof.value
    return values


def _bracketed(sides: tuple[SecuredStrategy, SecuredStrategy]) -> _Found:
    """Halfway between what both secure."""
    pairs = list(zip(sides[0].secured, sides[1].secured, strict=True))
    values = [float(low + high) / 2 for low, high in pairs]
    bound = max(float(high - low) / 2 for low, high in pairs)
    return _Found(values, "stationary strategies and replies", bound * (1 + 1e-9) + 1e-15)


def _sharpened(
    table: TransitionTable, moves: Moves, player: int, side: SecuredStrategy, values: _Found
) -> SecuredStrategy:
    """With optimal strategies in states left at once or absorbing, where those help."""
    if values.bound or side.secured == values.values:
        return side
    mixtures = list(side.mixtures)
    for s in single_blocks(table):
        best = absorbing_optimum(moves, s, values.values, player)
        if best is not None:
            mixtures[s] = best
    for s in _passing_states(table):
        best = _passing_optimum(moves, s, values.values, player)
        if best is not None:
            mixtures[s] = best
    tried = SecuredStrategy(mixtures, guarantee(moves, mixtures, player == 0))
    return tried if _worst(tried, player) > _worst(side, player) else side


def single_blocks(table: TransitionTable) -> list[int]:
    """States that lead back to themselves and belong to no larger cycle."""
    parts = components(table)
    return [
        block[0]
        for block, cyclic in zip(parts.members(), parts.cyclic, strict=True)
        if cyclic and len(block) == 1
    ]


def _passing_states(table: TransitionTable) -> list[int]:
    """States to which play never returns."""
    parts = components(table)
    pairs = zip(parts.members(), parts.cyclic, strict=True)
    return [block[0] for block, cyclic in pairs if not cyclic]


def _passing_optimum(
    moves: Moves, s: int, values: Sequence[Any], player: int
) -> tuple[Fraction, ...] | None:
    """An optimal strategy where play passes once; None where what follows is irrational."""
    targets = {t for row in moves[s] for m in row for t in m.go}
    known = {t: values[t] for t in targets}
    if not all(isinstance(x, Fraction) for x in known.values()):
        return None
    optimum = pivot([[m.settled for m in row] for row in prepared(moves, [s], known)[0]])
    return tuple(optimum.row if player == 0 else optimum.column)


def absorbing_optimum(
    moves: Moves, s: int, values: Sequence[Any], player: int
) -> tuple[Fraction, ...] | None:
    """An optimal stationary strategy of an absorbing state; None without one."""
    if not isinstance(values[s], Fraction):
        return None
    stage = absorbing_stage(moves, s, values, player)
    if stage is None or len(stage) > MOST_ROWS:
        return None
    return optimal_stationary(stage, values[s] if player == 0 else -values[s])


def absorbing_stage(moves: Moves, s: int, values: Sequence[Any], player: int) -> Any:
    """A state alone with what leads out of it settled; None where that is irrational."""
    targets = {t for row in moves[s] for m in row for t in m.go}
    known = {t: values[t] for t in targets if t != s}
    if not all(isinstance(x, Fraction) for x in known.values()):
        return None
    return seen_by(prepared(moves, [s], known)[0], player)


def _solution(
    game: StochasticGame,
    table: TransitionTable,
    moves: Moves,
    worth: _Found,
    sides: tuple[SecuredStrategy, SecuredStrategy],
) -> AverageSolution:
    count = game.table.states
    stationary, plans = [], []
    for player, side in enumerate(sides):
        verdict = _has_stationary(table, moves, worth, side, player)
        stationary.append(verdict)
        plans.append(() if verdict else _plans(game, table, moves, worth, player))
    values, bound = worth.values, worth.bound
    secured = [side.secured for side in sides]
    mixtures = [side.mixtures for side in sides]
    if table.states > count:  # in the mirror image each plays what the other plays here
        first, second = (list(side[:count]) for side in mixtures)
        mixtures = [[*first, *second], [*second, *first]]
        secured = [guarantee(moves, mixtures[p], p == 0) for p in (0, 1)]
    if not game.exact:
        scale = 1 + max(abs(float(x)) for x in values)
        values, bound = [float(x) for x in values], float(bound) + 1e-15 * scale
        secured = [[float(x) for x in line] for line in secured]
        mixtures = [[tuple(map(float, x)) for x in side] for side in mixtures]
    return AverageSolution(
        game,
        values[:count],
        mixtures[0][:count],
        mixtures[1][:count],
        (secured[0][:count], secured[1][:count]),
        (stationary[0], stationary[1]),
        worth.method,
        bound,
        (plans[0], plans[1]),
    )


def _has_stationary(
    table: TransitionTable, moves: Moves, values: _Found, side: SecuredStrategy, player: int
) -> bool | None:
    """Whether an optimal stationary strategy exists: shown, by a theorem, or shown not to."""
    if not values.bound and side.secured == values.values:
        return True
    if recurrent_state(table) is not None:
        return True
    if values.bound:
        return None
    for s in single_blocks(table):
        stage = absorbing_stage(moves, s, values.values, player)
        if stage is None or len(stage) > MOST_ROWS or not isinstance(values.values[s], Fraction):
            continue
        if absorbing_optimum(moves, s, values.values, player) is None:
            return False
    return None


def _plans(
    game: StochasticGame, table: TransitionTable, moves: Moves, values: _Found, player: int
) -> tuple[BlackwellFerguson, ...]:
    """Strategies with a memory for the absorbing states in which they are known."""
    if values.bound:
        return ()
    plans = []
    names = [str(name) for name in mirrored(game).states]
    worth = dict(zip(names, values.values, strict=True))
    for s in single_blocks(table):
        if s >= game.table.states or not isinstance(values.values[s], Fraction):
            continue
        stage = absorbing_stage(moves, s, values.values, player)
        if stage is not None and absorbing_optimum(moves, s, values.values, player) is None:
            plan = blackwell_ferguson(game, moves, names[s], worth, player)
            plans += [] if plan is None else [plan]
    return tuple(plans)


@extends(AverageSolution)
def nearly_stationary(
    solution: AverageSolution, player: int, epsilon: Fraction
) -> EpsilonStrategy | None:
    """A stationary strategy within ε of the value in every state, if a small rate gives one."""
    game = solution.game
    whole = mirrored(game)
    table = whole.table.rational
    moves = moves_of(table)
    shown = (solution.row_list, solution.column_list)[player]
    tried: list[Any] = [] if whole is not game and len(whole.states) > len(game.states) else [shown]
    for _, rows, columns in strategies_near(table, [10.0**-k for k in range(1, 11)]):
        tried.append([rounded(x, 10**12) for x in (rows, columns)[player]])
    sign = 1 if player == 0 else -1
    for mixtures in tried:
        exact = [tuple(Fraction(x) for x in mixture) for mixture in mixtures]
        exact = [tuple(x / sum(mixture) for x in mixture) for mixture in exact]
        secured = guarantee(moves, exact, player == 0)[: game.table.states]
        pairs = zip(solution.value_list, secured, strict=True)
        if all(sign * (float(v) - float(g)) <= epsilon for v, g in pairs):
            names = [str(name) for name in game.states]
            return EpsilonStrategy(
                game.players[player],
                epsilon,
                dict(zip(names, exact, strict=False)),
                dict(zip(names, secured, strict=True)),
            )
    return None
