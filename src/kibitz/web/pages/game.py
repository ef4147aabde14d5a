"""The page of a game: its form in an editor, and solve, explain, draw and verify beside it."""

from __future__ import annotations

import json
from contextlib import suppress
from html import escape
from typing import Any

from nicegui import ui
from starlette.requests import Request

from kibitz.core.errors import GameError
from kibitz.web.frame import complain, page, workbench
from kibitz.web.link import link, text_of
from kibitz.web.tabs import draw_tab, explain_tab, solve_tab, take_tab, touch_tab, verify_tab
from kibitz.web.view import View
from kibitz.web.widgets import markup, words

TABS = (
    ("solve", "Solve", solve_tab),
    ("explain", "Explain", explain_tab),
    ("draw", "Draw", draw_tab),
    ("touch", "Explore", touch_tab),
    ("verify", "Verify", verify_tab),
    ("take", "Export", take_tab),
)


@page("/game", title="Game")
async def game(request: Request) -> None:
    """Show the game that the address holds, in the state that it holds."""
    text = text_of(request.query_params, workbench().settings.characters)
    if not text.strip():
        complain("no game is given; choose one on the first page")
        return
    view = View(text, dict(request.query_params))
    with ui.element("div") as place:
        words("Reading the game …", "p", "faint")
    ui.timer(0.01, lambda: _load(view, place), once=True)


async def _load(view: View, place: ui.element) -> None:
    try:
        await view.look()
    except GameError as error:
        place.clear()
        with place:
            markup("<h1 id='main'>This game cannot be opened</h1>")
            complain(str(error))
            markup("<p class='ways'><a class='way' href='/'>Choose another game</a></p>")
        return
    place.clear()
    with place:
        _show(view)
    ui.timer(0.5, view.look_further, once=True)
    with suppress(GameError):
        arguments = f"{json.dumps(view.known_as)}, {json.dumps(link('/game', view.text))}"
        ui.run_javascript(f"kibitz.remember({arguments})")


def _show(view: View) -> None:
    with ui.element("div").classes("masthead"):
        head = markup(_head(view))
        view.on_change(lambda: head.set_content(_head(view)))
        ways = markup(_ways(view))
        view.on_change(lambda: ways.set_content(_ways(view)))
    with ui.element("div").classes("two"):
        with ui.element("section").classes("panel").props('aria-label="The game"'):
            view.editor()
        with ui.element("section").classes("panel answers").props('aria-label="Answers"'):
            _tabs(view)


def _head(view: View) -> str:
    """The title, the words that name the game, and what it is about."""
    typed = f"<code>{escape(view.typed)}</code>" if view.typed else ""
    about = view.info["about"]
    note = f"<p class='faint'>{escape(about)}</p>" if about else ""
    return f"<div class='name'><h1 id='main'>{escape(view.heading)}</h1>{typed}</div>{note}"


def _ways(view: View) -> str:
    """The ways to the board, and to the tree of a small game with moves."""
    found = [("Play this game", "/play", view.text)] if view.info["playable"] else []
    if view.info["tree"]:
        found.append(("Edit as a tree", "/game", view.info["tree"]))
    links = []
    for given, path, text in found:
        with suppress(GameError):
            links.append(f"<a class='way' href='{escape(link(path, text))}'>{given}</a>")
    return f"<p class='ways'>{' '.join(links)}</p>" if links else ""


def _tabs(view: View) -> None:
    chosen = view.state.get("tab", "solve")
    with ui.tabs() as tabs:
        made = {key: ui.tab(key, label) for key, label, _ in TABS}
    with ui.tab_panels(tabs, value=made.get(chosen, made["solve"])).props("animated=false"):
        for key, _, tab in TABS:
            with ui.tab_panel(made[key]):
                tab(view)

    def turned(event: Any) -> None:
        view.set_state(tab=str(event.value))
        view.opened(str(event.value))

    tabs.on_value_change(turned)
    view.opened(chosen if chosen in made else "solve")


__all__ = ["game", "link"]
