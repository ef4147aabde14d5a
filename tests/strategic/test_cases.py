"""Worked examples about general-sum games: every expectation of every case is looked at."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.core.numbers import show
from kibitz.strategic import finger_game, payoffs_by_strategy
from kibitz.zero_sum import eliminate_at_once

CASES = json.loads((Path(__file__).parents[1] / "data" / "strategic.json").read_text())


def numbers(nested: Any) -> Any:
    return [numbers(x) for x in nested] if isinstance(nested, (list, tuple)) else Fraction(nested)


def plain(nested: Any) -> Any:
    return [plain(x) for x in nested] if isinstance(nested, (list, tuple)) else nested


class Given:
    """The input of a case: a game, and where cells are counted from."""

    def __init__(self, case: dict[str, Any]) -> None:
        data = case["input"]
        self.data = data
        self.base = data.get("index_base", 0 if "R" in data or "R_cost" in data else 1)
        self.game = self._game(data, case["kind"])

    @staticmethod
    def _game(data: dict[str, Any], kind: str) -> Any:
        if kind == "n-person":
            return finger_game(data["players"], 1, 2).strategic()
        for key in ("bimatrix", "pairs", "stage_bimatrix"):
            if key in data:
                return kb.bimatrix(data[key])
        if "cost_years" in data:
            return kb.bimatrix(
                data["cost_years"], rows=data["rows"], columns=data["cols"], cost=True
            )
        if "R_cost" in data:
            return kb.bimatrix(data["R_cost"], data["C_cost"], cost=True)
        if "A" in data:
            return kb.bimatrix(data["A"], data["B"])
        if "R" in data:
            return kb.bimatrix(data["R"], data.get("C", data["R"]))
        if "sum_matrix" in data:
            nothing = [[0] * len(row) for row in data["sum_matrix"]]
            return kb.bimatrix(data["sum_matrix"], nothing)
        return kb.game("prisoners-dilemma")

    def cells(self, found: Any) -> list[list[int]]:
        return [[i + self.base for i in cell] for cell in found]

    def profile(self) -> Any:
        for first, second in (("X", "Y"), ("rose", "colin")):
            if first in self.data:
                return [self.data[first], self.data[second]]
        raise KeyError("no profile")


def maxmin(player: int):
    def check(given: Given, value: Any) -> None:
        found = given.game.safety_levels().strategies[player]
        assert sorted(map(list, found)) == sorted(numbers(value))

    return check


def pure_equilibria(given: Given, value: Any) -> None:
    found = given.game.pure_equilibria()
    if value and isinstance(value[0], dict):
        expected = [[e["row"], e["col"]] for e in value]
        paid = [numbers(e.get("payoffs", e.get("costs"))) for e in value]
        assert [list(p) for p in found.payoffs] == paid
    else:
        expected = value
    assert given.cells(found) == expected
    assert found.verify()
    assert [list(c) for c in given.game.movement_diagram().sinks] == [list(c) for c in found]


def survivors(given: Given, value: Any) -> None:
    found = given.game.eliminate()
    assert [i + 1 for i in found.rows] == value["rows"]
    assert [j + 1 for j in found.columns] == value["cols"]
    assert found.verify()
    assert given.game.rationalizable().survivors == found.kept


def marks(player: int):
    return lambda given, value: given.cells(given.game.movement_diagram().marks(player)) == value


def reduced(field: str):
    def check(given: Given, value: Any) -> bool:
        found = given.game.zero_sum_equivalent()
        assert found.verify()
        answers = {
            "reducible": lambda: found.reducible,
            "alpha": lambda: found.alpha,
            "beta": lambda: found.beta,
            "W": lambda: plain(found.matrix_game.matrix.numbers()),
            "value": lambda: found.solve().value,
            "rose": lambda: list(found.solve().row),
            "colin": lambda: list(found.solve().column),
            "first": lambda: found.payoffs(found.solve().value)[0],
            "second": lambda: found.payoffs(found.solve().value)[1],
            "mismatches": lambda: [list(cell) for cell in found.mismatches],
            "left": lambda: list(found.left),
            "required": lambda: list(found.required),
        }
        return bool(answers[field]() == (value if field == "reducible" else numbers(value)))

    return check


def threat(field: str):
    def check(given: Given, value: Any) -> bool:
        first, second = given.game.payoffs
        threats = kb.matrix(first + (-second)).optimal_strategies()
        best = given.game.joint_optimum()
        sigma, delta = best.total, threats.value
        shares = [(sigma + delta) / 2, (sigma - delta) / 2]
        answers = {
            "sums": lambda: (first + second).numbers(),
            "most": lambda: sigma,
            "differences": lambda: (first + (-second)).numbers(),
            "delta": lambda: delta,
            "shares": lambda: shares,
            "rose": lambda: sorted(map(list, threats.row_extreme)),
            "colin": lambda: sorted(map(list, threats.column_extreme)),
            "cells": lambda: [list(cell) for cell in best.cells],
            "paid": lambda: [shares[0] - first[cell] for cell in best.cells],
        }
        wanted = numbers(value)
        return bool(answers[field]() == (sorted(wanted) if field in ("rose", "colin") else wanted))

    return check


def oddments(side: int, field: str):
    """The solution of one player's matrix alone; Colin's seen from the rows, as in the text."""

    def check(given: Given, value: Any) -> bool:
        solution = kb.matrix(given.game.payoffs[side]).solve()
        return bool(numbers(value) == plain(getattr(solution, field)))

    return check


def by_strategy(player: int):
    def check(given: Given, value: Any) -> bool:
        found = payoffs_by_strategy(given.game, player, given.profile())
        return list(found) == numbers(value)

    return check


def verdict(field: str):
    def check(given: Given, value: Any) -> bool:
        test = given.game.is_equilibrium(given.profile())
        assert test.verify().holds
        assert ("not an" in test.verify().claim) is not test.holds
        if field == "holds":
            return test.holds is value
        return list(test.payoffs) == numbers(value)

    return check


def dominant(given: Given, value: Any) -> bool:
    found = given.game.dominant_strategies()
    assert found.verify()
    names = given.game.strategies
    if isinstance(value, dict):
        return [names[k][i] for k, i in enumerate(found.strict)] == [value["row"], value["col"]]
    return [None if i is None else i + 1 for i in found.strict] == value


def lines(field: str):
    def check(given: Given, value: Any) -> bool:
        found = given.game.payoff_lines(0)
        (crossing, height), *_ = found.crossings
        (_, _, below), (_, _, above) = found.intervals
        answers = {
            "lines": lambda: [p.write("x").replace(" ", "") for p in found.lines] == value,
            "crossing": lambda: crossing == Fraction(value),
            "height": lambda: height == Fraction(value),
            "below": lambda: [int(k in below) for k in range(2)] == value,
            "above": lambda: [int(k in above) for k in range(2)] == value,
        }
        return bool(answers[field]())

    return check


def repeated(given: Given, expect: dict[str, Any]) -> None:
    game = given.game.repeated(given.data["rounds"])
    solution = game.solve()
    assert solution.verify()
    assert solution.unique
    assert [list(w).index(1) + 1 for w in solution.each_round] == expect["each_round"]
    assert list(solution.per_round) == numbers(expect["per_round_payoff"])
    assert list(solution.total) == numbers(expect["total"])
    assert list(game.total([0, 0])) == numbers(expect["total_if_always_cooperate"])


def fingers(given: Given, expect: dict[str, Any]) -> None:
    closed = given.game.symmetric_two_action()
    (found,) = closed.equilibria()
    best = closed.joint_optimum()
    assert found.verify()
    assert best.verify()
    answers = {
        "payoffs": lambda v: (
            v
            == {
                "".join(str(i + 1) for i in cell): [int(x) for x in given.game.payoff(*cell)]
                for cell in product((0, 1), repeat=closed.players)
            }
        ),
        "payoff_polynomial": lambda v: (
            closed.payoff_polynomial == type(closed.payoff_polynomial).read(v, "x")
        ),
        "argmax": lambda v: v == "1/sqrt(3)" and best.x.polynomial.write("t") == "3t^2 - 1",
        "argmax_decimal": lambda v: abs(float(best.x) - v) < 1e-14,
        "max": lambda v: v in str(best),
        "max_decimal": lambda v: abs(float(best.payoff) - v) < 1e-14,
        "is_nash": lambda v: best.is_equilibrium is v,
        "payoff_as_function_of_y": lambda v: (
            abs(float(best.slope) + float(best.deviation_payoff) - _decimal(v.replace("y", "1")))
            < 1e-14
        ),
        "coefficient_decimal": lambda v: abs(float(best.slope) - v) < 1e-14,
        "best_y": lambda v: 1 - best.deviation == v,
        "best_payoff": lambda v: best.deviation_payoff == Fraction(v),
        "equation": lambda v: (
            -closed.difference == -type(closed.difference).read(v.partition("=")[0], "x")
        ),
        "x0": lambda v: found.x == _root(v),
        "x0_decimal": lambda v: abs(float(found.x) - v) < 1e-14,
        "payoff": lambda v: abs(float(found.payoff) - _decimal(v)) < 1e-14,
        "payoff_decimal": lambda v: abs(float(found.payoff) - v) < 1e-14,
        "payoff_independent_of_own_y": lambda v: (closed.best_action(found.x) is None) is v,
    }
    for key, value in expect.items():
        assert answers[key](value), key


def _root(words: str) -> Any:
    """The number that a closed form stands for, by the equation it solves."""
    equations = {"sqrt(2)-1": "t^2 + 2t - 1", "1/(1+2^(1/3))": "3t^3 - 3t^2 + 3t - 1"}
    from kibitz.algebra.polynomial import Polynomial
    from kibitz.algebra.real_root import real_roots

    return next(r for r in real_roots(Polynomial.read(equations[words])) if 0 < r < 1)


def _decimal(words: str) -> float:
    return float(eval(words.replace("^", "**"), {"sqrt": lambda x: x**0.5}))


def third_player(given: Given) -> Fraction | float:
    """The game of three, where the third only waits and gets what is left of 100."""
    table = {
        (str(i), str(j), "wait"): (*given.game.payoff(i, j), 100 - sum(given.game.payoff(i, j)))
        for i, j in product(range(2), repeat=2)
    }
    three = kb.strategic_game(table)
    assert three.constant_sum() == 100
    return three.expected_payoffs([["98/99", "1/99"], "1", "wait"])[2]


CHECKS: dict[str, Any] = {
    "A": lambda g, v: plain(g.game.payoffs[0].numbers()) == numbers(v),
    "B": lambda g, v: plain(g.game.payoffs[1].numbers()) == numbers(v),
    "R": lambda g, v: plain(g.game.payoffs[0].numbers()) == numbers(v),
    "C": lambda g, v: plain(g.game.payoffs[1].numbers()) == numbers(v),
    "payoff_at_query": lambda g, v: (
        list(g.game.payoff(*(i - 1 for i in g.data["query_cell"]))) == numbers(v)
    ),
    "zero_sum": lambda g, v: g.game.zero_sum is v,
    "constant_sum": lambda g, v: (g.game.constant_sum() is not None) is v,
    "safety_levels": lambda g, v: (
        list(g.game.safety_levels().levels) == numbers(v) and g.game.safety_levels().verify()
    ),
    "maxmin_I_extreme": maxmin(0),
    "maxmin_II_extreme": maxmin(1),
    "pse": pure_equilibria,
    "pse_payoffs": lambda g, v: [list(p) for p in g.game.pure_equilibria().payoffs] == numbers(v),
    "pure_equilibria": pure_equilibria,
    "pure_nash": lambda g, v: [list(names) for names in g.game.pure_equilibria().labels] == v,
    "iesds_survivors": survivors,
    "val_of_B_as_row_maximizer": lambda g, v: (
        kb.matrix(g.game.payoffs[1]).solve().value == Fraction(v)
    ),
    "payoff_when_both_use_maxmin": lambda g, v: (
        list(g.game.expected_payoffs([w[0] for w in g.game.safety_levels().strategies]))
        == numbers(v)
    ),
    "row_payoff_marks": marks(0),
    "col_payoff_marks": marks(1),
    "third_player_payoff_at_p_1_99": lambda g, v: third_player(g) == Fraction(v),
    "payoff_row_mix_1_9_vs_call": lambda g, v: (
        list(g.game.expected_payoffs([["8/9", "1/9"], [1, 0]])) == numbers(v)
    ),
    "row1_weakly_dominates_row2": lambda g, v: (g.game.dominant_strategies().weak[0] == 0) is v,
    "reducible": reduced("reducible"),
    "alpha": reduced("alpha"),
    "beta": reduced("beta"),
    "W": reduced("W"),
    "W_value": reduced("value"),
    "rose": reduced("rose"),
    "colin": reduced("colin"),
    "rose_payoff": reduced("first"),
    "colin_payoff": reduced("second"),
    "trial_alpha": reduced("alpha"),
    "trial_beta": reduced("beta"),
    "mismatch_entries": reduced("mismatches"),
    "lhs_at_mismatch": reduced("left"),
    "required": reduced("required"),
    "sum_matrix": threat("sums"),
    "sum_max": threat("most"),
    "threat_matrix": threat("differences"),
    "threat_differential": threat("delta"),
    "solution": threat("shares"),
    "rose_threats": threat("rose"),
    "colin_threats": threat("colin"),
    "cooperative_cells": threat("cells"),
    "side_payment_colin_to_rose": threat("paid"),
    "max_over_mixed": threat("most"),
    "attained_at": threat("cells"),
    "y_R": oddments(0, "row"),
    "x_R": oddments(0, "column"),
    "v_R": oddments(0, "value"),
    "y_C": oddments(1, "row"),
    "x_C": oddments(1, "column"),
    "v_C": oddments(1, "value"),
    "nash": lambda g, v: (
        g.game.is_equilibrium([v["rose"], v["colin"]]).holds
        and list(g.game.expected_payoffs([v["rose"], v["colin"]])) == numbers(v["payoffs"])
    ),
    "rose_row_payoffs": lines("lines"),
    "intersection_x": lines("crossing"),
    "height": lines("height"),
    "best_reply_for_x_below": lines("below"),
    "best_reply_for_x_above": lines("above"),
    "R_times_colin": by_strategy(0),
    "rose_times_C": by_strategy(1),
    "E_I_rows": by_strategy(0),
    "E_II_cols": by_strategy(1),
    "E_I": lambda g, v: g.game.expected_payoffs(g.profile())[0] == Fraction(v),
    "E_II": lambda g, v: g.game.expected_payoffs(g.profile())[1] == Fraction(v),
    "is_nash": verdict("holds"),
    "equilibria_interchangeable": lambda g, v: g.game.interchangeable().interchangeable is v,
    "pareto_optimal_cells": lambda g, v: (
        [list(c) for c in g.game.pareto()] == v and g.game.pareto().verify()
    ),
    "nash_is_pareto": lambda g, v: all(g.game.pareto().equilibria_optimal) is v,
    "strictly_dominant": dominant,
    "welfare_equilibrium": lambda g, v: (
        list(g.game.joint_optimum().equilibria.values()) == [Fraction(v)]
    ),
    "max_welfare": lambda g, v: g.game.joint_optimum().total == Fraction(v),
    "welfare_maximizers": lambda g, v: g.cells(g.game.joint_optimum().cells) == v,
    "unique_equilibrium": lambda g, v: all(
        kb.game("prisoners-dilemma", *sample).rationalizable().labels == (("defect",), ("defect",))
        for sample in g.data["samples"]
    ),
}


def payoffs(given: Given, value: Any) -> bool:
    """Of the equilibrium, of one profile, or of several options of the second player."""
    if "colin_options" in given.data:
        found = [
            given.game.expected_payoffs([given.data["rose"], q])
            for q in given.data["colin_options"]
        ]
        return [list(p) for p in found] == numbers(value)
    if "rose" in given.data:
        return list(given.game.expected_payoffs(given.profile())) == numbers(value)
    return [list(p) for p in given.game.pure_equilibria().payoffs] == [numbers(value)]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["id"])
def test_case(case: dict[str, Any]) -> None:
    given = Given(case)
    if case["kind"] == "repeated":
        repeated(given, case["expect"])
        return
    if case["kind"] == "n-person":
        fingers(given, case["expect"])
        return
    for key, value in case["expect"].items():
        check = payoffs if key == "payoffs" else CHECKS[key]
        result = check(given, value)
        assert result is None or result, (key, value)


def test_weak_dominance_at_once_on_a_general_game() -> None:
    game = kb.bimatrix("11,89 10,90; 2,98 10,0")
    first, *_ = eliminate_at_once(game)
    assert first.rows == (0,)
    assert all(r.verify() for r in eliminate_at_once(game))


def test_numbers_are_shown_as_people_write_them() -> None:
    assert show(Fraction(149, 7)) in str(
        kb.bimatrix("27 17; 19 23", "-5 0; -1 -3").zero_sum_equivalent()
    )
