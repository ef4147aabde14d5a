"""The same few verbs for every noun; each form registers what it can do.

``solve`` finds the answer and says by which method, ``explain`` derives it as on a blackboard,
``draw`` makes a picture, ``describe`` says what kind of game it is.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any, NoReturn

from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation
from kibitz.core.picture import Picture


@singledispatch
def solve(game: Any, **options: Any) -> Any:
    """Solve a game by a method that suits it; the solution says which one it was."""
    _cannot("solve", game)


@singledispatch
def explain(game: Any, **options: Any) -> Explanation:
    """Derive the answer step by step, as a teacher would on the board."""
    _cannot("explain", game)


@singledispatch
def draw(game: Any, **options: Any) -> Picture:
    """Draw a game or a solution as SVG."""
    _cannot("draw", game)


@singledispatch
def describe(game: Any) -> Description:
    """Say what kind of game it is and which structure was recognised."""
    _cannot("describe", game)


def _cannot(verb: str, game: Any) -> NoReturn:
    raise GameError(
        f"cannot {verb} this {type(game).__name__}; give a game, for instance "
        "kibitz.matrix([[1, -1], [-1, 1]])"
    )
