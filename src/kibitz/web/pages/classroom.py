"""Experiments with a class: a lecturer opens a room, and all join from their own browsers."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui
from starlette.requests import Request

from kibitz.core.errors import GameError
from kibitz.web.frame import complain, page, workbench
from kibitz.web.lecturer import Lecturer
from kibitz.web.participant import Participant
from kibitz.web.rooms import OpenRoom, open_room, room_of
from kibitz.web.widgets import TextField, button, choice, markup, words


@page("/class", title="Class experiments", menu="Classroom")
async def classes(request: Request) -> None:
    """Join a room, or open one."""
    markup("<h1 id='main'>Experiments with a class</h1>")
    words(
        "Everyone plays in their own browser; the results are compared with theory.",
        "p",
        "lead",
    )
    with ui.element("div").classes("two"):
        with ui.element("section").classes("panel").props('aria-label="Join"'):
            words("Join a room", "h2")
            _join_by_code()
        with ui.element("section").classes("panel").props('aria-label="Open"'):
            words("Open a room", "h2")
            _Opening().build()


def _join_by_code() -> None:
    with ui.element("div").classes("row"):
        code = TextField("Code", "", placeholder="four letters", width="9rem")

        def go() -> None:
            try:
                found = room_of(code.value)
            except GameError as error:
                code.wrong(str(error))
                return
            ui.navigate.to(f"/class/{found.code}")

        button("Join", go, "main")


class _Opening:
    """Which experiment, with which parameters."""

    def __init__(self) -> None:
        from kibitz.classroom.catalog import experiments

        self._all = experiments()
        self._name = next(iter(self._all))
        self._fields: dict[str, TextField] = {}

    def build(self) -> None:
        names = [(name, kind.title) for name, kind in self._all.items()]
        choice("Experiment", names, self._name, self._chosen)
        self._place = ui.element("div")
        self._wrong = words("", "p", "error").props("role=alert")
        self._wrong.set_visibility(False)
        button("Open the room", self._open, "main")
        self._show()

    def _chosen(self, name: str) -> None:
        self._name = name
        self._wrong.set_visibility(False)
        self._show()

    def _show(self) -> None:
        kind = self._all[self._name]()
        self._place.clear()
        with self._place:
            words(kind.instructions)
            with ui.element("div").classes("row"):
                self._fields = {
                    name: TextField(name, str(value), width="8rem")
                    for name, value in kind.parameters().items()
                }

    def _open(self) -> None:
        from kibitz.classroom.catalog import experiment
        from kibitz.classroom.room import Room

        given = {name: field.value for name, field in self._fields.items() if field.value.strip()}
        try:
            made = open_room(Room(experiment(self._name, **given)))
        except GameError as error:
            self._wrong.set_content(escape(str(error)))
            self._wrong.set_visibility(True)
            return
        ui.navigate.to(f"/class/{made.code}?key={made.key}")


@page("/class/{code}", title="Class experiment")
async def room(request: Request) -> None:
    """The lecturer's screen, a player's, or the door."""
    try:
        found = room_of(str(request.path_params["code"]))
    except GameError as error:
        markup("<h1 id='main'>This room cannot be entered</h1>")
        complain(str(error))
        markup(
            "<p class='ways'><a class='way' href='/class'>Join another room, or open one</a></p>"
        )
        return
    query: Any = request.query_params
    title = found.room.experiment.title
    markup(f"<h1 id='main'>{escape(title)}</h1>")
    if found.is_lecturer(query.get("key", "")):
        Lecturer(found, str(request.base_url).rstrip("/"), workbench().settings).build()
    elif query.get("me", "") in found.players:
        Participant(found, found.players[query["me"]]).build()
    else:
        _door(found)


def _door(room: OpenRoom) -> None:
    """Where a name is given."""
    words(room.room.experiment.instructions)
    if room.room.has_begun:
        words("The first round has begun; no one can join now.", "p", "error")
        return
    with ui.element("div").classes("row"):
        name = TextField("Your name", "", width="14rem")

        def enter() -> None:
            try:
                key = room.join(name.value)
            except GameError as error:
                name.wrong(str(error))
                return
            ui.navigate.to(f"/class/{room.code}?me={key}")

        button("Come in", enter, "main")


__all__ = ["classes", "room"]
