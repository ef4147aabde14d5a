"""The editor of games on digraphs: a row for each vertex, with where one may move from it."""

from __future__ import annotations

from typing import Any

from kibitz.web.editor import editor
from kibitz.web.models.digraph import PLAY, Vertices
from kibitz.web.sheet import act, cell, pick
from kibitz.web.undo_editor import UNDO, UndoEditor

MOST_VERTICES = 80
"""Vertices that are shown as rows."""


@editor("Digraph")
class DigraphEditor(UndoEditor[Vertices]):
    """The vertices below each other."""

    kinds = ("digraph",)

    def build(self) -> None:
        """Show the vertices."""
        self.hold(Vertices.from_json(self.data))

    def _faults(self) -> dict[str, str]:
        return self._model.faults() if len(self._model.names) <= MOST_VERTICES else {}

    async def _edited(self, key: str, value: str) -> None:
        kind, _, place = key.partition(".")
        self._history.note(key)
        if kind == "name":
            self._model.rename(int(place), value)
            self._sheet.refresh(key)
        elif kind == "moves":
            self._model.followers[int(place)] = value
        else:
            setattr(self._model, kind, value)
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        self._history.note()
        focus = ""
        if name == "add":
            self._model.add()
            focus = f"name.{len(self._model.names) - 1}"
        elif name == "remove":
            self._model.remove(int(event["key"]))
        self._sheet.refresh(focus)
        await self._emit()

    def _written(self) -> dict[str, Any]:
        return self._model.to_json()

    def _html(self) -> str:
        game = self._model
        size = len(game.names)
        if size > MOST_VERTICES:
            return f"<p class='faint'>{size:,} vertices are too many to edit here.</p>"
        starts = [(name, name) for name in game.names]
        plays = list(zip(PLAY, ("wins", "loses"), strict=True))
        rows = "".join(map(self._row, range(size)))
        return (
            "<div class='row tops'>"
            f"<label class='field'>start{pick('start', starts, game.start, 'start')}</label>"
            "<label class='field'>the last player to move"
            f"{pick('play', plays, game.play, 'the last player to move')}</label>"
            f"<label class='field'>title{cell('title', game.title, 'title', 16)}</label></div>"
            "<table class='payoffs formulas'><thead><tr><th scope='col'>vertex</th>"
            "<th scope='col'>moves to</th><td></td></tr></thead>"
            f"<tbody>{rows}<tr><td>{act('add', '+', 'add a vertex', '', 'tiny')}</td></tr></tbody>"
            f"</table><div class='row'>{UNDO}</div>"
            "<p class='faint'>Commas stand between the vertices to which one may move.</p>"
        )

    def _row(self, k: int) -> str:
        name = self._model.names[k]
        named = cell(f"name.{k}", name, f"vertex {k + 1}", 6)
        moves = cell(f"moves.{k}", self._model.followers[k], f"moves from {name}", 24, "formula")
        gone = act("remove", "×", f"remove {name}", str(k), "tiny")
        return f"<tr><th scope='row'>{named}</th><td>{moves}</td><td>{gone}</td></tr>"
