"""The editor of games of the shelf by their parameters; heaps and coins are changed by a click."""

from __future__ import annotations

import re
import shlex
from html import escape
from typing import Any

from kibitz.web.editor import Editor, editor
from kibitz.web.sheet import Sheet, act, cell

MOST_DRAWN = 40
"""Counters or coins that are drawn."""
_COINS = re.compile(r"[HThtOXox01.]{2,40}")


@editor("named")
class NamedEditor(Editor):
    """A field for each parameter, and heaps or coins to click on."""

    def build(self) -> None:
        """Show the parameters."""
        self._given = {p["name"]: p["value"] for p in self.info["parameters"]}
        self._problem = ""
        self._sheet = Sheet(self._html, self._edited, self._acted)

    @property
    def text_now(self) -> str:
        """The call of the game with these parameters."""
        words = [
            shlex.quote(f"{name}={value}") for name, value in self._given.items() if value.strip()
        ]
        return " ".join([self.info["made_by"], *words])

    async def _edited(self, key: str, value: str) -> None:
        self._given[key] = value
        await self._emit()
        if self._drawn() is not None:
            self._sheet.refresh(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        drawn = self._drawn()
        if drawn is None:
            return
        kind, parameter, values = drawn
        place, _, size = str(event.get("key", "")).partition(".")
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
            self._given[parameter] = ",".join(map(str, heaps))
        elif name == "flip":
            coins = list("".join(values))
            k = int(place)
            coins[k] = "T" if coins[k] in "Hh1" else "H"
            self._given[parameter] = "".join(coins)
        elif name == "add-coin":
            self._given[parameter] = "".join(values) + "T"
        elif name == "remove-coin" and len(values[0]) > 1:
            self._given[parameter] = values[0][:-1]
        self._sheet.refresh()
        await self._emit()

    async def _emit(self) -> None:
        await self.changed(self.text_now)

    def _drawn(self) -> tuple[str, str, list[str]] | None:
        """What can be clicked on: the heaps or the coins of the game."""
        for p in self.info["parameters"]:
            value = self._given[p["name"]] or p["default"]
            if p["name"] in ("heaps", "stones", "counters"):
                parts = re.split(r"[,\s]+", value.strip())
                if all(part.isdecimal() and int(part) <= MOST_DRAWN for part in parts):
                    return "heaps", p["name"], parts
            if p["name"] == "coins" and _COINS.fullmatch(value):
                return "coins", p["name"], [value]
        return None

    def _html(self) -> str:
        fields = "".join(
            f"<label class='field'>{p['name'].replace('_', ' ')}"
            f"{cell(p['name'], self._given[p['name']], p['name'], _size(p, self._given))}"
            f"<small class='faint'>{_usual(p)}</small></label>"
            for p in self.info["parameters"]
        )
        none = "<p class='faint'>This game has no parameters.</p>"
        return self._picture() + (f"<div class='row tops'>{fields}</div>" if fields else none)

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


_SIDES = {"H": "heads", "T": "tails"}


def _usual(parameter: dict[str, str]) -> str:
    """The value that is taken where none is given.

    >>> _usual({"default": "False"}), _usual({"default": ""})
    ('usually no', '')
    """
    usual = {"False": "no", "True": "yes"}.get(parameter["default"], parameter["default"])
    return escape(f"usually {usual}") if usual else ""


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


def _size(parameter: dict[str, str], given: dict[str, str]) -> int:
    return max(6, min(40, len(given[parameter["name"]] or parameter["default"]) + 1))
