"""The editor of families of games: the table of the rule, and those of members given alone."""

from __future__ import annotations

from html import escape
from typing import Any

from kibitz.web.editor import editor
from kibitz.web.models.family import ENDLESS, Family
from kibitz.web.sheet import act, cell
from kibitz.web.undo_editor import UNDO, UndoEditor

WORDS = {
    "n": "solve for n",
    ENDLESS: "payoff if it never ends (a number or average)",
    "title": "title",
}


@editor("GameFamily")
class FamilyEditor(UndoEditor[Family]):
    """The tables below each other."""

    kinds = ("stochastic-family",)

    def build(self) -> None:
        """Show the family."""
        self.hold(Family.from_json(self.data))

    def _faults(self) -> dict[str, str]:
        return self._model.faults()

    async def _edited(self, key: str, value: str) -> None:
        kind, *place = key.split(".")
        self._history.note(key)
        if kind == "cell":
            k, r, c = map(int, place)
            self._model.members[k].cells[r][c] = value
        elif kind == "name":
            self._model.members[int(place[0])].name = value
        else:
            self._model.texts[place[0]] = value
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        places = [int(x) for x in str(event.get("key", "")).split(".") if x]
        self._history.note()
        getattr(self._model, name.replace("-", "_"))(*places)
        self._sheet.refresh()
        await self._emit()

    def _written(self) -> dict[str, Any]:
        return self._model.to_json()

    def _html(self) -> str:
        fields = "".join(
            f"<label class='field'>{words}"
            f"{cell(f'text.{key}', self._model.texts[key], words, 14 if key == 'title' else 6)}"
            "</label>"
            for key, words in WORDS.items()
        )
        tables = "".join(map(self._table, range(len(self._model.members))))
        return (
            f"{tables}<div class='row'>{fields}</div><div class='row'>"
            f"{act('add', 'Add member')}{UNDO}</div>"
            "<p class='faint'>G(n) is the rule for every n: a cell such as n + 1 pays, and "
            "1/2 G(n+1) continues with the next game with probability 1/2. G(0) is a member that "
            "is given separately.</p>"
        )

    def _table(self, k: int) -> str:
        member = self._model.members[k]
        called, (first, *_) = escape(member.name), member.cells
        columns = [(f"remove column {c + 1} of {called}", f"{k}.{c}") for c in range(len(first))]
        head = "".join(
            f"<th scope='col'>{act('remove-column', '×', words, key, 'tiny')}</th>"
            for words, key in columns
        )
        rows = "".join(
            "<tr><th scope='row'>"
            f"{act('remove-row', '×', f'remove row {r + 1} of {called}', f'{k}.{r}', 'tiny')}</th>"
            + "".join(
                f"<td>{cell(f'cell.{k}.{r}.{c}', text, f'{called}: {r + 1}, {c + 1}', 11)}</td>"
                for c, text in enumerate(row)
            )
            + "</tr>"
            for r, row in enumerate(member.cells)
        )
        gone = act("remove", "×", f"remove {called}", str(k), "tiny")
        return (
            f"<div class='row'><label class='field'>game"
            f"{cell(f'name.{k}', member.name, f'name of game {k + 1}', 8)}</label>"
            f"{gone if len(self._model.members) > 1 else ''}</div>"
            f"<table class='payoffs'><thead><tr><td></td>{head}"
            f"<td>{act('add-column', '+', f'add a column to {called}', str(k), 'tiny')}</td></tr>"
            f"</thead><tbody>{rows}<tr><td>"
            f"{act('add-row', '+', f'add a row to {called}', str(k), 'tiny')}</td></tr></tbody>"
            "</table>"
        )
