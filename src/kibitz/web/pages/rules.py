"""The page for one's own rules, where the server allows Python."""

from __future__ import annotations

from html import escape

from starlette.requests import Request

from kibitz.web.frame import page, workbench
from kibitz.web.link import link
from kibitz.web.own_rules import TEMPLATE
from kibitz.web.widgets import markup, words


@page("/rules", title="Your rules", menu="Your rules")
async def rules(request: Request) -> None:
    """Lead to a first game in Python, or say why not."""
    markup("<h1 id='main'>A game with your own rules</h1>")
    words(
        "A game is a class with five methods: where it starts, who is to move, which moves there "
        "are, what a move does, and what each player gets at the end. Kibitz then plays it, draws "
        "it, searches it and solves it.",
        "p",
        "lead",
    )
    code = TEMPLATE.partition("\n")[2]
    markup(f"<pre class='listing'>{escape(code)}</pre>").classes("panel")
    if workbench().settings.allow_code:
        way = escape(link("/game", TEMPLATE))
        markup(f"<p class='ways'><a class='way' href='{way}'>Start with a small game</a></p>")
    else:
        words(
            "This server does not run Python code from a page. Start it with "
            "kibitz web --allow-code to write rules here.",
            "p",
            "error",
        )
