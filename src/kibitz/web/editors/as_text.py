"""Any game as it is typed, for forms that have no editor of their own."""

from __future__ import annotations

from kibitz.web.editor import Editor, editor
from kibitz.web.widgets import TextField


@editor("object")
class TextEditor(Editor):
    """One field with the words that make the game."""

    @property
    def is_pictured(self) -> bool:
        """Text has no picture."""
        return True

    def build(self) -> None:
        """Show the words."""
        lines = min(20, 1 + self.text.count("\n") + len(self.text) // 60)
        self._field = TextField(
            "The game", self.text, self._typed, lines=max(2, lines), width="100%"
        )
        self._field.box.style("width: 100%")

    async def _typed(self, text: str) -> None:
        self._field.wrong(await self.changed(text, True))
