"""The examples run, and the pictures in the book are those that the code draws."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.strategic import draw_path

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_examples_run(path, capsys):
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", ["penalty_kick.py:kick", "take_away.py:take_away"])
def test_examples_are_games_on_the_command_line(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, ["solve", f"examples/{name}", "--verify"])
    assert done.exit_code == 0, done.stderr
    assert "✓" in done.stdout


TWO_ROWS = kb.matrix("2 3 1 5; 4 1 6 0", title="Two rows, four columns")
SALE = kb.coalition(
    {"S,F": 1000, "S,B": 500, "S,F,B": 1000}, players=["S", "F", "B"], title="A sale"
)
INSPECTION = kb.bimatrix("3,3 3,2; 2,2 5,6; 0,3 6,1")
PICTURES = {
    "graph": lambda: TWO_ROWS.draw(what="graph"),
    "sale": lambda: SALE.draw(),
    "cournot": lambda: kb.cournot("17-Q", "q+9").draw(),
    "entry": lambda: kb.entry("17-Q", "q+9").draw(),
    "house": lambda: kb.game("hackenbush house").draw(),
    "regions": lambda: INSPECTION.draw(what="regions"),
    "lemke-path": lambda: draw_path(INSPECTION.lemke_howson(1).working),
}


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_pictures_in_the_book_are_current(name):
    shown = (ROOT / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    assert PICTURES[name]().svg == shown
