"""No mutant of a true claim about a game with moves is proved, unless it is true as well."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution
from kibitz.play import agent, contest
from kibitz.rules.examples import TakeAway
from kibitz.rules.trees.build import game_tree
from kibitz.search.puzzles import Queens, SlidingTiles
from kibitz.search.retrograde.retrograde import retrograde

TRUE = re.compile(r"^exact$|line shortened|line doubled|moves reversed")
"""What stays true when it is weakened."""


def refuted(game: Any, solution: Any) -> list[str]:
    """The false mutants that are accepted, of what is proved."""
    proof = solution.verify()
    assert proof.holds, str(proof)
    data = solution.to_json()
    assert check(game, data).holds
    assert read_solution(game, data).verify().holds
    left = [words.split(",")[0] for words in proof.unproved]
    found = [what for what in accepted(game, data) if not TRUE.search(what)]
    return [what for what in found if what.split(".")[0].split()[0] not in left]


@pytest.mark.parametrize("method", ["auto", "minimax", "alpha-beta", "scout", "max-n", "mcts"])
def test_searches(method: str) -> None:
    rules = TakeAway(6)
    assert refuted(rules, rules.solve(method)) == []


def test_lines_of_random_trees_are_of_best_moves() -> None:
    luck = Random(1)

    def tree(depth: int) -> Any:
        if depth == 0:
            return luck.randint(-1, 1)
        return [tree(depth - 1) for _ in range(luck.randint(1, 3))]

    for _ in range(40):
        rules = game_tree(tree(luck.randint(3, 6)))
        for method in ("scout", "principal-variation", "mtd-f"):
            rules.solve(method).verify().require()


def test_positions_and_trees() -> None:
    found = kb.search("tic-tac-toe", "a1", "b1").solve()
    assert refuted(found.position.rules, found) == []
    for tree in ("max(chance(1/2: 3, 1/2: 0), 1)", [(1, 2, 3), (3, 2, 1)]):
        rules = game_tree(tree)
        assert refuted(rules, rules.solve()) == []


def test_databases() -> None:
    rules = TakeAway(5)
    found = retrograde(rules, compiled=False)
    assert found.verify()
    assert check(rules, found.to_json())
    assert accepted(rules, found.to_json()) == []


def test_puzzles() -> None:
    for puzzle in (Queens(5), SlidingTiles("1 2 3 4 5 6 0 7 8"), Queens(3)):
        assert refuted(puzzle, puzzle.solve()) == []


def test_games_that_were_played() -> None:
    rules = TakeAway(6)
    data = contest(rules, [agent("perfect", rules), agent("random", rules, seed=1)]).to_json()
    assert check(rules, data)
    assert [what for what in accepted(rules, data) if not TRUE.search(what)] == []


def test_a_draw_is_proved_by_forcing_it_from_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.proof.kinds.moves.search.backed_up", lambda *_: None)
    monkeypatch.setattr("kibitz.proof.kinds.moves.search.recurring", lambda *_: None)
    rules = kb.game("tic-tac-toe")
    data = rules.solve().to_json()
    proof = check(rules, data)
    assert proof.holds
    assert "strategies of both that force it" in str(proof)
    assert "value" not in "".join(proof.unproved)
    won = {**data, "value": 1, "moves": {}}
    assert not check(rules, won).holds or check(rules, won).unproved


def test_a_claim_without_any_value_is_refused() -> None:
    rules = kb.game("tic-tac-toe")
    data = {**rules.solve().to_json(), "value": [], "moves": {}}
    assert not check(rules, data).holds
