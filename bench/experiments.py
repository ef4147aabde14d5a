"""Experiments: what a row costs besides its method, games stepped at once, databases on disk."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import kibitz as kb
import kibitz.experiments.rows as rows_module
from bench.harness import LEAST, Job, Race, Timing, race
from kibitz.core.certificate import check
from kibitz.play import VectorGames
from kibitz.play.adapters.pettingzoo import aec_env
from kibitz.search.retrograde.layered import layered_database
from kibitz.search.retrograde.packed import packed_database
from kibitz.search.retrograde.retrograde import retrograde

ROWS = 10_000
"""Rows of a batch."""
GRID = "random-bimatrix 5 5 low=-99 high=99 seed={{0..{last}}}"
GAMES = 1_024
TASKS = 60


def races() -> Iterator[Race]:
    yield _batch()
    if find_spec("ray") is not None:
        yield _cluster()
        yield _sleeps()
    yield _steps()
    yield _databases()
    yield _layers()


def _batch() -> Race:
    """A row of a batch beside the same game built, solved and proved in a loop."""
    with tempfile.TemporaryDirectory() as folder:  # what is compiled and imported once
        kb.experiment(GRID.format(last=99), "equilibria", into=folder, workers=0)
    times: dict[str, list[float]] = {name: [] for name in ("loop", "whole", "method", "proof")}
    for _ in range(LEAST):
        began = time.process_time()
        for seed in range(ROWS):
            game = kb.game(f"random-bimatrix 5 5 low=-99 high=99 seed={seed}")
            assert check(game, game.solve("equilibria").to_json()).holds
        times["loop"].append(time.process_time() - began)
        before, rows_module.clock = rows_module.clock, time.process_time
        try:
            with tempfile.TemporaryDirectory() as folder:
                began = time.process_time()
                words = GRID.format(last=ROWS - 1)
                done = kb.experiment(words, "equilibria", into=folder, workers=0)
                times["whole"].append(time.process_time() - began)
                rows = done.rows()
        finally:
            rows_module.clock = before
        times["method"].append(sum(row["seconds"] for row in rows))
        times["proof"].append(sum(row["verify_seconds"] for row in rows))
    each = {name: tuple(t / ROWS for t in times[name]) for name in times}
    middle = {name: median(ts) for name, ts in each.items()}
    method, proof, loop = (middle[name] / middle["whole"] for name in ("method", "proof", "loop"))
    shares = f"a row of a batch ({method:.0%} method, {proof:.0%} proof; the loop is {loop:.0%})"
    return Race(
        "a 5x5 game, all equilibria, proved, in processor time",
        (
            Timing("built, solved and proved in a loop", each["loop"]),
            Timing(shares, each["whole"]),
            Timing("the method alone", each["method"]),
            Timing("the proof alone", each["proof"]),
        ),
        "built, solved and proved in a loop",
    )


def _cluster() -> Race:
    """Tiny tasks on a cluster of this machine: what sending one costs."""
    from kibitz.core.progress import Task
    from kibitz.experiments.on_ray import connected, run_on_ray

    ray = connected("auto")
    processors = int(ray.cluster_resources()["CPU"])

    def tasks(count: int, game: str) -> list[dict[str, Any]]:
        said = {"kind": "typed", "words": game}
        one = {"game": game, "specification": said, "method": "auto", "options": {}}
        return [{**one, "row": k, "key": str(k), "verify": False} for k in range(count)]

    def timed(count: int, game: str) -> float:
        began = time.perf_counter()
        assert len(list(run_on_ray(tasks(count, game), Task("tasks", count), "auto"))) == count
        return (time.perf_counter() - began) * processors / count

    timed(4 * processors, "matrix 1 2; 3 4")
    here = _seconds(lambda: kb.matrix("1 2; 3 4").solve(), 200)
    quick = timed(50 * TASKS, "matrix 1 2; 3 4")
    ray.shutdown()
    return Race(
        f"a task on Ray, {processors} processors",
        (
            Timing("a 2x2 game in this process", (here,)),
            Timing("the same as a task of a pack", (quick,)),
        ),
        "a 2x2 game in this process",
    )


def sleep_pack(lines: list[str]) -> tuple[list[str], float]:
    """Tasks that take a tenth of a second each and no processor."""
    time.sleep(0.1 * len(lines))
    return lines, 0.1 * len(lines)


def _sleeps(processors: int = 8) -> Race:
    """Tasks of a tenth of a second on a cluster of this machine: what is lost between them."""
    from kibitz.core.progress import Task
    from kibitz.experiments.on_ray import run_on_ray

    ray: Any = import_module("ray")
    quiet = {"include_dashboard": False, "log_to_driver": False}
    ray.init(address="local", num_cpus=processors, **quiet)
    times = {}
    for count in (8 * processors, 40 * processors):
        tasks: list[dict[str, Any]] = [{"row": k} for k in range(count)]
        list(run_on_ray(tasks[:processors], Task("tasks", count), "auto", run=sleep_pack))
        began = time.perf_counter()
        assert len(list(run_on_ray(tasks, Task("tasks", count), "auto", run=sleep_pack))) == count
        wall = (time.perf_counter() - began) * processors / count
        times[f"{count} tasks ({0.1 / wall:.0%} of the time is theirs)"] = (wall,)
    ray.shutdown()
    timings = (Timing("asleep", (0.1,)), *(Timing(n, t) for n, t in times.items()))
    return Race(f"a task of 0.1 s on Ray, {processors} processors", timings, "asleep")


def _seconds(job: Callable[[], object], count: int) -> float:
    job()
    began = time.perf_counter()
    for _ in range(count):
        job()
    return (time.perf_counter() - began) / count


def _steps() -> Race:
    """A step of every game, random legal moves included."""
    rules = kb.game("connect-four")
    games = VectorGames(rules, GAMES)
    games.reset(seed=1)
    jobs: dict[str, Job] = {
        "Kibitz, planes": lambda: games.step(games.random_actions()),
        "Kibitz, no observations": lambda: games.advance(games.random_actions()),
    }
    if find_spec("pettingzoo") is not None:
        jobs["Kibitz as PettingZoo, one by one"] = _one_by_one(aec_env(rules))
        with suppress(ImportError, OSError):
            theirs: Any = import_module("pettingzoo.classic").connect_four_v3
            jobs["PettingZoo's own, one by one"] = _one_by_one(theirs.env())
    if find_spec("pgx") is not None:
        jobs["pgx"] = _pgx()
    title = f"a step of {GAMES:,} games of Connect Four, in processor time"
    return race(title, jobs, "Kibitz, planes", repeats=3, clock=time.process_time)


def _one_by_one(env: Any) -> Job:
    """As many steps of a single environment."""
    random = np.random.default_rng(1)
    env.reset(seed=1)

    def job() -> object:
        left = GAMES
        while left:
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset(seed=1)
                continue
            env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
            left -= 1
        return left

    return job


def _pgx() -> Job:
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make("connect_four")
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
    keys = jax.random.split(jax.random.PRNGKey(1), GAMES)
    held = {"state": init(keys), "key": jax.random.PRNGKey(2)}

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
    def act(mask: Any, key: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9), axis=-1)

    def job() -> object:
        held["key"], key = jax.random.split(held["key"])
        state = held["state"]
        state = step(state, act(state.legal_action_mask, key))
        held["state"] = jax.block_until_ready(state)
        return state

    return job


def _databases() -> Race:
    """A position of king and queen against king, in memory and on disk."""
    rules = kb.game("lone-king")
    found = retrograde(rules)
    folder = Path(tempfile.mkdtemp()) / "kqk.kbpd"

    def packed() -> object:
        shutil.rmtree(folder, ignore_errors=True)
        return packed_database(rules, folder)

    packed()
    times = {}
    for name, job in (("in memory", lambda: retrograde(rules)), ("on disk", packed)):
        began = time.process_time()
        job()
        times[name] = time.process_time() - began
    shutil.rmtree(folder.parent)
    each = {name: seconds / len(found) for name, seconds in times.items()}
    sizes = {"in memory": "about 100 bytes", "on disk": "1.4 bytes"}
    timings = tuple(Timing(f"{name}, {sizes[name]}", (each[name],)) for name in each)
    return Race("a position of a chess ending, in processor time", timings, timings[0].name)


def _layers() -> Race:
    """A position of endings of growing size, solved by layers, in processor time."""
    timings = []
    for game in ("chess-ending KQK", "morris-ending 3", "chess-ending KQKR", "checkers-ending 2 2"):
        with tempfile.TemporaryDirectory() as folder:
            layered_database(kb.game(game), Path(folder) / "first.kbpd")  # which compiles
            began = time.process_time()
            found = layered_database(kb.game(game), Path(folder) / "second.kbpd")
            spent = time.process_time() - began
            size = found.codes.nbytes / len(found)
        name = f"{game}, {len(found):,} positions, {size:.2f} bytes each"
        timings.append(Timing(name, (spent / len(found),)))
    return Race("a position of an ending, by layers", tuple(timings), timings[0].name)
