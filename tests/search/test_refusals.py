"""What searches, puzzles and bandits cannot work with is refused in a line."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz import search as s
from kibitz.rules import OVER, Rules
from kibitz.rules.trees.build import game_tree
from kibitz.search.alpha_beta.memo_value import memo_value
from kibitz.search.alpha_beta.plain import plain_value
from kibitz.search.draw import draw_search, searched
from kibitz.search.hidden.belief import belief_values
from kibitz.search.hidden.clairvoyance import average_over_clairvoyance, average_over_deals
from kibitz.search.methods import prepare
from kibitz.search.monte_carlo.bandit import Bandit, ScriptedBandit, draw_regret
from kibitz.search.monte_carlo.bandit_history import History
from kibitz.search.monte_carlo.bandit_policies import softmax
from kibitz.search.monte_carlo.rave import progressive_bias
from kibitz.search.monte_carlo.uct_graph import Statistics
from kibitz.search.opening_book import load_book
from kibitz.search.puzzles import Maze, Queens, Roads, SlidingTiles, Sudoku
from kibitz.search.puzzles.a_star import a_star
from kibitz.search.puzzles.depth_first import depth_first
from kibitz.search.puzzles.distances import states_by_distance
from kibitz.search.puzzles.one_player import one_player
from kibitz.search.retrograde.retrograde import retrograde

TREE = game_tree("max(min(3, 12, 8), min(2, 4, 6))")
LOTTERY = game_tree("max(avg(3, 12), avg(2, 4))")
TILES = SlidingTiles("1 2 3 / 4 5 6 / 7 8 0")
FAR = SlidingTiles("8 6 7 / 2 5 4 / 3 0 1")


class Ring(Rules):
    """Two walk round a ring of three squares for ever; positions repeat."""

    def start(self):
        return 0, 0

    def player(self, state):
        return state[1] if state[0] < 3 else OVER

    def moves(self, state):
        return (1, 2)

    def play(self, state, move):
        return (state[0] + move) % 3, 1 - state[1]

    def payoffs(self, state):
        return (0, 0)


@pytest.fixture
def line():
    return kb.game("tic-tac-toe")


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda _: s.alpha_beta(TREE, fail="firm"), "fail is 'firm'; it must be 'soft' or 'hard'"),
        (lambda _: s.alpha_beta(TREE, table=3), "the table is 3; give a TranspositionTable"),
        (s.leaves_by_order, "orders are counted for trees given node by node only"),
        (s.value_ranges, "value ranges need a tree given node by node"),
        (lambda _: s.value_ranges(TREE, bounds="1"), "'1' are not two numbers; write -2,2"),
        (lambda _: draw_search(s.minimax(TREE)), "kept no trace; search with trace=True"),
        (lambda game: searched(game, "mcts"), "mcts keeps no trace; alpha-beta and minimax do"),
        (lambda game: prepare("mcts", game, explore=1), "mcts has no setting 'explore'"),
        (belief_values, "the game has perfect information"),
        (lambda _: average_over_deals([]), "there are no deals to average over"),
        (lambda _: average_over_deals([1]), "a deal is a pair of a game and its probability"),
        (lambda game: average_over_clairvoyance(game, [1]), "a deal is a pair of a position and"),
        (lambda game: s.mcts(game, iterations=1.5), "iterations=1.5 is not a whole number"),
        (lambda game: prepare("mcts", game, exploration=-1), "must not be negative"),
        (lambda _: s.uct_tree(TREE, answer="most"), "it must be 'mean' or 'visits'"),
        (lambda _: s.uct_tree(TREE, constant=-1), "the exploration constant is -1"),
        (lambda _: s.best_reply(LOTTERY), "chance moves in this game; use paranoid or max_n"),
        (lambda _: s.shallow_max_n(LOTTERY), "chance moves in this game; use max_n"),
        (lambda game: memo_value(game, positions=0), "it must be positive|must be positive"),
        (lambda _: plain_value(Ring().position(), 1000), "positions can repeat"),
        (lambda game: s.proof_number(game, nodes=0), "nodes and seconds must be positive"),
        (lambda _: retrograde(LOTTERY), "chance moves in this game; use expectiminimax"),
        (lambda game: one_player(game.position()), "needs a game of one player"),
        (lambda game: load_book("nowhere.book", game), "nowhere.book: no such opening book"),
        (lambda _: Statistics("UCT4"), "unknown rule 'UCT4'; known: UCT1, UCT2, UCT3"),
        (lambda _: progressive_bias(1, -1), "visits must not be negative"),
        (lambda _: softmax(0), "the temperature is 0.0; it must be pos"),
    ],
)
def test_searches(ask, words, line):
    with pytest.raises(kb.GameError, match=words) as caught:
        ask(line)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: Roads("A B 3", "A", []), "roads: "),
        (lambda: Roads([("A", "B", 3)], "A", []), "no goal is given"),
        (lambda: Roads("", "A", "B"), "give at least one road"),
        (lambda: Roads([("A",)], "A", "B"), r"\('A',\) is not a road"),
        (lambda: Maze(""), "write rows of the same length"),
        (lambda: Maze("S./G"), "write rows of the same length"),
        (lambda: Sudoku([[9] * 4] * 4), "a clue is 9; numbers run from 1 to 4"),
        (lambda: states_by_distance(TILES, depth=-1), "depth is -1; it must not be negative"),
        (lambda: states_by_distance(TILES, most=3), "more than 3 states"),
        (lambda: s.count_solutions(Queens(8), most=3), "8 queens: more than 3 solutions"),
        (lambda: a_star(FAR, most=3), "more than 3 states|3 states"),
        (lambda: depth_first(FAR, most=3), "3 states"),
    ],
)
def test_puzzles(ask, words):
    with pytest.raises(kb.GameError, match=words) as caught:
        ask()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: History.of([]), "a history needs at least one arm"),
        (lambda: History.counted([1], [1, 2]), "pulls is given for 1 arm, totals for 2"),
        (lambda: History.counted([0], [1]), "arm 0: it paid 1 and was never pulled"),
        (lambda: Bandit([[1]]), "arm 0: write pairs of probability and reward"),
        (lambda: ScriptedBandit([[]]), "arm 0: write at least one reward"),
        (lambda: ScriptedBandit([[1, 2]], [3, 4]), "2 means for 1 arm; give one for each"),
        (lambda: draw_regret([]), "there are no runs to draw"),
    ],
)
def test_bandits(ask, words):
    with pytest.raises(kb.GameError, match=words):
        ask()


def test_small_puzzles_at_their_goal():
    assert s.ida_star(TILES).moves == ()
    assert "moves" in str(states_by_distance(TILES, depth=2))


def test_values_of_lotteries():
    assert [float(x) for x in s.max_n(LOTTERY).value] == [7.5, -7.5]
    assert float(memo_value(LOTTERY).value) == 7.5
    assert "value 15/2, 7 positions" in str(s.memo_table(LOTTERY))
