"""Claims that stretch what a checker allows for: rounding, keys, names, and how much work it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import kibitz as kb
from helpers.commands import printed
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.extensive import decision, extensive_game
from kibitz.learning.by_hand.perceptron import perceptron
from kibitz.proof.kinds.moves import puzzles
from kibitz.rules.trees.build import game_tree
from kibitz.search.puzzles import Queens

Data = dict[str, Any]
TREE = "max(min(3, 12, 8), min(2, 4, 6))"
LAZY = kb.stochastic_game({"G": [[{"pay": 0, "go": {"G": 1}}], [{"pay": 1}]]}, endless=0)
THIRDS = kb.coalition({"A,B": 1, "A,C": 1, "B,C": 1, "A,B,C": 1})
WIDE = {"A": 1000, "B": 1000, "C": -1999, "A,B": 0, "A,C": -2000, "B,C": -2000, "A,B,C": 1}
BASE = 10**15
LITTLE = 0.999e-9
"""What floats may lack of 1 in a sum of weights."""


def holds(game: Any, data: Data) -> bool:
    try:
        return check(game, json.loads(json.dumps(data))).holds
    except GameError:
        return False


def _endless() -> tuple[Any, Data]:
    """Lengths so large that another stage is lost in their rounding "prove" that play ends."""
    long = [[2e12], [2e12]]
    return LAZY, {
        "kind": "policy-solution",
        "values": [77.0],
        "policy": [0],
        "bound": 0,
        "lengths": long,
    }


def _near_the_end() -> tuple[Any, Data]:
    """Where play hardly ever stops, a billionth of a payment a stage is all of the value."""
    likely = "999999999/1000000000"
    game = kb.stochastic_game(
        {
            "G": [[{"pay": 1, "go": {"H": likely}}]],
            "H": [[{"pay": -1, "go": {"G": likely}}]],
        }
    )
    told = {"steps": 1, "iterates": [[0.0, 0.0], [1.4, 0.4]], "values": {"G": 1.4, "H": 0.4}}
    sides = {"G": [[1], [1]], "H": [[1], [1]]}
    return game, {"kind": "shapley-iteration", **told, "bound": 0, "strategies": sides}


def _lasting(states: int, stop: str) -> Any:
    """Every state is worth 1, as 1 over the chance to stop is how long play lasts."""
    cell = {"pay": stop, "go": {"s0": str(1 - Fraction(stop))}}
    return kb.stochastic_game({f"s{k}": [[cell]] for k in range(states)})


def _many_states() -> tuple[Any, Data]:
    """What floats round away in a stage, of very many, is much of the value."""
    game = _lasting(401, "1/1000000000000000")
    values = dict.fromkeys(map(str, game.states), 1.04)
    sides = {name: [[1], [1]] for name in values}
    claim = {"value": 1.04, "values": values, "strategies": sides, "bound": 1e-9}
    return game, {"kind": "stochastic-solution", **claim}


def _late_policy() -> tuple[Any, Data]:
    """A policy that loses less in a stage than floats can tell, a hundred billion times."""
    game = _lasting(1, "1/100000000000")
    claim = {"value": 1 + 5e-6, "values": {"s0": 1 + 5e-6}, "policy": {"s0": ""}, "bound": 1e-9}
    return game, {"kind": "policy-solution", **claim, "lengths": [[1.01e11], [1.01e11]]}


def _gain() -> tuple[Any, Data]:
    """A gain of fifty times what rounding allows, in an equilibrium of floats."""
    little, pays = 1e-7, [[(3, 3), (0, 4)], [(4, 0), (1, 1)]]
    cells = [[{"pay": list(pay), "go": "G"} for pay in line] for line in pays]
    sides = {"G": [[little, 1 - little], [0.0, 1.0]]}
    claim = {"payoffs": {"G": [2 * (1 - little), 2 * (1 + 3 * little)]}, "strategies": sides}
    game = kb.stochastic_game({"G": cells}, discount="1/2")
    return game, {"kind": "stationary-equilibrium", **claim}


def _behavior() -> tuple[Any, Data]:
    def guess(a: int, b: int) -> Any:
        return decision("II", "guess", heads=(a, -a), tails=(b, -b))

    game = extensive_game(
        decision("I", "coin", heads=guess(BASE, BASE + 1), tails=guess(BASE + 1, BASE))
    )
    value, half = BASE + 0.5, 0.5 + 4.5e-9
    pairs = zip(game.players, game.normal_form().strategies, strict=True)
    mixed = {name: dict.fromkeys(own, 0.5) for name, own in pairs}
    table = {"coin": {"heads": half, "tails": half}}
    inside = {"lower": 2 * half * value, "upper": None, "lower_strategy": table}
    claim = {"value": value, "mixed": mixed, "payoffs": [value, -value], "behavioral": inside}
    return game, {"kind": "mixed-solution", **claim}


def _empty_core() -> tuple[Any, Data]:
    """Weights that are balanced to a billionth earn more than v(N), of a core that has a point."""
    scales = {"A": 1 + LITTLE, "B": 1 + LITTLE, "C": 1 - LITTLE}
    none = {"point": None, "dimension": -1, "vertices": [], "ranges": None}
    return kb.coalition(WIDE), {"kind": "core", "empty": True, "balanced_weights": scales, **none}


def _objection() -> tuple[Any, Data]:
    """An offer that is a little more than there is, so that no one can counter it."""
    offer = {"A": 1 / 3 + 1e-11, "C": 2 / 3 + 5e-10}
    against = {"coalition": ["A", "C"], "by": "A", "against": "B", "payoffs": offer}
    given = dict.fromkeys("ABC", 1 / 3)
    claim = {"payoffs": given, "in_bargaining_set": False, "imputation": True}
    return THIRDS, {"kind": "bargaining-set-membership", **claim, "objection": against}


def _domination() -> tuple[Any, Data]:
    better = {"A": 0.5 + 1e-10, "B": 0.5 + 1e-10, "C": -2e-10}
    worse = {"A": 0.5, "B": 0.5, "C": 0.0}
    claim = {"better": better, "worse": worse, "through": ["A", "B"], "dominates": True}
    return THIRDS, {"kind": "domination", **claim}


def _weber() -> tuple[Any, Data]:
    """An average whose weights add up to a little more than 1 pays out more than there is."""
    game, little = kb.coalition({"A,B": 2}), Fraction(1, 2**31)
    orders = [{"order": order, "weight": 0.5 + k * float(little)} for k, order in enumerate(ABBA)]
    given = {"A": str(1 + 2 * little), "B": "1"}
    claim = {"payoffs": given, "in_weber_set": True, "direction": None, "orders": orders}
    return game, {"kind": "weber-set-membership", **claim}


ABBA = (["A", "B"], ["B", "A"])


def _updates() -> tuple[Any, Data]:
    """A huge reward elsewhere must not excuse an error in a small one."""
    data: Data = printed('updates "A right 3/2 end; B right 10 end"')
    data["updates"][1] |= {"reward": 1e15, "target": 1e15, "new": 1e15}
    data["updates"][0] |= {"target": 77.0, "new": 77.0}
    return None, {**data, "table": {"A": {"right": 77.0}, "B": {"right": 1e15}}, "exact": False}


def _perceptron() -> tuple[Any, Data]:
    data: Data = json.loads(json.dumps(perceptron([[1.0, 0, 1], [0, 1e15, 0]], rounds=1).to_json()))
    for part in (data, *data["steps"]):
        part["weights"][0] = 77.0
    return None, data


def _orders() -> tuple[Any, Data]:
    data: Data = printed(f'search "{TREE}" --orders')
    first = next(iter(data["leaves"]))
    return game_tree(TREE), {**data, "leaves": {f"0{first}": 999, **data["leaves"]}}


def _line() -> tuple[Any, Data]:
    """A line of bad moves, in a game of three."""
    game = game_tree([[(1, 2, 3), (3, 1, 2)], [(0, 3, 1), (0, 0, 9)]])
    data: Data = json.loads(json.dumps(game.solve("max-n").to_json()))
    here = game.position().play(data["line"][0])
    other = next(m for m in here.moves if game.show_move(here.state, m) != data["line"][1])
    return game, {**data, "line": [data["line"][0], game.show_move(here.state, other)]}


def _size() -> tuple[Any, Data]:
    return None, {"kind": "size", "branching": 2.5, "log10_leaves": 1.1938200260161128, "leaves": 8}


def _long() -> tuple[Any, Data]:
    text = f"sum(1{', 1' * 3000})"
    return None, {"kind": "nim-value", "expression": f"{text:10000} + 5", "value": 1}


def _history() -> tuple[Any, Data]:
    claim = {"totals": [1], "pulls": [1], "means": [1], "constant": 1, "ucb_scores": [True]}
    return None, {"kind": "bandit-history", **claim}


LIES: list[Callable[[], tuple[Any, Data]]] = [
    *(_many_states, _late_policy, _gain),
    *(_endless, _near_the_end, _behavior, _empty_core, _objection, _domination, _weber),
    *(_updates, _perceptron, _orders, _line, _size, _long, _history),
]


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__.strip("_"))
def test_a_stretched_claim_is_refused(lie: Callable[[], tuple[Any, Data]]) -> None:
    assert not holds(*lie())


def _within(**fields: Any) -> tuple[Any, Data]:
    """A search that rests on a database."""
    rests = {"databases": ["x"], "count": 1, "positions": [[0, 1]]}
    return game_tree(TREE), {**printed(f'search "{TREE}"'), "rests_on": rests, **fields}


def _values(rules: str) -> tuple[Any, Data]:
    lists = {"rules": rules, "from": 1, "to": 2, "values": [1, 2]}
    return None, {"kind": "position-values", **lists}


def _drawn() -> tuple[Any, Data]:
    claim = {"fitness": [1, 2], "selection": "tournament", "contestants": 10**12}
    return None, {"kind": "genes", **claim, "probabilities": [0, 1], "expected_copies": [0, 2]}


def _belief() -> tuple[Any, Data]:
    game = kb.game("kuhn-poker")
    whole = {key: x for key, x in game.solve().to_json().items() if key != "value"}
    return game, {"kind": "belief-values", "value": "-1/18", "whole": whole}


@pytest.mark.parametrize(
    "junk",
    [
        lambda: _within(depth="x"),
        lambda: _within(depth=2.5),
        lambda: _within(depth=3, rests_on={"databases": [], "count": 1, "positions": [[1]]}),
        lambda: _within(depth=3, rests_on={"databases": [], "count": 1, "positions": [[{}, 1]]}),
        lambda: _values("nim {} {"),
        lambda: _values("nim {} {0}"),
        lambda: _values("nim {:>999999999} {}"),
        lambda: (None, {"kind": "nim-value", "expression": "1=1=1", "value": 1}),
        lambda: (game_tree(TREE), {**printed(f'search "{TREE}" --orders'), "leaves": {"²": 1}}),
        _drawn,
        _belief,
    ],
)
def test_junk_is_refused_in_a_line(junk: Callable[[], tuple[Any, Data]]) -> None:
    game, data = junk()
    with pytest.raises(GameError, match=r"^.+$"):
        check(game, data).require()


def test_what_is_too_much_to_count_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "MOST_FILLED", 10)
    told = check(Queens(6), {"kind": "solutions", "solutions": 4, "distinct": 7})
    assert told.holds
    assert "distinct" in "; ".join(told.unproved)


@pytest.mark.parametrize("stop", [1e-1, 1e-6, 1e-8])
def test_an_iteration_of_floats_allows_for_what_is_rounded(stop: float) -> None:
    cell = {"pay": 1e9 / 7, "go": {"G": 1 - stop}}
    for steps in (3, 200):
        found = kb.stochastic_game({"G": [[cell]]}).solve("shapley-iteration", steps=steps)
        assert found.verify().holds


@pytest.mark.parametrize("unit", [1e-12, 1 / 3, 1e15])
def test_what_is_true_of_floats_is_proved(unit: float) -> None:
    estate = kb.bankruptcy(0.4002102866 * unit, [x * unit for x in (0.3460271, 0.0517529, 0.326)])
    worths = {"A": 1.3, "B": 0.7, "C": 0.4, "A,B": 4.0, "A,C": 4.1, "B,C": 3.9, "A,B,C": 9.0}
    game = kb.coalition({name: x * unit for name, x in worths.items()} | {"A": 6e-13})
    for found in (estate.solve("schedule"), estate.solve("weber"), game.solve("properties")):
        assert found.verify().holds, found.verify()


@pytest.mark.parametrize("unit", [1e-15, 1e-9, 1.0, 1e9])
def test_a_nash_map_of_small_payoffs_moves_what_is_no_equilibrium(unit: float) -> None:
    game = kb.matrix([[0.0, -unit], [unit, 0.0]])
    for profile, fixed in (([[1, 0], [1, 0]], False), ([[0, 1], [0, 1]], True)):
        found = game.solve("nash-map", profile=profile)
        assert found.fixed is fixed
        assert found.verify().holds
