"""The tab with pictures that can be touched: the game or the picture follows at once."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from nicegui import ui

from kibitz.web import touch
from kibitz.web.sheet import Sheet
from kibitz.web.tabs.running import Running
from kibitz.web.view import View
from kibitz.web.widgets import button, choice

RULES = ("replicator", "logit", "best-response-flow", "fictitious-play")
NOTHING = (
    "<p class='faint'>Tables with two rows or two columns, games of two by two, and games of three "
    "by three have a picture here that can be touched.</p>"
)


def touch_tab(view: View) -> None:
    """Build the tab."""
    _TouchTab(view)


class _TouchTab:
    def __init__(self, view: View) -> None:
        self._view = view
        self._told: dict[str, Any] = {}
        self._rule = RULES[0]
        self._starts: list[list[float]] = []
        self._running = Running(view)
        self._sheet = Sheet(self._drawn, lambda key, value: None, self._acted)
        with ui.element("div").classes("row") as self._rules:
            choice("Dynamics", [(r, r.replace("-", " ")) for r in RULES], self._rule, self._chosen)
            button("Clear", self._clear)
        self._rules.set_visibility(False)
        view.on_change(lambda: self._starts.clear())
        view.on_open("touch", self._look)

    async def _look(self) -> None:
        rule = self._rule if self._starts else ""
        told = await self._running.run(
            "touch", text=self._view.text, rule=rule, starts=self._starts
        )
        if told is not None:
            self._told = told
            self._rules.set_visibility(told["kind"] == "simplex")
            self._sheet.refresh()

    def _drawn(self) -> str:
        told = self._told
        if not told:
            return "<p class='faint'>Drawing …</p>"
        if told["kind"] == "none":
            return NOTHING
        picture = {"lines": touch.lines, "replies": touch.replies, "simplex": touch.simplex}
        hint = {
            "lines": "Drag the ends of a line: its payoffs change, and the answer follows.",
            "replies": "Change a payoff in the table: the curves follow.",
            "simplex": "Click into the triangle to follow the dynamics from there.",
        }[told["kind"]]
        answer = told.get("text", "")
        below = f"<pre class='answer'>{escape(answer)}</pre>" if answer else ""
        return f"<p class='faint'>{hint}</p>{picture[told['kind']](told)}{below}"

    async def _acted(self, act: str, event: dict[str, Any]) -> None:
        if act == "moved" and self._told.get("kind") == "lines":
            await self._drag(str(event["key"]), float(event["y"]))
        elif act == "nudged" and self._told.get("kind") == "lines":
            step = {"up": 1, "down": -1}.get(str(event.get("way")), 0)
            await self._nudge(str(event["key"]), step)
        elif act == "clicked" and self._told.get("kind") == "simplex":
            self._starts = [*self._starts, touch.mixture_at(float(event["x"]), float(event["y"]))]
            await self._look()

    async def _drag(self, key: str, height: float) -> None:
        payoffs = [touch.number(x) for line in self._told["lines"] for x in line[1:]]
        await self._change(key, touch.Scale(payoffs).payoff(height))

    async def _nudge(self, key: str, step: int) -> None:
        side, line = map(int, key.split("."))
        now = touch.number(self._told["lines"][line][1 + side])
        whole = round(now * touch.SNAP) + step
        await self._change(key, f"{whole}/{touch.SNAP}")

    async def _change(self, key: str, payoff: str) -> None:
        """Write a payoff into the game; the editor and all answers follow."""
        side, line = map(int, key.split("."))
        game = json.loads(self._view.info["json"])
        row, column = (side, line) if self._told["mixer"] == 0 else (line, side)
        game["matrix"][row][column] = payoff
        await self._view.changed(json.dumps(game))
        await self._look()

    async def _chosen(self, rule: str) -> None:
        self._rule = rule
        await self._look()

    async def _clear(self) -> None:
        self._starts = []
        await self._look()
