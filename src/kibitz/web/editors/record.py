"""The editor of forms that are a few formulas and numbers: markets, games on intervals, poker."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from kibitz.web.editor import Editor, editor
from kibitz.web.sheet import Sheet, act, cell

KEPT = ("kind", "model")


@editor("ContinuousGame", "ContinuousPoker", "Digraph", "GameFamily", "RepeatedGame")
class RecordEditor(Editor):
    """A field for each thing that the file of such a game says."""

    kinds = ("continuous", "continuous-poker", "digraph", "stochastic-family", "repeated")

    def build(self) -> None:
        """Show the fields."""
        self._data = self.data
        self._wrong: dict[str, str] = {}
        self._sheet = Sheet(self._html, self._edited, self._acted, None, lambda: self._wrong)

    async def _edited(self, key: str, value: str) -> None:
        name, _, place = key.partition(".")
        old = self._data[name]
        if isinstance(old, list) and place:
            old[int(place)] = value if value.strip() else None
        elif isinstance(old, (dict, list)):
            try:
                self._data[name] = json.loads(value)
            except ValueError:
                self._wrong = {key: "this is not JSON"}
                self._sheet.tell_faults()
                return
        else:
            self._data[name] = value
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        many = [k for k, v in self._data.items() if _is_list(v)]
        if name == "add":
            for key in many:
                old = self._data[key]
                new = f"{old[-1]} {len(old) + 1}" if key == "players" else old[-1]
                old.append(_numbered(new, len(old) + 1))
        elif name == "remove" and all(len(self._data[key]) > 1 for key in many):
            for key in many:
                self._data[key].pop()
        self._sheet.refresh()
        await self._emit("")

    async def _emit(self, key: str) -> None:
        problem = await self.emit(self._data)
        said = next((k for k in self._data if problem and problem.startswith(f"{k}")), "")
        field = key or said
        self._wrong = {field: problem} if problem and field else {}
        self._sheet.tell_faults()

    def _html(self) -> str:
        fields = "".join(
            self._field(name, value)
            for name, value in self._data.items()
            if name not in KEPT and value is not None
        )
        model = str(self._data.get("model", "")).replace("-", " ")
        more = ""
        if any(_is_list(v) for k, v in self._data.items() if k == "costs"):
            more = act("add", "Add firm") + act("remove", "Remove firm")
        return f"<p><b>{escape(model)}</b></p>{fields}<div class='row'>{more}</div>"

    def _field(self, name: str, value: Any) -> str:
        told = name.replace("_", " ")
        if _is_list(value):
            parts = "".join(
                cell(f"{name}.{k}", _text(x), f"{told} {k + 1}", 14) for k, x in enumerate(value)
            )
            return f"<div class='field'><span>{told}</span><div class='row'>{parts}</div></div>"
        if isinstance(value, (dict, list)):
            return (
                f"<label class='field'>{told}<textarea data-key='{name}' rows='6' cols='40' "
                f"aria-label='{told}'>{escape(json.dumps(value, indent=1))}</textarea></label>"
            )
        return f"<label class='field'>{told}{cell(name, _text(value), told, 30)}</label>"


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and all(not isinstance(x, (dict, list)) for x in value)


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _numbered(value: Any, n: int) -> Any:
    """The name of one more firm after Firm 2: Firm 3.

    >>> _numbered("Firm 2 3", 3), _numbered("q + 9", 3)
    ('Firm 3', 'q + 9')
    """
    head, _, tail = str(value).rpartition(" ")
    if tail == str(n) and head.rpartition(" ")[2].isdecimal():
        return f"{head.rpartition(' ')[0]} {n}".strip()
    return value
