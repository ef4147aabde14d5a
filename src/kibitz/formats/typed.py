"""A game that is typed: by its name and parameters, in words and numbers, as JSON or as a tree.

What is typed never reaches the file system; files are read by :mod:`kibitz.formats.files`.
"""

from __future__ import annotations

import re
import shlex
from contextlib import suppress
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from kibitz.core import index
from kibitz.core.errors import GameError, did_you_mean, nearest
from kibitz.core.spelling import canonical_name
from kibitz.extensive.text import EXAMPLE, has_named_players
from kibitz.forms import FORMS

if TYPE_CHECKING:
    from kibitz.core.noun import Noun

_JSON = re.compile(r"\{\s*\"|\[\s*[\[{\"\d.-]")
"""How JSON begins that is typed on the spot."""
_TREE = re.compile(r"\s*(max|min|chance|avg|average|mean)?\s*\(|\s*\[[^\"{}]*\(", re.IGNORECASE)
"""An expression, or lists as in Python with payoffs in parentheses."""
_PROGRAM = re.compile(r"\s*(max|min)(imi[sz]e)?\s+[^(].*[<>=≤≥]", re.IGNORECASE | re.DOTALL)
"""A linear program, whose objective comes first."""
_OBJECTIVE = re.compile(r"\s*(max|min)(imi[sz]e)?\s", re.IGNORECASE)
_ANY = r"[^\W\d_⁰¹²³⁴-⁹½¼¾]"
_LETTER = re.compile(rf"(?<!{_ANY}){_ANY}(?!{_ANY})(?<!\d[eE](?=[-+\d]))")
"""A letter that stands alone, as a parameter does, and not in 2.5e3."""
_APOSTROPHE = re.compile(rf"(?<={_ANY})'(?={_ANY})")
"""As in liar's dice, where no quotation begins."""
_VALUE = re.compile(rf"{_ANY}\s*=")
"""A number for a letter, such as t=3."""
_OPTION = re.compile(r"\w+\s*=")
_NUMBERS = re.compile(r"[-−+\d./,;\s]+")
_CELLS = re.compile(r"\d,[-−+\d]")
"""Payoffs of two players, as opposed to numbers separated by a comma and a blank."""
TYPED = tuple(word for form in FORMS for word in form.words)
"""What is typed on the spot."""


def typed_game(words: list[str], seed: int | None = None) -> Noun:
    """The game that some words say, the first of which may hold them all.

    Parameters
    ----------
    words : list of str
        A word of a form and its numbers, the name of a game with its parameters, JSON, or a tree.
    seed : int, optional
        The random seed, for random games by name.

    Returns
    -------
    Noun
        The game.

    Examples
    --------
    >>> typed_game(["matrix", "-2 3; 3 -4"])
    matrix('-2 3; 3 -4')
    >>> typed_game(["nim 3 4 5 + kayles 12"]).nimber()
    6
    """
    first, *rest = words = in_words(words)
    if _is_played(" ".join(words)):
        return _typed_tree(words)
    if is_tree_text(first):
        from kibitz.rules.trees.build import game_tree

        return game_tree(" ".join(words))
    if _JSON.match(first):
        from kibitz.formats.json_files.form import read

        return read(" ".join(words))
    typed = " ".join(words)
    if _PROGRAM.match(typed):
        return _typed_program(words)
    if _OBJECTIVE.match(typed):
        raise GameError('a linear program needs constraints; write max "3x + 2y; x + y <= 4"')
    if all(word.isdigit() for word in words):
        raise GameError(f"these are only numbers; for heaps write nim {typed}")
    if ";" in typed and _NUMBERS.fullmatch(typed):
        cells = _CELLS.search(typed) is not None
        what, word = ("game of two players", "bimatrix") if cells else ("zero-sum game", "matrix")
        raise GameError(f'these are only numbers; for a {what} write {word} "{typed}"')
    if first not in TYPED:
        return _from_shelf(words, seed)
    if seed is not None:
        raise GameError("a seed is for random games by name, such as random-matrix 4 4")
    return _READERS[first](rest)


def is_typed(words: list[str]) -> bool:
    """Whether these words, taken one by one, say a game in full and do not name one.

    >>> is_typed(["matrix", "1 2; 3 4"]), is_typed(["1 2; 3 4"]), is_typed(["chicken"])
    (True, True, False)
    """
    first, typed = words[0], " ".join(words)
    said = first in TYPED or is_tree_text(first) or _JSON.match(first) is not None
    said = said or _is_played(typed)
    said = said or _PROGRAM.match(typed) is not None
    return said or (";" in typed and _NUMBERS.fullmatch(typed) is not None)


