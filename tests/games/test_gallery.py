"""The pictures in the gallery of games with moves are those that the code draws.

`python tests/games/test_gallery.py` draws them again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz as kb

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "games"
POSITIONS = {
    "tic-tac-toe": "b2 a3 a1 c3 b3",
    "connect-four": "4 4 4 4 3 5 2 1",
    "othello": "f5 d6 c3 d3 c4 f4 f6",
    "breakthrough": "d2-d3 e7-e6 d3-d4 e6-e5 d4xe5",
    "hex": "f6 g5 e7 f7 f5 h4 g4",
    "go": "e5 e3 c4 c6 g4 g6 d3 d4 c5 e4",
    "kalah": "3 6 1 2",
    "oware": "F a C b",
    "dots-and-boxes": "a1-b1 a1-a2 b2-c2 b1-b2 a2-b2 c3-c4 b3-c3",
    "nine-mens-morris": "d6 d2 f4 b4 d7 d3 d5xb4 b4",
    "checkers": "11-15 22-18 15x22 25x18",
    "chess": "e4 e5 Nf3 Nc6 Bb5",
    "qubic": "a1.1 b2.2 d4.4 c3.2 d1.1 b1.4",
    "lone-king": "Qd4 Ke7",
    "backgammon": "",
    "pig": "roll 6 roll 5 hold roll 4",
    "yahtzee": "",
    "tricks": "C9 C10 S2",
    "lines-of-many": "b2 c3 d1 b3 c2 a4",
    "nim-of-many": "",
    "chinese-checkers": "1-8 27-21 28-30 2-6",
    "tiles": "1",
    "queens": "a1 e2 h3 f4",
    "sudoku": "",
}


def drawn(name: str) -> str:
    return kb.game(name).position(*POSITIONS[name].split()).draw().svg


@pytest.mark.parametrize("name", POSITIONS)
def test_gallery_is_current(name):
    assert drawn(name) == (FOLDER / f"{name}.svg").read_text(encoding="utf-8")


if __name__ == "__main__":
    for each in POSITIONS:
        (FOLDER / f"{each}.svg").write_text(drawn(each), encoding="utf-8")
