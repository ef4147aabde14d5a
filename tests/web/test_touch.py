"""Pictures that can be touched."""

from __future__ import annotations

from typing import Any

import pytest

from kibitz.web import touch as drawn
from kibitz.web.tasks import touch


def test_lines_curves_and_paths_are_told() -> None:
    lines = touch.run("matrix 2 3 1 5; 4 1 6 0")
    assert (lines["value"], lines["mixture"]) == ("17/7", ["5/7", "2/7"])
    assert drawn.lines(lines).count("data-point") == 8
    tall = touch.run("matrix 2 4; 3 1; 1 6; 5 0")
    assert tall["mixer"] == 1
    curves = touch.run("chicken")
    assert len(curves["points"]) == 3
    assert "polyline" in drawn.replies(curves)
    paths = touch.run("rock-paper-scissors", "replicator", [[0.5, 0.3, 0.2]])
    assert len(paths["paths"][0]) > 20
    assert "data-paper" in drawn.simplex(paths)
    assert touch.run("nim 3 4 5") == {"kind": "none"}


@pytest.mark.browser
def test_a_payoff_is_dragged_and_the_value_follows(tab: Any) -> None:
    tab.goto("/game?g=matrix+2+3+1+5%3B+4+1+6+0&tab=touch")
    end = tab.locator('[data-point="0.1"]')
    end.wait_for()
    end.press("ArrowUp")
    tab.get_by_text("value 74/29").wait_for()


@pytest.mark.browser
def test_a_click_into_the_triangle_begins_a_path(tab: Any) -> None:
    tab.goto("/game?g=rock-paper-scissors&tab=touch")
    tab.locator(".paper").click(position={"x": 150, "y": 150})
    tab.locator("svg.touch polyline").wait_for()
