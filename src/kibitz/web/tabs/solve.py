"""The tab that solves: which method, with which options, and the answer."""

from __future__ import annotations

import json
import re
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from kibitz.core.method_list import by_reason
from kibitz.web.tabs.running import Running
from kibitz.web.view import View
from kibitz.web.widgets import TextField, button, choice, markup, words

_KINDS = {"int": "whole number", "float": "number"}
_USUAL = {"True": "yes", "False": "no"}
AUTO = "automatic: the best method for this game"


def solve_tab(view: View) -> None:
    """Build the tab."""
    _SolveTab(view)


class _SolveTab:
    def __init__(self, view: View) -> None:
        self._view = view
        self._picker: Any = ui.refreshable(self._choose)
        self._picker()
        self._running = Running()
        self._place = ui.element("div").props("aria-live=polite")
        self._rest: Any = ui.refreshable(self._others)
        self._rest()
        view.on_change(self._picker.refresh, "methods")
        view.on_change(self._rest.refresh, "methods")
        view.on_open("solve", self._solve)

    def _choose(self) -> None:
        """The methods that apply, by what they find, and their options."""
        view = self._view
        fits = [m for m in view.info["methods"] if m["reason"] is None]
        options = [(m["name"], _text(m)) for m in fits] or [("auto", AUTO)]
        if view.method not in dict(options):  # the list of a game with moves comes later
            options.append((view.method, view.method))
        with ui.element("div").classes("row asked"):
            choice("Method", options, view.method, self._chosen)
            button("Solve", self._solve, "main")
        self._about()
        found = _options(view)
        if found:
            with ui.element("details").classes("why") as box:
                box.props["open"] = view.method != "auto" or bool(view.options)
                words("Options", "summary")
                with ui.element("div").classes("row tops"):
                    for option in sorted(found, key=lambda option: not option["needed"]):
                        self._option(option)

    def _others(self) -> None:
        """The methods that do not apply, and why."""
        others = [m for m in self._view.info["methods"] if m["reason"] is not None]
        if others:
            entries = "".join(
                f"<dt>{escape(', '.join(names))}</dt><dd>{escape(reason)}</dd>"
                for reason, names in by_reason(others)
            )
            markup(
                f"<summary>Why {_methods(len(others))} not apply</summary><dl>{entries}</dl>",
                "details",
            ).classes("why")

    def _option(self, option: dict[str, Any]) -> None:
        """A field of an option, and what it is."""
        label, now = option["name"].replace("_", " "), self._view.options.get(option["name"], "")
        if option["needed"]:
            label += " (needed)"
        usual = _USUAL.get(option["default"], option["default"])
        with ui.element("div").classes("option"):
            if option["choices"]:
                first = ("", f"usually {usual}" if usual else "as it suits")
                chosen = [first, *((word, word) for word in option["choices"])]
                choice(label, chosen, now, partial(self._set, option["name"]))
            else:
                kind = _KINDS.get(option["kind"].partition(" ")[0], "")
                change = partial(self._set, option["name"])
                TextField(label, now, change, width="9rem", placeholder=usual or kind)
            if option["about"]:
                words(option["about"], "small", "faint")

    def _about(self) -> None:
        """What the chosen method finds, what it costs, and who described it."""
        found = _entry(self._view)
        if found is not None and found["name"] != "auto":
            parts = [found["summary"], found["cost"], found["reference"]]
            words(" · ".join(part for part in parts if part), "p", "faint")

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
        missing = [
            o["name"] for o in _options(view) if o["needed"] and o["name"] not in view.options
        ]
        if missing:
            self._place.clear()
            view.answer = None
            with self._place:
                words(f"Fill in {_listed(missing)}, then press Solve.", "p", "faint")
            return
        asked = {"method": view.method, "options": view.options}
        answer = await self._running.run("solve", text=view.text, **asked)
        self._place.clear()
        view.answer = answer
        if answer is None:
            return
        view.asked("solve", answer["code"])
        with self._place:
            markup(_answer_html(answer)).classes("answer")
            _verdict(answer["certificate"])


def _answer_html(answer: dict[str, Any]) -> str:
    """The answer in tables and lists, and a button that copies it as it is printed."""
    copy = (
        f"<button type='button' class='tiny copy' data-copy='{escape(answer['text'])}' "
        "title='Copy the answer as text'>Copy</button>"
    )
    return copy + unbroken(answer["html"])


def unbroken(html: str) -> str:
    """An answer whose lines do not break between the name of a strategy and its share.

    >>> unbroken("a: 1/3   b: 2/3")
    'a:&nbsp;1/3   b:&nbsp;2/3'
    """
    return re.sub(r"(\w:) (?=[\d-])", r"\1&nbsp;", html)


def _listed(names: list[str]) -> str:
    """Names of options in a sentence.

    >>> _listed(["player", "first_move"])
    'player and first move'
    """
    names_shown = [name.replace("_", " ") for name in names]
    return " and ".join(
        [", ".join(names_shown[:-1]), names_shown[-1]] if len(names_shown) > 1 else names_shown
    )


def _methods(n: int) -> str:
    return "one other method does" if n == 1 else f"{n} other methods do"


def _text(method: dict[str, Any]) -> str:
    return AUTO if method["name"] == "auto" else f"{method['name']}: {method['finds']}"


def _entry(view: View) -> dict[str, Any] | None:
    return next((m for m in view.info["methods"] if m["name"] == view.method), None)


def _options(view: View) -> list[dict[str, Any]]:
    """The options of the chosen method."""
    found = _entry(view)
    return [] if found is None else found["options"]


def _verdict(certificate: dict[str, Any]) -> None:
    if certificate["holds"]:
        words(f"✓ proved by {certificate['theorem']}", "p", "good verdict")
    else:
        words(f"✗ {certificate['claim']}: not proved", "p", "faint verdict")
