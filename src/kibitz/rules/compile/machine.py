"""Rules and an algorithm over them, put together in one module and compiled.

An algorithm is written once, in a file of plain functions that import what they need of a game from
:mod:`kibitz.rules.compile.interface`. Here the functions of the game and those of the algorithm
are written into one module, which Numba compiles and Kibitz keeps. Where the rules cannot be
compiled, the same functions run in Python over the rules as they are, with the same answers.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import linecache
import re
import sys
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.compiling.ahead import is_ahead
from kibitz.core.compiling.cache import user_cache
from kibitz.core.compiling.time_spent import note_time, time_spent
from kibitz.rules.compile.adapters import adapters
from kibitz.rules.compile.advice import layout_of_start
from kibitz.rules.compile.constants import FLAGGED, OPTIONAL, constants_of
from kibitz.rules.compile.interpreted import interpreted
from kibitz.rules.compile.layout import ValueLayout, layout_of
from kibitz.rules.compile.not_compilable import NotCompilable
from kibitz.rules.compile.rewrite import Rewriter
from kibitz.rules.compile.self_test import disagreement
from kibitz.rules.compile.specialize import (
    asked_of,
    calls_through,
    makes_arrays,
    marked,
    plain,
    specialized,
)
from kibitz.rules.compile.tested import is_tested
from kibitz.rules.fault import check_hash, guarded
from kibitz.rules.game import Rules
from kibitz.rules.kernels import examine

_HEAD = '''"""Rules and a search, compiled together; written by Kibitz."""
import math
from collections import namedtuple

import numpy as np
from numba.np.unsafe.ndarray import to_fixed_tuple

from kibitz.core.compiling.compiled import njit
from kibitz.rules.fault import Fault
from kibitz.rules.compile.native import again, bits_of, denominator, highest, lowest, mirrored_bits
from kibitz.rules.compile.native import number_of, numerator, popcount, prefetch, replaced
from kibitz.rules.compile.native import shift_left, shift_right, without_lowest
from kibitz.rules.compile.native_numbers import bit_count, bit_length, comb
from kibitz.rules.compile.native_tuples import counted, entries_of, entry_of, filled
from kibitz.rules.compile.native_tuples import laid_down, left_by, ordered, right_by

Ratio = namedtuple("Ratio", ("numerator", "denominator"))
OVER, CHANCE, SIMULTANEOUS, TOGETHER = -1, -2, -3, -3
compiled = njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)
bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
hidden = {**bare, "_nrt": True}
internal = njit(nogil=True, error_model="numpy", **hidden)
embedded = njit(nogil=True, error_model="numpy", forceinline=True, **hidden)
checks = {"error_model": "python", "boundscheck": True}
checked_internal = njit(nogil=True, **checks, **hidden)
checked_embedded = njit(nogil=True, forceinline=True, **checks, **hidden)
inlined = njit(nogil=True, error_model="numpy", inline="always")
bare_compiled = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)
bare_internal = njit(nogil=True, error_model="numpy", **bare)
bare_embedded = njit(nogil=True, error_model="numpy", forceinline=True, **bare)
examined = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)
'''

_PROBED = "from kibitz.rules.compile.native_probe import probed"

ASKED = "it was asked for"
"""The reason for rules in Python that needs no remark."""


class Machine:
    """An algorithm bound to a game: its functions as attributes, states through encode/decode."""

    def __init__(
        self,
        rules: Rules,
        functions: dict[str, Any],
        encode: Callable[[Any], Any],
        decode: Callable[[Any], Any],
        move: Callable[[int], Any],
        reason: str,
        needed: set[str],
    ) -> None:
        self.rules = rules
        self.asked = needed
        """What the algorithm asks of the game beyond the necessary, of what the game says."""
        self.encode = encode
        """A state of the user's, as the functions take it."""
        self.decode = decode
        self.move = move
        """The user's move that a number stands for."""
        self.reason = reason
        """Why the rules are not compiled; empty when they are."""
        self._functions = functions
        self.made_from: tuple[Rules, tuple[str, ...], bool, dict[str, Any]] | None = None
        """What :func:`machine` made it from."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made from: compiled functions stay where they are."""
        if self.made_from is None:
            raise TypeError(f"this machine of {self.rules.name} cannot be pickled")
        return _remade, self.made_from

    @property
    def is_compiled(self) -> bool:
        return not self.reason

    def room_for_states(self, count: int) -> Any:
        """Where ``put_state`` puts states, and ``take_state`` finds them."""
        shape = (count, self.STATE_WORDS)
        return np.zeros(shape, np.int64) if self.is_compiled else [None] * count

    @property
    def remark(self) -> str:
        """Why rules that should be compiled are not, for the reader of an answer."""
        return "" if self.reason in ("", ASKED) else f"in Python: {self.reason}"

    def __getattr__(self, name: str) -> Any:
        try:
            found = _callable(self.__dict__["_functions"], name)
        except KeyError:
            raise AttributeError(name) from None
        if callable(found):
            found = guarded(found, self.rules, self.decode)
        self.__dict__[name] = found
        return found