def in_words(words: list[str]) -> list[str]:
    """What was typed in words: the first one apart, a call as in Python taken to pieces."""
    return _apart(_called(words))


def is_tree_text(text: str) -> bool:
    """Whether this is a tree written as an expression, or in lists and tuples as in Python.

    >>> is_tree_text("max(min(3, 12), 2)"), is_tree_text("((3 12) (2 8))"), is_tree_text("max.json")
    (True, True, False)
    >>> is_tree_text("[[(1, 2, 3), (4, 5, 6)]]"), is_tree_text("[[1, 2], [3, 4]]")
    (True, False)
    """
    return _TREE.match(text) is not None and not has_named_players(text)


def _is_played(text: str) -> bool:
    """Whether this is a tree whose players have names, and no game on the shelf is called.

    >>> _is_played("I(L: 1,2; R: 2,2)"), _is_played("max(a: 3, b: 2)"), _is_played("nim(3, 4)")
    (True, False, False)
    """
    name = text.partition("(")[0].split()[:1]
    return has_named_players(text) and name[0] not in TYPED and not on_shelf(name[0])


def _apart(words: list[str]) -> list[str]:
    """A game that is typed whole in quotes, with its first word apart.

    >>> _apart(["matrix 0 2; 3 1"]), _apart(["nim 3 4"])
    (['matrix', '0 2; 3 1'], ['nim 3 4'])
    >>> _apart(["bimatrix '3 0; 4 1' '3 4; 0 1'"])
    ['bimatrix', '3 0; 4 1', '3 4; 0 1']
    >>> _apart(["nim 3 4", "play=misere"])
    ['nim 3 4 play=misere']
    """
    head, _, tail = words[0].partition(" ")
    tail = tail.strip()
    if tail and len(words) > 1 and head not in TYPED and on_shelf(head):
        is_sum = "+" in words
        return [" ".join(words) if is_sum else f"{words[0]} {shlex.join(words[1:])}"]
    if head not in TYPED or not tail:
        return words
    if tail[0] in "'\"" and tail[0] == tail[-1]:
        with suppress(ValueError):
            return [head, *shlex.split(tail), *words[1:]]
    return [head, tail, *words[1:]]


def _called(words: list[str]) -> list[str]:
    """A call as in Python, nim(3, 4), in words; other words as they are.

    >>> _called(["nim(3,", "4)"]), _called(["matrix([[1, 2], [3, 4]])"])
    (['nim', '3', '4'], ['matrix', '[[1, 2], [3, 4]]'])
    """
    call = " ".join(words)
    name, parenthesis, _ = call.partition("(")
    if not parenthesis or not (name in TYPED or on_shelf(name)):
        return words
    from kibitz.core.names.other_names import in_words as spell

    spelled = spell(call)
    return words if spelled == call else shlex.split(spelled)


NAMES = ("rows", "columns", "players", "title", "costs")
"""What may be named in a table typed on the spot: rows=Up,Down behind it, or --rows Up,Down."""
_YES, _NO = ("yes", "true", "1", ""), ("no", "false", "0")


def _named(rest: list[str]) -> tuple[list[str], dict[str, Any]]:
    """The numbers of a typed table, and the names behind them.

    >>> _named(["1 2; 3 4", "rows=Up, Down", "title=A walk"])
    (['1 2; 3 4'], {'rows': ['Up', 'Down'], 'title': 'A walk'})
    >>> _named(["1,1 2,0; 0,2 3,3", "costs"])
    (['1,1 2,0; 0,2 3,3'], {'cost': True})
    """
    numbers: list[str] = []
    names: dict[str, Any] = {}
    for word in rest:
        key, equals, value = word.partition("=")
        key = key.strip().lower()
        key = "cost" if key == "costs" else key
        if key != "cost" and not (equals and key.isidentifier()):
            numbers.append(word)
        elif key in names:
            raise GameError(f"{word}: {key} is given twice")
        elif key == "cost":
            if value.strip().lower() not in _YES + _NO:
                raise GameError(f"{word}: write cost=yes or cost=no")
            names["cost"] = value.strip().lower() in _YES
        elif key not in NAMES:
            near = did_you_mean(key, NAMES)
            raise GameError(f"a typed table has no option {key!r}{near}")
        else:
            apart = [name.strip() for name in value.split(",")]
            if key != "title" and not all(apart):
                raise GameError(f"{key}: name {apart.index('') + 1} of {value!r} is empty")
            names[key] = value.strip() if key == "title" else apart
    return numbers, names


