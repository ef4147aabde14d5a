"""Policies that are kept, verified and played against."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.formats.answers.solution import solution_from_json
from kibitz.games.dice.backgammon_race import Race
from kibitz.games.dice.pig import Jeopardy, Pig
from kibitz.games.dice.ruin_duel import RuinDuel
from kibitz.games.dice.tic_tac_toe import DiceTicTacToe
from kibitz.play import agent
from kibitz.play.contest import contest
from kibitz.rules.compile.machine import machine
from kibitz.rules.game import Rules
from kibitz.stochastic.decision.policy import MOST_WRITTEN
from kibitz.stochastic.from_rules.policy_store import fingerprint, load_policy
from kibitz.stochastic.from_rules.positions import (
    ALGORITHM,
    FIRST_SIZE,
    MOST_POSITIONS,
    Positions,
    _Sheet,
)

GAMES: list[Any] = [
    Pig(12),
    Jeopardy(10),
    Race(2, 2),
    pytest.param(DiceTicTacToe(3), marks=pytest.mark.slow),
    RuinDuel(3, 3),
]


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: type(rules).__name__)
def test_perfect_players_reach_the_value(rules: Rules) -> None:
    """Many games between two of them: the mean payoff is the value, up to four deviations."""
    solved = rules.solve()
    player = agent("perfect", rules)
    paid = [float(contest(rules, [player, player], seed).payoffs[0]) for seed in range(400)]
    assert sum(paid) / len(paid) == pytest.approx(solved.value, abs=4 / len(paid) ** 0.5)


def test_kept_policies_are_the_same(tmp_path: Path) -> None:
    rules = Race(2, 3)
    solved = rules.solve()
    solved.save(tmp_path / "race.kbz")
    kept = load_policy(tmp_path / "race.kbz", rules)
    assert kept.verify()
    random = Random(1)
    for state in random.sample(range(solved.game.table.states), 50):
        here = solved.game.positions.state(state)
        if rules.player(here) >= 0:
            assert kept.move(here) == solved.move(here)
            assert kept.value_of(here) == solved.value_of(here)
    with pytest.raises(kb.GameError, match="another game"):
        load_policy(tmp_path / "race.kbz", Race(2, 2))
    with pytest.raises(kb.GameError, match="no such file"):
        load_policy(tmp_path / "none.kbz", rules)


def test_a_policy_outlives_how_its_positions_are_kept() -> None:
    """Compiled rules keep a row of words, others a number; the fingerprint is that of the game."""

    def listed(rules: Rules, compiled: bool) -> Positions:
        sheet = _Sheet(machine(rules, *ALGORITHM, compiled=compiled), FIRST_SIZE, MOST_POSITIONS)
        assert sheet.filled()
        return sheet.positions()

    kept = [listed(Pig(12), compiled) for compiled in (False, True)]
    assert kept[0].states.shape != kept[1].states.shape
    assert fingerprint(kept[0]) == fingerprint(kept[1])
    assert fingerprint(kept[0]) != fingerprint(listed(Pig(13), False))
    assert fingerprint(kept[0]) != fingerprint(listed(Jeopardy(12), False))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: type(rules).__name__)
def test_claims_are_read_back(rules: Rules) -> None:
    claim = rules.solve().to_json()
    assert solution_from_json(rules, claim).verify()
    assert solution_from_json(rules, {"kind": "rules-solution", "value": claim["value"]}).verify()
    wrong = {"kind": "rules-solution", "value": claim["value"] + 0.01}
    assert not solution_from_json(rules, wrong).verify()
    if "values" not in claim:
        assert claim["states"] > MOST_WRITTEN
        return
    moved = {name: x + 0.001 for name, x in claim["values"].items()}
    assert not solution_from_json(rules, claim | {"values": moved}).verify()


def test_a_worse_policy_is_refused() -> None:
    rules = RuinDuel(3, 4, 45)
    claim = rules.solve().to_json()
    turned = {"stake 1": "stake 2", "stake 2": "stake 1"}
    free = [name for name in claim["policy"] if min(map(int, name.split(",")[0].split(":"))) > 1]
    assert free
    for name in free:
        policy = claim["policy"] | {name: turned[claim["policy"][name]]}
        assert not solution_from_json(rules, claim | {"policy": policy}).verify()
    with pytest.raises(kb.GameError, match="is not one of"):
        solution_from_json(
            rules, claim | {"policy": claim["policy"] | {free[0]: "stake 9"}}
        ).verify()


def test_stakes_that_tie_are_told() -> None:
    rules = RuinDuel(5, 5, 45)
    solved = rules.solve()
    assert "either stake" in rules.policy_map(solved).svg
    table = {row[0]: row[1] for row in rules.policy_table(solved).rows}
    assert table["5"].startswith("1 or 2")
    assert table["4"].startswith("1 (")


def test_playing_in_the_shell(tmp_path: Path) -> None:
    file = str(tmp_path / "pig.kbz")
    assert run("solve", "pig", "12", "--save", file).exit_code == 0
    claim = str(tmp_path / "pig.json")
    assert run("solve", "pig", "12", "--save", claim).exit_code == 0
    told = []
    for player in ("perfect", file, claim):
        done = run("play", "pig", "12", "--me", "random", "--vs", player, "--seed", "7", "--json")
        assert done.exit_code == 0, done.stderr
        told.append([move["move"] for move in json.loads(done.stdout)["moves"]])
    assert told[0] == told[1] == told[2]
    for kept in (file, claim):
        assert run("verify", "pig", "12", kept).exit_code == 0
        assert run("verify", "pig", "13", kept).exit_code == 2
    asked = CliRunner().invoke(app, ["play", "pig", "12", "--seed", "1"], input="?\nroll\nq\n")
    assert "roll (worth" in asked.stdout


EQUILIBRIUM = {
    "G": [
        [{"pay": [3, 3], "go": "G"}, {"pay": [0, 4], "go": "G"}],
        [{"pay": [4, 0], "go": "G"}, {"pay": [1, 1], "go": "H"}],
    ],
    "H": [[{"pay": [2, 0], "go": "G"}, {"pay": [0, 1]}], [{"pay": [0, 1]}, {"pay": [1, 0]}]],
}


def test_claims_about_equilibria_and_iterations() -> None:
    game = kb.stochastic_game(EQUILIBRIUM, discount="1/2")
    claim = game.solve().to_json()
    assert solution_from_json(game, claim).verify()
    higher = {name: [x + 1 for x in paid] for name, paid in claim["payoffs"].items()}
    assert not solution_from_json(game, claim | {"payoffs": higher}).verify()
    other = claim | {"strategies": {"G": [[1, 0], [1, 0]], "H": claim["strategies"]["H"]}}
    assert not solution_from_json(game, other).verify()
    zero = kb.stochastic_game("G: 1 + 3G/5, 3 + G/5; 1 + 4G/5, 2 + 2G/5")
    steps = zero.iterate(5).to_json()
    assert solution_from_json(zero, steps).verify()
    assert "iterates" in " ".join(solution_from_json(zero, steps).verify().unproved)
    steps["iterates"][-1] = ["3"]
    assert not solution_from_json(zero, steps).verify()


def test_claims_about_policies() -> None:
    game = kb.stochastic_game({"a": [["1 + 9/10 a"], ["5 + 1/2 b"]], "b": [["a"]]}, discount="9/10")
    claim = game.solve(method="value-iteration").to_json()
    assert solution_from_json(game, claim).verify()
    assert not solution_from_json(game, claim | {"policy": {"a": "1", "b": ""}}).verify()
    with pytest.raises(kb.GameError, match="is not one of"):
        solution_from_json(game, claim | {"policy": {"a": "7", "b": ""}}).verify()


def test_a_move_is_found_where_the_position_can_be_reached() -> None:
    solved = kb.game("pig 10").solve()
    assert solved.move_if_reached((0, 0, 3, 0, 0)) == solved.move((0, 0, 3, 0, 0))
    assert solved.move_if_reached((0, 0, 1, 0, 0)) is None
    assert not solved.reaches((0, 0, 1, 0, 0))
