"""Regret minimization: Kibitz against OpenSpiel (C++) and LiteEFG on the same trees.

Where OpenSpiel is installed, everybody gets its tree, node by node, with its information sets; "own
rules" are those of Kibitz, which do not tell suits apart. Trees and peers are set up before the
clock starts. Exploitability is what both players together could gain by best responses (OpenSpiel's
``nash_conv``). Runs to an accuracy start from nothing and measure themselves on the way. An
iteration updates both players and the average; LiteEFG keeps averages only when it is told to.
Times are processor time, except where two threads are compared with one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.util import find_spec
from io import StringIO
from typing import Any

import numpy as np

import kibitz as kb
from bench.harness import Job, Race, Timing, is_wanted, race
from bench.open_spiel_trees import open_spiel_tree
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.learning.regret.cfr import CFR, cfr
from kibitz.learning.regret.cfr_solution import VARIANTS
from kibitz.learning.regret.mccfr import MCCFR

BUDGET = 12.0
CLOCK = time.process_time
"""Everything runs on one thread, except where two are compared with one."""
RUNS = 9
"""Times that a long job is run: to compile it, to see how long it takes, and seven rounds."""
PATIENCE = 240.0
"""Seconds for one run to 1e-6."""


@dataclass(frozen=True)
class Subject:
    """A game as Kibitz and as OpenSpiel call it, and how many iterations are timed."""

    title: str
    ours: str
    theirs: str
    iterations: int
    is_small: bool
    """Whether the peers get to 1e-3 within the patience of a benchmark."""
    quickest: str
    """The variant that gets to 1e-6 first."""


_UNIVERSAL = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 1,raiseSize=2 4,"
    "firstPlayer=1 1,maxRaises=2 2,numSuits=2,numRanks=10,numHoleCards=1,numBoardCards=0 1,"
    "stack=100 100)"
)
_GOOFSPIEL = (
    "goofspiel(imp_info=True,num_cards=5,players=2,points_order=descending,returns_type=win_loss)"
)
SUBJECTS = (
    Subject("Leduc, 9,457 nodes", "leduc", "leduc_poker", 100, True, "predictive"),
    Subject(
        "Leduc with 10 ranks, 518,721 nodes",
        "leduc 10",
        _UNIVERSAL,
        1,
        False,
        "discounted",
    ),
    Subject(
        "liar's dice 1x6, 294,883 nodes",
        "liars-dice",
        "liars_dice",
        1,
        False,
        "discounted",
    ),
    Subject(
        "Goofspiel 5, falling prizes",
        "goofspiel 5 prizes=descending pays=win",
        f"turn_based_simultaneous_game(game={_GOOFSPIEL})",
        10,
        False,
        "predictive",
    ),
)
LARGE = ("goofspiel 5 pays=win", "leduc 27")


def tree_of(name: str) -> ExtensiveGame:
    rules: Any = kb.game(name)
    return unfold(rules)


def kibitz_iterations(tree: ExtensiveGame, count: int, dtype: Any, threads: int = 1) -> Job:
    run = CFR(tree, VARIANTS["cfr+"], dtype, threads)
    control = np.zeros(4, np.int64)
    return lambda: run.step(count, control)


def open_spiel_iterations(name: str, count: int) -> Job:
    import pyspiel

    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(name))

    def job() -> None:
        for _ in range(count):
            solver.evaluate_and_update_policy()

    return job


def open_spiel_to(name: str, target: float) -> Job:
    """The iterations of CFR+ that it takes to be accurate enough, counted before the clock runs."""
    import pyspiel

    game = pyspiel.load_game(name)
    solver = pyspiel.CFRPlusSolver(game)
    done, mark = 0, 10
    while not done or pyspiel.nash_conv(game, solver.average_policy(), True) > target:
        while done < mark:
            solver.evaluate_and_update_policy()
            done += 1
        mark += max(1, mark // 10)

    def job() -> None:
        again = pyspiel.CFRPlusSolver(game)
        for _ in range(done):
            again.evaluate_and_update_policy()
        pyspiel.nash_conv(game, again.average_policy(), True)

    return job


def lite_efg(name: str, traverse: str, algorithm: str) -> tuple[Any, Any]:
    """The game and the algorithm as LiteEFG has them, on one thread."""
    from importlib import import_module

    import LiteEFG
    import pyspiel

    LiteEFG.set_threads(1)
    with redirect_stdout(StringIO()):
        graph = import_module(f"LiteEFG.baselines.{algorithm}").graph()
        env = LiteEFG.OpenSpielEnv(pyspiel.load_game(name), traverse_type=traverse)
        env.set_graph(graph)
    return env, graph


def lite_efg_iterations(
    name: str, count: int, traverse: str = "Enumerate", algorithm: str = "CFRplus"
) -> Job:
    env, graph = lite_efg(name, traverse, algorithm)

    def job() -> None:
        for _ in range(count):
            graph.update_graph(env)
            env.update_strategy(graph.current_strategy())

    return job


LITE_EFG = {
    "CFR+": ("CFRplus", "linear-avg-iterate"),
    "predictive": ("PCFR", "linear-avg-iterate"),
    "discounted": ("DCFR", "last-iterate"),
}
"""The variants that converge fast, and the average of each that its authors measure."""


def lite_efg_to(name: str, variant: str, target: float) -> Job:
    """The iterations that it takes to be accurate enough, counted before the clock runs.

    So are the games that each run starts with, since averages stay in them.
    """
    algorithm, average = LITE_EFG[variant]
    # This one keeps its average itself.
    which = ("average-iterate",) if algorithm == "DCFR" else ()

    def iterate(env: Any, graph: Any, count: int) -> None:
        for _ in range(count):
            graph.update_graph(env)
            env.update_strategy(graph.current_strategy(*which))

    def exploitability(env: Any, graph: Any) -> float:
        return float(sum(env.exploitability(graph.current_strategy(*which), average)))

    env, graph = lite_efg(name, "Enumerate", algorithm)
    done, mark = 0, 10
    while not done or exploitability(env, graph) > target:
        iterate(env, graph, mark - done)
        done, mark = mark, mark + max(1, mark // 10)
    ready = [lite_efg(name, "Enumerate", algorithm) for _ in range(RUNS)]

    def job() -> None:
        env, graph = ready.pop() if ready else lite_efg(name, "Enumerate", algorithm)
        iterate(env, graph, done)
        assert exploitability(env, graph) <= target

    return job


def kibitz_samples(name: str, sampling: str, count: int) -> Job:
    rules: Any = kb.game(name)
    run = MCCFR(rules, sampling)
    return lambda: run.run(iterations=run.iterations + count)


def open_spiel_samples(name: str, count: int) -> Job:
    import pyspiel

    solver = pyspiel.ExternalSamplingMCCFRSolver(pyspiel.load_game(name))

    def job() -> None:
        for _ in range(count):
            solver.run_iteration()

    return job


def races() -> Iterator[Race]:
    """Iterations, runs to an accuracy, sampling, and large trees."""
    for one in SUBJECTS:
        many = f"{one.iterations} iterations" if one.iterations > 1 else "an iteration"
        titles = [f"{one.title}: {what}" for what in (f"{many} of CFR+", "to 1e-3", "to 1e-6")]
        if not any(map(is_wanted, titles)):
            yield from (Race(title, (), "Kibitz") for title in titles)
            continue
        own = tree_of(one.ours)
        tree = open_spiel_tree(one.theirs) if _has("pyspiel") else own
        jobs = _iterations(one, tree, own)
        yield race(titles[0], jobs, "Kibitz", budget=BUDGET, clock=CLOCK)
        yield race(titles[1], _to(tree, one), "Kibitz, CFR+", budget=BUDGET, clock=CLOCK)
        yield _further(titles[2], tree, one)
    yield from _sampling()
    for name in LARGE:
        yield _large(name)


def _has(package: str) -> bool:
    return find_spec(package) is not None


def _iterations(one: Subject, tree: ExtensiveGame, own: ExtensiveGame) -> dict[str, Job]:
    count = one.iterations
    jobs: dict[str, Job] = {
        "Kibitz": kibitz_iterations(tree, count, np.float64),
        "Kibitz, float32": kibitz_iterations(tree, count, np.float32),
    }
    if len(own.tree) == len(tree.tree) and own.infosets < tree.infosets:
        jobs["Kibitz, own rules"] = kibitz_iterations(own, count, np.float64)
    if _has("pyspiel"):
        jobs["OpenSpiel C++"] = open_spiel_iterations(one.theirs, count)
    if _has("pyspiel") and _has("LiteEFG"):
        jobs["LiteEFG"] = lite_efg_iterations(one.theirs, count)
    return jobs


def _to(tree: ExtensiveGame, one: Subject) -> dict[str, Job]:
    jobs: dict[str, Job] = {
        "Kibitz, CFR+": lambda: cfr(tree, "cfr+", target=1e-3),
        "Kibitz, predictive": lambda: cfr(tree, "predictive", target=1e-3),
        "Kibitz, discounted": lambda: cfr(tree, "discounted", target=1e-3),
    }
    if _has("pyspiel") and one.is_small:
        jobs["OpenSpiel C++, CFR+"] = open_spiel_to(one.theirs, 1e-3)
    if _has("pyspiel") and _has("LiteEFG") and one.is_small:
        for variant in LITE_EFG:
            jobs[f"LiteEFG, {variant}"] = lite_efg_to(one.theirs, variant, 1e-3)
    return jobs


def _further(title: str, tree: ExtensiveGame, one: Subject) -> Race:
    """One run to 1e-6, or as far as patience goes."""
    if not is_wanted(title):
        return Race(title, (), "Kibitz")
    began = CLOCK()
    found = cfr(tree, one.quickest, target=1e-6, seconds=PATIENCE)
    spent = CLOCK() - began
    reached = "1e-6" if found.exploitability <= 1e-6 else f"{found.exploitability:.1e}"
    name = f"Kibitz, {one.quickest}"
    return Race(f"{one.title}: to {reached}", (Timing(name, (spent,)),), name)


def _sampling() -> Iterator[Race]:
    for title, ours, theirs in (
        ("Leduc", "leduc", "leduc_poker"),
        ("2-7 draw, 21 cards", "lowball-draw", ""),
    ):
        jobs = {"Kibitz": kibitz_samples(ours, "external", 10_000)}
        if _has("pyspiel") and theirs:
            jobs["OpenSpiel C++"] = open_spiel_samples(theirs, 10_000)
        if _has("pyspiel") and _has("LiteEFG") and theirs:
            jobs["LiteEFG"] = lite_efg_iterations(theirs, 10_000, "External", "CFR")
        title = f"{title}: 10,000 external samples"
        yield race(title, jobs, "Kibitz", budget=BUDGET, clock=CLOCK)


def _large(name: str) -> Race:
    """A tree of some ten million nodes, on one and on two threads."""
    if not is_wanted(name):
        return Race(name, (), "Kibitz")
    tree = tree_of(name)
    run = CFR(tree, VARIANTS["cfr+"])
    jobs = {
        "Kibitz": kibitz_iterations(tree, 1, np.float64),
        "Kibitz, float32": kibitz_iterations(tree, 1, np.float32),
        "Kibitz, two threads": kibitz_iterations(tree, 1, np.float64, 2),
    }
    title = f"{name}, {len(tree.tree):,} nodes, {run.bytes_per_node:.0f} bytes a node"
    title = f"{title}: an iteration of CFR+"
    return race(title, jobs, "Kibitz", budget=BUDGET, clock=time.perf_counter)
