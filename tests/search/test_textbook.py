"""The searches of the textbooks: exact node orders, and agreement with plain minimax."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.search_trees import random_tree
from kibitz.core.errors import GameError
from kibitz.games.board.tic_tac_toe import LineGame
from kibitz.rules.examples import TakeAway
from kibitz.rules.trees.build import game_tree
from kibitz.search.alpha_beta.alpha_beta import alpha_beta
from kibitz.search.alpha_beta.minimax import _minimax, minimax
from kibitz.search.alpha_beta.mtd_f import mtd_f
from kibitz.search.alpha_beta.negamax import negamax
from kibitz.search.alpha_beta.plain import plain_value
from kibitz.search.alpha_beta.scout import scout
from kibitz.search.alpha_beta.singular_extension import singular_extension
from kibitz.search.alpha_beta.transposition_table import consistent
from kibitz.search.methods import prepare
from kibitz.search.n_player.max_n import max_n
from kibitz.search.n_player.paranoid import paranoid
from kibitz.search.retrograde.proof_number import proof_number
from kibitz.search.search import search as search_of
from kibitz.search.walk import Walk

CASES = {
    case["id"]: case
    for case in json.loads(
        (Path(__file__).parents[1] / "data" / "search.json").read_text(encoding="utf-8")
    )
}
FIGURES = [name for name in CASES if name.startswith(("g5-fig51", "g5-fig52"))]


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_searched_in_the_order_of_the_text(name):
    case = CASES[name]
    tree, expect = game_tree(case["input"]["tree"]), case["expect"]
    full, pruned, scouted = (s(tree, trace=True) for s in (minimax, alpha_beta, scout))
    assert full.value == pruned.value == scouted.value == expect["value"]
    assert full.move == expect["best_move_index"]
    assert list(full.trace.leaves) == expect["minimax_leaf_order"]
    assert list(pruned.trace.leaves) == expect["alpha_beta_leaf_order"]
    assert list(pruned.trace.pruned) == expect["alpha_beta_pruned"]
    assert list(scouted.trace.leaves) == expect["scout_leaf_evaluations_in_order"]
    closing = mtd_f(tree, expect["mtdf_first_guess"], trace=True)
    passes = [
        {
            "beta": int(e.note.split()[1]),
            "returned": e.value,
            "lb": e.alpha,
            "ub": "inf" if e.beta == float("inf") else e.beta,
        }
        for e in closing.trace.of("bound")
    ]
    assert passes == expect["mtdf_trace"]


def test_minimax_of_the_three_ply_tree():
    case = CASES["aima-fig62-minimax"]
    found = minimax(game_tree(case["input"]["tree"]), trace=True)
    expect = case["expect"]
    assert (found.value, found.shown_line) == (
        expect["value"],
        tuple(expect["principal_variation"]),
    )
    assert found.counts == {"nodes": expect["nodes_visited"], "leaves": expect["leaves_evaluated"]}
    values = {e.name: e.value for e in found.trace.of("value")}
    assert values == expect["node_values"]


@pytest.mark.parametrize("pair", CASES["aima-fig62-symbolic-prune"]["input"]["test_xy"])
def test_pruned_leaves_do_not_matter(pair):
    tree = game_tree([[3, 12, 8], [2, *pair], [14, 5, 2]])
    assert alpha_beta(tree).value == minimax(tree).value == 3


@pytest.mark.parametrize("ties", ["first", "last"])
def test_max_n_by_its_rule_for_ties(ties):
    case = CASES["g5-fig53-maxn-tiebreak"]
    told = case["input"]["tree"]
    for tree in (game_tree(told), game_tree(_from_zero(told), players=3)):
        found, expect = max_n(tree, ties=ties), case["expect"][ties]
        assert (list(found.value), found.move) == (expect["root"], expect["move_index"])


def test_paranoid_tells_whose_view_it_takes():
    tree = game_tree(CASES["g5-fig53-maxn-tiebreak"]["input"]["tree"])
    found = paranoid(tree, player="II")
    assert (found.value, found.method) == (3, "paranoid, for player 2")


def _from_zero(node):
    if "u" in node:
        return node
    return {"player": node["player"] - 1, "children": [_from_zero(c) for c in node["children"]]}


@pytest.mark.parametrize(
    ("tree", "movers"),
    [
        ({"player": 1, "children": [{"player": 2, "children": [3, 5]}]}, (0, 1)),
        ({"player": "1", "children": [{"player": "2", "children": [3, 5]}]}, (0, 1)),
        ({"player": 1, "children": [{"player": 2, "children": [(1, 2, 3)]}]}, (0, 1)),
        ({"player": 2, "children": [{"player": 3, "children": [(1, 2, 3)]}]}, (1, 2)),
        ({"player": 2, "children": [{"player": 1, "children": [(1, 2, 3)]}]}, (1, 0)),
        ({"player": 1, "children": [{"player": 1, "children": [3, 5]}]}, (0, 0)),
        ({"player": 1, "children": [[3, 5]]}, (1, 0)),
        ({"player": 1, "children": [{"player": 0, "children": [(1, 2, 3)]}]}, (1, 0)),
    ],
)
def test_players_are_counted_from_one_unless_somebody_is_zero(tree, movers):
    made = game_tree(tree)
    assert (made.player(0), made.player(1)) == movers


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_all_agree_with_plain_minimax(seed):
    random = Random(seed)
    tree = game_tree(random_tree(random, 5))
    truth = plain_value(tree.position(), 10_000)
    assert minimax(tree).value == negamax(tree).value == truth
    assert alpha_beta(tree).value == scout(tree).value == truth
    assert mtd_f(tree, random.randint(-12, 12)).value == truth
    assert paranoid(tree, player=0).value == truth
    assert max_n(tree).value[0] == truth
    assert alpha_beta(tree).counts["leaves"] <= minimax(tree).counts["leaves"]
    low = random.randint(-10, 9)
    high = random.randint(low + 1, 10)
    bounded = alpha_beta(tree, alpha=low, beta=high).value
    if bounded <= low:
        assert truth <= bounded
    elif bounded >= high:
        assert truth >= bounded
    else:
        assert bounded == truth
    hard = alpha_beta(tree, alpha=low, beta=high, fail="hard").value
    assert hard == min(max(truth, low), high)


def test_windows_with_ends_as_text():
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    for search in (alpha_beta, scout):
        assert search(tree, alpha="-inf", beta="inf").value == 3
        assert not search(tree, alpha="7/2", beta="+∞").is_exact
        with pytest.raises(GameError, match="beta: 'high' is not a number"):
            search(tree, beta="high")


def test_numbers_may_be_text():
    tree = [["7/3", 12, 8], [2, 4, "13/3"], [14, 5, 2]]
    value = minimax(tree).value
    assert scout(tree, step="1/3").value == mtd_f(tree, guess="7/2", step="1/3").value == value
    assert proof_number(tree, goal="7/3").value == 1
    assert proof_number(tree, goal="5/2").value == 0
    trap = {
        "player": 0,
        "children": [
            {"estimate": 9, "player": 0, "children": [-9, -8]},
            {"estimate": 1, "value": 1},
        ],
    }
    assert singular_extension(trap, depth=1, margin="5").move == 1
    assert not consistent([{"upper": "1/3"}, {"lower": "1/2"}])
    for question in (
        lambda: mtd_f(tree, guess="high"),
        lambda: scout(tree, step="0"),
        lambda: mtd_f(tree, guess=float("inf")),
        lambda: proof_number(tree, goal="x"),
        lambda: singular_extension(trap, depth=1, margin="-1"),
    ):
        with pytest.raises(GameError):
            question()


def test_failing_hard_no_node_leaves_its_window():
    tree = game_tree([[3, 12, 8], [2, 4, 6], [[1, 0], [14, 5]]])
    outside = {}
    for fail in ("soft", "hard"):
        events = alpha_beta(tree, fail=fail, trace=True).trace.events
        windows = {e.path: (e.alpha, e.beta) for e in events if e.what == "enter"}
        told = [(e.value, *windows[e.path]) for e in events if e.what == "value"]
        outside[fail] = sum(not low <= value <= high for value, low, high in told)
    assert outside["soft"] > 0
    assert outside["hard"] == 0


@pytest.mark.parametrize("search", [minimax, negamax, alpha_beta, scout, mtd_f])
def test_the_line_is_worth_the_value(search):
    found = search(TakeAway(11))
    here = found.position
    for move in found.line:
        here = here.play(move)
    assert here.payoffs[0] == found.value
    assert found.verify()


def test_bad_input():
    with pytest.raises(GameError, match="alpha below beta"):
        alpha_beta(TakeAway(5), alpha=2, beta=1)
    with pytest.raises(GameError, match="it must not be negative"):
        minimax(TakeAway(5), depth=-1)
    with pytest.raises(GameError, match="needs an estimate"):
        minimax(TakeAway(5), depth=1)
    with pytest.raises(GameError, match="add up to"):
        game_tree({"player": "chance", "children": [{"p": "1/3", "value": 1}]})
    with pytest.raises(GameError, match="is empty"):
        game_tree([[1], []])
    with pytest.raises(GameError, match="must return a permutation"):
        alpha_beta(TakeAway(5), order=lambda state, moves: moves[:1])


@pytest.mark.parametrize("name", ["minimax", "negamax", "alpha-beta", "scout", "mtd-f"])
def test_depth_0_gives_the_estimate_of_the_root(name):
    rules = LineGame(3, 3, 3)
    here = rules.position("b2")
    found = prepare(name, rules, depth=0)(here)
    assert found.value == pytest.approx(rules.evaluate(here.state)[0])
    assert found.value > 0
    assert found.move is None
    assert not found.is_exact


def test_a_search_is_solved_by_a_method_of_its_name() -> None:
    tree = search_of("max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))")
    assert tree.solve(method="alpha-beta").counts["leaves"] == 7
    assert tree.solve(method="mtd-f", guess=3).value == 3
    with pytest.raises(GameError, match="seconds is 'alpha-beta'; it must be a number"):
        tree.solve("alpha-beta")  # type: ignore[arg-type]
    with pytest.raises(GameError, match="guess is a setting of a method"):
        tree.solve(guess=3)


def test_the_rules_are_asked_who_moves_once_for_each_node():
    asked = []

    class Asking(TakeAway):
        """Take-away that keeps record of the questions."""

        def player(self, state):
            asked.append(state)
            return TakeAway.player(self, state)

        def show_move(self, state, move):
            raise AssertionError("no trace is kept")

    position = Asking(12).position()
    asked.clear()
    walk = Walk(position.rules, open={position.state})
    value, line = _minimax(walk, position.state, None)
    assert (value, sum(line)) == (TakeAway(12).minimax().value, 12)
    assert len(asked) <= 1.5 * walk.counts["nodes"]
