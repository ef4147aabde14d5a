"""Nearly optimal stationary strategies for games in which optimal ones do not exist.

In a state alone, the strategy that is optimal in the matrix at v - ε expects more than v - ε at
every stage, so the other side cannot keep the play forever for nothing: it guarantees v - ε.
Everett (1957). With several states, strategies of the game with a small discount do it, and what
they guarantee is computed by the best reply.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kibitz.algebra.rational_function import RationalFunction
from kibitz.algebra.surd import plain_point
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exact, show
from kibitz.stochastic.methods.fixed_points import strategy_beside
from kibitz.stochastic.methods.pivot import pivot
from kibitz.stochastic.methods.reply_bounds import secured
from kibitz.stochastic.methods.vanishing_discount import vanishing_discount
from kibitz.stochastic.mirror import mirrored
from kibitz.stochastic.show import write_all

if TYPE_CHECKING:
    from kibitz.stochastic.solution import StochasticSolution


class NoStrategy(GameError):
    """No stationary strategy that comes close enough was found."""


@dataclass(frozen=True)
class EpsilonStrategy:
    """A stationary strategy, and what it guarantees in every state."""

    player: str
    epsilon: Number
    strategies: dict[str, tuple[Any, ...]]
    guarantees: dict[str, Number]
    formula: tuple[RationalFunction, ...] | None = field(default=None, compare=False)
    """The mixture as functions of ε, in a game of one state."""

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "epsilon": plain_point(self.epsilon),
            "strategies": {
                name: [plain_point(x) for x in mixture] for name, mixture in self.strategies.items()
            },
            "guarantees": {name: plain_point(x) for name, x in self.guarantees.items()},
        }
        if self.formula is not None:
            data["formula"] = [f.write("eps") for f in self.formula]
        return data

    def __str__(self) -> str:
        lines = [
            f"{name}: {write_all(mixture)} guarantees {show(self.guarantees[name])}"
            for name, mixture in self.strategies.items()
        ]
        if self.formula is not None:
            functions = ", ".join(f.write("ε") for f in self.formula)
            lines.append(f"for every small ε > 0: ({functions})")
        return "\n".join(lines)


def epsilon_optimal(solution: StochasticSolution, player: int, epsilon: Any) -> EpsilonStrategy:
    """A strategy of player 0 or 1 that guarantees the value up to ``epsilon``."""
    wanted = exact(epsilon, "epsilon")
    if wanted <= 0:
        raise GameError(f"epsilon: {show(wanted)}; it must be positive")
    game = solution.game
    value = solution.value_list[0]
    if game.table.states == 1 and isinstance(value, Fraction) and game.exact:
        return _one_state(solution, player, wanted)
    return _by_discount(solution, player, wanted)


def _one_state(solution: StochasticSolution, player: int, epsilon: Fraction) -> EpsilonStrategy:
    game = solution.game
    value = solution.value_list[0]
    at = value - epsilon if player == 0 else value + epsilon
    solved = pivot(game.effective.matrix(0, [at]))
    if solution.optimal_for[player]:
        mixture, at = (solution.row_list if player == 0 else solution.column_list)[0], value
    else:
        mixture = solved.row if player == 0 else solved.column
    points = solution.fixed.get(0)
    formula = None if points is None else strategy_beside(points, value, player == 0)
    name = str(game.states[0])
    return EpsilonStrategy(
        game.players[player], epsilon, {name: tuple(mixture)}, {name: at}, formula
    )


def _by_discount(solution: StochasticSolution, player: int, epsilon: Fraction) -> EpsilonStrategy:
    """Strategies of the discounted game, the discount ever nearer to 1."""
    whole = mirrored(solution.game)
    count = solution.game.table.states
    shift = whole.endless if isinstance(whole.endless, (Fraction, float)) else Fraction(0)
    table, exactly = shifted(whole.effective.floats, float(shift)), whole.rational
    names = [str(name) for name in solution.game.states]
    values = [Fraction(float(x)) for x in solution.value_list]
    for near in vanishing_discount(table, 12):
        rows, columns = near.mixtures(table)
        mixtures = rows if player == 0 else columns
        try:
            guarantees = secured(exactly, mixtures, player == 0, exact(shift))[:count]
        except GameError:
            continue
        short = [v - x if player == 0 else x - v for v, x in zip(values, guarantees, strict=True)]
        if max(short) <= epsilon:
            return EpsilonStrategy(
                solution.game.players[player],
                epsilon,
                {name: tuple(map(float, mixtures[s])) for s, name in enumerate(names)},
                {name: float(guarantees[s]) for s, name in enumerate(names)},
            )
    raise NoStrategy(f"no stationary strategy within {show(epsilon)} of the value was found")


def shifted(table: Any, endless: float) -> Any:
    """The same game with all payoffs less that of endless play, which then pays nothing."""
    if not endless:
        return table
    stop = 1 - table.stay
    return replace(table, pay=table.pay - endless * stop[:, None])
