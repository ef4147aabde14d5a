"""``kibitz duopoly`` as a user types it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz.cli import app


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, list(words))


def test_cournot(run: Any) -> None:
    result = run("duopoly", "cournot", "--demand", "17-Q", "--cost", "q+9", "--verify")
    assert result.exit_code == 0
    assert "q1 = 16/3, q2 = 16/3" in result.stdout
    assert "✓" in result.stdout


def test_reactions_and_best(run: Any) -> None:
    words = ("duopoly", "bertrand", "-d", "10-p", "-c", "2")
    assert "as close as possible below p2" in run(*words, "--reactions").stdout
    data = json.loads(run(*words, "--reactions", "--json").stdout)
    assert data["reactions"][0]["pieces"][2]["best"].startswith("no best response")
    assert "never reaches it" in run(*words, "--best", "p2=5").stdout


def test_general_game_and_parameters(run: Any) -> None:
    words = (
        "duopoly",
        "game",
        "--payoff",
        "x(a-x-y)",
        "--payoff",
        "y(a-x-y)",
        "--variables",
        "x,y",
    )
    assert "x = a/3, y = a/3" in run(*words).stdout
    assert "x = 2, y = 2" in run(*words, "--set", "a=6", "--interval", "[0, 6]").stdout


def test_files_pictures_explanations(run: Any) -> None:
    words = ("duopoly", "entry", "-d", "17-Q", "-c", "q+9")
    assert run(*words, "--save", "e.json", "--draw", "e.svg", "--explain").exit_code == 0
    assert Path("e.svg").read_text().startswith("<svg")
    assert "entry is deterred" in run("solve", "e.json").stdout
    assert run("explain", "e.json").exit_code == 0
    assert run("draw", "e.json").exit_code == 0
    assert run("describe", "e.json").exit_code == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (
            ("cournot", "--demand", "a-Q", "--cost", "c*q", "--eliminate", "3"),
            "give a, c a value first, such as a=1",
        ),
        (("cournt",), "did you mean 'cournot'"),
        (("cournot",), "needs --demand"),
        (("cournot", "-d", "17+Q"), "rises with Q"),
        (("cournot", "-d", "17-Q", "--prize", "3"), "--prize does not apply"),
        (("cournot", "-d", "os.system(1)"), "cannot be read"),
        (("bertrand", "--a", "10", "--b", "2", "-c", "1"), "b must be below 2"),
        (("advertising",), "needs --prize"),
        (("cournot", "-d", "a-Q", "-c", "c", "--set", "a"), "--set a=17"),
        (("cournot", "-d", "17-Q", "-c", "1", "--best", "q9=1"), "unknown player"),
    ],
)
def test_bad_input(run: Any, words: tuple[str, ...], why: str) -> None:
    result = run("duopoly", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert why in result.stderr


def printed(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("model", ["differentiated-bertrand", "bertrand-differentiated"])
def test_goods_that_differ_by_their_own_name(model: str) -> None:
    assert "p1 = (a + c)/(2 - b)" in printed("duopoly", model)
    assert "p1 = 8, p2 = 8" in printed("duopoly", model, "--a", "10", "--b", "1/2", "--cost", "2")


def test_other_names_of_models_and_options() -> None:
    deterred = printed("duopoly", "entry", "--demand", "17-Q", "--cost", "q+9")
    assert printed("duopoly", "entry-deterrence", "--price", "17-Q", "--costs", "q+9") == deterred
    led = printed("duopoly", "price-leadership", "--a", "10", "--b", "1/2", "--cost", "1")
    assert "p1 = 109/14, p2 = 417/56" in led


def test_games_of_the_shelf_take_letters() -> None:
    assert "x1 = V*c2/(c1 + c2)^2" in printed("solve", "advertising", "V", "c1,c2")
    assert "p1 = (a + c)/(2 - b)" in printed("solve", "differentiated-bertrand", "a", "b", "c")
    assert "p1 = 5*a/7" in printed("solve", "price-leadership", "a", "1/2", "0")
    assert "is not a number" in printed("solve", "differentiated-bertrand", "1+", code=2)


def test_commands_for_tables_take_games_on_intervals() -> None:
    market = ("cournot", "17-Q", "q")
    assert "q1 = 16/3, q2 = 16/3" in printed("equilibria", *market)
    assert "limit: (16/3, 16/3)" in printed("dominance", *market)
    assert "q1 = 8, q2 = 4" in printed("stackelberg", *market)
    assert "q1 = 4, q2 = 8" in printed("stackelberg", *market, "--leader", "Firm 2")
    for words in (
        ("equilibria", "--symmetric"),
        ("dominance", "--weak"),
        ("stackelberg", "--pure"),
    ):
        assert "intervals" in printed(words[0], *market, words[1], code=2)


def test_equilibria_in_pure_strategies_of_a_tree() -> None:
    found = printed("equilibria", "chain-store", "--pure")
    assert "(fight, out)" in found
    assert "(share, enter)" in found
    assert "leave out --method" in printed(
        "equilibria", "chain-store", "--pure", "--label", "0", code=2
    )


@pytest.mark.parametrize(
    ("words", "usual"),
    [
        ("cournot --demand a-Q --cost c1,c2", "cournot --demand a-Q --cost c1 --cost c2"),
        ("cournot --demand P(Q)=a-bQ --cost C=cq", "cournot --demand a-b*Q --cost c*q"),
        ("cournot --demand (17-q1-q2-q3)^+ --cost q", "cournot --demand 17-Q --cost q --firms 3"),
        ("bertrand a=10 b=1/2 c=2", "bertrand --a 10 --b 1/2 --cost 2"),
        ("cournot demand=a-Q cost=c*q a=17 c=1", "cournot --demand 17-Q --cost q"),
        ("advertising V=12 c=1,3", "advertising --prize 12 --cost 1 --cost 3"),
        (
            "stackelberg demand=17-Q cost=q,2q order=2,1",
            "stackelberg --demand 17-Q -c q -c 2q --order q2,q1",
        ),
    ],
)
def test_as_texts_write_it(words: str, usual: str, run: Any) -> None:
    first, second = (run("duopoly", *line.split()) for line in (words, usual))
    assert first.exit_code == 0, first.output
    assert first.stdout == second.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("cournot --demand 17-q1-2q2 --cost q", "must depend on the total alone"),
        ("cournot --demand 17-q1-q2-q3 --cost q,2q", "names q1, q2, q3, and there are 2 firms"),
        ("cournot demand=17-Q demand=3-Q", "demand is given twice"),
        ("cournot 17-Q", "'17-Q' stands alone"),
    ],
)
def test_what_the_words_do_not_say(words: str, complaint: str, run: Any) -> None:
    result = run("duopoly", *words.split())
    assert result.exit_code == 2
    assert complaint in " ".join(result.stderr.split())
