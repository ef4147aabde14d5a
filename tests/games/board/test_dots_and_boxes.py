"""Dots and Boxes: values of small boards by another program, and symmetry."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from kibitz.core.errors import GameError
from kibitz.games.board.dots_and_boxes import DotsAndBoxes
from kibitz.search.alpha_beta.plain import plain_value


def slow_value(rows, columns):
    """What the first player gains, lines as pairs of dots and boxes as sets of lines."""
    boxes = []
    for row in range(rows):
        for column in range(columns):
            corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
            sides = pairwise([*corners, corners[0]])
            boxes.append(frozenset(frozenset(side) for side in sides))
    lines = sorted(set().union(*boxes), key=sorted)

    @cache
    def best(left):
        values = []
        for line in left:
            after = left - {line}
            closed = sum(line in box and not box & after for box in boxes)
            values.append(closed + best(after) if closed else -best(after))
        return max(values, default=0)

    return best(frozenset(lines))


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (1, 3), (2, 2)])
def test_small_boards_are_worth_what_another_program_says(size):
    assert plain_value(DotsAndBoxes(*size).position(), 1_000_000) == slow_value(*size)


def test_closing_a_box_moves_again():
    here = DotsAndBoxes(1, 1).position("a1-b1", "a2-b2", "a1-a2")
    assert here.player == 1
    end = here.play("b1-b2")
    assert end.is_over
    assert end.payoffs == (-1, 1)


def test_one_line_can_close_two_boxes():
    moves = ["a1-b1", "b1-c1", "a2-b2", "b2-c2", "a1-a2", "c1-c2", "b1-b2"]
    assert DotsAndBoxes(1, 2).position(*moves).payoffs == (2, -2)


def test_mirror_images_have_one_key():
    rules = DotsAndBoxes(3, 3)
    corner = {rules.key(rules.position(move).state) for move in ("a1-b1", "c4-d4", "a1-a2")}
    assert len(corner) == 1


@pytest.mark.parametrize("size", [(0, 3), (6, 6)])
def test_refuses_other_sizes(size):
    with pytest.raises(GameError, match="boxes"):
        DotsAndBoxes(*size)