def _callable(functions: dict[str, Any], name: str) -> Any:
    """A name of the module; a function that only others call is made callable from Python."""
    found = functions[name]
    options = getattr(found, "targetoptions", {})
    if not (options.get("no_cpython_wrapper") or options.get("inline") == "always"):
        return found
    entry = functions.get(f"entry_{name}")
    if entry is None:
        entry = functions[f"entry_{name}"] = functions["compiled"](found.py_func)
    return entry


def machine(
    rules: Rules, *algorithm: types.ModuleType, compiled: bool = True, **constants: Any
) -> Machine:
    """Put an algorithm (its files, those that others use first) and a game together.

    Constants take the place of the algorithm's own; what they rule out is not compiled.

    The first use of a pair compiles it, which takes seconds; later ones, in any process, load it,
    and a pair that was just used is at hand at once.
    """
    key = _key(rules, algorithm, compiled, constants)
    names = tuple(module.__name__ for module in algorithm)
    made = _KEPT.get(key) if key is not None else None
    if made is None:
        made = _put_together(rules, algorithm, compiled, constants)
        made.made_from = rules, names, compiled, constants
        if key is not None:
            _KEPT[key] = made
        while len(_KEPT) > MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT)), None)
        is_noted = made.is_compiled and (key is not None or rules.probe is not None)
        note = _note(rules, algorithm, constants) if is_noted else ""
        if note and time_spent(note) < WORTHWHILE:
            note_time(note, WORTHWHILE)
    return made


def _remade(
    rules: Rules, names: tuple[str, ...], compiled: bool, constants: dict[str, Any]
) -> Machine:
    return machine(rules, *map(import_module, names), compiled=compiled, **constants)


def is_at_hand(rules: Rules, *algorithm: types.ModuleType, **constants: Any) -> bool:
    """Whether to go to compiled code at once: this pair was compiled before, or should be.

    Where it was not, a small game is sooner solved in Python. But time that Python takes is added
    up (:func:`by_python`), over all processes, and when it comes to :data:`WORTHWHILE` seconds the
    pair is compiled.
    """
    if is_ahead():
        return True
    key = _key(rules, algorithm, True, constants)
    if key is None and rules.probe is None:
        return False
    made = _KEPT.get(key) if key is not None else None
    if made is not None:
        return made.is_compiled
    return time_spent(_note(rules, algorithm, constants)) >= WORTHWHILE


def is_put_off(rules: Rules, *algorithm: types.ModuleType, **constants: Any) -> bool:
    """Whether to try it in Python first: no one compiled this pair yet, or found that it cannot be.

    A search that Python finishes within :data:`PATIENCE` seconds needs no compiler.
    """
    key = _key(rules, algorithm, True, constants)
    known = key is not None and key in _KEPT
    return not known and not is_at_hand(rules, *algorithm, **constants)


@contextmanager
def by_python(rules: Rules, *algorithm: types.ModuleType, **constants: Any) -> Iterator[None]:
    """Add what follows to the time that this pair took, unless it was compiled meanwhile."""
    began = time.process_time()
    try:
        yield
    finally:
        spent = time.process_time() - began
        if spent > WORTH_NOTING and not is_at_hand(rules, *algorithm, **constants):
            note = _note(rules, algorithm, constants)
            note_time(note, time_spent(note) + spent)


