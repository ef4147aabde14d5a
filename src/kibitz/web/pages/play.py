"""The page on which a game is played: a board to click on, an opponent, hints and a review."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import Any

from nicegui import context, ui
from starlette.requests import Request

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.play.seats import PERSON
from kibitz.web.clicks import Clicks, clickable
from kibitz.web.frame import page, work, workbench
from kibitz.web.jobs import Job
from kibitz.web.link import link, text_of
from kibitz.web.own_rules import called, is_python
from kibitz.web.pages.home import small_picture, without_command
from kibitz.web.sheet import HtmlSheet, act, cell
from kibitz.web.tabs.running import Running
from kibitz.web.widgets import TextField, button, choice, markup, tick, words

AGENTS = (
    ("auto", "the computer, at full strength"),
    ("random", "random moves"),
    ("depth:2", "beginner: looks two moves ahead"),
    ("depth:4", "four moves ahead"),
    ("mcts:iterations=2000", "Monte Carlo tree search"),
    ("perfect", "perfect play only"),
    (PERSON, "another person at this screen"),
)
SAMPLES = {
    "Boards": "tic-tac-toe; connect-four; othello; checkers; chess; go 9; hex; breakthrough; "
    "nine-mens-morris; kalah; dots-and-boxes; chinese-checkers",
    "Heaps, coins and sticks": "nim 3 4 5; kayles 5 7; chomp 8,5,1; hackenbush house; wythoff 8 5; "
    "mock-turtles 2 5 10",
    "Cards and dice": "kuhn-poker; leduc; liars-dice; goofspiel 5; pig 50; backgammon",
    "Tables and trees": "rock-paper-scissors; chicken; centipede; big-match discount=9/10",
}
"""Games of each kind to start with."""
SPELLED = {
    "connect-four": "Connect Four",
    "kuhn-poker": "Kuhn poker",
    "liars-dice": "Liar's dice",
    "nine-mens-morris": "Nine men's morris",
    "tic-tac-toe": "Tic-tac-toe",
    "rock-paper-scissors": "Rock, paper, scissors",
    "big-match": "The Big Match",
}
"""Games whose names are not spelled as those that one types."""

_ready: set[str] = set()
"""Games whose searches are compiled, or being compiled."""
_one_by_one = asyncio.Semaphore(1)
_proofs = asyncio.Semaphore(max(1, (os.cpu_count() or 1) // 2))
"""Positions that are solved while people look at an estimate wait for each other."""
PROVING = 300.0
"""Seconds for that, in which the worker searches and tells what its moves are worth."""
LONGEST = 1500
"""Characters of a record that stand in an address."""


def opponents(simultaneous: bool = False) -> list[tuple[str, str]]:
    """Whom the page offers to play against: no person at one screen, where both move at once.

    >>> [name for name, _ in opponents()[-2:]], [name for name, _ in opponents(True)[-1:]]
    (['perfect', 'person'], ['perfect'])
    """
    return [pair for pair in AGENTS if not (simultaneous and pair[0] == PERSON)]


@page("/play", title="Play", menu="Play")
async def play(request: Request) -> None:
    """Play the game that the address names, or choose one."""
    text = text_of(request.query_params, workbench().settings.characters)
    if not text.strip():
        _shelf()
        return
    desk = Desk(text, dict(request.query_params))
    desk.build()
    ui.timer(0.01, desk.begin, once=True)


def _shelf() -> None:
    markup("<h1 id='main'>Play</h1>")
    words("Against the computer or another person, with hints and a review.", "p", "lead")
    with ui.element("div").classes("row"):
        typed = TextField("Any game, as it is typed", "", placeholder="nim 3 4 5", width="18rem")

        async def start() -> None:
            why.set_text(await _sit_down(typed.value) or "")
            why.set_visibility(bool(why.text))

        typed.on_enter(start)
        button("Play", start, "main")
    why = ui.label().classes("error").props("role=alert")
    why.set_visibility(False)
    for heading, names in SAMPLES.items():
        items = "".join(
            f"<li><a href='{escape(link('/play', name))}'>{small_picture(name, played=True)}"
            f"<b>{escape(_called(name))}</b></a></li>"
            for name in names.split("; ")
        )
        markup(f"<h2>{heading}</h2><ul class='faces'>{items}</ul>")


async def _sit_down(text: str) -> str | None:
    """Go to the board of a game, or say why there is none."""
    game = without_command(text.strip())[0]
    try:
        await work("noun", text=game)
    except GameError as error:
        return str(error)
    ui.navigate.to(link("/play", game))
    return None


def _called(text: str) -> str:
    """What a game is called before it is read, from the words that name it.

    >>> _called("big-match discount=9/10"), _called("nim 3 4 5")
    ('The Big Match', 'Nim 3 4 5')
    """
    name, *rest = text.split()
    spelled = SPELLED.get(name) or name.replace("-", " ").capitalize()
    return " ".join([spelled, *(word for word in rest if "=" not in word)])


class Desk:
    """One game under way on one page."""

    def __init__(self, text: str, query: dict[str, str]) -> None:
        self.text = text
        self.client = context.client
        self.seed = int(query["seed"]) if query.get("seed", "").isdigit() else 0
        self.seats = [s for s in query.get("seats", "").split(",") if s] or [PERSON, "auto"]
        self.record = _record(query.get("moves", ""))
        self.view: dict[str, Any] = {}
        self.clicks = Clicks([])
        self.evaluation: dict[str, Any] = {}
        self.rows: list[dict[str, Any]] = []
        self.advice = ""
        self.typed = ""
        self.evaluates = query.get("bar") == "1"
        self._proof: Job | None = None
        self.failed = False
        """Whether the game could not even be set up."""
        self._own: int | None = None
        """The seat of a person who plays alone, as the page offers to change it."""
        self._apart = False
        """Whether two people cannot play this game at one screen, as the page has found."""
        self._looking: int | None = None
        """The person who sees the board, where others must not."""
        self._covered = False
        """Whether the board waits until the next person sits before the screen."""

    @property
    def people(self) -> int:
        """How many seats people have."""
        return self.seats.count(PERSON)

    @property
    def title(self) -> str:
        """What the game is called, or what it is where it has no name."""
        if is_python(self.text):
            return called(self.text)[0] or "Your rules"
        if not self.text.lstrip().startswith("{"):
            return " ".join(self.text.split())[:80]
        with suppress(ValueError, AttributeError, KeyError):
            specified = json.loads(self.text)
            return str(specified.get("title") or f"{specified['kind']} game".capitalize())
        return "Your game"

    def build(self) -> None:
        """Lay out the page."""
        with ui.element("div").classes("masthead"):
            self.head = markup(self._head())
            with suppress(GameError):
                way = escape(link("/game", self.text))
                markup(f"<p class='ways'><a class='way' href='{way}'>Analyze this game</a></p>")
        with ui.element("div").classes("two"):
            with ui.element("section").classes("panel").props('aria-label="The board"'):
                self.board = HtmlSheet(self._drawn, self._edited, self._acted)
            with ui.element("section").classes("panel").props('aria-label="About the game"'):
                with ui.element("div") as self.controls:
                    self._controls()
                self.running = Running()
                self.aside = ui.element("div").props("aria-live=polite")

    def _head(self) -> str:
        """What the game is called, and what it is about."""
        title = self.view.get("name") or self.title
        about = self.view.get("about", "")
        note = f"<p class='faint'>{escape(about)}</p>" if about else ""
        return f"<div class='name'><h1 id='main'>{escape(title)}</h1></div>{note}"

    def _controls(self) -> None:
        other = next((s for s in self.seats if s != PERSON), PERSON)
        with ui.element("div").classes("row") as self.opponents:
            with ui.element("div") as self.other_side:
                choice("Against", opponents(), other, self._against)
            self.own_side = ui.element("div")
        with ui.element("div").classes("row"):
            button("New game", self._again)
            self.taker = button("Take back", self._back)
            self.advisers = [button("Hint", self._hint), button("Review", self._review)]
        tick("Show the evaluation", self.evaluates, self._bar)

    def _seats_shown(self) -> None:
        """Offer the seats that there are, and what can be done at the table now."""
        names = self.view["players"]
        self.opponents.set_visibility(len(names) > 1)
        self.own_side.set_visibility(self.people == 1)
        self.taker.props["disabled"] = not self.view["back"]
        for made in self.advisers:
            made.props["disabled"] = self._covered
        if self.view["simultaneous"] and not self._apart:
            self._apart = True
            other = next((s for s in self.seats if s != PERSON), "auto")
            self.other_side.clear()
            with self.other_side:
                choice("Against", opponents(simultaneous=True), other, self._against)
        mine = self.seats.index(PERSON) if self.people == 1 else None
        if mine is not None and mine != self._own:
            self._own = mine
            self.own_side.clear()
            with self.own_side:
                sides = [(str(k), name) for k, name in enumerate(names)]
                choice("You are", sides, str(mine), self._side)

    async def begin(self) -> None:
        """Show the table as the address describes it."""
        ui.timer(0.01, self._get_ready, once=True)
        await self._ask(move="")

    async def _get_ready(self) -> None:
        """Let the searches of the game be compiled meanwhile, once for all who play it."""
        if self.text in _ready:
            return
        _ready.add(self.text)
        try:
            async with _one_by_one:
                await work("get_ready", text=self.text)
        except GameError:
            _ready.discard(self.text)

    async def _ask(self, **more: Any) -> None:
        found = await self.running.run(
            "play",
            text=self.text,
            seats=self.seats,
            seed=self.seed,
            record=self.record,
            answers=self.evaluates,
            **more,
        )
        if found is None:
            self.failed = not self.view
            self.controls.set_visibility(not self.failed)
            self.board.refresh()
            return
        if found["record"] != self.record:
            self.rows, self.advice = [], ""
        self.view, self.record, self.seats = found, found["record"], found["seats"]
        self._cover()
        self.clicks, self.evaluation = Clicks(found["moves"], ordered=found["ordered"]), {}
        if self.evaluates and found["hidden"]:
            self.evaluation = {
                "error": "Hidden information has no evaluation; ask for a hint or a review."
            }
        if self._proof is not None:
            self._proof.end()
        self._show()
        self._settle()
        if self.evaluates and not found["hidden"]:
            ui.timer(0.01, self._worth, once=True)

    def _cover(self) -> None:
        """Cover a board with secrets when another person is to look at it."""
        seat, secret = self.view["seat"], self.view["hidden"] and not self.view["over"]
        known = self._looking is None or self._looking == seat
        self._covered = secret and self.people > 1 and not known
        if secret and not self._covered:
            self._looking = seat

    def _show(self) -> None:
        self.head.set_content(self._head())
        self.board.refresh()
        self._seats_shown()
        self.aside.clear()
        if self._covered:
            return
        with self.aside:
            if self.advice:
                words(self.advice, "p", "card")
            if self.evaluation:
                markup(_bar(self.evaluation, self.view["players"]))
            if self.rows:
                markup(_review(self.rows, self._from))
            if self.view.get("log"):
                lines = "".join(f"<li>{escape(line)}</li>" for line in self.view["log"])
                markup(f"<h2>Moves</h2><ol class='log'>{lines}</ol>")

    def _drawn(self) -> str:
        """The board, what can be done, and how it stands."""
        view = self.view
        if not view and self.failed:
            return "<p>This game has no board. <a href='/play'>Choose another game</a></p>"
        if not view:
            return "<p class='faint'>Setting up the board …</p>"
        over = "yes" if view["over"] else "no"
        parts = [
            f"<p class='turn' role='status' data-over='{over}' data-count='{len(view['record'])}'>"
            f"<b>{escape(self._status())}</b></p>"
        ]
        if self._covered:
            name = escape(view["players"][view["seat"]])
            parts.append(
                f"<p>Only {name} may look now.</p>"
                f"<div class='row'>{act('uncover', f'I am {name}: show the board')}</div>"
            )
            return "".join(parts)
        if view["svg"]:
            svg = _sized(view["svg"])
            if view["cells"] and not view["over"]:
                svg = clickable(svg, view["cells"], self.clicks)
            parts.append(f"<figure class='picture board'>{svg}</figure>")
        if view["text"]:
            parts.append(f"<pre class='answer'>{escape(view['text'])}</pre>")
        listed = self.clicks.choices or [
            m["text"] for m in view["moves"] if view["named"] or not m["cells"]
        ]
        if listed and not view["over"]:
            buttons = "".join(
                f"<button type='button' class='plain' data-act='move' data-key='{escape(m)}'>"
                f"{escape(m)}</button>"
                for m in listed
            )
            parts.append(f"<div class='row moves'>{buttons}</div>")
        if view["more"]:
            parts.append(
                "<p class='field'>There are more moves. Write one in words, or the position that "
                f"it leaves: {cell('typed', '', 'a move', 24)} {act('typed', 'Move')}</p>"
            )
        return "".join(parts)

    def _status(self) -> str:
        view = self.view
        if view["over"]:
            paid = ", ".join(
                f"{n} {x}" for n, x in zip(view["players"], view["payoffs"], strict=True)
            )
            return f"{view['result']} ({paid})" if view["zero_sum"] else str(view["result"])
        name = view["players"][view["seat"]]
        if len(view["players"]) == 1:
            who = "Your move"
        else:
            who = f"{name} to move" if self.people > 1 else f"Your move: you are {name}"
        picked = f"; chosen: {' '.join(self.clicks.ready)}" if self.clicks.ready else ""
        return f"{who}{picked}"

    def _edited(self, key: str, value: str) -> None:
        """Note the move that is being typed."""
        self.typed = value

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        if not self.view or self.view["over"]:
            return
        if name == "uncover":
            self._looking, self._covered = self.view["seat"], False
            self._show()
        elif name == "move":
            await self._ask(move=str(event["key"]))
        elif name == "typed" and self.typed.strip():
            await self._ask(move=self.typed.strip())
        elif name == "touched":
            await self._clicked(str(event["key"]))
        elif name == "drop":
            self.clicks.ready = []
            await self._clicked(str(event["key"]), str(event["other"]))

    async def _clicked(self, *cells: str) -> None:
        move = ""
        for word in cells:
            move = self.clicks.click(word)
        if move:
            await self._ask(move=move)
        else:
            self.board.refresh()

    async def _again(self) -> None:
        self.record, self.seed = [], self.seed + 1
        await self._ask()

    async def _back(self) -> None:
        await self._ask(back=True)

    async def _against(self, spec: str) -> None:
        self.seats = [s if s == PERSON else spec for s in self.seats]
        if PERSON not in self.seats or all(s == PERSON for s in self.seats):
            self.seats = [PERSON, *[spec] * max(1, len(self.seats) - 1)]
        self.record = []
        await self._ask()

    async def _side(self, side: str) -> None:
        other = next((s for s in self.seats if s != PERSON), "auto")
        mine = self._own = int(side)
        count = max(2, len(self.view.get("players", "ab")))
        self.seats = [PERSON if k == mine else other for k in range(count)]
        self.record = []
        await self._ask()

    async def _advise(self, ask: str) -> Any:
        return await self.running.run(
            "advise", text=self.text, seats=self.seats, seed=self.seed, record=self.record, ask=ask
        )

    async def _hint(self) -> None:
        known = self.evaluation.get("hint")
        found = {"hint": known} if known else await self._advise("hint")
        if found is not None:
            self.advice = found["hint"]
            self._show()

    async def _review(self) -> None:
        found = await self._advise("review")
        if found is not None:
            self.rows = found["rows"]
            self.advice = "" if self.rows else "There are no decisions to review yet."
            if self.rows and found["left_out"]:
                self.advice = f"Stopped: the first {found['left_out']} moves are not shown."
            self._show()

    async def _bar(self, wanted: bool) -> None:
        self.evaluates = wanted
        self.evaluation = {}
        self._settle()
        await self._ask()

    async def _worth(self) -> None:
        """What the position is worth, unless the game has gone on meanwhile."""
        if not self.view:
            return
        record = self.record
        self.evaluation = {"error": "Looking at the position …"}
        self._show()
        found = await self._look("worth", record)
        if self._is_at(record):
            self.evaluation = found
            self._show()
            if found.get("open"):
                await self._prove(record)

    async def _look(self, ask: str, record: list[Any]) -> dict[str, Any]:
        table: dict[str, Any] = {"text": self.text, "seats": self.seats, "seed": self.seed}
        more: dict[str, Any] = {}
        if ask == "proof":
            more = {"started": self._proves, "seconds": PROVING}
        try:
            found: dict[str, Any] = await work("advise", ask=ask, record=record, **table, **more)
        except GameError as error:
            return {"error": str(error)}
        return found

    def _proves(self, job: Job) -> None:
        self._proof = job

    def _is_at(self, record: list[Any]) -> bool:
        """Whether a person still wants to know what this position is worth."""
        return record == self.record and self.evaluates and self.client.has_socket_connection

    async def _prove(self, record: list[Any]) -> None:
        """Replace what was estimated by what a search to the end of the game finds, in its turn."""
        async with _proofs:
            if not self._is_at(record):
                return
            found = await self._look("proof", record)
        if self._is_at(record):
            self.evaluation = (
                found if found.get("exact") else {**self.evaluation, "open": False, "tried": True}
            )
            self._show()

    def _address(self, record: list[Any]) -> str:
        """The address that restores the game after these events; a hidden one without its cards."""
        moves = json.dumps(record, separators=(",", ":")) if record else ""
        if self.view.get("hidden") or len(moves) > LONGEST:
            moves = ""
        state = {"seats": ",".join(self.seats), "seed": str(self.seed), "moves": moves}
        state["bar"] = "1" if self.evaluates else ""
        return link("/play", self.text, **state)

    def _from(self, number: int) -> str:
        """Where to play again from before a move; nowhere if it is not a person's."""
        record = self.record[: number - 1]
        who = int(self.record[number - 1][0])
        person = 0 <= who < len(self.seats) and self.seats[who] == PERSON
        return self._address(record) if person and not self.view["hidden"] else ""

    def _settle(self) -> None:
        """Write the game into the address."""
        address = self._address(self.record)
        self.client.run_javascript(f"kibitz.settle({json.dumps(address)})")


