"""A game on the command line, turned into a noun. This is the only place that knows how."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.cli.machinery.provenance import note_game
from kibitz.core.errors import GameError
from kibitz.formats.typed import in_words, is_typed, on_shelf, typed_game

if TYPE_CHECKING:
    from kibitz.core.noun import Noun

_PYTHON = re.compile(r"(?P<file>.+\.py)(?::(?P<name>.*))?", re.DOTALL)
_EXAMPLE = 'for instance matrix "-2 3; 3 -4", game.nfg, or blotto 4 3 2'


def resolve(words: list[str], exact: bool | None = None, seed: int | None = None) -> Noun:
    """The game that these words name.

    >>> resolve(["matrix", "-2 3; 3 -4"])
    matrix('-2 3; 3 -4')
    >>> resolve(["matrix", "1/2 0"], exact=False)
    matrix('0.5 0')
    """
    noun = in_numbers(_make([word.strip() for word in words], seed), exact)
    note_game(noun)
    return noun


def name_of(words: list[str]) -> str:
    """A short name for the game that these words name, fit for a file.

    >>> name_of(["matrix", "1 2"]), name_of(["dir/chicken.nfg"]), name_of(["my.py:Duel"])
    ('matrix', 'chicken', 'Duel')
    """
    first = words[0].strip()
    python = _PYTHON.fullmatch(first)
    name = (python["name"] or "") if python else Path(first).stem
    name = re.sub(r"[^\w.-]+", "-", name)
    return (name[:40] if is_typed(words) else name).strip("-.") or "game"


def in_numbers(noun: Noun, exact: bool | None) -> Noun:
    """The same game in rationals or floats, or as it is when ``exact`` is None."""
    if exact is None:
        return noun
    from kibitz.coalitional.cost_game import CostGame
    from kibitz.coalitional.game import CoalitionalGame
    from kibitz.core.tensor import Tensor
    from kibitz.extensive.arrows.unfold import unfold
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.linear.program import LinearProgram
    from kibitz.rules.game import Rules
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.game import MatrixGame

    convert = Tensor.rational if exact else Tensor.floating
    if isinstance(noun, MatrixGame):
        return replace(noun, matrix=convert(noun.matrix))
    if isinstance(noun, StrategicGame):
        return replace(noun, payoffs=tuple(map(convert, noun.payoffs)))
    if noun.kind == "stochastic":
        return noun.with_numbers(exact)
    if isinstance(noun, (LinearProgram, CoalitionalGame, CostGame)):
        return noun.rational() if exact else noun.floating()
    if isinstance(noun, Rules) and noun.has("information_state"):
        noun = unfold(noun)
    if isinstance(noun, ExtensiveGame):
        return noun.rational() if exact else noun.floating()
    if exact and isinstance(noun, Rules) and noun.has("chance"):
        from kibitz.stochastic.from_rules.convert import to_stochastic

        return to_stochastic(noun, getattr(noun, "endless", None), exact=True)
    raise GameError(
        f"{noun.several} cannot be converted between exact and floating-point numbers; leave "
        f"out --exact and --float"
    )


def _make(words: list[str], seed: int | None) -> Noun:
    if not words or not words[0]:
        raise GameError(f"no game; give one, {_EXAMPLE}")
    first, *rest = words = in_words(words)
    if is_typed(words) or not _is_elsewhere(first):
        return typed_game(words, seed)
    if seed is not None:
        raise GameError("a seed applies only to random games, such as random-matrix 4 4")
    if _PYTHON.fullmatch(first):
        from kibitz.formats.python_file import game_from_python

        file, _, name = first.rpartition(".py")
        return game_from_python(f"{file}.py", name.removeprefix(":"), rest)
    return _from_file(first, rest)


def _is_elsewhere(first: str) -> bool:
    """Whether the word does not name a game on the shelf."""
    from kibitz.formats import ENDINGS
    from kibitz.formats.files import ARRAYS

    head, *tail = first.split()
    if tail and on_shelf(head):
        return False
    if first == "-" or _PYTHON.fullmatch(first) or os.sep in first:
        return True
    if Path(first).suffix.lower() in (*ENDINGS, ARRAYS):
        return True
    return Path(first).exists() and not on_shelf(first)


def _from_file(first: str, rest: list[str]) -> Noun:
    from kibitz.formats import load

    if rest:
        raise GameError(f"{first}: a file takes no parameters; leave out {rest[0]!r}")
    if Path(first).is_dir():
        raise GameError(f"{first}: this is a directory, not a game")
    noun = load(first)
    for note in getattr(noun, "notes", ()):
        sys.stderr.write(f"{first}: {note}\n")
    return noun
