"""The examples run, and the pictures in the book are those that the code draws."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.extensive import ExtensiveGame, chance, decision
from kibitz.extensive.node import Decision
from kibitz.learning import phase_portrait, replicator
from kibitz.poker.strategy_chart import strategy_chart
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
FRIENDS = kb.bimatrix(
    "2,1 0,0; 0,0 1,2", rows="opera match", columns="opera match", title="Opera or match"
)
FINGERS = kb.strategic_game(
    lambda *f: [x if f.count(x) == 1 else 0 for x in f],
    strategies=[[1, 2]] * 3,
    players=["Ann", "Bob", "Cem"],
    title="Three fingers",
)
THREE = kb.coalition(
    {"1": 1, "3": 1, "1,2": 4, "1,3": 3, "2,3": 5, "1,2,3": 8},
    missing="zero",
    title="Three players",
)
FOUR = kb.coalition(
    lambda coalition: len(coalition) ** 2, players=["A", "B", "C", "D"], title="A convex game"
)
RANDOM = kb.game("random-game", sizes=(3, 3, 3), seed=7)
SCISSORS = kb.matrix(
    "0 -1 1; 1 0 -1; -1 1 0", rows="rock paper scissors", columns="rock paper scissors"
)


def endgame() -> ExtensiveGame:
    def call(worth: int) -> Decision:
        return decision("Bob", "Ann bets", call=worth, fold=1)

    return kb.extensive_game(
        chance(
            wins=("1/4", decision("Ann", "wins", bet=call(3), check=1)),
            loses=("3/4", decision("Ann", "loses", bet=call(-3), check=-1)),
        ),
        players=("Ann", "Bob"),
        title="The end of a poker hand",
    )


PICTURES = {
    "graph": lambda: TWO_ROWS.draw(what="graph"),
    "sale": lambda: SALE.draw(),
    "cournot": lambda: kb.cournot("17-Q", "q+9").draw(),
    "entry": lambda: kb.entry("17-Q", "q+9").draw(),
    "house": lambda: kb.game("hackenbush house").draw(),
    "regions": lambda: INSPECTION.draw(what="regions"),
    "lemke-path": lambda: draw_path(INSPECTION.lemke_howson(1).working),
    "best-responses": lambda: FRIENDS.equilibria().draw(),
    "endgame-tree": lambda: endgame().draw(what="solution"),
    "finger-cube": lambda: FINGERS.draw(what="equilibria"),
    "three-players": lambda: THREE.draw(),
    "four-players": lambda: FOUR.draw(),
    "kuhn-strategies": lambda: strategy_chart(kb.game("kuhn-poker 5").solve().profile),
    "movement": lambda: kb.game("chicken").draw(what="movement"),
    "portrait": lambda: phase_portrait(kb.bimatrix("2 0; 0 1", "1 0; 0 2"), time=20),
    "replicator": lambda: replicator(SCISSORS, start=["1/2", "3/10", "1/5"], time=30).draw(),
    "logit-branch": lambda: RANDOM.draw(what="logit"),
    "estate": lambda: kb.bankruptcy(200, [100, 200, 300]).draw(),
}


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_pictures_in_the_book_are_current(name):
    shown = (ROOT / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    assert PICTURES[name]().svg == shown
