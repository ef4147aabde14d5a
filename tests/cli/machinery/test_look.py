"""Every command that writes a picture takes a theme and a width for it."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from kibitz.cli import app

DRAWING = {
    "dynamics": ["matrix", "0 -1 1; 1 0 -1; -1 1 0", "--rounds", "20", "-r", "fictitious-play"],
    "quantal-response": ["chicken"],
    "duopoly": ["cournot", "--demand", "17-Q", "--cost", "q+9"],
    "bargain": ["0 0; 0 1; 3 0"],
    "bandit": ["0.2", "0.5", "--rounds", "20"],
    "cfr": ["kuhn-poker", "--iterations", "5"],
    "train": ["tic-tac-toe", "--method", "q-learning", "--rounds", "1"],
}
FILE = {"duopoly": "--draw", "cfr": "--curve", "train": "--curve"}


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(name, marks=pytest.mark.slow if name in ("cfr", "train") else ())
        for name in DRAWING
    ],
)
def test_a_picture_has_the_theme_and_the_width_asked_for(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = [command, *DRAWING[command], FILE.get(command, "-o"), "drawn.svg"]
    done = CliRunner().invoke(app, [*words, "--theme", "dark", "--width", "300"])
    assert done.exit_code == 0, done.stderr
    drawn = (tmp_path / "drawn.svg").read_text("utf-8")
    assert 'width="300"' in drawn
    assert "#14181d" in drawn


@pytest.mark.parametrize("command", DRAWING)
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--theme", "dark"], "--theme needs a picture"),
        (["--width", "300"], "--width needs a picture"),
        (["FILE", "drawn.svg", "--theme", "darkk"], "no theme 'darkk'"),
        (["FILE", "drawn.svg", "--width", "wide"], "the width is 'wide'"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_the_work(command, words, reason, tmp_path):
    words = [FILE.get(command, "-o") if word == "FILE" else word for word in words]
    words = [str(tmp_path / word) if word == "drawn.svg" else word for word in words]
    done = CliRunner().invoke(app, [command, *DRAWING[command], *words])
    assert done.exit_code == 2
    assert reason in done.stderr
