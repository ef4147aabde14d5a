"""The editor of coalitional games and shared costs: a worth for every coalition."""

from __future__ import annotations

from html import escape
from itertools import combinations
from typing import Any

from kibitz.web.editor import editor
from kibitz.web.models.coalitions import Coalitions
from kibitz.web.sheet import act, cell
from kibitz.web.undo_editor import UNDO, UndoEditor

MOST_PLAYERS = 8
"""Players whose coalitions are shown as fields."""


@editor("CoalitionalGame", "CostGame")
class CoalitionEditor(UndoEditor[Coalitions]):
    """A field for each coalition, small ones first."""

    kinds = ("coalitional", "cost")

    def build(self) -> None:
        """Show the worths."""
        self.hold(Coalitions.from_json(self.data))

    @property
    def _game(self) -> Coalitions:
        return self._model

    def _faults(self) -> dict[str, str]:
        return self._game.faults() if len(self._game.players) <= MOST_PLAYERS else {}

    async def _edited(self, key: str, value: str) -> None:
        kind, _, rest = key.partition(".")
        self._history.note(key)
        if kind == "worth":
            self._game.worths[frozenset(map(int, rest.split(".")))] = value
        elif kind == "player":
            self._game.players[int(rest)] = value
        elif kind == "title":
            self._game.title = value
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        self._history.note()
        if name == "add":
            self._game.add()
        elif name == "remove":
            self._game.remove(int(event["key"]))
        self._sheet.refresh()
        await self._emit()

    def _written(self) -> dict[str, Any]:
        return self._game.to_json()

    def _html(self) -> str:
        game = self._game
        n = len(game.players)
        if n > MOST_PLAYERS:
            return f"<p class='faint'>{2**n - 1:,} coalitions are too many to edit here.</p>"
        names = "".join(
            f"<label class='field'>player {k + 1}<span>"
            f"{cell(f'player.{k}', name, f'name of player {k + 1}', 6, f'p{k}')}"
            f"{act('remove', '×', f'remove {name}', str(k), 'tiny')}</span></label>"
            for k, name in enumerate(game.players)
        )
        more = act("add", "+", "add a player", "", "tiny") if n < MOST_PLAYERS else ""
        lists = "".join(
            f"<div class='worths'>{''.join(map(self._field, combinations(range(n), size)))}</div>"
            for size in range(1, n + 1)
        )
        word = "costs" if game.kind == "cost" else "is worth"
        return (
            f"<div class='row'>{names}{more}</div><h3>What each coalition {word}</h3>{lists}"
            f"<div class='row'>{UNDO}</div>"
        )

    def _field(self, members: tuple[int, ...]) -> str:
        listed = ", ".join(self._game.players[k] for k in members)
        key = f"worth.{'.'.join(map(str, members))}"
        value = self._game.worths[frozenset(members)]
        return f"<label class='field'>{escape(listed)}{cell(key, value, listed, 5)}</label>"
