"""What searches with a network prove: bounds hold, solved roots are right, dice prove nothing."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import kibitz as kb
from helpers.blind_games import knows_nothing, run_of
from kibitz.learning.kernels import trees_of_games as kernels
from kibitz.learning.zero.host_training import Forest, returns_of_first
from kibitz.learning.zero.puct_search import puct_search, puct_tree
from kibitz.learning.zero.short_proofs import ShortProofs
from kibitz.rules.game import CHANCE, OVER, Rules, State

GAMES = ("tic-tac-toe", "kalah 2 2", "connect-four 3 3", "dots-and-boxes 2 1")


def exactly(rules: Rules) -> Any:
    """What a position is worth to the first player, by going through the whole game."""

    @cache
    def worth(state: State) -> float:
        who = rules.player(state)
        if who == OVER:
            return float(rules.payoffs(state)[0])
        if who == CHANCE:
            return sum(float(p) * worth(rules.play(state, move)) for move, p in rules.chance(state))
        found = [worth(rules.play(state, move)) for move in rules.moves(state)]
        return max(found) if who == 0 else min(found)

    return worth


def somewhere(rules: Rules, random: Random) -> tuple[State, list[int]]:
    """A position of a random game, not its end, and the places of the moves that led there."""
    line: list[tuple[State, list[int]]] = [(rules.start(), [])]
    while True:
        state, trail = line[-1]
        moves = list(rules.moves(state))
        place = random.randrange(len(moves))
        after = rules.play(state, moves[place])
        if rules.player(after) == OVER:
            return random.choice(line)
        line.append((after, [*trail, place]))


def guessing(rules: Rules, random: Random) -> Any:
    """Probabilities and values drawn at random: a network that is mostly wrong."""

    def guess(state: State) -> tuple[dict[Any, float], float]:
        return {m: random.random() for m in rules.moves(state)}, random.uniform(-1, 1)

    return guess


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("leaf", [0, 40])
def test_proved_bounds_hold_in_play(name: str, leaf: int) -> None:
    rules, random = kb.game(name), Random(1)
    worth, scale = exactly(rules), 10.0
    proofs = ShortProofs(rules, scale, 4 * leaf, leaf, compiled=False) if leaf else None
    solved = 0
    for _ in range(12):
        state, _ = somewhere(rules, random)
        mover = rules.player(state)
        sign = 1 if mover == 0 else -1
        tree = puct_tree(rules, state, guessing(rules, random), 40, scale=scale, proofs=proofs)
        exact = {m: sign * worth(rules.play(state, m)) / scale for m in rules.moves(state)}
        for move, (low, high) in tree.proved.items():
            assert low - 1e-9 <= exact[move] <= high + 1e-9
        if max(b[0] for b in tree.proved.values()) == max(b[1] for b in tree.proved.values()):
            solved += 1
            assert exact[tree.best] == pytest.approx(max(exact.values()))
    assert solved >= 3


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("search", ["gumbel", "puct"])
@pytest.mark.parametrize(("looks", "proof"), [(0, 0), (1, 0), (1, 40)])
def test_proved_bounds_hold_in_self_play(name: str, search: str, looks: int, proof: int) -> None:
    rules, random = kb.game(name), Random(2)
    worth = exactly(rules)
    host = knows_nothing(rules, games=6, search=search, simulations=24)
    host._settings[kernels.LOOKS] = looks
    host._settings[[kernels.PROOF, kernels.ROOT_PROOF]] = proof, 4 * proof
    places = [somewhere(rules, random) for _ in range(6)]
    forest = Forest(host, run_of(host, [trail for _, trail in places]))
    with np.errstate(over="ignore"):
        made = forest.move()
    policy, value, low, high = made[3:7]
    for g, (state, _) in enumerate(places):
        sign = 1 if rules.player(state) == 0 else -1
        moves = list(rules.moves(state))
        exact = [sign * worth(rules.play(state, m)) / host.scale for m in moves]
        assert low[g] - 1e-9 <= max(exact) <= high[g] + 1e-9
        assert low[g] - 1e-9 <= value[g] <= high[g] + 1e-9
        if low[g] == high[g]:
            best = [w == pytest.approx(max(exact)) for w in exact]
            assert policy[g, : len(moves)][best].sum() == pytest.approx(1)


@pytest.mark.parametrize("name", GAMES)
def test_short_proofs_are_right_or_leave_it_open(name: str) -> None:
    rules, random = kb.game(name), Random(5)
    worth, proofs = exactly(rules), ShortProofs(rules, 10.0, 300, 100, compiled=False)
    proved = 0
    for _ in range(20):
        state, _ = somewhere(rules, random)
        sign = 1 if rules.player(state) == 0 else -1
        exact = {m: sign * worth(rules.play(state, m)) / 10 for m in rules.moves(state)}
        for is_root in (False, True):
            low, high = proofs.bounds(state, is_root)
            assert low.keys() == high.keys() == exact.keys()
            for move, value in exact.items():
                assert low[move] - 1e-9 <= value <= high[move] + 1e-9
            if max(low.values()) == max(high.values()):
                proved += 1
                assert max(low.values()) == pytest.approx(max(exact.values()))
            if is_root:
                assert all(low[m] in (high[m], -1.0) for m in low)
    assert proved >= 10


def test_proofs_that_fail_are_seldom_tried() -> None:
    host = knows_nothing(kb.game("connect-four"), games=8, search="gumbel", simulations=16)
    host._settings[[kernels.LOOKS, kernels.PROOF, kernels.ROOT_PROOF]] = 1, 2, 2
    forest = Forest(host, run_of(host, [[]] * 8))
    with np.errstate(over="ignore"):
        for _ in range(2):
            forest.move()
    asked, tried, found = forest.rooms[5][0, 0]
    assert asked > 200
    assert found == 0
    assert tried == kernels.FIRST_TRIES + (asked - kernels.FIRST_TRIES) // kernels.SELDOM


def test_a_blind_search_solves_a_small_game() -> None:
    rules = kb.game("tic-tac-toe")
    for moves, value in (("b2 a2", 1.0), ("b2 a1 c3 c1", 0.0)):
        here = rules.position(*moves.split())
        tree = puct_tree(rules, here.state, guessing(rules, Random(3)), 2000)
        assert max(b[0] for b in tree.proved.values()) == value
        assert max(b[1] for b in tree.proved.values()) == value


def test_a_solved_root_counts_its_visits_for_a_best_move() -> None:
    rules = kb.game("tic-tac-toe")
    here = rules.position("a1", "b1", "a2", "b2")
    visits = puct_search(rules, here.state, guessing(rules, Random(0)), 50)
    assert rules.show_move(here.state, max(visits, key=lambda m: visits[m])) == "a3"
    assert sum(visits.values()) == 50


def test_dice_prove_nothing_but_the_end() -> None:
    rules = kb.game("pig 5")
    state = rules.start()
    tree = puct_tree(rules, state, guessing(rules, Random(4)), 200)
    for low, high in tree.proved.values():
        assert low < high


def test_lessons_are_cut_to_what_is_proved() -> None:
    over = np.array([[False], [False]])
    none = np.zeros((2, 1))
    found = returns_of_first(none + 0.5, over, none, 0.9, (none - 1, np.array([[1.0], [-1.0]])))
    assert found[:, 0].tolist() == [pytest.approx(-0.85), -1.0]
