"""The tab with pictures that can be touched: the game or the picture follows at once."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from nicegui import ui

from kibitz.web.interactive.catalog import TOUCHES
from kibitz.web.sheet import HtmlSheet
from kibitz.web.tabs.running import Running
from kibitz.web.tabs.solve import unbroken
from kibitz.web.view import View
from kibitz.web.widgets import button, choice

NOTHING = (
    "<p class='faint'>Interactive pictures exist for tables with two rows or columns, 2 x 2 "
    "and 3 x 3 games, coalitions of three or four players, bargaining polygons, trees and "
    "dice games.</p>"
)


def touch_tab(view: View) -> None:
    """Build the tab."""
    _TouchTab(view)


class _TouchTab:
    def __init__(self, view: View) -> None:
        self._view = view
        self._text = view.text
        self._data: dict[str, Any] = {}
        self._running = Running()
        self._rules = ui.element("div").classes("row")
        self._sheet = HtmlSheet(self._drawn, lambda key, value: None, self._acted)
        view.on_change(self._forget)
        view.on_open("touch", self._look)

    @property
    def _state(self) -> dict[str, Any]:
        """How the picture stands, as the address says it."""
        try:
            found = json.loads(self._view.state.get("touch", "{}"))
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def _keep(self, state: dict[str, Any]) -> None:
        kept = json.dumps(state, separators=(",", ":")) if state else ""
        self._view.set_state(touch=kept)

    def _forget(self) -> None:
        """Begin again with another game."""
        if self._view.text != self._text:
            self._text = self._view.text
            self._view.set_state(touch="")

    async def _look(self, focus: str = "") -> None:
        data = await self._running.run("touch", text=self._view.text, state=self._state)
        if data is None:
            return
        if data["kind"] != self._data.get("kind"):
            self._choices(data["kind"])
        self._data = data
        self._sheet.refresh(focus)

    def _choices(self, kind: str) -> None:
        """What can be chosen for a kind of picture."""
        self._rules.clear()
        found = getattr(TOUCHES.get(kind), "CHOICES", None)
        if found is None:
            return
        label, key, names = found

        async def chosen(name: str) -> None:
            self._keep({**self._state, key: name})
            await self._look()

        with self._rules:
            options = [(name, name.replace("-", " ")) for name in names]
            choice(label, options, str(self._state.get(key, names[0])), chosen)
            button("Start over", self._clear)

    def _drawn(self) -> str:
        data = self._data
        if not data:
            return "<p class='faint'>Drawing …</p>"
        if data["kind"] == "none":
            return NOTHING
        picture = TOUCHES[data["kind"]]
        answer = data.get("html", "")
        below = f"<div class='answer'>{unbroken(answer)}</div>" if answer else ""
        return f"<p class='faint'>{escape(picture.HINT)}</p>{picture.draw(data)}{below}"

    async def _acted(self, act: str, event: dict[str, Any]) -> None:
        if self._data.get("kind", "none") == "none":
            return
        event = {**event, "game": self._view.info["json"]}
        found = TOUCHES[self._data["kind"]].react(self._data, self._state, act, event)
        if found is None:
            return
        if "game" in found:
            if await self._view.changed(found["game"]) is None:
                self._view.follow(f"touch {found.get('focus', '')}")
        else:
            self._keep(found["state"])
        if not found.get("quiet"):
            await self._look(found.get("focus", ""))

    async def _clear(self) -> None:
        self._keep({})
        await self._look()
