"""Undo: what was written before each change."""

from __future__ import annotations

from copy import deepcopy
from typing import Generic, TypeVar

Model = TypeVar("Model")
MOST = 200


class History(Generic[Model]):
    """A model and how it stood before.

    >>> history = History([1])
    >>> history.note(); history.now.append(2)
    >>> history.undo(), history.now
    (True, [1])
    >>> history.redo(), history.now, history.redo()
    (True, [1, 2], False)
    """

    def __init__(self, model: Model) -> None:
        self.now = model
        self._past: list[Model] = []
        self._future: list[Model] = []

    def note(self) -> None:
        """Keep it as it stands, before it is changed."""
        self._past = [*self._past[-MOST:], deepcopy(self.now)]
        self._future.clear()

    def undo(self) -> bool:
        """Go back by one change, if there is one."""
        if not self._past:
            return False
        self._future.append(self.now)
        self.now = self._past.pop()
        return True

    def redo(self) -> bool:
        """Take back an undo, if there was one."""
        if not self._future:
            return False
        self._past.append(self.now)
        self.now = self._future.pop()
        return True
