"""Lies that hide in rounding: weights that lack a little of 1, and slack that a claim widens."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.extensive import decision, extensive_game

Data = dict[str, Any]
BASE = 10**15
"""What all payoffs are, up to 1: a billionth of it is a million times their spread."""
HALF = 0.5 + 4e-11
"""A weight that is a half, up to less than a billionth."""
MORE = 2 * HALF * BASE
"""What two such weights seem to bring: some 80,000 too much."""
MATRIX = kb.matrix([[BASE, BASE + 1], [BASE + 1, BASE]])
GAME = kb.bimatrix([[BASE, BASE + 1], [BASE + 1, BASE]], [[-BASE, -BASE - 1], [-BASE - 1, -BASE]])
FLAT = kb.bimatrix("1,1 1,1; 1,1 1,1")
FREE = kb.linear_program(c=[1.0, 0.0], A=[[1, 0]], b=[1.0])


def told(game: Any, method: str = "auto", **options: Any) -> Data:
    found: Data = json.loads(json.dumps(game.solve(method, **options).to_json()))
    return found


def _tree() -> tuple[Any, Data]:
    def guess(heads: int, tails: int) -> Any:
        return decision("II", "guess", heads=(heads, -heads), tails=(tails, -tails))

    game = extensive_game(
        decision("I", "coin", heads=guess(BASE, BASE + 1), tails=guess(BASE + 1, BASE))
    )
    mine, theirs = ({"heads": w, "tails": w} for w in (HALF, 0.5))
    lie = {"strategies": {"I": {"coin": mine}, "II": {"guess": theirs}}}
    return game, {**told(game), **lie, "payoffs": [MORE, -MORE], "value": MORE, "exact": False}


def _dominance() -> tuple[Any, Data]:
    one, two = FLAT.strategies[0]
    gone = {"player": "I", "label": one, "by": {two: 1 + 5e-10}, "strict": True}
    left = [[two], list(FLAT.strategies[1])]
    return FLAT, {"kind": "elimination", "removals": [gone], "strategies": left, "solved": False}


def _plan() -> tuple[Any, Data]:
    cells = [[i, j] for i in range(2) for j in range(2)]
    given = [{"cell": cell, "probability": HALF / 2} for cell in cells]
    claim = {"kind": "correlated-equilibrium", "distribution": given, "payoffs": [MORE, -MORE]}
    return GAME, claim


def _commitment() -> tuple[Any, Data]:
    given = told(GAME, "commitment")
    value = (2 * HALF) * (BASE + 0.5)
    lie = {"strategy": [HALF, HALF], "value": value, "payoffs": [value, -value], "exact": False}
    return GAME, {**given, **lie}


def _safety() -> tuple[Any, Data]:
    lie = {
        "levels": [MORE, -MORE],
        "strategies": [[[HALF, HALF]], [[HALF, HALF]]],
        "punishments": [[HALF, HALF], [HALF, HALF]],
    }
    return GAME, {"kind": "safety-levels", **lie}


def _descent() -> tuple[Any, Data]:
    """Points that begin far out, where a billionth is a million, and end anywhere."""
    points = [[1e15]]
    while points[-1][0] > 1e6:
        points.append([points[-1][0] / 2 + 1])
    points += [[77.0], [77.0]]
    first = points[0][0] - points[1][0]
    lie = {"points": points, "fixed_point": [77.0], "point": [77.0], "error": 0.0, "bound": 0.0}
    about = {"factor": "1/2", "metric": "sup", "map": ["x/2+1"], "steps": len(points) - 1}
    bounds = {"a_priori": 2 * 0.5 ** about["steps"] * first, "a_posteriori": 0.0}
    return None, {"kind": "contraction", **lie, **about, **bounds, "exact": False}


def _free_variable() -> tuple[Any, Data]:
    """A variable that no row holds, so large that the other one may be anything beside it."""
    data = {key: value for key, value in told(FREE).items() if key != "basis"}
    sure = {"x": ["1", str(BASE)], "dual": data["witness"]["dual"]}
    return FREE, {**data, "x": [77.0, 1e15], "witness": sure}


def _bandit() -> tuple[Any, Data]:
    facts = {"means": ["1/5", "1/2"], "best_arm": 1, "gaps": ["77", "0"], "rounds": 10**30}
    lie = {"greedy_lock_in": ["1/2", "1/2"], "greedy_regret": "5", "runs": []}
    rest = {"epsilon_greedy_regret_per_epsilon": "9", "exact": True}
    return None, {"kind": "bandit", **facts, **lie, **rest}


def _matrix() -> tuple[Any, Data]:
    side = [HALF, HALF]
    return MATRIX, {"kind": "matrix-solution", "value": MORE, "row": side, "column": side}


def _evaluation() -> tuple[Any, Data]:
    row = {"strategy": [HALF, HALF], "guarantee": MORE, "payoffs": [MORE, MORE]}
    return MATRIX, {"kind": "evaluation", "row": {**row, "equalizer": True}}


def _profile() -> tuple[Any, Data]:
    lie = {"strategies": [[HALF, HALF], [0.5, 0.5]], "payoffs": [MORE, -MORE]}
    return GAME, {**told(GAME, "lemke-howson"), **lie, "exact": False}


def _equivalence() -> tuple[Any, Data]:
    """A shift so large that another worth may be anything beside it."""
    game = kb.coalition({"A": 1, "B": 3, "A,B": 6})
    worths = {"A": 1e15 + 1, "B": 99999.0, "A,B": 1e15 + 6}
    lie = {"scale": 1, "shifts": [1e15, 0], "worths": worths, "exact": False}
    return game, {"kind": "strategic-equivalence", **lie}


LIES: list[Callable[[], tuple[Any, Data]]] = [
    *(_tree, _dominance, _plan, _commitment, _safety, _descent, _free_variable),
    *(_bandit, _matrix, _evaluation, _profile, _equivalence),
]


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__.strip("_"))
def test_nothing_false_is_proved_by_rounding(lie: Callable[[], tuple[Any, Data]]) -> None:
    game, data = lie()
    try:
        certificate = check(game, data)
    except GameError:
        return
    assert not certificate.holds, str(certificate)


def test_weights_that_lack_nothing_but_rounding_are_taken() -> None:
    half = Fraction(1, 2)
    side = [0.5, 0.5 - 1e-17]
    value = float(BASE + half)
    claim = {"kind": "matrix-solution", "value": value, "row": side, "column": side}
    certificate = check(MATRIX, claim)
    assert certificate.holds
    assert certificate.theorem.endswith("of the largest payoff")


def test_a_certificate_does_not_speak_of_the_largest_payoff_where_the_spread_decides() -> None:
    game = kb.matrix([[1.0, 0.0], [0.0, 1.0]])
    assert game.solve().verify().theorem.endswith("of the spread")
