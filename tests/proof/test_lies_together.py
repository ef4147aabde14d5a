"""Claims in which several fields lie together: every one of them is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.certificate import check
from kibitz.core.errors import GameError

Data = dict[str, Any]
CHICKEN = kb.game("chicken")
DILEMMA = kb.bimatrix("3,3 0,4; 4,0 1,1")
MATRIX = kb.matrix("2 -1 0; 0 3 1")
OTHER = kb.matrix("1 0; 0 2")
FLOATS = kb.matrix([[1e9, -1e9], [-1e-9, 1e-9]])
SALE = kb.coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000})
THREE = kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
LETTER = kb.coalition("A,B:a A,C:1 B,C:1 A,B,C:2")
STATES = kb.stochastic_game("G: 1 + G/2, 0; 0, 3 + G/3")
LEANING = kb.stochastic_game("G: 2, 0; 0, 1 + G/2 | H: 4, 1 + H/3; 0, 3")
MATCH = kb.game("big-match")
PROGRAM = kb.linear_program(c=[2, 1], A=[[1, 1], [3, 1]], b=[4, 6])
TRIANGLE = kb.game("bargaining-triangle")
NIM = kb.game("nim 3 4 5")


def told(game: Any, method: str = "auto", **options: Any) -> Data:
    """What a method says, as a file would have it."""
    found: Data = json.loads(json.dumps(game.solve(method, **options).to_json()))
    return found


def holds(game: Any, data: Any) -> bool:
    try:
        return check(game, data).holds
    except GameError:
        return False


def changed(data: Data, **fields: Any) -> Data:
    return {**data, **fields}


def scaled(x: Any, factor: int) -> Any:
    """All numbers of a claim times a factor, names left alone."""
    if isinstance(x, dict):
        return {key: scaled(value, factor) for key, value in x.items()}
    if isinstance(x, list):
        return [scaled(value, factor) for value in x]
    if isinstance(x, bool) or x is None:
        return x
    try:
        return str(Fraction(x) * factor)
    except (ValueError, TypeError):
        return x


def turned(data: Data, *keys: str) -> Data:
    """Lists turned around, as if the players were exchanged."""
    return {**data, **{key: data[key][::-1] for key in keys}}


LIES: dict[str, Callable[[], tuple[Any, Any]]] = {
    # another game's answer under this game's name
    "matrix: of another matrix": lambda: (MATRIX, told(kb.matrix("2 -1 0; 0 3 2"))),
    "matrix: of the negative": lambda: (MATRIX, told(kb.matrix("-2 1 0; 0 -3 -1"))),
    "matrix: of the transpose": lambda: (kb.matrix("1 0; 2 3"), told(kb.matrix("1 2; 0 3"))),
    "matrix: value and payoffs shifted": lambda: (MATRIX, told(kb.matrix("3 0 1; 1 4 2"))),
    "matrix: value scaled": lambda: (MATRIX, told(kb.matrix("4 -2 0; 0 6 2"))),
    "equilibria: of another game": lambda: (CHICKEN, told(DILEMMA, "vertex-enumeration")),
    "equilibria: one missing, still complete": lambda: _missing(CHICKEN),
    "equilibria: one twice, in place of another": lambda: _twice(CHICKEN),
    "equilibrium: players exchanged": lambda: (
        kb.bimatrix("3,2 0,0; 0,0 2,3"),
        turned(told(kb.bimatrix("3,2 0,0; 0,0 2,3"), "lemke-howson"), "strategies", "payoffs"),
    ),
    "pure equilibria: of another game": lambda: (CHICKEN, told(DILEMMA, "pure-equilibria")),
    "safety: levels exchanged": lambda: (
        kb.bimatrix("1,5 2,6; 0,9 3,4"),
        turned(told(kb.bimatrix("1,5 2,6; 0,9 3,4"), "safety-levels"), "levels"),
    ),
    "correlated: prices scaled with the value": lambda: (CHICKEN, _correlated()),
    "pareto: of another game": lambda: (CHICKEN, told(DILEMMA, "pareto")),
    "potential: scaled": lambda: (CHICKEN, _scaled_field(told(CHICKEN, "potential"), "values")),
    "potential: of another game": lambda: (CHICKEN, told(DILEMMA, "potential")),
    "zero-sum equivalence: claimed": lambda: (
        CHICKEN,
        changed(told(CHICKEN, "zero-sum"), reducible=True, alpha=1, beta=0),
    ),
    "commitment: of another leader": lambda: (
        kb.bimatrix("2,1 4,0; 1,0 3,2"),
        changed(told(kb.bimatrix("2,1 4,0; 1,0 3,2"), "commitment"), leader="II", follower="I"),
    ),
    "answers: nested about another game": lambda: (
        OTHER,
        {"kind": "answers", "answers": {"simplex": told(kb.matrix("1 0; 0 3"))}},
    ),
    # linear programs
    "program: dual scaled": lambda: (PROGRAM, _scaled_field(told(PROGRAM), "dual")),
    "program: everything scaled": lambda: (PROGRAM, scaled(told(PROGRAM), 2)),
    "program: of another right-hand side": lambda: (
        PROGRAM,
        told(kb.linear_program(c=[2, 1], A=[[1, 1], [3, 1]], b=[5, 6])),
    ),
    "program: unbounded": lambda: (
        PROGRAM,
        {"kind": "linear-program-solution", "status": "unbounded", "x": [0, 0], "ray": [1, 1]},
    ),
    "program: infeasible": lambda: (
        PROGRAM,
        {"kind": "linear-program-solution", "status": "infeasible", "farkas": [0, 0]},
    ),
    # coalitions
    "shapley: of another game": lambda: (THREE, told(_more(), "shapley")),
    "shapley: players permuted": lambda: (SALE, _permuted("shapley")),
    "nucleolus: players permuted": lambda: (SALE, _permuted("nucleolus")),
    "nucleolus: of another game": lambda: (THREE, told(_more(), "nucleolus")),
    "core: a vertex missing": lambda: (SALE, _inside(told(SALE, "core"), _without_vertex)),
    "core: empty of another game": lambda: (SALE, told(_empty(), "core")),
    "core: weights of an empty core": lambda: (
        SALE,
        _inside(told(SALE, "core"), lambda part: {**part, "empty": True, "point": None}),
    ),
    "least core: epsilon and point shifted": lambda: (THREE, told(_more(), "least-core")),
    "letter: core wider by one": lambda: (LETTER, changed(told(LETTER, "core"), high="3")),
    "letter: point and end moved": lambda: (
        LETTER,
        changed(told(LETTER, "core"), high="3", points=[["3", ["3/2", "3/2", "-1"]]]),
    ),
    "letter: of another family": lambda: (
        LETTER,
        told(kb.coalition("A,B:a A,C:1 B,C:1 A,B,C:3"), "core"),
    ),
    "letter: a piece missing": lambda: (LETTER, _without_piece()),
    "letter: pieces of another family": lambda: (
        LETTER,
        told(kb.coalition("A,B:a A,C:1 B,C:2 A,B,C:2"), "nucleolus"),
    ),
    "letter: shapley of another family": lambda: (
        LETTER,
        changed(told(LETTER), shapley={"A": "a/6 + 1/2", "B": "a/6 + 1/2", "C": "1 - a/2"}),
    ),
    # states
    "states: of another game": lambda: (
        STATES,
        told(kb.stochastic_game("G: 1 + G/2, 0; 0, 3 + G/2")),
    ),
    "states: shifted": lambda: (STATES, told(kb.stochastic_game("G: 2 + G/2, 1; 1, 4 + G/3"))),
    "states: strategies exchanged": lambda: (LEANING, _sides(told(LEANING))),
    "match: guarantee of a larger N": lambda: (MATCH, _memory(N=99)),
    "match: N and guarantee of another aim": lambda: (
        MATCH,
        _memory(aim="1", guarantee="19/20", count=["-2", "0"]),
    ),
    "match: step doubled with the count": lambda: (MATCH, _memory(step="1", count=["-1/2", "1/2"])),
    "match: loss halved with the guarantee": lambda: (
        MATCH,
        _memory(loss="1/4", guarantee="19/40"),
    ),
    "match: waits and settles exchanged": lambda: (
        MATCH,
        _memory(wait=["0", "1"], settle=["1", "0"]),
    ),
    "match: the other player": lambda: (MATCH, _memory(player="II")),
    # bargaining and utility
    "bargaining: of another set": lambda: (
        TRIANGLE,
        told(kb.bargaining([(0, 0), (0, 2), (3, 0)]), "nash"),
    ),
    "bargaining: another concept's point": lambda: (
        TRIANGLE,
        changed(told(TRIANGLE, "egalitarian"), concept="nash"),
    ),
    "axioms: all hold": lambda: _axioms(),
    "endgame: threshold and bluff exchanged": lambda: _endgame("folding_threshold", "free_bluff"),
    "endgame: of another bet": lambda: _endgame("matrix", "matrix", bet=20),
    "utilities: a negative scale": lambda: _affine(scale="-2", shift="7"),
    "utilities: said to differ": lambda: _affine(
        same_preferences=False, scale=None, shift=None, witness=["A", "1/2 A + 1/2 B"]
    ),
    # positions
    "nim: of other heaps": lambda: (NIM, told(kb.game("nim 3 4 6"))),
    "nim: a winning move missing": lambda: (
        NIM,
        changed(told(NIM), winning_moves=told(NIM).get("winning_moves", [1])[:-1], nimber=7),
    ),
    # numbers that are none
    "matrix: a value that is true": lambda: (OTHER, changed(told(OTHER), value=True)),
    "matrix: a value of -0.0": lambda: (OTHER, changed(told(OTHER), value=-0.0)),
    "matrix: infinite": lambda: (OTHER, changed(told(OTHER), value=float("inf"))),
    "matrix: not a number": lambda: (OTHER, changed(told(OTHER), value=float("nan"))),
    "matrix: weights that are not numbers": lambda: (
        OTHER,
        changed(told(OTHER), row=[float("nan"), float("nan")]),
    ),
    "matrix: enormous weights that cancel": lambda: (
        OTHER,
        changed(told(OTHER), row=[str(10**400), str(1 - 10**400)]),
    ),
    "matrix: weights that are flags": lambda: (OTHER, changed(told(OTHER), row=[True, False])),
    "matrix: an enormous value": lambda: (OTHER, changed(told(OTHER), value="9" * 5000)),
    "matrix: float weights off by more than rounding": lambda: (
        FLOATS,
        changed(told(FLOATS), row=[x + 1e-8 for x in told(FLOATS)["row"]]),
    ),
    "matrix: a float value just outside of the tolerance": lambda: (
        kb.matrix([[1.0, 0.0], [0.0, 1.0]]),
        changed(told(kb.matrix([[1.0, 0.0], [0.0, 1.0]])), value=0.5 + 3e-9),
    ),
    "matrix: exact, with floats": lambda: (
        kb.matrix([[1.0, 0.0], [0.0, 1.0]]),
        changed(told(kb.matrix([[1.0, 0.0], [0.0, 1.0]])), exact=True),
    ),
}


def _missing(game: Any) -> tuple[Any, Data]:
    data = told(game, "vertex-enumeration")
    key = "equilibria" if "equilibria" in data else "extreme"
    return game, changed(data, **{key: data[key][:-1]})


def _twice(game: Any) -> tuple[Any, Data]:
    data = told(game, "vertex-enumeration")
    key = "equilibria" if "equilibria" in data else "extreme"
    return game, changed(data, **{key: [*data[key][:-1], data[key][0]]})


def _correlated() -> Data:
    data = told(CHICKEN, "correlated")
    return changed(
        data, **{key: scaled(data[key], 2) for key in ("prices", "value") if key in data}
    )


def _scaled_field(data: Data, key: str) -> Data:
    return changed(data, **{key: scaled(data[key], 3)})


def _more() -> Any:
    return kb.coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 9})


def _empty() -> Any:
    return kb.coalition({"S,F": 3, "S,B": 3, "F,B": 3, "S,F,B": 4})


def _part(data: Data) -> Data:
    """The claim itself, or the only one inside it."""
    if "answers" not in data:
        return data
    (part,) = data["answers"].values() if isinstance(data["answers"], dict) else data["answers"]
    return part  # type: ignore[no-any-return]


def _inside(data: Data, change: Callable[[Data], Data]) -> Data:
    return change(_part(data))


def _permuted(method: str) -> Data:
    part = _part(told(SALE, method))
    given = part["payoffs"]
    values = [*given.values()] if isinstance(given, dict) else given
    turned_around = values[1:] + values[:1]
    paid = (
        dict(zip(given, turned_around, strict=True)) if isinstance(given, dict) else turned_around
    )
    return {**part, "payoffs": paid}


def _without_vertex(part: Data) -> Data:
    return {**part, "vertices": part["vertices"][:-1]}


def _without_piece() -> Data:
    data = told(LETTER, "nucleolus")
    return changed(data, pieces=[data["pieces"][0], data["pieces"][2]])


def _sides(data: Data) -> Data:
    return changed(data, strategies={k: v[::-1] for k, v in data["strategies"].items()})


def _memory(**fields: Any) -> Data:
    plan = MATCH.solve().history_strategy("I", n=9).to_json()
    return changed(json.loads(json.dumps(plan)), **fields)


def _axioms() -> tuple[Any, Data]:
    problem = kb.bargaining([(0, 0), (0, 2), (1, 2), (3, 0)])
    data = json.loads(json.dumps(problem.axioms("ks").to_json()))
    return problem, changed(data, axioms=dict.fromkeys(data["axioms"], True), smaller=[])


def _endgame(one: str, two: str, bet: int = 10) -> tuple[Any, Data]:
    from kibitz.bargaining import all_in_endgame

    data, other = (all_in_endgame(100, b, "1/10").to_json() for b in (10, bet))
    return None, changed(data, **{one: other[two], two: other[one]})


def _affine(**fields: Any) -> tuple[Any, Data]:
    from kibitz.utility import affine_equivalence

    return None, changed(affine_equivalence("A=0, B=1, C=3", "A=1, B=3, C=7").to_json(), **fields)


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_refused(name: str) -> None:
    game, data = LIES[name]()
    assert not holds(game, data)
