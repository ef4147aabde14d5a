"""Claims about bargaining, read back from the JSON that solutions write.

``bargaining-solution`` needs a concept and the solution, ``tu-solution`` sigma, delta, the
cooperative strategies and all extreme threats, ``lambda-transfer`` its payoffs with their rates.
``bargaining`` holds several of these, each under the name of its concept.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.algebra.real_root import Point, RealRoot, real_roots
from kibitz.algebra.surd import read_point
from kibitz.bargaining.game import BargainingProblem
from kibitz.bargaining.sets.read import two_person
from kibitz.bargaining.several import AnySolution, BargainingSolutions
from kibitz.bargaining.solution import TITLES as CONCEPTS
from kibitz.bargaining.solution import BargainingSolution
from kibitz.bargaining.solutions.lambda_transfer import LambdaTransfer, Transfer
from kibitz.bargaining.solutions.tu_solution import TuSolution
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.method import find
from kibitz.core.numbers import exact
from kibitz.core.solution import Solution
from kibitz.formats.answers.solution import NONE, Reader
from kibitz.formats.json_files.keys import array
from kibitz.strategic.game import StrategicGame

OF_GAMES = ("tu-solution", "lambda-transfer")
SEVERAL = "bargaining"


def claim_from_json(noun: BargainingProblem | StrategicGame, data: dict[str, Any]) -> Solution:
    """What is claimed about a bargaining problem, or about cooperation in a game."""
    kind = data.get("kind", "bargaining-solution")
    if kind == SEVERAL:
        return _of_several(noun, data)
    return _of_one(noun, data, kind)


def _of_several(noun: BargainingProblem | StrategicGame, data: dict[str, Any]) -> Solution:
    """All claims of a combined answer, each under its concept."""
    from kibitz.bargaining.game import bargaining

    problem = noun if isinstance(noun, BargainingProblem) else bargaining(noun)
    found: dict[str, AnySolution] = {}
    for key, one in data.items():
        if key in ("kind", "certificate", "certificates"):
            continue
        if not isinstance(one, dict):
            raise GameError(f"{key}: expected an object, found {one!r:.40}")
        name = find(problem, key)[0].name
        kind = "tu-solution" if name == "tu" else name
        given = one.get("kind", kind if kind in OF_GAMES else "bargaining-solution")
        found[name] = _of_one(problem, {"concept": name, **one}, given)
    if not found:
        raise GameError("no solution is claimed; give one under the name of its concept, as nash")
    return BargainingSolutions(problem, found)


def _of_one(
    noun: BargainingProblem | StrategicGame, data: dict[str, Any], kind: Any
) -> AnySolution:
    if kind in OF_GAMES:
        game = noun.game if isinstance(noun, BargainingProblem) else two_person(noun)
        if game is None:
            raise GameError(f"kind: a {kind} is about a game, and this problem is a set alone")
        return _of_threats(game, data) if kind == "tu-solution" else _of_rates(game, data)
    if kind != "bargaining-solution" or not isinstance(noun, BargainingProblem):
        known = [*OF_GAMES, "bargaining-solution", SEVERAL]
        raise GameError(f"kind: {kind!r} is no claim about this{did_you_mean(str(kind), known)}")
    return _of_point(noun, data)


def _of_point(problem: BargainingProblem, data: dict[str, Any]) -> BargainingSolution:
    concept = find(problem, str(data.get("concept", "nash")))[0].name
    if concept not in CONCEPTS:
        raise GameError(f"concept: {concept} is about a game; its claims have a kind of their own")
    given = array(_needed(data, "solution"), "solution")
    if len(given) != 2:
        raise GameError(f"solution: {len(given)} numbers for two players")
    weights = array(data.get("weights", [1, 1]), "weights")
    pair = exact(weights[0], "weights[0]"), exact(weights[-1], "weights[1]")
    degenerate = bool(data.get("degenerate", False))
    if any(isinstance(x, float) for x in given):
        rough = float(given[0]), float(given[1])
        return BargainingSolution(problem, concept, rough, "a claim", pair, degenerate=degenerate)
    point = _number(given[0], "solution[0]"), _number(given[1], "solution[1]")
    ours = problem.solve(concept)
    place = ours.place if ours.point == point else None
    return BargainingSolution(
        problem, concept, point, "a claim", pair, degenerate=degenerate, place=place
    )


def _of_threats(game: StrategicGame, data: dict[str, Any]) -> TuSolution:
    cells = [
        _cell(game, c, k)
        for k, c in enumerate(
            array(_needed(data, "cooperative_strategies"), "cooperative_strategies")
        )
    ]
    sides = []
    for key, size in (("threats_I_extreme", 0), ("threats_II_extreme", 1)):
        threats = [array(t, key) for t in array(_needed(data, key), key)]
        if not threats or any(len(t) != game.shape[size] for t in threats):
            raise GameError(f"{key}: every threat needs {game.shape[size]} probabilities")
        sides.append(tuple(tuple(exact(x, key) for x in t) for t in threats))
    sigma, delta = (exact(_needed(data, key), key) for key in ("sigma", "delta"))
    return TuSolution(game, sigma, tuple(cells), delta, sides[0], sides[1])


def _cell(game: StrategicGame, given: Any, k: int) -> tuple[int, int]:
    names = [str(x) for x in array(given, f"cooperative_strategies[{k}]")]
    if len(names) != 2:
        raise GameError(f"cooperative_strategies[{k}]: it needs a row and a column")
    places = []
    for name, labels in zip(names, game.strategies, strict=True):
        if name not in labels:
            near = did_you_mean(name, labels)
            raise GameError(f"cooperative_strategies[{k}]: no strategy {name!r}{near}")
        places.append(labels.index(name))
    return places[0], places[1]


def _of_rates(game: StrategicGame, data: dict[str, Any]) -> LambdaTransfer:
    found = []
    for k, one in enumerate(array(_needed(data, "solutions"), "solutions")):
        if not isinstance(one, dict):
            raise GameError(f"solutions[{k}]: expected an object, found {one!r:.40}")
        payoff = array(_needed(one, "payoff"), f"solutions[{k}].payoff")
        pair = exact(payoff[0], "payoff"), exact(payoff[-1], "payoff")
        if "lambda_interval" in one:
            low, high = array(one["lambda_interval"], f"solutions[{k}].lambda_interval")
        else:
            low = high = _needed(one, "lambda")
        ends = [None if x is None else _number(x, "lambda") for x in (low, high)]
        found.append(Transfer(pair, ends[0], ends[1]))
    return LambdaTransfer(game, tuple(found))


def _number(given: Any, where: str) -> Point:
    """A rational, one in radicals, or a root by its polynomial and an interval."""
    if not isinstance(given, dict):
        return read_point(given, where)
    if "root_of" not in given:
        return read_point(_needed(given, "exact"), where)
    polynomial = Polynomial.of(array(given["root_of"], where), where)
    low, high = (exact(x, where) for x in array(_needed(given, "between"), where))
    inside = [r for r in real_roots(polynomial) if low <= _middle(r) <= high]
    if len(inside) != 1:
        raise GameError(f"{where}: {len(inside)} roots lie between the bounds; it must be one")
    return inside[0]


def _middle(root: Point) -> Fraction:
    return (root.low + root.high) / 2 if isinstance(root, RealRoot) else root


def _needed(data: dict[str, Any], key: str) -> Any:
    if key not in data:
        raise GameError(f"{key}: it is missing")
    return data[key]


CLAIMS: dict[str, Reader] = dict.fromkeys(
    (NONE, SEVERAL, "bargaining-solution", *OF_GAMES), claim_from_json
)
