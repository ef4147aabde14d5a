"""The tab with the certificate, line by line."""

from __future__ import annotations

from html import escape

from nicegui import ui

from kibitz.web.tabs.running import Running
from kibitz.web.view import View
from kibitz.web.widgets import markup, words


def verify_tab(view: View) -> None:
    """Build the tab."""
    words("The answer is checked against the game alone, without the solver.", "p", "faint")
    running = Running()
    place = ui.element("div").props("aria-live=polite")

    async def show() -> None:
        answer = view.answer
        if answer is None:
            asked = {"method": view.method, "options": view.options}
            answer = await running.run("solve", text=view.text, **asked)
        place.clear()
        if answer is None:
            return
        view.asked("verify", answer["code"])
        found = answer["certificate"]
        lines = "".join(
            f"<li><span class='{'good' if c['passed'] else 'error'}'>"
            f"{'✓' if c['passed'] else 'fails: '}</span> {escape(c['what'])}"
            f"{': ' if c['found'] else ''}<span class='faint'>{escape(c['found'])}</span></li>"
            for c in found["checks"]
        )
        verdict = f"proved by {found['theorem']}" if found["holds"] else "not proved"
        with place:
            words(found["claim"], "h3")
            words(verdict, "p", "good" if found["holds"] else "error")
            markup(lines, "ul").classes("checks")
            if found.get("unproved"):
                words(f"found, not proved: {'; '.join(found['unproved'])}", "p", "faint")

    view.on_open("verify", show)
