"""All equilibria: two methods agree, answers prove themselves, wrong ones are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import kibitz as kb
import kibitz.strategic.two_player.vertex_enumeration as enumeration
from kibitz.core.compiling.ahead import compiled_ahead
from kibitz.core.errors import GameError
from kibitz.strategic.two_player.best_response_polytope import Polytope, polytopes
from kibitz.strategic.two_player.completeness import closed
from kibitz.strategic.two_player.equilibria import equilibria
from kibitz.strategic.two_player.equilibrium import Equilibria, claimed
from kibitz.strategic.two_player.exact_dictionary import exact_dictionary
from kibitz.strategic.two_player.nash_subsets import maximal_bicliques
from kibitz.strategic.two_player.partners import refuted
from kibitz.strategic.two_player.support_enumeration import support_enumeration
from kibitz.strategic.two_player.symmetric_equilibria import symmetric_equilibria
from kibitz.strategic.two_player.two_by_two import two_by_two_equilibria
from kibitz.strategic.two_player.vertex_bases import (
    _exact_walk,
    certified_labels,
    in_words,
    integers,
    vertex_bases,
)
from kibitz.strategic.two_player.vertex_enumeration import vertex_enumeration

HALF = Fraction(1, 2)
HARD = json.loads((Path(__file__).parents[2] / "data" / "bimatrix_hard.json").read_text())
"""Games of which QuantEcon's list of vertices, in floats, misses equilibria."""


@st.composite
def bimatrix_games(draw: st.DrawFn, most: int = 4) -> kb.StrategicGame:
    m, n = draw(st.integers(1, most)), draw(st.integers(1, most))
    low, high = draw(st.sampled_from([(0, 1), (0, 2), (-5, 5), (-1000, 1000)]))
    entries = st.lists(st.integers(low, high), min_size=m * n, max_size=m * n)
    first, second = (np.array(draw(entries)).reshape(m, n) for _ in range(2))
    if draw(st.booleans()):
        first, second = np.vstack([first, first[:1]]), np.vstack([second, second[:1]])
    return kb.bimatrix(first, second)


def exact_walk(polytope: Polytope) -> dict[int, int]:
    """Every basis with its labels, without any floats: the slow way."""
    seen, stack, tight = {polytope.origin}, [polytope.origin], {}
    while stack:
        basis = stack.pop()
        dictionary = exact_dictionary(polytope, basis)
        assert dictionary is not None
        assert dictionary.feasible
        tight[basis] = polytope.with_twins(dictionary.tight)
        new = [b for b in dictionary.neighbors() if b not in seen]
        seen.update(new)
        stack += new
    return tight


@settings(max_examples=150, deadline=None)
@given(bimatrix_games())
def test_methods_agree_and_prove_themselves(game: kb.StrategicGame) -> None:
    found = vertex_enumeration(game)
    assert found.pairs == support_enumeration(game).pairs
    assert found.verify()
    assert sum(component.index for component in found.components) == 1
    if game.shape == (2, 2):
        assert two_by_two_equilibria(game).pairs == found.pairs
    if not found.degenerate:
        assert len(found) % 2 == 1
        assert found.finite


@settings(max_examples=60, deadline=None)
@given(bimatrix_games())
def test_one_missing_is_noticed(game: kb.StrategicGame) -> None:
    found = vertex_enumeration(game)
    for k in range(len(found)):
        short = replace(found, pairs=found.pairs[:k] + found.pairs[k + 1 :])
        assert not short.verify()
    bare = Equilibria(game, found.pairs[1:], "a claim")
    assert not bare.verify()


@settings(max_examples=60, deadline=None)
@given(bimatrix_games())
def test_lists_of_vertices(game: kb.StrategicGame) -> None:
    for polytope in polytopes(game):
        found = vertex_bases(polytope)
        listed = dict(zip(integers(found.bases), integers(found.tight), strict=True))
        assert listed == exact_walk(polytope)
        assert closed(polytope, found.bases)
        if len(found) > 1:
            assert not closed(polytope, found.bases[1:])


