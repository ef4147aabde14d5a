"""A page from which a game of any form is begun."""

from __future__ import annotations

from html import escape

from nicegui import app
from starlette.requests import Request
from starlette.responses import RedirectResponse

from kibitz.web.frame import page
from kibitz.web.link import link
from kibitz.web.models.starts import STARTS
from kibitz.web.pages.home import small_picture
from kibitz.web.widgets import markup, words


@page("/new", title="A new game", menu="New")
async def new(request: Request) -> None:
    """All forms."""
    markup("<h1 id='main'>Enter a game</h1>")
    words("Each form starts with a small game that you can edit.", "p", "lead")
    cards = "".join(
        f"<li><a href='/new/{key}'>{small_picture(text)}<b>{escape(name)}</b>"
        f"<span class='faint'>{escape(what)}</span></a></li>"
        for key, (name, what, text) in STARTS.items()
    )
    markup(f"<ul class='forms'>{cards}</ul>")


@app.get("/new/{form}")
async def begin(form: str) -> RedirectResponse:
    """Go to a small game of a form."""
    start = STARTS.get(form)
    return RedirectResponse(link("/game", start[2]) if start else "/new")
