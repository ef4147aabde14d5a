"""Rules and an algorithm over them, put together in one module and compiled.

An algorithm is written once, in a file of plain functions that import what they need of a game from
:mod:`kibitz.rules.interface`. Here the functions of the game and those of the algorithm are written
into one file, which Numba compiles and keeps on disk; where the rules cannot be compiled, the same
functions run in Python over the rules as they are, with the same answers.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import re
import sys
import tempfile
import types
from collections.abc import Callable
from functools import cache
from operator import is_
from pathlib import Path
from typing import Any

from kibitz.rules.game import Rules
from kibitz.rules.interpreted import OPTIONAL, interpreted
from kibitz.rules.layout import Layout, layout_of
from kibitz.rules.rewrite import NotCompilable, Rewriter
from kibitz.rules.self_test import disagreement

_HEAD = '''"""Rules and a search, compiled together; written by Kibitz, safe to delete."""
import math
from collections import namedtuple

import numpy as np
from numba import njit
from numba.np.unsafe.ndarray import to_fixed_tuple

from kibitz.rules.native import denominator, highest, lowest, mirrored_bits, numerator, popcount
from kibitz.rules.native import replaced, shift_left, shift_right, without_lowest

Ratio = namedtuple("Ratio", ("numerator", "denominator"))
OVER, CHANCE, TOGETHER = -1, -2, -3
compiled = njit(cache=True, nogil=True, error_model="numpy")
'''


ASKED = "it was asked for"


class Machine:
    """An algorithm bound to a game: its functions as attributes, states through encode/decode."""

    def __init__(
        self, rules: Rules, functions: dict[str, Any], encode: Callable[[Any], Any],
        decode: Callable[[Any], Any], move: Callable[[int], Any], reason: str,
    ) -> None:  # fmt: skip
        self.rules = rules
        self.encode = encode
        """A state of the user's, as the functions take it."""
        self.decode = decode
        self.move = move
        """The user's move that a number stands for."""
        self.reason = reason
        """Why the rules are not compiled; empty when they are."""
        self._functions = functions

    @property
    def is_compiled(self) -> bool:
        return not self.reason

    @property
    def remark(self) -> str:
        """Why rules that should be compiled are not, for the reader of an answer."""
        return "" if self.reason in ("", ASKED) else f"in Python: {self.reason}"

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_functions"][name]
        except KeyError:
            raise AttributeError(name) from None


def machine(rules: Rules, *algorithm: types.ModuleType, compiled: bool = True) -> Machine:
    """Put an algorithm (its files, those that others use first) and a game together.

    The first use of a pair compiles it, which takes seconds; later ones, in any process, load it,
    and a pair that was just used is at hand at once.
    """
    key, settings = (id(rules), algorithm, compiled), tuple(vars(rules).values())
    kept = _KEPT.get(key)
    if kept is not None:
        if len(kept[0]) == len(settings) and all(map(is_, kept[0], settings)):
            return kept[1]
        _KEPT.pop(key, None)
    made = _put_together(rules, algorithm, compiled)
    if made.is_compiled and all(isinstance(x, (int, float, str, tuple)) for x in settings):
        while len(_KEPT) >= MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT)), None)
        _KEPT[key] = (settings, made)
    return made


MOST_KEPT = 32
_KEPT: dict[tuple[Any, ...], tuple[tuple[Any, ...], Machine]] = {}
"""Machines lately used, with what the rules were set to; they hold the rules, so ids are safe."""


def _put_together(rules: Rules, algorithm: tuple[types.ModuleType, ...], compiled: bool) -> Machine:
    if compiled:
        try:
            return _compiled(rules, algorithm)
        except NotCompilable as error:
            reason = str(error)
    else:
        reason = ASKED
    functions, meant = interpreted(rules)
    for part in algorithm:
        text = template(part).replace("@compiled\n", "")
        exec(compile(text, inspect.getfile(part), "exec"), functions)
    return Machine(rules, functions, lambda state: state, lambda state: state, meant, reason)


def _compiled(rules: Rules, algorithm: tuple[types.ModuleType, ...]) -> Machine:
    start = layout_of(rules.start())
    text = "\n\n".join([_HEAD, *_rules_source(rules, start), *map(template, algorithm)])
    path = _write(text, type(rules).__name__)
    module = _load(path)
    made = Machine(
        rules, vars(module), start.encoder(vars(module)), start.decoder(), int, ""
    )  # fmt: skip
    _test_once(made, path)
    return made


def _rules_source(rules: Rules, start: Layout) -> list[str]:
    """The game's own functions, and those that :mod:`kibitz.rules.interface` promises."""
    rewriter = Rewriter(rules)
    _collect_tuples(rewriter, start)
    for name in ("player", "moves", "play", "payoffs"):
        rewriter.method(name)
    for name in OPTIONAL:
        if rules.has(name):
            rewriter.method(name)
    key = layout_of(rules.key(rules.start())) if rules.has("key") else start
    _collect_tuples(rewriter, key)
    return [rewriter.source(), *_adapters(rules, start, key)]


def _collect_tuples(rewriter: Rewriter, layout: Layout) -> None:
    if layout.named:
        rewriter.named_tuple(layout.named)
    for part in layout.parts:
        _collect_tuples(rewriter, part)