@settings(max_examples=60, deadline=None)
@given(bimatrix_games())
@example(kb.bimatrix([[0, 0], [1, 0], [0, 1], [0, -3]], [[0, 0], [0, -1], [0, 0], [0, 0]]))
def test_floats_refute_only_what_is_false(game: kb.StrategicGame) -> None:
    import kibitz.strategic.two_player.kernels.vertex_walk  # noqa: F401

    sides = polytopes(game)
    for mine, other in (sides, sides[::-1]):
        bases = vertex_bases(mine).bases
        missing = bases ^ in_words([(1 << other.labels) - 1], other.labels)
        verdicts = refuted(missing, other)
        for basis, false in zip(integers(missing), verdicts, strict=True):
            dictionary = exact_dictionary(other, basis)
            inside = dictionary is not None and all(row[0] >= 0 for row in dictionary.rows)
            assert not (false and inside)
            if dictionary is not None and dictionary.denominator < 1000:
                assert false or inside


@settings(max_examples=60, deadline=None)
@given(bimatrix_games())
def test_small_games_need_no_compiled_loops(game: kb.StrategicGame) -> None:
    for polytope in polytopes(game):
        plain, compiled = _exact_walk(polytope, 10_000), vertex_bases(polytope)
        assert plain is not None
        assert len(plain) == 1 or _exact_walk(polytope, len(plain) - 1) is None
        assert dict(zip(integers(plain.bases), integers(plain.tight), strict=True)) == dict(
            zip(integers(compiled.bases), integers(compiled.tight), strict=True)
        )


@settings(max_examples=40, deadline=None)
@given(bimatrix_games())
def test_a_list_with_a_false_basis_is_refused(game: kb.StrategicGame) -> None:
    for polytope in polytopes(game):
        found = vertex_bases(polytope)
        assert certified_labels(polytope, found.bases) is not None
        full = (1 << polytope.labels) - 1
        others = [
            b
            for b in (full ^ b for b in integers(found.bases))
            if b.bit_count() == polytope.dimension
        ]
        wrong = [b for b in others if b not in integers(found.bases)]
        if wrong:
            more = np.concatenate([found.bases, in_words(wrong[:1], polytope.labels)])
            assert certified_labels(polytope, more) is None


@settings(max_examples=60, deadline=None)
@given(bimatrix_games(), st.data())
def test_mixtures_within_subsets_are_equilibria(
    game: kb.StrategicGame, data: st.DataObject
) -> None:
    for subset in vertex_enumeration(game).nash_subsets:
        mixed = []
        for side in (subset.rows, subset.columns):
            weights = data.draw(
                st.lists(st.integers(0, 5), min_size=len(side), max_size=len(side)).filter(any)
            )
            total = sum(weights)
            mixed.append(
                [
                    sum((w * x for w, x in zip(weights, line, strict=True)), Fraction(0)) / total
                    for line in zip(*side, strict=True)
                ]
            )
        assert game.is_equilibrium(mixed)


@settings(max_examples=60, deadline=None)
@given(bimatrix_games())
def test_grid_of_profiles_is_covered(game: kb.StrategicGame) -> None:
    """Every equilibrium on a coarse grid is a mixture within a subset: its supports fit."""
    m, n = game.shape
    if m > 3 or n > 3:
        return
    subsets = vertex_enumeration(game).nash_subsets
    for x, y in product(_grid(m), _grid(n)):
        if game.is_equilibrium((x, y)):
            assert any(_inside(x, s.rows) and _inside(y, s.columns) for s in subsets)


def _grid(size: int) -> list[tuple[Fraction, ...]]:
    return [
        tuple(Fraction(k, 4) for k in ks) for ks in product(range(5), repeat=size) if sum(ks) == 4
    ]


def _inside(point: tuple[Fraction, ...], corners: tuple[tuple[Fraction, ...], ...]) -> bool:
    from kibitz.linear.polyhedra.vertices import vertices

    k = len(corners)
    equations = [*map(list, zip(*corners, strict=True)), [1] * k]
    signs = [[-int(i == j) for j in range(k)] for i in range(k)]
    return not vertices(signs, [0] * k, equations, [*point, 1]).empty


