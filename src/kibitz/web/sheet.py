"""A sheet: fields and buttons as one piece of HTML, which reports what was typed and pressed.

Fields have a key, buttons an act; the browser reports both by the listeners in
``assets/sheet.js``. Arrow keys walk through cells, and a block of cells can be pasted.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from html import escape
from itertools import count
from typing import Any

from nicegui import context, ui

NAMES = ("name", "player", "label", "row", "column")
"""Kinds of keys whose fields name what the labels of other fields say."""
Action = Callable[[str, dict[str, Any]], Any]
_numbers = count(1)


class HtmlSheet:
    """HTML that is drawn again after each change of its shape.

    ``draw`` gives the HTML; ``edited(key, value)``, ``acted(act, event)`` and
    ``pasted(key, rows)`` hear what happens; ``faults`` gives what is wrong, by key, and ``idle``
    the acts that would do nothing now.
    """

    def __init__(
        self,
        draw: Callable[[], str],
        edited: Callable[[str, str], Any],
        acted: Action | None = None,
        pasted: Callable[[str, list[list[str]]], Any] | None = None,
        faults: Callable[[], dict[str, str]] | None = None,
        idle: Callable[[], list[str]] | None = None,
    ) -> None:
        self._draw = draw
        self._edited = edited
        self._acted = acted
        self._pasted = pasted
        self._faults = faults
        self._idle = idle
        self._name = f"sheet-{next(_numbers)}"
        self._client = context.client
        self._html = ui.html(draw(), sanitize=False).classes("sheet")
        self._html.props["id"] = self._name
        self._html.props["data-sheet"] = self._name
        ui.on("sheet", self._heard)
        self.tell_faults()

    async def _heard(self, event: Any) -> None:
        shown = event.args
        if shown.get("sheet") != self._name:
            return
        result: Any = None
        key = str(shown.get("key", ""))
        if "rows" in shown and self._pasted is not None:
            result = self._pasted(key, [[str(x) for x in row] for row in shown["rows"]])
        elif "value" in shown:
            result = self._edited(key, str(shown["value"]))
        elif "act" in shown and self._acted is not None:
            result = self._acted(str(shown["act"]), shown)
        if isinstance(result, Awaitable):
            await result
        if shown.get("done") and key.split(".")[0] in NAMES:
            self._relabel()

    def _relabel(self) -> None:
        """Let the labels say the new name, and leave alone what is being typed."""
        name, html = json.dumps(self._name), json.dumps(self._draw())
        self._client.run_javascript(f"kibitzSheet.relabel({name}, {html})")

    def refresh(self, focus: str = "") -> None:
        """Draw it again, and put the cursor into the field with this key.

        HTML that is the same as when it was last drawn is not drawn by the browser, which shows
        what was typed since: so each field is set to its text by a message.
        """
        self._html.set_content(self._draw())
        self._client.run_javascript(f"kibitzSheet.restore({json.dumps(self._name)})")
        self.tell_faults(focus)

    def tell_faults(self, focus: str = "") -> None:
        """Say beside each field what is wrong with it, and which buttons would do nothing."""
        faults = self._faults() if self._faults is not None else {}
        idle = self._idle() if self._idle is not None else []
        arguments = ", ".join(map(json.dumps, (self._name, faults, focus, idle)))
        self._client.run_javascript(f"kibitzSheet.tell({arguments})")


def cell(key: str, value: str, label: str, size: int = 4, classes: str = "", hint: str = "") -> str:
    """A field; ``hint`` stands in it, faintly, while it is empty."""
    faint = f' placeholder="{escape(hint)}"' if hint else ""
    return (
        f'<span class="cell {classes}"><input data-key="{escape(key)}" value="{escape(value)}" '
        f'aria-label="{escape(label)}" title="{escape(label)}" size="{size}" autocomplete="off" '
        f'spellcheck="false"{faint}></span>'
    )


def act(name: str, text: str, label: str = "", key: str = "", classes: str = "plain") -> str:
    """A button."""
    said = f' aria-label="{escape(label)}" title="{escape(label)}"' if label else ""
    return (
        f'<button type="button" class="{classes}" data-act="{escape(name)}" '
        f'data-key="{escape(key)}"{said}>{escape(text)}</button>'
    )


def pick(key: str, options: list[tuple[str, str]], value: str, label: str) -> str:
    """A list to choose from."""
    made = "".join(
        f'<option value="{escape(k)}"{" selected" if k == value else ""}>{escape(text)}</option>'
        for k, text in options
    )
    return f'<select data-key="{escape(key)}" aria-label="{escape(label)}">{made}</select>'
