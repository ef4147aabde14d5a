"""Bargaining problems as JSON.

``{"kind": "bargaining", "feasible": {"polygon": [["0", "0"], ["0", "1"], ["3", "0"]]},
"disagreement": ["0", "0"]}``. The feasible set may also be
``{"inequalities": ["x^2 + y^2 <= 2"]}``, ``{"frontier": "sqrt(1-x^2)", "from": "0", "to": "1"}`` or
``{"sigma": "10"}``; ``"S"`` is another word for it, ``"threat"`` another for the disagreement
point, and ``polygon``, ``inequalities`` or ``sigma`` may stand in place of ``feasible``. A game
takes the place of the set, as ``"bimatrix"`` with a pair in each cell or as ``"A"`` and ``"B"``,
and with it ``"transferable"`` (side payments) and ``"threats"`` (a strategy for each player).
``"players"``, ``"title"`` and ``"free_disposal"`` can be added.
"""

from __future__ import annotations

from typing import Any

from kibitz.bargaining.game import BargainingProblem, bargaining
from kibitz.bargaining.sets.feasible import plain_pair
from kibitz.bargaining.sets.frontier import Frontier
from kibitz.bargaining.sets.transferable import TransferableSet
from kibitz.core.errors import GameError
from kibitz.core.numbers import plain
from kibitz.formats.json_files import strategic as json_strategic
from kibitz.formats.json_files.keys import check_keys, label, one_of

_SETS = ("feasible", "S", "set", "polygon", "points", "inequalities", "sigma")
_POINTS = ("disagreement", "threat", "threat_point", "d")
_REST = ("free_disposal", "transferable", "threats")
_NAMES = ("players", "title")


def to_json(problem: BargainingProblem) -> dict[str, Any]:
    """Everything about a bargaining problem."""
    data: dict[str, Any] = {"title": problem.title, "players": list(problem.players)}
    if problem.game is not None:
        data |= json_strategic.to_json(problem.game)
        data["title"] = problem.title
        data["transferable"] = isinstance(problem.feasible, TransferableSet)
    elif isinstance(problem.feasible, Frontier) and not problem.feasible.readable:
        raise GameError("a frontier given as a Python function cannot be saved; give a formula")
    else:
        data["feasible"] = problem.feasible.to_json()
    if problem.threats is not None:
        data["threats"] = [[plain(w) for w in side] for side in problem.threats]
    elif problem.disagreement is not None:
        data["disagreement"] = plain_pair(problem.disagreement)
    if problem.free_disposal:
        data["free_disposal"] = True
    return data


def from_json(data: dict[str, Any]) -> BargainingProblem:
    """The bargaining problem that this data describes."""
    feasible, point = _one(data, _SETS), _one(data, _POINTS)
    if feasible is not None:
        check_keys(data, [*_SETS, *_POINTS, *_REST, *_NAMES], [])
    own = (*_SETS, *_POINTS, *_REST)
    game = {key: value for key, value in data.items() if key not in own}
    if feasible is None and not set(game) - set(_NAMES):
        raise GameError('feasible: it is missing; give it, or a game as "bimatrix"')
    for key in ("free_disposal", "transferable"):
        if not isinstance(data.get(key, False), bool):
            raise GameError(f"{key}: expected true or false, found {data[key]!r:.40}")
    return bargaining(
        json_strategic.from_json(game) if feasible is None else feasible,
        point,
        threats=data.get("threats"),
        transferable=data.get("transferable", False),
        free_disposal=data.get("free_disposal", False),
        players=None if feasible is None else data.get("players"),
        title=label(data.get("title", ""), "title"),
    )


def _one(data: dict[str, Any], names: tuple[str, ...]) -> Any:
    given = one_of(data, names)
    if given is None:
        return None
    named = given in ("polygon", "points", "inequalities", "sigma")
    return {given: data[given]} if named else data[given]