@settings(max_examples=80, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1))
def test_bicliques_by_brute_force(edges: set[tuple[int, int]]) -> None:
    found = maximal_bicliques(sorted(edges))
    rows, columns = {i for i, _ in edges}, {j for _, j in edges}
    closed_sets = set()
    for picks in range(1, 1 << 6):
        left = [i for i in rows if picks >> i & 1]
        right = [j for j in columns if left and all((i, j) in edges for i in left)]
        if right:
            full = tuple(sorted(i for i in rows if all((i, j) in edges for j in right)))
            closed_sets.add((full, tuple(sorted(right))))
    assert set(found) == closed_sets


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5), st.integers(0, 3), st.data())
def test_symmetric_equilibria_are_those_on_the_diagonal(
    n: int, high: int, data: st.DataObject
) -> None:
    entries = data.draw(st.lists(st.integers(0, high), min_size=n * n, max_size=n * n))
    a = np.array(entries).reshape(n, n)
    game = kb.bimatrix(a, a.T)
    found = symmetric_equilibria(game)
    assert found.verify()
    assert found.strategies
    every = vertex_enumeration(game)
    assert set(found.strategies) >= {x for x, y in every.pairs if x == y}
    assert not replace(found, strategies=found.strategies[1:]).verify()
    for subset in found.subsets:
        middle = [sum(line, Fraction(0)) / len(subset) for line in zip(*subset, strict=True)]
        assert game.is_equilibrium((middle, middle))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_arithmetic_of_two_words(data: st.DataObject) -> None:
    from kibitz.strategic.two_player.kernels.integer_walk import (
        _inverse,
        exact_quotient,
        product_order,
    )

    words = st.integers(-(2**62), 2**62)
    a, p, f, b = (data.draw(words) for _ in range(4))
    sign = product_order(a, p, f, b)
    assert sign == (a * p > f * b) - (a * p < f * b)
    twos, odd = data.draw(st.integers(0, 40)), 2 * data.draw(st.integers(0, 2**20)) + 1
    a, f = ((x // (odd << twos)) * (odd << twos) for x in (a, f))
    wanted = (a * p - f * b) // (odd << twos)
    assert (exact_quotient(a, p, f, b, twos, _inverse(odd)) - wanted) % 2**64 == 0


@pytest.mark.parametrize("high", [10**3, 10**5, 10**7, 10**12])
def test_ties_among_large_payoffs(high: int) -> None:
    """Beyond the range of one word the integers have any length."""
    import kibitz.strategic.two_player.kernels.vertex_walk  # noqa: F401

    generator = np.random.default_rng(high)
    for _ in range(6):
        sparse = generator.random((2, 6, 6)) < 0.5
        first, second = generator.integers(-high, high + 1, (2, 6, 6)) * sparse
        game = kb.bimatrix(first, second)
        found = vertex_enumeration(game)
        assert found.pairs == support_enumeration(game).pairs
        assert found.verify()
        assert sum(component.index for component in found.components) == 1


def test_huge_and_fractional_payoffs() -> None:
    big = 10**40
    game = kb.bimatrix([[2 * big, 0], [0, big]], [["1/3", 0], [0, "2/7"]])
    wide = kb.bimatrix(
        [[2 * big, 0, 1], [0, big, 1], [1, 2, 0]], [["1/3", 0, 0], [0, "2/7", 0], [0, 0, "1/9"]]
    )
    assert vertex_enumeration(game).pairs == two_by_two_equilibria(game).pairs
    assert vertex_enumeration(wide).pairs == support_enumeration(wide).pairs
    assert vertex_enumeration(wide).verify()


@pytest.mark.parametrize("columns", [30, pytest.param(90, marks=pytest.mark.slow)])
def test_many_columns(columns: int) -> None:
    generator = np.random.default_rng(5)
    shape = (2, columns)
    game = kb.bimatrix(generator.integers(0, 9, shape), generator.integers(0, 9, shape))
    found = vertex_enumeration(game)
    assert found.verify()
    assert sum(component.index for component in found.components) == 1


@pytest.mark.parametrize("case", HARD, ids=lambda case: f"{len(case['A'])} strategies")
def test_games_that_other_programs_get_wrong(case: dict[str, Any]) -> None:
    found = vertex_enumeration(kb.bimatrix(case["A"], case["B"]))
    assert len(found) == case["extreme"]
    assert len(found.components) == case["components"]
    assert found.verify()
    if len(case["A"]) <= 7:
        assert support_enumeration(found.game).pairs == found.pairs


@pytest.mark.parametrize("columns", [60, pytest.param(300, marks=pytest.mark.slow)])
def test_three_rows_and_many_columns(columns: int) -> None:
    generator = np.random.default_rng(7)
    shape = (3, columns)
    game = kb.bimatrix(generator.integers(0, 99, shape), generator.integers(0, 99, shape))
    found = vertex_enumeration(game)
    assert found.verify()
    assert found.degenerate in (True, None)
    turned = kb.bimatrix(game.payoffs[1].array.T, game.payoffs[0].array.T)
    assert {(y, x) for x, y in vertex_enumeration(turned).pairs} == set(found.pairs)


def test_duplicated_rows_widen_the_components() -> None:
    game = kb.bimatrix("2 0; 2 0; 0 1", "1 0; 1 0; 0 2")
    found = equilibria(game)
    assert found.number is None
    assert found.degenerate
    assert [c.dimension for c in found.components] == [1, 1, 0]
    assert [c.index for c in found.components] == [1, -1, 1]


def test_all_payoffs_equal() -> None:
    found = equilibria(kb.bimatrix([[0] * 3] * 3, [[0] * 3] * 3))
    assert len(found) == 9
    assert [s.dimension for s in found.nash_subsets] == [4]


def test_floats_are_taken_at_their_spelling() -> None:
    found = equilibria(kb.bimatrix([[0.1, 0.0], [0.0, 0.3]], [[0.3, 0.0], [0.0, 0.1]]))
    assert found.extreme[1].profile == ((0.25, 0.75), (0.75, 0.25))
    assert not found.exact
    assert "decimal spelling" in str(found)
    assert found.verify()
    assert all(e.verify() for e in found)


def test_where_support_enumeration_in_floats_finds_nothing() -> None:
    game = kb.bimatrix(
        [[0, 35, 15, 10, -10], [25, -5, 5, 25, 50]], [[2, -5, -1, 0, 4], [-3, 3, 1, -3, -8]]
    )
    (only,) = equilibria(game)
    assert only.row == (Fraction(4, 7), Fraction(3, 7))
    assert only.column == (Fraction(2, 7), 0, Fraction(5, 7), 0, 0)


def test_claims() -> None:
    game = kb.bimatrix("2,1 0,0; 0,0 1,2")
    right = claimed(game, ["1 1", "2 2", [["2/3", "1/3"], ["1/3", "2/3"]]])
    assert right.verify()
    assert not claimed(game, ["1 1", "2 2"]).verify()
    assert not claimed(game, ["1 1", "1 2", "2 2", [["2/3", "1/3"], ["1/3", "2/3"]]]).verify()
    assert not claimed(game, []).verify()
    flat = kb.bimatrix("0,0 0,0; 0,0 0,0")
    middle = [[HALF, HALF], [HALF, HALF]]
    corners = [[i, j] for i in (0, 1) for j in (0, 1)]
    assert claimed(flat, corners).verify()
    assert not claimed(flat, [*corners, middle]).verify()
    with pytest.raises(GameError, match="claimed exactly"):
        claimed(game, [[[0.5, 0.5], [0.5, 0.5]]])


def test_bad_input() -> None:
    three = kb.strategic_game([np.zeros((2, 2, 2), int)] * 3)
    with pytest.raises(GameError, match="two"):
        vertex_enumeration(three)
    with pytest.raises(GameError, match="did you mean 'support-enumeration'"):
        equilibria(kb.bimatrix("1 2", "3 4"), "support-enum")
    with pytest.raises(GameError, match="not symmetric"):
        symmetric_equilibria(kb.bimatrix("1 2", "3 4"))
    with pytest.raises(GameError, match="pairs of supports"):
        support_enumeration(kb.bimatrix(np.eye(16, dtype=int), np.eye(16, dtype=int)))
    with pytest.raises(GameError, match="more than 100 vertices"):
        vertex_enumeration(kb.bimatrix(np.eye(14, dtype=int), np.eye(14, dtype=int)), limit=100)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-4, 4), min_size=8, max_size=8))