def _adapters(rules: Rules, start: Layout, key: Layout) -> list[str]:
    bounds = rules.payoff_bounds
    constants = {
        "PLAYERS": rules.players,
        "MOST_MOVES": rules.most_moves,
        "KEY_WORDS": key.words,
        "STATE_WORDS": start.words,
        "HAS_BOUNDS": bounds is not None,
        "LEAST": bounds[0] if bounds else 0,
        "MOST": bounds[1] if bounds else 0,
        **{f"HAS_{name.upper()}": rules.has(name) for name in OPTIONAL},
    }
    write = key.write("key")
    define = [
        "player(state):\n    return np.int64(rules_player(state))",
        "moves(state, out):\n    return rules_moves(state, out)",
        "play(state, move):\n    after = rules_play(state, move)\n"
        f"    return {start.canonical('after')}",
        _chosen("payoff", "rules_payoffs", rules.players),
        "write_key(state, out):\n    key = "
        + ("rules_key(state)" if rules.has("key") else "state")
        + "".join(f"\n    {line}" for line in write),
    ]
    if all(leaf is int for leaf in start.leaves):
        define.append(
            "write_state(state, out):" + "".join(f"\n    {x}" for x in start.write("state"))
        )
        define.append(f"read_state(row):\n    return {start.read()}")
    define.append(
        _chosen("evaluate", "rules_evaluate", rules.players)
        if rules.has("evaluate")
        else "evaluate(state, who):\n    return 0"
    )
    listed = "candidates" if rules.has("candidates") else "moves"
    define.append(f"candidates(state, out):\n    return rules_{listed}(state, out)")
    define.append(
        "limits(state):\n    low, high = rules_limits(state)\n"
        "    return np.float64(low), np.float64(high)"
        if rules.has("limits")
        else f"limits(state):\n    return {_limits(rules)}"
    )
    simple = {"order": ("move", "0"), "noisy": ("move", "False"), "passed": ("", "state")}
    for name, (argument, default) in simple.items():
        takes = f"state, {argument}" if argument else "state"
        gives = f"rules_{name}({takes})" if rules.has(name) else default
        if name == "passed" and rules.has(name):
            define.append(
                f"passed({takes}):\n    after = {gives}\n    return {start.canonical('after')}"
            )
        else:
            define.append(f"{name}({takes}):\n    return {gives}")
    define.append(
        "chance(state, out, top, bottom):\n    return "
        + ("rules_chance(state, out, top, bottom)" if rules.has("chance") else "0")
    )
    if rules.has("sees"):
        seen = layout_of(rules.sees(rules.start(), 0))
        define.append(
            "write_view(state, who, out):\n    seen = rules_sees(state, who)"
            + "".join(f"\n    {line}" for line in seen.write("seen"))
        )
        constants["VIEW_WORDS"] = seen.words
    else:
        define.append("write_view(state, who, out):\n    write_key(state, out)")
        constants["VIEW_WORDS"] = key.words
    fixed = "\n".join(f"{name} = {value!r}" for name, value in constants.items())
    return [fixed, *(f"@compiled\ndef {text}" for text in define)]


def _limits(rules: Rules) -> str:
    if rules.payoff_bounds is None:
        return "-np.inf, np.inf"
    least, most = rules.payoff_bounds
    return f"np.float64({float(least)!r}), np.float64({float(most)!r})"


def _chosen(name: str, function: str, players: int) -> str:
    """A function that gives one player's entry, whatever the types of the entries are."""
    lines = [f"{name}(state, who):", f"    all_ = {function}(state)"]
    for who in range(players - 1):
        lines += [f"    if who == {who}:", f"        return all_[{who}]"]
    return "\n".join([*lines, f"    return all_[{players - 1}]"])


@cache
def template(module: types.ModuleType) -> str:
    """The functions of an algorithm's file, each marked to be compiled, without its imports."""
    text = inspect.getsource(module)
    text = re.sub(r"\A(\"\"\".*?\"\"\")", "", text, count=1, flags=re.DOTALL)
    text = re.sub(r"^from [\w.]+ import (\([^)]*\)|[^\n]*)\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^import [^\n]*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^def ", "@compiled\ndef ", text, flags=re.MULTILINE)


def cache_folder() -> Path:
    """Where compiled rules are kept: ``$KIBITZ_CACHE``, or the user's cache folder."""
    given = os.environ.get("KIBITZ_CACHE")
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = Path(given) if given else home / "kibitz"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise OSError
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"kibitz-{os.getuid()}"
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _write(text: str, name: str) -> Path:
    import numba

    from kibitz.rules import native

    versions = f"{sys.version_info[:2]} {numba.__version__} {inspect.getsource(native)}"
    digest = hashlib.sha256(f"{versions}\n{text}".encode()).hexdigest()[:16]
    folder = cache_folder() / f"{name.lower()}-{digest}"
    path = folder / f"kibitz_{name.lower()}_{digest}.py"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    return path


def _load(path: Path) -> types.ModuleType:
    name = path.stem
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _test_once(made: Machine, path: Path) -> None:
    """Compare compiled rules with the same rules in Python, the first time that they are used."""
    verdict = path.with_suffix(".verdict")
    if not verdict.exists():
        verdict.write_text(disagreement(made), encoding="utf-8")
    reason = verdict.read_text(encoding="utf-8")
    if reason:
        raise NotCompilable(reason)
