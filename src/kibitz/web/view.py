"""What the parts of a game's page share: the game, the state of the page, and its address."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from typing import Any

from nicegui import context, ui

from kibitz.core.errors import GameError
from kibitz.web.editor import Editor, editor_of, text_editor
from kibitz.web.frame import work, workbench
from kibitz.web.jobs import Job
from kibitz.web.link import link
from kibitz.web.own_rules import called, is_python
from kibitz.web.session import Asked
from kibitz.web.widgets import markup

STATE = ("tab", "method", "options", "what", "touch")
"""What an address says besides the game."""
KINDS = {
    "continuous": "Game on intervals",
    "bargaining": "Bargaining",
    "matrix": "Zero-sum game",
    "cost": "Shared costs",
}
"""What games are called that have no name."""
LOOK_FURTHER = 20.0
"""Seconds in which a game may be brought into another form for the list of its methods."""
LARGEST = 400_000
"""Characters of a picture that stands below an editor."""
Refresh = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class _Listener:
    """Who must hear of a change, of which parts, and what these were when it last heard."""

    call: Callable[[], None]
    keys: tuple[str, ...]
    known: list[Any]


class View:
    """A game, how its page stands, and who must hear of a change."""

    def __init__(self, text: str, state: dict[str, str]) -> None:
        self.text = text
        self.state = {key: state[key] for key in STATE if state.get(key)}
        self.info: dict[str, Any] = {}
        self.session: list[Asked] = []
        """Questions asked on this page, in order."""
        self.answer: dict[str, Any] | None = None
        self.client = context.client
        self._tabs: dict[str, Refresh] = {}
        self._stale: set[str] = set()
        self._listeners: list[_Listener] = []
        self._settled = asyncio.Event()
        self._settled.set()
        self._problem: ui.label | None = None
        self._turn = 0
        self._looking: Job | None = None
        self._open = ""
        self._editor: Editor | None = None

    async def look(self) -> None:
        """Read the game."""
        self.info = await work("look", text=self.text)

    async def look_further(self) -> None:
        """Ask what takes a while to find out about games with moves, and leave it if too long."""
        asked = [("as_tree", "tree")] if self.info["has_moves"] else []
        asked += [("methods", "methods")] if self.info["more"] else []
        asked += [("describe", "facts")] if self.info["has_moves"] else []
        pictured = self._editor is not None and self._editor.is_pictured
        asked = ([("draw", "drawn")] if pictured else []) + asked
        for task, key in asked:
            with suppress(GameError):
                asked_about = self.text
                found = await work(task, text=self.text, seconds=LOOK_FURTHER)
                if self.text == asked_about:
                    self.info[key] = found
                    self._call()

    @property
    def name(self) -> str:
        """What the game is called."""
        if is_python(self.text):
            return called(self.text)[0] or "Your rules"
        if not self.text.lstrip().startswith(("{", "[")) and len(self.text) <= 60:
            return " ".join(self.text.split())
        return self.heading

    @property
    def known_as(self) -> str:
        """What it is called among others: one without a name by its size."""
        sizes = [fact for given, fact in self.info["facts"] if given == "size"]
        if self.name != self.heading or self.info.get("title") or not sizes:
            return self.name
        return f"{self.name}, {sizes[0]}"

    @property
    def heading(self) -> str:
        """What stands above it: its title, or what it is."""
        if is_python(self.text):
            return self.name
        kind = str(self.info["kind"]).replace("-", " ")
        tail = "" if kind in ("bargaining", "linear program", "tree") else " game"
        named = KINDS.get(kind, kind.capitalize() + tail)
        return str(self.info.get("title") or named)

    @property
    def typed(self) -> str:
        """The words that name it, where they are few."""
        return self.name if self.name != self.heading and not is_python(self.text) else ""

    @property
    def address(self) -> str:
        """The address that restores the page."""
        try:
            return link("/game", self.text, **self.state)
        except GameError:
            return "/"

    @property
    def method(self) -> str:
        """The method that is chosen."""
        return self.state.get("method", "auto")

    @property
    def options(self) -> dict[str, str]:
        """The options of the method, as they were typed."""
        try:
            found = json.loads(self.state.get("options", "{}"))
        except ValueError:
            return {}
        return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}

    def set_state(self, **state: str) -> None:
        """Note how the page stands, in its address."""
        self.state = {k: v for k, v in {**self.state, **state}.items() if v}
        self.client.run_javascript(f"kibitz.settle({json.dumps(self.address)})")

    def asked(self, verb: str, code: str) -> None:
        """Note what was asked, for the session that can be taken away."""
        entry = Asked(self.text, verb, code)
        if entry not in self.session:
            self.session.append(entry)

    def editor(self) -> None:
        """Show the game in the editor of its form."""
        with ui.element("div"):
            self._editor = self._built()
        self._problem = ui.label().classes("error").props("role=alert")
        self._problem.set_visibility(False)
        self._picture()
        self._facts()

    def _picture(self) -> None:
        """A picture of the game below its editor, once it is drawn."""
        place = markup("").classes("picture")

        def show() -> None:
            drawn = self.info.get("drawn")
            if drawn and len(drawn["svg"]) <= LARGEST:
                place.set_content(f"<figure>{drawn['svg']}</figure>")

        self.on_change(show, "drawn")

    def _built(self) -> Editor:
        """The editor of the form; the words of the game where that one cannot show it."""
        with ui.element("div") as place:
            try:
                made = editor_of(self.info)(self.info, self.text, self.changed)
                made.build()
                return made
            except Exception as error:
                logging.getLogger("kibitz.web").warning("no editor for this game: %r", error)
                place.clear()
                made = text_editor()(self.info, self.text, self.changed)
                made.build()
                return made

    def follow(self, what: str) -> None:
        """Show the game in its editor as it is now, after it was changed elsewhere."""
        if self._editor is not None:
            self._editor.follow(self.info, self.text, what)

    def _facts(self) -> None:
        @ui.refreshable
        def facts() -> None:
            lines = "".join(
                f"<tr><td>{escape(name)}</td><td>{escape(fact)}</td></tr>"
                for name, fact in self.info["facts"][1:]
            )
            table = f"<table class='facts'>{lines}</table>"
            markup(f"<summary>About this game</summary>{table}", "details").classes("why")

        facts()
        self.on_change(facts.refresh, "facts")

    async def changed(self, text: str, beside: bool = False) -> str | None:
        """Take an edited game; what is wrong with it is said, and the old answers stay.

        Below the editor, unless that says it ``beside`` a field.
        """
        self._turn += 1
        if text == self.text:  # a field that is left tells once more what stands in it
            self._tell(None)
            self._settled.set()
            return None
        turn = self._turn
        self._settled.clear()
        await asyncio.sleep(0.15)
        if turn != self._turn:
            return None
        problem = await self._take(text, turn)
        if turn == self._turn:
            self._tell(None if beside else problem)
            self._settled.set()
            if problem is None:
                await self._refresh(self._open)
                with self.client:
                    ui.timer(0.01, self.look_further, once=True)
        return problem

    async def _take(self, text: str, turn: int) -> str | None:
        """Read an edited game, and show it unless it has been edited again; what is wrong."""
        most = workbench().settings.characters
        try:
            if len(text) > most:
                raise GameError(f"this is longer than {most:,} characters")
            info = await work("look", text=text, started=self._instead)
        except GameError as error:
            return str(error)
        if turn != self._turn:
            return None
        self.text, self.info, self.answer = text, info, None
        self.set_state(method=self._still(self.method))
        self._call()
        self._stale = set(self._tabs)
        return None

    async def settled(self) -> None:
        """Wait until the last edit has been read."""
        await self._settled.wait()

    def _instead(self, job: Job) -> None:
        """Look at the game as it is now, and no longer as it was before."""
        if self._looking is not None:
            self._looking.end()
        self._looking = job

    def _still(self, method: str) -> str:
        """The method that was chosen, if it still applies."""
        fits = [m["name"] for m in self.info["methods"] if m["reason"] is None]
        return method if method in fits else ""

    def _tell(self, problem: str | None) -> None:
        if self._problem is not None:
            self._problem.set_text(problem or "")
            self._problem.set_visibility(problem is not None)

    def on_change(self, listener: Callable[[], None], *keys: str) -> None:
        """Call this when the game has changed; with ``keys``, when what is known of these has.

        What people click and type into is made again only where it must be: a click on a button
        that was replaced meanwhile would be lost.
        """
        self._listeners.append(_Listener(listener, keys, [self.info.get(key) for key in keys]))

    def _call(self) -> None:
        """Let all hear of a change that concerns them."""
        for one in self._listeners:
            known = [self.info.get(key) for key in one.keys]
            if not one.keys or known != one.known:
                one.known = known
                one.call()

    def on_open(self, tab: str, refresh: Refresh) -> None:
        """Call this when a tab is opened and does not yet show the game as it is."""
        self._tabs[tab] = refresh
        self._stale.add(tab)

    def outdate(self, *tabs: str) -> None:
        """Let tabs be filled again when they are next opened."""
        self._stale |= set(tabs)

    def opened(self, tab: str) -> None:
        """Note that a tab was opened, and fill it."""
        self._open = tab
        ui.timer(0.01, lambda: self._refresh(tab), once=True)

    async def _refresh(self, tab: str) -> None:
        if tab in self._stale and tab in self._tabs:
            self._stale.discard(tab)
            await self._tabs[tab]()
