"""The editor of stochastic games: a table for each state, cells that pay and lead on."""

from __future__ import annotations

from html import escape
from typing import Any

from kibitz.web.editor import editor
from kibitz.web.models.states import States
from kibitz.web.sheet import act, cell
from kibitz.web.undo_editor import UNDO, UndoEditor

MOST_CELLS = 500
ENDLESS = "payoff_if_never_ends"


@editor("StochasticGame")
class StatesEditor(UndoEditor[States]):
    """The states below each other."""

    kinds = ("stochastic", "recursive")

    def build(self) -> None:
        """Show the states."""
        self.hold(States.from_json(self.data), self._pasted)

    @property
    def _game(self) -> States:
        return self._model

    def _faults(self) -> dict[str, str]:
        return self._game.faults()

    async def _edited(self, key: str, value: str) -> None:
        kind, *rest = key.split(".")
        self._history.note(key)
        if kind == "cell":
            k, r, c = map(int, rest)
            self._game.states[k].cells[r][c] = value
        elif kind == "state":
            self._game.rename(int(rest[0]), value)
            self._sheet.refresh(key)
        elif kind in ("row", "column"):
            state = self._game.states[int(rest[0])]
            (state.rows if kind == "row" else state.columns)[int(rest[1])] = value
        elif kind == "other":
            self._game.other = {k: v for k, v in self._game.other.items() if k != rest[0]}
            if value.strip():
                self._game.other[rest[0]] = value
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        places = [int(x) for x in str(event.get("key", "")).split(".") if x]
        self._history.note()
        getattr(self._game, name.replace("-", "_"))(*places)
        self._sheet.refresh()
        await self._emit()

    async def _pasted(self, key: str, rows: list[list[str]]) -> None:
        if not key.startswith("cell."):
            return
        k, r, c = map(int, key.split(".")[1:])
        self._history.note()
        state = self._game.states[k]
        for dr, row in enumerate(rows[: len(state.rows) - r]):
            for dc, text in enumerate(row[: len(state.columns) - c]):
                state.cells[r + dr][c + dc] = text
        self._sheet.refresh(key)
        await self._emit()

    def _written(self) -> dict[str, Any]:
        return self._game.to_json()

    def _html(self) -> str:
        game = self._game
        if sum(len(s.rows) * len(s.columns) for s in game.states) > MOST_CELLS:
            return f"<p class='faint'>{len(game.states)} states are too many to edit here.</p>"
        tables = "".join(self._state(k) for k in range(len(game.states)))
        others = (
            (ENDLESS, "payoff if it never ends (a number or average)"),
            ("discount", "discount"),
            ("start", "first state"),
        )
        fields = "".join(
            f"<label class='field'>{words}"
            f"{cell(f'other.{key}', _text(game.other.get(key)), words, 8)}</label>"
            for key, words in others
        )
        return (
            f"{tables}<div class='row'>{fields}</div><div class='row'>"
            f"{act('add-state', 'Add state')}{UNDO}</div>"
            "<p class='faint'>A cell holds the payoff and the next state: 1 + 1/2 G pays 1 "
            "and continues in G with probability 1/2; - G continues there with the roles "
            "exchanged.</p>"
        )

    def _state(self, k: int) -> str:
        state = self._game.states[k]
        head = "".join(
            f"<th scope='col'>{cell(f'column.{k}.{c}', name, f'column {c + 1}', 5, 'p1')}"
            f"{act('remove-column', '×', f'remove column {name}', f'{k}.{c}', 'tiny')}</th>"
            for c, name in enumerate(state.columns)
        )
        rows = "".join(
            f"<tr><th scope='row'>{cell(f'row.{k}.{r}', name, f'row {r + 1}', 5, 'p0')}"
            f"{act('remove-row', '×', f'remove row {name}', f'{k}.{r}', 'tiny')}</th>"
            + "".join(
                f"<td>{cell(f'cell.{k}.{r}.{c}', text, f'{state.name}: {name}, {column}', 11)}</td>"
                for c, (text, column) in enumerate(zip(state.cells[r], state.columns, strict=True))
            )
            + "</tr>"
            for r, name in enumerate(state.rows)
        )
        called = escape(state.name)
        return (
            f"<div class='row'><label class='field'>state"
            f"{cell(f'state.{k}', state.name, f'name of state {k + 1}', 8)}</label>"
            f"{act('remove-state', '×', f'remove state {called}', str(k), 'tiny')}</div>"
            f"<table class='payoffs'><thead><tr><td></td>{head}"
            f"<td>{act('add-column', '+', f'add a column to {called}', str(k), 'tiny')}</td></tr>"
            f"</thead><tbody>{rows}<tr><td>"
            f"{act('add-row', '+', f'add a row to {called}', str(k), 'tiny')}</td></tr></tbody>"
            "</table>"
        )


def _text(value: Any) -> str:
    return "" if value is None else str(value)
