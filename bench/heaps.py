"""Heap games: Kibitz against plain C of the same algorithms, and against the quadratic method.

The C program in ``reference/octal.c`` is compiled with ``gcc -O3`` when there is a compiler. Every
run of Kibitz starts from an empty table.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

import numpy as np

from bench.harness import Job, Race, race
from kibitz.combinatorial.heaps import HeapGame, grundys_game, kernels, take_and_break
from kibitz.combinatorial.heaps.tables.finite_table import FiniteTable

SOURCE = Path(__file__).parent / "reference" / "octal.c"
CLOCK = time.process_time
MILLION = 1_000_000
QUADRATIC_TO = 50_000
"""Heaps up to which the quadratic method is timed; its time grows with the square."""


@cache
def compiled() -> ctypes.CDLL | None:
    """The C program as a library, or None without a compiler."""
    compiler = which("gcc")
    if compiler is None:
        return None
    target = Path(tempfile.mkdtemp()) / "octal.so"
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", str(target), str(SOURCE)], check=True)
    return ctypes.CDLL(str(target))


def kibitz(game: HeapGame, to: int) -> Job:
    """The nimbers up to ``to`` from nothing, with the period as soon as it is proved."""
    rules = game.rules()
    return lambda: rules.build_table().array(to)


def in_c(game: HeapGame, to: int, method: str) -> dict[str, Job]:
    """The same in C, if it can be compiled."""
    library = compiled()
    table = game.build_table()
    if library is None or not isinstance(table, FiniteTable):
        return {}
    amounts = [np.array(a, np.int32) for a in (table.empties, table.singles, table.pairs)]
    room = 1 << int(game.rules().table().array(min(to, MILLION)).max()).bit_length()
    arguments: list[Any] = [ctypes.c_int(to + 1)]
    for a in amounts:
        arguments += [a.ctypes.data_as(ctypes.c_void_p), ctypes.c_int(a.size)]
    arguments += [ctypes.c_int(table.unequal), ctypes.c_int(room)]
    if method == "periodic":
        arguments.append(ctypes.c_int(table.last))
    function = getattr(library, f"octal_{method}")

    def job() -> object:
        values = np.zeros(to + 1, np.uint16)
        function(values.ctypes.data_as(ctypes.c_void_p), *arguments)
        return values, amounts

    check = job()
    assert isinstance(check, tuple)
    assert np.array_equal(check[0], game.rules().build_table().array(to))
    return {f"C, {method}": job}


def quadratic(game: HeapGame, to: int) -> Job:
    """All options of all heaps, in machine code."""
    table = game.rules().build_table()
    return lambda: table.fresh(to + 1)


def races() -> Iterator[Race]:
    """Games with a short period, with a long one or none, and the quadratic method for less."""
    kernels.z_function(np.zeros(1, np.uint8))
    for code in ("0.77", "0.137", "0.45", "0.56065607"):
        game = take_and_break(code)
        jobs = {"Kibitz": kibitz(game, MILLION), **in_c(game, MILLION, "periodic")}
        yield race(f"{game.name} to 10⁶, periodic", jobs, "Kibitz", budget=10, clock=CLOCK)
    for code in ("0.16", "0.6", "0.2453", "0.0514547"):
        game = take_and_break(code)
        jobs = {"Kibitz": kibitz(game, MILLION), **in_c(game, MILLION, "sparse")}
        period = game.rules().table().period
        told = f"period {period.period:,} proved" if period else "no period known"
        title = f"{game.name} to 10⁶, {told}"
        yield race(title, jobs, "Kibitz", repeats=3, budget=30, clock=CLOCK)
    grundy = grundys_game()
    jobs = {"Kibitz": kibitz(grundy, MILLION), **in_c(grundy, MILLION, "sparse")}
    yield race("Grundy's game to 10⁶", jobs, "Kibitz", repeats=3, budget=30, clock=CLOCK)
    jobs = {
        "Kibitz": kibitz(grundy, QUADRATIC_TO),
        "quadratic": quadratic(grundy, QUADRATIC_TO),
        **in_c(grundy, QUADRATIC_TO, "quadratic"),
    }
    title = f"Grundy's game to {QUADRATIC_TO:,}"
    yield race(title, jobs, "Kibitz", repeats=3, budget=30, clock=CLOCK)
