"""The tab with the derivation."""

from __future__ import annotations

from nicegui import ui

from kibitz.web.tabs.running import Running
from kibitz.web.view import View
from kibitz.web.widgets import markup


def explain_tab(view: View) -> None:
    """Build the tab."""
    running = Running()
    place = ui.element("div").props("aria-live=polite")

    async def show() -> None:
        asked = {"method": view.method, "options": view.options}
        explanation = await running.run("explain", text=view.text, **asked)
        place.clear()
        if explanation is not None:
            view.asked("explain", explanation["code"])
            with place:
                markup(explanation["html"]).classes("told card")

    view.on_open("explain", show)
