"""How an editor is registered, and what it is given.

An editor is a class in a file of ``web/editors``. It shows a game from its JSON, and after every
edit gives back the text of the changed game with ``await self.changed(text)``; what the game
itself says against that is shown below the editor. What is wrong with one field the editor says
beside that field.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

Changed = Callable[[str], Awaitable[str | None]]
_EDITORS: dict[str, type[Editor]] = {}
Kind = TypeVar("Kind", bound="type[Editor]")


class Editor(ABC):
    """The editor of one form."""

    def __init__(self, info: dict[str, Any], text: str, changed: Changed) -> None:
        self.info = info
        self.text = text
        self.changed = changed

    @abstractmethod
    def build(self) -> None:
        """Show the game, ready to be changed."""


def editor(*nouns: str) -> Callable[[Kind], Kind]:
    """Register a class as the editor of these forms, by the names of their classes."""

    def register(kind: Kind) -> Kind:
        _EDITORS.update(dict.fromkeys(nouns, kind))
        return kind

    return register


def editor_of(info: dict[str, Any]) -> type[Editor]:
    """The editor of the form of a game, or of the nearest wider one."""
    for form in info["forms"]:
        if form in _EDITORS:
            return _EDITORS[form]
    return _EDITORS["object"]
