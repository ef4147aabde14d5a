"""Properties of games against their definitions, and witnesses against the worths."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from helpers.coalitional_games import convex_games, float_games, games, simple_games, whole
from kibitz.coalitional import (
    are_symmetric,
    balancedness,
    contribution_range,
    core_polygon,
    dummies,
    is_additive,
    is_balanced,
    is_constant_sum,
    is_convex,
    is_essential,
    is_monotone,
    is_proper,
    is_simple,
    is_strong,
    is_superadditive,
    is_symmetric,
    is_totally_balanced,
    is_zero_monotone,
    maximal_losing,
    minimal_winning,
    null_players,
    simple_game,
    superadditive_cover,
    superadditivity_checks,
    symmetric_classes,
    veto_players,
)
from kibitz.coalitional.coalitions import members
from kibitz.coalitional.kernels import superadditivity_gap

near = games(numbers=st.integers(0, 3), most=4)
any_game = st.one_of(games(most=4), near, convex_games(most=4), float_games(most=4))


def pairs(game):
    everything = range(1 << game.n)
    return [(s, t) for s in everything for t in everything]


def slow(name, game):
    """The definitions, word for word."""
    v, every = game.value, range(1 << game.n)
    close = 0 if game.exact else 1e-9 * max(abs(v(s)) for s in every)
    bits = [1 << i for i in range(game.n)]
    if name == "superadditive":
        return all(v(s) + v(t) - v(s | t) <= close for s, t in pairs(game) if not s & t)
    if name == "convex":
        return all(v(s) + v(t) - v(s | t) - v(s & t) <= 4 * close for s, t in pairs(game))
    if name == "monotone":
        return all(v(s) - v(t) <= close for s, t in pairs(game) if s & t == s)
    if name == "zero-monotone":
        return all(v(s) + v(b) - v(s | b) <= close for s in every for b in bits if not s & b)
    if name == "constant-sum":
        return all(abs(v(s) + v(game.grand ^ s) - game.total) <= close for s in every)
    if name == "symmetric":
        same = [(s, t) for s, t in pairs(game) if s.bit_count() == t.bit_count()]
        return all(abs(v(s) - v(t)) <= close for s, t in same)
    if name == "additive":
        return all(abs(v(s) - sum(v(1 << i) for i in members(s))) <= close for s in every)
    assert name == "essential"
    return game.total - sum(v(b) for b in bits) > close


@pytest.mark.parametrize(
    "test",
    [
        is_superadditive,
        is_monotone,
        is_zero_monotone,
        is_constant_sum,
        is_symmetric,
        is_additive,
        is_essential,
    ],
)
@given(game=any_game)
def test_against_definitions(test, game):
    verdict = test(game)
    assert bool(verdict) == slow(verdict.name, game)


@given(st.one_of(games(most=4), near, convex_games(most=4)))
def test_convexity_against_all_pairs(game):
    assert bool(is_convex(game)) == slow("convex", game)


@given(convex_games())
def test_convex_games_are_superadditive_and_totally_balanced(game):
    assert is_convex(game)
    assert is_superadditive(game)
    assert is_totally_balanced(game)


@given(st.one_of(games(), near))
def test_witnesses_show_what_they_claim(game):
    v = game.worth
    found = is_superadditive(game)
    if not found:
        s, t = found.witness
        assert v(*s) + v(*t) > v(*s, *t)
    found = is_convex(game)
    if not found:
        s, t = map(set, found.witness)
        assert v(*s) + v(*t) > v(*(s | t)) + v(*(s & t))
    found = is_monotone(game)
    if not found:
        s, t = found.witness
        assert set(s) < set(t)
        assert v(*s) > v(*t)
    found = is_zero_monotone(game)
    if not found:
        s, i = found.witness
        assert v(*s) + v(*i) > v(*s, *i)
    found = is_constant_sum(game)
    if not found:
        s, t = found.witness
        assert v(*s) + v(*t) != game.total
    found = is_symmetric(game)
    if not found:
        s, t = found.witness
        assert len(s) == len(t)
        assert v(*s) != v(*t)


@given(st.one_of(games(numbers=whole, most=5), near))
def test_the_compiled_search_for_gaps_agrees(game):
    array = np.array([int(game.value(mask)) for mask in range(1 << game.n)])
    first, second = superadditivity_gap(array, 0)
    assert bool(first) != bool(is_superadditive(game))
    if first:
        assert not first & second
        assert array[first] + array[second] > array[first | second]


def test_more_players_than_pairs_are_held_for():
    n = 13
    sizes = np.array([mask.bit_count() for mask in range(1 << n)])
    good = sizes * sizes
    assert is_superadditive(kb.coalition(good))
    concave = 100 * sizes - sizes * sizes
    concave[0] = 0
    assert not is_convex(kb.coalition(concave))
    verdict = is_superadditive(kb.coalition(concave))
    assert len(verdict.witness) == 2
    steps = np.array([0, 0, *range(2, n + 1)])[sizes]
    assert not is_convex(kb.coalition(steps + (sizes == n)))
    assert is_superadditive(kb.coalition(steps + (sizes == n))) == is_superadditive(
        kb.coalition(list(map(int, steps + (sizes == n))))
    )


def test_listing_all_checks_of_superadditivity():
    game = kb.coalition({"1": -1, "2": 2, "1,2": 4, "1,2,3": 5}, missing="zero")
    rows = list(superadditivity_checks(game))
    assert len(rows) == 6
    assert all(not s & t and together == game.value(s | t) for s, t, together, _ in rows)


@given(near)
def test_the_cover_is_the_best_partition(game):
    covered = superadditive_cover(game)
    assert is_superadditive(covered)

    def best(players):
        if not players:
            return 0
        first, *rest = players
        choices = []
        for k in range(len(rest) + 1):
            for others in combinations(rest, k):
                left = [p for p in rest if p not in others]
                choices.append(game.worth(first, *others) + best(left))
        return max(choices)

    for mask in game.coalitions():
        assert covered.value(mask) == best(game.members(mask))


@given(games())
def test_balancedness_is_proved_either_way(game):
    answer = balancedness(game)
    assert answer.verify()
    assert bool(is_balanced(game)) == bool(answer)
    if answer:
        excess = [
            game.value(s) - sum(answer.point[i] for i in members(s)) for s in range(1 << game.n)
        ]
        assert max(excess) == 0
        assert sum(answer.point) == game.total


@given(games(least=3, most=3))
def test_three_players_have_a_core_just_when_it_has_vertices(game):
    polygon = core_polygon(game)
    assert bool(polygon) == bool(balancedness(game))
    for x in polygon:
        assert sum(x) == game.total
        assert all(sum(x[i] for i in members(s)) >= game.value(s) for s in game.coalitions())


@given(float_games(most=4))
def test_balancedness_in_floats(game):
    assert balancedness(game).verify()


def test_a_forged_certificate_fails():
    game = kb.coalition({"A,B": 3, "A,C": 3, "B,C": 3, "A,B,C": 4})
    answer = balancedness(game)
    assert not answer
    from dataclasses import replace

    half = answer.weights[0][1]
    assert not replace(answer, weights=((1, half), *answer.weights)).verify()
    assert not replace(answer, point=(2, 1, 1)).verify()


def test_total_balancedness():
    bad_part = kb.coalition({"A": 2, "B": 3, "A,B": 4, "A,B,C": 9}, missing="zero")
    assert is_balanced(bad_part)
    verdict = is_totally_balanced(bad_part)
    assert not verdict
    assert verdict.witness == (("A",), ("B",))
    glove = kb.coalition(lambda s: min(len(s & {1, 2}), len(s & {3, 4})), players=4)
    assert not is_convex(glove)
    assert is_totally_balanced(glove)


@given(simple_games())
def test_simple_games(game):
    assert is_simple(game)
    wins = [bool(game.value(s)) for s in range(1 << game.n)]
    whole_ = game.grand
    assert bool(is_proper(game)) == (
        not any(wins[s] and wins[whole_ ^ s] for s in range(1, whole_))
    )
    assert bool(is_strong(game)) == all(wins[s] or wins[whole_ ^ s] for s in range(1, whole_))
    minimal = {game.mask(*names) for names in minimal_winning(game)}
    expected = {
        s for s in range(1 << game.n) if wins[s] and not any(wins[s ^ 1 << i] for i in members(s))
    }
    assert minimal == expected
    maximal = {game.mask(*names) for names in maximal_losing(game)}
    assert maximal == {
        s
        for s in range(1 << game.n)
        if not wins[s] and all(wins[s | 1 << i] for i in members(whole_ ^ s))
    }
    again = simple_game(minimal_winning(game), players=game.players)
    assert again.worths == game.worths


def test_games_that_are_not_simple():
    assert not is_simple(kb.coalition({"A": 2, "B": 0, "A,B": 1}))
    assert (
        "not monotone"
        in is_simple(kb.coalition({"A": 1, "B": 1, "A,C": 1, "A,B,C": 1}, missing="zero")).why
    )
    assert "no coalition wins" in is_simple(kb.coalition([0, 0, 0, 0])).why
    assert "not simple" in is_proper(kb.coalition({"A": 2, "B": 0, "A,B": 1})).why
    with pytest.raises(kb.GameError, match="not simple"):
        minimal_winning(kb.coalition({"A": 2, "B": 0, "A,B": 1}))
    with pytest.raises(kb.GameError, match="give at least one"):
        simple_game([])


@given(st.one_of(near, simple_games()))
def test_special_players(game):
    v, n = game.value, game.n
    without = {i: [s for s in range(1 << n) if not s >> i & 1] for i in range(n)}
    for i, name in enumerate(game.players):
        bit = 1 << i
        assert (name in null_players(game)) == all(v(s | bit) == v(s) for s in without[i])
        assert (name in dummies(game)) == all(v(s | bit) == v(s) + v(bit) for s in without[i])
        assert (name in veto_players(game)) == all(v(s) == 0 for s in without[i])
        added = [v(s | bit) - v(s) for s in without[i]]
        assert contribution_range(game, name) == (min(added), max(added))
        for j, other in enumerate(game.players):
            alike = all(v(s | bit) == v(s | 1 << j) for s in without[i] if not s >> j & 1 or i == j)
            assert are_symmetric(game, name, other) == alike
    groups = symmetric_classes(game)
    assert sorted(p for g in groups for p in g) == sorted(game.players)
    for a, b in combinations(game.players, 2):
        together = any(a in g and b in g for g in groups)
        assert together == are_symmetric(game, a, b)
