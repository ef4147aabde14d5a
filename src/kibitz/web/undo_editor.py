"""An editor with a way back: what it holds, as it stood before each change, and the sheet."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from kibitz.web.editor import Editor
from kibitz.web.models.undo import WAYS, UndoHistory
from kibitz.web.sheet import HtmlSheet, act

Model = TypeVar("Model")
UNDO = "".join(act(way, way.capitalize()) for way in WAYS)
"""The buttons that undo and redo."""


class UndoEditor(Editor, Generic[Model]):
    """An editor on a sheet, of a model whose changes are taken back and made again.

    A subclass says how the model is shown and what an edit and a button change, each after
    ``self._history.note(...)``; the buttons of ``UNDO`` are heard here.
    """

    _history: UndoHistory[Model]
    _sheet: HtmlSheet
    _against: dict[str, str]
    """What the game itself says against the last edit, by the key of the field edited."""

    def hold(
        self, model: Model, pasted: Callable[[str, list[list[str]]], Any] | None = None
    ) -> None:
        """Show a model."""
        self._history, self._against = UndoHistory(model), {}
        self._sheet = HtmlSheet(
            self._html, self._edited, self._pressed, pasted, self._all_faults, self._idle
        )

    @property
    def _model(self) -> Model:
        return self._history.now

    @abstractmethod
    def _html(self) -> str:
        """The model as it is shown."""

    @abstractmethod
    def _written(self) -> dict[str, Any] | str:
        """The game as its file says it, or as it is typed."""

    @abstractmethod
    async def _edited(self, key: str, value: str) -> None:
        """Take what was typed into a field."""

    @abstractmethod
    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        """Take the press of a button, or what was done to a drawing."""

    def _faults(self) -> dict[str, str]:
        """What is wrong, by the key of its field."""
        return {}

    def _stepped(self) -> None:
        """Forget what was about the model before an undo or redo."""

    def _idle(self) -> list[str]:
        return self._history.idle

    def _all_faults(self) -> dict[str, str]:
        return self._against | self._faults()

    async def _pressed(self, name: str, event: dict[str, Any]) -> None:
        if name not in WAYS:
            await self._acted(name, event)
        elif self._history.step(name):
            self._stepped()
            self._sheet.refresh()
            await self._emit()

    async def _emit(self, key: str = "") -> None:
        """Give the game back, unless something is wrong, which is said beside its field.

        What the game itself says against it stands beside the field that was edited, or below the
        editor where no field was.
        """
        before, self._against = self._against, {}
        self._sheet.tell_faults()
        if self._faults():
            return
        written = self._written()
        text = written if isinstance(written, str) else json.dumps(written, ensure_ascii=False)
        problem = await self.changed(text, bool(key))
        if problem and key:
            self._against = before if problem in before.values() else {key: problem}
            self._sheet.tell_faults()
