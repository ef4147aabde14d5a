"""Choosing a method: exactly where the equations are small, in floating point elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import exact as as_exact
from kibitz.stochastic.decision.turn_based import MOST_SMALL, solve_turn_based
from kibitz.stochastic.game import AVERAGE, StochasticGame
from kibitz.stochastic.graph import components, require_ending
from kibitz.stochastic.methods.exact_solve import MOST_CELLS, MOST_STATES, solve_exactly
from kibitz.stochastic.methods.hoffman_karp import hoffman_karp
from kibitz.stochastic.methods.numeric_solve import TOLERANCE, solve_numerically
from kibitz.stochastic.methods.pollatschek_avi_itzhak import pollatschek_avi_itzhak
from kibitz.stochastic.solution import StochasticSolution

Method = Callable[[StochasticGame, float], Any]


def _backward(game: StochasticGame, tolerance: float) -> Any:
    """Stage after stage from the end; refused when play may come back to a state."""
    found = components(game.table)
    for block, cyclic in zip(found.members(), found.cyclic, strict=True):
        if cyclic:
            names = " -> ".join(str(game.states[s]) for s in [*block, block[0]])
            raise GameError(f"play may come back: {names}; backward induction needs an end")
    solved = solve_exactly(game) if game.exact else None
    return solve_turn_based(game, tolerance) if solved is None else solved


def _exactly(game: StochasticGame, tolerance: float) -> StochasticSolution:
    found = solve_exactly(rational(game))
    if found is None:
        raise GameError("the equations are too large or of too high a degree for exact values")
    return found


def _iterated(game: StochasticGame, tolerance: float) -> Any:
    """Shapley's iteration until its bound is below the tolerance."""
    return game.iterate(tolerance=max(tolerance, 1e-9))


def _swept(game: StochasticGame, tolerance: float) -> Any:
    """Value iteration: block by block where one player at a time chooses, else Shapley's."""
    turn_based = game.is_turn_based
    return solve_turn_based(game, tolerance) if turn_based else _iterated(game, tolerance)


def _improved(game: StochasticGame, tolerance: float) -> Any:
    """Policy iteration: Howard's for one player or two in turn, else Hoffman and Karp's."""
    from kibitz.stochastic.decision.decision_process import policy_iteration
    from kibitz.stochastic.decision.policies_in_turn import policies_in_turn

    if game.is_decision_process and game.discount != 1:
        return policy_iteration(game, tolerance)
    in_turn = game.is_turn_based
    return policies_in_turn(game, tolerance) if in_turn else hoffman_karp(game, tolerance)


def _averaged(game: StochasticGame, tolerance: float) -> Any:
    from kibitz.stochastic.average.limit_average import limit_average

    return limit_average(game.averaged(), tolerance)


METHODS: dict[str, Method] = {
    "exact": _exactly,
    "backward-induction": _backward,
    "newton": solve_numerically,
    "hoffman-karp": hoffman_karp,
    "pollatschek-avi-itzhak": pollatschek_avi_itzhak,
    "value-iteration": _swept,
    "shapley-iteration": _iterated,
    "policy-iteration": _improved,
    "limit-average": _averaged,
}
ALIASES = {
    "algebraic": "exact",
    "average": "limit-average",
    "big-match": "limit-average",
    "filar-tolwinski": "newton",
    "homotopy": "equilibrium",
    "howard": "policy-iteration",
    "logit": "equilibrium",
    "lp": "linear-program",
    "linear-programming": "linear-program",
    "mean-payoff": "limit-average",
    "multistage": "backward-induction",
    "nash": "equilibrium",
    "newton-raphson": "newton",
    "pollatschek": "pollatschek-avi-itzhak",
    "shapley": "shapley-iteration",
    "stationary-equilibrium": "equilibrium",
    "strategy-iteration": "hoffman-karp",
    "undiscounted": "limit-average",
    "uniform": "limit-average",
}


def method_name(given: str) -> str:
    """The name of a method, however it is spelled.

    >>> method_name("Hoffman_Karp"), method_name("mean payoff")
    ('hoffman-karp', 'limit-average')
    """
    plain = "-".join(re.split(r"[\s_-]+", given.strip().lower()))
    return ALIASES.get(plain, plain)


def solve_game(game: StochasticGame, method: str = "auto", tolerance: float | None = None) -> Any:
    """Values and stationary strategies of a zero-sum game, or an equilibrium of a general one.

    ``auto`` solves small games exactly, large ones by Newton's method on Shapley's equations, and
    turn-based ones block by block. Methods: exact, backward-induction, newton, hoffman-karp,
    pollatschek-avi-itzhak, value-iteration, shapley-iteration, policy-iteration,
    modified-policy-iteration, linear-program, limit-average, equilibrium.

    >>> from kibitz.stochastic.game import stochastic_game
    >>> print(solve_game(stochastic_game("G: G, 5; 1, 0", endless=3)).value)
    3
    """
    method = method_name(method)
    if not game.zero_sum or method == "equilibrium":
        from kibitz.stochastic.methods.stationary_equilibrium import stationary_equilibrium

        if method not in ("auto", "equilibrium"):
            raise GameError(f"{method} is for zero-sum games; this one pays both players")
        return stationary_equilibrium(game)
    average = game.endless == AVERAGE
    if average and method not in ("auto", "limit-average"):
        raise GameError(f"{method} is not for average payments; leave the method out")
    if method != "limit-average":
        require_ending(game)
    close = TOLERANCE if tolerance is None else float(as_exact(tolerance, "tolerance"))
    if close <= 0:
        raise GameError(f"tolerance: {close}; it must be positive")
    if average:
        return _averaged(game, close)
    if method == "auto":
        return _auto(game, close)
    from kibitz.stochastic.decision.decision_process import DECISION_METHODS

    known = {**DECISION_METHODS, **METHODS}
    if method not in known:
        hint = did_you_mean(method, known) or f"; there are {', '.join([*known, 'equilibrium'])}"
        raise GameError(f"no method {method!r} for stochastic games{hint}")
    return known[method](game, close)


def _auto(game: StochasticGame, tolerance: float) -> Any:
    small = game.table.cells <= MOST_CELLS and game.table.states <= MOST_STATES
    if small and game.exact:
        found = solve_exactly(game)
        if found is not None and (all(found.optimal_for) or found.verify()):
            return found
    if game.is_turn_based and game.table.states > MOST_SMALL:
        return solve_turn_based(game, tolerance)
    return solve_numerically(game, tolerance)


def rational(game: StochasticGame) -> StochasticGame:
    """The same game in fractions."""
    endless = game.endless
    if isinstance(endless, float):
        endless = as_exact(endless)
    discount = as_exact(game.discount)
    assert isinstance(discount, Fraction)
    return replace(game, table=game.table.rational, discount=discount, endless=endless)


def in_floats(game: StochasticGame) -> StochasticGame:
    """The same game in floating point."""
    endless = (
        game.endless
        if isinstance(game.endless, str) or game.endless is None
        else float(game.endless)
    )
    return replace(game, table=game.table.floats, discount=float(game.discount), endless=endless)
