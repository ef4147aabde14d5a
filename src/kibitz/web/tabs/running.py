"""Long work on a page: how far it is, and a button that stops it."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from kibitz.core.errors import GameError
from kibitz.web.frame import work
from kibitz.web.jobs import Job
from kibitz.web.widgets import button, words

PATIENCE = 0.4
"""Seconds after which the page says that it is at work."""


class Running:
    """A place where work is shown while it lasts, and then its error if there is one."""

    def __init__(self) -> None:
        self._job: Job | None = None
        self._run = 0
        """Counts beginnings and ends of work."""
        with ui.element("div").props("aria-live=polite") as self._place:
            with ui.element("div").classes("row middle") as self._busy:
                self._said = words("At work …", "span", "faint")
                self._bar = ui.element("progress").props('aria-label="Progress"')
                button("Stop", self.stop)
            self._error = ui.label().classes("error").props("role=alert")
        self._busy.set_visibility(False)
        self._error.set_visibility(False)

    def stop(self) -> None:
        """Let the work end with what it has."""
        if self._job is not None:
            self._job.stop()

    async def run(self, task: str, **arguments: Any) -> Any:
        """The answer, or None when there is only an error, which is shown."""
        if self._job is not None:
            self._job.end()
        self._error.set_visibility(False)
        self._run += 1
        run = self._run
        timer = ui.timer(PATIENCE, lambda: self._wait(run), once=True)
        try:
            return await work(task, on_progress=self._shown, started=self._started, **arguments)
        except GameError as error:
            if run == self._run:
                self._error.set_text(str(error))
                self._error.set_visibility(True)
            return None
        finally:
            timer.cancel()
            if run == self._run:
                self._run += 1
                self._busy.set_visibility(False)

    def _wait(self, run: int) -> None:
        """Say that it is at work, unless it has been done meanwhile."""
        if run == self._run:
            self._busy.set_visibility(True)

    def _started(self, job: Job) -> None:
        self._job = job
        self._bar.props.pop("value", None)

    def _shown(self, report: dict[str, Any]) -> None:
        done, total = report["done"], report["total"]
        count = f"{done:,} of {total:,}" if total else f"{done:,}"
        self._said.set_content(f"{report['label']}: {count}")
        if total:
            self._bar.props["max"] = total
            self._bar.props["value"] = done
