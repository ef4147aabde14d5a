"""Claims about strategic games, read back: pure equilibria, correlated equilibria, profiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.solution import Solution
from kibitz.formats.json_keys import array
from kibitz.strategic.correlated_equilibrium import correlated_test
from kibitz.strategic.equilibrium_test import equilibrium_test
from kibitz.strategic.profile import read_cell
from kibitz.strategic.pure_equilibria import PureEquilibria
from kibitz.strategic.strategic_game import StrategicGame


def claim_from_json(game: StrategicGame, data: dict[str, Any]) -> Solution | None:
    """What somebody claims about a strategic game; None for a kind that is not read here.

    >>> from kibitz import game
    >>> claim = {"kind": "pure-equilibria", "equilibria": [{"strategies": ["defect", "defect"]}]}
    >>> claim_from_json(game("prisoners-dilemma"), claim).verify().holds
    True
    """
    reader = _READERS.get(str(data.get("kind")))
    return None if reader is None else reader(game, data)


def _pure(game: StrategicGame, data: dict[str, Any]) -> Solution:
    listed = array(data.get("equilibria", []), "equilibria")
    cells = [read_cell(game, _key(item, f"equilibria[{k}]")) for k, item in enumerate(listed)]
    return PureEquilibria(game, tuple(sorted(cells)))


def _correlated(game: StrategicGame, data: dict[str, Any]) -> Solution:
    listed = array(data.get("distribution", []), "distribution")
    weights = {}
    for k, item in enumerate(listed):
        where = f"distribution[{k}]"
        cell = read_cell(game, _key(item, where))
        if "probability" not in item:
            raise GameError(f"{where}: its probability is missing")
        weights[cell] = item["probability"]
    return correlated_test(game, weights, str(data["kind"]).startswith("coarse"))


def _tested(game: StrategicGame, data: dict[str, Any]) -> Solution:
    return equilibrium_test(game, array(data.get("profile"), "profile"))


def _key(item: Any, where: str) -> Any:
    if not isinstance(item, dict) or not ("strategies" in item or "cell" in item):
        raise GameError(f"{where}: expected an object with 'strategies' or a 'cell'")
    return item["strategies"] if "strategies" in item else item["cell"]


_READERS: dict[str, Callable[[StrategicGame, dict[str, Any]], Solution]] = {
    "pure-equilibria": _pure,
    "correlated-equilibrium": _correlated,
    "coarse-correlated-equilibrium": _correlated,
    "equilibrium-test": _tested,
}
