"""``kibitz sequence``."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from kibitz.cli import app


def run(*words):
    return CliRunner().invoke(app, ["sequence", *words])


def test_kayles_and_its_period():
    said = run("0.77", "--to", "1000", "--period").stdout
    assert "period 12 from 71 on" in " ".join(said.split())
    assert "✓" in said
    data = json.loads(run("kayles", "--to", "20", "--json").stdout)
    assert data["values"][:6] == [0, 1, 2, 3, 1, 4]


def test_subtraction_by_name():
    data = json.loads(run("subtraction", "set=1,3,4", "--to", "13", "--json").stdout)
    assert data["values"] == [0, 1, 0, 1, 2, 3, 2] * 2


def test_an_open_question_stays_open():
    data = json.loads(run("grundy", "--to", "1000", "--period", "--json").stdout)
    assert "values" not in data
    assert data["period"].get("period") is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["0.9z"], "0.9z"),
        (["kayls"], "did you mean 'kayles'"),
        (["blotto", "4"], "no parameter 'heaps'"),
        (["0.77", "--to", "-5"], "whole number"),
    ],
)
def test_bad_input(words, message):
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
