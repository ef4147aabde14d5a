"""The editor of payoff tables: matrix games, with a parameter too, and strategic games."""

from __future__ import annotations

from html import escape
from itertools import product
from typing import Any, ClassVar

from kibitz.web.editor import editor
from kibitz.web.models.table import EditedTable, Profile, cell_key
from kibitz.web.sheet import act, cell
from kibitz.web.undo_editor import UNDO, UndoEditor

MOST_CELLS = 900
"""Payoffs that are shown as fields."""


@editor("MatrixGame", "ParametricMatrixGame", "StrategicGame")
class TableEditor(UndoEditor[EditedTable]):
    """Rows, columns and payoffs as fields."""

    kinds: ClassVar[tuple[str, ...]] = ("matrix", "parametric", "strategic")

    def build(self) -> None:
        """Show the table."""
        self.hold(EditedTable.from_json(self.data), self._pasted)

    def follow(self, info: dict[str, Any], text: str, what: str) -> bool:
        """Show a game that was changed elsewhere, with a way back."""
        self.info, self.text = info, text
        self._history.follow(EditedTable.from_json(self.data), what)
        self._sheet.refresh()
        return True

    @property
    def _table(self) -> EditedTable:
        return self._model

    def _faults(self) -> dict[str, str]:
        return self._table.faults()

    async def _edited(self, key: str, value: str) -> None:
        kind, _, rest = key.partition(".")
        self._history.note(key)
        if kind == "pay":
            profile, player = _place(rest)
            self._table.cells[profile][player] = value
        elif kind == "name":
            who, strategy = map(int, rest.split("."))
            self._table.strategies[who][strategy] = value
        elif kind == "player":
            self._table.players[int(rest)] = value
        elif kind == "title":
            self._table.title = value
        elif kind == "zero":
            self._table.set_zero_sum(value == "true")
            self._sheet.refresh()
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        table, key = self._table, str(event.get("key", ""))
        focus = ""
        self._history.note()
        if name == "add":
            table.add(int(key))
            focus = f"name.{key}.{len(table.strategies[int(key)]) - 1}"
        elif name == "remove":
            table.remove(*map(int, key.split(".")))
        elif name == "add-player":
            table.add_player()
        elif name == "remove-player":
            table.remove_player()
        self._sheet.refresh(focus)
        await self._emit()

    async def _pasted(self, key: str, rows: list[list[str]]) -> None:
        if not key.startswith("pay."):
            return
        self._history.note()
        place, player = _place(key.removeprefix("pay."))
        self._table.paste(place, rows, player)
        self._sheet.refresh(key)
        await self._emit()

    def _written(self) -> dict[str, Any]:
        return self._table.to_json()

    def _html(self) -> str:
        table = self._table
        if sum(map(len, table.cells.values())) > MOST_CELLS:
            return (
                f"<p class='faint'>A table of {' x '.join(map(str, table.sizes))} cells is too "
                "large to edit here; it can be solved, drawn and downloaded.</p>"
            )
        if len(table.players) == 1:
            return self._head() + self._alone() + self._foot()
        blocks = product(*(range(size) for size in table.sizes[2:]))
        shown = "".join(self._block(rest) for rest in blocks)
        return self._head() + shown + self._foot()

    def _head(self) -> str:
        table = self._table
        names = "".join(
            f"<label class='field'>player {k + 1}"
            f"{cell(f'player.{k}', name, f'name of player {k + 1}', 6, f'p{k}')}</label>"
            for k, name in enumerate(table.players)
        )
        zero = (
            "<label class='field tick'><input type='checkbox' data-key='zero.'"
            f"{' checked' if table.zero_sum else ''}><span>zero-sum</span></label>"
        )
        title = f"<label class='field'>title{cell('title.', table.title, 'title', 18)}</label>"
        return f"<div class='row'>{names}{title}{zero if self._can_be_zero_sum else ''}</div>"

    @property
    def _can_be_zero_sum(self) -> bool:
        return len(self._table.players) == 2

    def _alone(self) -> str:
        """The table of a single player: what each strategy pays."""
        lines = "".join(
            f"<tr><th scope='row'>{cell(f'name.0.{r}', name, f'name of row {r + 1}', 6, 'p0')}"
            f"{act('remove', '×', f'remove row {name}', f'0.{r}', 'tiny')}</th>"
            f"<td>{cell(cell_key((r,), 0), self._table.cells[(r,)][0], self._label((r,), 0))}</td>"
            "</tr>"
            for r, name in enumerate(self._table.strategies[0])
        )
        more = f"<tr><td>{act('add', '+', 'add a row', '0', 'tiny')}</td></tr>"
        return f"<table class='payoffs'><tbody>{lines}{more}</tbody></table>"

    def _block(self, rest: Profile) -> str:
        """The table of the first two players, for given strategies of the others."""
        table = self._table
        rows, columns = table.strategies[:2]
        listed = ", ".join(
            f"{_named(table.players[k + 2])} plays {table.strategies[k + 2][s]}"
            for k, s in enumerate(rest)
        )
        head = "".join(
            f"<th scope='col'>{cell(f'name.1.{c}', name, f'name of column {c + 1}', 6, 'p1')}"
            + (
                act("remove", "×", f"remove column {name}", f"1.{c}", "tiny")
                if not any(rest)
                else ""
            )
            + "</th>"
            for c, name in enumerate(columns)
        )
        lines = "".join(self._row(r, rest) for r in range(len(rows)))
        caption = f"<caption>{escape(listed)}</caption>" if listed else ""
        return (
            f"<table class='payoffs'>{caption}<thead><tr><td></td>{head}"
            f"<td>{act('add', '+', 'add a column', '1', 'tiny')}</td></tr></thead>"
            f"<tbody>{lines}<tr><td>{act('add', '+', 'add a row', '0', 'tiny')}</td></tr></tbody>"
            "</table>"
        )

    def _row(self, r: int, rest: Profile) -> str:
        table = self._table
        name = table.strategies[0][r]
        remove = act("remove", "×", f"remove row {name}", f"0.{r}", "tiny") if not any(rest) else ""
        cells = "".join(
            "<td>"
            + "".join(
                cell(cell_key((r, c, *rest), k), text, self._label((r, c, *rest), k), 4, f"p{k}")
                for k, text in enumerate(table.cells[(r, c, *rest)])
            )
            + "</td>"
            for c in range(len(table.strategies[1]))
        )
        named = cell(f"name.0.{r}", name, f"name of row {r + 1}", 6, "p0")
        return f"<tr><th scope='row'>{named}{remove}</th>{cells}</tr>"

    def _label(self, profile: Profile, player: int) -> str:
        table = self._table
        where = ", ".join(table.strategies[k][s] for k, s in enumerate(profile))
        return f"payoff of {table.players[player]} at {where}"

    def _foot(self) -> str:
        table = self._table
        others = "".join(
            "<div class='row middle'>"
            + f"<span class='faint'>strategies of {escape(_named(table.players[k]))}</span>"
            + "".join(
                cell(f"name.{k}.{s}", name, f"strategy {s + 1} of {table.players[k]}", 6)
                + act("remove", "×", f"remove {name}", f"{k}.{s}", "tiny")
                for s, name in enumerate(table.strategies[k])
            )
            + act("add", "+", f"add a strategy of {table.players[k]}", str(k), "tiny")
            + "</div>"
            for k in range(2, len(table.players))
        )
        fewer = act("remove-player", "Remove player") if len(table.players) > 2 else ""
        return (
            f"{others}<div class='row'>{UNDO}"
            f"{act('add-player', 'Add player')}{fewer}</div>"
            "<p class='faint'>Type fractions, decimals, or one letter as a parameter; paste a "
            "block copied from a spreadsheet into a cell.</p>"
        )


def _named(player: str) -> str:
    """A player in a sentence, whose name may be a number.

    >>> _named("3"), _named("Ann")
    ('player 3', 'Ann')
    """
    return f"player {player}" if player.isdecimal() else player


def _place(key: str) -> tuple[Profile, int]:
    """Cell and player of a payoff's key.

    >>> _place("0.2:1")
    ((0, 2), 1)
    """
    profile, _, player = key.partition(":")
    return tuple(map(int, profile.split("."))), int(player)
