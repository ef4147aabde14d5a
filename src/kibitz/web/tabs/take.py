"""The tab from which everything can be taken away: the link, and files."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from functools import partial
from typing import Any

from nicegui import ui

from kibitz.web.session import Asked, notebook, script
from kibitz.web.tabs.running import Running
from kibitz.web.tasks.options import read_options
from kibitz.web.tasks.python_call import call, with_method
from kibitz.web.view import View
from kibitz.web.widgets import button, words

NAMES = {"nfg": ".nfg", "nfg-outcomes": ".nfg by outcomes", "efg": ".efg", "json": ".json"}
NAMES |= {"text": ".txt", "csv": ".csv", "py": ".py"}


def take_tab(view: View) -> None:
    """Build the tab."""
    _TakeTab(view)


class _TakeTab:
    def __init__(self, view: View) -> None:
        self._view = view
        words("Link", "h3")
        words("The address of this page restores it in any browser.", "p", "faint")
        with ui.element("div").classes("row"):
            button("Copy link", self._copy)
            self._copied = words("", "span", "good").props("role=status")
        self._running = Running()
        self._turn = asyncio.Lock()
        """Files are made one after the other, so that a second click does not end the first."""
        self._files: Any = ui.refreshable(self._list)
        self._files()
        view.on_change(self._files.refresh, "formats", "told_as")

    def _list(self) -> None:
        self._group("The game", "game", [(k, NAMES.get(k, k)) for k in self._view.info["formats"]])
        self._group("The answer", "answer", [("json", ".json"), ("txt", ".txt")])
        forms = self._view.info["told_as"]
        self._group("The derivation", "explanation", [(kind, f".{kind}") for kind in forms])
        kinds = ("svg", "png", "pdf", "tex")
        self._group("The picture", "picture", [(kind, f".{kind}") for kind in kinds])
        words("Questions asked on this page", "h3")
        with ui.element("div").classes("row"):
            button("Jupyter notebook", partial(self._session, "ipynb"), label="session as .ipynb")
            button("Python script", partial(self._session, "py"), label="session as .py")

    def _group(self, title: str, what: str, kinds: list[tuple[str, str]]) -> None:
        words(title, "h3")
        with ui.element("div").classes("row"):
            for kind, text in kinds:
                label = f"{title.lower().removeprefix('the ')} as {text}"
                button(text, partial(self._take, what, kind), label=label)

    def _copy(self) -> None:
        place = json.dumps(self._view.address)
        ui.run_javascript(f"navigator.clipboard.writeText(location.origin + {place})")
        self._copied.set_content("copied")

    async def _take(self, what: str, kind: str) -> None:
        view = self._view
        await view.settled()
        asked: dict[str, Any] = {"text": view.text, "method": view.method, "options": view.options}
        asked["picture"] = view.state.get("what", "")
        tail = "" if what == "game" else f"-{what}"
        name = f"{file_name(view.name, view.heading)}{tail}"
        async with self._turn:
            found = await self._running.run("export", what=what, kind=kind, **asked)
        if found is not None:
            name += found["ending"]
            view.client.download(base64.b64decode(found["data"]), name)

    async def _session(self, kind: str) -> None:
        view = self._view
        await view.settled()
        asked = view.session
        if not any(entry.text == view.text for entry in asked):  # what the page would ask first
            given = with_method(view.method, read_options(view.options))
            asked = [*asked, Asked(view.text, "solve", call("game.solve", given))]
        made = notebook(asked) if kind == "ipynb" else script(asked)
        view.client.download(made.encode(), f"{file_name(view.name, view.heading)}.{kind}")


def file_name(name: str, heading: str = "") -> str:
    """A name that is fit for a file; for a game of numbers alone, what stands above it.

    >>> file_name("nim 3 4 5 + kayles 12"), file_name("+"), file_name("1 2; 3 4", "Zero-sum game")
    ('nim-3-4-5-kayles-12', 'game', 'zero-sum-game')
    """
    if not re.search(r"[^\W\d_]{2}", name):
        name = heading.lower() or name
    return re.sub(r"[^\w]+", "-", name).strip("-")[:50] or "game"
