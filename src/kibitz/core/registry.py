"""The shelf: games with a name, typed parameters and a one-line description."""

from __future__ import annotations

import inspect
import re
import types
import typing
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from kibitz.core import index
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.names.topics import topic
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, number, show
from kibitz.core.spelling import canonical_name, count_of, place_of_set, words_of

Maker = TypeVar("Maker", bound=Callable[..., Noun])
_ABOUT = {
    "origin": "; origin= numbers coins in rows and on boards, and the squares here are fixed: "
    "`kibitz games NAME` says from where they count",
}
"""What to say of parameters that other games have."""
_ALSO = {
    "b": ("bet",),
    "beta": ("bet", "b"),
    "bet": ("b",),
    "c": ("cost", "costs"),
    "deck": ("cards",),
    "f": ("limit",),
    "head": ("coins",),
    "heads": ("coins",),
    "heap": ("heaps",),
    "label_from": ("origin",),
    "l": ("loss",),
    "m": ("inspections",),
    "n": ("periods", "cards", "players"),
    "pile": ("heaps",),
    "piles": ("heaps",),
    "p": ("punishment", "hare"),
    "players": ("n",),
    "probability": ("p",),
    "r": ("reward", "stag"),
    "row": ("coins",),
    "s": ("set", "sucker", "nothing"),
    "t": ("threshold", "temptation", "alone"),
    "to_move": ("mover",),
    "turn": ("mover",),
    "u": ("values",),
    "v": ("value",),
    "w": ("win",),
}
"""Parameters as textbooks call them, with the names that they have here."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a named game."""

    name: str
    annotation: Any
    default: Any
    by_name_only: bool = False

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    def __str__(self) -> str:
        if self.required:
            return f"{self.name}: {_type_name(self.annotation)}"
        default = "" if self.default is None else _spell(self.default)
        return f"{self.name}={default}" if default else self.name

    @property
    def usage(self) -> str:
        """How it is written in a call: in brackets where it may be left out."""
        if not self.required:
            return f"[{self}]"
        return f"{self.name}=<{_type_name(self.annotation)}>" if self.by_name_only else f"<{self}>"

    @property
    def is_text(self) -> bool:
        """Whether it is a word: any, or one of some."""
        kinds = typing.get_args(self.annotation) or (self.annotation,)
        return all(isinstance(k, str) or k in (str, type(None)) for k in kinds)

    def formulas(self, given: Any) -> list[str]:
        """What was typed for a number, or for each of several; none for another kind of thing."""
        if self.annotation in (Fraction, Number, float):
            return [given] if isinstance(given, str) else []
        inner = typing.get_args(self.annotation)[:1] if _is_list(self.annotation) else ()
        if inner not in ((Fraction,), (Number,)) or not isinstance(given, (str, list, tuple)):
            return []
        items = [given] if isinstance(given, str) else given
        return [text for item in items for text in str(item).replace(",", " ").split()]

    def read(self, given: Any, game: str) -> Any:
        """Turn what was given, perhaps typed as text, into a value of the declared type."""
        if self.name == "players" and self.annotation == tuple[str, ...]:
            return _read_names(given)
        return _read(given, self.annotation, f"{game}: {self.name}")


