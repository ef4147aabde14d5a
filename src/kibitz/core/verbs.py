"""The same few verbs for every noun; each form registers what it can do.

``solve`` finds the answer and says by which method, ``explain`` derives it as on a blackboard,
``draw`` makes a picture, ``describe`` says what kind of game it is.
"""

from __future__ import annotations

from functools import singledispatch
from importlib import import_module
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation
from kibitz.core.picture import Picture


@singledispatch
def solve(game: Any, **options: Any) -> Any:
    """Solve a game by a method that suits it; the solution says which one it was."""
    return _elsewhere(solve, game)(game, **options)


@singledispatch
def explain(game: Any, **options: Any) -> Explanation:
    """Derive the answer step by step, as a teacher would on the board."""
    return _elsewhere(explain, game)(game, **options)


@singledispatch
def draw(game: Any, **options: Any) -> Picture:
    """Draw a game or a solution as SVG."""
    return _elsewhere(draw, game)(game, **options)


@singledispatch
def describe(game: Any) -> Description:
    """Say what kind of game it is and which structure was recognised."""
    return _elsewhere(describe, game)(game)


def _elsewhere(verb: Any, game: Any) -> Any:
    """What a form registered in the file that it names in ``verbs_in``, or an error."""
    home = getattr(type(game), "verbs_in", None)
    if home is not None:
        import_module(home)
        found = verb.dispatch(type(game))
        if found is not verb.dispatch(object):
            return found
    raise GameError(
        f"cannot {verb.__name__} this {type(game).__name__}; give a game, for instance "
        "kibitz.matrix([[1, -1], [-1, 1]])"
    )
