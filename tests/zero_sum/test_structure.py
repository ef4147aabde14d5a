"""Graphs, dominance, symmetries and the rest, against theorems and slow searches."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from helpers.random_games import games, matrices
from kibitz.core.method import own_methods
from kibitz.zero_sum import (
    Invariance,
    dominated,
    dominating_mixtures,
    eliminate,
    eliminate_at_once,
    exchange_symmetry,
    graph,
    invariance,
    optimal_strategies,
    payoff_by_column,
    payoff_by_row,
    pivoting,
    randomizer,
)
from kibitz.zero_sum.methods.linear_program import column_program, positive_program, row_program
from kibitz.zero_sum.methods.symmetry_group import isomorphism, symmetry_group
from kibitz.zero_sum.methods.triangular import triangular


@given(games(rows=(2, 2), columns=(1, 7)) | games(rows=(1, 7), columns=(2, 2)))
def test_the_graph_gives_the_whole_optimal_interval(game):
    found = graph(game)
    everything = optimal_strategies(game)
    extreme = everything.row_extreme if found.mixes_rows else everything.column_extreme
    assert {w[0] for w in extreme} == set(found.optimal)
    assert found.value == everything.value


@given(games(rows=(2, 2), columns=(2, 7)))
def test_off_the_envelope_means_dominated_for_two_rows(game):
    found = graph(game)
    off = set(range(game.shape[1])) - set(found.on_envelope)
    strictly = eliminate(game, mixed=True, strict=True)
    columns = [d for d in dominated(game) if d.side == "column"]
    assert off <= {d.index for d in columns}
    assert {d.index for d in columns if d.strict} <= off
    assert off <= {d.index for d in strictly.removals if d.side == "column"}


@given(games(), st.booleans(), st.booleans())
def test_elimination_keeps_the_value(game, mixed, strict):
    found = eliminate(game, mixed=mixed, strict=strict)
    assert found.reduced.solve().value == game.solve().value
    if strict:
        whole, rest = optimal_strategies(game), optimal_strategies(found.reduced)
        assert set(whole.essential_rows) <= set(found.rows)
        assert len(rest.row_extreme) == len(whole.row_extreme)
        assert len(rest.column_extreme) == len(whole.column_extreme)


@given(games(rows=(2, 5), columns=(2, 5)))
def test_every_witness_dominates(game):
    array = game.matrix.numbers()
    for d in dominated(game):
        lines = (
            array if d.side == "row" else [[-x for x in line] for line in zip(*array, strict=True)]
        )
        mixed = [sum(w * lines[k][j] for k, w in d.by) for j in range(len(lines[0]))]
        pairs = list(zip(mixed, lines[d.index], strict=True))
        assert all(a > b for a, b in pairs) if d.strict else all(a >= b for a, b in pairs)
        assert sum(w for _, w in d.by) == 1
        assert d.index not in [k for k, _ in d.by]
        witnesses = dominating_mixtures(game, d.side, d.index)
        assert witnesses
        assert all(w[d.index] == 0 and sum(w) == 1 for w in witnesses)


@given(games(rows=(2, 4), columns=(2, 4)))
def test_undominated_means_a_best_response_to_something(game):
    """A row no mixture strictly dominates is a best reply to some mixture (Pearce)."""
    for d in dominated(game):
        if d.side == "row" and d.strict:
            for j in range(game.shape[1]):
                unit = [int(k == j) for k in range(game.shape[1])]
                assert d.index not in game.best_rows(unit).responses


def test_an_interval_of_witnesses():
    """Column 3 lies above x times column 1 plus 1-x times column 2 for 1/2 <= x <= 7/10."""
    witnesses = dominating_mixtures(kb.matrix("10 0 7; 2 6 4"), "column", 2)
    assert {w[0] for w in witnesses} == {Fraction(1, 2), Fraction(7, 10)}
    assert dominating_mixtures(kb.matrix("1 -1; -1 1"), "row", 0) == ()


def test_simultaneous_elimination_ends_where_nothing_is_dominated():
    rounds = eliminate_at_once(kb.matrix("2 0 4; 1 2 3; 4 1 2"))
    assert [e.reduced.shape for e in rounds] == [(3, 2), (2, 2)]


@given(matrices(rows=(1, 4), columns=(1, 4), low=0, high=1))
def test_the_symmetry_group_is_complete(matrix):
    array = np.array(matrix)
    m, n = array.shape
    count = sum(
        np.array_equal(array[np.ix_(g, h)], array)
        for g in permutations(range(m))
        for h in permutations(range(n))
    )
    found = symmetry_group(array)
    assert found.order == count
    for rows, columns in found.generators:
        assert np.array_equal(array[np.ix_(rows, columns)], array)
    assert Invariance(kb.matrix(array), found.generators).order == count


@given(matrices(rows=(2, 4), columns=(2, 4), low=0, high=2), st.randoms())
def test_an_isomorphism_is_found_when_there_is_one(matrix, random):
    array = np.array(matrix)
    rows, columns = list(range(array.shape[0])), list(range(array.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    shuffled = array[np.ix_(rows, columns)]
    found = isomorphism(array, shuffled)
    assert found is not None
    assert np.array_equal(shuffled[np.ix_(*found)], array)


@given(games(rows=(2, 5), columns=(2, 5)))
def test_invariance_keeps_the_value(game):
    solution = invariance(game)
    assert solution.verify()
    assert solution.value == game.solve().value


@given(matrices(rows=(3, 3), columns=(3, 3), low=-2, high=2))
def test_a_game_that_exchanges_its_players_is_fair(matrix):
    skew = np.array(matrix) - np.array(matrix).T
    shuffled = kb.matrix(skew[:, [2, 0, 1]])
    assert exchange_symmetry(shuffled) is not None
    assert shuffled.solve().value == 0


def test_false_symmetries_are_refused():
    game = kb.matrix("1 2; 3 4")
    with pytest.raises(kb.GameError, match="not a symmetry"):
        Invariance.of(game, [[1, 0]])
    with pytest.raises(kb.GameError, match="not a permutation"):
        Invariance.of(game, [[0, 0]])
    with pytest.raises(kb.GameError, match="not skew-symmetric"):
        game.solve(method="symmetric")


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any), st.integers(1, 100))
def test_the_dial_is_the_nearest(weights, cells):
    total = sum(weights)
    probabilities = [Fraction(w, total) for w in weights]
    dial = randomizer(probabilities, cells)
    assert sum(dial.cells) == cells
    assert dial.error < Fraction(1, cells)
    assert dial.exact == all((p * cells).denominator == 1 for p in probabilities)
    counts = [0] * len(weights)
    for cell in range(cells):
        counts[dial.choose(cell)] += 1
    assert tuple(counts) == dial.cells


def test_the_dial_refuses_what_is_no_distribution():
    with pytest.raises(kb.GameError, match="add up to 5/6"):
        randomizer(["1/2", "1/3"])
    with pytest.raises(kb.GameError, match="positive integer"):
        randomizer([1], 0)


@given(games(rows=(2, 5), columns=(2, 5)))
def test_tableaux_keep_their_invariants(game):
    trace = pivoting(game).working
    corner = Fraction(0)
    for tableau in trace.tableaux:
        entries = tableau.entries()
        right = [row[-1] for row in entries[:-1]]
        bottom = entries[-1][:-1]
        assert min(right) >= 0
        assert tableau.corner >= corner
        corner = tableau.corner
        under = sum(b for b, (letter, _) in zip(bottom, tableau.top, strict=True) if letter == "x")
        beside = sum(r for r, (letter, _) in zip(right, tableau.left, strict=True) if letter == "y")
        assert under == beside == corner


@given(games(rows=(1, 4), columns=(1, 4)))
@settings(max_examples=25)
def test_the_linear_programs_agree(game):
    value = game.solve().value
    row, column = row_program(game).solve(), column_program(game).solve()
    assert row.value == column.value == value
    assert row.verify()
    assert column.verify()
    shift = 1 - min(x for line in game.matrix.numbers() for x in line)
    positive = positive_program(game, shift).solve()
    assert 1 / positive.value - shift == value


@given(games(rows=(2, 4), columns=(2, 4)))
def test_complementary_slackness(game):
    """Every essential row pays exactly the value against every optimal column strategy."""
    found = optimal_strategies(game)
    for q in found.column_extreme:
        payoffs = payoff_by_row(game, q)
        assert all(payoffs[i] == found.value for i in found.essential_rows)
    for p in found.row_extreme:
        payoffs = payoff_by_column(game, p)
        assert all(payoffs[j] == found.value for j in found.essential_columns)


def test_float_symmetries_and_labels():
    game = replace(kb.matrix([[0.5, -0.5], [-0.5, 0.5]]), players=("Ann", "Bob"))
    assert invariance(game, [[1, 0]]).row == (0.5, 0.5)
    assert "Ann" in str(game.solve())


@pytest.mark.parametrize(
    ("name", "matrix", "words"),
    [
        ("diagonal", "1 0 2; 3 1 0; 0 0 1", "row 1, column 3 holds 2, not 0"),
        ("diagonal", "1 2 3; 4 5 6", "needs a square matrix, but this one is 2 x 3"),
        (
            "triangular",
            "1 2; 3 4",
            "row 2, column 1 holds 3, and above it, row 1, column 2 holds 2",
        ),
        ("triangular", "0 2; 0 4", "the diagonal must have no zeros, but row 1 has one there"),
        ("triangular", "-1 0 0; 0 2 0; 0 0 -2", "the weight -1/2, which is negative"),
        ("triangular", "1 0; 0 -1", "no solution that adds up to one"),
        ("nonsingular", "-1 0 0; 0 2 0; 0 0 -2", "the weight -1/2, which is negative"),
        ("nonsingular", "1 1; 1 1", "are singular"),
        ("symmetric", "0 1; 2 0", "row 1, column 2 holds 1, and row 2, column 1 holds 2"),
        ("magic-square", "1 2; 2 2", "row 1 adds up to 3 and row 2 to 4"),
        ("magic-square", "1 2; 1 2", "column 1 adds up to 2 and column 2 to 4"),
        ("dominance", "1 -1; -1 1", "no row or column is dominated"),
    ],
)
def test_a_method_that_does_not_apply_says_why(name: str, matrix: str, words: str) -> None:
    with pytest.raises(kb.GameError, match=f"^{name} does not apply: ") as caught:
        kb.matrix(matrix).solve(name)
    assert words in str(caught.value)


def test_a_method_of_another_form_names_itself_when_it_does_not_apply() -> None:
    game = kb.bimatrix("1,2 3,4; 3,3 0,0")
    with pytest.raises(kb.GameError, match=r"^simplex does not apply: the payoffs do not add up"):
        game.solve("simplex")


def test_every_method_that_finds_nothing_says_why() -> None:
    """No method ends in a sentence without a reason, on small random matrices."""
    random, told = Random(3), []
    for _ in range(40):
        size = random.choice([1, 2, 3])
        rows = [[random.randint(-2, 2) for _ in range(size)] for _ in range(size)]
        if random.random() < 0.5:
            rows = [[x if i <= j else 0 for j, x in enumerate(row)] for i, row in enumerate(rows)]
        for entry in own_methods(kb.MatrixGame):
            try:
                kb.matrix(rows).solve(entry.name)
            except kb.GameError as error:
                told.append(str(error))
    assert told
    assert not [words for words in told if "it found nothing" in words]


LOWER = "1 0 0 0; -2 1 0 0; 3 -2 1 0; -4 3 -2 1"


@pytest.mark.parametrize(
    ("rows", "side", "p", "q"),
    [
        (
            "1 -2 3 -4; 0 1 -2 3; 0 0 1 -2; 0 0 0 1",
            "below",
            "1/12 1/4 1/3 1/3",
            "1/3 1/3 1/4 1/12",
        ),
        (LOWER, "above", "1/3 1/3 1/4 1/12", "1/12 1/4 1/3 1/3"),
        ("1 1; 0 2", "below", "1 0", "1/2 1/2"),
    ],
)
def test_triangular_games_of_both_kinds(rows: str, side: str, p: str, q: str) -> None:
    """By back substitution itself, so that no other method can put it right; a weight may be 0."""
    game = kb.matrix(rows)
    found = triangular(game)
    assert found is not None
    assert found.row == tuple(Fraction(x) for x in p.split())
    if found.row[-1]:
        assert found.column == tuple(Fraction(x) for x in q.split())
    assert found.verify().holds
    assert f"Everything {side} the diagonal is zero" in str(found.explain())


@given(matrices(rows=(2, 2), columns=(3, 5)))
@settings(max_examples=40, deadline=None)
def test_lines_on_the_envelope_are_those_that_touch_it(rows: list[list[int]]) -> None:
    found = graph(kb.matrix(rows))
    assert found.mixes_rows
    spots = [Fraction(k, 720) for k in range(721)] + [x for x, _ in found.breakpoints]
    touching = set()
    for x in spots:
        heights = [a + x * (b - a) for a, b in found.lines]
        touching |= {j for j, y in enumerate(heights) if y == min(heights)}
    assert set(found.on_envelope) == touching


def test_generators_are_counted_from_0_or_from_1() -> None:
    game = kb.matrix("0 -1 1; 1 0 -1; -1 1 0")
    assert Invariance.of(game, [[2, 3, 1]]) == Invariance.of(game, [[1, 2, 0]])
    assert Invariance.of(game, [2, 3, 1]) == Invariance.of(game, "2,3,1")
    with pytest.raises(kb.GameError, match="not a permutation of 1 to 3, or of 0 to 2"):
        Invariance.of(game, [[0, 1, 3]])
