"""``kibitz puzzle``: one player who looks for a way, or for all of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.options import Json

if TYPE_CHECKING:
    from kibitz.search.puzzles import Puzzle, Route

METHODS = ("a-star", "ida-star", "backtracking")
FILES = (".json", ".txt", ".sdk")
SHOWN = 1000
"""Solutions that are listed at most."""


def puzzle(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE",
            help='queens N, sudoku "CLUES", tiles "ROWS", maze "ROWS", a file of one of these, or '
            "roads FILE.json.",
            show_default=False,
        ),
    ],
    method: Annotated[
        str | None,
        typer.Option("--method", metavar="NAME", help="a-star, ida-star or backtracking."),
    ] = None,
    goal: Annotated[
        str | None, typer.Option("--goal", metavar="ROWS", help="Where the tiles shall stand.")
    ] = None,
    count: Annotated[
        bool, typer.Option("--count", help="How many solutions there are, mirrored ones apart.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="All solutions.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="The states in order (A*).")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Print the proof, too.")] = False,
    json: Json = False,
) -> None:
    """Solve a puzzle: the cheapest way to the goal, or how it can be filled in.

    \b
    kibitz puzzle queens 8 --count
    kibitz puzzle sudoku "1... ..3. .4.. ...2"
    kibitz puzzle tiles "8 6 7 / 2 5 4 / 3 0 1" --method a-star
    kibitz puzzle roads map.json --trace
    """
    from kibitz.cli.answer import answer

    made = _puzzle(words, goal)
    if count or every:
        _tell_all(made, every, json)
        return
    found = _solve(made, method, trace)
    answer(found, json, verify)
    if trace and not json:
        _tell_expanded(found)


def _solve(made: Puzzle, method: str | None, trace: bool) -> Route:
    from kibitz.core.errors import GameError, did_you_mean
    from kibitz.search.puzzles import a_star, backtracking, ida_star

    usual = "backtracking" if made.is_filled_in else "ida-star" if made.is_large else "a-star"
    word = (method or usual).strip().lower().replace("_", "-").replace("*", "-star")
    if word not in METHODS:
        near = did_you_mean(word, METHODS) or f"; known: {', '.join(METHODS)}"
        raise GameError(f"no method for puzzles is called {method!r}{near}")
    if word == "backtracking" and not made.is_filled_in:
        raise GameError(f"{made.name}: states come back here, so backtracking has no end; a-star")
    if word == "a-star":
        return a_star(made, trace=trace)
    return backtracking(made) if word == "backtracking" else ida_star(made)


def _puzzle(words: list[str], goal: str | None) -> Puzzle:
    from kibitz.core.errors import GameError, did_you_mean
    from kibitz.search.puzzles import Maze, Queens, SlidingTiles, Sudoku

    kind, rest = words[0].strip().lower(), " ".join(words[1:])
    if goal is not None and kind not in ("tiles", "sliding-tiles"):
        raise GameError(f"a {kind} has no --goal; tiles have")
    if kind == "queens":
        if not rest.strip().isdigit():
            raise GameError(f"queens: {rest!r} is no size of a board; write 8, for example")
        return Queens(int(rest))
    makers: dict[str, Any] = {
        "sudoku": Sudoku,
        "maze": Maze,
        "tiles": lambda text: SlidingTiles(text, goal=goal),
        "roads": _roads,
    }
    if kind not in makers:
        near = did_you_mean(kind, ["queens", *makers]) or f"; known: queens, {', '.join(makers)}"
        raise GameError(f"no puzzle is called {kind!r}{near}")
    if not rest.strip():
        raise GameError(f"which {kind}? write it after the name, or a file it is in")
    made: Puzzle = makers[kind](_text(rest))
    return made


def _text(rest: str) -> str:
    """What was typed, or what is in the file of that name."""
    from kibitz.core.errors import GameError

    source = Path(rest)
    if source.suffix.lower() in FILES:
        try:
            return source.read_text(encoding="utf-8")
        except OSError as error:
            raise GameError(f"{rest}: {error.strerror}") from None
    return rest


def _roads(text: str) -> Puzzle:
    from json import JSONDecodeError, loads

    from kibitz.core.errors import GameError
    from kibitz.search.puzzles import Roads

    try:
        data = loads(text)
    except JSONDecodeError as error:
        raise GameError(f"roads: line {error.lineno}: {error.msg}") from None
    if not isinstance(data, dict) or not {"roads", "start", "goal"} <= data.keys():
        raise GameError("roads: an object with roads, start and goal (estimates, both_ways)")
    return Roads(
        data["roads"], data["start"], data["goal"], data.get("estimates"),
        bool(data.get("both_ways", False)),
    )  # fmt: skip


def _tell_all(made: Puzzle, every: bool, json: bool) -> None:
    from itertools import islice

    from kibitz.cli.console import say, say_json, say_raw
    from kibitz.core.errors import GameError
    from kibitz.search.puzzles import count_distinct, count_solutions, solutions

    if not made.is_filled_in:
        raise GameError(f"{made.name}: ways that go round have no number; it has one cheapest cost")
    total, apart = count_solutions(made), count_distinct(made)
    ends = [made.show(end) for _, end in islice(solutions(made), SHOWN)] if every else []
    if json:
        listed = {"all": ends} if every else {}
        say_json({"kind": "solutions", "puzzle": made.name, "solutions": total,
                  "distinct": apart, **listed})  # fmt: skip
        return
    for end in ends:
        say_raw(end)
        say_raw("")
    mirrored = f", {apart:,} without mirrored and turned ones" if apart != total else ""
    say(f"{made.name}: {total:,} solutions{mirrored}")


def _tell_expanded(found: Route) -> None:
    from kibitz.cli.console import say
    from kibitz.core.numbers import show

    for k, state in enumerate(found.expanded, 1):
        shown = " / ".join(found.puzzle.show(state).split("\n"))
        say(f"{k}  {shown}  estimate {show(found.puzzle.estimate(state))}")
