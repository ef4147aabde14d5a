"""Undo: what was written before each change."""

from __future__ import annotations

from copy import deepcopy
from typing import Generic, TypeVar

Model = TypeVar("Model")
MOST = 200
WAYS = ("undo", "redo")


class UndoHistory(Generic[Model]):
    """A model and how it stood before.

    >>> history = UndoHistory([1])
    >>> history.note(); history.now.append(2)
    >>> history.undo(), history.now
    (True, [1])
    >>> history.redo(), history.now, history.redo()
    (True, [1, 2], False)
    >>> for letter in "word":
    ...     history.note("a field"); history.now.append(letter)
    >>> history.undo(), history.now
    (True, [1, 2])
    """

    def __init__(self, model: Model) -> None:
        self.now = model
        self._past: list[Model] = []
        self._future: list[Model] = []
        self._what = ""

    def note(self, what: str = "") -> None:
        """Keep it as it stands, before it is changed; changes of the same thing count as one."""
        self._future.clear()
        if not what or what != self._what:
            self._past = [*self._past[-MOST:], deepcopy(self.now)]
        self._what = what

    def follow(self, model: Model, what: str) -> None:
        """Take a model that was changed elsewhere."""
        self.note(what)
        self.now = model

    @property
    def idle(self) -> list[str]:
        """The ways, of undo and redo, that lead nowhere now.

        >>> UndoHistory(1).idle
        ['undo', 'redo']
        """
        past = any(model != self.now for model in self._past)
        return [way for way, can in zip(WAYS, (past, self._future), strict=True) if not can]

    def step(self, way: str) -> bool:
        """Undo or redo, by its name; whether that changed anything."""
        return self.undo() if way == "undo" else self.redo()

    def undo(self) -> bool:
        """Go back by one change, if there is one; what changed nothing is passed over."""
        self._what = ""
        while self._past and self._past[-1] == self.now:
            self._past.pop()
        if not self._past:
            return False
        self._future.append(self.now)
        self.now = self._past.pop()
        return True

    def redo(self) -> bool:
        """Take back an undo, if there was one."""
        self._what = ""
        if not self._future:
            return False
        self._past.append(self.now)
        self.now = self._future.pop()
        return True
