"""The thesis computed again: every part prints, and says what it must."""

from __future__ import annotations

import json

import pytest

from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.reproduce.bucket_cost import finer
from kibitz.reproduce.report import PARTS, reproduce


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("kuhn", ["27 x 64 -> 12 x 8 -> 8 x 4", "30 entries", "7/18 at K", "1/12", "***"]),
        ("cards", ["0.541", "1,303,560"]),
        ("tables", ["227,908,800", "column ED adds up to 1001/1000"]),
        ("buckets", ["-327230711239212379768693/19607634225812882496260160", "1929/250000"]),
        pytest.param(
            "replica",
            ["-514821832263/3732200000000", "83/200", "0.495", "13 of its 120"],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_parts(part, words):
    text = reproduce([part]).markdown().replace("\\", "")
    for word in words:
        assert word in text
    assert "fails" not in text


def test_the_game_without_buckets():
    found = reproduce(["unbucketed"], seconds=0.01)
    low, high = (float(x) for x in found.steps[0].table.rows[0][2:4])
    assert low < -0.042018 < high
    for player in (1, 2):
        chart = found.steps[player].table
        assert chart.header[:3] == ("class", "hands", "bet")
        assert sum(int(row[1]) for row in chart.rows) == 1330
        assert all(0 <= float(x) <= 1 for row in chart.rows for x in row[2:])


def test_the_cost_of_buckets(monkeypatch):
    monkeypatch.setattr("kibitz.reproduce.bucket_cost.FINER", (5,))
    [step] = reproduce(["cost"]).steps
    gaps = [float(row[-1]) for row in step.table.rows]
    assert all(0.14 < gap < 0.165 for gap in gaps[:2])  # which optimum is played decides
    assert abs(gaps[2] - 0.057) < 0.002


@pytest.mark.slow
def test_ten_buckets_have_pairs_that_no_hand_has():
    value, cost = finer(10)
    assert abs(value + 0.04506) < 1e-4
    assert cost.bounds[0] < -0.042018 < cost.bounds[1]
    assert 0.025 < cost.gap < 0.04


def test_command(capsys):
    with pytest.raises(SystemExit) as done:
        app(["reproduce", "young", "cards", "--json"])
    assert done.value.code == 0
    assert len(json.loads(capsys.readouterr().out)["steps"]) == 2
    with pytest.raises(SystemExit) as done:
        app(["reproduce", "yung"])
    assert done.value.code == 2
    assert "did you mean 'young'" in capsys.readouterr().err


def test_bad_input():
    with pytest.raises(GameError, match="did you mean 'kuhn'"):
        reproduce(["kun"])
    with pytest.raises(GameError, match="must be positive"):
        reproduce(seconds=0)
    assert list(PARTS)[-2:] == ["unbucketed", "cost"]
