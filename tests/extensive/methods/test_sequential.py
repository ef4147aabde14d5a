"""Sequential equilibria of small trees: consistent beliefs are found, or refuted."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.arrows import to_extensive
from kibitz.extensive import chance, decision, extensive_game
from kibitz.extensive.methods.sequential import _Case, _replaced, sequential
from kibitz.extensive.methods.trembles import _orders, _test


def test_an_answer_that_only_unequal_trembles_show_sequential():
    game = kb.game("beer-quiche")
    profile = game.solve().profile
    found = game.trembling_hand(profile)
    assert found.is_sequential
    quiche = {node: p for node, p in found.beliefs["sees quiche"].items() if p}
    assert sorted(quiche.values()) == [Fraction(1, 2), Fraction(1, 2)]
    assert "'quiche' at 'strong' ε/9" in str(found)


def test_a_mixture_that_trembles_toward_the_threat_shows_an_answer_perfect():
    game = kb.game("beer-quiche")
    solved = game.solve()
    found = game.trembling_hand(solved)
    assert found.is_perfect
    assert found.trembles["'duel' at 'sees quiche'"] == "+ε"
    assert found.trembles["'leave' at 'sees quiche'"] == "-ε"
    assert game.best_response("guest", solved).value == solved.payoffs[1]
    assert game.expected_payoffs(solved) == solved.payoffs
    assert game.exploitability(solved) == 0


def test_no_shift_shows_a_profile_perfect_that_uses_a_dominated_move():
    game = to_extensive(kb.bimatrix("1 1; 1 0", "1 0; 0 1"))
    found = game.trembling_hand({"I": ["1/2", "1/2"], "II": "1"})
    assert found.is_equilibrium
    assert not found.is_perfect


def test_a_threat_that_no_beliefs_support_is_refuted():
    horse = kb.game("selten-horse")
    found = horse.trembling_hand({"I": "D", "II": "c", "III": "L"})
    assert found.is_refuted
    assert not found.is_sequential
    assert "sequential equilibrium: no" in str(found)
    assert not horse.trembling_hand({"I": "C", "II": "c", "III": "R"}).is_refuted
    answer = decision("Firm", "f", fight=(-1, -1), share=(1, 1))
    entry = extensive_game(decision("Entrant", "e", out=(0, 2), enter=answer))
    assert entry.trembling_hand({"e": "out", "f": "fight"}).is_refuted
    assert entry.trembling_hand({"e": "enter", "f": "share"}).is_perfect


def signals(rng):
    """One of two types sends one of two signals, and the other answers without knowing the type."""

    def answered(signal):
        def paid():
            return rng.randint(0, 3), rng.randint(0, 3)

        return decision("II", signal, x=paid(), y=paid())

    types = {
        name: (weight, decision("I", name, a=answered("a"), b=answered("b")))
        for name, weight in (("weak", "1/10"), ("strong", "9/10"))
    }
    return extensive_game(chance(**types), ("I", "II"))


@pytest.mark.parametrize("seed", range(6))
def test_trembles_that_are_found_prove_it_and_refutations_agree_with_trials(seed):
    rng = random.Random(seed)
    game = signals(rng)
    for _ in range(2):
        profile = game.profile(
            {infoset: rng.choice(game.moves(k)) for k, infoset in enumerate(game.infoset_names)}
        )
        found = sequential(game, profile)
        if found.trembles is not None:
            assert _test(game, profile, found.trembles).is_sequential
        tried = [
            _test(game, profile, {move: (order, Fraction(1)) for move, order in orders.items()})
            for orders in _orders(game, profile)
        ]
        if any(test.is_sequential for test in tried):
            assert found.trembles is not None
        assert found.refuted == (found.trembles is None)


def test_beliefs_that_are_linked_are_not_taken_for_free():
    """Two players meet the same two trembles, and would have to believe in opposite ones."""

    def later(first, second):
        return (
            decision("III", "three", l=(0, 0, first), r=(0, 0, 1 - first))
            if second is None
            else decision("II", "two", l=(0, second, 0), r=(0, 1 - second, 0))
        )

    def node(k):
        return chance(
            p=("1/2", later(k, None)),
            q=("1/2", later(None, k)),
        )

    game = extensive_game(
        decision("I", "one", out=(1, 0, 0), a=node(0), b=node(1)), ("I", "II", "III")
    )
    assert _Case.of(game, game.profile({"one": "out", "two": "l", "three": "l"})).count == 9
    agree = game.profile({"one": "out", "two": "l", "three": "l"})
    assert sequential(game, agree).trembles is not None
    differ = game.profile({"one": "out", "two": "l", "three": "r"})
    found = sequential(game, differ)
    if found.trembles is not None:
        assert _test(game, differ, found.trembles).is_sequential


def test_coefficients_solve_products_that_share_them():
    """a/b = 2 and a b/c = 6, with b replaced by a/2."""
    equation = ({1: 1, 2: 1, 3: -1}, Fraction(6))
    powers, target = _replaced(equation, 2, {1: 1}, Fraction(1, 2))
    assert (powers, target) == ({1: 2, 3: -1}, Fraction(12))
    powers, target = _replaced(({1: -1, 2: 1}, Fraction(6)), 2, {1: 1}, Fraction(1, 2))
    assert (powers, target) == ({}, Fraction(12))


def test_trembles_on_both_ways_give_the_beliefs_that_are_needed():
    """Two unused moves lead to one information set; its player mixes at beliefs 1/4 and 3/4."""
    answers = {"a": ((0, 3), (0, 0)), "b": ((0, 0), (0, 1))}
    below = {move: decision("II", "two", l=paid[0], r=paid[1]) for move, paid in answers.items()}
    game = extensive_game(decision("I", "one", out=(1, 1), **below), ("I", "II"))
    profile = game.profile({"one": "out", "two": {"l": "1/2", "r": "1/2"}})
    found = game.trembling_hand(profile)
    assert found.is_sequential
    assert sorted(found.beliefs["two"].values()) == [Fraction(1, 4), Fraction(3, 4)]
    trembles = sequential(game, profile).trembles
    (_, first), (_, second) = trembles.values()
    assert second / first == 3


def test_the_method_gives_a_sequential_equilibrium_where_others_do_not():
    from kibitz.extensive import exploitability, trembling_hand

    threat = decision("Firm", "f", fight=(-1, -1), share=(1, 1))
    game = extensive_game(decision("Entrant", "e", out=(0, 2), enter=threat))
    bad = game.profile({"e": "out", "f": "fight"})
    assert exploitability(game, bad) == 0
    assert not trembling_hand(game, bad).is_sequential
    found = game.solve("sequential-equilibrium")
    assert found.payoffs == (1, 1)
    assert trembling_hand(game, found).is_perfect
    assert found.method == "backward induction; sequential and trembling-hand perfect"
    horse = kb.game("selten-horse").sequential()
    assert "by trembles 'D' at 'I' ε^2" in horse.method
    with pytest.raises(kb.GameError, match="sequential does not apply: trembles need exact"):
        game.with_numbers(False).solve("sequential")
