"""Claims in closed form about games on intervals: formulas in the parameters of a game.

The cases of a game follow from it, so they are worked out anew; what is claimed must equal them as
functions, however it is written.
"""

from __future__ import annotations

from typing import Any

from kibitz.algebra.expressions.piecewise import NotRational
from kibitz.algebra.expressions.sympy_bridge import reduced, sympy_of_text
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.entry import Entry
from kibitz.continuous.markets.stackelberg import Stackelberg
from kibitz.core.errors import GameError
from kibitz.core.solution import Solution
from kibitz.formats.answers.solution import Reader
from kibitz.formats.answers.stated import stated

KINDS = ("continuous-closed-form", "stackelberg-closed-form", "entry-closed-form")


def closed_form(noun: ContinuousGame | Stackelberg | Entry, data: dict[str, Any]) -> Solution:
    """Formulas for strategies, profits and prices, under the conditions of each case.

    >>> from kibitz.continuous import cournot
    >>> claim = {"equilibria": [{"quantities": ["a/3 - c/3"] * 2}, {"quantities": [0, 0]}]}
    >>> closed_form(cournot("a-Q", "c*q"), claim).verify().holds
    True
    """
    solved: Solution = noun.solve()
    right = solved.to_json()
    if right["kind"] not in KINDS:
        raise GameError("the game has no letters, so its solution is in numbers")
    return stated(lambda _, claim: solved)(noun, _as_written(data, right))


def _as_written(claimed: Any, right: Any) -> Any:
    """The claim with formulas written as in the right answer where they are the same functions."""
    if isinstance(claimed, dict) and isinstance(right, dict):
        return {k: _as_written(v, right[k]) if k in right else v for k, v in claimed.items()}
    if isinstance(claimed, list) and isinstance(right, list) and len(claimed) == len(right):
        return [_as_written(x, y) for x, y in zip(claimed, right, strict=True)]
    if isinstance(claimed, str) and isinstance(right, str) and _are_equal(claimed, right):
        return right
    return claimed


def _are_equal(claimed: str, right: str) -> bool:
    try:
        return bool(reduced(sympy_of_text(claimed) - sympy_of_text(right)) == 0)
    except (GameError, NotRational):
        return claimed == right


CLAIMS: dict[str, Reader] = dict.fromkeys(KINDS, closed_form)
