"""The editor of games of the shelf by their parameters; heaps and coins are changed by a click."""

from __future__ import annotations

import re
from typing import Any

from kibitz.web.editor import editor
from kibitz.web.models.parameters import Parameters
from kibitz.web.sheet import act, cell, pick
from kibitz.web.undo_editor import UNDO, UndoEditor

MOST_DRAWN = 40
"""Counters or coins that are drawn."""
MOST_ROWS = 60
"""Rows of a list of numbers."""
_COINS = re.compile(r"[HThtOXox01.]{2,40}")


@editor("named")
class NamedEditor(UndoEditor[Parameters]):
    """A field for each parameter, rows for lists of numbers, and heaps or coins to click on."""

    def build(self) -> None:
        """Show the parameters."""
        self.hold(Parameters.from_info(self.info["parameters"], self.info["players"]), self._pasted)

    @property
    def is_pictured(self) -> bool:
        """Unless heaps or coins are drawn."""
        return self._drawn() is None

    def _faults(self) -> dict[str, str]:
        return self._model.faults()

    async def _edited(self, key: str, value: str) -> None:
        kind, _, rest = key.partition(".")
        self._history.note(key)
        if kind == "row":
            name, _, row = rest.rpartition(".")
            self._model.rows[name][int(row)] = value
        elif kind == "name":
            self._model.names[int(rest)] = value
        else:
            self._model.texts[rest] = value
        await self._emit(key)
        if self._drawn() is not None:
            self._sheet.refresh(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        key, focus = str(event.get("key", "")), ""
        self._history.note()
        if name == "add-row":
            self._model.add(key)
            focus = f"row.{key}.{len(self._model.rows[key]) - 1}"
        elif name == "remove-row":
            parameter, _, row = key.rpartition(".")
            self._model.remove(parameter, int(row))
        else:
            self._draw(name, key)
        self._sheet.refresh(focus)
        await self._emit(focus)

    def _draw(self, name: str, key: str) -> None:
        """Change heaps or coins as a click on them says."""
        drawn = self._drawn()
        if drawn is None:
            return
        kind, parameter, values = drawn
        place, _, size = key.partition(".")
        texts = self._model.texts
        if kind == "heaps":
            heaps = [int(v) for v in values]
            if name == "add-heap":
                heaps.append(1)
            elif name == "remove-heap" and len(heaps) > 1:
                del heaps[int(place)]
            elif name == "grow":
                heaps[int(place)] += 1
            elif name == "take":
                heaps[int(place)] = int(size)
            texts[parameter] = ",".join(map(str, heaps))
        elif name == "flip":
            coins = list("".join(values))
            k = int(place)
            coins[k] = "T" if coins[k] in "Hh1" else "H"
            texts[parameter] = "".join(coins)
        elif name == "add-coin":
            texts[parameter] = "".join(values) + "T"
        elif name == "remove-coin" and len(values[0]) > 1:
            texts[parameter] = values[0][:-1]

    async def _pasted(self, key: str, rows: list[list[str]]) -> None:
        kind, _, rest = key.partition(".")
        lists = list(self._model.rows)
        if kind not in ("row", "name") or not lists:
            return
        self._history.note()
        name, _, row = rest.rpartition(".") if kind == "row" else (lists[0], "", rest)
        self._model.paste(name, int(row), rows[:MOST_ROWS])
        self._sheet.refresh(key)
        await self._emit(key)

    def _written(self) -> str:
        return self._model.spelled(self.info["made_by"])

    def _drawn(self) -> tuple[str, str, list[str]] | None:
        """What can be clicked on: the heaps or the coins of the game."""
        for p in self.info["parameters"]:
            value = self._model.texts.get(p["name"], "") or p["default"]
            if p["name"] in ("heaps", "stones", "counters"):
                parts = re.split(r"[,\s]+", value.strip())
                if all(part.isdecimal() and int(part) <= MOST_DRAWN for part in parts):
                    return "heaps", p["name"], parts
            if p["name"] == "coins" and _COINS.fullmatch(value):
                return "coins", p["name"], [value]
        return None

    def _html(self) -> str:
        fields = "".join(
            self._field(p) for p in self.info["parameters"] if p["name"] in self._model.texts
        )
        tables = "".join(map(self._rows, self._model.rows))
        if not fields and not tables:
            return "<p class='faint'>This game has no parameters.</p>"
        shown = f"<div class='row tops'>{fields}</div>" if fields else ""
        return f"{self._picture()}{shown}{tables}<div class='row'>{UNDO}</div>"

    def _field(self, parameter: dict[str, Any]) -> str:
        name = parameter["name"]
        text, label = self._model.texts[name], _words(name)
        if parameter["choices"]:
            usual = ("", _usual(parameter))
            now = _YES.get(text, text)
            options = [usual, *((c, c) for c in parameter["choices"] if c != usual[1])]
            field = pick(f"text.{name}", options, now, label)
        else:
            size = max(6, min(40, len(text or parameter["default"]) + 1))
            field = cell(f"text.{name}", text, label, size, hint=_usual(parameter))
        return f"<label class='field'>{label}{field}</label>"

    def _rows(self, name: str) -> str:
        """A list of numbers, one below the other, with the names of whom they belong to."""
        label, size = _words(name), len(self._model.rows[name])
        lines = "".join(self._row(name, k) for k in range(size))
        head = "<th scope='col'>name</th>" if self._model.names else ""
        more = act("add-row", "+", f"add a {_one(label)}", name, "tiny") if size < MOST_ROWS else ""
        return (
            f"<table class='payoffs'><thead><tr>{head}<th scope='col'>{label}</th><td></td></tr>"
            f"</thead><tbody>{lines}<tr><td>{more}</td></tr></tbody></table>"
        )

    def _row(self, name: str, k: int) -> str:
        names, one = self._model.names, _one(_words(name))
        named, label, gone = "", f"{one} {k + 1}", f"remove {one} {k + 1}"
        if names:
            named = f"<th scope='row'>{cell(f'name.{k}', names[k], f'name {k + 1}', 8)}</th>"
            label, gone = f"{one} of {names[k]}", f"remove {names[k]}"
        field = cell(f"row.{name}.{k}", self._model.rows[name][k], label, 8)
        button = act("remove-row", "×", gone, f"{name}.{k}", "tiny")
        return f"<tr>{named}<td>{field}</td><td>{button}</td></tr>"

    def _picture(self) -> str:
        drawn = self._drawn()
        if drawn is None:
            return ""
        kind, _, values = drawn
        if kind == "coins":
            coins = "".join(
                act("flip", side, f"coin {k + 1}, {_SIDES[side]}", str(k), f"coin {_SIDES[side]}")
                for k, side in enumerate("H" if c in "Hh1" else "T" for c in values[0])
            )
            more = act("add-coin", "+", "add a coin", "", "tiny")
            less = act("remove-coin", "−", "remove the last coin", "", "tiny")
            return f"<div class='row coins'>{coins}{more}{less}</div>"
        heaps = "".join(_heap(k, int(v)) for k, v in enumerate(values))
        more = act("add-heap", "+ heap", "add a heap", "", "plain")
        return f"<div class='heaps'>{heaps}{more}</div>"


_YES = {"False": "no", "True": "yes"}
_SIDES = {"H": "heads", "T": "tails"}


def _words(name: str) -> str:
    return name.replace("_", " ")


def _one(several: str) -> str:
    """One of several.

    >>> _one("claims"), _one("supplies"), _one("menu")
    ('claim', 'supply', 'menu')
    """
    return f"{several[:-3]}y" if several.endswith("ies") else several.removesuffix("s")


def _usual(parameter: dict[str, Any]) -> str:
    """The value that is taken where none is given.

    >>> _usual({"default": "False"}), _usual({"default": ""})
    ('no', '')
    """
    return _YES.get(parameter["default"], str(parameter["default"]))


def _heap(k: int, size: int) -> str:
    counters = "".join(
        f"<button type='button' class='counter' data-act='take' data-key='{k}.{n}' "
        f"aria-label='leave {n} in heap {k + 1}' title='leave {n}'></button>"
        for n in range(size - 1, -1, -1)
    )
    return (
        f"<div class='heap'>{act('grow', '+', f'one more in heap {k + 1}', str(k), 'tiny')}"
        f"{counters}<b>{size}</b>"
        f"{act('remove-heap', '×', f'remove heap {k + 1}', str(k), 'tiny')}</div>"
    )