def _sized(svg: str) -> str:
    """A picture that is not blown up: small ones stay small.

    >>> _sized('<svg width="100" height="9">')
    '<svg style="max-width:min(34rem,180px)" width="100" height="9">'
    """
    found = re.match(r'<svg[^>]*? width="([0-9.]+)"', svg)
    if found is None:
        return svg
    widest = round(1.8 * float(found[1]))
    return svg.replace("<svg", f'<svg style="max-width:min(34rem,{widest}px)"', 1)


def _record(text: str) -> list[Any]:
    """The moves that an address holds."""
    try:
        found = json.loads(text) if text else []
    except ValueError:
        raise GameError("this link is damaged: the moves in it cannot be read") from None
    if not isinstance(found, list) or not all(isinstance(e, list) and len(e) == 2 for e in found):
        raise GameError("this link is damaged: the moves in it cannot be read")
    return found


def _bar(given: dict[str, Any], players: list[str]) -> str:
    """The value as a bar between the players, with the best line."""
    if "error" in given:
        return f"<p class='faint'>{escape(given['error'])}</p>"
    share = round(50 + 50 * float(given["bar"]), 1)
    moves = "".join(
        f"<li><b>{escape(m)}</b>{escape(v)}</li>" for m, v in list(given["moves"].items())[:12]
    )
    words = given.get("words") or f"{players[0]}: {given['value']}"
    other = players[1] if len(players) == 2 else "the others"
    return (
        f"<div class='worth' role='img' aria-label='{escape(players[0])} has {share} of 100'>"
        f"<span style='width:{share}%'></span></div>"
        f"<div class='sides'><span>{escape(players[0])}</span><span>{escape(other)}</span></div>"
        f"<p class='turn'><b>{escape(words)}</b></p>"
        + (f"<p class='faint'>{escape(given['line'])}</p>" if given["line"] else "")
        + (f"<ul class='pills' aria-label='What moves are worth'>{moves}</ul>" if moves else "")
        + f"<p><small class='faint'>{escape(given['found'])}{_more(given)}</small></p>"
    )


