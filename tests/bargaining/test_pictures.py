"""The pictures of the chapter are those that the code draws."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz as kb
from helpers.pictures import draws_the_same

HERE = Path(__file__).parents[2] / "docs" / "pictures"
THREATS = kb.bimatrix("0 6 -1; 4 3 5", "0 2 2; -1 6 5", title="Threats and side payments")
BATTLE = kb.bimatrix("2 0; 0 1", "1 0; 0 2", title="Battle of the sexes")
PICTURES = {
    "parabola": lambda: kb.bargaining("x >= 0; 0 <= y <= 4 - x^2", title="Below a parabola").draw(),
    "threats": lambda: kb.bargaining(THREATS, transferable=True).draw(),
    "battle": lambda: kb.bargaining(BATTLE).draw(what="sets"),
}


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_pictures_in_the_book_are_current(name):
    shown = (HERE / f"{name}.svg").read_text(encoding="utf-8")
    assert draws_the_same(PICTURES[name]().svg, shown)
