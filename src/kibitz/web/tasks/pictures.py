"""Which pictures there are of a game."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from kibitz.core import verbs
from kibitz.core.noun import Noun


def pictures(noun: Noun) -> list[str]:
    """The names of its pictures, the usual one first; a form with one picture has no names.

    >>> from kibitz import matrix
    >>> pictures(matrix("1 2; 3 4"))
    ['table', 'graph', 'tableau', 'solution']
    """
    if "what" not in inspect.signature(verbs.draw.version(noun)).parameters:
        return []
    for form in type(noun).__mro__:
        if form.__name__ in _OF_FORM:
            return _OF_FORM[form.__name__](noun)
    return []


def _matrix(noun: Noun) -> list[str]:
    sizes = getattr(noun, "shape", (0, 0))
    return ["table", *(["graph"] if 2 in sizes else []), "tableau", "solution"]


def _strategic(noun: Noun) -> list[str]:
    sizes = tuple(len(names) for names in getattr(noun, "strategies", ()))
    if sizes == (2, 2, 2):
        return ["table", "equilibria", "movement", "logit", "cube"]
    small = len(sizes) == 2 and max(sizes) <= 3
    two = [*(["regions"] if small else []), "path"] if len(sizes) == 2 else []
    return ["table", "equilibria", "movement", *two, "logit"]


_OF_FORM: dict[str, Callable[[Noun], list[str]]] = {
    "MatrixGame": _matrix,
    "StrategicGame": _strategic,
    "RepeatedGame": lambda noun: _strategic(getattr(noun, "stage", noun)),
    "ExtensiveGame": lambda noun: ["tree", "solution"],
    "StochasticGame": lambda noun: ["graph", "solution"],
    "BargainingProblem": lambda noun: ["solution", "sets"],
    "Bankruptcy": lambda noun: ["hydraulic", "schedule"],
    "ImpartialGame": lambda noun: ["position", "graph"],
}
