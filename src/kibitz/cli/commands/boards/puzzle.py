"""``kibitz puzzle``: one player who looks for a way, or for all of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Explain, Json, Verify
from kibitz.cli.machinery.provenance import note_game
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.search.puzzles import Puzzle, Route

PUZZLE = "puzzle"
"""The kind under which provenance names a puzzle."""
SHOWN = 1000
"""Solutions that are listed at most."""
COUNTED = 1_000_000
"""Solutions that are counted at most."""


def puzzle(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="PUZZLE",
            help='queens N, sudoku "CLUES", tiles "ROWS", maze "ROWS" or roads JSON; typed, in a '
            "file, or - for standard input. Or file.py:NAME, your own Puzzle.",
            show_default=False,
        ),
    ],
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            metavar="NAME",
            help="a-star, ida-star, uniform-cost, breadth-first, depth-first, greedy-best-first or "
            "backtracking.",
        ),
    ] = None,
    goal: Annotated[
        str | None, typer.Option("--goal", metavar="ROWS", help="The goal position of the tiles.")
    ] = None,
    count: Annotated[
        bool, typer.Option("--count", help="Count the solutions, also up to symmetry.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="All solutions.")] = False,
    distances: Annotated[
        bool, typer.Option("--distances", help="Count the states at each distance from the start.")
    ] = False,
    depth: Annotated[
        int | None,
        typer.Option("--depth", metavar="N", help="With --distances, at most N moves.", min=0),
    ] = None,
    trace: Annotated[
        bool, typer.Option("--trace", help="Print the states in the order of expansion.")
    ] = False,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Solve a puzzle: the cheapest way to the goal, or how it can be filled in.

    \b
    kibitz puzzle queens 8 --count
    kibitz puzzle sudoku "1... ..3. .4.. ...2"
    kibitz puzzle tiles "8 6 7 / 2 5 4 / 3 0 1" --method a-star
    kibitz puzzle roads map.json --trace
    kibitz puzzle tiles "1 2 3 / 4 5 0" --distances
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.core.errors import GameError

    made = read_puzzle(words, goal)
    if explain and (distances or count or every):
        raise GameError("--explain shows one solution; leave out --distances, --count and --all")
    if distances:
        _tell_distances(made, depth, json)
        return
    if depth is not None:
        raise GameError("--depth needs --distances")
    if count or every:
        _tell_all(made, every, json)
        return
    route = _solve(made, method, trace)
    answer(route, json, verify, explain=explain)
    if trace and not json:
        _tell_expanded(route)


def _tell_distances(made: Puzzle, depth: int | None, json: bool) -> None:
    from kibitz.cli.machinery.console import say, say_json, show

    distances = made.states_by_distance(depth)
    if json:
        say_json(distances.to_json())
        return
    show(distances.table().rich(), 100)
    say(str(distances))


def _solve(made: Puzzle, method: str | None, trace: bool) -> Route:
    from kibitz.core.errors import GameError
    from kibitz.core.method import find

    word = method or ("a-star" if trace and not (made.is_filled_in or made.is_large) else "auto")
    keeps = any(option.name == "trace" for option in find(made, word)[0].options)
    if trace and not keeps:
        name = method or "the usual search here"
        raise GameError(f"--trace: {name} has no order of states to trace; use --method a-star")
    route: Route = made.solve(word, trace=True) if trace else made.solve(word)
    return route


def read_puzzle(words: list[str], goal: str | None) -> Puzzle:
    """The puzzle that words of the command line name."""
    from kibitz.cli.machinery.typed_data import typed_data
    from kibitz.core.errors import GameError, did_you_mean
    from kibitz.search.puzzles import Maze, Sudoku

    if re.fullmatch(r".+\.py(:.*)?", words[0].strip()):
        return _own(words, goal)
    kind, size = _kind(words[0])
    rest = " ".join([*size, *words[1:]])
    if goal is not None and kind != "tiles":
        raise GameError("--goal applies only to tiles")
    makers: dict[str, Any] = {
        "queens": _queens,
        "sudoku": Sudoku,
        "maze": Maze,
        "tiles": lambda given: _tiles(given, None if goal is None else typed_data(goal)),
        "roads": _roads,
    }
    if kind not in makers:
        near = did_you_mean(kind, list(makers)) or f"; known: {', '.join(makers)}"
        raise GameError(f"unknown puzzle {kind!r}{near}")
    if not rest.strip():
        raise GameError(
            f"the {kind} puzzle is missing; write {kind} {_EXAMPLES[kind]}, or a file with it"
        )
    made: Puzzle = makers[kind](typed_data(rest))
    note_game({"kind": PUZZLE, "words": [kind, rest], "goal": goal})
    return made


_EXAMPLES = {
    "maze": '"S.# / .#G / ..."',
    "queens": "8",
    "roads": '\'{"roads": {"S": {"G": 1}}, "start": "S", "goal": "G"}\'',
    "sudoku": '"1... ..3. .4.. ...2"',
    "tiles": '"8 6 7 / 2 5 4 / 3 0 1"',
}
"""How puzzles are typed."""


def _kind(word: str) -> tuple[str, list[str]]:
    """The kind of a puzzle by any of its names, and the size where that is part of the name."""
    name = word.strip().lower()
    name = {"eight": "8", "fifteen": "15", "graph": "roads", "map": "roads"}.get(name, name)
    name = {"8": "8-puzzle", "15": "15-puzzle", "eight-queens": "8-queens"}.get(name, name)
    sized = re.fullmatch(r"(\d+|n)-?(queens|puzzle)", name)
    if sized is not None and sized[2] == "queens":
        return "queens", [] if sized[1] == "n" else [sized[1]]
    tiles = ("sliding", "sliding-tiles", "sliding-puzzle", "eight-puzzle", "fifteen-puzzle")
    return "tiles" if sized is not None or name in tiles else name, []


def _own(words: list[str], goal: str | None) -> Puzzle:
    """A puzzle that someone wrote in Python."""
    from kibitz.core.errors import GameError
    from kibitz.formats.python_file import game_from_python
    from kibitz.search.puzzles import Puzzle

    if goal is not None:
        raise GameError("--goal applies only to tiles")
    file, _, name = words[0].strip().rpartition(".py")
    made = game_from_python(f"{file}.py", name.removeprefix(":"), words[1:])
    if not isinstance(made, Puzzle):
        raise GameError(f"{words[0]}: {made.several} are not puzzles; write a subclass of Puzzle")
    note_game({"kind": PUZZLE, "words": list(words), "goal": None})
    return made


def _queens(given: Any) -> Puzzle:
    from kibitz.core.errors import GameError
    from kibitz.search.puzzles import Queens

    if not isinstance(given, str) or not given.strip().isdigit():
        raise GameError(
            f"queens: {str(given).strip()!r} is not a board size; write a number, such as 8"
        )
    return Queens(int(given))


def _tiles(given: Any, goal: Any) -> Puzzle:
    from kibitz.core.errors import GameError
    from kibitz.search.puzzles import SlidingTiles

    if not isinstance(given, dict):
        return SlidingTiles(given, goal=goal)
    tiles = _first_of(given, "tiles", "start", "initial")
    if tiles is None:
        raise GameError("tiles: an object with tiles, and a goal if that is not in order")
    return SlidingTiles(tiles, goal=given.get("goal") if goal is None else goal)


def _roads(data: Any) -> Puzzle:
    from kibitz.core.errors import GameError
    from kibitz.search.puzzles import Roads

    roads = _first_of(data, "roads", "graph", "edges") if isinstance(data, dict) else None
    if roads is None or not {"start", "goal"} <= data.keys():
        raise GameError("roads: an object with roads, start and goal (estimates, both_ways)")
    estimates = _first_of(data, "estimates", "heuristic", "h")
    return Roads(
        roads,
        data["start"],
        data["goal"],
        estimates,
        bool(_first_of(data, "both_ways", "undirected")),
    )


def _first_of(data: dict[str, Any], *keys: str) -> Any:
    """What an object holds under the first of some names for one thing; None if under none."""
    return next((data[key] for key in keys if key in data), None)


def _tell_all(made: Puzzle, every: bool, json: bool) -> None:
    from collections import Counter

    from kibitz.cli.machinery.console import say, say_json, say_raw
    from kibitz.core.errors import GameError
    from kibitz.search.puzzles import Route, solutions

    if not made.is_filled_in:
        raise GameError(
            f"{made.name}: routes can contain cycles, so there are infinitely many; leave out "
            f"--count and --all"
        )
    if made.fewest_solutions > COUNTED:
        raise GameError(f"{made.name}: more than {COUNTED:,} solutions")
    counts: Counter[str] = Counter()
    total, images, listed = 0, set(), []
    for moves, end in solutions(made, counts):
        total += 1
        images.add(made.canonical(end))
        if total > COUNTED:
            raise GameError(f"{made.name}: more than {COUNTED:,} solutions")
        if every and total <= SHOWN:
            listed.append(Route(made, moves, len(moves), "backtracking"))
    if json:
        report: dict[str, Any] = {
            "kind": "solutions",
            "puzzle": made.name,
            "solutions": total,
            "distinct": len(images),
            "counts": dict(counts),
            "method": "backtracking",
            "exact": True,
        }
        if every:
            report["all"] = [made.show(route.end) for route in listed]
            report["moves"] = [list(route.shown_moves) for route in listed]
        say_json(report)
        return
    for route in listed:
        say_raw(made.show(route.end))
        say_raw("")
    mirrored = f", {len(images):,} up to symmetry" if len(images) != total else ""
    say(f"{made.name}: {count_of(total, 'solution')}{mirrored}")


def _tell_expanded(route: Route) -> None:
    from kibitz.cli.machinery.console import say
    from kibitz.core.numbers import show

    for k, state in enumerate(route.expanded, 1):
        shown = " / ".join(route.puzzle.show(state).split("\n"))
        say(f"{k}  {shown}  estimate {show(route.puzzle.estimate(state))}")
