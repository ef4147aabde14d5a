"""Searches: Kibitz against the same algorithm in C, and against other packages.

The C program in ``reference/connect_four.c`` is compiled with ``gcc -O3`` when there is a compiler;
it looks at exactly the same positions, which is checked. Rates in brackets are those of one run
before the race.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from shutil import which
from typing import Any

import numpy as np

from bench.harness import Job, Race, Timing, race
from kibitz.games import game
from kibitz.games.connect_four import ConnectFour, Stones
from kibitz.rules.game import Position, Rules
from kibitz.rules.machine import machine
from kibitz.search.budget import Budget
from kibitz.search.exact import ExactSearch
from kibitz.search.kernels import exact_value as kernels
from kibitz.search.kernels import table as table_kernels
from kibitz.search.principal_variation import PrincipalVariation

SOURCE = Path(__file__).parent / "reference" / "connect_four.c"
ENTRIES = 1 << 22
DEPTH = 7


def connect_four() -> Rules:
    rules = game("connect-four")
    assert isinstance(rules, Rules)
    return rules


def random_positions(plies: int, count: int = 10, seed: int = 1) -> list[Position]:
    """Positions after so many random moves that do not end the game or allow a win at once."""
    random = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        here = connect_four().position()
        for _ in range(plies):
            if not here.is_over:
                here = here.play(random.choice(here.moves))
        if not here.is_over and not any(here.play(m).is_over for m in here.moves):
            found.append(here)
    return found


@cache
def compiled() -> ctypes.CDLL | None:
    """The C program as a library, or None without a compiler."""
    compiler = which("gcc")
    if compiler is None:
        return None
    target = Path(tempfile.mkdtemp()) / "connect_four.so"
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", str(target), str(SOURCE)], check=True)
    library = ctypes.CDLL(str(target))
    library.solve.restype = ctypes.c_double
    library.solve.argtypes = [ctypes.c_int64] * 3 + [ctypes.POINTER(ctypes.c_int64)]
    return library


def in_kibitz(positions: list[Position]) -> Callable[[], list[tuple[float, int]]]:
    """Value and positions looked at, each from an empty table; only the kernel is called."""
    rules = connect_four()
    made = machine(rules, table_kernels, kernels)
    rows = [np.zeros((64, rules.most_moves), np.int64) for _ in range(2)]
    keys = np.zeros((64, made.KEY_WORDS), np.int64)

    def job() -> list[tuple[float, int]]:
        found = []
        for here in positions:
            table = np.zeros((ENTRIES, made.KEY_WORDS + 2), np.int64)
            control = np.zeros(8, np.int64)
            control[kernels.BUDGET] = np.iinfo(np.int64).max
            state = made.encode(here.state)
            value = made.exact_value(state, -1e300, 1e300, 0, *rows, keys, table, control)
            found.append((float(value), int(control[kernels.NODES])))
        return found

    return job


def in_c(positions: list[Position]) -> Callable[[], list[tuple[float, int]]]:
    library = compiled()

    def job() -> list[tuple[float, int]]:
        assert library is not None
        found = []
        for here in positions:
            nodes = ctypes.c_int64()
            value = library.solve(here.state.mine, here.state.all, ENTRIES, ctypes.byref(nodes))
            found.append((value, nodes.value))
        return found

    return job


def rated(name: str, job: Callable[[], Any], count: Callable[[Any], int]) -> str:
    """The name with the rate of a run, in processor time of this thread."""
    job()
    began = time.thread_time()
    done = job()
    rate = count(done) / max(1e-9, time.thread_time() - began)
    return f"{name} ({rate / 1e6:.2g} M/s)" if rate >= 1e6 else f"{name} ({rate:,.0f}/s)"


def against_c() -> Iterator[Race]:
    positions = random_positions(12)

    def total(found: list[tuple[float, int]]) -> int:
        return sum(nodes for _, nodes in found)

    own = in_kibitz(positions)
    name = rated("Kibitz", own, total)
    jobs: dict[str, Job] = {name: own}
    if compiled() is not None:
        theirs = in_c(positions)
        assert theirs() == own()
        jobs[rated("C, gcc -O3", theirs, total)] = theirs
    yield race("Connect Four, alpha-beta with table, nodes", jobs, name, repeats=7, budget=60)


def solving() -> Iterator[Race]:
    """Ten positions each after 16, 12 and 8 plies, once, in processor time.

    bitbully finds the distance to the end, too.
    """
    for plies in (16, 12, 8):
        positions = random_positions(plies)

        def own(positions: list[Position] = positions) -> object:
            search = ExactSearch(connect_four())
            return [search.solve(here).value for here in positions]

        jobs: dict[str, Job] = {"Kibitz": own, **bitbully(positions)}
        timings = tuple(Timing(name, (processor_time(job),)) for name, job in jobs.items())
        yield Race(f"Connect Four, ten positions after {plies} plies", timings, "Kibitz")


def processor_time(job: Job) -> float:
    began = time.process_time()
    job()
    return time.process_time() - began


def bitbully(positions: list[Position]) -> dict[str, Job]:
    try:
        from bitbully import BitBully, Board
    except ImportError:
        return {}
    solver = BitBully(opening_book=None)

    def job() -> object:
        solver.reset_transposition_table()
        return [solver.mtdf(Board(list(here.history))) for here in positions]

    return {"bitbully": job}


class Plain(ConnectFour):
    """Connect Four where everything at the horizon counts for nothing."""

    def evaluate(self, state: Stones) -> tuple[float, float]:
        return (0.0, 0.0)


def to_a_depth() -> Iterator[Race]:
    """The same position searched to the same depth, with no estimate at the horizon."""
    rules = Plain()
    start = rules.position()

    def own() -> int:
        fresh = PrincipalVariation(rules, 1 << 24)
        return fresh.best(start, Budget(depth=DEPTH)).counts["nodes"]

    name = rated("Kibitz", own, lambda nodes: int(nodes))
    jobs: dict[str, Job] = {name: own, **open_spiel_alpha_beta(), **easy_ai()}
    yield race(f"Connect Four, alpha-beta to depth {DEPTH}", jobs, name, repeats=3, budget=60)


def open_spiel_alpha_beta() -> dict[str, Job]:
    try:
        import pyspiel
        from open_spiel.python.algorithms.minimax import alpha_beta_search
    except ImportError:
        return {}
    theirs = pyspiel.load_game("connect_four")
    seen = [0]

    def value(state: Any) -> float:
        seen[0] += 1
        return 0.0

    def job() -> int:
        seen[0] = 0
        alpha_beta_search(theirs, value_function=value, maximum_depth=DEPTH, maximizing_player_id=0)
        return seen[0]

    return {rated("OpenSpiel, leaves", job, lambda leaves: int(leaves)): job}


def easy_ai() -> dict[str, Job]:
    try:
        from easyAI import AI_Player, Negamax
        from easyAI.games.ConnectFour import ConnectFour as TheirGame
    except ImportError:
        return {}
    made = [0]

    class Counting(TheirGame):  # type: ignore[misc]
        def make_move(self, column: int) -> None:
            made[0] += 1
            super().make_move(column)

    def job() -> int:
        made[0] = 0
        search = Negamax(DEPTH, scoring=lambda board: -100 if board.lose() else 0)
        search(Counting([AI_Player(search), AI_Player(search)]))
        return made[0]

    return {rated("easyAI", job, lambda moves: int(moves)): job}


def first_move() -> Iterator[Race]:
    """A new process in processor time, imports included: compiling, and from the cache on disk."""
    program = "import kibitz as kb; kb.search('connect-four').best(depth=4)"
    kept = tempfile.mkdtemp()

    def start(folder: str) -> float:
        before = os.times().children_user
        subprocess.run(
            [sys.executable, "-c", program], check=True, env={**os.environ, "KIBITZ_CACHE": folder}
        )
        return os.times().children_user - before

    anew = Timing("compiled anew", (start(kept), start(tempfile.mkdtemp())))
    cached = Timing("from the cache", tuple(start(kept) for _ in range(3)))
    yield Race("Connect Four, first move of a process", (cached, anew), cached.name)


def races() -> Iterator[Race]:
    """The engine against C, other packages, the first move, and solving."""
    yield from against_c()
    yield from to_a_depth()
    yield from first_move()
    yield from solving()
