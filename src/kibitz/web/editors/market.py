"""The editor of markets and other games on intervals: formulas, and a row for each player."""

from __future__ import annotations

from html import escape
from typing import Any

from kibitz.web.editor import editor
from kibitz.web.models.market import ALSO, FIXED, LIMITS, SHAPES, Market
from kibitz.web.sheet import act, cell, pick
from kibitz.web.undo_editor import UNDO, UndoEditor

WIDTHS = {"cost": 12, "sales": 26, "payoff": 26, "name": 8}
HEADS = {"cost": "cost", "capacity": "at most", "from": "from", "to": "to", "turn": "turn"}


@editor("ContinuousGame", "Stackelberg", "Entry")
class MarketEditor(UndoEditor[Market]):
    """What kind of market, its formulas, and the players below each other."""

    kinds = ("continuous",)

    def build(self) -> None:
        """Show the market."""
        self.hold(Market.from_json(self.data), self._pasted)

    def _faults(self) -> dict[str, str]:
        return self._model.faults()

    async def _edited(self, key: str, value: str) -> None:
        kind, _, place = key.partition(".")
        self._history.note(key)
        if kind == "shape":
            self._model.become(value)
            self._sheet.refresh(key)
            await self._emit()
            return
        if kind == "formula":
            self._model.formulas[place] = value
        elif kind == "in-turn":
            self._model.in_turn = value == "true"
            self._sheet.refresh(key)
        elif kind in ("title", "fixed"):
            setattr(self._model, kind, value)
        else:
            self._model.rows[int(place)][kind] = value
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        self._history.note()
        focus = ""
        if name == "add":
            self._model.add()
            focus = f"name.{len(self._model.rows) - 1}"
        elif name == "remove":
            self._model.remove(int(event["key"]))
        self._sheet.refresh(focus)
        await self._emit()

    async def _pasted(self, key: str, rows: list[list[str]]) -> None:
        """Put a block of a spreadsheet into the rows, with new players where it needs them."""
        column, _, place = key.partition(".")
        columns = self._columns
        if column not in columns:
            return
        self._history.note()
        for k, line in enumerate(rows, int(place)):
            if k == len(self._model.rows):
                self._model.add()
            if k < len(self._model.rows):
                into = columns[columns.index(column) :]
                texts = [text.strip() for text in line]
                self._model.rows[k] |= dict(zip(into, texts, strict=False))
        self._sheet.refresh(key)
        await self._emit(key)

    def _written(self) -> dict[str, Any]:
        return self._model.to_json()

    @property
    def _columns(self) -> list[str]:
        turn = ["turn"] if self._model.in_turn else []
        return ["name", *self._model.kind.columns, *turn]

    def _html(self) -> str:
        market, kind = self._model, self._model.kind
        shapes = [(name, shape.words) for name, shape in SHAPES.items()]
        fields = [_field("kind", pick("shape.", shapes, market.shape, "kind of market"))]
        fields += [
            _field(name, cell(f"formula.{name}", text, name, 24))
            for name, text in market.formulas.items()
        ]
        if market.shape == "entry":
            options = [(word, word) for word in FIXED]
            fields.append(_field("fixed cost", pick("fixed.", options, market.fixed, "fixed cost")))
        fields.append(_field("title", cell("title.", market.title, "title", 20)))
        return (
            f"<div class='row tops'>{''.join(fields)}</div>{self._order()}{self._table()}"
            f"<div class='row'>{UNDO}</div><p class='faint'>{escape(kind.hint + ALSO)}</p>"
        )

    def _order(self) -> str:
        """Whether the players see what was chosen before them."""
        if not self._model.kind.in_turn:
            return ""
        ticked = " checked" if self._model.in_turn else ""
        return (
            f"<label class='field tick'><input type='checkbox' data-key='in-turn.'{ticked}>"
            "<span>one after the other, each seeing the choices before (Stackelberg)</span></label>"
        )

    def _table(self) -> str:
        market, (fewest, most) = self._model, self._model.kind.players
        head = "".join(f"<th scope='col'>{HEADS.get(c, c)}</th>" for c in self._columns)
        lines = "".join(self._row(k) for k in range(len(market.rows)))
        more = act("add", "+", "add a player", "", "tiny") if len(market.rows) < most else ""
        gone = "<td></td>" if len(market.rows) > fewest else ""
        return (
            f"<table class='payoffs formulas'><thead><tr>{head}{gone}</tr></thead>"
            f"<tbody>{lines}<tr><td>{more}</td></tr></tbody></table>"
        )

    def _row(self, k: int) -> str:
        row, name = self._model.rows[k], self._model.rows[k]["name"]
        shown = ""
        for column in self._columns:
            label = (
                f"name {k + 1}" if column == "name" else f"{HEADS.get(column, column)} of {name}"
            )
            size = WIDTHS.get(column, 5)
            text = cell(f"{column}.{k}", row[column], label, size, _class(column))
            tag = "th scope='row'" if column == "name" else "td"
            shown += f"<{tag}>{text}</{tag[:2]}>"
        if len(self._model.rows) > self._model.kind.players[0]:
            shown += f"<td>{act('remove', '×', f'remove {name}', str(k), 'tiny')}</td>"
        return f"<tr>{shown}</tr>"


def _field(words: str, field: str) -> str:
    return f"<label class='field'>{escape(words)}{field}</label>"


def _class(column: str) -> str:
    """How a field looks: numbers to the right, formulas as long as they are."""
    return "" if column in (*LIMITS, "turn", "name") else "formula"
