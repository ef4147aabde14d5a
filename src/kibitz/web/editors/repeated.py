"""The editor of repeated games: how often, the discount, and the table of one round."""

from __future__ import annotations

from typing import Any

from kibitz.web.editor import editor
from kibitz.web.editors.table import TableEditor
from kibitz.web.models.faults import number_fault
from kibitz.web.models.table import EditedTable
from kibitz.web.sheet import cell

OWN = {"rounds": "rounds", "discount": "discount from round to round"}
"""What a repeated game says besides the table of a round, kept beside that table."""


@editor("RepeatedGame")
class RepeatedEditor(TableEditor):
    """The table of a round, which is general-sum, with the rounds above it."""

    kinds = ("repeated",)

    def build(self) -> None:
        """Show the table."""
        data = self.data
        table = EditedTable.from_json({"kind": "strategic", **data["stage"]})
        table.title = str(data.get("title") or "")
        table.other |= {key: str(data.get(key, 1)) for key in OWN}
        self.hold(table, self._pasted)

    def _faults(self) -> dict[str, str]:
        faults = {f"own.{key}": number_fault(self._table.other[key]) for key in OWN}
        return super()._faults() | {key: fault for key, fault in faults.items() if fault}

    async def _edited(self, key: str, value: str) -> None:
        kind, _, name = key.partition(".")
        if kind != "own":
            await super()._edited(key, value)
            return
        self._history.note(key)
        self._table.other[name] = value
        await self._emit(key)

    def _written(self) -> dict[str, Any]:
        stage = self._table.to_json()
        own = {key: stage.pop(key) for key in OWN}
        title = {"title": stage.pop("title")} if "title" in stage else {}
        return {"kind": "repeated", **title, **own, "stage": stage}

    def _head(self) -> str:
        fields = "".join(
            f"<label class='field'>{words}"
            f"{cell(f'own.{key}', self._table.other[key], words, 5)}</label>"
            for key, words in OWN.items()
        )
        return f"<div class='row'>{fields}</div>{super()._head()}"

    @property
    def _can_be_zero_sum(self) -> bool:
        return False
