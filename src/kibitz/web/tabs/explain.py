"""The tab with the derivation."""

from __future__ import annotations

from nicegui import ui

from kibitz.web.tabs.running import Running
from kibitz.web.view import View
from kibitz.web.widgets import markup


def explain_tab(view: View) -> None:
    """Build the tab."""
    running = Running(view)
    place = ui.element("div").props("aria-live=polite")

    async def show() -> None:
        asked = {"method": view.method, "options": view.options}
        told = await running.run("explain", text=view.text, **asked)
        place.clear()
        if told is not None:
            view.asked("explain", told["code"])
            with place:
                markup(told["html"]).classes("told card")

    view.on_open("explain", show)
