"""Choosing a method: exactly where the equations are small, in floating point elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.stochastic.average.limit_average import limit_average
from kibitz.stochastic.conditions import (
    TOLERANCE,
    never_returns,
    pays_one_sum,
    tolerated,
)
from kibitz.stochastic.decision.decision_process import policy_iteration
from kibitz.stochastic.decision.policies_in_turn import policies_in_turn
from kibitz.stochastic.decision.turn_based import MOST_SMALL, solve_turn_based
from kibitz.stochastic.ending import require_ending
from kibitz.stochastic.game import ANY, AVERAGE, StochasticGame
from kibitz.stochastic.methods.exact_solve import MOST_CELLS, MOST_STATES, solve_exactly
from kibitz.stochastic.methods.hoffman_karp import hoffman_karp
from kibitz.stochastic.methods.numeric_solve import solve_numerically
from kibitz.stochastic.methods.reply_bounds import reply_error
from kibitz.stochastic.methods.shapley_iteration import CLOSE, shapley_iteration
from kibitz.stochastic.methods.stationary_equilibrium import stationary_equilibrium
from kibitz.stochastic.solution import StochasticSolution

BLURRED = 1e-6
"""The error of floats, as a part of the largest value, from which exact numbers are tried."""
FAR = 10_000
"""How many times more than any entry endless play is taken to pay, to see whether it matters."""


@method(
    StochasticGame,
    "backward-induction",
    finds="the value of every state and stationary strategies",
    cost="a matrix game for every state",
    reference="Shapley 1953",
    applies=never_returns,
    aliases=("multistage",),
)
def backward_induction(game: StochasticGame, tolerance: float = TOLERANCE) -> Any:
    """Stage after stage from the end, where play never returns to a state.

    Parameters
    ----------
    game : StochasticGame
        A zero-sum game in which no state recurs.
    tolerance : float, default TOLERANCE
        The largest error allowed in the values.

    Returns
    -------
    Solution
        The values and strategies.

    Notes
    -----
    Cost: a matrix game for every state.

    References
    ----------
    Shapley 1953.
    """
    solved = solve_exactly(game) if game.exact else None
    return solve_turn_based(game, tolerated(tolerance)) if solved is None else solved


@method(
    StochasticGame,
    "value-iteration",
    finds="values within a bound, step by step",
    cost=(
        "O(transitions) per sweep where players move in turn, a matrix game per state "
        "and step otherwise"
    ),
    reference="Shapley 1953; Bellman 1957",
    applies=pays_one_sum,
)
def value_iteration(game: StochasticGame, tolerance: float = TOLERANCE) -> Any:
    """Block by block where one player at a time chooses, Shapley's iteration elsewhere.

    Parameters
    ----------
    game : StochasticGame
        A zero-sum stochastic game.
    tolerance : float, default TOLERANCE
        The largest error allowed in the values.

    Returns
    -------
    Solution
        The values and strategies, with a bound of their error.

    Notes
    -----
    Cost: O(transitions) per sweep where players move in turn, a matrix game per state and step
    otherwise.

    References
    ----------
    Shapley 1953; Bellman 1957.
    """
    require_ending(game)
    close = tolerated(tolerance)
    if game.is_turn_based:
        return solve_turn_based(game, close)
    return shapley_iteration(game, tolerance=max(close, CLOSE))


@method(
    StochasticGame,
    "policy-iteration",
    finds="the value of every state and stationary strategies",
    cost="a linear system per round, few rounds in practice",
    reference="Howard 1960; Hoffman and Karp 1966",
    applies=pays_one_sum,
    aliases=("howard",),
)
def iterate_policies(game: StochasticGame, tolerance: float = TOLERANCE) -> Any:
    """Howard's for one player or two in turn, Hoffman and Karp's where both choose simultaneously.

    Parameters
    ----------
    game : StochasticGame
        A zero-sum stochastic game.
    tolerance : float, default TOLERANCE
        The largest error allowed in the values.

    Returns
    -------
    Solution
        The values and strategies, with a bound of their error.

    Notes
    -----
    Cost: a linear system per round, few rounds in practice.

    References
    ----------
    Howard 1960; Hoffman and Karp 1966.
    """
    require_ending(game)
    close = tolerated(tolerance)
    if game.is_decision_process and game.discount != 1:
        return policy_iteration(game, close)
    return policies_in_turn(game, close) if game.is_turn_based else hoffman_karp(game, close)


@method(
    StochasticGame,
    "auto",
    finds="the value of every state and stationary strategies",
    cost="same as the chosen method",
)
def automatic(game: StochasticGame, tolerance: float = TOLERANCE) -> Any:
    """Solve small games exactly, large ones by Newton's method, those in turn block by block.

    Average payments are solved as such, and a game that pays both players by an equilibrium.

    Parameters
    ----------
    game : StochasticGame
        A stochastic game.
    tolerance : float, default TOLERANCE
        The largest error allowed in the values.

    Returns
    -------
    Solution
        The solution, which names its method.

    Examples
    --------
    >>> from kibitz.stochastic.game import stochastic_game
    >>> print(automatic(stochastic_game("G: G, 5; 1, 0", endless=3)).value)
    3
    """
    close = tolerated(tolerance)
    if not game.zero_sum:
        return stationary_equilibrium(game)
    if game.endless == AVERAGE:
        return limit_average(game)
    small = game.table.cells <= MOST_CELLS and game.table.states <= MOST_STATES
    if small and game.exact and (game.endless == ANY or _may_cycle(game)):
        return _whatever_endless_pays(game, close)
    require_ending(game)
    return _chosen(game, close, small)


def _chosen(game: StochasticGame, close: float, small: bool) -> Any:
    """The solution of a game that says what endless play pays."""
    if small and game.exact:
        solution = solve_exactly(game)
        if solution is not None and (all(solution.optimal_for) or solution.verify()):
            return solution
    if game.is_turn_based and game.table.states > MOST_SMALL:
        return solve_turn_based(game, close)
    solution = solve_numerically(game, close)
    return _rounded(game, solution) or solution if small and not game.exact else solution


def _rounded(game: StochasticGame, solution: StochasticSolution) -> StochasticSolution | None:
    """The exact solution in floats, where large payoffs hide small values from floats."""
    if solution.bound <= BLURRED * max(map(abs, solution.value_list)):
        return None
    exact = solve_exactly(game.with_numbers(exact=True))
    if exact is None or not all(exact.optimal_for):
        return None
    rows: list[Any] = [np.array([float(x) for x in mixture]) for mixture in exact.row_list]
    columns: list[Any] = [np.array([float(x) for x in mixture]) for mixture in exact.column_list]
    values = np.array([float(value) for value in exact.value_list])
    bound = reply_error(game, values, rows, columns)
    method = f"{exact.method}, in exact numbers"
    rounded = StochasticSolution(game, values.tolist(), rows, columns, method, bound)
    return rounded if bound < solution.bound and rounded.verify() else None


def _may_cycle(game: StochasticGame) -> bool:
    """Whether play may never stop, and nothing is said about that."""
    try:
        require_ending(game)
    except GameError:
        return True
    return False


def _whatever_endless_pays(game: StochasticGame, close: float) -> Any:
    """The solution where the value does not depend on what endless play pays.

    Values do not fall when endless play pays more, so those that are the same when it pays much
    less and much more than anything else are the same between.
    """
    far = FAR * (1 + max(map(abs, game.table.pay.ravel().tolist())))
    solution = _chosen(game.with_endless(ANY), close, True) if game.endless == ANY else None
    low, high = (_chosen(game.with_endless(x), close, True) for x in (-far, far))
    if not (low.exact and high.exact and low.values == high.values):
        require_ending(game)
        names = [s for s in low.values if low.values[s] != high.values[s]] or list(low.values)
        raise GameError(
            f"{names[0]}: the value may depend on the payoff for endless play; give endless="
        )
    return solution or _chosen(game.with_endless(ANY), close, True)


def solve_game(game: StochasticGame, method: str = "auto", **options: Any) -> Any:
    """Values and stationary strategies of a zero-sum game, or an equilibrium of a general one.

    Parameters
    ----------
    game : StochasticGame
        A stochastic game.
    method : str, default "auto"
        The name of a method; see :func:`kibitz.methods`.
    **options : Any
        Options of the method.

    Returns
    -------
    Solution
        The solution, which names its method.
    """
    return game.solve(method, **options)
