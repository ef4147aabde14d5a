"""The commands: what people see, what programs read, and the exit status."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import load, matrix, save
from kibitz.core.names.topics import TOPICS
from kibitz.core.registry import SHELF
from kibitz.formats import loads
from kibitz.linear.program import LinearProgram

Run = Callable[..., Any]
Refuse = Callable[..., str]
ODD = ("matrix", "-2 3; 3 -4")
COMMANDS = ["solve", "explain", "draw", "describe", "games", "convert", "verify", "tour"]
PROGRAM = '{"c": [2, 1, 3], "A": [[0, 3, 1], [1, 1, 1], [3, 2, 0]], "b": [5, 10, 8]}'


def read(run: Run, *arguments: str, stdin: str | None = None) -> Any:
    result = run(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_solve(run: Run) -> None:
    result = run("solve", *ODD)
    assert result.exit_code == 0
    assert result.stdout == str(matrix("-2 3; 3 -4").solve()) + "\n"
    assert result.stderr == ""


def test_options_may_stand_anywhere(run: Run) -> None:
    for words in (
        ("solve", "--json", *ODD),
        ("solve", *ODD, "--json"),
        ("solve", "matrix", "--json", "-2 3; 3 -4"),
        ("solve", "--json", "--", *ODD),
    ):
        assert read(run, *words)["value"] == "1/12"


def test_negative_numbers_are_data(run: Run) -> None:
    assert read(run, "solve", "matrix", "-1", "--json")["value"] == "-1"
    assert read(run, "solve", "matrix", "-.5 1", "--json")["value"] == "-1/2"
    assert read(run, "solve", "matrix", "−2 3", "--json")["value"] == "-2"
    seeded = read(run, "convert", "random-matrix", "2", "2", "-9", "-3", "--to", "json")
    assert all(-9 <= int(x) <= -3 for row in seeded["matrix"] for x in row)


def test_solve_json(run: Run) -> None:
    data = read(run, "solve", *ODD, "--json")
    assert data["kind"] == "matrix-solution"
    assert data["row"] == data["column"] == ["7/12", "5/12"]
    assert "certificate" not in data
    checked = read(run, "solve", *ODD, "--json", "--verify")
    assert checked["certificate"]["holds"] is True
    assert {k: v for k, v in checked.items() if k != "certificate"} == data


def test_solve_in_floats(run: Run) -> None:
    data = read(run, "solve", *ODD, "--json", "--float")
    assert data["exact"] is False
    assert data["value"] == pytest.approx(1 / 12)


def test_solve_with_a_method(run: Run, refuse: Refuse) -> None:
    assert "pivot" in read(run, "solve", *ODD, "--json", "--method", "pivoting")["method"]
    assert "unknown method 'simplx'" in refuse("solve", *ODD, "--method", "simplx")


def test_solve_and_prove(run: Run) -> None:
    result = run("solve", *ODD, "--verify")
    assert result.exit_code == 0
    assert result.stdout.count("✓") == 5
    assert "proved by the minimax theorem" in result.stdout


def test_solve_all(run: Run, refuse: Refuse) -> None:
    data = read(run, "solve", "matrix", "1 3 5 3; 4 0 2 2; 3 7 3 5", "--all", "--json", "--verify")
    assert data["value"] == "3"
    assert data["row_unique"] is False
    assert data["certificate"]["holds"] is True
    assert "value 3" in run("solve", "matrix", "1 3 5 3; 4 0 2 2; 3 7 3 5", "--all").stdout
    zero = read(run, "solve", "bimatrix", "1 2; 3 0", "0 -1; -2 1", "--all", "--json")
    assert zero["value"] == "3/2"
    assert "leave out --method" in refuse("solve", *ODD, "--all", "--method", "simplex")
    Path("lp.json").write_text(PROGRAM)
    assert "--all applies to matrix games only" in refuse("solve", "lp.json", "--all")


def test_solve_a_linear_program(run: Run) -> None:
    data = read(run, "solve", "-", "--json", "--verify", stdin=PROGRAM)
    assert Fraction(data["value"]) == Fraction(61, 3)
    assert data["certificate"]["holds"] is True


def test_explain(run: Run) -> None:
    result = run("explain", *ODD)
    assert result.exit_code == 0
    assert result.stdout.strip() == str(matrix("-2 3; 3 -4").explain())
    assert "\x1b" not in result.stdout


def test_explain_elsewhere(run: Run, refuse: Refuse) -> None:
    explanation = matrix("-2 3; 3 -4").explain()
    assert run("explain", *ODD, "--markdown").stdout == explanation.markdown() + "\n"
    page = run("explain", *ODD, "--html").stdout
    assert page.startswith("<!doctype html>")
    assert page.rstrip() == explanation.page().rstrip()
    told = read(run, "explain", *ODD, "--json")
    assert told.pop("provenance")["command"] == "explain"
    assert told == explanation.to_json()
    for ending, start in ((".md", "# "), (".html", "<!doctype"), (".json", "{"), (".txt", "A ")):
        result = run("explain", *ODD, "-o", f"why{ending}")
        assert result.stdout == f"wrote why{ending}\n"
        assert Path(f"why{ending}").read_text().startswith(start)
    assert "written as .md, .html, .tex" in refuse("explain", *ODD, "-o", "why.doc")
    assert "slides need a file" in refuse("explain", *ODD, "--slides")
    assert run("explain", *ODD, "--slides", "-o", "why.tex").exit_code == 0
    assert "beamer" in Path("why.tex").read_text()
    assert "there is no directory" in refuse("explain", *ODD, "-o", "no/such/why.md")
    assert "choose one of" in refuse("explain", *ODD, "--html", "--json")
    assert "unknown method 'magic'" in refuse("explain", *ODD, "--method", "magic")


def test_draw(run: Run, refuse: Refuse) -> None:
    result = run("draw", *ODD)
    assert result.exit_code == 0
    assert result.stdout.startswith("wrote matrix.svg")
    assert Path("matrix.svg").read_text().startswith("<svg")
    assert run("draw", "morra").stdout.startswith("wrote morra.svg")
    data = read(run, "draw", *ODD, "--what", "graph", "-o", "lines.html", "--json")
    assert data["file"] == "lines.html"
    assert "<svg" in Path("lines.html").read_text()
    assert "pictures are written as .svg, .png, .pdf, .tex or .html" in refuse(
        "draw", *ODD, "-o", "x.gif"
    )
    assert "there is no directory 'no/such'" in refuse("draw", *ODD, "-o", "no/such/x.svg")


def test_draw_positions(run: Run, refuse: Refuse) -> None:
    told = run("draw", "othello", "--moves", "f5 d6").stdout
    assert told.strip() == "wrote othello.svg: Othello: after d6, black to move"
    assert "after d6, black to move" in Path("othello.svg").read_text()
    told = run("draw", "tic-tac-toe", "--state", "XXX / OO. / ...").stdout
    assert told.strip() == "wrote tic-tac-toe.svg: Tic-tac-toe: over: X 1, O -1"
    assert "3 rows of 3" in refuse("draw", "tic-tac-toe", "--state", "XX")
    assert "no move 'f6' here" in refuse("draw", "othello", "--moves", "f6")
    assert "'grph'" in refuse("draw", *ODD, "--what", "grph")


def test_describe(run: Run) -> None:
    assert run("describe", *ODD).stdout == str(matrix("-2 3; 3 -4").describe()) + "\n"
    assert read(run, "describe", *ODD, "--json")["facts"]["size"] == "2 x 2"
    assert read(run, "describe", *ODD, "--json", "--float")["facts"]["numbers"] == "floating point"


def test_games(run: Run, refuse: Refuse) -> None:
    listing = run("games")
    assert listing.exit_code == 0
    data = read(run, "games", "--json")["games"]
    assert [entry["name"] for entry in data]
    assert {entry["name"] for entry in data} == set(SHELF)
    for entry in data:
        assert entry["usage"] in listing.stdout
        assert entry["description"] in listing.stdout
    assert "did you mean" in refuse("games", "blotot")
    assert max(map(len, listing.stdout.splitlines())) < 160


def test_games_of_a_family(run: Run) -> None:
    data = read(run, "games", "random", "--json")["games"]
    assert {entry["family"] for entry in data} == {"random"}
    assert "random-matrix" in run("games", "random").stdout


def test_one_game(run: Run) -> None:
    shown = run("games", "blotto").stdout
    assert shown.startswith("blotto: ")
    assert "units" in shown
    assert run("games", "tic", "tac", "toe").stdout == run("games", "tic-tac-toe").stdout
    (entry,) = read(run, "games", "Blotto", "--json")["games"]
    assert entry["parameters"][0]["name"] == "units"
    assert entry["parameters"][0]["default"] == "4"


def test_convert(run: Run, refuse: Refuse) -> None:
    for kind in ("nfg", "nfg-outcomes", "json", "text"):
        result = run("convert", *ODD, "--to", kind)
        assert result.exit_code == 0
        assert loads(result.stdout, kind) == matrix("-2 3; 3 -4")
    assert loads(run("convert", *ODD, "--json").stdout) == matrix("-2 3; 3 -4")
    assert read(run, "convert", *ODD, "--to", "nfg", "--json")["format"] == "nfg"
    assert run("convert", *ODD, "-o", "g.nfg").stdout == "wrote g.nfg\n"
    assert load("g.nfg") == matrix("-2 3; 3 -4")
    told = read(run, "convert", "g.nfg", "-o", "g.json", "--json")
    assert (told["file"], told["format"], told["form"]) == ("g.json", "json", "matrix")
    assert load("g.json") == load("g.nfg")
    run("convert", *ODD, "-o", "o.nfg", "--to", "nfg-outcomes")
    assert load("o.nfg") == load("g.nfg")
    assert "unknown ending '.xls'" in refuse("convert", *ODD, "-o", "g.xls")
    assert "no output format" in refuse("convert", *ODD)
    assert "unknown format 'ngf'" in refuse("convert", *ODD, "--to", "ngf")
    save(LinearProgram.read([1], [[1]], b=[1]), "lp.json")
    assert "cannot be written as .nfg" in refuse("convert", "lp.json", "-o", "lp.nfg")
    assert not Path("lp.nfg").exists()
    for ending in ("nfg", "efg", "csv", "txt"):
        assert "impartial games" in refuse("convert", "nim", "-o", f"nim.{ending}")
    assert "more than 100,000 nodes" in refuse("convert", "tic-tac-toe", "-o", "t.nfg")


def test_verify(run: Run) -> None:
    Path("claim.json").write_text(run("solve", *ODD, "--json", "--verify").stdout)
    good = run("verify", *ODD, "claim.json")
    assert good.exit_code == 0
    assert good.stdout.count("✓") == 5
    Path("false.json").write_text('{"value": "1/10", "row": ["7/12", "5/12"], "column": [1, 0]}')
    bad = run("verify", *ODD, "false.json")
    assert bad.exit_code == 1
    assert "NOT proved" in bad.stdout
    assert "✗" in bad.stdout
    assert bad.stderr == ""
    told = run("verify", *ODD, "false.json", "--json")
    assert told.exit_code == 1
    assert json.loads(told.stdout)["holds"] is False
    piped = run("verify", *ODD, "-", stdin=Path("claim.json").read_text())
    assert piped.exit_code == 0


def test_verify_floats_and_mixtures_of_both(run: Run) -> None:
    Path("f.json").write_text(run("solve", *ODD, "--json", "--float").stdout)
    assert run("verify", *ODD, "f.json", "--float").exit_code == 0
    Path("m.json").write_text('{"value": 0.0, "row": ["1/2", 0.5], "column": ["1/2", "1/2"]}')
    assert run("verify", "matrix", "1 -1; -1 1", "m.json").exit_code == 0


@pytest.mark.parametrize(
    "program",
    [
        PROGRAM,
        '{"c": [1, 1], "A": [[1, 2], [1, 1]], "rel": ["<=", ">="], "b": [3, 4]}',
        '{"c": [1, -6], "A": [[-4, 1], [-1, -4]], "b": [-1, -2]}',
    ],
    ids=["optimal", "infeasible", "unbounded"],
)
def test_verify_a_linear_program(run: Run, program: str) -> None:
    Path("lp.json").write_text(program)
    Path("claim.json").write_text(run("solve", "lp.json", "--json").stdout)
    assert run("verify", "lp.json", "claim.json").exit_code == 0
    Path("other.json").write_text('{"c": [1, 1, 1], "A": [[1, 1, 1]], "b": [1]}')
    Path("wrong.json").write_text('{"value": 2, "x": [2, 0, 0], "dual": [2]}')
    assert run("verify", "other.json", "wrong.json").exit_code == 1


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("", "line 1, column 1: this is not JSON"),
        ("[1]", "expected an object, found list"),
        ("{}", "value: it is missing"),
        ('{"value": 0}', "row: it is missing"),
        ('{"value": 0, "row": 3, "column": [1, 0]}', "row: expected a list, found 3"),
        ('{"value": 0, "row": [1], "column": [1, 0]}', "row: it has 1 entry, not 2"),
        ('{"value": "x", "row": [1, 0], "column": [1, 0]}', "value: 'x' is not a number"),
        ('{"value": 0, "row": [1, null], "column": [1, 0]}', "row[1]: None is not a number"),
        ('{"value": NaN, "row": [1, 0], "column": [1, 0]}', "NaN is not a number"),
    ],
)
def test_bad_claims(refuse: Refuse, claim: str, message: str) -> None:
    Path("claim.json").write_text(claim)
    assert refuse("verify", *ODD, "claim.json").startswith("claim.json: ")
    assert message in refuse("verify", *ODD, "claim.json")


def test_verify_needs_a_game_and_a_claim(refuse: Refuse) -> None:
    assert "needs a game, then a file" in refuse("verify", "claim.kbz")
    assert "nowhere.json: no such file" in refuse("verify", *ODD, "nowhere.json")
    assert "cannot both come from standard input" in refuse("verify", "-", "-", stdin="1 2")
    Path("lp.json").write_text(PROGRAM)
    Path("claim.json").write_text('{"status": "optimum"}')
    assert "status: 'optimum' is not one" in refuse("verify", "lp.json", "claim.json")


def test_tour(run: Run) -> None:
    result = run("tour")
    assert result.exit_code == 0
    assert "All checks passed." in result.stdout
    assert re.search(r"✓ 11\. A linear program: .*  the maximum is 169/5\n", result.stdout)
    assert result.stdout.index("169/5") < result.stdout.index("Odd or Even for")
    assert "NOT proved" not in result.stdout
    data = read(run, "tour", "--json")
    assert data["holds"] is True
    kinds = {stop["solution"]["kind"] for stop in data["stops"]}
    assert {"matrix-solution", "linear-program-solution"} < kinds
    assert len(kinds) >= 4
    assert all(stop["certificate"]["holds"] for stop in data["stops"])


def test_one_stop_of_the_tour(run: Run, refuse: Refuse) -> None:
    shown = run("tour", "3").stdout
    assert shown.startswith("3. A general-sum game: chicken")
    assert "odd or even" not in shown
    assert len(read(run, "tour", "3", "--json")["stops"]) == 1
    assert "stops are 1 to 11" in refuse("tour", "12")


def test_without_a_word_it_shows_what_to_try(run: Run) -> None:
    shown = run().stdout
    assert len(shown.splitlines()) < 12
    for line in re.findall(r"  kibitz (\w+)", shown):
        assert run(line, "--help").exit_code == 0


def test_games_are_searched_by_word(run: Run, refuse: Refuse) -> None:
    names = {entry["name"] for entry in read(run, "games", "prisoner", "--json")["games"]}
    assert {"prisoners-dilemma", "prisoners-years"} <= names
    assert "shapley-cycle" in run("games", "shapley").stdout
    assert "kibitz coalition" in run("games", "shapley").stdout
    assert "did you mean" in refuse("games", "blotot")


@pytest.mark.parametrize("command", sorted(set(TOPICS.values())))
def test_topics_name_commands_with_their_options(run: Run, command: str) -> None:
    for call in re.findall(r"kibitz ([\w-]+)([^,]*)", command):
        helped = run(call[0], "--help")
        assert helped.exit_code == 0
        for option in re.findall(r"--[\w-]+", call[1]):
            assert option in helped.stdout


def test_a_question_or_a_game_typed_as_a_command(refuse: Refuse) -> None:
    assert "`kibitz coalition" in refuse("shapley")
    assert "kibitz solve nim 3 4" in refuse("nim", "3", "4")
    assert "`kibitz equilibria GAME`" in refuse("solve", "nash equilibria")


def test_a_tour_with_a_false_answer_fails(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.core.solution import Certificate, Check
    from kibitz.zero_sum.solution import MatrixSolution

    broken = Certificate("the moon is cheese", "taste", (Check("tastes of cheese", False),))
    monkeypatch.setattr(MatrixSolution, "verify", lambda self: broken)
    for arguments in (("tour", "1"), ("tour", "1", "--json"), ("solve", *ODD, "--verify")):
        assert run(*arguments).exit_code == 1


def test_help_and_version(run: Run) -> None:
    assert run("--version").stdout == f"kibitz {kibitz.__version__}\n"
    for arguments in (("--help",), ("-h",)):
        result = run(*arguments)
        assert result.exit_code == 0
        for command in COMMANDS:
            assert command in result.stdout
    for command in COMMANDS:
        result = run(command, "--help")
        assert result.exit_code == 0
        assert "--json" in result.stdout