def _typed_matrix(rest: list[str]) -> Noun:
    from kibitz.zero_sum.game import matrix

    values: dict[str, str] = {}
    for name, value in (word.split("=", 1) for word in rest[1:] if _VALUE.match(word)):
        if name in values:
            raise GameError(f"{name}={value}: {name} is given twice")
        values[name] = value
    rest, names = _named([word for word in rest if not _VALUE.match(word)])
    if names.pop("cost", False):
        raise GameError("a matrix holds the row player's payoffs; write costs as negative numbers")
    if len(rest) != 1:
        raise GameError(f'matrix takes all rows as one argument, "1 2; 3 4", not {len(rest)}')
    letters = set(_LETTER.findall(rest[0]))
    unknown = [name for name in values if name not in letters]
    if unknown:
        name = unknown[0]
        raise GameError(f"{name}={values[name]}: no entry holds the letter {name}")
    if len(letters) == 1:
        from kibitz.zero_sum.parametric.game import parametric_game

        letter = letters.pop()
        if names and not values:
            raise GameError(f"a table with the letter {letter} takes no {', '.join(names)}")
        family = parametric_game(rest[0], parameter=letter)
        if not values:
            return family
        at = family.at(values[letter])
        return matrix(at.matrix, **names) if names else at
    if len(letters) > 1:
        raise GameError(
            f"matrix: the letters {', '.join(sorted(letters))}; one letter may stand for a number, "
            "so write numbers for the others"
        )
    return matrix(rest[0], **names)


def _typed_bimatrix(rest: list[str]) -> Noun:
    from kibitz.strategic.build import bimatrix

    rest, names = _named(rest)
    if len(rest) not in (1, 2):
        raise GameError(
            'bimatrix takes cells, "3,3 0,4; 4,0 1,1", or two matrices, "3 0; 4 1" "3 4; 0 1", '
            f"not {len(rest)} arguments"
        )
    return bimatrix(rest[0], rest[1] if len(rest) == 2 else None, **names)


def _typed_strategic(rest: list[str]) -> Noun:
    from kibitz.strategic.build import strategic_game

    rest, names = _named(rest)
    if not rest:
        raise GameError(
            'strategic takes cells with "|" between the strategies of a third player, '
            '"1,1,1 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 2,2,2", or an array for each player'
        )
    cells = rest[0] if len(rest) == 1 else rest
    sides = [names.pop("rows", None), names.pop("columns", None)]
    if any(sides):
        others = len(strategic_game(cells).players) - len(sides)
        names["strategies"] = sides + [None] * others
    return strategic_game(cells, **names)


def _typed_coalition(rest: list[str]) -> Noun:
    from kibitz.coalitional.make import coalition

    words, options = _worth_options(rest, ("players", "missing", "title"))
    return coalition(_table("coalition", words), **options)


def _typed_cost(rest: list[str]) -> Noun:
    from kibitz.coalitional.make import cost_game

    words, options = _worth_options(rest, ("players", "title"))
    return cost_game(_table("cost", words), **options)


def _worth_options(rest: list[str], known: tuple[str, ...]) -> tuple[list[str], dict[str, Any]]:
    """The words of a table of worths, and the options that follow them.

    >>> _worth_options(["v(S) = |S|^2", "players=3"], ("players",))
    (['v(S) = |S|^2'], {'players': '3'})
    """
    found = {word: word.partition("=") for word in rest[1:]}
    options: dict[str, Any] = {}
    for key, equals, value in found.values():
        name = key.strip()
        near = nearest(name, known)
        if equals and name not in known and (near or name == "missing"):
            raise GameError(f"this table has no option {name!r}{near}")
        if name in options:
            raise GameError(f"{name} is given twice")
        if name in known:
            options[name] = value.strip()
    words = [word for word in rest if word not in found or found[word][0].strip() not in known]
    return words, options


def _table(word: str, rest: list[str]) -> str:
    if not rest:
        raise GameError(f'{word} needs coalitions and numbers: {word} "A:1 B:3 A,B:6"')
    return " ".join(rest)


