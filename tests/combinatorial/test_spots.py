"""Every move of a position can be made by touching its picture."""

from __future__ import annotations

from itertools import islice

import pytest

from kibitz.combinatorial.answers import without_answers
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.core import index
from kibitz.core.shelf import look_up
from kibitz.core.verbs import draw
from kibitz.games import game
from kibitz.web.clicks import Clicks
from kibitz.web.tasks.shelf import sample

FAMILIES = ("nim", "heaps", "coins", "hackenbush", "digraphs")
TYPED = {
    "choose-a-pile",
    "transfinite-nim",
    "two-dimensional-nim",
    "coin-count",
    "moebius",
    "mogul",
    "moidores",
    "rims",
    "rayles",
}
"""Games with loops to draw, or with more moves than a picture holds; their moves are typed."""
NAMES = sorted(name for family in FAMILIES for name in index.table("FAMILIES")[family])


def touched(position: ImpartialGame) -> list[dict[str, object]]:
    """The moves with what is touched for each, as the page of a game has them."""
    with without_answers():
        spots = draw(position).spots
    moves = [Move(*move).description for move in islice(position.moves(position.position), 400)]
    return [
        {"text": m, "cells": list(dict.fromkeys(s.name for s in spots if m in s.moves))}
        for m in moves
    ]


@pytest.mark.parametrize("name", sorted(set(NAMES) - TYPED))
def test_every_move_is_made_by_touch(name: str) -> None:
    position = game(sample(look_up(name)))
    if not isinstance(position, ImpartialGame):
        pytest.skip("not one of its positions is impartial")
    moves = touched(position)
    assert moves
    for move in moves:
        clicks = Clicks(moves, ordered=False)
        made = ""
        for cell in move["cells"]:  # type: ignore[attr-defined]
            made = clicks.click(str(cell))
        assert move["text"] in (made, *clicks.choices)


@pytest.mark.parametrize(
    ("name", "cells", "made"),
    [
        ("staircase 3 1 2", ["take 2 from step 3 to step 2"], "take 2 from step 3 to step 2"),
        ("bins 1 1 2", ["bin 3, leaving 1", "to bin 1"], "1 from bin 3 to bin 1"),
        ("grundy 9", ["split the heap of 9 into 2 and 7"], "split the heap of 9 into 2 and 7"),
        ("digraph", ["to c"], "to c"),
    ],
)
def test_what_is_touched_for_a_move(name: str, cells: list[str], made: str) -> None:
    clicks = Clicks(touched(game(name)), ordered=False)
    assert [clicks.click(cell) for cell in cells][-1] == made


def test_a_staircase_does_not_show_which_steps_count_while_it_is_played() -> None:
    position = game("staircase 3 1 2")
    with without_answers():
        hidden = draw(position).svg
    assert "count" in draw(position).svg
    assert "count" not in hidden