WORTHWHILE = 1.5
"""Seconds of Python after which rules are compiled, which takes a few."""
WORTH_NOTING = 0.02
PATIENCE = 0.25
"""Seconds that Python has for what may be small."""
MOST_KEPT = 64
_KEPT: dict[tuple[Any, ...], Machine] = {}
"""Machines lately used: those of equal games, whose rules are the same functions, are the same."""


def _key(
    rules: Rules, algorithm: tuple[types.ModuleType, ...], compiled: bool, constants: dict[str, Any]
) -> tuple[Any, ...] | None:
    """What a machine depends on; None where the game is set up by more than plain values."""
    same = what_they_are(rules)
    return None if same is None else (*same, algorithm, compiled, repr(constants))


def what_they_are(rules: Rules) -> tuple[Any, ...] | None:
    """What equal rules have in common; None where a game is set up by more than plain values."""
    kind, settings = type(rules), _settings(rules)
    if settings is None or rules.uncut is not None:
        return None
    return kind, tuple(getattr(kind, name, None) for name in _RULEBOOK), settings


_RULEBOOK = ("start", "player", "moves", "play", "payoffs", *OPTIONAL)


def _settings(rules: Rules) -> str | None:
    """What a game is set up by, written down; None where its values do not determine it."""
    try:
        return _written({name: x for name, x in vars(rules).items() if name != "made_by"})
    except TypeError:
        return None


def _written(value: Any) -> str:
    if value is None or type(value) in (int, float, str, bool, Fraction):
        return repr(value)
    if isinstance(value, (tuple, list, dict)):
        inside = value.items() if isinstance(value, dict) else value
        return f"{type(value).__qualname__}({','.join(map(_written, inside))})"
    if type(value) is np.ndarray and value.dtype != object:
        digest = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"array({value.dtype},{value.shape},{digest})"
    if is_dataclass(value) and not isinstance(value, type):
        return f"{type(value).__qualname__}({_written(_fields(value))})"
    raise TypeError


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _note(rules: Rules, algorithm: tuple[types.ModuleType, ...], constants: dict[str, Any]) -> str:
    """The name under which it is kept that these rules were compiled with this algorithm."""
    kind = type(rules)
    file = Path(getattr(sys.modules.get(kind.__module__), "__file__", None) or "")
    written = file.stat().st_mtime_ns if file.is_file() else 0
    names = [module.__name__ for module in algorithm]
    parts = (kind.__qualname__, file, written, _settings(rules), names, constants, sys.version)
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:40]
    return f"kibitz_{kind.__name__.lower()}.machine-{digest}"


def _put_together(
    rules: Rules, algorithm: tuple[types.ModuleType, ...], compiled: bool, given: dict[str, Any]
) -> Machine:
    check_hash(rules, rules.start())
    asked = _asked(rules, algorithm)
    if not compiled:
        return _interpreted(rules, algorithm, given, asked, ASKED)
    try:
        return _compiled(rules, algorithm, given, asked)
    except NotCompilable as error:
        return _interpreted(rules, algorithm, given, asked, str(error))


def _asked(rules: Rules, algorithm: tuple[types.ModuleType, ...]) -> set[str]:
    """The optional methods that the algorithm uses and the game has."""
    names = asked_of(algorithm) if algorithm else set(OPTIONAL)
    if "write_view" in names:
        names |= {"information_state", "key"}
    if "write_key" in names:
        names |= {"key"}
    return {name for name in OPTIONAL if name in names and rules.has(name)}


def _interpreted(
    rules: Rules,
    algorithm: tuple[types.ModuleType, ...],
    given: dict[str, Any],
    needed: set[str],
    reason: str,
) -> Machine:
    functions, meant = interpreted(rules)
    flags = {name: value for name, value in functions.items() if isinstance(value, bool)}
    text = plain(specialized(algorithm, {**flags, **given}))
    exec(compile(text, type(rules).__name__, "exec"), functions)
    return Machine(
        rules, functions, lambda state: state, lambda state: state, meant, reason, needed
    )


