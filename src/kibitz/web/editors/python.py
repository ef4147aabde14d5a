"""The editor of one's own rules: the text of a file, and what checking it finds."""

from __future__ import annotations

from html import escape

from nicegui import ui

from kibitz.web.editor import Editor, editor
from kibitz.web.frame import work
from kibitz.web.widgets import TextField, markup


@editor("python")
class PythonEditor(Editor):
    """A text field in which the tabulator indents, and below it the report."""

    def build(self) -> None:
        """Show the text."""
        self._field = TextField("The rules", self.text, self._typed, lines=28, width="100%")
        self._field.box.classes("code")
        self._report = markup("").classes("answer report").props("role=status")
        ui.timer(0.01, self._check, once=True)

    async def _typed(self, text: str) -> None:
        problem = await self.changed(text, True)
        if text != self._field.value:  # it has been edited again
            return
        self._field.wrong(problem)
        self._report.set_content("")
        if problem is None:
            self.text = text
            await self._check()

    async def _check(self) -> None:
        """Play random games by the rules, and say what contradicts itself."""
        text = self.text
        found = await work("check", text=text)
        if text == self._field.value:
            good = "good" if found["passed"] else "error"
            self._report.set_content(f"<p class='{good}'>{escape(found['text'])}</p>")
