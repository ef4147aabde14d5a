"""Strategic games in all spellings, and one clear line for what cannot be read."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import kibitz as kb
from kibitz.formats import dumps, loads
from kibitz.strategic import read_profile

DILEMMA = kb.bimatrix("3 0; 5 1", "3 5; 0 1")


@pytest.mark.parametrize(
    "payoffs",
    [
        [[[3, 0], [5, 1]], [[3, 5], [0, 1]]],
        ["3 0; 5 1", "3 5; 0 1"],
        "3,3 0,5; 5,0 1,1",
        "3,3  0, 5 \n 5 ,0 1,1",
        "(3, 3) (0, 5); (5, 0) (1, 1)",
        "[3 3] [0 5]; [5 0] [1 1]",
        [[(3, 3), (0, 5)], [(5, 0), (1, 1)]],
        [np.array([[3, 0], [5, 1]]), np.array([[3, 5], [0, 1]])],
        np.array([[[3, 0], [5, 1]], [[3, 5], [0, 1]]]),
        {"I": "3 0; 5 1", "II": "3 5; 0 1"},
        {"I": [[3, 0], [5, 1]], "II": [[3, 5], [0, 1]]},
        {(1, 1): (3, 3), (1, 2): (0, 5), (2, 1): (5, 0), (2, 2): (1, 1)},
        {"1,1": [3, 3], "1 2": [0, 5], "21": [5, 0], "22": [1, 1]},
        {1: {1: (3, 3), 2: (0, 5)}, 2: {1: (5, 0), 2: (1, 1)}},
        [["3,3", "0,5"], ["5, 0", "(1, 1)"]],
        "[[(3, 3), (0, 5)], [(5, 0), (1, 1)]]",
        "[(3, 3) (0, 5)]; [(5, 0) (1, 1)]",
        "[[[3, 0], [5, 1]], [[3, 5], [0, 1]]]",
        ["[[3, 0], [5, 1]]", "[[3 5]\n [0 1]]"],
    ],
)
def test_many_spellings_are_one_game(payoffs):
    assert kb.strategic_game(payoffs) == DILEMMA


def test_bimatrix_reads_lists_of_pairs_from_text():
    assert kb.bimatrix("[[[3, 3], [0, 5]], [[5, 0], [1, 1]]]") == DILEMMA
    with pytest.raises(kb.GameError, match="each cell holds 3 numbers; a bimatrix game has 2"):
        kb.bimatrix("3,3,3 0,1,2")


def test_matrices_read_lists_from_text_and_refuse_half_commas():
    assert kb.matrix("[[1, '1/2'], [3, 4]]") == kb.matrix("1 1/2; 3 4")
    for text in ("[[1, 2], [3, 4]", "[[1, 2]], 3"):
        with pytest.raises(kb.GameError, match="brackets do not match"):
            kb.matrix(text)
    with pytest.raises(kb.GameError, match="mixes commas and blanks"):
        kb.matrix("1 2, 3 4")


def test_cells_of_other_sizes_and_three_players():
    wide = kb.strategic_game([[[1, 4], [2, 0], [-1, 1]]])
    assert wide.shape == (1, 3)
    assert kb.bimatrix([[[1, 4], [2, 0]], [[3, 1], [5, 3]]]).payoff(1, 0) == (3, 1)
    three = kb.strategic_game("1,2,3 4,5,6; 7,8,9 0,0,0 | 1,1,1 2,2,2; 3,3,3 4,4,4")
    assert three.shape == (2, 2, 2)
    assert three.payoff(1, 0, 0) == (7, 8, 9)
    assert three.payoff(0, 1, 1) == (2, 2, 2)
    made = kb.strategic_game(
        lambda x, y, z: (x, y, x + y + z), strategies=[[0, 1], [0, 2], [5, 6, 7]]
    )
    assert made.payoff(1, 1, 2) == (1, 2, 10)
    assert made.strategies[2] == ("5", "6", "7")
    named = kb.strategic_game({("a", "x"): (1, "1/2"), ("b", "x"): (0, 2)})
    assert named.strategies == (("a", "b"), ("x",))
    assert named.payoff(0, 0)[1] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: kb.strategic_game("3,3 0; 5,0 1,1"), "row 1, column 2 is '0'"),
        (lambda: kb.strategic_game("3,3 0,5; 5,0"), "row 2 has 1 x 2 entries"),
        (lambda: kb.strategic_game(""), "empty"),
        (lambda: kb.strategic_game("1,2,3 4,5,6 | 1,2,3"), "blocks"),
        (lambda: kb.strategic_game("1,x"), "'x' is not a number"),
        (lambda: kb.strategic_game([]), "at least one player"),
        (lambda: kb.strategic_game({}), "at least one player"),
        (lambda: kb.strategic_game([[[1, 2], [3]], [[1, 2], [3, 4]]]), "row 2 has 1 entry"),
        (lambda: kb.strategic_game([[[1, 2], [3, 4]], [[1, 2]]]), r"shape \(1, 2\), but player 1"),
        (lambda: kb.strategic_game([[(1, 2), (3,)]]), "row 2 has 1 entry"),
        (lambda: kb.strategic_game([[(1, float("nan"))]]), "not a finite number"),
        (
            lambda: kb.strategic_game({("C", "C"): (1, 1), ("D", "D"): (0, 0)}),
            r"missing for \(C, D\), \(D, C\)",
        ),
        (lambda: kb.strategic_game({("C", "C"): (1, 1), ("D",): (0, 0)}), "1 strategy, others"),
        (lambda: kb.strategic_game({("C", "C"): (1, 1, 1)}), "payoff for each of 2"),
        (
            lambda: kb.strategic_game({("C", "E"): (1, 1)}, strategies=["C D", "C D"]),
            "player 2 has no 'E'",
        ),
        (lambda: kb.strategic_game("1,1", strategies=["a", "b", "c"]), "3 lists"),
        (lambda: kb.strategic_game("1,1", players="A A"), "used twice"),
        (lambda: kb.strategic_game("1,1 2,2", strategies=["a", "b"]), "1 label for 2"),
        (lambda: kb.strategic_game("1,1", cost="yes"), "True or False"),
        (lambda: kb.strategic_game(lambda x, y: (1, 1)), "need strategies"),
        (lambda: kb.bimatrix([[1, 2], [3, 4]]), "levels of lists"),
        (lambda: kb.bimatrix([[[1, 2, 3]]]), "each cell holds 3 numbers"),
        (lambda: DILEMMA.payoff(2, 0), "no cell"),
        (lambda: DILEMMA.payoff(0), "no cell|tuple|position"),
        (lambda: DILEMMA.expected_payoffs([0]), "1 strategy for 2 players"),
        (lambda: DILEMMA.expected_payoffs([0, 5]), "no position 5"),
        (lambda: DILEMMA.expected_payoffs([0, [0.5, 0.6]]), "add up to 1.1"),
        (lambda: DILEMMA.expected_payoffs([0, [2, -1]]), "below 0"),
        (lambda: DILEMMA.expected_payoffs(["1", "3"]), "no strategy '3'"),
        (lambda: DILEMMA.expected_payoffs({"I": 0}), "no strategy for II"),
        (lambda: DILEMMA.expected_payoffs({"Ann": 0}), "no player 'Ann'"),
        (lambda: DILEMMA.expected_payoffs(7), "not a list"),
        (lambda: DILEMMA.best_responses("III", [0, 0]), "unknown player 'III'"),
        (lambda: DILEMMA.best_responses(2, [0, 0]), "unknown player 2"),
        (lambda: DILEMMA.restrict([0]), "1 list of"),
        (lambda: DILEMMA.restrict([0], [2]), "no position 2"),
        (lambda: DILEMMA.in_numbers(3), "True, False or None"),
        (lambda: DILEMMA.solve(method="magic"), "unknown method 'magic'"),
        (lambda: kb.game("finger-game").zero_sum_equivalent(), "only two-person"),
        (lambda: kb.game("finger-game").stackelberg(), "leader and a follower"),
        (lambda: kb.game("finger-game").movement_diagram().draw(), "only two-person"),
        (lambda: kb.game("battle-of-the-sexes").symmetric_two_action(), "not symmetric"),
        (lambda: kb.game("random-bimatrix").symmetric_two_action(), "two strategies"),
        (lambda: kb.game("random-bimatrix").payoff_lines(), "two strategies"),
        (lambda: DILEMMA.is_correlated_equilibrium([[1, 1], [0, 0]]), "add up to 2"),
        (lambda: DILEMMA.is_correlated_equilibrium([1]), "1 probability for 4"),
    ],
)
def test_bad_input_is_one_line(make, words):
    with pytest.raises(kb.GameError, match=words) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_profiles_in_many_spellings():
    game = kb.bimatrix("1,1 2,2; 3,3 4,4", rows="C D", columns="C D")
    half = (Fraction(1, 2), Fraction(1, 2))
    for spelled in ("C D", "C,D", ["C", "D"], [0, 1], {"I": "C", "II": 1}, "1 0; 0 1", "C; D"):
        assert read_profile(game, spelled) == ((1, 0), (0, 1))
    assert read_profile(game, "1/2 1/2; D")[0] == half
    assert read_profile(game, [{"C": "1/2", "D": "1/2"}, "D"])[0] == half
    (equilibrium,) = kb.game("prisoners-dilemma").equilibria()
    assert kb.game("prisoners-dilemma").is_equilibrium(equilibrium)


def test_costs_are_reported_as_costs():
    years = kb.bimatrix(
        "10 0; 20 1", "10 20; 0 1", rows="talk hush", columns="talk hush", cost=True
    )
    assert years.payoff(0, 0) == (10, 10)
    assert years.pure_equilibria().payoffs == ((10, 10),)
    assert years.expected_payoffs([["1/2", "1/2"], 0]) == (15, 5)
    assert years.best_responses("I", [0, 0]).responses == (0,)
    assert years.best_responses("I", [0, 0]).payoff == 10
    test = years.is_equilibrium("hush hush")
    assert test.regrets == (1, 1)
    assert [d.payoff for d in test.deviations] == [0, 0]
    assert years.safety_levels().levels == (10, 10)
    assert years.joint_optimum().total == 2
    assert years.joint_optimum().price_of_anarchy == 10
    assert years.stackelberg().verify()
    assert years.stackelberg().payoffs == (10, 10)
    assert years.equilibria()[0].payoffs == (10, 10)
    assert "cost 10" in str(years.is_equilibrium("talk talk"))
    assert "10, 10" in str(years)
    assert "costs to minimize" in str(years)
    assert loads(dumps(years, "json")) == years
    assert years.repeated(3).solve().total == (30, 30)
    zero = kb.bimatrix("1,-1 2,-2", cost=True)
    assert zero.constant_sum() == 0
    assert zero.solve()[0].payoffs == (2, -2)


@pytest.mark.parametrize("name", ["finger-game 4", "chicken", "congestion 3", "random-game 2,3,2"])
def test_files_round_trip(name):
    game = kb.game(name)
    assert loads(dumps(game, "json")) == game
    read = loads(dumps(game, "nfg"))
    assert read.payoffs == game.payoffs
    assert read.strategies == game.strategies
    other = loads(dumps(game, "nfg-outcomes"))
    assert other.payoffs == game.payoffs


def test_repeated_games_in_files():
    game = kb.game("prisoners-dilemma").repeated(5, "1/2")
    assert loads(dumps(game, "json")) == game
    read = loads('{"stage_bimatrix": [[[3,3],[0,4]],[[4,0],[1,1]]], "rounds": 100}')
    assert read.solve().total == (100, 100)
    for text, words in [
        ('{"rounds": 3}', "stage"),
        ('{"kind": "repeated", "stage": {"A": [[1]], "B": [[1]]}}', "rounds: it is missing"),
        ('{"rounds": "1/2", "stage": {"A": [[1]], "B": [[1]]}}', "whole"),
    ]:
        with pytest.raises(kb.GameError, match=words):
            loads(text)
    assert loads('{"R": [[1, 2]], "C": [[3, 4]]}') == kb.bimatrix("1 2", "3 4")
    assert loads('{"pairs": [[[1, 3], [2, 4]]]}') == kb.bimatrix("1 2", "3 4")
    assert loads('{"payoffs": {"C,C": [1, 1], "C,D": [0, 2]}}').strategies[1] == ("C", "D")
    with pytest.raises(kb.GameError, match="cost"):
        loads('{"A": [[1]], "B": [[1]], "cost": 1}')


def test_answers_speak():
    game = kb.game("chicken")
    for answer in (
        game.pure_equilibria(),
        game.movement_diagram(),
        game.safety_levels(),
        game.eliminate(),
        game.dominant_strategies(),
        game.rationalizable(),
        game.pareto(),
        game.joint_optimum(),
        game.interchangeable(),
        game.zero_sum_equivalent(),
        game.correlated_equilibrium(),
        game.coarse_correlated_equilibrium(),
        game.stackelberg(),
        game.stackelberg(mixed=False),
        game.is_equilibrium([0, 1]),
        game.repeated(3).solve(),
        game.potential(),
        kb.game("finger-game").symmetric_two_action().equilibria()[0],
        kb.game("finger-game").symmetric_two_action().joint_optimum(),
    ):
        assert str(answer)
        assert answer.verify().holds
        assert answer._repr_html_().startswith("<")
        assert isinstance(answer.to_json()["kind"], str)
    for told in (
        game.eliminate(),
        game.correlated_equilibrium(),
        game.stackelberg(),
        game.repeated(2).solve(),
        kb.game("finger-game").eliminate(),
        kb.game("public-goods").eliminate(),
    ):
        assert told.explain().steps
    assert "<svg" in game.movement_diagram().draw().svg
    assert "<svg" in game.payoff_lines().draw().svg
    assert "ordinal" in str(kb.bimatrix("3,3 0,9; 7,0 1,1").describe())


BAD_CALLS = [
    "prisoners-dilemma 1 2 3 4",
    "prisoners-dilemma 5 3 x 0",
    "prisoners-years 20 10 1 0",
    "stag-hunt 1 2 1 0",
    "chicken 1 1 1 1",
    "hawk-dove 0 1",
    "hawk-dove 1 -1",
    "battle-of-the-sexes 1 2",
    "opera-baseball 1 1",
    "coordination 1 0",
    "share-or-steal 10 6",
    "travelers-dilemma 5 5",
    "travelers-dilemma 2 10 0",
    "travelers-dilemma 0 100000",
    "effort 0",
    "finger-game 2",
    "finger-game 3 0 1",
    "finger-game 40",
    "public-goods 1",
    "volunteers-dilemma 3 1 2",
    "minority-game 4",
    "beauty-contest 3 3 1",
    "weakest-link 3 0",
    "congestion 3 1,2 0",
    "congestion 3 -1 0",
    "congestion 30 1,1",
    "random-bimatrix 0 2",
    "random-bimatrix 2 2 3 1",
    "random-game sizes=",
    "random-game 100,100,100,100",
    "covariance-game 3,3,3 -0.9",
    "covariance-game 3,3 2",
]


@pytest.mark.parametrize("call", BAD_CALLS)
def test_bad_parameters_of_named_games(call):
    with pytest.raises(kb.GameError) as caught:
        kb.game(call)
    assert "\n" not in str(caught.value)


def test_named_games_are_what_their_names_say():
    def cells(name):
        return kb.game(name).pure_equilibria().labels

    assert cells("prisoners-dilemma") == (("defect", "defect"),)
    assert cells("stag-hunt") == (("stag", "stag"), ("hare", "hare"))
    assert cells("chicken") == (("straight", "swerve"), ("swerve", "straight"))
    assert cells("opera-baseball") == (("opera", "opera"), ("baseball", "baseball"))
    assert cells("travelers-dilemma 2 6") == (("2", "2"),)
    assert cells("public-goods 3") == (("keep",) * 3,)
    assert len(cells("minority-game 5")) == 20
    assert kb.game("hawk-dove 2 4").is_equilibrium([["1/2", "1/2"]] * 2)
    assert len(kb.game("coordination 1 2 3").equilibria()) == 7
    rng = kb.game("covariance-game 20,20 0.9 3")
    first, second = (t.floats().ravel() for t in rng.payoffs)
    assert np.corrcoef(first, second)[0, 1] > 0.8
    assert kb.game("covariance-game 3,3,3 1").joint_optimum().equilibria


def test_players_and_strategies_by_name():
    game = kb.bimatrix("4,1 0,0; 0,0 1,4", rows="opera match", columns="opera match")
    assert game.payoff("opera", "opera") == game.payoff(0, 0) == (4, 1)
    with pytest.raises(kb.GameError, match="no strategy 'cinema'"):
        game.payoff("opera", "cinema")
    assert game.player("2") == game.player("II") == 1
    with pytest.raises(kb.GameError, match="unknown player '3'"):
        game.player("3")


@pytest.mark.parametrize(
    "given",
    [
        ["1/5", "4/5"],
        [0.2, 0.8],
        {"opera": "1/5", "match": "4/5"},
        {"II": ["1/5", "4/5"]},
        [None, ["1/5", "4/5"]],
        [["1/5", "4/5"]],
        ["match", ["1/5", "4/5"]],
    ],
)
def test_best_responses_need_only_what_the_others_do(given):
    game = kb.bimatrix("4,1 0,0; 0,0 1,4", rows="opera match", columns="opera match")
    assert game.best_responses("I", given).responses == (0, 1)


def test_whole_numbers_are_positions_of_a_profile():
    game = kb.bimatrix("4,1 0,0; 0,0 1,4", rows="opera match", columns="opera match")
    assert game.best_responses("II", [1, 0]).responses == (1,)
    assert game.best_responses("II", "match").responses == (1,)


def test_best_responses_of_three_without_the_own_strategy():
    game = kb.game("finger-game 3")
    assert game.best_responses(0, [0, 0]).responses == (1,)
    assert game.best_responses(1, [0, None, 0]).responses == (1,)


def test_strategies_of_a_profile_one_by_one():
    half = ["1/2", "1/2"]
    assert DILEMMA.expected_payoffs(half, [0, 1]) == DILEMMA.expected_payoffs([half, [0, 1]])
    assert DILEMMA.expected_payoffs("1/2 1/2", "1:0, 2:1") == DILEMMA.expected_payoffs(half, [0, 1])
    assert DILEMMA.is_equilibrium([0, 1], [0, 1])
    assert DILEMMA.nash_map(half, half) == DILEMMA.nash_map([half, half])
    assert kb.matrix("1 2; 3 4").best_rows("1/2 1/2").responses == (1,)
    with pytest.raises(kb.GameError, match="no strategy '1/2 x'"):
        kb.matrix("1 2; 3 4").best_rows("1/2 x")


def test_arrays_by_player_follow_the_players():
    arrays = {"II": "3 5; 0 1", "I": "3 0; 5 1"}
    assert kb.strategic_game(arrays, players=["I", "II"]) == DILEMMA
    with pytest.raises(kb.GameError, match="payoffs are given for II, I, but the players are A"):
        kb.strategic_game(arrays, players=["A", "B"])
