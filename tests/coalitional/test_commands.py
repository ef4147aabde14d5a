"""The commands for coalitions, votes and estates, as typed in a shell."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app

SALE = "S,F:1000 S,B:500 S,F,B:1000"


def run(*words, code=0):
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, result.output
    return result.output


def run_json(*words, code=0):
    return json.loads(run(*words, "--json", code=code))


def test_core_shapley_and_nucleolus():
    answers = run_json("coalition", SALE, "--core", "--shapley", "--nucleolus")["answers"]
    assert list(answers) == ["core", "shapley", "nucleolus"]
    assert answers["shapley"]["payoffs"] == ["1750/3", "1000/3", "250/3"]
    assert answers["nucleolus"]["payoffs"] == ["750", "250", "0"]
    assert sorted(answers["core"]["vertices"]) == [["1000", "0", "0"], ["500", "500", "0"]]


@pytest.mark.parametrize(
    "spelled",
    [
        "A:1 B:3 A,B:6",
        "A: 1, B: 3, A,B: 6",
        "v(A) = 1; v(B) = 3; v(A, B) = 6",
        "{A}:1 {B}:3 {A,B}:6",
        "v({A})=1, v({B})=3, v({A, B})=6",
        "A=1 B=3 AB=6",
        "A:1 B:3 A+B:6",
    ],
)
def test_spellings(spelled):
    assert run_json("coalition", spelled, "--shapley")["answers"]["shapley"]["payoffs"] == [
        "2",
        "4",
    ]


def test_every_option_has_an_answer():
    flags = [
        "--properties",
        "--dividends",
        "--imputations",
        "--shapley",
        "--banzhaf",
        "--core",
        "--least-core",
        "--nucleolus",
        "--prenucleolus",
        "--per-capita",
        "--modified",
        "--kernel",
        "--prekernel",
        "--tau",
        "--gately",
        "--solidarity",
        "--weber",
    ]
    found = run_json("coalition", SALE, *flags, "--verify")
    assert len(found["answers"]) == len(flags)
    assert found["certificate"]["holds"]
    assert found["answers"]["properties"]["convex"] is False
    assert found["answers"]["properties"]["veto_players"] == ["S"]
    votes = run_json("coalition", "A,B:1 A,C:1 A,B,C:1", "--power")
    assert votes["answers"]["power"]["indices"]["Shapley-Shubik index"] == ["2/3", "1/6", "1/6"]


def test_objections_unions_and_links():
    found = run_json(
        "coalition",
        SALE,
        "--at",
        "600 300 100",
        "--epsilon",
        "10",
        "--owen",
        "S,F B",
        "--myerson",
        "S-F F-B",
    )["answers"]
    assert found["core-membership"]["in_core"] is False
    assert found["core-membership"]["blocking"][0]["coalition"] == ["S", "F"]
    assert found["owen"]["payoffs"] == ["625", "375", "0"]
    assert found["myerson"]["payoffs"] == ["500", "500", "0"]
    assert not found["epsilon-core"]["empty"]


def test_costs():
    found = run_json("coalition", "A:100 B:110 C:110 AB:140 AC:140 BC:160 ABC:220", "--costs")
    assert found["core_payments"] == [["60", "80", "80"]]
    assert "payments by the Shapley value" in run("coalition", "A:100 B:110 A,B:140", "--costs")


def test_voting():
    found = run_json("voting", "51", "--weights", "40,30,20,10")
    assert found["indices"]["Shapley-Shubik index"] == ["5/12", "1/4", "1/4", "1/12"]
    assert found["minimal_winning"] == [["1", "2"], ["1", "3"], ["2", "3", "4"]]
    strict = run_json("voting", "57", "31,31,28,21,2,2", "--strict")
    assert strict["null_players"] == ["4", "5", "6"]
    named = run_json("voting", "3", "--weights", "A:2,B:1,C:1", "--method", "shapley,nucleolus")
    assert named["players"] == ["A", "B", "C"]
    assert named["answers"]["nucleolus"]["payoffs"] == ["1", "0", "0"]
    assert "with a veto: 1" in run("voting", "3", "--weights", "2,1,1")
    assert run("voting", "51: 40 30 20 10") == run("voting", "[51: 40, 30, 20, 10]")


def test_bankruptcy():
    found = run_json("bankruptcy", "200", "--claims", "100,200,300")
    assert found["awards"]["talmud"] == ["50", "75", "75"]
    one = run_json("bankruptcy", "36", "--claims", "A:10 B:20 C:30", "--rule", "nucleolus")
    assert one["payoffs"] == ["5", "21/2", "41/2"]
    assert run_json("bankruptcy", "1", "1,1", "--float")["awards"]["talmud"] == [0.5, 0.5]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("coalition", ""), "no coalitions"),
        (("coalition", "A:1 A:2"), "given twice"),
        (("coalition", "A,A:1"), "twice in the coalition"),
        (("coalition", ":5 A:1"), "empty coalition is worth 5"),
        (("coalition", "A:0 B:1 C:2 A,B,C:5"), "no worth is given for A,B; A,C; B,C"),
        (("coalition", "A:1 B:2 A,B:3", "--players", "A"), "unknown player 'B'"),
        (("coalition", "A:1.2.3"), "'1.2.3' is not a number"),
        (("coalition", "A:1:2"), "write a coalition and its worth"),
        (("coalition", "A:1 B:2 A,B:4", "--at", "1 2 3"), "3 numbers for 2 players"),
        (("coalition", "nim", "3", "4"), "impartial games are not coalitional; write"),
        (("coalition", "matrix", "1 2", "--reading", "alfa"), "did you mean 'alpha'"),
        (("coalition", "matrix", "1 2", "--order", "I"), "does not name every player once"),
        (("coalition", SALE, "--power"), "needs a simple game"),
        (("coalition", "A:1 B:2 A,B:1", "--nucleolus"), "no imputations"),
        (("voting", "101", "--weights", "40,30,20,10"), "at most 100"),
        (("voting", "51"), "--weights"),
        (("voting", "51", "--weights", "40,-30,20,10"), "it must not be negative"),
        (("voting", "51", "--weights", "A:40,A:30"), "used twice"),
        (("voting", "51", "--weights", "A:40,30"), "name every number"),
        (("bankruptcy", "700", "--claims", "100,200,300"), "more than the sum of the claims"),
        (("bankruptcy", "-1", "--claims", "100"), "must not be negative"),
        (("bankruptcy", "1", "--claims", "100,-1"), "must not be negative"),
        (("bankruptcy", "1", "--claims", "100", "--rule", "talmd"), "did you mean 'talmud'"),
    ],
)
def test_bad_input_is_one_line(words, says):
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 2
    lines = result.output.strip().splitlines()
    assert len(lines) == 1
    assert says in lines[0]


def change(claim, old, new):
    text = json.dumps(claim)
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("game", "solve", "old", "new"),
    [
        (("coalition", SALE), ("solve", "coalition", SALE), '"750"', '"740"'),
        (("coalition", SALE), ("solve", "coalition", SALE), '["1000", "0", "0"], ', ""),
        (("coalition", SALE), ("coalition", SALE, "--core"), '"F": ["0"', '"F": ["1"'),
        (
            ("coalition", SALE),
            ("coalition", SALE, "--least-core"),
            '"epsilon": "0"',
            '"epsilon": "1"',
        ),
        (("coalition", SALE), ("coalition", SALE, "--modified"), '"500"', '"499"'),
        (("coalition", SALE), ("coalition", SALE, "--dividends"), '"-500"', '"-400"'),
        (
            ("coalition", SALE),
            ("coalition", SALE, "--weber"),
            '"payoffs": ["1000"',
            '"payoffs": ["999"',
        ),
        (
            ("cost", "A:100 B:110 A,B:140"),
            ("solve", "cost", "A:100 B:110 A,B:140"),
            '["65", "75"]',
            '["75", "65"]',
        ),
        (
            ("weighted-voting", "51", "40,30,20,10"),
            ("voting", "51", "40,30,20,10"),
            '"5/18"',
            '"6/18"',
        ),
        (
            ("bankruptcy", "200", "100,200,300"),
            ("bankruptcy", "200", "100,200,300"),
            '["40", "80", "80"]',
            '["50", "75", "75"]',
        ),
    ],
)
def test_verify_accepts_what_solve_says_and_rejects_what_was_changed(
    tmp_path, game, solve, old, new
):
    claim = run_json(*solve)
    path = tmp_path / "claim.json"
    path.write_text(json.dumps(claim), encoding="utf-8")
    assert run_json("verify", *game, str(path))["holds"]
    path.write_text(change(claim, old, new), encoding="utf-8")
    assert not run_json("verify", *game, str(path), code=1)["holds"]


def test_verify_of_an_empty_core(tmp_path):
    game = ("coalition", "A,B:3 A,C:3 B,C:3 A,B,C:4")
    path = tmp_path / "claim.json"
    claim = run_json(*game, "--core")
    path.write_text(json.dumps(claim), encoding="utf-8")
    assert run_json("verify", *game, str(path))["holds"]
    path.write_text(change(claim, '"1/2"', '"1/3"'), encoding="utf-8")
    run("verify", *game, str(path), code=1)


def test_a_short_claim(tmp_path):
    path = tmp_path / "claim.json"
    path.write_text('{"shapley": {"B": "250/3", "F": "1000/3", "S": "1750/3"}}', encoding="utf-8")
    assert run_json("verify", "coalition", SALE, str(path))["holds"]
    path.write_text('{"nucleolus": [700, 300, 0]}', encoding="utf-8")
    run("verify", "coalition", SALE, str(path), code=1)
    path.write_text('{"nucleolos": [700, 300, 0]}', encoding="utf-8")
    assert "did you mean 'nucleolus'" in run("verify", "coalition", SALE, str(path), code=2)


def test_exact_and_float(tmp_path):
    path = tmp_path / "game.json"
    path.write_text('{"v": {"A": 0.5, "B": 1, "A,B": 2}}', encoding="utf-8")
    exact = run_json("solve", str(path), "--exact")["answers"]["shapley"]
    assert (exact["payoffs"], exact["exact"]) == (["3/4", "5/4"], True)
    floats = run_json("solve", "coalition", "A:1/2 B:1 A,B:2", "--float")["answers"]["shapley"]
    assert (floats["payoffs"], floats["exact"]) == ([0.75, 1.25], False)
    costs = run_json("solve", "cost", "A:100 B:110 A,B:140", "--float")
    assert costs["payments"]["Shapley value"] == [65.0, 75.0]


@pytest.mark.parametrize("verb", ["explain", "describe", "draw"])
def test_other_verbs_take_typed_coalitions(verb, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(verb, "coalition", SALE)
    assert run(verb, "cost", "A:100 B:110 C:110 AB:140 AC:140 BC:160 ABC:220")


def test_from_strategies():
    dilemma = ("coalition", "bimatrix", "3 0; 4 1", "3 4; 0 1")
    found = run_json(*dilemma, "--shapley")["answers"]
    assert found["worths"]["constant_sum"] is None
    assert found["worths"]["readings"]["security"] == {"I": "1", "II": "1", "I,II": "6"}
    assert found["worths"]["readings"]["threat"] == {"I": "3", "II": "3", "I,II": "6"}
    assert found["shapley"]["payoffs"] == ["3", "3"]
    assert run_json(*dilemma, "--reading", "threat", "--core")["answers"]["core"]["vertices"] == [
        ["3", "3"]
    ]
    assert "do not add up to a constant" in run(*dilemma)
    turns = run_json("coalition", "matrix", "1 -1; -1 1", "--order", "I II", "--core", "--verify")
    assert turns["answers"]["worths"]["worths"] == {"I": "-1", "II": "1", "I,II": "0"}
    assert turns["certificate"]["holds"]


@pytest.mark.parametrize("setting", ["reserve=100", "reserve:100"])
def test_games_of_the_shelf_take_their_parameters(setting):
    words = ("coalition", "one-seller", "1000,500", setting, "--core")
    assert "400" in run(*words)
    assert run(*words) != run("coalition", "one-seller", "1000,500", "--core")


@pytest.mark.parametrize("formula", ["|S|^2", "v(S) = s^2", "s*s"])
def test_worths_by_a_formula_in_the_size(formula):
    table = "A:1 B:1 C:1 A,B:4 A,C:4 B,C:4 A,B,C:9"
    said = run("coalition", formula, "--players", "A,B,C", "--core", "--shapley")
    assert said == run("coalition", table, "--core", "--shapley")


def test_worths_by_a_formula_in_the_sum_of_the_members():
    answer = run_json("coalition", "sum^2", "--players", "1,2,4", "--shapley")
    assert "28" in str(answer)


def test_a_formula_needs_players():
    assert "need the players" in run("coalition", "s^2", code=2)


def test_a_constant_is_a_formula():
    table = "A:5 B:5 C:5 A,B:5 A,C:5 B,C:5 A,B,C:5"
    for formula in ("v(S) = 5", "v(k) = 5", "v(S) = 5 if |S| >= 1 else 0"):
        assert run("coalition", formula, "--players", "A,B,C") == run("coalition", table)
    assert "S  6" in run("coalition", "v(S)=5 v(F)=3 v(SF)=10", "--shapley")


def test_a_table_of_any_command_takes_its_players():
    said = run("solve", "coalition", "v(S) = |S|^2", "players=A,B,C")
    assert said == run("coalition", "|S|^2", "--players", "A,B,C")
    said = run("solve", "coalition", "12:3 13:4 123:6 1:1", "missing=zero", "players=1,2,3")
    assert "Shapley value" in said
    assert "did you mean 'players'?" in run("solve", "coalition", "s^2", "player=3", code=2)
    assert "5/3" in run("solve", "cost", "c(S) = 5", "players=3")


def test_given_payoffs_are_tested_for_the_kernel():
    table = ("coalition", "12:60 13:40 23:20 123:80", "--kernel", "--at")
    assert "2 outweighs 1, 10 by 2,3 against -35 by 1,3" in run(*table, "70 5 5")
    assert "1 and 2: -15 by 1,3 and -15 by 2,3" in run(*table, "45 25 10")


def test_s_may_be_the_name_of_a_player():
    assert "s  2" in run("coalition", "s:1 t:2 s,t:5", "--shapley")


def test_v_of_n_is_the_worth_of_all():
    with_n = run_json("coalition", "v(1)=1; v(2)=0; v(3)=1; v(12)=4; v(13)=3; v(23)=5; v(N)=8")
    assert with_n["answers"]["shapley"]["payoffs"] == ["7/3", "17/6", "17/6"]
    assert kb.coalition({"M": 1, "N": 0, "M,N": 3}).players == ("M", "N")
    assert kb.coalition({"A": 1, "B": 0, "N": 3}).players == ("A", "B")
    assert "twice" in run("coalition", "A:1 B:0 A,B:2 N:3", code=2)


def test_players_arrive_in_an_order():
    answers = run_json("coalition", "A,B:2 A,C:4 B,C:6 A,B,C:7", "--order", "B C A")["answers"]
    assert answers["marginal-vector"]["payoffs"] == ["1", "0", "6"]


def test_payments_of_a_cost_game_are_tested():
    costs = "A:100 B:110 C:110 A,B:140 A,C:140 B,C:160 A,B,C:220"
    printed = run("coalition", costs, "--costs", "--at", "70,75,75")
    assert "save (30, 35, 35)" in printed
    assert "A,B can gain 5" in printed


@pytest.mark.parametrize(
    ("words", "index"),
    [
        (["majority", "5"], ["1/5"] * 5),
        (["unanimity", "4", "carrier=1,3"], ["1/2", "0", "1/2", "0"]),
        (["dictator", "3"], ["1", "0", "0"]),
        (["nassau-county"], ["1/3"] * 3 + ["0"] * 3),
        (["[51: 10, 20, 30, 40]"], ["1/12", "1/4", "1/4", "5/12"]),
    ],
)
def test_votes_by_name_and_in_brackets(words, index):
    assert run_json("voting", *words)["indices"]["Shapley-Shubik index"] == index


def test_a_named_vote_has_its_own_voters():
    assert "has its own voters" in run("voting", "dictator", "3", "--strict", code=2)
    assert "is not a voting game" in run("voting", "chess", code=2)


def test_an_estate_may_be_called_so():
    plain = run("bankruptcy", "200", "--claims", "100,200,300")
    assert run("bankruptcy", "--estate", "200", "--claims", "100,200,300") == plain
    assert run("bankruptcy", "--estate", "200", "100,200,300") == plain
