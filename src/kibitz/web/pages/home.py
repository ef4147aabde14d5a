"""The first page: one box that takes any game, recent games, and the shelf in pictures."""

from __future__ import annotations

import asyncio
import json
import re
from html import escape
from typing import Any
from urllib.parse import quote_plus

from nicegui import app, ui
from starlette.requests import Request
from starlette.responses import Response

from kibitz.core import index
from kibitz.core.errors import GameError
from kibitz.formats.files import ENDINGS
from kibitz.web.frame import page, work, workbench
from kibitz.web.jobs import Job
from kibitz.web.link import link
from kibitz.web.models.starts import STARTS
from kibitz.web.widgets import button, markup, words

EXAMPLES = (
    ("A zero-sum game", "0 -1 1; 1 0 -1; -1 1 0"),
    ("Two players, two payoffs in a cell", "3,3 0,4; 4,0 1,1"),
    ("Poker with three cards", "kuhn-poker"),
    ("Heaps and pins, added", "nim 3 4 5 + kayles 12"),
    ("The worth of each coalition", 'coalition "A,B:4 A,C:3 B,C:2 A,B,C:6"'),
    ("A duopoly", "cournot"),
)
"""What can be typed, each with what it is."""
NEW = (
    ("a payoff table", "/new/table"),
    ("a tree", "/new/tree"),
    ("coalitions", "/new/coalition"),
    ("any other form", "/new"),
)
PLAYED = "Boards, cards and dice"
"""The group whose games are shown as they lie on the table."""
GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Tables, trees and stages": {
        "zero-sum": ("Zero-sum games", "rock-paper-scissors"),
        "general-sum": ("General-sum games", "bach-or-stravinsky"),
        "trees": ("Trees", "beer-quiche"),
        "stochastic": ("Stochastic games", "big-match"),
        "search": ("Hide and search", "battleship"),
        "random": ("Random games", "random-bimatrix"),
    },
    PLAYED: {
        "board": ("Board games", "connect-four"),
        "many-players": ("For three and more", "chinese-checkers"),
        "dice": ("Dice", "backgammon"),
        "poker": ("Poker, hidden cards", "kuhn-poker"),
        "cards": ("Tricks", "four-card-bridge"),
        "puzzle": ("Puzzles", "queens"),
    },
    "Combinatorial games": {
        "nim": ("Nim and relatives", "nim 3 4 5"),
        "heaps": ("Taking and breaking", "kayles 3 4 5"),
        "coins": ("Turning coins", "turning-turtles"),
        "hackenbush": ("Hackenbush", "hackenbush"),
        "digraphs": ("Digraphs", "digraph"),
    },
    "Coalitions, bargaining and markets": {
        "coalitional": ("Coalitions", "landowner"),
        "voting": ("Voting power", "weighted-voting 51 40 30 20 10"),
        "bankruptcy": ("Claims on an estate", "bankruptcy"),
        "bargaining": ("Bargaining", "bargaining-triangle"),
        "duopoly": ("Markets", "cournot"),
    },
}
"""The families of the shelf: what each is called, and the game that stands for it."""
BEGUN = {text for _, _, text in STARTS.values()}
_shelf: list[dict[str, Any]] = []
_pictures: dict[str, str] = {}
_one_by_one = asyncio.Semaphore(1)
"""Pictures of the gallery wait for each other, so that people need not wait for them."""


@page("/", title="Workbench")
async def home(request: Request) -> None:
    """The box, files, recent games and the gallery."""
    with ui.element("div").classes("hero"):
        markup("<h1 id='main'>Describe a game.</h1>")
        words("Kibitz tells you who wins, what it is worth, how to play it, and why.", "p", "lead")
        _box()
        with ui.element("ul").classes("tries").props('aria-label="Examples"'):
            for given, example in EXAMPLES:
                way = escape(link("/game", example))
                markup(f"<a href='{way}'><b>{given}</b><code>{escape(example)}</code></a>", "li")
        ways = " ".join(f'<a href="{place}">{given}</a>' for given, place in NEW)
        markup(f"<span class='faint'>Or enter one:</span> {ways}", "p").classes("starts")
    markup(
        "<section hidden aria-labelledby='recent-title'><h2 id='recent-title'>Recent games</h2>"
        "<ul class='chips' id='recent'></ul></section>"
    )
    families = index.table("FAMILIES")
    for title, group in GROUPS.items():
        words(title, "h2")
        with ui.element("div").classes("gallery"):
            for family, (name, face) in group.items():
                picture = small_picture(face, played=title == PLAYED)
                _family(family, name, picture, sorted(families[family]))
    ui.timer(0.01, _fill, once=True)


def _box() -> None:
    """The box that takes anything the command line takes, and files."""
    with ui.element("div").classes("box"):
        markup(
            "<label class='sr' for='ask'>A game</label>"
            "<input id='ask' type='text' role='combobox' aria-autocomplete='list' autofocus "
            "aria-expanded='false' aria-controls='ask-list' autocomplete='off' spellcheck='false' "
            "placeholder='a name, numbers, cells, or a file dropped here'>"
            "<ul id='ask-list' role='listbox' aria-label='Games' hidden></ul>"
        ).classes("ask")
        button("Open", lambda: ui.run_javascript(_ASK), "main")
        markup(
            f"<label class='file'>File… <input id='file' type='file' class='sr' "
            f"accept='{','.join(ENDINGS)}'></label>"
        )
    error = ui.label().classes("error").props("role=alert")
    error.set_visibility(False)

    def wrong(line: str) -> None:
        error.set_text(line)
        error.set_visibility(True)

    async def asked(event: Any) -> None:
        await _open(str(event.args.get("text", "")), wrong)

    async def dropped(event: Any) -> None:
        await _drop(event.args, wrong)

    ui.on("retyped", lambda: error.set_visibility(False))
    ui.on("asked", asked)
    ui.on("dropped", dropped)