def _compiled(
    rules: Rules, algorithm: tuple[types.ModuleType, ...], given: dict[str, Any], needed: set[str]
) -> Machine:
    if rules.in_python:
        raise NotCompilable(rules.in_python)
    if rules.has("choices"):
        raise NotCompilable("simultaneous moves are not compiled")
    start = layout_of_start(rules)
    if start.words == 0:
        raise NotCompilable("the first state is empty; compiled states have one shape throughout")
    key = layout_of(rules.key(rules.start())) if "key" in needed else start
    view = (
        layout_of(rules.information_state(rules.start(), 0))
        if "information_state" in needed
        else key
    )
    known = constants_of(rules, key.words, start.words, view.words)
    constants = {**known, **given}
    lines = specialized(algorithm, constants)
    tested = {f"HAS_{name.upper()}": name in needed for name in FLAGGED}
    looked_at = specialized((examine,), {**{name: constants[name] for name in known}, **tested})
    of_rules = [*_rules_source(rules, start, key, needed, lines), marked(looked_at, "examined")]
    is_bare = not makes_arrays([*lines, *ast.parse("\n\n".join(of_rules)).body])
    text = "\n\n".join([_HEAD, *of_rules, marked(lines, is_bare=is_bare)])
    module = _load(text, type(rules).__name__)
    made = Machine(
        rules, vars(module), start.encoder(vars(module)), start.decoder(), int, "", needed
    )
    _test_once(made, "\n\n".join(of_rules))
    return made


def _rules_source(
    rules: Rules, start: ValueLayout, key: ValueLayout, needed: set[str], algorithm: list[ast.stmt]
) -> list[str]:
    """The game's own functions, and those that :mod:`kibitz.rules.compile.interface` promises."""
    rewriter = Rewriter(rules.uncut or rules)
    _collect_tuples(rewriter, start)
    for name in ("player", "moves", "play", "payoffs", *OPTIONAL):
        if name in needed or name not in OPTIONAL:
            rewriter.method(name)
    _collect_tuples(rewriter, key)
    around = adapters(rules, start, key, needed)
    imports = [] if rules.probe is None else [_PROBED]
    return [*imports, rewriter.source(calls_through(around, algorithm)), *around]


def _collect_tuples(rewriter: Rewriter, layout: ValueLayout) -> None:
    if layout.named:
        rewriter.named_tuple(layout.named)
    for part in layout.parts:
        _collect_tuples(rewriter, part)


def _load(text: str, name: str) -> types.ModuleType:
    """The module with this text, which lies in no file; the same one for the same text."""
    full = f"kibitz_{name.lower()}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    if full in sys.modules:
        return sys.modules[full]
    module = types.ModuleType(full)
    module.__file__ = f"<{full}>"
    linecache.cache[module.__file__] = (len(text), None, text.splitlines(True), module.__file__)
    sys.modules[full] = module
    exec(compile(text, module.__file__, "exec"), vars(module))
    return module


def _test_once(made: Machine, text: str) -> None:
    """Compare compiled rules with the same rules in Python, the first time that they are used.

    An algorithm has a say in which functions become part of others, but not in what they do: rules
    that passed with one are not tested again with another. They are compiled for it as they are for
    the algorithm: within a process LLVM keeps the first code it sees under a name, and code that
    was made in haste for a test would be what the algorithm calls from then on.
    """
    plainly = re.sub(r"^@\w+\n", "", text, flags=re.MULTILINE)
    if plainly not in _REASONS:
        _REASONS[plainly] = _tested(made, plainly)
    if _REASONS[plainly]:
        raise NotCompilable(_REASONS[plainly])


_REASONS: dict[str, str] = {}
"""Why rules of this process cannot be used; empty for those that can."""


def _tested(made: Machine, text: str) -> str:
    """What the comparison comes to, which every process of a user may know."""
    from kibitz.core.compiling.compiled import compiler_digest
    from kibitz.rules.compile import native, native_numbers, native_tuples

    if is_tested(text):
        return ""
    sources = map(inspect.getsource, (native, native_numbers, native_tuples))
    whole = "".join([compiler_digest(), *sources, _HEAD, text])
    digest = hashlib.sha256(whole.encode()).hexdigest()[:40]
    entry = f"kibitz_{type(made.rules).__name__.lower()}.verdict-{digest}"
    cache = user_cache()
    kept = cache.read(entry)
    if kept is None:
        with cache.alone(entry):
            kept = cache.read(entry)
            if kept is None:
                kept = disagreement(made).encode()
                cache.write(entry, kept)
    return kept.decode()
