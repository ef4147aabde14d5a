"""A game on the command line, turned into a noun. This is the only place that knows how."""

from __future__ import annotations

import os
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kibitz.cli.machinery.tree_text import is_tree_text
from kibitz.core import index
from kibitz.core.errors import GameError
from kibitz.forms import FORMS

if TYPE_CHECKING:
    from kibitz.core.noun import Noun

_PYTHON = re.compile(r"(?P<file>.+\.py)(?::(?P<name>.*))?", re.DOTALL)
_JSON = re.compile(r"\{\s*\"|\[\s*[\[{\"\d.-]")
"""How JSON begins that is typed on the spot."""
_ANY = r"[^\W\d_⁰¹²³⁴-⁹½¼¾]"
_LETTER = re.compile(rf"(?<!{_ANY}){_ANY}(?!{_ANY})(?<!\d[eE](?=[-+\d]))")
"""A letter that stands alone, as a parameter does, and not in 2.5e3."""
_NUMBERS = re.compile(r"[-−+\d./,;\s]+")
TYPED = tuple(word for form in FORMS for word in form.words)
"""What is typed on the spot."""
_EXAMPLE = 'for instance matrix "-2 3; 3 -4", game.nfg, or blotto 4 3 2'


def resolve(words: list[str], exact: bool | None = None, seed: int | None = None) -> Noun:
    """The game that these words name.

    >>> resolve(["matrix", "-2 3; 3 -4"])
    matrix('-2 3; 3 -4')
    >>> resolve(["matrix", "1/2 0"], exact=False)
    matrix('0.5 0')
    """
    return in_numbers(_make([word.strip() for word in words], seed), exact)


def name_of(words: list[str]) -> str:
    """A short name for the game that these words name, fit for a file.

    >>> name_of(["matrix", "1 2"]), name_of(["dir/chicken.nfg"]), name_of(["my.py:Duel"])
    ('matrix', 'chicken', 'Duel')
    """
    first = words[0].strip()
    python = _PYTHON.fullmatch(first)
    name = (python["name"] or "") if python else Path(first).stem
    return re.sub(r"[^\w.-]+", "-", name).strip("-.") or "game"


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
    raise GameError(f"a {noun.kind} has only one kind of numbers; leave --exact and --float out")


def _make(words: list[str], seed: int | None) -> Noun:
    if not words or not words[0]:
        raise GameError(f"which game? {_EXAMPLE}")
    first, *rest = words = _apart(_called(words))
    if is_tree_text(first):
        from kibitz.rules.trees.build import game_tree

        return game_tree(" ".join(words))
    if _JSON.match(first):
        from kibitz.formats.json_files.form import read

        return read(" ".join(words))
    typed = " ".join(words)
    if ";" in typed and _NUMBERS.fullmatch(typed):
        raise GameError(f'these are only numbers; for a zero-sum game write matrix "{typed}"')
    if not _is_elsewhere(first):
        return _from_shelf(words, seed)
    if seed is not None:
        raise GameError("--seed is for random games by name, such as random-matrix 4 4")
    if first in _READERS:
        return _READERS[first](rest)
    if _PYTHON.fullmatch(first):
        from kibitz.cli.machinery.python_file import game_from_python

        file, _, name = first.rpartition(".py")
        return game_from_python(f"{file}.py", name.removeprefix(":"), rest)
    return _from_file(first, rest)


def _apart(words: list[str]) -> list[str]:
    """A game that is typed whole in quotes, with its first word apart.

    >>> _apart(["matrix 0 2; 3 1"]), _apart(["nim 3 4"])
    (['matrix', '0 2; 3 1'], ['nim 3 4'])
    """
    head, _, tail = words[0].partition(" ")
    return [head, tail.strip(), *words[1:]] if head in TYPED and tail.strip() else words


def _called(words: list[str]) -> list[str]:
    """A call as in Python, nim(3, 4), in words; other words as they are.

    >>> _called(["nim(3,", "4)"]), _called(["matrix([[1, 2], [3, 4]])"])
    (['nim', '3', '4'], ['matrix', '[[1, 2], [3, 4]]'])
    """
    from kibitz.core.other_names import in_words

    call = " ".join(words)
    name, parenthesis, _ = call.partition("(")
    if not parenthesis or not (name in TYPED or _on_shelf(name)):
        return words
    spelled = in_words(call)
    return words if spelled == call else shlex.split(spelled)


