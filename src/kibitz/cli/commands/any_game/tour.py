"""``kibitz tour``: one game of every form, solved, explained and checked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Json
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from kibitz.core.noun import Noun
    from kibitz.core.solution import Certificate, Solution


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of the tour: a title, what makes the game, and what to notice."""

    title: str
    make: Callable[[], Noun]
    remark: str


@dataclass(frozen=True, slots=True)
class Visit:
    """A stop with what was found there."""

    number: int
    stop: Stop
    solution: Solution
    certificate: Certificate


def _from_shelf(call: str) -> Callable[[], Noun]:
    def make() -> Noun:
        from kibitz.games import game

        noun: Noun = game(call)
        return noun

    return make


def _production() -> Noun:
    from kibitz.linear.program import LinearProgram

    return LinearProgram.read(
        c=[4, 7, 3],
        A=[[1, 3, 1], [2, 3, 1], [1, 1, 2]],
        b=[12, 15, 8],
        variables=["chairs", "tables", "shelves"],
        rows=["wood", "hours", "paint"],
        title="A workshop",
    )


def _market() -> Noun:
    from kibitz.coalitional.make import coalition

    worths = {"Seller,First": 1000, "Seller,Second": 500, "Seller,First,Second": 1000}
    return coalition(worths, players=["Seller", "First", "Second"], title="One seller, two buyers")


def _bargain() -> Noun:
    from kibitz.bargaining.game import bargaining

    return bargaining("x >= 0; 0 <= y <= 4 - x^2", (0, 1), title="Below a parabola")


STOPS = (
    Stop(
        "A zero-sum game: odd or even",
        _from_shelf("odd-or-even"),
        "Both show one or two fingers; one wins an odd sum, the other an even one. It looks fair.",
    ),
    Stop(
        "Another, from the shelf: the end of a poker hand",
        _from_shelf("endgame"),
        "Bet or check, call or fold: the best play bluffs. `kibitz games` lists the others.",
    ),
    Stop(
        "A general-sum game: chicken",
        _from_shelf("chicken"),
        "Two cars race toward each other. There are three equilibria, and a referee could do "
        "better than all of them: `kibitz correlated chicken`.",
    ),
    Stop(
        "A tree with a forgetful player",
        _from_shelf("forgetful-team"),
        "I forgets what I did first. A plan drawn beforehand is worth more than dice at each "
        "turn: `kibitz draw forgetful-team`.",
    ),
    Stop(
        "A game with moves: tic-tac-toe",
        _from_shelf("tic-tac-toe"),
        "Its rules are a page of Python, searched to the end. Larger boards are compiled together "
        "with the search: `kibitz play connect-four --vs mcts`.",
    ),
    Stop(
        "A game with no fixed end: dare",
        _from_shelf("dare"),
        "Both pass or dare at once; if neither dares, they change places and play again. "
        "`kibitz solve pig` does it for a million positions.",
    ),
    Stop(
        "A game on intervals: two firms choose how much to make",
        _from_shelf("cournot"),
        "Each firm's best answer to the other is a line; the two lines cross.",
    ),
    Stop(
        "An impartial game: nim with a row of kayles",
        _from_shelf("nim 3 4 5 + kayles 4"),
        "Take matches from a heap, or knock down one pin or two that touch. Nimbers add up.",
    ),
    Stop(
        "A coalitional game: one seller, two buyers",
        _market,
        "The first buyer would pay 1000, the second 500. How should a deal be shared?",
    ),
    Stop(
        "A bargaining problem: below a parabola",
        _bargain,
        "Two players can reach every pair below the curve, and get (0, 1) if they do not agree.",
    ),
    Stop(
        "A linear program: the plan of a workshop",
        _production,
        "Underneath, every zero-sum game is one of these. Here the prices of wood, hours and paint "
        "prove that no plan earns more.",
    ),
)


