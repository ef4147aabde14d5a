"""Dominated lines of larger games, where linear programs are saved."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz as kb
from kibitz.zero_sum.strategies.dominance import eliminate
from kibitz.zero_sum.strategies.dominated_lines import RemainingLines, own_lines


@pytest.mark.parametrize("seed", range(8))
def test_what_strict_elimination_leaves_is_best_against_some_mixture(seed: int) -> None:
    generator = np.random.default_rng(seed)
    shape = (7, 6) if seed % 2 else (4, 3, 3)
    game = kb.strategic_game([generator.integers(0, 4, shape) for _ in shape])
    found = eliminate(game, mixed=True, strict=True)
    assert found.verify().holds
    for player, kept in enumerate(found.kept):
        lines = own_lines(game, player, found.kept).array
        for k in range(len(kept)):
            others = np.delete(lines, k, axis=0) - lines[k]
            assert not len(others) or kb.matrix(others.tolist()).solve().value <= 0


def test_a_look_at_one_player_remembers_what_no_line_dominates() -> None:
    game = kb.matrix([[0, 9, 1], [9, 0, 1], [1, 1, 0], [3, 3, 3]]).strategic()
    clear: set[int] = set()
    seen: dict[int, tuple[tuple[int, ...], ...]] = {}
    view = RemainingLines(game, ((0, 1, 2, 3), (0, 1, 2)))
    found = list(
        view.find(0, True, True, (), clear, lambda player, index, best: seen.update({index: best}))
    )
    assert [(d.index, d.by[0][0]) for d in found] == [(2, 3)]
    assert seen == {0: ((1,),), 1: ((0,),), 3: ((2,),)}
    assert clear == set()


def test_dominance_in_kuhn_poker_with_four_cards() -> None:
    game = kb.game("kuhn-poker 4").as_tree().strategic()
    found = eliminate(game, mixed=True, strict=True)
    assert game.shape == (81, 256)
    assert found.verify().holds
    value = game.matrix_game().solve().value
    assert found.reduced.matrix_game().solve().value == value


def test_a_large_table_is_not_shown_again_after_every_removal() -> None:
    steps = kb.matrix([[i + j for j in range(25)] for i in range(25)]).eliminate().explain().steps
    assert len(steps) == 49
    assert not any(step.table for step in steps[:-1])
    assert all(step.table for step in kb.matrix("2 0 4; 1 2 3; 4 1 2").eliminate().explain().steps)
