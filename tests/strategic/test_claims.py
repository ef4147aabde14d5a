"""Every claim that a command about strategic games writes can be read back, and bent ones fail."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.formats.answers.solution import solution_from_json

PENNIES = ["matrix", "1 -1; -1 1"]
SEXES = ["bimatrix", "2,1 0,0; 0,0 1,2"]
DILEMMA = ["bimatrix", "3,3 0,4; 4,0 1,1"]
DECIMALS = ["bimatrix", "2.5,1 0,0; 0,0 1,2.25"]
TWINS = ["bimatrix", "2,1 0,0; 2,1 0,0; 0,0 1,2"]
THREE = ["bimatrix", "1,4 2,0 -1,1 0,0; 3,1 5,3 3,-2 4,4; 0,5 -2,3 4,1 2,2"]
FINGERS = ["finger-game", "3"]
COSTS = ["traffic", "3"]
CUBE = ["strategic", "2,2,2 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 1,1,1"]

WITNESSES = ("bounds", "weak", "prices", "shares", "plans", "punishments", "field", "beliefs")
"""What proves a claim; several witnesses may prove the same one."""

WRITTEN: list[list[str]] = [
    ["equilibria", *SEXES],
    ["equilibria", *TWINS],
    ["equilibria", *DECIMALS],
    ["equilibria", *PENNIES],
    ["equilibria", *CUBE],
    ["equilibria", *CUBE, "--method", "logit"],
    ["equilibria", *THREE, "--method", "lemke-howson"],
    ["equilibria", *SEXES, "--label", "all"],
    ["equilibria", *SEXES, "--label", "0"],
    ["equilibria", *DILEMMA, "--symmetric"],
    ["equilibria", *FINGERS, "--symmetric"],
    ["solve", *SEXES],
    ["solve", *PENNIES],
    ["solve", *PENNIES, "--all"],
    ["quantal-response", *SEXES],
    ["quantal-response", *CUBE, "--at", "1.5"],
    ["dominance", *THREE],
    ["dominance", "matrix", "0 4 6; 5 7 4; 9 6 3", "--mixed"],
    ["safety", *SEXES],
    ["safety", *CUBE],
    ["safety", *DECIMALS],
    ["correlated", *SEXES],
    ["correlated", *SEXES, "--objective", "egalitarian"],
    ["correlated", *SEXES, "--objective", "1,2", "--coarse"],
    ["correlated", *CUBE, "--objective", "2", "--worst"],
    ["stackelberg", *SEXES],
    ["stackelberg", *DILEMMA, "--leader", "II", "--pure"],
    ["pareto", *DILEMMA],
    ["repeat", *DILEMMA, "--rounds", "100", "--discount", "9/10"],
    ["repeat", *SEXES, "--rounds", "3"],
    ["nash-map", *SEXES],
    ["nash-map", *SEXES, "--profile", "2/3 1/3; 1/3 2/3"],
    ["evaluate", *PENNIES, "--row", "1/3 2/3"],
    ["evaluate", *PENNIES, "--row", "1/2 1/2", "--column", "1/2 1/2"],
    ["evaluate", *SEXES, "--profile", "1 1"],
    ["evaluate", *SEXES, "--profile", "1 2"],
    ["dynamics", *DILEMMA, "--rule", "fictitious-play", "--rounds", "20"],
    ["dynamics", *SEXES, "--time", "5"],
    ["structure", *SEXES],
    ["structure", *DILEMMA],
    ["structure", *CUBE],
    ["structure", *SEXES, "--what", "movement"],
    ["evaluate", *SEXES, "--column", "1/3 2/3"],
]


def invoke(*words: str) -> Any:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def game_of(words: list[str]) -> list[str]:
    return words[1:3]


@pytest.mark.parametrize("words", WRITTEN, ids=" ".join)
def test_what_a_command_writes_is_read_back(words: list[str], tmp_path: Any) -> None:
    claim = invoke(*words, "--json")
    file = tmp_path / "claim.json"
    file.write_text(json.dumps(claim))
    result = CliRunner().invoke(app, ["verify", *game_of(words), str(file)])
    assert result.exit_code == 0, result.output


def numbers(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the numbers of a claim are; but not in what does not matter."""
    items: Any = ()
    if isinstance(data, dict):
        unsaid = ("players", "reduced", "between", "root_of", *WITNESSES)
        items = [(k, v) for k, v in data.items() if k not in unsaid]
    elif isinstance(data, list):
        items = enumerate(data)
    for key, value in items:
        if isinstance(value, (dict, list)):
            yield from numbers(value, (*path, key))
        elif isinstance(value, bool):
            continue
        elif isinstance(value, (int, float)) or _is_fraction(value):
            yield (*path, key)


def _is_fraction(value: Any) -> bool:
    return isinstance(value, str) and value.replace("/", "").lstrip("-").isdigit()


BENT = [
    ["equilibria", *SEXES],
    ["equilibria", *CUBE],
    ["equilibria", *DILEMMA, "--symmetric"],
    ["solve", *PENNIES, "--all"],
    ["safety", *SEXES],
    ["correlated", *SEXES],
    ["stackelberg", *SEXES],
    ["pareto", *DILEMMA],
    ["repeat", *DILEMMA, "--rounds", "7"],
    ["nash-map", *SEXES],
    ["evaluate", *PENNIES, "--row", "1/3 2/3"],
    ["evaluate", *SEXES, "--profile", "1 2"],
    ["evaluate", *SEXES, "--column", "1/3 2/3"],
    ["structure", *SEXES, "--what", "joint-optimum"],
    ["structure", *SEXES, "--what", "equalizing"],
    ["structure", *SEXES, "--what", "quadratic-program"],
    ["structure", *DILEMMA, "--what", "rationalizable"],
    ["dominance", "matrix", "0 4 6; 5 7 4; 9 6 3", "--mixed"],
]


@pytest.mark.parametrize("words", BENT, ids=" ".join)
def test_every_number_of_a_claim_counts(words: list[str]) -> None:
    claim = invoke(*words, "--json")
    claim.pop("provenance")  # told, not claimed
    game = kb.matrix(words[2]) if words[1] == "matrix" else kb.strategic_game(words[2])
    assert solution_from_json(game, claim).verify().holds
    for path in numbers(claim):
        bent = copy.deepcopy(claim)
        place = bent
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = "7/9" if place[path[-1]] != "7/9" else "2/9"
        try:
            holds = solution_from_json(game, bent).verify().holds
        except GameError:
            holds = False
        assert not holds, (path, claim)


def test_unknown_kinds_and_empty_claims() -> None:
    game = kb.bimatrix("2,1 0,0; 0,0 1,2")
    with pytest.raises(GameError, match="did you mean 'equilibria'"):
        solution_from_json(game, {"kind": "equilibra"})
    with pytest.raises(GameError, match="nothing is claimed"):
        solution_from_json(game, {"kind": "joint-optimum"}).verify()
    with pytest.raises(GameError, match="expected an object"):
        solution_from_json(game, [])


@pytest.mark.parametrize("rows", [[[0.0, 0.0], [0.0, 0.0]], [[1.0, 2.0, 3.0]], [[1e15]], [[0.1]]])
@pytest.mark.parametrize("method", ["safety-levels", "stackelberg"])
def test_floats_without_a_spread_or_a_choice_verify(method, rows):
    assert kb.matrix(rows).solve(method).verify().holds