def test_the_formula_for_two_by_two_finds_all_extreme_equilibria(numbers):
    game = kb.bimatrix([numbers[0:2], numbers[2:4]], [numbers[4:6], numbers[6:8]])
    assert two_by_two_equilibria(game).pairs == vertex_enumeration(game).pairs
    assert game.solve("two-by-two").pairs == two_by_two_equilibria(game).pairs


def test_the_formula_for_two_by_two_says_what_it_needs():
    game = kb.bimatrix([[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]])
    with pytest.raises(GameError, match="it needs 2 rows and 2 columns, but this game is 2 x 3"):
        game.solve("two-by-two")


@pytest.mark.parametrize("high", [2, 9, 100, 10**6, 2**45])
def test_one_compiled_call_finds_what_the_steps_find(
    high: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = np.random.default_rng(high)
    quick = 0
    with compiled_ahead():
        for trial in range(24):
            m, n = generator.integers(2, 8, 2)
            first, second = generator.integers(-high, high + 1, (2, m, n))
            if trial % 6 == 0:
                second[:, 0] = second[:, -1]
            game = kb.bimatrix(first, second)
            found = enumeration._small(game, enumeration.LIMIT)
            if found is None:
                continue
            quick += 1
            with monkeypatch.context() as patch:
                patch.setattr(enumeration, "SMALL", 0)
                slow = vertex_enumeration(game)
            assert found.pairs == slow.pairs
            for mine, theirs in zip(found.bases, slow.bases, strict=True):
                assert (mine is None) == (theirs is None)
                if mine is not None and theirs is not None:
                    assert np.array_equal(mine.bases, theirs.bases)
                    assert np.array_equal(mine.polytope.matrix, theirs.polytope.matrix)
            assert found.verify().holds
    assert (quick > 10) == (9 < high < 2**45)


def test_rounded_payoffs_that_tie_everywhere_are_refused():
    game = kb.to_strategic(kb.game("kuhn-poker").as_tree())
    rounded = kb.bimatrix(*(payoffs.floats() * (1 + 1e-16) / 3 for payoffs in game.payoffs))
    with pytest.raises(kb.GameError, match=r"tie or nearly tie at .* find one equilibrium with"):
        rounded.equilibria()
    assert rounded.solve("lemke-howson").verify()


@pytest.mark.parametrize("seed", range(16))
def test_strictly_dominated_strategies_go_first_and_change_no_answer(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = np.random.default_rng(seed)
    m, n = generator.integers(3, 6, 2)
    first, second = generator.integers(-2, 3, (2, m, n))
    first[m // 2] = first.min(axis=0) - 1
    game = kb.bimatrix(first, second)
    plain = vertex_enumeration(game)
    monkeypatch.setattr(enumeration, "LARGE", 0)
    monkeypatch.setattr(enumeration, "SMALL", 0)
    quick = vertex_enumeration(game)
    assert plain.core is None
    assert quick.core is not None
    assert quick.core.game.shape[0] < m
    assert quick.pairs == plain.pairs
    assert quick.components == plain.components
    assert quick.degenerate == plain.degenerate
    assert quick.verify().holds


def test_a_game_of_a_hundred_strategies_that_dominance_makes_small():
    found = vertex_enumeration(kb.game("mendelsohn").strategic())
    assert found.core is not None
    assert found.core.game.shape == (3, 3)
    assert found.unique
    assert found.degenerate
    assert [str(x) for x in found.extreme[0].row[:4]] == ["1/4", "1/2", "1/4", "0"]
    assert found.verify().holds
    assert "leaves 3 × 3 strategies" in str(found.explain())


def test_symmetric_equilibria_of_a_hundred_strategies_that_dominance_makes_small():
    found = kb.game("mendelsohn").strategic().symmetric_equilibria()
    assert [[str(x) for x in p[:4]] for p in found.strategies] == [["1/4", "1/2", "1/4", "0"]]
    assert found.verify().holds
