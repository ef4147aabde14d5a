"""``kibitz cfr`` solves, keeps, shows again, and refuses in one line."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.core.errors import GameError


def run(*words):
    return CliRunner().invoke(app, ["cfr", *map(str, words)])


def test_solves_keeps_and_shows_again(tmp_path):
    kept, grid, curve = (tmp_path / name for name in ("k.kbz", "g.svg", "c.svg"))
    first = run("kuhn-poker", "--target", "1e-3", "--save", kept, "--curve", curve, "--json")
    assert first.exit_code == 0
    data = json.loads(first.output)
    assert data["exploitability"] <= 1e-3
    assert curve.read_text().startswith("<svg")
    again = run(kept, "--grid", grid, "--player", "2", "--json", "--verify")
    assert json.loads(again.output)["payoffs"] == data["payoffs"]
    assert "how II plays" in grid.read_text()


def test_goes_on_from_a_checkpoint(tmp_path):
    path = tmp_path / "run.ckpt"
    run("kuhn-poker", "--iterations", 50, "--checkpoint", path)
    rest = run("kuhn-poker", "--iterations", 90, "--checkpoint", path, "--resume", "--json")
    whole = run("kuhn-poker", "--iterations", 90, "--json")
    assert json.loads(rest.output)["strategies"] == json.loads(whole.output)["strategies"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nim", "3", "4"), "applies to extensive games, such as leduc, not to impartial games"),
        (("kuhn-poker", "--variant", "cfr*"), "unknown variant"),
        (("kuhn-poker", "--variant", "outcome", "--target", "1"), "needs --iterations"),
        (("kuhn-poker", "--dtype", "int8", "--iterations", "5"), "float32 or float64"),
        (("kuhn-poker", "--resume", "--iterations", "5"), "resume needs a checkpoint"),
        (("nowhere.kbz",), "no such file"),
        (("kuhn-poker", "--save", "x.json"), "x.json: strategies are saved as .kbz"),
    ],
)
def test_refusals(words, message):
    result = run(*words)
    assert result.exit_code != 0
    assert message in result.output or (
        isinstance(result.exception, GameError) and message in str(result.exception)
    )