def _typed_tree(rest: list[str]) -> Noun:
    """A tree with what may be said about it: its players in order, its title.

    >>> _typed_tree(["Bob(l: 1,2; r: 2,1)", "players=Ann,Bob", "title=A walk"]).players
    ('Ann', 'Bob')
    """
    from kibitz.extensive.build import extensive_game

    tree = [word for word in rest if not _OPTION.match(word)]
    _, names = _named([word for word in rest if _OPTION.match(word)])
    if unknown := [name for name in names if name not in ("players", "title")]:
        raise GameError(f"a typed tree has no option {unknown[0]!r}; it has players and title")
    if not tree:
        raise GameError(f'extensive needs a tree: extensive "{EXAMPLE}"')
    return extensive_game(" ".join(tree), **names)


def _typed_program(rest: list[str]) -> Noun:
    from kibitz.linear.program import linear_program
    from kibitz.linear.typed import EXAMPLE

    if not rest:
        raise GameError(f'lp needs an objective and constraints: lp "{EXAMPLE}"')
    return linear_program(" ".join(rest))


def _typed_states(rest: list[str]) -> Noun:
    from kibitz.stochastic.families.family import game_family, is_family
    from kibitz.stochastic.game import stochastic_game

    options = dict(word.split("=", 1) for word in rest[1:] if "=" in word)
    options = {"endless" if key == "Q" else key: value for key, value in options.items()}
    family = bool(rest) and is_family(rest[0])
    taken = ("endless", "n", "title") if family else ("endless", "discount", "start", "title")
    unknown = [key for key in options if key not in taken]
    if not rest or len(options) < len(rest) - 1 or unknown:
        raise GameError(
            "stochastic takes all states as one argument, then endless=0 or discount=9/10: "
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
    "parametric": _typed_matrix,
    "bimatrix": _typed_bimatrix,
    "strategic": _typed_strategic,
    "coalition": _typed_coalition,
    "cost": _typed_cost,
    "extensive": _typed_tree,
    "recursive": _typed_states,
    "stochastic": _typed_states,
    "lp": _typed_program,
    "linear-program": _typed_program,
}


def on_shelf(name: str) -> bool:
    """Whether a game has this name, or goes by it."""
    from kibitz.core.names.other_names import OTHER_NAMES

    usual = canonical_name(name)
    return usual in OTHER_NAMES or usual in index.table("GAMES")


def _from_shelf(words: list[str], seed: int | None) -> Noun:
    """The game of that name; a form that is nearly spelled is suggested before other games.

    >>> _from_shelf(["bimatrx", "1 2", "3 4"], None)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: unknown form or game 'bimatrx'; did you mean 'bimatrix'?
    """
    from kibitz.core.shelf import game

    name = words[0].partition(" ")[0]
    if not on_shelf(name) and (meant := get_close_matches(name, TYPED, n=1, cutoff=0.85)):
        raise GameError(f"unknown form or game {name!r}; did you mean {meant[0]!r}?")
    call = words[0] if len(words) == 1 else shlex.join(words)
    noun: Noun = game(call, **({} if seed is None else {"seed": seed}))
    return noun


def read_game(text: str) -> Noun:
    """The game that someone typed or pasted: as on the command line, or the text of a file.

    Rows of numbers alone are a zero-sum game, rows of cells such as ``3,3 0,4`` a bimatrix game.

    Parameters
    ----------
    text : str
        What was typed.

    Returns
    -------
    Noun
        The game.

    Examples
    --------
    >>> read_game("0\\t-1\\n1\\t0"), read_game('matrix "1 2; 3 4"')
    (matrix('0 -1; 1 0'), matrix('1 2; 3 4'))
    >>> print(read_game("3,3 0,4; 4,0 1,1").strategies)
    (('1', '2'), ('1', '2'))
    >>> read_game("")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: no game; give one, such as nim 3 4 5, chicken, or 1 -1; -1 1
    """
    from kibitz.formats.files import loads, sniff

    text = text.strip()
    if not text:
        raise GameError("no game; give one, such as nim 3 4 5, chicken, or 1 -1; -1 1")
    if sniff(text) != "text":
        return loads(text)
    if _NUMBERS.fullmatch(text):
        rows = ";".join(line for line in re.split(r"[;\n]", text) if line.strip())
        return _READERS["matrix" if _CELLS.search(rows) is None else "bimatrix"]([rows])
    if _is_played(text) or has_named_players(text.removeprefix("extensive ")):
        return typed_game([text])
    return typed_game(_split(text))


def _split(text: str) -> list[str]:
    """The words of a command; where nothing is quoted they stay together."""
    if not {"'", '"'} & {*_APOSTROPHE.sub("", text)}:
        return [text]
    try:
        return shlex.split(text)
    except ValueError:
        raise GameError("missing closing quotation mark") from None
