"""The worked examples on the size of games, tables, statistics, dice and hidden cards."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.games.cards.tricks import TrickGame, show_hand
from kibitz.rules import OVER, Rules
from kibitz.rules.examples import TakeAway
from kibitz.search import (
    Statistics,
    TableEntry,
    TranspositionTable,
    alpha_beta,
    alpha_beta_leaves,
    average_over_clairvoyance,
    category_value,
    consistent,
    count_positions,
    dice_throws,
    expectiminimax,
    game_tree,
    histories,
    iterative_deepening,
    linear_value,
    max_n,
    minimax,
    mtd_f,
    multiplayer_leaves,
    negamax,
    paranoid,
    plies_within,
    proof_number,
    retrograde,
    scout,
    singular_extension,
    star1,
    star2,
    tree_size_log10,
    tree_statistics,
    worlds,
)
from kibitz.search.alpha_beta.exact import ExactSearch
from kibitz.search.alpha_beta.memo_value import memo_value
from kibitz.search.alpha_beta.plain import plain_value
from kibitz.search.alpha_beta.principal_variation import PrincipalVariation
from kibitz.search.alpha_beta.transposition_table import Replacement
from kibitz.search.budget import Budget
from kibitz.search.methods import prepare

CASES = {
    case["id"]: case
    for case in json.loads(
        (Path(__file__).parents[1] / "data" / "search.json").read_text(encoding="utf-8")
    )
}


class Placements(Rules):
    """Both sides make all their moves in any order; the position is the set of moves made."""

    def __init__(self, white: list[str], black: list[str]) -> None:
        self.sides = (tuple(white), tuple(black))

    def start(self) -> frozenset[str]:
        return frozenset()

    def player(self, state: frozenset[str]) -> int:
        return OVER if len(state) == sum(map(len, self.sides)) else len(state) % 2

    def moves(self, state: frozenset[str]) -> list[str]:
        return [move for move in self.sides[len(state) % 2] if move not in state]

    def play(self, state: frozenset[str], move: str) -> frozenset[str]:
        return state | {move}

    def payoffs(self, state: frozenset[str]) -> tuple[int, int]:
        return (0, 0)


class KaylesRow(Rules):
    """Knock down one pin or two neighbors; a state is the pins that stand, as bits."""

    def __init__(self, pins: int) -> None:
        self.pins = pins

    def start(self) -> tuple[int, int]:
        return ((1 << self.pins) - 1, 0)

    def player(self, state: tuple[int, int]) -> int:
        return state[1] if state[0] else OVER

    def moves(self, state: tuple[int, int]) -> list[int]:
        blows = [1 << k for k in range(self.pins)] + [3 << k for k in range(self.pins - 1)]
        return [blow for blow in blows if state[0] & blow == blow]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] ^ move, 1 - state[1])

    def payoffs(self, state: tuple[int, int]) -> tuple[int, int]:
        return (-1, 1) if state[1] == 0 else (1, -1)


def test_four_orders_lead_to_one_position():
    case = CASES["transposition-four-orders"]
    game = Placements(case["input"]["white_moves"], case["input"]["black_moves"])
    orders = histories(game, lambda state: game.player(state) == OVER)
    assert len(orders) == case["expect"]["move_sequences"]
    ends = {game.position(*order).state for order in orders}
    assert len(ends) == case["expect"]["distinct_final_positions"]


def test_the_value_of_a_category():
    case = CASES["eval-expected-category"]
    given = case["input"]
    found = category_value(given["probabilities"], given["utilities"])
    assert found == Fraction(case["expect"]["value"])
    assert linear_value([1, 0, 0, 0, -1], [1, 3, 3, 5, 9]) == -8


def test_how_deep_a_machine_sees():
    case = CASES["complexity-numbers"]
    given, expect = case["input"], case["expect"]
    b = given["b"]
    size = tree_size_log10(b, given["plies"])
    assert math.floor(size) == expect["log10_b_pow_plies_floor"]
    assert round(10 ** tree_size_log10(b, 5)) == expect["b_pow_5"]
    assert round(b**0.5) == expect["sqrt_b_rounded"]
    assert plies_within(b, given["nodes_per_move"]) == expect["minimax_plies"]
    assert plies_within(b, given["nodes_per_move"], pruned=True) == expect["alphabeta_plies"]


def test_how_large_go_is():
    case = CASES["g5-go-complexity"]
    given, expect = case["input"], case["expect"]
    size = tree_size_log10(given["branching"], given["depth"])
    assert size == pytest.approx(expect["log10_game_tree"])
    assert math.ceil(size) == expect["floor_text_figure"]
    per_year = math.log10(float(given["paths_per_second"]) * given["seconds_per_year"])
    assert size - per_year == pytest.approx(expect["log10_years"])


def test_calls_of_a_search_without_memory():
    expect = CASES["g1-outcome6-recursion-tree"]["expect"]
    found = tree_statistics(TakeAway(6))
    calls = {str(k): n for k, n in found.calls_by(lambda state: state[0]).items()}
    assert calls == expect["calls_by_argument"]
    assert found.nodes == expect["total_calls"] == minimax(TakeAway(6)).counts["nodes"]


def test_states_of_take_away():
    case = CASES["g1-123nim-state-space"]
    for n in case["input"]["n_values"]:
        found = tree_statistics(TakeAway(n)).positions
        assert found == count_positions(TakeAway(n)) == case["expect"]["reachable_states"][str(n)]


def test_ways_from_twelve_to_eight():
    case = CASES["g1-123nim-transpositions-12-to-8"]
    found = histories(TakeAway(12), (8, 0))
    assert [list(way) for way in found] == case["expect"]["all_histories"]
    assert [list(w) for w in found if len(w) == 2] == case["expect"]["two_move_histories"]
    assert len(found) == case["expect"]["count_all"]


def test_positions_of_kayles():
    expect = CASES["g2-kayles-10-position-count"]["expect"]
    game = KaylesRow(10)

    def mirrored(state: tuple[int, int]) -> int:
        return min(state[0], int(f"{state[0]:010b}"[::-1], 2))

    def runs(state: tuple[int, int]) -> tuple[int, ...]:
        return tuple(sorted(map(len, filter(None, f"{state[0]:b}".split("0")))))

    assert count_positions(game, lambda state: state[0]) == expect["reachable_positions"]
    assert count_positions(game, mirrored) == expect["up_to_mirror"]
    assert count_positions(game, runs) == expect["as_multisets_of_runs"]


def test_entries_must_be_deep_enough():
    case = CASES["g5-tt-depth-rule"]
    entry = TableEntry(**case["input"]["entry"])
    found = [entry.usable(query["needed_depth"]) for query in case["input"]["queries"]]
    assert found == case["expect"]["usable"]


def test_bounds_that_contradict_each_other():
    case = CASES["g5-tt-instability"]
    found = consistent(case["input"]["bounds_for_same_position"])
    assert found == case["expect"]["consistent"]


def test_fewest_leaves():
    case = CASES["g5-multiplayer-minimum-nodes"]
    samples = case["input"]["samples"]
    found = [multiplayer_leaves(s["b"], s["d"], s["n"]) for s in samples]
    assert found == case["expect"]["values"]
    best_first = [[5, 9, 9], [4, 9, 9], [4, 9, 9]]
    assert alpha_beta(game_tree(best_first)).counts["leaves"] == alpha_beta_leaves(3, 2)


def test_totals_at_the_root():
    case = CASES["g5-fig56-root-totals"]
    known = Statistics("UCT2")
    for node, reward in case["input"]["additions_and_rewards"]:
        known.update(["A", node], reward)
    assert known.visits["A"] == case["expect"]["root_visits"]
    assert known.totals["A"] == case["expect"]["root_total_reward"]
    assert len(known.visits) == case["expect"]["nodes_in_tree"]


def test_throws_of_two_dice():
    throws = dice_throws(2)
    doubles = [p for throw, p in throws.items() if throw[0] == throw[1]]
    others = [p for throw, p in throws.items() if throw[0] != throw[1]]
    assert doubles == [Fraction(1, 36)] * 6
    assert others == [Fraction(1, 18)] * 15
    assert sum(dice_throws(5).values()) == 1


def test_the_line_of_the_four_card_hand():
    case = CASES["bridge-four-card-line"]
    given, expect = case["input"], case["expect"]
    game = TrickGame(" ".join(given["MAX"]), " ".join(given["MIN"]))
    here, winners = game.position(), []
    for card in given["line"]:
        before = here.state.first_tricks, here.state.second_tricks
        here = here.play(card)
        if here.state.first_tricks > before[0]:
            winners.append("MAX")
        elif here.state.second_tricks > before[1]:
            winners.append("MIN")
    assert winners == expect["trick_winners"]
    assert show_hand(here.state.first).split() == expect["remaining"]["MAX"]
    assert show_hand(here.state.second).split() == expect["remaining"]["MIN"]
    assert game.player_name(here.player) == expect["leader"]
    found = alpha_beta(here)
    assert found.value == expect["final"][0] - expect["final"][1]
    end = game.position(*given["line"], *found.shown_line).state
    assert [end.first_tricks, end.second_tricks] == expect["final"]
    assert end.first_tricks - here.state.first_tricks == expect["max_further_tricks"]


def test_averaging_over_clairvoyance_fails_on_the_four_card_hand():
    game = kibitz.game("four-card-bridge")
    dealt = game.play(game.start(), 0)
    found = average_over_clairvoyance(game, worlds(game, game.information_state(dealt, 0), 0))
    shown = {game.show_move(dealt, move): value for move, value in found.values.items()}
    # with open cards the nine of clubs loses nothing; the hidden card makes it a guess
    assert shown["C9"] == max(shown.values()) == 0
    after = game.position(0, "C9", "C10", "S2")
    later = average_over_clairvoyance(game, worlds(game, game.information_state(after.state, 0), 0))
    assert max(later.values.values()) < 0


def random_tree(random: Random, depth: int, chance: float = 0.0) -> Any:
    if depth == 0 or random.random() < 0.1:
        return random.randint(-9, 9)
    children = [random_tree(random, depth - 1, chance) for _ in range(random.randint(1, 3))]
    if random.random() < chance:
        share = Fraction(1, len(children))
        below = [{"p": share, "node": child} for child in children]
        return {"player": "chance", "children": below}
    return {"player": random.randint(0, 1), "children": children}


@pytest.mark.slow
def test_all_searches_agree_with_plain_minimax_on_two_thousand_trees():
    random = Random(2026)
    for _ in range(2_000):
        agree(random)


def test_all_searches_agree_with_plain_minimax():
    random = Random(7)
    for _ in range(25):
        agree(random)


def agree(random: Random) -> None:
    tree = game_tree(random_tree(random, 4))
    truth = plain_value(tree.position(), 100_000)
    rule = random.choice(get_args(Replacement))
    table = TranspositionTable(random.choice([4, 6, 64]), rule)
    found = [search(tree) for search in (minimax, negamax, alpha_beta, scout, mtd_f)]
    found += [
        alpha_beta(tree, fail="hard"),
        alpha_beta(tree, table=table),
        mtd_f(tree, random.randint(-12, 12), table=table),
        mtd_f(tree, random.randint(-12, 12), step=Fraction(1, 3)),
        mtd_f(tree, step=5),
        scout(tree, step=4),
        paranoid(tree, player=0),
        expectiminimax(tree),
        star1(tree, bounds=(-9, 9)),
        star2(tree, bounds=(-9, 9)),
        memo_value(tree),
    ]
    here = tree.position()
    if not here.is_over:
        found.append(ExactSearch(tree, 1 << 14, compiled=False).solve(here))
        engine = PrincipalVariation(tree, 1 << 14, compiled=False, replacement=rule)
        found.append(engine.best(here, Budget(depth=8)))
    assert {answer.value for answer in found} == {truth}
    assert max_n(tree).value == (truth, -truth)
    for answer in found:
        if answer.move is not None:
            assert plain_value(tree.position(answer.move), 100_000) == truth
    if tree.player(0) != OVER:
        sure = truth if tree.player(0) == 0 else -truth
        assert proof_number(tree, goal=sure).value == 1
        assert proof_number(tree, goal=sure + 1).value == 0
    lots = game_tree(random_tree(random, 4, chance=0.3))
    mean = plain_value(lots.position(), 100_000)
    searches = [expectiminimax(lots), star1(lots, bounds=(-9, 9)), star2(lots, bounds=(-9, 9))]
    assert {answer.value for answer in searches} == {mean}
    assert paranoid(lots, player=0).value == mean


def test_searches_that_share_a_table_on_a_game_with_transpositions():
    table = TranspositionTable()
    for n in (11, 12, 13):
        assert alpha_beta(TakeAway(n), table=table).value == (-1 if n % 4 == 0 else 1)
    assert table.hits > 0
    assert table.unstable == 0
    assert mtd_f(TakeAway(12), table=TranspositionTable()).counts["table hits"] > 0


@pytest.mark.parametrize("replacement", ["always", "deeper", "never"])
def test_small_tables_change_no_value(replacement):
    table = TranspositionTable(4, replacement)
    assert alpha_beta(TakeAway(13), table=table).value == 1
    assert len(table) <= 4


def test_every_depth_gives_an_answer():
    found = list(iterative_deepening(TakeAway(9), compiled=False))
    assert [answer.depth for answer in found] == list(range(1, len(found) + 1))
    assert (found[-1].value, found[-1].move, found[-1].is_exact) == (1, 1, True)
    first = next(iterative_deepening(TakeAway(9), compiled=False))
    assert first.move in TakeAway(9).position().moves
    limited = list(iterative_deepening(TakeAway(30), depth=3, compiled=False))
    assert [answer.depth for answer in limited] == [1, 2, 3]


def test_singular_extension_sees_past_the_horizon():
    trap = {
        "player": 0,
        "children": [
            {"estimate": 9, "player": 1, "children": [{"value": -9}, {"value": -8}]},
            {"value": 1},
        ],
    }
    tree = game_tree(trap)
    assert alpha_beta(tree, depth=1).move == 0
    found = singular_extension(tree, depth=1, margin=5)
    assert (found.move, found.value, found.counts["extensions"]) == (1, 1, 1)
    assert singular_extension(tree, depth=1, margin=20).move == 0


@pytest.mark.usefixtures("interpreted")
def test_strong_solution_of_tic_tac_toe():
    game = kibitz.game("tic-tac-toe")
    found = retrograde(game)
    assert (len(found), found.value(game.start())) == (5478, 0)
    assert found.verify()


def test_solutions_keep_the_size_of_payoffs():
    random = Random(3)
    tree = game_tree(
        [[[[random.randint(-9, 9) for _ in range(8)] for _ in range(8)] for _ in range(8)]] * 8
    )
    assert kibitz.solve(tree).value == minimax(tree).value
    with pytest.raises(GameError, match="retrograde analysis needs payoffs"):
        retrograde(game_tree([3, 5]), compiled=False)
    thirds = game_tree([["1/3", "2/3"], ["1/7"]])
    assert kibitz.solve(thirds).value == Fraction(1, 3)
    assert kibitz.solve(thirds).verify()


class Round(Rules):
    """Three places in a circle, and no end."""

    payoff_bounds = (-1, 1)

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def player(self, state: tuple[int, int]) -> int:
        return OVER if state[0] > 2 else state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [1, 2]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return ((state[0] + move) % 3, 1 - state[1])

    def payoffs(self, state: tuple[int, int]) -> tuple[int, int]:
        return (0, 0)


@pytest.mark.parametrize(
    "search",
    [
        minimax,
        negamax,
        alpha_beta,
        scout,
        mtd_f,
        max_n,
        paranoid,
        expectiminimax,
        tree_statistics,
        kibitz.search.contingent_strategy,
        kibitz.search.uct_graph,
    ],
)
def test_rules_without_an_end_are_refused(search):
    with pytest.raises(GameError, match="can repeat"):
        search(Round())


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (lambda: mtd_f(game_tree([1, 2]), step=0), "must be positive"),
        (lambda: mtd_f(game_tree([1, 2]), guess=math.inf), "finite"),
        (lambda: max_n(game_tree([1, 2]), ties="none"), "'first' or 'last'"),
        (lambda: minimax(12), "is not a game to search"),
        (lambda: minimax(game_tree([1, 2]), depth=1.5), "whole number"),
        (lambda: game_tree({"children": 5}), "a list or a dict"),
        (lambda: game_tree({"player": None, "children": [1]}), "is not a player"),
        (lambda: TranspositionTable(0), "must be at least 1"),
        (lambda: TranspositionTable(9, "oldest"), "unknown replacement rule"),
        (lambda: TableEntry(3, 1, "about"), "exact, lower or upper"),
        (lambda: dice_throws(0), "at least 1"),
        (lambda: dice_throws(60, 60), "throws"),
        (lambda: category_value({"win": "1/2"}, {"win": 1}), "add up to 1/2"),
        (lambda: category_value({"win": 1}, {"loss": 1}), "each"),
        (lambda: linear_value([1], [1, 2]), "are given"),
        (lambda: multiplayer_leaves(3, 4, 0), "players is 0"),
        (lambda: alpha_beta_leaves(0, 4), "they must be at least 1 and 0"),
        (lambda: singular_extension(TakeAway(5), 1, 1), "evaluate"),
        (lambda: prepare("quiescence", TakeAway(5)), "needs the setting 'depth'"),
    ],
)
def test_bad_input(question, told):
    with pytest.raises(GameError, match=told):
        question()


def test_windows_give_bounds_and_say_so():
    tree = game_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    low = alpha_beta(tree, alpha=5, beta=9)
    assert not low.is_exact
    assert "at most" in low.note
    assert "at least" in alpha_beta(tree, alpha=-9, beta=1).note
    assert alpha_beta(tree, alpha=0, beta=9).is_exact


class NoMoves(TakeAway):
    """Goes on with nothing to do."""

    def moves(self, state: tuple[int, int]) -> Any:
        return []


@pytest.mark.parametrize(
    "search",
    [
        minimax,
        alpha_beta,
        proof_number,
        kibitz.search.flat_monte_carlo,
        kibitz.search.uct_graph,
        kibitz.search.contingent_strategy,
        kibitz.search.mcts,
        kibitz.solve,
    ],
)
def test_positions_without_moves_are_refused(search):
    with pytest.raises(GameError, match="no move at"):
        search(NoMoves(4))


@pytest.mark.parametrize(("counters", "value"), [(7, 1), (8, -1)])
def test_what_the_solver_proves_is_the_value(counters, value):
    proving = kibitz.search.MCTSSettings(solver=True)
    found = kibitz.search.mcts(TakeAway(counters), 5000, settings=proving, compiled=False)
    assert (found.value, found.is_exact) == (value, True)
    assert found.verify()


@pytest.mark.parametrize("limit", [{"depth": 2.5}, {"depth": "3"}, {"seconds": math.nan}])
def test_limits_are_numbers(limit):
    with pytest.raises(GameError, match=r"number|must be positive"):
        kibitz.search.Budget(**limit)


def test_tiles_in_rows():
    assert kibitz.search.SlidingTiles([[1, 2, 3], [4, 5, 0]]).columns == 3
    with pytest.raises(GameError, match="are not numbers"):
        kibitz.search.SlidingTiles([1, None])
