"""Games written in Python: ``file.py:NAME``, where the name is a game or makes one.

The name may be left out where the file has one game only.
"""

from __future__ import annotations

import inspect
import sys
import traceback
import typing
from functools import partial
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    SourceFileLoader,
)
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.noun import Noun
from kibitz.core.registry import Parameter, ShelfEntry
from kibitz.rules.game import Rules

OWN_FILES: dict[str, str] = {}
"""Files that were run, and what they were called in the command."""
OWN_RULES: list[Rules] = []
"""Games with moves that came out of them."""


def game_from_python(file: str, name: str, words: list[str]) -> Noun:
    """Run the file and take the game called ``name``, made with the parameters in ``words``."""
    made = _made(file, name, words)
    if isinstance(made, Rules):
        OWN_RULES.append(made)
    return made


def line_of_own_file(error: BaseException) -> tuple[str, int] | None:
    """The file of a user's that an error came out of, as it was called, and the line there."""
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if frame.f_code.co_filename in OWN_FILES:
            return OWN_FILES[frame.f_code.co_filename], line
    return None


def contradiction_in(rules: Rules) -> str:
    """The first thing that is wrong with some rules, found by playing random games, if any."""
    from kibitz.rules.check import check

    for finding in check(rules, games=10, compiled=False).findings:
        where = " ".join(finding.position.split())
        place = f", at {where:.80}" if where not in ("", "None") else ""
        return f"{finding.method}: {finding.what}{place}"
    return ""


def _made(file: str, name: str, words: list[str]) -> Noun:
    if not Path(file).is_file():
        raise GameError(f"{file}: no such file")
    module = _run(file)
    name = name or _only_game(module, file)
    thing = _look_up(module, name, file)
    if isinstance(thing, Noun):
        if words:
            raise GameError(f"{file}: {name} is a game, not a function, and takes no parameters")
        return thing
    if not callable(thing):
        raise GameError(
            f"{file}: {name} is of type {type(thing).__name__}, not a game or a function "
            "that returns one"
        )
    return _call(thing, name, words, file)


class _LeavingNothing(SourceFileLoader):
    """Imports a module and writes no bytecode beside it."""

    def set_data(self, path: str, data: object, *, _mode: int = 0) -> None:
        """Keep nothing."""


def _run(file: str) -> ModuleType:
    """Run the file as a module, beside which it may import others, also later from a method."""
    path = Path(file).resolve()
    name = _module_name(path)
    spec = spec_from_file_location(name, path, loader=_LeavingNothing(name, str(path)))
    if spec is None or spec.loader is None:
        raise GameError(f"{file}: Python failed to run it")
    module = sys.modules[name] = module_from_spec(spec)
    OWN_FILES[str(path)] = file
    folder = str(path.parent)
    loaders = (ExtensionFileLoader, EXTENSION_SUFFIXES), (_LeavingNothing, SOURCE_SUFFIXES)
    sys.path_importer_cache[folder] = FileFinder(folder, *loaders)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        sys.modules.pop(name, None)
        raise GameError(_blame(error, file)) from error
    finally:
        sys.path.remove(folder)
        if folder not in sys.path:
            sys.path.append(folder)
    return module


def _module_name(path: Path) -> str:
    """The name of the file, unless something else that may be imported has it."""
    try:
        other = find_spec(path.stem)
    except (ImportError, ValueError):
        return f"kibitz_file_{path.stem}"
    taken = other is not None and other.origin != str(path)
    return f"kibitz_file_{path.stem}" if taken else path.stem


def _only_game(module: ModuleType, file: str) -> str:
    """The name of the game that the file makes, where there is no other."""
    games = [name for name, thing in vars(module).items() if _is_game(thing, module.__name__)]
    if len(games) == 1:
        return games[0]
    several = f"; it has {', '.join(games)}" if games else ""
    raise GameError(f"{file}: which game in it? write {file}:NAME{several}")


def _is_game(thing: Any, module: str) -> bool:
    """Whether it is a game, or rules or a puzzle that were written in this module."""
    if inspect.isclass(thing):
        return issubclass(thing, Noun) and thing.__module__ == module
    return isinstance(thing, Noun)


def _look_up(module: ModuleType, name: str, file: str) -> Any:
    if not hasattr(module, name):
        known = [n for n in vars(module) if not n.startswith("_")]
        raise GameError(f"{file}: it has no {name!r}{did_you_mean(name, known)}")
    return getattr(module, name)


def _call(maker: Any, name: str, words: list[str], file: str) -> Noun:
    parameters = _parameters(maker)
    floats = {p.name for p in parameters if p.annotation is float}
    entry = ShelfEntry(name, "", partial(_called, maker, floats), parameters, "")
    typed = [word for word in words if "=" not in word]
    given = dict(word.split("=", 1) for word in words if "=" in word)
    try:
        made = entry.make(*typed, **given)
    except GameError as error:
        raise GameError(f"{file}: {error}") from None
    except Exception as error:
        raise GameError(_blame(error, file)) from error
    if not isinstance(made, Noun):
        raise GameError(
            f"{file}: {name} returned a value of type {type(made).__name__}, not a game"
        )
    return made


def _called(maker: Any, floats: set[str], /, **given: Any) -> Any:
    """Call it with all that was given by name, also what it takes as ``*rest``."""
    given = {name: float(x) if name in floats else x for name, x in given.items()}
    try:
        bound = inspect.signature(maker).bind_partial()
    except ValueError:
        return maker(**given)
    bound.arguments.update(given)
    bound.apply_defaults()
    return maker(*bound.args, **bound.kwargs)


def _parameters(maker: Any) -> tuple[Parameter, ...]:
    """What it takes, each of the kind that its annotation or else its default says."""
    try:
        parameters = inspect.signature(maker).parameters.values()
    except ValueError:
        return ()
    source = maker.__init__ if inspect.isclass(maker) else maker
    try:
        hints = typing.get_type_hints(source)
    except (TypeError, NameError):
        hints = {}
    several = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    return tuple(
        Parameter(p.name, tuple[_kind(hints.get(p.name), p.empty), ...], ())  # type: ignore[misc]
        if p.kind is p.VAR_POSITIONAL
        else Parameter(
            p.name,
            _kind(hints.get(p.name), p.default),
            p.default,
            several and p.kind is p.KEYWORD_ONLY,
        )
        for p in parameters
        if p.kind not in (p.POSITIONAL_ONLY, p.VAR_KEYWORD)
    )


def _kind(hint: Any, default: Any) -> Any:
    """What text is read as: by the annotation, or as a value of the same kind as the default."""
    if hint not in (None, tuple, list):
        return hint
    if hint or isinstance(default, (tuple, list)):
        kinds = {type(item) for item in default} if isinstance(default, (tuple, list)) else set()
        inside = kinds.pop() if len(kinds) == 1 else Any
        whole = hint or type(default)
        return tuple[inside, ...] if whole is tuple else list[inside]  # type: ignore[valid-type]
    return type(default) if isinstance(default, (bool, int, float, str)) else Any


def _blame(error: BaseException, file: str) -> str:
    """The error on one line, with the line of the file that it happened in."""
    path = str(Path(file).resolve())
    if isinstance(error, SyntaxError) and error.filename == path:
        return f"{file}: line {error.lineno}: {error.msg}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [f.lineno for f in frames if f.filename == path]
    where = f"line {own[-1]}: " if own else ""
    if isinstance(error, GameError):
        return f"{file}: {where}{error}"
    return f"{file}: {where}{type(error).__name__}: {error}"
