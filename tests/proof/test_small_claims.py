"""Claims that commands print about trees, play, puzzles, preferences and dice: no mutant holds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import kibitz as kb
from helpers.mutants import accepted
from kibitz.cli import app
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.rules.examples import TakeAway
from kibitz.rules.trees.build import game_tree
from kibitz.search.puzzles import Queens
from kibitz.search.retrograde.retrograde import retrograde

TREE = "max(min(3, 12, 8), min(2, 4, 6))"
LOSS = "1/2 B + 1/2 C > 1/2 A + 1/2 C"


def say(*command: str) -> dict[str, Any]:
    """What a command prints with --json."""
    result = CliRunner().invoke(app, [*command, "--json"])
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize(
    "options",
    [
        ("--plan",),
        ("--plan", "--player", "min"),
        ("--plan", "--against", '{"A.1": {"1": "1/3", "2": "2/3"}, "A.2": "3"}'),
        ("--follow", '{"A": "1"}'),
        ("--orders",),
        ("--ranges",),
    ],
)
def test_no_mutant_of_a_claim_about_a_tree_is_proved(options: tuple[str, ...]) -> None:
    tree, data = game_tree(TREE), say("search", TREE, *options)
    assert check(tree, data).holds
    assert accepted(tree, data) == []


def test_no_mutant_of_all_solutions_is_proved() -> None:
    data = say("puzzle", "queens", "4", "--all")
    assert check(Queens(4), data).holds
    found = accepted(Queens(4), data)
    assert [m for m in found if not m.startswith("counts")] == []
    assert not check(Queens(5), data)


@pytest.mark.parametrize("options", [("2", "3"), ("2", "3", "--total"), ("1", "4")])
def test_no_mutant_of_throws_is_proved(options: tuple[str, ...]) -> None:
    data = say("dice", *options)
    assert check(None, data).holds
    assert accepted(None, data) == []


def test_no_mutant_of_a_sure_loss_is_proved() -> None:
    data = say("utility", "-p", "A > B", "-p", LOSS)
    assert check(None, data).holds
    # the statements are what the claim is about, in any order
    told = ("statements doubled", "reversed")
    assert [m for m in accepted(None, data) if not m.endswith(told)] == []


def test_utilities_that_break_a_statement_are_refused() -> None:
    data = say("utility", "-p", "A > B", "-p", "B > C")
    assert check(None, data).holds
    assert not check(None, {**data, "utilities": {"A": "0", "B": "1/2", "C": "1"}})
    assert not check(None, {**data, "utilities": {"A": "1", "B": "1", "C": "0"}})


def test_no_mutant_of_expected_utilities_is_proved() -> None:
    data = say("utility", "1/3 A + 2/3 B", "C", "-u", "A=1,B=0,C=2/5")
    assert check(None, data).holds
    told = ("lotteries shortened", "lotteries doubled")
    assert [m for m in accepted(None, data) if m not in told] == []


@pytest.mark.parametrize("metric", ["sup", "l1"])
def test_no_mutant_of_a_contraction_is_proved(metric: str) -> None:
    run = ("contraction", "y/2 + 1", "x/3", "--start", "0,0", "-c", "1/2", "--steps", "4")
    data = say(*run, "--metric", metric)
    assert check(None, data).holds
    assert accepted(None, data) == []


def test_no_mutant_of_a_match_is_proved() -> None:
    game, data = kb.game("nim 3 4"), say("play", "nim", "3", "4", "--me", "random", "--seed", "1")
    assert check(game, data).holds
    assert [m for m in accepted(game, data) if m != "turns shortened"] == []


def test_no_mutant_of_a_search_game_is_proved() -> None:
    game = kb.game("dresher 3")
    data = game.solve().to_json()
    assert check(game, data).holds
    assert [m for m in accepted(game, data) if m != "searcher reversed"] == []


def test_the_ends_of_intervals_alone_are_left_unproved() -> None:
    game = kb.game("kuhn-poker")
    data = json.loads(json.dumps(game.solve("optimal-face").to_json()))
    proof = check(game, data)
    assert proof.holds
    ends = "that the ends of the intervals are least and greatest, and what is unique"
    assert proof.unproved == ("method", ends)
    told = ("ranges.", "solution.method")
    assert [m for m in accepted(game, data) if not m.startswith(told)] == []


def test_no_mutant_of_counts_is_proved() -> None:
    game, data = kb.game("tic-tac-toe"), say("size", "tic-tac-toe", "a1", "b2", "c3", "a2")
    assert check(game, data).holds
    told = ("branching", "up_to_symmetry", "up_to_symmetry_by_ply")
    assert [m for m in accepted(game, data) if not m.startswith(told)] == []


def test_no_mutant_of_nimbers_of_heaps_is_proved() -> None:
    game, data = kb.game("kayles 1"), say("sequence", "kayles", "--to", "12")
    assert check(game, data).holds
    assert [m for m in accepted(game, data) if not m.startswith("period.")] == []


def test_garbage_is_refused_in_a_sentence() -> None:
    kinds = ("plan", "plan-value", "orders", "ranges", "strategy-report", "optimal-face")
    tree, kuhn = game_tree(TREE), kb.game("kuhn-poker")
    for kind in (*kinds, "consistency", "contraction", "dice", "expected-utility", "match"):
        game = kuhn if kind in kinds[-2:] else kb.game("nim 2") if kind == "match" else tree
        for junk in (None, 1, "x", [], {}, [[]], [1, "x"], {"a": None}):
            keys = ("value", "moves", "plan", "steps", "leaves", "points", "statements", "turns")
            with pytest.raises(kb.GameError):
                check(game, {"kind": kind, **dict.fromkeys(keys, junk)}).require()


def test_a_claim_about_another_form_says_which() -> None:
    claim = kb.game("chicken").equilibria().to_json()
    with pytest.raises(kb.GameError, match="is for strategic games, not for impartial games"):
        check(kb.game("nim 2"), claim)


@pytest.mark.parametrize(
    ("command", "left"),
    [
        (("nimbers", "(24 + 17) / sqrt(5)"), ()),
        (("nimbers", "mex(0, 1, 3) + 7 ^ 3 * inverse(6)"), ()),
        (
            ("bandit", "0.2", "0.5", "--rounds", "4", "--policy", "ucb1"),
            ("greedy_lock_in",),
        ),
        (("bandit", "0.2", "--past", "0 1"), ("ucb_scores", "next", "regret", "realized_regret")),
        (
            ("utility", "-i", "C ~ 1/3 A + 2/3 B", "--zero", "B", "--one", "A"),
            ("statements doubled",),
        ),
    ],
)
def test_no_mutant_of_a_calculation_is_proved(
    command: tuple[str, ...], left: tuple[str, ...]
) -> None:
    data = say(*command)
    check(None, data).require()
    found = [m for m in accepted(None, data) if not m.startswith(left)]
    assert [m for m in found if "policy" not in m and "limit_average" not in m] == []


def test_what_no_theorem_proves_is_not_called_proved() -> None:
    told = str(check(None, {"kind": "nim-value", "expression": "order(5)", "value": 15}))
    assert "found, not proved: only products" in told
    assert "proved by" not in told


def test_a_claim_does_not_bring_its_own_verdict() -> None:
    with pytest.raises(GameError, match="it is kept in a file of its own"):
        check(kb.game("tic-tac-toe"), {"kind": "database", "positions": 17, "table": True})


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", ["values", "after"])
def test_a_database_that_adds_up_must_also_lead_where_the_rules_lead(
    name: str, tmp_path: Path
) -> None:
    """Draws everywhere add up, and so do values of a game with other moves."""
    rules = TakeAway(6)
    found = retrograde(rules, compiled=False)
    assert found.verify().holds
    changed = {
        "values": {"values": 0 * found.values, "distance": np.minimum(found.distance, 0) - 1},
        "after": {"after": found.after[::-1].copy()},
    }[name]
    assert not replace(found, **changed).verify().holds


def test_payoffs_are_as_many_as_players() -> None:
    rules = TakeAway(4)
    data = rules.solve("max-n").to_json()
    value = data["value"] if isinstance(data["value"], list) else [data["value"]]
    assert not check(rules, {**data, "value": [*value, "0"]}).holds


def test_flags_are_true_or_false() -> None:
    game = kb.game("dare")
    data = game.solve().to_json()
    with pytest.raises(GameError, match=r"optimal\.I: expected true or false"):
        check(game, {**data, "optimal": {"I": 1}})
