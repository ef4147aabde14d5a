"""Claimed solutions, read back from the JSON that ``to_json`` of a solution writes.

Nothing is believed: a reader makes a solution of what is claimed, and its ``verify`` says whether
that holds. The checker of its kind (:mod:`kibitz.proof`) reads the claim field by field. Claims
made by hand may leave out what proves them; :data:`COMPLETED` names the modules that look for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kibitz.core import index
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.noun import Noun
from kibitz.core.solution import Claimed, Solution
from kibitz.formats.answers.reports import REPORTS

LISTED = "the page of the book on answers as JSON lists the kinds"


def solution_from_json(noun: Noun, data: Any) -> Solution:
    """What someone claims about a game, as a solution that can be verified.

    >>> from kibitz import matrix
    >>> claim = {"value": "0", "row": ["1/2", "1/2"], "column": [1, 0]}
    >>> solution_from_json(matrix("1 -1; -1 1"), claim).verify().holds
    False
    """
    if not isinstance(data, dict):
        raise GameError(f"expected an object, found {type(data).__name__}")
    completed = _completed(noun, data)
    known = sorted(index.table("CHECKERS"))
    if (completed.get("kind") or noun.usual_answer) in known:
        return Claimed(noun, completed)
    kind = str(data.get("kind", ""))
    if not kind:
        raise GameError(f"kind: it is missing; {LISTED}")
    if kind in REPORTS:
        raise GameError(f"kind: {kind!r} is a report, not a claim that can be checked")
    near = did_you_mean(kind, known) or f"; {LISTED}"
    raise GameError(f"kind: {kind!r} is not a kind of claim about this game{near}")


COMPLETED = {
    "CoalitionalGame": "kibitz.formats.answers.coalitional",
    "CostGame": "kibitz.formats.answers.coalitional",
    "StochasticGame": "kibitz.formats.answers.stochastic",
    "GameFamily": "kibitz.formats.answers.stochastic",
    "RepeatedGame": "kibitz.formats.json_files.repeated",
    "Rules": "kibitz.formats.answers.stochastic",
}
"""Forms whose claims may leave out what proves them, and the modules that complete these."""


def _completed(noun: Noun, data: dict[str, Any]) -> dict[str, Any]:
    """A claim with what is needed to check it, for the forms that look for that."""
    for cls in type(noun).__mro__:
        if cls.__name__ in COMPLETED:
            whole: dict[str, Any] = import_module(COMPLETED[cls.__name__]).completed(noun, data)
            return whole
    return data