@dataclass(frozen=True, slots=True)
class ShelfEntry:
    """A game on the shelf: how it is called, where it belongs, what it is."""

    name: str
    family: str
    maker: Callable[..., Noun]
    parameters: tuple[Parameter, ...]
    description: str
    together: tuple[str, ...] = ()
    """Parameters that are one thing, as the two heaps of a game: typed in order, all or none."""
    note: str = ""
    """What is known of the whole family, shown where a letter stands for a number."""

    @property
    def usage(self) -> str:
        return " ".join([self.name, *(p.usage for p in self.parameters)])

    def make(self, *args: Any, **kwargs: Any) -> Noun:
        """Build the game; arguments may be text."""
        read = self._whole_numbers(args, kwargs) or self._read(args, kwargs)
        if not isinstance(read, dict):
            return read
        noun = self.maker(**read)
        if SHELF.get(self.name) is self:
            object.__setattr__(noun, "made_by", (self.name, read))
        return noun

    def _whole_numbers(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """What was typed where all parameters are whole numbers, as in most rows of a grid; or {}.

        It needs no closer look: by their names or in order, nothing twice and nothing left out.
        """
        ordered = [p.name for p in self.parameters if not p.by_name_only]
        given = {**dict(zip(ordered, args, strict=False)), **kwargs}
        plain = (
            len(given) == len(args) + len(kwargs)
            and not self.together
            and all(p.annotation is int for p in self.parameters)
            and all(isinstance(x, str) and _WHOLE.fullmatch(x) for x in given.values())
        )
        read = {p.name: int(given[p.name]) for p in self.parameters if plain and p.name in given}
        whole = len(read) == len(given) and all(
            p.name in read or not p.required for p in self.parameters
        )
        return read if whole else {}

    def _read(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any] | Noun:
        """What was typed for each parameter; the game itself where a letter stands for a number."""
        names = [p.name for p in self.parameters]
        by_name = {p.name for p in self.parameters if p.by_name_only}
        place = place_of_set(args)
        if place is not None and "set" in by_name - kwargs.keys():
            args, kwargs = args[:place] + args[place + 1 :], {**kwargs, "set": args[place]}
        usual = {key: self._usual(key, value) for key, value in kwargs.items()}
        given = self._in_order(args, set(usual.values()))
        self._whole(given, set(usual.values()))
        for key, value in kwargs.items():
            name = usual[key]
            if name not in names:
                raise GameError(
                    f"{self.name}: no parameter {key!r}{_ABOUT.get(key, did_you_mean(key, names))}"
                )
            if name in given:
                raise GameError(f"{self.name}: parameter {name!r} is given twice")
            given[name] = value
        missing = [p.name for p in self.parameters if p.required and p.name not in given]
        if missing:
            raise GameError(f"{self.name}: needs {', '.join(missing)}; write {self.usage}")
        letter = self._letter(given)
        if letter:
            return self._with_letter(given, letter)
        return {
            p.name: p.read(given[p.name], self.name) for p in self.parameters if p.name in given
        }

    def _letter(self, given: dict[str, Any]) -> str:
        """The letter that stands for a number in some parameters, as in endgame p=t; or none."""
        letters = {
            letter
            for p in self.parameters
            for text in p.formulas(given.get(p.name))
            for letter in _FORMULA.findall(text)
            if not _NO_FORMULA.search(text)
        }
        return letters.pop() if len(letters) == 1 else ""

    def _with_letter(self, given: dict[str, Any], letter: str) -> Noun:
        """The family of games for all values of a letter."""
        from kibitz.core.extension import find

        typed = {p: p.formulas(given.get(p.name)) for p in self.parameters}
        formulas = {
            p.name: (_is_list(p.annotation), texts)
            for p, texts in typed.items()
            if any(letter in text for text in texts)
        }
        value: Any = find(Noun, "formula_at")

        if "most" in {p.name for p in self.parameters} - given.keys():
            given = {**given, "most": LISTED}

        def build(t: Fraction) -> Noun:
            numbers = {}
            for key, (is_list, texts) in formulas.items():
                read = [value(x, letter, t, self.name) if _FORMULA.search(x) else x for x in texts]
                numbers[key] = read if is_list else read[0]
            return self.make(**{**given, **numbers})

        made: Noun = find(Noun, "letter_to_parametric")(build, letter, self.name, self.note)
        return made

    def _whole(self, in_order: dict[str, Any], by_name: set[str]) -> None:
        """Refuse to fill in the rest of what was begun: wythoff 3 is a heap of two."""
        if not self.together:
            return
        first = [name for name in self.together if name in in_order]
        missing = [n for n in self.together if n not in in_order and n not in by_name]
        if first and missing:
            defaults = {p.name: _spell(p.default) for p in self.parameters}
            rest = " ".join(f"{name}={defaults[name]}" for name in missing)
            raise GameError(
                f"{self.name}: {', '.join(first)} is given without {', '.join(missing)}; write "
                f"{self.name} {' '.join(f'<{name}>' for name in self.together)}, or by name, as "
                f"{rest}"
            )

    def _usual(self, key: str, given: Any) -> str:
        """The name of a parameter that may be called otherwise: piles for heaps, beta for bet."""
        name = key.replace("-", "_")
        known = [p.name for p in self.parameters]
        if name == "rows" and "coins" in known and not _WHOLE.fullmatch(str(given)):
            return "coins"
        if name in known:
            return name
        return next((usual for usual in _ALSO.get(name.lower(), ()) if usual in known), name)

    def _in_order(self, args: tuple[Any, ...], named: set[str]) -> dict[str, Any]:
        """Arguments without a name; a list at the end takes all that are left."""
        ordered = [p for p in self.parameters if not p.by_name_only]
        if len(args) == 1 and len(ordered) > 1 and _is_scalar(ordered[0].annotation):
            apart = _one_by_one(args[0])
            if _is_scalar(ordered[1].annotation):
                args = apart
            elif all(side == apart[0] for side in apart):
                args = apart[:1]
        if ordered and _is_list(ordered[-1].annotation):
            head = [p.name for p in ordered[:-1]]
            if args and head and named.issuperset(head) and ordered[-1].name not in named:
                return {ordered[-1].name: list(args)}
        if len(args) > len(ordered):
            if not ordered or not _is_list(ordered[-1].annotation):
                raise GameError(
                    f"{self.name}: takes {count_of(len(ordered), 'parameter')} "
                    f"({self.usage}), not {len(args)}"
                )
            most = len(ordered) - 1
            args = (*args[:most], list(args[most:]))
        return dict(zip([p.name for p in ordered], args, strict=False))


SHELF: dict[str, ShelfEntry] = {}
LONGEST_NAME = 60
"""Characters of an unknown name that are repeated."""
LISTED = 6
"""Strategies that are listed where a game with a letter would list as many as can be best."""
_FORMULA = re.compile(r"(?<![A-Za-z])([A-Za-z])(?![A-Za-z])")
"""A letter that stands alone: the one in 2t or 1-t^2."""
_NO_FORMULA = re.compile(r"[A-Za-z]{2}|[^-+*/^().\s\dA-Za-z]|\d[eE][-+]?\d")
"""What no formula in one letter has: words, other signs, powers of ten."""


def named(
    name: str, family: str, together: tuple[str, ...] = (), note: str = ""
) -> Callable[[Maker], Maker]:
    """Put a function that builds a game on the shelf, under a name and in a family.

    Parameters that are ``together`` are typed all or none: the others' defaults are for other
    positions.
    """

    def register(maker: Maker) -> Maker:
        if name in SHELF:
            raise AssertionError(f"two games are called {name}")
        hints = typing.get_type_hints(maker)
        parameters = tuple(
            Parameter(p.name, hints[p.name], p.default, p.kind is p.KEYWORD_ONLY)
            for p in inspect.signature(maker).parameters.values()
        )
        description = (inspect.getdoc(maker) or "").partition("\n")[0]
        SHELF[name] = ShelfEntry(name, family, maker, parameters, description, together, note)
        return maker

    return register


def look_up(name: str) -> ShelfEntry:
    """The entry with this name, or an error with the nearest names."""
    key = canonical_name(name)
    if key not in SHELF and not index.load("GAMES", key):
        near = did_you_mean(key, {**index.table("GAMES"), **SHELF}) or ";"
        asked = topic(key)
        near = f"; try `{asked}`;" if asked else near
        said = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
        raise GameError(f"unknown game {said!r}{near} `kibitz games` lists them all")
    return SHELF[key]


def make(call: str, *args: Any, **kwargs: Any) -> Noun:
    """Build a game from its name and parameters, in words or as arguments."""
    try:
        words = words_of(call)
    except ValueError as error:
        raise GameError(f"{call!r}: {error}") from None
    if not words:
        raise GameError("no game is given; `kibitz games` lists them all")
    entry = look_up(words[0])
    typed: list[Any] = []
    known = {p.name for p in entry.parameters}
    for word in settings_whole(words[1:]):
        key, equals, value = word.partition("=")
        if not equals and word.partition(":")[0] in known:
            key, equals, value = word.partition(":")
        if equals and key.replace("-", "_").isidentifier():
            if key in kwargs:
                raise GameError(f"{entry.name}: parameter {key!r} is given twice")
            kwargs[key] = value
        else:
            typed.append(word)
    return entry.make(*typed, *args, **kwargs)


_SETTING = re.compile(r"[A-Za-z][\w-]*=")
"""How a parameter by name begins."""


def settings_whole(words: list[str]) -> list[str]:
    """The words of a call, with the blanks in a list such as ``set=1, 2, 3`` or ``k = 2`` closed.

    >>> settings_whole(["27", "set=1,", "2,", "3", "play", "=", "misere"])
    ['27', 'set=1,2,3', 'play=misere']
    >>> settings_whole(["n=2", ""])
    ['n=2', '']
    """
    settings: list[str] = []
    for word in words:
        last = settings[-1] if settings else ""
        opened = _SETTING.match(last) is not None and not _SETTING.match(word)
        within = opened and (last[-1:] == "," or word[:1] == "," or _is_open(last))
        if last and (word == "=" or within or (opened and last.endswith("= "))):
            settings[-1] = last.rstrip() + word + (" " if word == "=" else "")
        else:
            settings.append(word)
    return [word.rstrip() for word in settings]


def _is_open(text: str) -> bool:
    """Whether a bracket is open at the end."""
    return any(text.count(left) > text.count(right) for left, right in ("()", "[]", "{}"))


def _is_list(annotation: Any) -> bool:
    return typing.get_origin(annotation) in (list, tuple)


def _one_by_one(given: Any) -> tuple[Any, ...]:
    """Numbers given together, as (3, 5) or, for the sides of a board, 3x5.

    >>> _one_by_one("3x5"), _one_by_one("(3, 5)"), _one_by_one([3, 5]), _one_by_one(3)
    (('3', '5'), ('3', ' 5'), (3, 5), (3,))
    """
    if isinstance(given, str):
        return tuple(re.split(r"(?<=\d)\s*[x×]\s*(?=\d)|,", given.strip("() ")))
    return tuple(given) if isinstance(given, (list, tuple)) else (given,)


def _is_scalar(annotation: Any) -> bool:
    """Whether it is one number."""
    return annotation in (int, float, Fraction, Number)


def _type_name(annotation: Any) -> str:
    if _is_list(annotation):
        return f"{_type_name(typing.get_args(annotation)[0])}..."
    if annotation in (Fraction, Number, Number | str):
        return "number"
    if typing.get_origin(annotation) is typing.Literal:
        return "|".join(map(str, typing.get_args(annotation)))
    return str(getattr(annotation, "__name__", annotation))


_BRACED = re.compile(r"\([^()]*\)|\{[^{}]*\}")
"""A list as it stands on paper, (3, 4, 5) or {3, 4, 5}."""
_WHOLE = re.compile(r"-?[0-9]{1,18}")
"""A whole number as most are typed."""


def _spell(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(_spell(v) for v in value)
    return show(value) if isinstance(value, Fraction) else str(value)


def _read(given: Any, annotation: Any, where: str) -> Any:
    if annotation is int and isinstance(given, str) and _WHOLE.fullmatch(given):
        return int(given)
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        if annotation == Number:
            return number(given, where)
        choices = [a for a in typing.get_args(annotation) if a is not type(None)]
        if {*typing.get_args(Number), str} <= set(choices):  # a number, or a letter for one
            named = isinstance(given, str) and given.strip().isidentifier()
            return given.strip() if named else number(given, where)
        return None if given is None else _read(given, choices[0], where)
    if typing.get_origin(annotation) is typing.Literal:
        return _one_of(given, typing.get_args(annotation), where)
    if _is_list(annotation):
        return _read_list(given, annotation, where)
    if annotation is bool:
        return _read_bool(given, where)
    if annotation is int:
        value = number(given, where)
        if value != int(value):
            raise GameError(f"{where} is {show(value)}; it must be a whole number")
        return int(value)
    if annotation in (Fraction, float):
        return number(given, where)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return annotation(_one_of(given, [e.value for e in annotation], where))
    if annotation is Any:
        return _as_typed(given)
    if isinstance(given, (list, tuple, set, frozenset, range)):
        return ",".join(map(str, given))
    return given if callable(given) else str(given)


def _as_typed(given: Any) -> Any:
    """A number where one was typed, of the kind that Python would read; else what was given.

    >>> [_as_typed(x) for x in ("3", "0.25", "1/3", "no", (1, 2))]
    [3, 0.25, Fraction(1, 3), 'no', (1, 2)]
    """
    for kind in (int, float, Fraction):
        with suppress(TypeError, ValueError, ZeroDivisionError):
            return kind(given) if isinstance(given, str) else given
    return given


_PAIR = re.compile(r"\(\s*([^(),;\s]+)\s*[,;]\s*([^(),;\s]+)\s*\)")
"""A pair such as (3, 5), which is also written 3:5."""
_GAP = re.compile(r"(?:^|,)\s*,")
"""Where an item of a list is missing."""
_SLASHES = re.compile(r"\s*\d+(?:\s*/\s*\d+){2,}\s*")
"""Heaps as some texts write them, 3/0/1; with one stroke it would be a fraction."""
_PAIRS = re.compile(rf"(?:{_PAIR.pattern}[\s,;]*)+")


def _read_names(given: Any) -> tuple[str, ...]:
    """Names of players, in which there may be spaces where commas stand between them.

    >>> _read_names("Long Beach, Glen Cove"), _read_names("A B"), _read_names(["Long Beach", 2])
    (('Long Beach', 'Glen Cove'), ('A', 'B'), ('Long Beach', '2'))
    """
    items = [given] if isinstance(given, str) or not hasattr(given, "__iter__") else list(given)
    if len(items) > 1 and not any("," in str(item) for item in items):
        return tuple(str(item).strip() for item in items)
    text = " ".join(map(str, items)).strip()
    text = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    names = text.replace(";", ",").split(",") if "," in text or ";" in text else text.split()
    return tuple(name.strip() for name in names if name.strip())


def _read_list(given: Any, annotation: Any, where: str) -> Any:
    inner = typing.get_args(annotation)[0]
    if isinstance(given, Mapping):
        given = _spelled_out(given, inner, where)
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        given = [given]
    items = list(given)
    if items and all(isinstance(item, str) for item in items):
        text = " ".join(items).strip()
        text = text[1:-1] if text.startswith("[") and text.endswith("]") else text
        text = text[1:-1] if inner is int and _BRACED.fullmatch(text) else text
        text = _PAIR.sub(r" \1:\2 ", text) if _PAIRS.fullmatch(text) else text
        if gap := _GAP.search(text):
            raise GameError(f"{where}: an item is missing at {text[gap.start() :].strip()!r}")
        text = text.replace(",", " ").replace(";", " ")
        text = text.replace("/", " ") if inner is int and _SLASHES.fullmatch(text) else text
        items = text.split()
    else:
        parts = (x.replace(",", " ").split() if isinstance(x, str) else [x] for x in items)
        items = [part for one in parts for part in one]
    if inner is str:
        items = [":".join(map(str, x)) if _is_pair(x) else x for x in items]
    read = [_read(g, inner, f"{where}, item {i}") for i, g in enumerate(items, 1)]
    return tuple(read) if typing.get_origin(annotation) is tuple else read


def _spelled_out(given: Mapping[Any, Any], inner: Any, where: str) -> list[str]:
    """A mapping as it is typed: a>b for each that follows a, a:3 for what a has.

    >>> _spelled_out({"a": ["b", "c"], "b": []}, str, ""), _spelled_out({"A": 100}, str, "")
    (['a>b', 'a>c'], ['A:100'])
    """
    if inner is not str:
        raise GameError(f"{where} is a mapping; it must be a list")
    spelled = []
    for key, value in given.items():
        follows = isinstance(value, (list, tuple, set, frozenset))
        spelled += [f"{key}>{x}" for x in value] if follows else [f"{key}:{value}"]
    return spelled


def _is_pair(item: Any) -> bool:
    return isinstance(item, (tuple, list)) and len(item) == 2


def _one_of(given: Any, choices: Any, where: str) -> Any:
    for choice in choices:
        if _plain(choice) == _plain(given):
            return choice
    names = [str(c) for c in choices]
    raise GameError(f"{where} is {given!r}; it must be one of {', '.join(names)}")


def _plain(word: Any) -> str:
    """A word without accents and capitals."""
    apart = unicodedata.normalize("NFKD", str(word))
    return "".join(c for c in apart if not unicodedata.combining(c)).casefold()


def _read_bool(given: Any, where: str) -> bool:
    if isinstance(given, bool):
        return given
    return _one_of(str(given).lower(), ["no", "yes", "false", "true", "0", "1"], where) in (
        "yes",
        "true",
        "1",
    )