def _is_elsewhere(first: str) -> bool:
    """Whether the word does not name a game on the shelf."""
    from kibitz.formats import ENDINGS

    head, *tail = first.split()
    if tail and _on_shelf(head):
        return False
    if first in TYPED or first == "-" or _PYTHON.fullmatch(first) or os.sep in first:
        return True
    if Path(first).suffix.lower() in ENDINGS:
        return True
    return Path(first).exists() and not _on_shelf(first)


def _typed_matrix(rest: list[str]) -> Noun:
    from kibitz.zero_sum.game import matrix

    if len(rest) != 1:
        raise GameError(f'matrix takes its rows as one argument, "1 2; 3 4", not {len(rest)}')
    letters = set(_LETTER.findall(rest[0]))
    if len(letters) == 1:
        from kibitz.zero_sum.parametric.game import parametric_game

        return parametric_game(rest[0], parameter=letters.pop())
    return matrix(rest[0])


def _typed_bimatrix(rest: list[str]) -> Noun:
    from kibitz.strategic.game import bimatrix

    if len(rest) not in (1, 2):
        raise GameError(
            'bimatrix takes cells, "3,3 0,4; 4,0 1,1", or two matrices, "3 0; 4 1" "3 4; 0 1", '
            f"not {len(rest)} arguments"
        )
    return bimatrix(rest[0], rest[1] if len(rest) == 2 else None)


def _typed_strategic(rest: list[str]) -> Noun:
    from kibitz.strategic.game import strategic_game

    if not rest:
        raise GameError(
            'strategic takes cells with "|" between the strategies of a third player, '
            '"1,1,1 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 2,2,2", or an array for each player'
        )
    return strategic_game(rest[0] if len(rest) == 1 else rest)


def _typed_coalition(rest: list[str]) -> Noun:
    from kibitz.coalitional.make import coalition

    return coalition(_table("coalition", rest))


def _typed_cost(rest: list[str]) -> Noun:
    from kibitz.coalitional.make import cost_game

    return cost_game(_table("cost", rest))


def _table(word: str, rest: list[str]) -> str:
    if not rest:
        raise GameError(f'{word} of what? write coalitions and numbers, {word} "A:1 B:3 A,B:6"')
    return " ".join(rest)


def _typed_states(rest: list[str]) -> Noun:
    from kibitz.stochastic.families.family import game_family, is_family
    from kibitz.stochastic.game import stochastic_game

    options = dict(word.split("=", 1) for word in rest[1:] if "=" in word)
    family = bool(rest) and is_family(rest[0])
    taken = ("endless", "n", "title") if family else ("endless", "discount", "start", "title")
    unknown = [key for key in options if key not in taken]
    if not rest or len(options) < len(rest) - 1 or unknown:
        raise GameError(
            "stochastic takes its states as one argument, then endless=0 or discount=9/10: "
            'stochastic "G: G, 1; 1, 0" endless=0'
        )
    if family:
        return game_family(
            rest[0], options.get("endless"), options.get("n", 0), options.get("title", "")
        )
    return stochastic_game(
        rest[0],
        options.get("endless"),
        options.get("discount", 1),
        options.get("start"),
        title=options.get("title", ""),
    )


_READERS = {
    "matrix": _typed_matrix,
    "bimatrix": _typed_bimatrix,
    "strategic": _typed_strategic,
    "coalition": _typed_coalition,
    "cost": _typed_cost,
    "stochastic": _typed_states,
}


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


def _on_shelf(name: str) -> bool:
    from kibitz.core.other_names import OTHER_NAMES

    usual = name.lower().replace("_", "-")
    return usual in OTHER_NAMES or usual in index.table("GAMES")


def _from_shelf(words: list[str], seed: int | None) -> Noun:
    from kibitz.games import game

    call = words[0] if len(words) == 1 else shlex.join(words)
    noun: Noun = game(call, **({} if seed is None else {"seed": seed}))
    return noun
