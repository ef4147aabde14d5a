"""Compiled functions are shared by content, and compiled anew when anything in them changes."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from kibitz.core.compiling import compiled
from kibitz.core.compiling.cache import SUFFIX, Cache, user_cache

INNER = """
from kibitz.core.compiling.compiled import njit

STEP = 1

@njit()
def step(x):
    return x + STEP
"""
OUTER = """
from kibitz.core.compiling.compiled import njit
from inner import step

@njit(cache=True)
def twice(x):
    return step(step(x))

@njit(cache=True)
def thrice(x):
    return step(step(step(x)))
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(autouse=True)
def _forget(monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # of sources changed within a second
    for name in ("inner", "outer"):
        monkeypatch.setitem(sys.modules, name, None)


def checkout(place, inner=INNER, outer=OUTER):
    """The module ``outer`` of a package of test kernels that lies at this place."""
    place.mkdir(exist_ok=True)
    found = None
    for name, text in (("inner", inner), ("outer", outer)):
        (place / f"{name}.py").write_text(text)
        spec = importlib.util.spec_from_file_location(name, place / f"{name}.py")
        found = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
    return found


def hits(function):
    """How many forms of a function were found, and how many compiled."""
    stats = function.stats
    return sum(stats.cache_hits.values()), sum(stats.cache_misses.values())


def test_two_checkouts_share(tmp_path, folder):
    one = checkout(tmp_path / "one")
    assert one.twice(5) == 7
    assert hits(one.twice) == (0, 1)
    other = checkout(tmp_path / "other")
    assert other.twice(5) == 7
    assert hits(other.twice) == (1, 0)
    assert len(user_cache().entries()) == 1
    assert not list(tmp_path.rglob("*.nb?"))


def test_each_function_and_each_type_is_an_entry(tmp_path):
    one = checkout(tmp_path / "one")
    one.twice(5), one.twice(5.0), one.thrice(5)
    assert len(user_cache().entries()) == 3


def test_constants_in_a_call_do_not_make_forms(tmp_path):
    text = (
        OUTER
        + """
@njit()
def power(base, exponent):
    return base**exponent

@njit(cache=True)
def cubes(x):
    return power(2, 3) + power(3, exponent=3) + power(x, 3)
"""
    )
    made = checkout(tmp_path / "one", outer=text)
    assert made.cubes(4) == 8 + 27 + 64
    assert len(made.power.part.signatures) == 1
    assert not made.power.signatures  # as Python has not called it
    assert made.power(2, 5) == 32
    assert len(made.power.signatures) == 1


def test_comments_and_other_functions_do_not_count(tmp_path):
    assert checkout(tmp_path / "one").twice(5) == 7
    more = "# a remark\n" + OUTER.replace("step(step(step(x)))", "step(x) * 3")
    other = checkout(tmp_path / "other", outer=more)
    assert other.twice(5) == 7
    assert hits(other.twice) == (1, 0)


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        ("x + STEP", "x - STEP", 3),
        ("STEP = 1", "STEP = 10", 25),
        ("STEP = 1", "STEP = 1.5", 8.0),
        ("@njit()", "@njit(inline='always')", 7),
    ],
    ids=["its code", "its constant", "the type of its constant", "its options"],
)
def test_a_changed_callee_compiles_its_callers_anew(tmp_path, old, new, answer):
    assert checkout(tmp_path / "one").twice(5) == 7
    other = checkout(tmp_path / "one", inner=INNER.replace(old, new))
    assert other.twice(5) == answer
    assert hits(other.twice) == (0, 1)


def test_a_changed_intrinsic_compiles_its_callers_anew(tmp_path):
    inner = """
from numba import types
from numba.extending import intrinsic

@intrinsic
def step(typing_context, x):
    def generate(context, builder, signature, args):
        return builder.add(args[0], args[0].type(1))
    return types.int64(types.int64), generate
"""
    assert checkout(tmp_path / "one", inner=inner).twice(5) == 7
    other = checkout(tmp_path / "one", inner=inner.replace("type(1)", "type(2)"))
    assert other.twice(5) == 9