def _more(given: dict[str, Any]) -> str:
    """Whether the search continues."""
    if given.get("open"):
        return "; searching for the best line …" if given["exact"] else "; solving it to the end …"
    return f"; not solved within {PROVING / 60:g} minutes" if given.get("tried") else ""


def _review(rows: list[dict[str, Any]], way: Callable[[int], str]) -> str:
    """The decisions, those that lost something marked, with a way back to before each."""
    lines = "".join(
        f"<tr{' class=lost' if row['cost'] else ''}><td>{row['number']}</td>"
        f"<td>{escape(row['player'])}</td><td>{_linked(row['move'], way(row['number']))}</td>"
        f"<td>{escape(row['worth'])}</td><td>{escape(row['cost'])}</td>"
        f"<td>{escape(row['best'] if row['cost'] else '')}</td></tr>"
        for row in rows
    )
    lost, moves = sum(bool(row["cost"]) for row in rows), count_of(len(rows), "move")
    found = f"{lost or 'None'} of {moves} gave something away."
    linked = any(way(row["number"]) for row in rows)
    back = " Click a move to return to the position before it." if linked else ""
    if not all(row["exact"] for row in rows):
        found += " Values marked 'about' are estimates."
    return (
        f"<h2>Review</h2><p>{found}</p><table class='facts'><thead><tr><th>no.</th><th>player</th>"
        "<th>move</th><th>worth</th><th>cost</th><th>better</th></tr></thead>"
        f"<tbody>{lines}</tbody></table><p class='faint'>Worth and cost are those of the player "
        f"who moved.{back}</p>"
    )


def _linked(move: str, way: str) -> str:
    return f"<a href='{escape(way)}'>{escape(move)}</a>" if way else escape(move)


__all__ = ["Desk", "play"]
