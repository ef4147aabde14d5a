"""Games of three players on the command line: all equilibria, quantal responses, claims."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb


@pytest.fixture
def fingers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    game = kb.strategic_game(
        lambda *f: [(1 + (x == "two")) * (f.count(x) == 1) for x in f],
        strategies=[["one", "two"]] * 3,
        players=["Ann", "Bob", "Cem"],
    )
    kb.save(game, "fingers.nfg")
    return "fingers.nfg"


def test_equilibria_are_printed_and_verified(run: Callable[..., Any], fingers: str) -> None:
    told = run("equilibria", fingers).stdout
    assert told.startswith("infinitely many equilibria in 2 components")
    assert "-1 + √2" in told
    assert "Ann plays one, Bob plays two, Cem mixes one and two" in told
    data = json.loads(run("equilibria", fingers, "--json").stdout)
    assert data["complete"] is True
    assert data["number"] == "infinite"
    assert len(data["components"]) == 2
    assert data["equilibria"][-1]["about"][0][0] == pytest.approx(2**0.5 - 1)
    Path("claim.json").write_text(json.dumps(data))
    assert "NOT" not in run("verify", fingers, "claim.json").stdout


@pytest.mark.parametrize("method", ["one", "logit", "global-newton", "iterated-polymatrix"])
def test_methods_have_names(run: Callable[..., Any], fingers: str, method: str) -> None:
    assert run("equilibria", fingers, "--method", method).stdout.startswith("one equilibrium")


def test_quantal_responses_are_told_drawn_and_proved(run: Callable[..., Any], fingers: str) -> None:
    told = run("quantal-response", fingers, "--draw", "branch.svg", "--verify").stdout
    assert "lambda 10 " in told
    assert "the limit: this profile is an equilibrium" in told
    assert Path("branch.svg").read_text().startswith("<svg")
    point = json.loads(run("quantal-response", fingers, "--at", "10", "--json").stdout)
    assert point["strategies"][0][0] == pytest.approx(0.424878, abs=1e-6)


def test_bad_requests_get_one_line(refuse: Callable[..., str], fingers: str) -> None:
    assert "unknown method 'logitt'" in refuse("equilibria", fingers, "--method", "logitt")
    for lambda_ in ("-1", "nan", "inf"):
        assert "at least 0" in refuse("quantal-response", fingers, "--at", lambda_)
    assert "must be positive" in refuse("quantal-response", fingers, "--highest", "0")
