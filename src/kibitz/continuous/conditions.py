"""When a method for games on intervals applies; each condition answers with the reason why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.algebra.expressions.tree import Symbol
from kibitz.continuous.game import ContinuousGame
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

Condition = Callable[[Any], str | None]


def in_numbers(game: Any) -> str | None:
    """All parameters of the game have values."""
    if not game.parameters:
        return None
    names = ", ".join(game.parameters)
    return f"it needs numbers for {names}; give them, as in at({game.parameters[0]}=1)"


def in_letters(game: Any) -> str | None:
    """The game has a parameter."""
    return None if game.parameters else "the game has no parameters"


def algebraic(game: ContinuousGame) -> str | None:
    """The payoffs are piecewise rational functions with numbers."""
    if game.parameters:
        return in_numbers(game)
    return None if game.algebraic else "it needs payoffs without exp, log and roots"


def players(least: int, most: int | None = None) -> Condition:
    """A condition: this many players, and piecewise rational payoffs."""

    def condition(game: ContinuousGame) -> str | None:
        n = len(game.players)
        if least <= n <= (n if most is None else most):
            return algebraic(game)
        wanted = (
            f"{least} player" + "s" * (least > 1)
            if least == most
            else f"at least {count_of(least, 'player')}"
        )
        return f"it needs {wanted}, but this game has {n}"

    return condition


def bounded(game: ContinuousGame) -> str | None:
    """Best responses lie in bounded intervals."""
    if game.parameters:
        return in_numbers(game)
    for name, (low, high) in zip(game.variables, game.search_intervals(), strict=True):
        if low is None or high is None:
            return (
                f"{name} is unbounded, and no bound on the best responses was found; payoffs with "
                "exp, log or sqrt are searched on bounded intervals, so give both ends (for "
                "firms: a capacity)"
            )
    return None


def aggregative(least: int) -> Condition:
    """A condition: payoffs depend on one's own strategy and the sum of the others' alone."""

    def condition(game: ContinuousGame) -> str | None:
        why = players(least)(game)
        if why is None:
            try:
                game.aggregate(0, Symbol("x"), Symbol("y"))
            except GameError as refused:
                return str(refused)
        return why

    return condition
