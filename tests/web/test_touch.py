"""Pictures that can be touched."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any
from urllib.parse import quote_plus

import pytest

from kibitz.web.interactive.catalog import TOUCHES
from kibitz.web.interactive.simplex import CHOICES
from kibitz.web.tasks import touch

ROOT = "the beginning: chance moves; reached with probability 1; worth (-1/18, 1/18)"
THREE = 'coalition "A:0 B:0 C:0 A,B:4 A,C:3 B,C:2 A,B,C:6"'
WORTHS = {"AB": 1, "AC": 1, "AD": 1, "CD": 1, "ABC": 2, "ABD": 2, "ACD": 2, "BCD": 1, "ABCD": 4}
COALITIONS = [s for k in range(1, 5) for s in map("".join, combinations("ABCD", k))]
FOUR = 'coalition "' + " ".join(f"{','.join(s)}:{WORTHS.get(s, 0)}" for s in COALITIONS) + '"'


BARGAIN = json.dumps(
    {
        "kind": "bargaining",
        "feasible": {"polygon": [["0", "0"], ["0", "4"], ["3", "3"], ["5", "0"]]},
        "disagreement": ["0", "0"],
    }
)


def shown(text: str, **state: Any) -> tuple[dict[str, Any], str]:
    """What is told of a picture, and its SVG."""
    told = touch.run(text, json.loads(json.dumps(state)))
    json.dumps(told)
    return told, TOUCHES[told["kind"]].draw(told)


def acted(told: dict[str, Any], act: str, event: dict[str, Any], **state: Any) -> Any:
    return TOUCHES[told["kind"]].react(told, state, act, event)


def test_lines_curves_and_paths_are_told() -> None:
    told, svg = shown("matrix 2 3 1 5; 4 1 6 0")
    assert (told["value"], told["mixture"]) == ("17/7", ["5/7", "2/7"])
    assert svg.count("data-point") == 8
    assert shown("matrix 2 4; 3 1; 1 6; 5 0")[0]["mixer"] == 1
    told, svg = shown("chicken")
    assert len(told["points"]) == 3
    assert "polyline" in svg
    told, svg = shown("rock-paper-scissors", rule="replicator", starts=[[0.5, 0.3, 0.2]])
    assert len(told["triangles"][0]["paths"][0]) > 20
    assert "data-paper" in svg
    assert touch.run("nim 3 4 5") == {"kind": "none"}
    told, svg = shown("rock-paper-scissors")
    assert told["samples"]
    assert svg.count('class="thick sample"') == len(told["triangles"][0]["paths"]) > 0


@pytest.mark.parametrize("rule", CHOICES[2])
def test_every_dynamic_is_followed_in_the_triangle(rule: str) -> None:
    told, svg = shown("rock-paper-scissors", rule=rule, starts=[[0.5, 0.3, 0.2]])
    assert len(told["triangles"][0]["paths"][0]) > 20
    assert told["triangles"][0]["rest"] == [[0.33333, 0.33333, 0.33333]]
    assert 'class="rest"' in svg
    begun = acted(told, "clicked", {"key": "simplex", "middle": True}, starts=[[0.5, 0.3, 0.2]])
    assert sum(begun["state"]["starts"][1]) == pytest.approx(1, abs=0.01)


def test_players_who_differ_have_a_triangle_each() -> None:
    game = "2,1 0,0 1,3; 3,2 1,1 0,2; 0,3 2,0 1,1"
    told, svg = shown(game, rule="replicator", starts=[[0.2, 0.3, 0.5]])
    first, second = told["triangles"]
    assert first["paths"][0][0] == second["paths"][0][0]
    assert first["paths"][0][-1] != second["paths"][0][-1]
    assert (svg.count("<polyline"), svg.count("data-paper")) == (2, 1)


def test_a_dragged_payoff_is_written_into_the_game() -> None:
    told, _ = shown("matrix 2 3 1 5; 4 1 6 0")
    game = json.dumps({"matrix": [["2", "3", "1", "5"], ["4", "1", "6", "0"]]})
    found = acted(told, "nudged", {"key": "0.1", "way": "up", "game": game})
    assert json.loads(found["game"])["matrix"][0] == ["2", "13/4", "1", "5"]


def test_payoffs_of_three_players_are_dragged_and_coalitions_object() -> None:
    told, svg = shown(THREE)
    assert "in the core" in told["text"]
    assert 'data-point="x"' in svg
    x, y = told["corners"][2]
    found = acted(told, "moved", {"key": "x", "x": x, "y": y})
    assert found["state"]["payoffs"] == ["0", "0", "6"]
    told, _ = shown(THREE, **found["state"])
    assert told["text"].startswith("A,B would object: on their own they earn 4 more.")
    found = acted(told, "nudged", {"key": "x", "way": "up"})
    assert found["state"]["payoffs"] == ["1/10", "0", "59/10"]
    outside = acted(told, "moved", {"key": "x", "x": x + 500, "y": y + 500})
    assert outside["state"]["payoffs"] == ["0", "0", "6"]
    foreign, _ = shown(THREE, payoffs=["9", "9", "9"])
    assert foreign["payoffs"] == ["2", "2", "2"]


def test_the_core_of_four_players_is_a_solid() -> None:
    told, svg = shown(FOUR)
    core = told["space"]["sets"][0]
    vertices, faces = len(core["vertices"]), len(core["faces"])
    edges = {frozenset(p) for f in core["faces"] for p in zip(f, f[1:] + f[:1], strict=True)}
    assert (core["name"], vertices) == ("core", 13)
    assert vertices - len(edges) + faces == 2  # Euler
    assert [p["name"] for p in told["space"]["points"]] == ["Shapley value", "nucleolus"]
    assert "(17/12, 3/4, 11/12, 11/12)" in svg
    found = acted(told, "turned", {"yaw": 1.23456, "pitch": -0.5})
    assert found == {"state": {"turn": [1.235, -0.5]}, "quiet": True}


def test_an_empty_core_says_so() -> None:
    told, svg = shown("weighted-voting quota=3 weights=1,1,1,1")
    assert told["space"]["empty"]
    assert "the core is empty" in svg


def test_a_tree_is_folded_and_tells_reach_and_value() -> None:
    told, svg = shown("kuhn-poker")
    assert "-1/18" in told["text"]
    nodes = {node: words for node, _, _, words, _, _ in told["nodes"]}
    assert len(nodes) == 55
    assert nodes[0] == ROOT
    assert any("reached with probability 1/6" in words for words in nodes.values())
    found = acted(told, "touched", {"key": "1"})
    folded, svg = shown("kuhn-poker", **found["state"])
    assert len(folded["nodes"]) == 55 - 8
    assert "Folded; click to open." in svg
    assert acted(folded, "touched", {"key": "1"}, **found["state"])["state"] == {"turned": []}


def test_a_large_tree_opens_where_one_clicks() -> None:
    told, _ = shown("leduc")
    closed = next(node for node, *_, is_folded in told["nodes"] if is_folded)
    opened, _ = shown("leduc", turned=[str(closed)])
    assert len(opened["nodes"]) > len(told["nodes"])


def test_a_policy_is_walked() -> None:
    told, svg = shown("piglet 4")
    assert told["moves"] == [["flip", "best", told["value"]]]
    assert "data-paper" in svg
    found = acted(told, "walk", {"key": "0"})
    told, _ = shown("piglet 4", **found["state"])
    assert [words for words, *_ in told["moves"]] == ["tails", "heads"]
    assert told["moves"][1][1] == "probability 1/2"
    assert acted(told, "back", {}, **found["state"])["state"] == {"path": []}
    there = acted(told, "nudged", {"key": "at", "way": "right"})["state"]
    assert shown("piglet 4", **there)[0]["place"] == "1:0, first with 0"
    assert shown("piglet 4", grid=[99, 99], path=["7", "x"])[0]["walked"] == []
    assert "map" in shown("ruin-duel")[0]


def test_the_threat_is_dragged_and_agreements_follow() -> None:
    told, svg = shown(BARGAIN)
    names = {name: words for name, words, _ in told["agreed"]}
    assert names["Nash solution"] == "(3, 3)"
    assert names["Kalai-Smorodinsky solution"] == "(75/23, 60/23)"
    assert 'data-point="d"' in svg
    found = acted(told, "nudged", {"key": "d", "way": "right", "game": BARGAIN})
    assert json.loads(found["game"])["disagreement"] == ["1/4", "0"]
    moved, _ = shown(found["game"])
    assert moved["threat"] == ["1/4", "0"]
    assert {n: w for n, w, _ in moved["agreed"]}["Kalai-Smorodinsky solution"] != "(75/23, 60/23)"


def goto(tab: Any, text: str) -> None:
    tab.goto(f"/game?g={quote_plus(text)}&tab=touch")


@pytest.mark.browser
def test_a_payoff_is_dragged_and_the_value_follows(tab: Any) -> None:
    goto(tab, "matrix 2 3 1 5; 4 1 6 0")
    tab.locator('[data-point="0.1"]').press("ArrowUp")
    tab.get_by_text("value 74/29").wait_for()
    tab.get_by_role("button", name="Undo").click()
    tab.get_by_text("value 17/7").wait_for()
    tab.get_by_role("button", name="Redo").click()
    tab.get_by_text("value 74/29").wait_for()


@pytest.mark.browser
@pytest.mark.slow
def test_a_click_into_the_triangle_begins_a_path(tab: Any) -> None:
    goto(tab, "rock-paper-scissors")
    tab.locator(".paper").click(position={"x": 150, "y": 150})
    tab.locator("svg.touch polyline.line-0").wait_for()


@pytest.mark.browser
@pytest.mark.slow
def test_the_tetrahedron_is_turned_and_the_link_remembers(tab: Any, open_tab: Any) -> None:
    goto(tab, FOUR)
    solid = tab.locator("svg[data-drawn]")
    before = solid.get_attribute("data-drawn")
    solid.press("ArrowRight")
    tab.wait_for_url(lambda url: "turn" in url)
    keyed = solid.get_attribute("data-drawn")
    assert keyed != before
    box = solid.bounding_box()
    tab.mouse.move(box["x"] + 100, box["y"] + 100)
    tab.mouse.down()
    tab.mouse.move(box["x"] + 200, box["y"] + 150, steps=3)
    tab.mouse.up()
    dragged = solid.get_attribute("data-drawn")
    assert dragged != keyed
    yaw = round(float(dragged.split()[0]), 3)
    tab.wait_for_url(lambda url: str(yaw) in url)
    other = open_tab()
    other.goto(tab.url)
    other.locator("svg[data-drawn]").wait_for()
    assert round(float(other.locator("svg[data-solid]").get_attribute("data-yaw")), 3) == yaw


@pytest.mark.browser
@pytest.mark.slow
def test_a_subtree_folds_on_click_and_tells_on_hover(tab: Any) -> None:
    goto(tab, "kuhn-poker")
    tab.locator(".knot").nth(1).click()
    tab.get_by_text("5 outcomes").wait_for()
    tab.locator(".knot").nth(2).hover()
    tab.get_by_text("reached with probability 1/6").wait_for()


@pytest.mark.browser
@pytest.mark.slow
def test_the_policy_of_a_dice_game_is_walked(tab: Any) -> None:
    goto(tab, "piglet 4")
    tab.get_by_role("button", name="flip").click()
    tab.get_by_role("button", name="heads").click()
    tab.get_by_text("Walked: flip · heads").wait_for()
    tab.locator('[data-point="at"]').press("ArrowRight")
    tab.get_by_text("1:0, first with 0").wait_for()


@pytest.mark.browser
@pytest.mark.slow
def test_the_threat_is_dragged_with_the_mouse(tab: Any) -> None:
    goto(tab, BARGAIN)
    ring = tab.locator('svg.touch [data-point="d"]')
    ring.wait_for()
    agreed = tab.locator("li").get_by_text("Kalai-Smorodinsky solution (75/23, 60/23)")
    agreed.wait_for()
    box = ring.bounding_box()
    tab.mouse.move(box["x"] + 9, box["y"] + 9)
    tab.mouse.down()
    tab.mouse.move(box["x"] + 80, box["y"] + 9, steps=3)
    tab.mouse.up()
    agreed.wait_for(state="detached")
    assert tab.get_by_label("disagreement, u").input_value() != "0"
