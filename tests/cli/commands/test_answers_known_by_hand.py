"""Tables, trees, examples and documents from the command line, with answers known by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

DILEMMA = ("repeat", "prisoners-dilemma", "--strategies", "always-defect,grim")
GROWING = ("iterate", "stochastic", "G: G, 1; 1, 0", "endless=0")
HALVED = ("stochastic", "G: G/2 + 1, 1; 1, 0")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        # T = 5, R = 3, P = 1, S = 0: 5 + 1/2 + 1/4 + ... and 0 + 1/2 + 1/4 + ...
        ((*DILEMMA, "--rounds", "infinite", "--discount", "1/2"), ["payoffs (6, 1) in all"]),
        ((*DILEMMA, "--rounds", "3"), ["payoffs (7, 2) in all", "I can do better: 11"]),
        (("repeat", "prisoners-dilemma", "--rounds", "infinite"), ["(3, 3)                  1/2"]),
        (("repeat", "prisoners-dilemma", "infinite"), ["(3, 3)                  1/2"]),
        (("repeat", "prisoners-dilemma", "--discount", "1/2"), ["(3, 3)                  1/2"]),
        (("repeat", "prisoners-dilemma", "--rounds", "3"), ["in every round I defect, II defect"]),
        # v -> val(v, 1; 1, 0) = 1/(2 - v)
        ((*GROWING, "--steps", "3"), ["v1  0.500000", "v2  0.666667", "v3  0.750000"]),
        ((*GROWING, "--steps", "1", "--from", "G=1/2"), ["v0  0.500000", "v1  0.666667"]),
        ((*GROWING, "--steps", "1", "--from", "1/2"), ["v0  0.500000", "v1  0.666667"]),
        (("equilibria", "chicken", "--label", "0"), ["found by Lemke-Howson, label 0"]),
        (("equilibria", "chicken", "--label", "all"), ["2 equilibria were found"]),
        (("equilibria", "prisoners-dilemma", "--symmetric"), ["both play defect"]),
        (("quantal-response", "matching-pennies", "--at", "1"), ["lambda 1", "0.5"]),
        (("nash-map", "chicken", "--steps", "2"), ["not fixed, so not an equilibrium"]),
        (("stackelberg", "chicken", "--pure"), ["commits to straight and II answers swerve"]),
        (("cfr", "matching-pennies", "--iterations", "50"), ["exploitability 0"]),
        (
            ("cfr", "matching-pennies", "--method", "forgetful", "--iterations", "9"),
            ["cfr without recall: 9 iterations"],
        ),
        (("gain", "9 5", "6 2; 3 3"), ["entropy 0.9402859587", "gain 0.04812703041"]),
        (("gain", "9+ 5-", "6+ 2-; 3+ 3-"), ["gain 0.04812703041"]),
        (("gain", "6 2; 3 3", "--explain"), ["8/14 · 0.8113 + 6/14 · 1"]),
        (("genes", "01101", "11000", "--cross", "4", "--mutate", "2"), ["children  01100 11001"]),
        (("genes", "1010", "0101", "--mask", "1100"), ["children  1001 0110"]),
        (("genes", "1010", "--mutate", "1"), ["mutated  0010"]),
        # one of three draws is the fitter of two, unless all three are the other: 1 - (1/2)^3
        (("genes", "--fitness", "1,2", "--selection", "tournament:3"), ["7/8, 7/4 copies"]),
        (("genes", "--fitness", "1 1", "--draws", "0.1,0.9"), ["1 copy expected", "chosen  1 2"]),
        (("perceptron", "1 1 1; 0 0 -1"), ["(0, 0): sum 0, y = 1, not -1: w = (0, 0), b = -2"]),
        (("utility", "1/3 A + 2/3 B", "C", "-u", "A=1,B=0,C=2/5"), ["C               2/5"]),
        (("solve", *HALVED, "--exact"), ["value 1"]),
        (("solve", *HALVED, "--float"), ["value 1"]),
        (("solve", "kuhn-poker", "--exact"), ["I -1/18, II 1/18"]),
        (("solve", "kuhn-poker", "--float"), ["I -0.05555555556"]),
        # w = p/6 + 5/6 with 2 in hand and v = p/6 + w/6 + 4/6, where p = 1 - v: v = 36/43
        (("solve", "pig", "3", "--exact"), ["0:0, first with 0 value 29/43"]),
        (("methods", "nim", "3", "4", "5"), ["mex"]),
        (("methods", "chicken"), ["lemke-howson", "does not apply"]),
        (("explain", "matrix", "1 2; 3 4", "--digits", "3"), ["saddle point"]),
        (("verify", "--help"), ["kibitz verify answer.json"]),
    ],
)
def test_known(run: Any, words: tuple[str, ...], parts: list[str]) -> None:
    found = run(*words)
    assert found.exit_code == 0, found.stderr
    for part in parts:
        assert " ".join(part.split()) in " ".join(found.stdout.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("repeat", "chicken", "--rounds", "x"), "--rounds x: it must be a whole number, or inf"),
        ((*GROWING, "--from", "G=1/2 H"), "--from H: write a state and a number, as in G1=0"),
        ((*GROWING, "--from", "G=1/2 G=1"), "--from G=1: G is given twice"),
        ((*GROWING, "--from", "H=1"), "unknown state 'H'; known: G"),
        (
            ("iterate", "chicken"),
            "iterate applies to stochastic games only, not to strategic games",
        ),
        (("equilibria", "chicken", "--pure", "--label", "1"), "--pure chooses its own method"),
        (("equilibria", "chicken", "--symmetric", "--label", "1"), "--symmetric chooses its own"),
        (("equilibria", "chicken", "--label", "1", "--method", "enumeration"), "only to lemke-ho"),
        (("equilibria", "chicken", "--label", "9"), "labels run from 0 to 3, rows before columns"),
        (("equilibria", "chicken", "--label", "swerve"), "label 'swerve' occurs twice"),
        (("nash-map", "chicken", "--steps", "0"), "--steps is 0; it must be at least 1"),
        (("dynamics", "chicken", "--portrait"), "--portrait needs an output file"),
        (("cfr", "matching-pennies", "--method", "external"), "a game given by rules"),
        (("cfr", "kuhn-poker", "--method", "external", "--target", "1"), "needs --iterations or"),
        (("gain", "9 5", "6 2 1; 3 3 0"), "a count for each of the 2 classes"),
        (("gain", "9 5", "--tree"), "--target and --tree need named examples"),
        (("gain", "9 5", "2 1", "0 3"), "examples must be one argument, not 3"),
        (("genes", "1010", "--mask", "1100"), "1 given: cross two parents"),
        (("genes", "1010", "--mutate", "x"), "--mutate: 'x'; write whole numbers"),
        (("genes", "1010", "0101", "--selection", "roulette"), "--selection and --draws need"),
        (("genes", "1010", "--fitness", "1,2"), "--fitness is for selection"),
        (("genes", "--fitness", "1,2", "--selection", "tournament:x"), "only tournament:3 takes"),
        (("updates", "A right -1 B", "--exploration", "0.1"), "applies only to expected-sarsa"),
        (("updates", "A right -1 B", "--table", "3"), "table: write STATE CHOICE VALUE, not '3'"),
        (("utility", "--prefer", "A B", "--axioms", "x"), "give one of --utilities"),
        (("sequence", "nim", "--to", "9999"), "nim is listed from 0 up to 1000"),
        (("bandit",), "no arms; give their probabilities"),
        (("bandit", "--script", "1 0; 0 1", "--pulls", "3"), "--pulls needs arms with known"),
        (("exercise", "nim", "--slides"), "--slides needs a file"),
        (("experiment", "a.json", "b.json"), "give one experiment, and one session file"),
        (("experiment", "guess", "--players", "Ann"), "give the session file"),
        (("reproduce", "old"), "unknown work 'old'"),
        (("warm", "nosuch"), "unknown game 'nosuch'"),
        (("explain", "chicken", "--set", "x=1"), "--set x: options belong to methods"),
        (("solve", "airport", "costs=1,,3"), "airport: costs: an item is missing at ',,3'"),
        (("solve", "matrix", "1 2; 3 4", "--rows", "a,"), "rows: name 2 of 'a,' is empty"),
        (("solve", "blotto", "1000", "1000", "999"), "blotto: about 10^600 strategies are more"),
        (("solve", "chicken", "--method", ""), "unknown method '' for strategic games; `kibitz m"),
        (("draw", "kuhn-poker", "--what", "cube"), "cannot draw the 'cube' of Kuhn poker; known: "),
        (("draw", "matrix", "1 2; 3 4", "--layout", "right"), "--layout does not apply to this"),
        (("draw", "matrix", "1 2; 3 4", "--width", "-3"), "the width is '-3'; write it as 640"),
        (("draw", "chicken", "--moves", "e4"), "strategic games are not played move by move"),
        (("correlated", "chicken", "--objective", "1,2,3"), "objective: 3 weights for 2 players"),
        (("evaluate", "nim", "3", "--row", "1"), "tables of payoffs only, not to impartial games"),
        (("methods", "simplx"), "unknown game or method 'simplx'; did you mean 'simplex'?"),
        (("methods", "xyzzy"), "`kibitz games` and `kibitz methods` list them all"),
        (("solve", "max", "3x+2y"), "a linear program needs constraints; write max"),
        (("solve", "3", "4", "5"), "these are only numbers; for heaps write nim 3 4 5"),
        (("explain", "nim", "3", "--method", "mex"), "chooses the method for impartial games its"),
        (("puzzle", "queens", "-1"), "queens: '-1' is not a board size"),
        (("play", "chicken", "--vs", "fictitious-play"), "in rounds; add --rounds 20"),
        (("play", "tic-tac-toe", "--seconds", "-1"), "seconds is -1; it must be positive"),
        (("explain", "a.json", "b.json", "--set", "x=1"), "--set applies to one game only"),
        (("solve", "chicken", "--digits", "3", "--explain"), "--digits has no effect with"),
        (("solve", "chicken", "--save", "a.txt"), "a.txt: answers are saved as .json or .kbz"),
        (("solve", "chicken", "--seconds", "1"), "in which no position recurs"),
        (("solve", "pig", "10", "--seconds", "1"), "in which no position recurs"),
        (("solve", "tic-tac-toe", "--exact"), "cannot be converted between exact and floating"),
        (("coalition", "tic-tac-toe"), "the tree has more than"),
        (("solve", "chicken", "--target", "0.1"), "only to games solved by regret minimization"),
        (("convert", "chicken", "-o", "a.efg", "--to", "nfg"), "a.efg"),
        (("verify", "a.kbz"), "verify needs a game, then a file"),
        (("tour", "99"), "stop 99 does not exist; the stops are 1 to 11"),
    ],
)
def test_what_cannot_be_meant(refuse: Any, words: tuple[str, ...], message: str) -> None:
    assert message in refuse(*words)


def test_a_workbench_for_others_needs_a_token(refuse: Any) -> None:
    pytest.importorskip("nicegui")
    assert "so --token is required" in refuse("web", "--host", "0.0.0.0")


def test_the_structure_of_chicken(run: Any) -> None:
    told = json.loads(run("structure", "chicken", "--json", "--verify").stdout)
    assert all(proof["holds"] for proof in told["certificates"].values())
    assert "2 equilibria in pure strategies" in run("structure", "chicken", "--explain").stdout
    assert "no cell is missing" in run("structure", "chicken", "--verify").stdout
    assert "no equilibrium in pure" in run("structure", "rock-paper-scissors").stdout


def test_a_saved_answer_is_verified_by_its_own_game(run: Any) -> None:
    assert run("solve", "chicken", "--save", "answer.json").exit_code == 0
    assert run("verify", "answer.json").exit_code == 0
    assert run("verify", "chicken", "answer.json").exit_code == 0
    data = json.loads(Path("answer.json").read_text())
    data["extreme"], data["number"] = data["extreme"][:1], 1
    Path("false.json").write_text(json.dumps(data))
    Path("broken.json").write_text('{"kind": "equilibria"}')
    assert run("verify", "false.json").exit_code == 1
    both = run("verify", "answer.json", "false.json", "broken.json")
    assert both.exit_code == 1
    assert "✗ broken.json: " in both.stdout
    told = run("verify", "answer.json", "false.json", "--json").stdout
    assert [json.loads(line)["holds"] for line in told.splitlines()] == [True, False]


def test_explanations_are_written_to_files(run: Any) -> None:
    assert "wrote a.json" in run("explain", "chicken", "-o", "a.json").stdout
    assert json.loads(Path("a.json").read_text())["title"] == "Chicken"
    assert run("explain", "chicken", "-o", "a.html").exit_code == 0
    assert "<h" in Path("a.html").read_text()
    told = json.loads(run("solve", "chicken", "--explain", "--json").stdout)
    assert told["title"] == "Chicken"


def test_methods_in_json_say_why_not(run: Any) -> None:
    told = json.loads(run("methods", "prisoners-dilemma", "--json").stdout)["methods"]
    assert {entry["name"] for entry in told if entry["applies"]} >= {"lemke-howson"}
    assert all(entry["reason"] for entry in told if entry["applies"] is False)
    assert "applies" not in json.loads(run("methods", "--json").stdout)["methods"][0]
