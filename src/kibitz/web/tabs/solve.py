"""The tab that solves: which method, with which options, and the answer."""

from __future__ import annotations

import json
import re
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from kibitz.web.tabs.running import Running
from kibitz.web.view import View
from kibitz.web.widgets import Field, button, choice, markup, words

_KINDS = {"int": "whole number", "float": "number"}
_USUAL = {"True": "yes", "False": "no"}


def solve_tab(view: View) -> None:
    """Build the tab."""
    _SolveTab(view)


class _SolveTab:
    def __init__(self, view: View) -> None:
        self._view = view
        self._picker: Any = ui.refreshable(self._choose)
        self._picker()
        self._running = Running(view)
        self._place = ui.element("div").props("aria-live=polite")
        view.on_change(self._picker.refresh, "methods")
        view.on_open("solve", self._solve)

    def _choose(self) -> None:
        """The methods that apply, by what they find, and their options."""
        view = self._view
        fits = [m for m in view.info["methods"] if m["reason"] is None]
        options = [(m["name"], _told(m)) for m in fits] or [("auto", "auto")]
        with ui.element("div").classes("row"):
            choice("Method", options, view.method, self._chosen)
            button("Solve", self._solve, "main")
        self._about()
        with ui.element("div").classes("row tops"):
            for option in _options(view):
                self._option(option)
        others = [m for m in view.info["methods"] if m["reason"] is not None]
        if others:
            entries = "".join(
                f"<dt>{escape(m['name'])}</dt><dd>{escape(m['reason'])}</dd>" for m in others
            )
            markup(
                f"<summary>Why {_methods(len(others))} not apply</summary><dl>{entries}</dl>",
                "details",
            ).classes("why")

    def _option(self, option: dict[str, Any]) -> None:
        """A field of an option, and what it is."""
        told, now = option["name"].replace("_", " "), self._view.options.get(option["name"], "")
        usual = _USUAL.get(option["default"], option["default"])
        with ui.element("div").classes("option"):
            if option["choices"]:
                first = ("", f"usually {usual}" if usual else "as it suits")
                chosen = [first, *((word, word) for word in option["choices"])]
                choice(told, chosen, now, partial(self._set, option["name"]))
            else:
                kind = _KINDS.get(option["kind"].partition(" ")[0], "")
                change = partial(self._set, option["name"])
                Field(told, now, change, width="9rem", placeholder=usual or kind)
            if option["about"]:
                words(option["about"], "small", "faint")

    def _about(self) -> None:
        """What the chosen method finds, what it costs, and who described it."""
        found = _entry(self._view)
        if found is not None and found["name"] != "auto":
            told = [found["summary"], found["cost"], found["reference"]]
            words(" · ".join(part for part in told if part), "p", "faint")

    async def _chosen(self, name: str) -> None:
        self._view.set_state(method="" if name == "auto" else name, options="")
        self._picker.refresh()
        self._view.outdate("explain", "verify")
        await self._solve()

    def _set(self, name: str, text: str) -> None:
        options = {**self._view.options, name: text}
        given = {k: v for k, v in options.items() if v.strip()}
        self._view.set_state(options=json.dumps(given) if given else "")
        self._view.outdate("explain", "verify")

    async def _solve(self) -> None:
        view = self._view
        asked = {"method": view.method, "options": view.options}
        answer = await self._running.run("solve", text=view.text, **asked)
        self._place.clear()
        view.answer = answer
        if answer is None:
            return
        view.asked("solve", answer["code"])
        with self._place, ui.element("div").classes("card"):
            markup(told(answer["text"]))
            _verdict(answer["certificate"])


def told(text: str) -> str:
    """An answer as it is printed; the lines of a table are not broken.

    >>> told("value 1")
    "<pre class='answer'><span>value 1</span></pre>"
    """
    if "───" in text:
        return f"<pre class='answer grid' tabindex='0'>{escape(text)}</pre>"
    lines = "\n".join(f"<span>{_unbroken(line)}</span>" for line in text.split("\n"))
    return f"<pre class='answer'>{lines}</pre>"


def _unbroken(line: str) -> str:
    """A line that breaks before the name of a strategy, not between it and its share.

    >>> _unbroken("I a: 1/3   b: 2/3")
    "I <b class='keep'>a: 1/3</b>   <b class='keep'>b: 2/3</b>"
    """
    return re.sub(r"(\S+: [\d./-]+)", r"<b class='keep'>\1</b>", escape(line))


def _methods(n: int) -> str:
    return "one other method does" if n == 1 else f"{n} other methods do"


def _told(method: dict[str, Any]) -> str:
    return method["name"] if method["name"] == "auto" else f"{method['name']}: {method['finds']}"


def _entry(view: View) -> dict[str, Any] | None:
    return next((m for m in view.info["methods"] if m["name"] == view.method), None)


def _options(view: View) -> list[dict[str, Any]]:
    """What the chosen method can be told."""
    found = _entry(view)
    return [] if found is None else found["options"]


def _verdict(certificate: dict[str, Any]) -> None:
    if certificate["holds"]:
        words(f"✓ proved by {certificate['theorem']}", "p", "good")
    else:
        words(f"✗ {certificate['claim']}: not proved", "p", "faint")