def tour(
    stop: Annotated[
        int | None,
        typer.Argument(metavar="[STOP]", help="Visit one stop only.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """Solve, explain and check one game of every form.

    All answers come first, then the derivations; on a terminal these are shown page by page. Exit
    status 1 if a check fails.

    \b
    kibitz tour
    kibitz tour 3
    """
    from kibitz.cli.machinery.console import say_json
    from kibitz.core import verbs

    visited: list[Visit] = []
    if not json:
        _print_welcome(stop)
    for number, place in _chosen(stop):
        solution = verbs.solve(place.make())
        visit = Visit(number, place, solution, solution.verify())
        visited.append(visit)
        if not json and stop is None:
            _print_summary(visit)
    holds = all(visit.certificate.holds for visit in visited)
    if json:
        stops = [_stop_json(visit) for visit in visited]
        say_json({"kind": "tour", "stops": stops, "holds": holds})
    else:
        _print_pages(visited)
        _print_farewell(stop, holds)
    if not holds:
        raise typer.Exit(1)


def _chosen(stop: int | None) -> list[tuple[int, Stop]]:

    stops = list(enumerate(STOPS, 1))
    if stop is None:
        return stops
    if not 1 <= stop <= len(STOPS):
        raise GameError(f"stop {stop} does not exist; the stops are 1 to {len(STOPS)}")
    return [stops[stop - 1]]


def _stop_json(visit: Visit) -> dict[str, Any]:
    return {
        "title": visit.stop.title,
        "remark": visit.stop.remark,
        "solution": visit.solution.to_json(),
        "certificate": visit.certificate.to_json(),
    }


def _print_pages(visited: list[Visit]) -> None:
    """Print the derivations: page by page where a person looks on, otherwise one after another."""
    from kibitz.cli.machinery.console import console, say_raw, show

    if sys.stdout.isatty() and sys.stdin.isatty():
        os.environ.setdefault("LESS", "-FRX")
        paper = console()
        with paper.pager(styles=True):
            for visit in visited:
                paper.print(*_shown(visit), sep="\n\n", end="\n\n")
        return
    for visit in visited:
        heading, *parts = _shown(visit)
        show(heading)
        for part in parts:
            show(part)
            say_raw("")


def _shown(visit: Visit) -> list[RenderableType]:
    """What a stop shows: a heading, the remark, the derivation, the answer and its proof."""
    from rich.padding import Padding
    from rich.rule import Rule
    from rich.text import Text

    from kibitz.cli.machinery.console import styled
    from kibitz.core import verbs

    parts = [
        Text(visit.stop.remark, style="italic"),
        verbs.explain(visit.solution.game).rich(),
        styled(str(visit.solution)),
        styled(str(visit.certificate)),
    ]
    heading = Rule(Text(f"{visit.number}. {visit.stop.title}", style="bold"), align="left")
    return [heading, *(Padding(part, (0, 0, 0, 2)) for part in parts)]


def _print_welcome(stop: int | None) -> None:
    from kibitz import __version__
    from kibitz.cli.machinery.console import say_raw, say_wrapped

    if stop is not None:
        return
    say_wrapped(
        f"Kibitz {__version__}. A tour of {count_of(len(STOPS), 'game')}, each solved and its "
        "answer proved. "
        "First all\nanswers, then how each is derived; `kibitz tour 3` shows one of them."
    )
    say_raw("")


def _print_summary(visit: Visit) -> None:
    from kibitz.cli.machinery.console import say, say_raw

    width = max(len(place.title) for place in STOPS)
    tick = "✓" if visit.certificate.holds else "✗"
    say(f"{tick} {visit.number:>2}. {visit.stop.title:<{width}}  {visit.certificate.claim}")
    if visit.number == len(STOPS):
        say_raw("")


def _print_farewell(stop: int | None, holds: bool) -> None:
    from kibitz.cli.machinery.console import say, say_raw, say_wrapped

    if not holds:
        say("A check failed: look for ✗ above.")
        return
    if stop is not None:
        return
    say("All checks passed. What next?")
    for command in ("kibitz games", "kibitz explain morra", "kibitz play connect-four"):
        say_raw(f"  {command}")
    if which("kibitz") is None:
        activate = Path(sys.prefix) / "bin" / "activate"
        say_wrapped(f"`kibitz` is a command once you type: . {_from_here(activate)}")


def _from_here(path: Path) -> str:
    """A path as short as it is typed here."""
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
