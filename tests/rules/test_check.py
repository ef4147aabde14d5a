"""The checker finds every kind of contradiction, and none where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from helpers.broken_rules import FAULTS, Together
from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.core.progress import stop
from kibitz.rules.check import check
from kibitz.rules.examples import TakeAway


@pytest.mark.parametrize("game", FAULTS, ids=lambda game: game.__name__)
def test_finds_the_fault(game):
    report = (
        check(game(9), games=50, compiled=False)
        if game.__init__ is TakeAway.__init__
        else (check(game(), games=2, compiled=False))
    )
    assert not report
    assert {finding.method for finding in report.findings} == {FAULTS[game]}
    assert all(finding.position for finding in report.findings)


def test_passes_sound_rules():
    report = check(TakeAway(9))
    assert report.passed
    assert report.compiled == ""
    assert report.longest <= 9


def test_passes_players_who_move_together():
    report = check(Together(), games=20, compiled=False)
    assert report.passed
    assert report.longest == 1


def test_needs_a_game_to_play():
    with pytest.raises(GameError, match="at least 1"):
        check(TakeAway(9), games=0)


def test_command(tmp_path: Path):
    source = (Path(__file__).parents[1] / "helpers" / "broken_rules.py").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    run = CliRunner().invoke(app, ["check", f"{tmp_path}/mine.py:NotZeroSum"])
    assert run.exit_code == 1
    assert "add up to 2" in run.output
    fine = CliRunner().invoke(app, ["check", f"{tmp_path}/mine.py:TakeAway", "--json"])
    assert fine.exit_code == 0
    assert '"passed": true' in fine.output


OWN = """
from __future__ import annotations
from dataclasses import dataclass
from kibitz.rules import OVER
from kibitz.rules.examples import TakeAway


@dataclass(frozen=True)
class Heap:
    left: int
    turn: int = 0


class Heaps(TakeAway):
    def start(self):
        return Heap(4)

    def player(self, state):
        return state.turn if state.left else OVER

    def moves(self, state):
        from beside import steps

        return steps(state.left)

    def play(self, state, move):
        return Heap(state.left - move, 1 - state.turn)

    def payoffs(self, state):
        return (-1, 1) if state.turn == 0 else (1, -1)


class Silent(TakeAway):
    def moves(self, state):
        [1, 2]


class Slip(Heaps):
    def play(self, state, move):
        return state.left - mvoe


class Large(TakeAway):
    def payoffs(self, state):
        power = 3 ** (40 + state[1])
        return (1, -1) if power * power % 7 in (1, 2) and power > 0 else (-1, 1)
"""


@pytest.fixture
def own_file(tmp_path: Path) -> Path:
    (tmp_path / "own_games.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "beside.py").write_text("def steps(n):\n    return range(1, min(2, n) + 1)\n")
    return tmp_path / "own_games.py"


def test_a_file_with_dataclasses_and_a_module_beside_it(own_file: Path):
    run = CliRunner().invoke(app, ["solve", f"{own_file}:Heaps", "--json"])
    assert run.exit_code == 0
    assert '"value": "1"' in run.output or '"value": 1' in run.output
    assert not (own_file.parent / "__pycache__").exists()


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("Silent", "Silent: moves: it gives None; it must list moves, at (10, 0)"),
        ("Slip", "line 40: NameError: name 'mvoe' is not defined"),
    ],
)
def test_faults_of_own_rules_are_one_line(own_file: Path, game: str, told: str):
    run = CliRunner().invoke(app, ["solve", f"{own_file}:{game}"])
    assert run.exit_code == 2
    assert told in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_tells_of_machine_code_that_differs(own_file: Path):
    run = CliRunner().invoke(app, ["check", f"{own_file}:Large"])
    assert "runs in Python: compiled, payoffs() gives (-1.0, 1.0) instead of (1, -1)" in run.output


@pytest.mark.parametrize(
    ("name", "value"),
    [("players", 0), ("most_moves", "many"), ("longest", -1), ("payoff_bounds", (1, -1))],
)
def test_facts_must_make_sense(name, value):
    game = TakeAway(5)
    setattr(game, name, value)
    assert {finding.method for finding in check(game, compiled=False).findings} == {name}


def test_stopped_check_reports_the_games_that_were_played():
    class Stopping(TakeAway):
        def payoffs(self, state):
            stop()
            return super().payoffs(state)

    report = check(Stopping(3), 10_000, compiled=False)
    assert report.passed
    assert report.games == 1
