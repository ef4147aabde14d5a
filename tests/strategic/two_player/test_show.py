"""Equilibria explained, drawn, written as JSON and asked for on the command line."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.formats.answers.solution import solution_from_json
from kibitz.strategic.pictures.two_player import draw_path, draw_regions
from kibitz.strategic.two_player.equilibria import equilibria

SEXES = "2,1 0,0; 0,0 1,2"
TWINS = "2,1 0,0; 2,1 0,0; 0,0 1,2"


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output


def test_explanation_of_two_by_two() -> None:
    words = " ".join(str(kb.explain(kb.bimatrix(SEXES))).split())
    assert "I then gains -1 + 3·q. This is zero at q = 1/3" in words
    assert "[2*, 1*]" in words
    assert "index" in words


def test_explanation_with_dominance_and_extreme_strategies() -> None:
    shapley = "0,0 1,0 0,1; 0,1 0,0 1,0; 1,0 0,1 0,0; -1,0 -1,0 -1,0"
    words = str(kb.explain(kb.bimatrix(shapley)))
    assert "strictly dominated" in words
    assert "I's extreme strategies" in words
    left = words.partition("I's extreme strategies")[2]
    assert "4" not in left.partition("Which two fit?")[0], "4 is crossed out"
    assert "This is the only equilibrium: proved" in words


def test_after_crossing_out_the_smaller_game_is_solved() -> None:
    game = kb.bimatrix("3 1 0; 0 2 1; 0 0 0", "1 0 2; 2 1 0; 0 0 0")
    told = kb.explain(game)
    headings = [step.heading for step in told.steps]
    assert headings[-6:] == [
        "What is left",
        "When is I indifferent?",
        "When is II indifferent?",
        "Back to the whole game",
        "The equilibrium",
        "Check",
    ]
    assert "I then gains -1 + 4·q. This is zero at q = 1/4" in told.steps[-5].prose


@pytest.mark.parametrize(
    ("game", "prose"),
    [
        ("3,3 0,5; 5,0 1,1", "I plays 2 and II 2"),
        ("3,1 0,1; 2,0 -1,5", "I has only 1 left; the best replies of II are 1, 2."),
    ],
)
def test_after_crossing_out_one_line_may_be_left(game: str, prose: str) -> None:
    assert prose in str(kb.explain(kb.bimatrix(game)))


def test_explanation_of_components() -> None:
    words = str(kb.explain(kb.bimatrix(TWINS)))
    assert "The components" in words
    assert "Equilibrium 5 stands alone." in words


def test_explanation_of_large_games_is_short() -> None:
    generator = np.random.default_rng(2)
    game = kb.bimatrix(generator.integers(0, 50, (8, 8)), generator.integers(0, 50, (8, 8)))
    assert "vertices were listed" in str(kb.explain(game))


def test_explanation_of_a_path() -> None:
    game = kb.bimatrix("3 3; 2 5; 0 6", "3 2; 2 6; 3 1")
    words = str(game.lemke_howson(1).explain())
    assert "picks up" in words
    assert "(0, 1/3, 2/3)" in words
    assert "Only best responses are played" in words
    assert str(kb.explain(game, method="lemke-howson")).count("row 1") >= 1


@pytest.mark.parametrize("what", ["table", "equilibria", "regions", "path"])
@pytest.mark.parametrize("cells", [SEXES, TWINS, "0,0 0,0; 0,0 0,0", "1,2 3,1 0,0; 0,1 2,2 1,1"])
def test_pictures_are_well_formed(cells: str, what: str) -> None:
    picture = kb.draw(kb.bimatrix(cells), what=what)
    ElementTree.fromstring(picture.svg)
    assert "nan" not in picture.svg


def test_pictures_that_cannot_be() -> None:
    large = kb.bimatrix(np.eye(4, dtype=int), np.eye(4, dtype=int))
    with pytest.raises(GameError, match="two or three strategies"):
        draw_regions(large)
    with pytest.raises(GameError, match="two or three strategies"):
        draw_path(large.lemke_howson().working)
    with pytest.raises(GameError, match="cannot draw the 'pth'"):
        kb.draw(large, what="pth")
    assert equilibria(large).draw().svg.startswith("<svg")


def test_json_reads_back_and_is_checked() -> None:
    game = kb.bimatrix(TWINS)
    data = json.loads(json.dumps(equilibria(game).to_json()))
    assert data["number"] == "infinite"
    assert [c["index"] for c in data["components"]] == [1, -1, 1]
    assert solution_from_json(game, data).verify()
    data["extreme"].pop()
    assert not solution_from_json(game, data).verify()
    one = json.loads(json.dumps(game.lemke_howson().to_json()))
    assert solution_from_json(game, one).verify()
    one["strategies"][0] = ["0", "0", "1"]
    assert not solution_from_json(game, one).verify()


def test_command() -> None:
    status, output = run("equilibria", "bimatrix", SEXES, "--verify")
    assert status == 0
    assert "3 equilibria" in output
    assert "every extreme equilibrium is listed" in output
    status, output = run("equilibria", "bimatrix", "2 0; 2 0; 0 1", "1 0; 1 0; 0 2", "--json")
    assert status == 0
    assert json.loads(output)["degenerate"] is True
    for method in ("support-enumeration", "vertex-enumeration", "two-by-two", "lemke-howson"):
        status, output = run("equilibria", "bimatrix", SEXES, "--method", method)
        assert status == 0
        assert "I 1 | II 1" in output
    assert "by dropping row 1" in run("equilibria", "bimatrix", SEXES, "--label", "all")[1]
    assert "label 3 (column 2)" in run("equilibria", "bimatrix", SEXES, "--label", "3")[1]
    status, output = run("equilibria", "bimatrix", "0,0 6,1; 1,6 2,2", "--symmetric")
    assert "both play" in output
    assert "3 equilibria" in run("solve", "bimatrix", SEXES)[1]


@pytest.mark.parametrize(
    "words",
    [
        ("equilibria", "bimatrix", SEXES, "--method", "magic"),
        ("equilibria", "bimatrix", SEXES, "--label", "9"),
        ("equilibria", "bimatrix", SEXES, "--label", "1", "--method", "two-by-two"),
        ("equilibria", "bimatrix", SEXES, "--symmetric"),
        ("equilibria", "bimatrix", SEXES, "--symmetric", "--label", "1"),
        ("equilibria", "nim", "3", "4"),
    ],
)
def test_bad_commands(words: tuple[str, ...]) -> None:
    status, _ = run(*words)
    assert status == 2
