"""Worked examples of the texts, through the public surface."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import kibitz as kb
from kibitz.zero_sum import (
    Invariance,
    dominated,
    eliminate,
    expected_payoff,
    graph,
    invariance,
    is_symmetric,
    payoff_by_column,
    payoff_by_row,
    pivoting,
    pure_values,
    randomizer,
    row_safety,
    sure_fire,
)

CASES = json.loads((Path(__file__).parents[1] / "data" / "matrix_games.json").read_text())


def of_kind(*kinds):
    return [pytest.param(c["input"], c["expect"], id=c["id"]) for c in CASES if c["kind"] in kinds]


def fractions(xs):
    return tuple(Fraction(x) for x in xs)


def matrix_of(given):
    return next((given[key] for key in ("matrix", "A", "P") if key in given), None)


with_matrix = [p for p in of_kind("matrix-game") if isinstance(matrix_of(p.values[0]), list)]


@pytest.mark.parametrize(("given", "expect"), with_matrix)
def test_value_and_strategies(given, expect):
    game = kb.matrix(matrix_of(given))
    solution = game.solve()
    assert solution.verify()
    base = given.get("index_base", 1)
    if "value" in expect:
        assert solution.value == Fraction(expect["value"])
    if "favors" in expect:
        assert solution.favors == expect["favors"]
        assert solution.fair == expect["fair"]
    optimal = game.optimal_strategies()
    assert optimal.verify()
    for key, found in (("p_extreme", optimal.row_extreme), ("q_extreme", optimal.column_extreme)):
        if key in expect:
            assert set(found) == {fractions(x) for x in expect[key]}
    for key, found in (("p_unique", optimal.row_unique), ("q_unique", optimal.column_unique)):
        if key in expect:
            assert found == expect[key]
    if "extreme_points" in expect:
        assert set(optimal.column_extreme) == {fractions(x) for x in expect["extreme_points"]}
    for keys, found in (
        (("row", "X"), optimal.row_extreme),
        (("column", "Y"), optimal.column_extreme),
    ):
        for key in keys:
            if key in expect:
                assert fractions(expect[key]) in found
    if "saddle_points" in expect:
        cells = [[i + base, j + base] for i, j in game.saddle_points()]
        assert cells == expect["saddle_points"]
    values = pure_values(game)
    for key, found in (
        ("row_minima", values.row_minima),
        ("col_maxima", values.column_maxima),
    ):
        if key in expect:
            assert found == fractions(expect[key])
    for key, found in (("v_minus", values.lower), ("v_plus", values.upper)):
        if key in expect:
            assert found == Fraction(expect[key])
    if "skew_symmetric" in expect:
        assert is_symmetric(game) == expect["skew_symmetric"]


@pytest.mark.parametrize(("given", "expect"), with_matrix)
def test_dominance(given, expect):
    game = kb.matrix(matrix_of(given))
    for key, mixed in (("iterated_pure_dominance", False), ("iterated_mixed_dominance", True)):
        if key in expect:
            found = eliminate(game, mixed=mixed)
            assert [i + 1 for i in found.rows] == expect[key]["rows"]
            assert [j + 1 for j in found.columns] == expect[key]["cols"]
            if "reduced" in expect[key]:
                assert found.reduced.matrix == kb.matrix(expect[key]["reduced"]).matrix
    for key, side in (("dominated_rows", "row"), ("dominated_cols", "column")):
        if key in expect:
            assert [d.index + 1 for d in dominated(game) if d.side == side] == expect[key]
    if "dominated_columns" in expect:
        assert [d.index for d in dominated(game) if d.side == "column"] == expect[
            "dominated_columns"
        ]
    if "dominated_cols_by_mixture" in expect:
        by_index = {d.index + 1: d for d in dominated(game) if d.side == "column"}
        assert set(by_index) == {int(k) for k in expect["dominated_cols_by_mixture"]}


@pytest.mark.parametrize(("given", "expect"), with_matrix)
def test_evaluations(given, expect):
    game = kb.matrix(matrix_of(given))
    if "E_X_j" in expect:
        assert payoff_by_column(game, given["X"]) == fractions(expect["E_X_j"])
        assert payoff_by_row(game, given["Y"]) == fractions(expect["E_i_Y"])
        test = sure_fire(game, given["X"], given["Y"])
        assert test.payoff == Fraction(expect["E_XY"])
        assert test.optimal == expect["is_nash"]
    if "best_response_I" in expect:
        rows, columns = game.best_rows(given["Y"]), game.best_columns(given["X"])
        assert [i + 1 for i in rows.responses] == expect["best_response_I"]
        assert [j + 1 for j in columns.responses] == expect["best_response_II"]
        assert rows.payoff == Fraction(expect["best_response_value_I"])
        assert columns.payoff == Fraction(expect["best_response_value_II"])
    if "columns_on_lower_envelope" in expect:
        assert [j + 1 for j in graph(game).on_envelope] == expect["columns_on_lower_envelope"]
        assert payoff_by_column(game, game.solve().row) == fractions(
            expect["payoff_by_column_under_p"]
        )
    if "q1_interval" in expect:
        assert graph(game).optimal == fractions(expect["q1_interval"])
    if "column_payoffs_against_row" in expect:
        found = payoff_by_column(game, expect["row"])
        assert found == fractions(expect["column_payoffs_against_row"])
    if "guaranteed_sum" in expect:
        if "row_strategy" in given:
            assert row_safety(game, given["row_strategy"]).guarantee == Fraction(
                expect["guaranteed_sum"]
            )
            assert fractions(given["row_strategy"])
        else:
            payoffs = payoff_by_row(game, given["col_strategy"])
            assert max(payoffs) == Fraction(expect["guaranteed_sum"])
    if "row.P.col" in expect:
        assert expected_payoff(game, given["row"], given["col"]) == Fraction(expect["row.P.col"])
        shifted = kb.matrix(given["M"])
        assert expected_payoff(shifted, given["row"], given["col"]) == Fraction(expect["row.M.col"])


@pytest.mark.parametrize(("given", "expect"), of_kind("mixed-evaluation"))
def test_guarantee_of_a_mixture(given, expect):
    level = row_safety(kb.matrix(given["matrix"]), given["p"])
    assert level.payoffs == fractions(expect["payoff_by_column"])
    assert level.guarantee == Fraction(expect["guarantee"])


@pytest.mark.parametrize(("given", "expect"), of_kind("randomizer"))
def test_clock(given, expect):
    assert (
        list(randomizer(given["probabilities"], given["cells"]).cells)
        == expect["cells_per_strategy"]
    )


@pytest.mark.parametrize(("given", "expect"), of_kind("pivot-trace"))
def test_tableaux(given, expect):
    pivots = [(i - 1, j - 1) for i, j in given["pivots_(row,col)"]]
    solution = pivoting(kb.matrix(given["matrix"]), Fraction(given["added_constant"]), pivots)
    trace = solution.working
    assert [[[str(x) for x in row] for row in t.entries()] for t in trace.tableaux] == expect[
        "tableaux"
    ]
    last = trace.tableaux[-1]
    assert [f"{s}{k + 1}" for s, k in last.left] == expect["left_labels"]
    assert [f"{s}{k + 1}" for s, k in last.top] == expect["top_labels"]
    assert 1 / last.corner == Fraction(expect["value_shifted"])
    assert solution.value == Fraction(expect["value"])
    assert trace.pivots == tuple(pivots)


@pytest.mark.parametrize(("given", "expect"), of_kind("invariance"))
def test_invariance(given, expect):
    game = kb.matrix(given["matrix"])
    generators = [[x - 1 for x in g] for g in given["generators_on_columns"]]
    found = Invariance.of(game, generators)
    assert [[x + 1 for x in rows] for rows, _ in found.generators] == expect["induced_on_rows"]
    assert [[x + 1 for x in o] for o in found.row_orbits] == expect["row_orbits"]
    assert [[x + 1 for x in o] for o in found.column_orbits] == expect["column_orbits"]
    solution = invariance(game, generators)
    assert solution.verify()
    if "group_order" in expect:
        assert found.order == expect["group_order"]
    if "reduced_matrix" in expect:
        assert found.reduced.matrix == kb.matrix(expect["reduced_matrix"]).matrix
        inner = solution.working.reduced
        assert inner.value == Fraction(expect["reduced_value"])
        assert inner.row == fractions(expect["reduced_p"])
        assert inner.column == fractions(expect["reduced_q"])
    for key in ("invariant_optimal_p", "lifted_p"):
        if key in expect:
            assert solution.row == fractions(expect[key])
    for key in ("invariant_optimal_q", "lifted_q"):
        if key in expect:
            assert solution.column == fractions(expect[key])


def test_location_and_scale():
    (given, expect), *_ = [p.values for p in of_kind("property") if "matrix_A" in p.values[0]]
    game = kb.matrix(given["matrix_A"])
    moved = game.affine(Fraction(given["c"]), Fraction(given["b"]))
    assert moved.matrix == kb.matrix(given["matrix_B"]).matrix
    assert game.solve().value == Fraction(expect["value_A"])
    assert moved.solve().value == Fraction(expect["value_B"])
    with pytest.raises(kb.GameError, match="positive"):
        game.affine(Fraction(0), Fraction(1))
