"""Nucleoli against their definition, against closed forms, and against tampering."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import kibitz as kb
from helpers.coalitional_games import convex_games, float_games, games, simple_games
from helpers.slow_nucleolus import slow_nucleolus
from kibitz.coalitional import (
    dual,
    imputations,
    is_nucleolus,
    is_prenucleolus,
    lexicographically_smaller,
    modified_nucleolus,
    nucleolus,
    per_capita_nucleolus,
    per_capita_prenucleolus,
    prenucleolus,
    zero_normalized,
)
from kibitz.coalitional.coalitions import tensor_over
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic import row_generation

ALL = (nucleolus, prenucleolus, per_capita_nucleolus, per_capita_prenucleolus, modified_nucleolus)
small = st.integers(-3, 3)


def close(x, y, scale=1.0):
    return all(abs(float(a) - float(b)) <= 1e-7 * scale for a, b in zip(x, y, strict=True))


@settings(max_examples=40)
@given(games(numbers=small, least=2, most=4))
def test_prenucleolus_by_the_definition(game):
    found = prenucleolus(game)
    assert found.payoffs == slow_nucleolus(game, bounded=False)
    assert found.verify()
    assert is_prenucleolus(game, found.payoffs).verify()
    assert is_prenucleolus(game, found.payoffs)


@settings(max_examples=40)
@given(games(numbers=small, least=2, most=4))
def test_nucleolus_by_the_definition(game):
    assume(not imputations(game).empty)
    found = nucleolus(game)
    assert found.payoffs == slow_nucleolus(game, bounded=True)
    assert found.verify()
    test = is_nucleolus(game, found.payoffs)
    assert test
    assert test.verify()


@settings(max_examples=30)
@given(games(least=1, most=5))
def test_every_nucleolus_proves_itself(game):
    for method in ALL:
        if method in (nucleolus, per_capita_nucleolus) and imputations(game).empty:
            with pytest.raises(kb.GameError, match="no imputations"):
                method(game)
            continue
        found = method(game)
        assert found.exact
        assert found.verify(), (method, found.verify())
        assert len(found.rounds) <= max(0, game.n - 1)
        assert sum(found.payoffs) == game.total


@settings(max_examples=30)
@given(float_games(least=2, most=5))
def test_floating_nucleoli_agree_with_exact_ones(game):
    scale = max(1.0, float(abs(game.worths.array).max()))
    for method in (prenucleolus, per_capita_prenucleolus, modified_nucleolus):
        found = method(game)
        assert found.verify(), found.verify()
        assert all(isinstance(x, float) for x in found.payoffs)
        assert close(found, method(game.rational()), scale)


@given(games(numbers=small, least=2, most=4), st.data())
def test_no_payoffs_are_lexicographically_better(game, data):
    found = prenucleolus(game).payoffs
    steps = data.draw(
        st.lists(st.fractions(-2, 2, max_denominator=4), min_size=game.n - 1, max_size=game.n - 1)
    )
    other = [x + d for x, d in zip(found, [*steps, -sum(steps)], strict=True)]
    assert lexicographically_smaller(game, found, other) == (-1 if any(steps) else 0)


@given(games(numbers=small, least=2, most=4), st.data())
def test_other_payoffs_are_refused_with_a_better_direction(game, data):
    found = prenucleolus(game).payoffs
    i, j = data.draw(st.permutations(range(game.n)))[:2]
    step = data.draw(st.fractions("1/5", 3, max_denominator=5))
    other = [x + step * ((k == i) - (k == j)) for k, x in enumerate(found)]
    test = is_prenucleolus(game, other)
    assert not test
    assert test.verify(), test.verify()
    size = max(map(abs, test.improvement))
    better = [x + d / (1000 * size) for x, d in zip(other, test.improvement, strict=True)]
    assert lexicographically_smaller(game, better, other) == -1
    assert str(test).startswith(f"({other[0]}")


@given(convex_games())
def test_convex_games_need_no_bounds(game):
    assert nucleolus(game).payoffs == prenucleolus(game).payoffs
    assert nucleolus(game).payoffs in game.core()


@given(games(numbers=small, least=2, most=4), st.lists(small, min_size=4, max_size=4))
def test_covariance(game, amounts):
    amounts = amounts[: game.n]
    moved = 2 * game + kb.coalition(
        lambda s: sum(a for p, a in zip(game.players, amounts, strict=True) if p in s),
        game.players,
    )
    for method in (prenucleolus, per_capita_prenucleolus, modified_nucleolus):
        wanted = [2 * x + a for x, a in zip(method(game), amounts, strict=True)]
        assert list(method(moved)) == wanted


@given(simple_games())
def test_the_nucleolus_of_a_vote(game):
    if not imputations(game).empty:
        assert nucleolus(game).verify()
    assert prenucleolus(game).verify()


@settings(max_examples=25)
@given(games(numbers=small, least=2, most=3))
def test_the_modified_nucleolus_by_the_dual_cover(game):
    """It is what the prenucleolus gives the first half of the players in the dual cover."""
    n, v, w = game.n, game, dual(game)
    worths = []
    for mask in range(1 << 2 * n):
        first, second = mask & game.grand, mask >> n
        worths.append(max(v.value(first) + w.value(second), w.value(first) + v.value(second)))
    cover = prenucleolus(kb.coalition(worths))
    found = modified_nucleolus(game)
    assert found.payoffs == cover.payoffs[:n]
    assert found.payoffs == modified_nucleolus(dual(game)).payoffs


def talmud(estate, claims):
    """Half claims first, from below or from above."""

    def equal_awards(amount, caps):
        level, left = [Fraction(0)] * len(caps), Fraction(amount)
        order = sorted(range(len(caps)), key=lambda i: caps[i])
        for k, i in enumerate(order):
            level[i] = min(Fraction(caps[i]), left / (len(caps) - k))
            left -= level[i]
        return level

    halves = [Fraction(c, 2) for c in claims]
    if estate <= sum(halves):
        return equal_awards(estate, halves)
    losses = equal_awards(sum(claims) - estate, halves)
    return [c - x for c, x in zip(claims, losses, strict=True)]


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6), st.integers(0, 100))
def test_bankruptcy_by_the_talmud(claims, percent):
    estate = Fraction(sum(claims) * percent, 100)
    game = kb.coalition(
        lambda s: max(Fraction(0), estate - sum(c for i, c in enumerate(claims, 1) if i not in s)),
        len(claims),
    )
    assert list(nucleolus(game)) == talmud(estate, claims)


@given(st.lists(st.integers(0, 9), min_size=2, max_size=7))
def test_airports_by_littlechild(costs):
    """The nucleolus of a runway, from the smallest planes on (Littlechild 1974)."""
    game = kb.coalition(lambda s: -max((costs[i - 1] for i in s), default=0), len(costs))
    order = sorted(range(len(costs)), key=lambda i: costs[i])
    pays, done, paid = [Fraction(0)] * len(costs), 0, Fraction(0)
    while done < len(costs):
        left = len(costs) - done
        shares = [
            (Fraction(costs[order[done + k - 1]] - paid, k + 1 if k < left else k), k)
            for k in range(1, left + 1)
        ]
        share, k = min(shares, key=lambda s: (s[0], -s[1]))
        for i in order[done : done + k]:
            pays[i] = share
        done, paid = done + k, paid + share * k
    assert [-x for x in prenucleolus(game)] == pays


@given(st.integers(1, 3), st.integers(1, 3))
def test_gloves(left, right):
    """The scarce side takes all; equal sides share."""
    game = kb.coalition(
        lambda s: min(sum(p <= left for p in s), sum(p > left for p in s)), left + right
    )
    share = Fraction(1, 2) if left == right else Fraction(int(left < right))
    assert list(nucleolus(game)) == [share] * left + [1 - share] * right


def test_an_assignment():
    """Two sellers, two buyers: the middle of the parallelogram that the core is."""
    pairs = {(1, 3): 4, (1, 4): 8, (2, 3): 3, (2, 4): 7}

    def worth(s):
        sellers, buyers = [i for i in (1, 2) if i in s], [j for j in (3, 4) if j in s]
        best = max((pairs[i, j] for i in sellers for j in buyers), default=0)
        if len(sellers) == len(buyers) == 2:
            best = max(best, pairs[1, 3] + pairs[2, 4], pairs[1, 4] + pairs[2, 3])
        return best

    game = kb.coalition(worth, 4)
    found = game.nucleolus()
    corners = game.core().vertices
    middle = [sum(x) / len(corners) for x in zip(*corners, strict=True)]
    assert found.payoffs in game.core()
    assert list(found) == middle


@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_nested_prefixes(n):
    """v(S) is the length of the first run of players in S; the printed answer was wrong."""

    def worth(s):
        return next((k for k in range(n) if k + 1 not in s), n)

    wanted = [Fraction(1) - Fraction(1, 2 ** (n - i + 1)) for i in range(1, n + 1)]
    wanted[0] = 2 - Fraction(2, 2**n)
    assert list(nucleolus(kb.coalition(worth, n))) == wanted


@pytest.mark.parametrize("n", [3, 6, 11])
def test_symmetric_games_divide_equally(n):
    game = kb.coalition(lambda s: len(s) ** 2 % 7, n)
    assert set(prenucleolus(game)) == {Fraction(n**2 % 7, n)}


def of_array(worths):
    worths = np.array(worths, np.int64)
    worths[0] = 0
    n = len(worths).bit_length() - 1
    return CoalitionalGame(tensor_over(worths), tuple(map(str, range(1, n + 1))))


@pytest.mark.parametrize("most", [2, 4, 10**9])
@pytest.mark.parametrize("n", [8, 11, 15])
def test_many_players_and_many_ties(n, most):
    game = of_array(np.random.default_rng(n + most).integers(0, most, 1 << n))
    found = prenucleolus(game)
    assert found.verify()
    rough = prenucleolus(game.floating())
    assert rough.verify()
    assert close(found, rough, most)


def test_huge_and_tiny_numbers():
    random = np.random.default_rng(1)
    shifts = [int(x) for x in random.integers(0, 6, 32)]
    game = kb.coalition([0, *(10**40 * s.bit_count() + shifts[s] for s in range(1, 32))])
    plain = kb.coalition([0, *(shifts[s] for s in range(1, 32))])
    found = prenucleolus(game)
    assert found.verify()
    assert [x - 10**40 for x in found] == list(prenucleolus(plain))


@settings(max_examples=15)
@given(games(numbers=small, least=2, most=4))
def test_exact_arithmetic_finishes_what_floating_point_cannot(game):
    """With no help from floating point the same answer comes out."""
    wanted = prenucleolus(game).payoffs
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_generation.RowProgram, "_certified", lambda self: None)
        assert prenucleolus(game).payoffs == wanted

        def fail(self):
            raise row_generation.NumericalFailure

        patch.setattr(row_generation._Engine, "run", fail)
        found = prenucleolus(game)
        rough = prenucleolus(game.floating())
    assert found.payoffs == wanted
    assert found.verify()
    assert rough.verify()
    assert close(rough, wanted)


def test_wrong_answers_are_refused():
    game = kb.coalition("A:0 B:0 C:6 A,B:6 A,C:16 B,C:26 A,B,C:36")
    found = nucleolus(game)
    first, second = found.rounds
    assert found.verify()
    wrong = [
        replace(found, payoffs=(Fraction(5), Fraction(11), Fraction(20))),
        replace(found, payoffs=(Fraction(6), Fraction(11), Fraction(20))),
        replace(found, payoffs=(Fraction(-1), Fraction(17), Fraction(20))),
        replace(found, rounds=(first,)),
        replace(found, rounds=(second, first)),
        replace(found, rounds=(replace(first, level=Fraction(-4)), second)),
        replace(found, rounds=(replace(first, weights=(Fraction(1), Fraction(2))), second)),
        replace(found, rounds=(replace(first, weights=(Fraction(-1), Fraction(-1))), second)),
        replace(found, rounds=(replace(first, tight=()), second)),
        replace(found, rounds=(first, replace(second, bound=(0,), bound_weights=(Fraction(1),)))),
        replace(found, rounds=()),
    ]
    for claim in wrong:
        assert not claim.verify(), claim
    assert not replace(nucleolus(game.floating()), payoffs=(5.0, 11.0, 20.0)).verify()


@given(games(numbers=small, least=3, most=4), st.data())
def test_only_the_prenucleolus_verifies(game, data):
    """Rounds of one game prove nothing about other payoffs."""
    found = prenucleolus(game)
    i, j = data.draw(st.permutations(range(game.n)))[:2]
    moved = tuple(x + (k == i) - (k == j) for k, x in enumerate(found))
    assert not replace(found, payoffs=moved).verify()


def test_wrong_tests_are_refused():
    game = kb.coalition("A:0 B:0 C:6 A,B:6 A,C:16 B,C:26 A,B,C:36")
    good = is_prenucleolus(game, [5, "21/2", "41/2"])
    bad = is_prenucleolus(game, [5, 12, 19])
    assert good
    assert not replace(good, levels=good.levels[:1]).verify()
    shift = (Fraction(1), Fraction(-1), Fraction(0))
    assert not replace(good, improvement=shift).verify()
    assert not replace(bad, improvement=tuple(-x for x in bad.improvement)).verify()
    assert not replace(bad, improvement=None).verify()
    outside = is_prenucleolus(game, [5, 12, 20])
    assert not outside
    assert "not the prenucleolus" in str(outside)
    assert not is_nucleolus(game, [-1, 17, 20])


def test_json_and_words():
    game = kb.coalition({"A,B": 10, "A,B,C": 2})
    found = nucleolus(game)
    data = found.to_json()
    assert data["kind"] == "nucleolus"
    assert data["payoffs"] == ["1", "1", "0"]
    assert data["rounds"][0] == {
        "level": "8",
        "tight": ["A,B"],
        "weights": ["1"],
        "at_lower_bound": ["C"],
        "bound_weights": ["1"],
        "dimension": 1,
    }
    assert is_nucleolus(game, [1, 1, 0]).to_json()["holds"]
    assert [level for level, _ in found.levels] == [8, -1]
    words = str(found.explain())
    for part in ("Linear program 1", "Linear program 2", "tight in every optimum", "Check"):
        assert part in words
    assert "✗" not in words
    for method in ALL:
        assert "✗" not in str(method(game).explain())
        assert method(game).draw().svg


@settings(max_examples=20)
@given(games(numbers=small, least=1, most=5))
def test_explanations_of_all_sizes(game):
    for method in (prenucleolus, per_capita_prenucleolus):
        explanation = method(game).explain()
        assert "✗" not in str(explanation)
        assert explanation.markdown()


def test_too_many_players():
    with pytest.raises(kb.GameError, match="at most 24"):
        prenucleolus(of_array(np.zeros(1 << 25, np.int64)))
    with pytest.raises(kb.GameError, match="pairs of coalitions"):
        modified_nucleolus(of_array(np.zeros(1 << 12, np.int64)))
    with pytest.raises(kb.GameError, match="at most 12"):
        is_prenucleolus(of_array(np.zeros(1 << 13, np.int64)), [0] * 13)


def test_one_and_two_players():
    assert list(nucleolus(kb.coalition([0, 3]))) == [3]
    assert nucleolus(kb.coalition([0, 3])).verify()
    assert list(nucleolus(kb.coalition([0, 1, 3, 6]))) == [2, 4]
    assert list(zero_normalized(kb.coalition([0, 1, 3, 6])).nucleolus()) == [1, 1]


@pytest.mark.parametrize(("first", "second"), list(combinations(ALL, 2)))
def test_the_concepts_differ(first, second):
    """No two of them are the same function."""
    game = kb.coalition([0, 2, 2, 10, 2, 1, 4, 8])
    assert first(game).payoffs != second(game).payoffs


@settings(max_examples=25)
@given(games(numbers=small, least=3, most=6))
def test_the_simplex_method_finds_what_exact_programs_find(game):
    """Compiled or not, the first round's level is the value of the linear program of all rows."""
    n = game.n
    masks = np.arange(1, (1 << n) - 1)
    rows = [[*(mask >> np.arange(n) & 1).tolist(), 1] for mask in masks]
    right = [game.value(int(mask)) for mask in masks]
    program = kb.linear_program(
        [0] * n + [1],
        [[1] * n + [0], *rows],
        [game.total, *right],
        ["=", *[">="] * len(rows)],
        "min",
        lower=[None] * (n + 1),
    )
    level = program.solve().value
    assert prenucleolus(game).rounds[0].level == level
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_generation, "PATIENCE", -1.0)
        assert prenucleolus(game).rounds[0].level == level
