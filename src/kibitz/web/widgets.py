"""Small things of which pages are made: buttons, fields with their error, choices."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from html import escape
from typing import Any

from nicegui import ui

VALUE = "(e) => emit(e.target.value)"
"""What a field reports."""
Act = Callable[[], Any] | Callable[[], Awaitable[Any]]


def markup(text: str, tag: str = "div") -> ui.html:
    """HTML of our own making, in which all that people wrote is escaped."""
    return ui.html(text, sanitize=False, tag=tag)


def words(text: str, tag: str = "p", classes: str = "") -> ui.element:
    """Plain words in an element of their own."""
    return ui.html(escape(text), sanitize=False, tag=tag).classes(classes)


def button(text: str, act: Act, kind: str = "plain", label: str = "") -> ui.element:
    """A button; ``label`` is what screen readers say where the text is only a sign."""
    made = ui.element("button").props('type="button"').classes(kind)
    if label:
        made.props["aria-label"] = label
        made.props["title"] = label
    with made:
        ui.html(escape(text), sanitize=False, tag="span")
    made.on("click", act)
    return made


class TextField:
    """A text field with a label, and below it what is wrong with what was typed."""

    def __init__(
        self,
        label: str,
        value: str = "",
        on_change: Callable[[str], Any] | None = None,
        *,
        hidden_label: bool = False,
        width: str = "",
        lines: int = 1,
        check: Callable[[str], str | None] | None = None,
        placeholder: str = "",
    ) -> None:
        self.value = value
        self._check = check
        self._on_change = on_change
        with ui.element("label").classes("field") as self.box:
            words(label, "span", "sr" if hidden_label else "")
            self._input = ui.element("input" if lines == 1 else "textarea")
            self._input.props["value"] = value
            self._input.props["spellcheck"] = "false"
            self._input.props["autocomplete"] = "off"
            self._input.props["aria-label"] = label
            if placeholder:
                self._input.props["placeholder"] = placeholder
            if lines > 1:
                self._input.props["rows"] = lines
            if width:
                self._input.style(f"width: {width}")
            self._error = words("", "span", "error").props("role=alert")
        self._input.on("input", self._typed, throttle=0.1, js_handler=VALUE)
        self._input.on("change", self._typed, js_handler=VALUE)
        self.wrong(check(value) if check is not None else None)

    async def _typed(self, event: Any) -> None:
        value = str(event.args)
        if value == self.value:
            return
        self.value = value
        self._input._props["value"] = value
        self.wrong(self._check(value) if self._check is not None else None)
        if self._on_change is not None:
            result = self._on_change(value)
            if isinstance(result, Awaitable):
                await result

    def on_enter(self, act: Act) -> None:
        """Do this when Enter is pressed in the field, with what stands in it by then."""

        async def entered(event: Any) -> None:
            await self._typed(event)
            result = act()
            if isinstance(result, Awaitable):
                await result

        self._input.on("keydown.enter", entered, js_handler=VALUE)

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong with what stands in it."""
        return not self._error.visible

    def wrong(self, why: str | None) -> None:
        """Say beside the field what is wrong; None when nothing is."""
        self._error.set_visibility(why is not None)
        self._error.set_content(escape(why or ""))
        self._input.props["aria-invalid"] = "true" if why is not None else "false"

    def set_value(self, value: str) -> None:
        """Write into the field."""
        self.value = value
        self._input.props["value"] = value
        self.wrong(self._check(value) if self._check is not None else None)


def choice(
    label: str, options: Sequence[tuple[str, str]], value: str, act: Callable[[str], Any]
) -> ui.element:
    """A list to choose from, of values and the words for them."""
    with ui.element("label").classes("field"):
        words(label, "span")
        with ui.element("select") as made:
            for key, text in options:
                option = words(text, "option")
                option.props["value"] = key
                if key == value:
                    option.props["selected"] = True
    made.props["value"] = value
    made.props["aria-label"] = label

    async def chosen(event: Any) -> None:
        picked = str(event.args)
        made._props["value"] = picked
        result = act(picked)
        if isinstance(result, Awaitable):
            await result

    made.on("change", chosen, js_handler=VALUE)
    return made


def tick(label: str, value: bool, act: Callable[[bool], Any]) -> ui.element:
    """A box to tick."""
    with ui.element("label").classes("field tick"):
        made = ui.element("input").props('type="checkbox"')
        made.props["checked"] = value
        words(label, "span")
    made.on("change", lambda e: act(bool(e.args)), js_handler="(e) => emit(e.target.checked)")
    return made


def picture(svg: str, caption: str = "") -> ui.element:
    """A drawing on a sheet of paper, which is dark where the page is."""
    figcaption = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return markup(f"<figure>{svg}{figcaption}</figure>").classes("picture")
