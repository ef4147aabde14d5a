"""Positions with their best moves: all of a small game, a thousand of a large one."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import kibitz as kb
from kibitz.learning.encoding.encode import encode
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.zero import solved_positions as module
from kibitz.learning.zero.alphazero import alphazero
from kibitz.learning.zero.solved_positions import solved_positions

RULES = kb.game("tic-tac-toe")


@cache
def worth(state: Any) -> float:
    """What a position is worth to the first player, by minimax."""
    who = RULES.player(state)
    if who < 0:
        return float(RULES.payoffs(state)[0])
    found = [worth(RULES.play(state, move)) for move in RULES.moves(state)]
    return max(found) if who == 0 else min(found)


def test_all_positions_of_tic_tac_toe_are_there_with_their_best_moves() -> None:
    code = encode(RULES)
    found = solved_positions(code, 0)
    assert found is not None
    truth: dict[bytes, Any] = {}
    todo, seen = [RULES.start()], set()
    while todo:
        state = todo.pop()
        if state in seen or RULES.player(state) < 0:
            continue
        seen.add(state)
        values = {move: worth(RULES.play(state, move)) for move in RULES.moves(state)}
        todo += [RULES.play(state, move) for move in values]
        if len(set(values.values())) > 1:
            best = np.zeros(code.actions, bool)
            best[[code.action(m) for m, v in values.items() if v == worth(state)]] = True
            truth[code.observe(state).tobytes()] = best
    assert len(seen) == 4520
    assert len(found) == len(truth) == 3191
    for planes, best, legal in zip(found.planes, found.best, found.legal, strict=True):
        assert (truth[planes.tobytes()] == best).all()
        assert not (best & ~legal).any()


def test_perfect_and_perverse_policies_are_told_apart() -> None:
    found = solved_positions(encode(RULES), 0)
    assert found is not None
    assert found.optimal_share(lambda planes: found.best.astype(float)) == 1.0
    assert found.optimal_share(lambda planes: -found.best.astype(float)) == 0.0


def test_positions_of_a_larger_game_come_with_mirror_images(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "TRIED", 20)
    found = solved_positions(encode(kb.game("connect-four 4 4")), 0)
    assert found is not None
    assert 20 < len(found) <= 40
    assert (found.best.any(axis=1) & (found.legal & ~found.best).any(axis=1)).all()


def test_games_with_dice_have_none() -> None:
    assert solved_positions(encode(kb.game("pig 10")), 0) is None


def test_a_look_tells_of_how_many_positions_it_is() -> None:
    learner = alphazero(Lesson(RULES), channels=4, blocks=1)
    share = learner._optimal()["optimal"]
    assert 0 < share < 1
    assert learner.checked == 3191
