"""Searches: Kibitz against the same algorithm in C, and against other packages.

The C program in ``reference/connect_four.c`` is compiled with ``gcc -O3`` when there is a compiler;
it looks at exactly the same positions, which is checked. Rates in brackets are positions a second,
those of one run before the race. Times are of the processor.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from random import Random
from shutil import which
from typing import Any

import numpy as np

from bench.harness import Job, Race, Timing, race
from kibitz.games import game
from kibitz.games.board.connect_four import ConnectFour, Stones
from kibitz.rules.compile.machine import machine
from kibitz.rules.game import Position, Rules
from kibitz.rules.kernels import hash_table
from kibitz.search.alpha_beta.exact import ExactSearch
from kibitz.search.alpha_beta.principal_variation import PrincipalVariation
from kibitz.search.budget import Budget
from kibitz.search.kernels import exact_value as kernels
from kibitz.search.kernels import table as table_kernels
from kibitz.search.retrograde.retrograde import retrograde

SOURCE = Path(__file__).parent / "reference" / "connect_four.c"
ENTRIES = 1 << 22
DEPTH = 8
Maker = Callable[[], Job]
"""Gives a job that begins anew."""
Trial = Callable[[], tuple[Any, float]]
"""Does a job anew: its answers, and the seconds of processor time that it took."""


def connect_four(score: str = "win") -> Rules:
    rules = game(f"connect-four score={score}")
    assert isinstance(rules, Rules)
    return rules


def random_positions(
    plies: int, count: int = 10, seed: int = 1, score: str = "win"
) -> list[Position]:
    """Positions after this many random moves that do not end the game or allow a win at once."""
    random = Random(seed)
    rules = connect_four(score)
    found: list[Position] = []
    while len(found) < count:
        here = rules.position()
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
    made = machine(rules, hash_table, table_kernels, kernels)
    rooms = np.zeros((64, made.WORDS), np.int64)

    def job() -> list[tuple[float, int]]:
        found = []
        for here in positions:
            table = np.zeros((ENTRIES, made.KEY_WORDS + 2), np.int64)
            control = np.zeros(kernels.CONTROL, np.int64)
            control[kernels.BUDGET] = control[kernels.ROOM] = np.iinfo(np.int64).max
            least, most = (float(limit) for limit in rules.limits(here.state))
            value = made.exact_value(
                made.encode(here.state),
                here.player,
                least,
                most,
                -1e300,
                1e300,
                0,
                rooms,
                table,
                control,
            )
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
    title = "Connect Four, alpha-beta with table, nodes"
    yield race(title, jobs, name, repeats=7, budget=60, clock=time.process_time)


def solving() -> Iterator[Race]:
    """Ten positions each after 16, 12 and 8 plies: who wins, and the score with its distance.

    All find the same thing from an empty table, without an opening book. Pons' program takes part
    where it is named by ``KIBITZ_PONS`` or on the path as ``c4solver``.
    """
    for score, what in (("win", "who wins"), ("speed", "how soon")):
        for plies, rounds in ((16, 7), (12, 5), (8, 5)):
            positions = random_positions(plies, score=score)
            trials: dict[str, Trial] = {"Kibitz": partial(clocked, partial(exact, positions))}
            trials |= bitbully(positions, score)
            trials |= pons(positions, score)
            title = f"Connect Four, ten positions after {plies} plies, {what}"
            yield fresh_race(title, trials, rounds)


def fresh_race(title: str, trials: Mapping[str, Trial], rounds: int) -> Race:
    """A race in processor time where every round begins anew; the answers must agree."""
    times: dict[str, list[float]] = {name: [] for name in trials}
    for _ in range(rounds):
        answers = []
        for name, trial in trials.items():
            answer, spent = trial()
            answers.append(answer)
            times[name].append(spent)
        assert all(answer == answers[0] for answer in answers)
    timings = tuple(Timing(name, tuple(spent)) for name, spent in times.items())
    return Race(title, timings, "Kibitz")


def clocked(maker: Maker) -> tuple[Any, float]:
    """What a job answers that begins anew, and its processor time."""
    job = maker()
    began = time.process_time()
    return job(), time.process_time() - began


def exact(positions: list[Position]) -> Job:
    """The scores for the players to move."""
    search = ExactSearch(positions[0].rules)
    search.prepare(positions[0])

    def job() -> list[int]:
        found = []
        for here in positions:
            value = int(search.value(here))
            found.append(value if here.player == 0 else -value)
        return found

    return job


def bitbully(positions: list[Position], score: str) -> dict[str, Trial]:
    try:
        from bitbully import BitBully, Board
    except ImportError:
        return {}

    def maker() -> Job:
        solver = BitBully(opening_book=None)
        solver.reset_transposition_table()
        boards = [Board(list(here.history)) for here in positions]
        if score == "speed":
            return lambda: [solver.mtdf(board) for board in boards]
        return lambda: [np.sign(solver.negamax(board, -1, 1)) for board in boards]

    return {"bitbully": partial(clocked, maker)}


def pons(positions: list[Position], score: str) -> dict[str, Trial]:
    """A program that reads columns from 1 and writes them with score, nodes and microseconds.

    It counts its own time, without that of clearing its table.
    """
    program = os.environ.get("KIBITZ_PONS") or which("c4solver")
    if not program:
        return {}
    games = "".join("".join(str(m + 1) for m in here.history) + "\n" for here in positions)
    call = [program] if score == "speed" else [program, "-w"]

    def trial() -> tuple[list[int], float]:
        told = subprocess.run(call, input=games, capture_output=True, text=True, check=True).stdout
        rows = [line.split() for line in told.splitlines()]
        found = [int(row[1]) for row in rows]
        if score == "win":
            found = [int(np.sign(value)) for value in found]
        return found, sum(int(row[3]) for row in rows) / 1e6

    return {"Pons, C++": trial}


def small_boards() -> Iterator[Race]:
    """Boards from their beginnings, and all positions of small games, once compiled."""
    for name in ("connect-four 5 4", "connect-four 6 5"):
        trials = {"Kibitz": partial(clocked, partial(exact, [beginning(name)]))}
        yield fresh_race(f"{name}, from the start", trials, 3)
    for name in ("tic-tac-toe", "mnk 4 3 3"):
        title = f"{name}, all {everything(name)():,} positions"
        yield fresh_race(title, {"Kibitz": partial(clocked, partial(everything, name))}, 5)


def everything(name: str) -> Callable[[], int]:
    """How many positions a game has, all of them solved."""
    here = beginning(name)
    return lambda: len(retrograde(here))


def beginning(name: str) -> Position:
    rules = game(name)
    assert isinstance(rules, Rules)
    first: Position = rules.position()
    return first


class Plain(ConnectFour):
    """Connect Four where everything at the horizon counts for nothing."""

    def evaluate(self, state: Stones) -> tuple[float, float]:
        return (0.0, 0.0)


def to_a_depth() -> Iterator[Race]:
    """The same positions searched to the same depth, with no estimate at the horizon.

    What is counted is the positions visited, by all in the same way: every call of the search.
    """
    rules = Plain()
    positions = [Position(rules, p.state, p.history) for p in random_positions(6, count=4)]

    def own() -> int:
        engine = PrincipalVariation(rules, 1 << 24)
        budget = Budget(depth=DEPTH)
        return sum(engine.best(here, budget).counts["nodes"] for here in positions)

    name = rated("Kibitz", own, int)
    jobs: dict[str, Job] = {name: own}
    for maker in (open_spiel_alpha_beta, easy_ai):
        jobs |= maker(positions)
    title = f"Connect Four, four positions to depth {DEPTH}"
    yield race(title, jobs, name, repeats=5, budget=60, clock=time.process_time)


def counted(module: Any, function: str, job: Job) -> int:
    """How often a job calls a function of a module, in a run of its own."""
    made, plain = [0], getattr(module, function)

    def counting(*args: Any, **options: Any) -> Any:
        made[0] += 1
        return plain(*args, **options)

    setattr(module, function, counting)
    try:
        job()
    finally:
        setattr(module, function, plain)
    return made[0]


def open_spiel_alpha_beta(positions: list[Position]) -> dict[str, Job]:
    try:
        import pyspiel
        from open_spiel.python.algorithms import minimax
    except ImportError:
        return {}
    theirs = pyspiel.load_game("connect_four")
    states = []
    for here in positions:
        state = theirs.new_initial_state()
        for move in here.history:
            state.apply_action(move)
        states.append(state)

    def job() -> None:
        for state in states:
            minimax.alpha_beta_search(
                theirs,
                state=state,
                value_function=lambda state: 0.0,
                maximum_depth=DEPTH,
                maximizing_player_id=state.current_player(),
            )

    nodes = counted(minimax, "_alpha_beta", job)
    return {rated("OpenSpiel", job, lambda _: nodes): job}


def easy_ai(positions: list[Position]) -> dict[str, Job]:
    """Its search over the same bits; its own Connect Four, on arrays, is several times as slow."""
    try:
        from easyAI import AI_Player, Negamax, TwoPlayerGame
    except ImportError:
        return {}
    rules = ConnectFour()

    class Bits(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self, here: Position) -> None:
            self.players = [AI_Player(search), AI_Player(search)]
            self.current_player = 1
            self.state: Stones = here.state

        def possible_moves(self) -> list[int]:
            return list(rules.moves(self.state))

        def make_move(self, move: int) -> None:
            self.state = rules.play(self.state, move)

        def lost(self) -> bool:
            return rules.has_four(self.state.mine ^ self.state.all)

        def is_over(self) -> bool:
            return self.lost() or self.state.all == rules.board

        def ttentry(self) -> Stones:
            return self.state

        def ttrestore(self, state: Stones) -> None:
            self.state = state

    search = Negamax(DEPTH, scoring=lambda board: -100 if board.lost() else 0)

    def job() -> None:
        for here in positions:
            search(Bits(here))

    nodes = counted(sys.modules[Negamax.__module__], "negamax", job)
    return {rated("easyAI", job, lambda _: nodes): job}


FIRST_MOVES = {
    "Connect Four": "kb.search('connect-four').best(depth=4)",
    "Othello": "kb.search('othello').best(depth=2)",
    "Go, by Monte Carlo": "import kibitz.search as s; s.mcts(kb.game('go'), iterations=1000)",
}


def first_move() -> Iterator[Race]:
    """A new process in processor time, imports included: compiling, and from the cache on disk."""
    for name, call in FIRST_MOVES.items():
        kept = tempfile.mkdtemp()
        anew = Timing("compiled anew", (first(call, kept), first(call, tempfile.mkdtemp())))
        cached = Timing("from the cache", tuple(first(call, kept) for _ in range(3)))
        yield Race(f"{name}, first move of a process", (cached, anew), cached.name)


def first(call: str, folder: str) -> float:
    """The processor time of a process that makes one move."""
    before = os.times()
    subprocess.run(
        [sys.executable, "-c", f"import kibitz as kb; {call}"],
        check=True,
        env={**os.environ, "KIBITZ_CACHE": folder},
    )
    after = os.times()
    spent = after.children_user - before.children_user
    return spent + after.children_system - before.children_system


def races() -> Iterator[Race]:
    """The engine against C, other packages, the first move, small boards, and solving."""
    yield from against_c()
    yield from to_a_depth()
    yield from first_move()
    yield from small_boards()
    yield from solving()
