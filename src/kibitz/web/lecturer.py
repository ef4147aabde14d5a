"""The lecturer's screen of a room: who is there, who has entered, and results against theory."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from nicegui import ui

from kibitz.core.errors import GameError
from kibitz.web.participant import LOOK
from kibitz.web.theme import page_html
from kibitz.web.widgets import TextField, button, markup, words

if TYPE_CHECKING:
    from kibitz.web.rooms import OpenRoom
    from kibitz.web.settings import Settings


class Lecturer:
    """The lecturer's screen."""

    def __init__(self, room: OpenRoom, origin: str, settings: Settings) -> None:
        self._open, self._room = room, room.room
        self._origin, self._settings = origin, settings
        self._changes = -1
        self._rounds = -1

    def build(self) -> None:
        """Lay out the page."""
        words(self._room.experiment.instructions)
        self._invitation()
        self._people = ui.element("section").props('aria-label="Players"')
        self._wrong = words("", "p", "error").props("role=alert")
        self._wrong.set_visibility(False)
        with ui.element("div").classes("row"):
            self._begin = button("Start the first round", self._start, "main")
            self._close = button("Close the round", self._end, "main")
        self._results = ui.element("section").props('aria-label="Results"')
        ui.timer(LOOK, self._look)
        self._look()

    def _invitation(self) -> None:
        place = f"{self._origin}/class/{self._open.code}"
        if self._settings.token:
            place += f"?token={quote(self._settings.token)}"
        self._card = ui.element("div").classes("card invitation")
        with self._card:
            markup(
                f"<p>Code <b class='code-word'>{self._open.code}</b></p>"
                f"<p>or open <a href='{escape(place)}'>{escape(place)}</a></p>"
            )
            if self._settings.is_local:
                words(
                    "Only browsers on this machine can connect. To admit a class, start "
                    "kibitz web --host 0.0.0.0 --token WORD.",
                    "p",
                    "faint",
                )

    def _look(self) -> None:
        room = self._room
        if room.changes == self._changes:
            return
        self._changes = room.changes
        self._card.set_visibility(not room.has_begun)
        self._begin.set_visibility(not room.has_begun)
        self._close.set_visibility(room.has_begun)
        self._people.clear()
        with self._people:
            self._list()
        done = len(room.session.rounds) if room.session is not None else 0
        if done != self._rounds:
            self._rounds = done
            self._results.clear()
            with self._results:
                self._tell()

    def _list(self) -> None:
        room = self._room
        there = len(room.players)
        if not room.has_begun:
            words(f"{there} in the room", "h2")
        else:
            words(f"Round {room.round}: {there - len(room.missing)} of {there} have entered", "h2")
        items = "".join(
            f"<li class='{'here' if name in room.entries else ''}'>{escape(name)}"
            f"{' ✓' if name in room.entries else ''}</li>"
            for name in room.players
        )
        markup(f"<ul class='people' aria-label='Players'>{items}</ul>")
        if room.has_begun and room.missing:
            with ui.element("details").classes("why"):
                markup("Enter for an absent player", "summary")
                for name in room.missing:
                    self._for(name)

    def _for(self, name: str) -> None:
        with ui.element("div").classes("row"):
            field = TextField(f"Entry of {name}", "", width="10rem")

            def send() -> None:
                try:
                    self._room.enter(name, field.value.strip())
                except GameError as error:
                    field.wrong(str(error))
                    return
                self._look()

            button("Enter", send, label=f"Enter for {name}")

    def _try(self, what: str) -> None:
        self._wrong.set_visibility(False)
        try:
            getattr(self._room, what)()
        except GameError as error:
            self._wrong.set_content(escape(str(error)))
            self._wrong.set_visibility(True)
        self._look()

    def _start(self) -> None:
        self._try("begin")

    def _end(self) -> None:
        self._try("close")

    def _tell(self) -> None:
        """The rounds, the scores, and what theory says."""
        session = self._room.session
        if session is None or not session.rounds:
            return
        markup(page_html(session.results())).classes("told card")
        with ui.element("div").classes("row"):
            button("Session as .json", self._take_json)
            button("Results as .html", self._take_html)

    def _take_json(self) -> None:
        if self._room.session is not None:
            text = json.dumps(self._room.session.to_json(), indent=1)
            ui.download.content(text.encode(), f"{self._room.experiment.name}.json")

    def _take_html(self) -> None:
        if self._room.session is not None:
            html = self._room.session.results().html()
            ui.download.content(html.encode(), f"{self._room.experiment.name}.html")