_ASK = "kibitz.ask('ask')"
COMMAND = re.compile(
    r"(?:\$\s*)?(?:kibitz\s+)?(solve|explain|draw|describe|verify|play|web)\s+(.+)", re.DOTALL
)
"""What people know from the command line."""


async def _open(text: str, wrong: Any) -> None:
    """Go to the page of a game that was typed, or say why there is none."""
    text = text.strip()
    most = workbench().settings.characters
    if len(text) > most:
        wrong(f"this is longer than {most:,} characters")
        return
    text, place, tab = without_command(text)
    try:
        await work("noun", text=text)
        ui.navigate.to(link(place, text, tab=tab))
    except GameError as error:
        wrong(str(error))


def without_command(text: str) -> tuple[str, str, str]:
    """A game that was typed after a command, and the page and the tab that do what it does.

    >>> without_command("kibitz explain nim 3 4 5"), without_command("play chess")
    (('nim 3 4 5', '/game', 'explain'), ('chess', '/play', ''))
    >>> without_command("draw 4 2 1")
    ('4 2 1', '/game', 'draw')
    """
    found = COMMAND.fullmatch(text)
    if found is None:
        return text, "/game", ""
    command, game = found.groups()
    tab = command if command in ("explain", "draw", "verify") else ""
    return game.strip(), "/play" if command == "play" else "/game", tab


async def _drop(given: dict[str, Any], wrong: Any) -> None:
    """Read a file that was dropped, by the ending of its name."""
    name, text = str(given.get("name", "")), str(given.get("text", ""))
    most = workbench().settings.characters
    ending = f".{name.lower().rpartition('.')[2]}"
    if int(given.get("size", 0)) > most or len(text) > most:
        wrong(f"{name}: this is longer than {most:,} characters; use the command line")
    elif ending not in ENDINGS:
        wrong(f"{name}: unknown ending; use one of {', '.join(ENDINGS)}")
    else:
        try:
            said = await work("noun", text=text, kind=ENDINGS[ending].name)
            ui.navigate.to(link("/game", said))
        except GameError as error:
            wrong(f"{name}: {error}")


def _family(family: str, name: str, picture: str, names: list[str]) -> None:
    """A card of the gallery, which opens into a list of games."""
    games = "".join(f'<li><a href="{link("/game", n)}">{n}</a></li>' for n in names)
    markup(
        f"<summary>{picture}<b>{escape(name)}</b> "
        f"<span class='faint'>{_games(len(names))}</span>"
        f"</summary><ul id='family-{family}'>{games}</ul>",
        "details",
    )


def small_picture(text: str, played: bool = False) -> str:
    """The picture of a game of the shelf, or of one with which a form is begun.

    One that is played is shown as it lies before the players, without its answer.
    """
    way = f"/picture?g={quote_plus(text)}{'&amp;played=1' if played else ''}"
    return (
        f"<img src='{way}' alt='' loading='lazy' width='240' height='136' "
        "onload='this.classList.add(&quot;here&quot;)'>"
    )


def _games(count: int) -> str:
    return "one game" if count == 1 else f"{count} games"


async def _fill() -> None:
    """What the worker knows of the games: how they are called, and what they are."""
    ui.run_javascript(
        "kibitz.showRecent('recent'); kibitz.complete('ask');"
        f"kibitz.takeFiles('file', {workbench().settings.characters})"
    )
    if not _shelf:  # the names are known at once, the rest when a worker has sent it
        names = [dict.fromkeys(("name", "usage", "sample"), n) for n in index.table("GAMES")]
        offered = json.dumps([{**name, "about": ""} for name in names])
        ui.run_javascript(f"kibitz.complete('ask', {offered})")
    games = await games_of_shelf()
    by_family: dict[str, list[str]] = {}
    for game in games:
        way = f"<a href='{escape(link('/game', game['sample']))}'>{escape(game['sample'])}</a>"
        line = f"<li>{way} <span class='faint'>{escape(game['about'])}</span></li>"
        by_family.setdefault(game["family"], []).append(line)
    lists = {f"family-{family}": "".join(lines) for family, lines in by_family.items()}
    ui.run_javascript(
        f"kibitz.complete('ask', {json.dumps(games)});"
        f"for (const [id, html] of Object.entries({json.dumps(lists)}))"
        " { const list = document.getElementById(id); if (list) list.innerHTML = html; }"
    )


async def games_of_shelf() -> list[dict[str, Any]]:
    """Every game of the shelf, asked for once."""
    if not _shelf:
        _shelf[:] = await work("shelf")
    return _shelf


@app.get("/picture")
async def picture_of(g: str = "", what: str = "", played: str = "") -> Response:
    """The small picture of a game on the shelf, or of its board."""
    key = f"{g}\0{what}\0{played}"
    if key not in _pictures:
        bench = workbench()
        try:
            if g.split()[:1] == [] or (g.split()[0] not in index.table("GAMES") and g not in BEGUN):
                raise GameError("no game on the shelf")
            asked: dict[str, Any] = {"text": g, "what": what, "plain": True}
            if played:
                asked = {"text": g}
            job = Job("face" if played else "draw", asked, "gallery", seconds=20)
            async with _one_by_one:
                found = await bench.pool.run(job)
            _pictures[key] = found["svg"]
        except GameError:
            _pictures[key] = _BLANK
    kept = {"cache-control": "max-age=3600"}
    return Response(_pictures[key], media_type="image/svg+xml", headers=kept)


_BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="128"></svg>'
