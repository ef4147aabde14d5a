"""How an editor is registered, and what it is given.

An editor is a class in a file of ``web/editors``. It shows a game from its JSON, and after every
edit gives back the text of the changed game with ``await self.changed(text)``; what the game
itself says against that is shown below the editor. What is wrong with one field the editor says
beside that field.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, TypeVar

Changed = Callable[..., Awaitable[str | None]]
"""Takes the text of a changed game, and whether what is said against it stands beside a field."""
_EDITORS: dict[str, type[Editor]] = {}
Kind = TypeVar("Kind", bound="type[Editor]")


class Editor(ABC):
    """The editor of one form."""

    def __init__(self, info: dict[str, Any], text: str, changed: Changed) -> None:
        self.info = info
        self.text = text
        self.changed = changed

    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of JSON that it shows; any if empty."""

    @property
    def is_pictured(self) -> bool:
        """Whether a picture of the game belongs below it, since it shows none itself."""
        return False

    @property
    def data(self) -> dict[str, Any]:
        """The game as its JSON says it."""
        found: dict[str, Any] = json.loads(self.info["json"] or "{}")
        return found

    def follow(self, info: dict[str, Any], text: str, what: str) -> bool:
        """Show a game that was changed elsewhere, with a way back; whether it can."""
        return False

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
    if info["python"]:
        return _EDITORS["python"]
    for form in info["forms"]:
        if form != "object" and form in _EDITORS and _shows(_EDITORS[form], info):
            return _EDITORS[form]
    return _EDITORS["named" if info["parameters"] else "object"]


def text_editor() -> type[Editor]:
    """The editor of any game, as it is typed."""
    return _EDITORS["object"]


def _shows(kind: type[Editor], info: dict[str, Any]) -> bool:
    if not kind.kinds:
        return True
    return bool(info["json"]) and json.loads(info["json"]).get("kind") in kind.kinds
