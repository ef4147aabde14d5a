"""What all widgets share: the scripts beside them, and messages from the page."""

from __future__ import annotations

from pkgutil import get_data
from typing import Any

from kibitz.core.errors import GameError

try:
    from anywidget import AnyWidget
except ModuleNotFoundError:
    raise GameError(
        "widgets need the package anywidget, which is not installed: pip install 'kibitz[notebook]'"
    ) from None


def asset(name: str) -> str:
    """A script or a style sheet that lies beside the widgets, from a zip file as well.

    >>> "export default" in asset("board.js")
    True
    """
    return (get_data("kibitz.notebook", f"assets/{name}") or b"").decode()


class Widget(AnyWidget):
    """A widget whose page sends messages, each an object; :meth:`hear` answers them."""

    _css = asset("widget.css")

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(self._on_message)

    def _on_message(self, _: Any, content: Any, buffers: Any) -> None:
        if not isinstance(content, dict):
            return
        try:
            self.hear(content)
        except GameError as error:
            self.set_trait("status", str(error))

    def hear(self, message: dict[str, Any]) -> None:
        """Answer a message of the page."""
