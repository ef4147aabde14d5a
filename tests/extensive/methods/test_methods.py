"""Methods against each other: programs, pivots, tables, induction and plain recursion."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from helpers.trees import kuhn, random_open_tree, random_tree
from kibitz.core.errors import GameError
from kibitz.extensive import (
    agent_form,
    behavior_from_mixed,
    chance,
    decision,
    extensive_game,
    mixed_from_behavior,
    pure_equilibria,
    sequence_lcp,
    zero_sum,
)
from kibitz.extensive.methods.best_response import best_response, expected_payoffs
from kibitz.extensive.methods.imperfect_recall import mixed_value
from kibitz.extensive.nodes import to_nodes
from kibitz.extensive.strategies.outcomes import outcome_distribution, play_payoffs
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.subgames import subgame_roots
from kibitz.linear.lemke import lemke

SEEDS = st.integers(0, 10**9)


def random_profile(game, random):
    weights = np.zeros(game.offset[-1], object)
    for k in range(game.infosets):
        row = [Fraction(random.randint(0, 3)) for _ in range(int(game.sizes[k]))]
        row[random.randrange(len(row))] += 1
        weights[game.offset[k] : game.offset[k + 1]] = [x / sum(row) for x in row]
    return Profile(game, weights)


@given(SEEDS)
@settings(max_examples=40)
def test_program_pivots_and_table_agree_on_zero_sum_games(seed):
    game = random_tree(Random(seed), 3)
    if len(set(game.owners.tolist())) < 2:
        return
    value = zero_sum(game).value
    assert sequence_lcp(game).value == value
    assert mixed_value(game).value == value
    assert kb.to_strategic(game).matrix_game().solve().value == value


@given(SEEDS)
@settings(max_examples=40)
def test_lemke_finds_equilibria_of_general_games(seed):
    game = random_tree(Random(seed), 4, zero_sum=False)
    if not game.infosets:
        return
    found = sequence_lcp(game)
    assert found.verify()
    solved = kb.solve(game)
    assert solved.verify()


def test_lemke_counts_its_rows_before_it_builds_them():
    tree = kb.game("tic-tac-toe").as_tree()
    with pytest.raises(GameError, match=r"1,139,507 rows, more than 700.*backward-induction"):
        tree.solve("lemke")


@given(SEEDS)
@settings(max_examples=30)
def test_subgame_perfection_is_checked_in_every_subgame(seed):
    game = random_tree(Random(seed), 4, zero_sum=False)
    if not game.infosets:
        return
    found = kb.solve(game, method="subgame-perfect")
    assert found.verify()


@given(SEEDS)
@settings(max_examples=30)
def test_pure_equilibria_of_three_players(seed):
    game = random_tree(Random(seed), 3, zero_sum=False, players=3)
    if not game.infosets:
        return
    for found, _ in zip(pure_equilibria(game), range(5), strict=False):
        assert found.verify()


def plain_values(game, node, take):
    """What a node is worth by recursion; ``take`` picks among equal moves."""
    actor = int(game.tree.actor[node])
    if actor == -1:
        return game.payoffs(node)
    below = [plain_values(game, c, take) for c in game.tree.children(node)]
    if actor == -2:
        p = [game.probability(c) for c in game.tree.children(node)]
        return tuple(
            sum(w * v[k] for w, v in zip(p, below, strict=True)) for k in range(len(game.players))
        )
    top = max(v[actor] for v in below)
    return take([v for v in below if v[actor] == top])


@given(SEEDS)
@settings(max_examples=60)
def test_induction_is_recursion(seed):
    random = Random(seed)
    game = random_open_tree(random, players=random.randint(1, 3))
    if not game.infosets:
        return
    found = kb.solve(game)
    assert found.payoffs == plain_values(game, 0, lambda equal: equal[0])
    assert found.verify()
    assert not replace(found, payoffs=tuple(p + 1 for p in found.payoffs)).verify()
    if found.is_unique:
        assert found.payoffs == plain_values(game, 0, lambda equal: equal[-1])
    try:
        every = game.subgame_perfect_equilibria(200)
    except GameError:
        return
    assert found.payoffs in {e.payoffs for e in every}
    assert plain_values(game, 0, lambda equal: equal[-1]) in {e.payoffs for e in every}
    assert all(e.verify() for e in every)
    assert len({tuple(e.profile.weights.tolist()) for e in every}) == len(every)


def test_a_wrong_move_is_found_by_the_one_shot_principle():
    found = kb.game("centipede 2").solve()
    weights = found.profile.weights.copy()
    weights[-2:] = weights[-2:][::-1].copy()
    assert not replace(found, profile=Profile(found.game, weights)).verify()


@given(SEEDS)
@settings(max_examples=40)
def test_kuhns_theorem(seed):
    random = Random(seed)
    game = random_tree(random, 4, zero_sum=False)
    if not (game.owners == 0).any() or game.count_strategies(0, reduced=True) > 500:
        return
    profile = random_profile(game, random)
    mixed = mixed_from_behavior(game, 0, profile)
    assert sum(mixed.values()) == 1
    back = behavior_from_mixed(game, 0, mixed)
    table = {**back.filled(), **profile.of(1)}
    again = game.profile(table)
    assert outcome_distribution(game, again) == outcome_distribution(game, profile)


@given(SEEDS)
@settings(max_examples=40)
def test_two_ways_to_the_same_expectation(seed):
    random = Random(seed)
    game = random_tree(random, 4, zero_sum=False)
    profile = random_profile(game, random)
    assert play_payoffs(game, profile) == expected_payoffs(game, profile)
    assert sum(outcome_distribution(game, profile).values()) == 1


@pytest.mark.parametrize("seed", range(4))
def test_long_denominators_change_no_expectation(seed, monkeypatch):
    """Plans are added up as whole numbers, unless these would be very long."""
    random = Random(seed)
    game = random_tree(random, 4, zero_sum=False)
    profile = random_profile(game, random)
    usual = expected_payoffs(game, profile), best_response(game, 0, profile).value
    monkeypatch.setitem(vars(sys.modules[expected_payoffs.__module__]), "LONGEST", 0)
    assert (expected_payoffs(game, profile), best_response(game, 0, profile).value) == usual


@given(SEEDS)
@settings(max_examples=40)
def test_normal_form_is_play(seed):
    random = Random(seed)
    game = random_tree(random, 3, zero_sum=False)
    form = game.normal_form()
    cell = tuple(random.randrange(n) for n in form.shape)
    table = {}
    for plan, k in zip(form.plans, cell, strict=True):
        for infoset, move in zip(plan.infosets.tolist(), plan.moves[k].tolist(), strict=True):
            row = [0] * int(game.sizes[infoset])
            row[max(move, 0)] = 1
            table[infoset] = row
    assert game.expected_payoffs(table) == tuple(t[cell] for t in form.payoffs)
    assert game.normal_form(reduced=False).shape >= form.shape


@given(SEEDS)
@settings(max_examples=30)
def test_shifting_payoffs_shifts_the_value(seed):
    """A constant at every leaf is weighted by chance, however unevenly chance splits."""
    game = random_tree(Random(seed), 4)
    if not game.infosets:
        return
    moved = replace(game, amounts=game.amounts + np.array([7, -7]))
    assert zero_sum(moved).value == zero_sum(game).value + 7 * game.unit
    assert sequence_lcp(moved).value == zero_sum(game).value + 7 * game.unit


def test_chance_below_the_root_does_not_change_shifts():
    draws = {str(k): ("1/9", decision("B", "b", x=2, y=-1)) for k in range(9)}
    game = extensive_game(decision("A", "a", stop=1, go=chance(draws)), ("A", "B"))
    assert kb.solve(game).value == 1
    assert sequence_lcp(game).value == 1


@given(SEEDS)
@settings(max_examples=60)
def test_lemke_solves_positive_definite_problems(seed):
    random = Random(seed)
    n = random.randint(1, 5)
    base = [[random.randint(-3, 3) for _ in range(n)] for _ in range(n)]
    matrix = [
        [sum(a * b for a, b in zip(base[i], base[j], strict=True)) + (i == j) for j in range(n)]
        for i in range(n)
    ]
    right = [random.randint(-6, 3) for _ in range(n)]
    found = lemke(matrix, right)
    assert found.is_solution
    w = [
        sum(m * z for m, z in zip(row, found.z, strict=True)) + q
        for row, q in zip(matrix, right, strict=True)
    ]
    assert tuple(w) == found.w
    assert min(w) >= 0 <= min(found.z)
    assert not any(a and b for a, b in zip(w, found.z, strict=True))


def test_lemke_ends_on_a_ray():
    assert not lemke([[-1]], [-1]).is_solution
    with pytest.raises(GameError, match="2 x 2"):
        lemke([[1]], [1, 2])


def test_agent_form():
    tree = decision("A", "one", l=(1, 0), r=decision("A", "two", x=(0, 0), y=(2, 0)))
    form, agents = agent_form(extensive_game(tree))
    assert agents.players == ("one", "two")
    assert form.shape == (2, 2)
    assert form.payoffs[0][1, 1] == form.payoffs[1][1, 1] == 2


def test_subgames_are_found():
    game = kb.game("repeated-tree prisoners-dilemma 2")
    assert len(subgame_roots(game)) == 5
    assert len(game.subgames()) == 5
    assert len(subgame_roots(kuhn())) == 1
    assert len(subgame_roots(kb.game("centipede 4"))) == 8


def test_trembling_hands_refute_seltens_horse():
    game = kb.game("selten-horse")
    good = game.profile({"I": "C", "II": "c", "III": "R"})
    bad = game.profile({"I": "D", "II": "c", "III": "L"})
    assert game.trembling_hand(good).is_perfect
    test = game.trembling_hand(bad)
    assert test.is_equilibrium
    assert not test.is_perfect
    assert not test.is_sequential
    assert "'d' at 'II'" in str(test)


def test_beliefs_where_nobody_comes():
    game = kb.game("beer-quiche")
    beer = game.profile(
        {"weak": "beer", "strong": "beer", "sees beer": "leave", "sees quiche": "duel"}
    )
    test = game.trembling_hand(beer)
    assert test.is_sequential
    assert sum(test.beliefs["sees beer"].values()) == 1


def test_a_tree_rebuilt_is_the_same():
    game = kuhn(4)
    assert extensive_game(to_nodes(game), game.players) == game


def test_optimal_face_of_a_free_choice():
    game = extensive_game(
        decision("A", "a", l=decision("B", "b", x=0, y=1), r=decision("B", "b", x=0, y=2)),
        ("A", "B"),
    )
    face = game.optimal_face()
    assert face.free("A") == {"a": {"l": (0, 1), "r": (0, 1)}}
    assert face.pinned("B") == {"b": {"x": 1, "y": 0}}
    wrong = replace(face, value=Fraction(1))
    assert face.verify()
    assert not wrong.verify()


def test_mixed_solutions_are_checked():
    found = kb.game("forgetful-team").solve()
    assert found.verify()
    assert not replace(found, value=Fraction(1)).verify()
    assert not replace(found, mixtures=({"f,c": Fraction(1)}, found.mixtures[1])).verify()


def test_kuhns_theorem_is_refused_where_somebody_forgets():
    game = kb.game("forgetful-team")
    with pytest.raises(GameError, match="I forgets"):
        behavior_from_mixed(game, "I", {"f,d": "2/3", "g,c": "1/3"})


@pytest.mark.parametrize(
    ("mixed", "words"),
    [
        ({"l,*": "1/2", "r,x": "1/3"}, "add up to 5/6"),
        ({"l,*": "3/2", "r,x": "-1/2"}, "negative"),
        ({"l": 1}, "unknown pure strategy 'l'"),
        ([1, 0], "2 probabilities for 3"),
        ([({"first": "m"}, 1)], "no move 'm'"),
    ],
)
def test_bad_mixtures(mixed, words):
    tree = decision("A", "first", l=(1, 0), r=decision("A", "second", x=(0, 0), y=(2, 0)))
    with pytest.raises(GameError, match=words):
        behavior_from_mixed(extensive_game(tree), "A", mixed)


def test_strategy_tables_are_examined():
    game = kuhn()
    report = game.check_strategy(
        "I", {"0": {"bet": "1/3", "check": "1/3"}, "1": [1, 0], "2": {"bet": 1}, "1 check-bet": 0.5}
    )
    assert not report.is_valid
    assert [fault.infoset for fault in report.faults] == ["0"]
    assert report.missing == ("0 check-bet",)
    assert report.irrelevant == ("2 check-bet",)
    assert report.exploitability > 0
    with pytest.raises(GameError, match="did you mean"):
        game.check_strategy("I", {"0": {"bett": 1}})
    with pytest.raises(GameError, match="unknown information set"):
        game.check_strategy("I", {"9": {"bet": 1}})
    negative = game.check_strategy("I", {"0": {"bet": -1, "check": 2}})
    assert "not a probability" in str(negative.faults[0])


def test_too_large_forms_are_refused_with_their_size():
    game = kuhn(12)
    with pytest.raises(GameError, match="531,441 x 16,777,216"):
        game.normal_form()
    with pytest.raises(GameError, match="sequence form"):
        game.pure_strategies("I")


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("backward-induction", "cannot tell 2 nodes apart"),
        ("newton", "unknown method 'newton' for extensive games"),
    ],
)
def test_methods_refuse(method, words):
    with pytest.raises(GameError, match=words):
        kuhn().solve(method=method)


def test_floats_are_solved_in_floats():
    game = kuhn().floating()
    found = game.solve()
    assert not found.exact
    assert found.value == pytest.approx(-1 / 18)
    assert game.rational().exact
    general = random_tree(Random(3), 4, zero_sum=False).floating()
    assert kb.solve(general).verify()


def test_a_game_without_pure_equilibria_for_three_is_refused():
    def penny(a, b):
        return (1, -1, 0) if a == b else (-1, 1, 0)

    hidden = {a: decision("B", "b", {b: penny(a, b) for b in "ht"}) for a in "ht"}
    game = extensive_game(decision("A", "a", hidden), ("A", "B", "C"))
    with pytest.raises(GameError, match="to_strategic"):
        kb.solve(game)


def test_a_best_response_to_rules_is_that_of_their_tree():
    rules = kb.game("kuhn-poker")
    assert best_response(rules, "I", rules.solve().profile).value == Fraction(-1, 18)
