"""Where commands write: what cannot be written is refused before the work begins."""

from __future__ import annotations

import click
import pytest
from typer.main import get_command
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.cli.machinery import position, resolve
from kibitz.cli.machinery.outputs import FOLDER, WRITTEN
from kibitz.cli.machinery.shell import COMMANDS

GROUP = get_command(app)
WRITERS = {
    "bandit": (["0.2", "0.5"], "svg"),
    "bargain": (["matching-pennies"], "svg"),
    "cfr": (["kuhn-poker"], "kbz"),
    "convert": (["morra"], "nfg"),
    "database": (["tic-tac-toe"], "kbpd"),
    "draw": (["chicken"], "svg"),
    "duopoly": (["cournot"], "json"),
    "dynamics": (["chicken"], "svg"),
    "exercise": (["nim"], "json"),
    "experiment": (["room.json"], "html"),
    "explain": (["chicken"], "md"),
    "quantal-response": (["chicken"], "svg"),
    "solve": (["chicken"], "json"),
    "tournament": (["tic-tac-toe", "random", "random"], "sqlite"),
    "train": (["tic-tac-toe"], "kbz"),
}
"""Commands that write files: a game for each, and an ending that they write."""
SPELLED = [
    (name, option)
    for name in COMMANDS
    for p in GROUP.get_command(click.Context(GROUP), name).params
    for option in p.opts[:1]
    if WRITTEN & set(p.opts) and p.metavar != FOLDER
]


@pytest.fixture
def idle(monkeypatch):
    """Builds no game and draws nothing at random: a command that begins to work fails."""

    def refused(*args, **settings):
        raise AssertionError("the work begins")

    monkeypatch.setattr(resolve, "resolve", refused)
    monkeypatch.setattr(position, "position_of", refused)
    monkeypatch.setattr("kibitz.exercises.sheet.make_sheet", refused)
    monkeypatch.setattr("kibitz.search.monte_carlo.bandit.Bandit.play", refused)


def test_every_command_that_writes_is_here():
    assert {name for name, _ in SPELLED} == WRITERS.keys()


@pytest.mark.parametrize(("name", "option"), SPELLED)
def test_a_folder_that_is_missing_is_not_made(name, option, tmp_path, idle):
    words, ending = WRITERS[name]
    target = tmp_path / "missing" / f"x.{ending}"
    done = CliRunner().invoke(app, [name, *words, option, str(target)])
    assert done.exit_code == 2, done.stderr
    assert done.stderr.endswith(f"x.{ending}: there is no directory {str(target.parent)!r}\n")
    assert not target.parent.exists()
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("name", "option"), [(n, o) for n, o in SPELLED if o not in ("--checkpoint", "--db")]
)
def test_an_ending_that_is_not_written_is_refused_at_once(name, option, tmp_path, idle):
    words, _ = WRITERS[name]
    if name == "experiment":
        words = [str(tmp_path / "room.json")]
        begun = ["experiment", "guess", *words, "--players", "Ada, Bob"]
        assert CliRunner().invoke(app, begun).exit_code == 0
    done = CliRunner().invoke(app, [name, *words, option, str(tmp_path / "x.foo")])
    assert done.exit_code == 2, done.stderr
    assert "x.foo" in done.stderr
    assert done.stdout == ""
    assert not (tmp_path / "x.foo").exists()
