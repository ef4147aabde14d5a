"""What a player sees in a room: the rules, private information, a field, and the earnings."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import ui

from kibitz.core.errors import GameError
from kibitz.web.widgets import TextField, button, markup, words

if TYPE_CHECKING:
    from kibitz.web.rooms import OpenRoom

LOOK = 0.5
"""Seconds between two looks at the room."""


class Participant:
    """The screen of one player."""

    def __init__(self, room: OpenRoom, name: str) -> None:
        self._room = room.room
        self._name = name
        self._changes = -1
        self._form: tuple[Any, ...] = ()

    def build(self) -> None:
        """Lay out the page."""
        words(self._room.experiment.instructions)
        self._entry = ui.element("section").props('aria-label="This round"').classes("card")
        self._status = words("", "p", "faint").props("role=status")
        self._past = ui.element("div")
        ui.timer(LOOK, self._look)
        self._look()

    def _look(self) -> None:
        """Show what has changed; what is being typed stays."""
        room = self._room
        if room.changes == self._changes:
            return
        self._changes = room.changes
        form = (room.has_begun, room.round, room.entries.get(self._name))
        if form[:2] != self._form[:2] or (form[2] and form != self._form):
            self._form = form
            self._entry.clear()
            with self._entry:
                self._ask()
        self._status.set_content(escape(self._said()))
        self._past.clear()
        with self._past:
            self._history()

    def _said(self) -> str:
        room = self._room
        if not room.has_begun:
            return f"{len(room.players)} in the room; the first round will start soon."
        there = len(room.players)
        return f"{there - len(room.missing)} of {there} have answered."

    def _ask(self) -> None:
        room, name = self._room, self._name
        if not room.has_begun:
            words(f"You are in, {name}. Wait for the first round.")
            return
        words(f"{name}, round {room.round}", "h2")
        if private := room.private(name):
            words(f"Only you know: {private}.")
        entered = room.entries.get(name)
        if entered is not None:
            words(f"You entered {entered}. You can change it until the round is closed.", "p")
        if room.experiment.choices:
            self._wrong = words("", "p", "error").props("role=alert")
            self._wrong.set_visibility(False)
            with ui.element("div").classes("row"):
                for value, given in room.experiment.choices:
                    button(f"{value}: {given}", lambda v=value: self._send(v), "main")
            return
        with ui.element("div").classes("row"):
            field = TextField("Your entry", entered or "", width="10rem")
            button("Send", lambda: self._send(field.value, field), "main")

    def _send(self, text: str, field: TextField | None = None) -> None:
        try:
            self._room.enter(self._name, text.strip())
        except GameError as error:
            if field is not None:
                field.wrong(str(error))
            return
        self._look()

    def _history(self) -> None:
        """What happened in the rounds so far, from this player's side."""
        session = self._room.session
        if session is None or not session.rounds:
            return
        rows = "".join(
            f"<tr><td>{k}</td><td>{escape(short(o.entries[self._name]))}</td>"
            f"<td>{escape(short(o.payoffs[self._name]))}</td><td>{escape(_facts(o.facts))}</td></tr>"
            for k, o in enumerate(session.outcomes, 1)
        )
        total = short(session.totals()[self._name])
        markup(
            "<h2>Your rounds</h2><table class='facts'><thead><tr><th>round</th><th>you entered</th>"
            f"<th>you earned</th><th>the round</th></tr></thead><tbody>{rows}</tbody></table>"
            f"<p>You have earned <b>{escape(total)}</b> in all.</p>"
        )


def _facts(facts: dict[str, Any]) -> str:
    return "; ".join(f"{name} {short(value)}" for name, value in facts.items())


def short(value: Any) -> str:
    """A number as people read it, or a word.

    >>> from fractions import Fraction
    >>> short(Fraction(7, 3)), short(Fraction(4)), short("C")
    ('2.33', '4', 'C')
    """
    if isinstance(value, str):
        return value
    number = float(value)
    return str(int(number)) if number.is_integer() else f"{number:.2f}"
