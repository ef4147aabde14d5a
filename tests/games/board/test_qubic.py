"""Qubic: its lines, and how it ends."""

from __future__ import annotations

from kibitz.games.board.qubic import Qubic
from kibitz.rules import popcount


def test_has_76_lines_of_four():
    lines = Qubic().lines
    assert len(set(lines)) == 76
    assert all(popcount(line) == 4 for line in lines)


def test_corners_and_centers_lie_on_seven_lines():
    through = [len(set(lines)) for lines in Qubic().through]
    assert sorted(through) == [4] * 48 + [7] * 16
    assert through[0] == through[63] == through[21] == 7


def test_a_line_through_the_levels_wins():
    end = Qubic().position("a1.1", "a2.1", "b2.2", "a3.1", "c3.3", "a4.2", "d4.4")
    assert end.is_over
    assert end.payoffs == (1, -1)


def test_the_last_cell_counts():
    """Cell 63 is the sign bit of a word."""
    end = Qubic().position("a1.1", "a4.4", "b1.1", "b4.4", "a2.1", "c4.4", "a3.2", "d4.4")
    assert end.payoffs == (-1, 1)
