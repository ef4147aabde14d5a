"""A witness that does not prove its claim is refused, and so is a theorem that does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import kibitz as kb
from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.certificate import check
from kibitz.formats.answers.solution import solution_from_json
from kibitz.games.dice.pig import Pig


def test_lengths_of_play_must_bound_every_reply() -> None:
    game = kb.stochastic_game({"a": [["1 + 9/10 a"], ["5 + 1/2 b"]], "b": [["a"]]}, discount="0.9")
    solution: Any = game.solve("value-iteration")
    whole = {**solution.to_json(), **solution.witness(), "bound": 1.0}
    moved = {**whole, "values": np.asarray(whole["values"]) + 1e-3}
    moved["value"] = float(moved["values"][game.start])
    assert check(game, moved).holds
    for h in (0.0, 0.5, -1.0, np.inf, np.nan):
        assert not check(game, {**moved, "lengths": [np.full(2, h)] * 2}).holds


def test_positions_without_their_values_are_not_proved() -> None:
    rules = Pig(4)
    bare = {k: x for k, x in rules.solve().to_json().items() if k not in ("values", "policy")}
    assert any("value" in words for words in check(rules, bare).unproved)
    assert solution_from_json(rules, bare).verify().unproved == ("method",)
    assert not solution_from_json(rules, {**bare, "value": 0.9}).verify()


def test_limits_are_proved_by_their_kernels() -> None:
    game = kb.game("big-match")
    data = game.solve().to_json()
    assert check(game, data).holds
    assert not check(game, {k: x for k, x in data.items() if k != "limits"}).holds
    for wrong in ({}, {"0": [[[0], [0]], [[0], [0]]]}, {"0": [[[0, 1], [0, 1]]]}, {"0": 3}):
        assert not check(game, {**data, "limits": wrong}).holds
    assert not check(game, {**data, "values": {"play": "2/5"}, "value": "2/5"}).holds


@dataclass(frozen=True)
class Wrong(ImpartialGame):
    """Take one to three, with a theorem that is false."""

    theorem = "wishful thinking"

    def options(self, position: Any) -> Iterator[int]:
        return (position - k for k in (1, 2, 3) if k <= position)

    def _nimber(self, position: Any) -> int | None:
        return int(position % 3)

    def _reach(self, position: Any) -> int | None:
        return 10**9


def test_a_formula_must_obey_the_mex_rule_at_the_start() -> None:
    game = Wrong(10**6)
    assert not game.solve("theorem").verify()
