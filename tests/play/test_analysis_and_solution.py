"""What an analysis and hints propose never contradicts what a solution says."""

from __future__ import annotations

import random

import pytest

import kibitz as kb
from helpers.shelf import needed
from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.registry import SHELF
from kibitz.games import shelf
from kibitz.play.hint import hint
from kibitz.rules.trees.build import game_tree
from kibitz.search.search import Search

IMPARTIAL = [
    "nim 15 23 30",
    "nim 100 200 300",
    "nim 1 1 1 play=misere",
    "nim 7 7",
    "chomp 8x5",
    "chomp 21x21",
    "wythoff 12 20",
    "sos 8",
    "sos S__S__",
    "kayles 11 12",
    "subtraction 21 set=1,3,4",
    "digraph a>b b>a b>c c>d",
    "digraph a>b b>a",
    "moore 2 3 4 5 6",
    pytest.param("northcott", marks=pytest.mark.slow),
    "mock-turtles",
    "turning-corners",
    "staircase",
    "hackenbush",
    "welter",
    "grundy 12 9",
]


@pytest.mark.parametrize("call", IMPARTIAL)
def test_an_analysis_of_an_impartial_game_is_its_solution(call):
    game = kb.game(call)
    assert isinstance(game, ImpartialGame)
    solution = game.solve()
    found = Search(game.as_rules()).analyze(seconds=1)
    assert found.is_exact
    assert found.value == {"N": 1, "P": -1, "T": 0}[solution.outcome]
    rules, state = found.position.rules, found.position.state
    after = game.at(rules.play(state, found.move)[0])
    assert after.outcome() == {"N": "P", "P": "N", "T": "T"}[solution.outcome]
    wins = {rules.play(state, m)[0] for m, value in found.moves.items() if value > 0}
    if solution.listed and len(solution.moves) == getattr(solution, "count", len(solution.moves)):
        assert wins == {m.position for m in solution.moves}
    else:
        assert wins <= {m.position for m in solution.moves}
    left = game.at(hint(game).move.position).outcome()
    assert left == {"N": "P", "P": "N", "T": "T"}[solution.outcome]


SMALL = ["tic-tac-toe", "mnk 3 3 3", "connect-four 4 3", "hex 3", "breakthrough 3 4"]


@pytest.mark.parametrize("call", SMALL)
def test_an_analysis_of_a_small_game_agrees_with_minimax(call):
    rng = random.Random(call)
    here = kb.game(call).position()
    for _ in range(4):
        here = here.play(rng.choice(list(here.moves)))
    found = Search(here).analyze(seconds=2)
    if found.is_exact:
        exact = Search(here).solve()
        assert found.value == exact.value
        assert Search(here.play(found.move)).solve().value == exact.value


@pytest.mark.parametrize("seed", range(6))
def test_an_analysis_of_a_tree_is_minimax(seed):
    rng = random.Random(seed)

    def below(depth):
        return rng.randint(-9, 9) if not depth else [below(depth - 1) for _ in range(3)]

    tree = game_tree(below(3))
    assert Search(tree).analyze().value == tree.solve().value


def test_a_board_filled_without_sos_is_a_draw():
    rules = kb.game("sos SS_").as_rules()
    assert rules.payoffs((("SSS"), 1)) == (0, 0)
    assert rules.payoffs((("SOS"), 1)) == (1, -1)


@pytest.mark.slow
def test_every_named_impartial_game_knows_its_best_move():
    shelf()
    for name, entry in SHELF.items():
        if entry.family not in ("nim", "heaps"):
            continue
        game = kb.game(name, **needed(entry))
        if not isinstance(game, ImpartialGame) or game.outcome() != "N":
            continue
        found = Search(game.as_rules()).analyze(seconds=1)
        left = game.at(found.position.rules.play(found.position.state, found.move)[0])
        assert left.outcome() == "P", name
