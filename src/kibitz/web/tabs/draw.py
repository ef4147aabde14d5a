"""The tab with pictures."""

from __future__ import annotations

from nicegui import ui

from kibitz.web.tabs.running import Running
from kibitz.web.view import View
from kibitz.web.widgets import choice, picture


def draw_tab(view: View) -> None:
    """Build the tab."""

    @ui.refreshable
    def picker() -> None:
        names = view.info.get("pictures", [])
        if len(names) > 1:
            options = [(name, name) for name in names]
            choice("Picture", options, view.state.get("what", names[0]), chosen)

    async def chosen(what: str) -> None:
        view.set_state(what=what)
        await show()

    picker()
    running = Running()
    place = ui.element("div")

    async def show() -> None:
        what = view.state.get("what", "")
        drawn = await running.run("draw", text=view.text, what=what)
        place.clear()
        if drawn is not None:
            view.asked("draw", drawn["code"])
            with place:
                picture(drawn["svg"], drawn["caption"]).classes("card")

    view.on_change(picker.refresh, "pictures")
    view.on_open("draw", show)