@pytest.mark.parametrize("spoil", [lambda whole: b"", lambda whole: whole[:-9] + b"overwrite"])
def test_a_damaged_entry_is_compiled_anew(tmp_path, folder, spoil):
    assert checkout(tmp_path / "one").twice(5) == 7
    (file,) = folder.glob(f"*{SUFFIX}")
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))
    again = checkout(tmp_path / "one")
    assert again.twice(5) == 7
    assert hits(again.twice) == (0, 1)
    third = checkout(tmp_path / "one")
    assert third.twice(5) == 7
    assert hits(third.twice) == (1, 0)


def test_an_entry_that_cannot_be_loaded_is_compiled_anew(tmp_path):
    assert checkout(tmp_path / "one").twice(5) == 7
    (entry,) = user_cache().entries()
    user_cache().write(entry.name, b"\x80\x04 no pickle")
    again = checkout(tmp_path / "one")
    assert again.twice(5) == 7
    assert hits(again.twice) == (0, 1)


def test_without_a_cache_it_is_compiled(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "file" / "inside"))
    made = checkout(tmp_path / "one")
    assert made.twice(5) == 7
    assert hits(made.twice) == (0, 1)


def test_a_function_that_cannot_be_compiled_keeps_nobody_waiting(tmp_path, monkeypatch):
    held = []

    @contextmanager
    def alone(cache, name):
        held.append(name)
        try:
            yield True
        finally:
            held.remove(name)

    monkeypatch.setattr(Cache, "alone", alone)
    made = checkout(tmp_path / "one")
    with pytest.raises(Exception, match="No implementation"):
        made.twice("text")
    assert held == []


HIDDEN = """
from kibitz.core.compiling.compiled import njit

inner = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

@njit(cache=True, **inner)
def square(x):
    return x * x

@njit(**inner)
def factorial(n):
    return 1 if n == 0 else n * factorial(n - 1)

@njit(**inner)
def even(n):
    if n == 0:
        return 1
    return odd(n - 1)

@njit(**inner)
def odd(n):
    if n == 0:
        return 0
    return even(n - 1)

@njit(cache=True)
def all_of_them(x):
    return 1000 * square(x) + 10 * factorial(x) + even(x)
"""


def test_functions_that_only_compiled_ones_call_are_optimized_with_their_callers(
    tmp_path, monkeypatch
):
    seen, finished = [], []

    def noting(work, names):
        def noted(library):
            names.append(library.name.partition("[")[0].rpartition("::")[2].partition("_")[0])
            work(library)

        return noted

    monkeypatch.setattr(compiled, "_optimize", noting(compiled._optimize, seen))
    monkeypatch.setattr(compiled, "_finish", noting(compiled._finish, finished))
    for place in ("one", "other"):
        made = checkout(tmp_path / place, outer=HIDDEN)
        assert made.all_of_them(5) == 25_000 + 1200
        assert made.all_of_them(6) == 36_000 + 7200 + 1
    assert seen.count("all") == 1
    assert "square" not in seen
    assert "factorial" not in seen
    assert {"even", "odd"} & set(seen), "they call each other by address"
    assert not {"square", "factorial"} & set(finished), "no machine code of their own"


SLOW = ["y = x", *["y = step(y) - 1"] * 300, "return y + 2"]
WORKER = """
from outer import twice
assert twice(5) == 7
print(sum(twice.stats.cache_misses.values()))
"""


def test_two_processes_compile_once(tmp_path):
    checkout(tmp_path / "one", outer=OUTER.replace("return step(step(x))", "\n    ".join(SLOW)))
    path = os.pathsep.join([str(tmp_path / "one"), os.environ.get("PYTHONPATH", "")])
    run, env = [sys.executable, "-c", WORKER], {**os.environ, "PYTHONPATH": path}
    both = [subprocess.Popen(run, env=env, stdout=subprocess.PIPE) for _ in range(2)]
    assert sorted(int(process.communicate()[0]) for process in both) == [0, 1]
    assert len(user_cache().entries()) == 1


DIGESTS = """
import importlib, pkgutil, kibitz
from kibitz.core.compiling.code_digest import code_digest
for about in pkgutil.walk_packages(kibitz.__path__, "kibitz."):
    if "kernels" in about.name:
        for name, made in vars(importlib.import_module(about.name)).items():
            if hasattr(made, "py_func"):
                print(about.name, name, code_digest(made))
"""


def test_every_process_has_the_same_digests():
    told = [
        subprocess.run(
            [sys.executable, "-c", DIGESTS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        ).stdout.splitlines()
        for seed in "12"
    ]
    assert len(told[0]) > 200
    assert told[0] == told[1]
