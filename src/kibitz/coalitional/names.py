"""Players and coalitions by name, as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number
from kibitz.core.spelling import count_of

MOST_PLAYERS = 25
"""Worths are held for all 2^n coalitions: a quarter of a gigabyte at this size."""
_JOINED = re.compile(r"\+|\s&\s|∪")
_QUOTED_OR_WORD = re.compile(r"""'([^']+)'|"([^"]+)"|([^\s,'"][^\s,]*)""")


def read_players(given: Any) -> tuple[str, ...]:
    """Names from a list, from words, or 1 to n from a count.

    >>> read_players("A, B C"), read_players(2), read_players([1, "x"])
    (('A', 'B', 'C'), ('1', '2'), ('1', 'x'))
    >>> read_players("2") == read_players(2)
    True
    """
    return tuple(str(x).strip() for x in player_objects(given))


def player_objects(given: Any) -> list[Any]:
    """The players as they were given, for functions that want them so."""
    if isinstance(given, bool) or given is None:
        raise GameError(f"players: {given!r} is neither a list of names nor a number of players")
    if isinstance(given, str) and given.strip().isdecimal():
        given = int(given)
    if isinstance(given, int):
        if not 1 <= given <= MOST_PLAYERS:
            raise GameError(
                f"players is {given}; it must be 1 to {MOST_PLAYERS}; for more, sample the Shapley "
                "value of a function"
            )
        return list(range(1, given + 1))
    if isinstance(given, str):
        return listed_names(given)
    if not isinstance(given, Iterable):
        raise GameError(f"players: {given!r} is neither a list of names nor a number of players")
    return list(given)


def listed_names(text: str) -> list[str]:
    """The names in a text: words; with blanks inside them between quotes, or with semicolons.

    >>> listed_names("A, B C"), listed_names("'Oyster Bay', Hempstead")
    (['A', 'B', 'C'], ['Oyster Bay', 'Hempstead'])
    >>> listed_names("Oyster Bay; Hempstead")
    ['Oyster Bay', 'Hempstead']
    """
    if ";" in text:
        return [name.strip(" \t\n'\"") for name in text.split(";") if name.strip()]
    matches = _QUOTED_OR_WORD.findall(text)
    return [first or second or word for first, second, word in matches]


_BLANK = "\ue000"
"""A blank inside a name, while the words around it are taken apart."""
_QUOTED = re.compile(r"""(?<![^\s,;({]) (?: '([^']*)' | "([^"]*)" ) (?=[\s,;:=)}]|$)""", re.VERBOSE)
_BRACKETED = re.compile(r"(?<=[({])[^(){}]*(?=[)}])")


def hold_blanks(text: str, between: str) -> str:
    """A text with marks for the blanks inside names; :func:`with_blanks` puts them back.

    A name may have blanks between quotes, within brackets, and where one of the signs ``between``
    ends each entry.

    >>> held = hold_blanks("Oyster Bay: 28; 'Glen Cove', Hempstead: 2", ";")
    >>> held.split()[0] == "Oyster Bay:", with_blanks(held.split()[0])
    (False, 'Oyster Bay:')
    >>> hold_blanks("A B:1", ";") == "A B:1"
    True
    """
    text = _QUOTED.sub(lambda m: (m[1] or m[2] or "").strip().replace(" ", _BLANK), text)
    text = _BRACKETED.sub(lambda m: _held_names(m[0]), text)
    parts = re.split(f"([{between}])", text)
    for k, part in enumerate(parts):
        colons = re.findall("[:=]", part)
        if len(parts) > 1 and len(colons) == 1:
            names, colon, amount = part.partition(colons[0])
            parts[k] = _held_names(names) + colon + amount
    return "".join(parts)


def _held_names(text: str) -> str:
    """Names with commas between them; single letters apart are not one name."""
    names = [name.split() for name in text.split(",")]
    return ",".join(
        (_BLANK if any(len(word) > 1 for word in words) else " ").join(words) for words in names
    )


def with_blanks(name: str) -> str:
    """A name with blanks where :func:`hold_blanks` put marks."""
    return name.replace(_BLANK, " ")


def read_listed(given: Any, what: str) -> list[Any]:
    """The items of a list, or the words of a text.

    >>> read_listed("A,B C", "unions"), read_listed([["A", "B"]], "unions")
    (['A,B', 'C'], [['A', 'B']])
    >>> read_listed(3, "unions")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: unions: 3 is not a list
    """
    if isinstance(given, str):
        return given.replace(";", " ").split()
    if not isinstance(given, Iterable):
        raise GameError(f"{what}: {given!r:.40} is not a list")
    return list(given)


def split_coalition(key: Any) -> list[str]:
    """The names in a coalition: ``"A,B"``, ``"{A, B}"``, a set or tuple of names, or one name.

    Without commas plus signs do as well, and ``&`` between blanks.

    >>> split_coalition("{A, B}"), split_coalition((1, 2)), split_coalition(""), split_coalition(3)
    (['A', 'B'], ['1', '2'], [], ['3'])
    >>> split_coalition("Ann + Bob") == split_coalition("Ann & Bob") == ["Ann", "Bob"]
    True
    """
    if isinstance(key, str):
        words = key.strip().removeprefix("{").removesuffix("}").strip()
        if words in ("", "∅"):
            return []
        parts = words.split(",") if "," in words else _JOINED.split(words)
        return [part.strip() for part in parts]
    if isinstance(key, Iterable):
        return [str(x).strip() for x in key]
    return [str(key)]


def read_coalition(keys: Iterable[Any], players: Sequence[str]) -> int:
    """The bitmask of a coalition given as names, ``"A,B"`` spellings or sets, one or several.

    Names of one letter may be run together: ``"AB"``.

    >>> read_coalition(["A,C"], "ABC"), read_coalition(["AC"], "ABC"), read_coalition([[]], "ABC")
    (5, 5, 0)
    """
    mask = 0
    for key in keys:
        for name in _spread(split_coalition(key), players):
            if name not in players:
                raise GameError(f"unknown player {name!r}{did_you_mean(name, players)}")
            bit = 1 << list(players).index(name)
            if mask & bit:
                raise GameError(f"the player {name!r} is twice in the coalition {key!r}")
            mask |= bit
    return mask


def _spread(names: list[str], players: Sequence[str]) -> list[str]:
    """Take apart one word that is not a player but is made of the letters of players."""
    if len(names) == 1 and names[0] not in players and all(x in players for x in names[0]):
        return list(names[0])
    return names


def infer_players(keys: Iterable[Any]) -> tuple[str, ...]:
    """The players that coalitions name, in order of appearance; numbers in their own order.

    When no coalition has a comma, words are taken to be one-letter names run together, unless they
    have letters twice.

    >>> infer_players(["Ann", "Bob"])
    ('Ann', 'Bob')
    >>> infer_players(["S,F", "S,B"]), infer_players(["AB", "AC"]), infer_players([(10, 2), 1])
    (('S', 'F', 'B'), ('A', 'B', 'C'), ('1', '2', '10'))
    >>> infer_players([(), "A", "AB"]), infer_players([1, 2, 12]), infer_players(range(1, 12))[-2:]
    (('A', 'B'), ('1', '2'), ('10', '11'))
    """
    given = [key for key in keys if split_coalition(key)]
    coalitions = [split_coalition(key) for key in given]
    words = [word for c in coalitions for word in c]
    apart = all(isinstance(key, (str, int)) for key in given) and len(words) == len(given)
    once = all(len(set(w)) == len(w) for w in words)
    if all(word.isdecimal() for word in words):
        run_together = apart and once and not any("0" in word for word in words)
    else:
        run_together = apart and (once or any(len(word) == 1 for word in words))
    names = [x for c in coalitions for word in c for x in (word if run_together else [word])]
    players = tuple(dict.fromkeys(names))
    return tuple(sorted(players, key=int)) if all(x.isdecimal() for x in players) else players


def read_payoffs(given: Any, players: Sequence[str], where: str) -> tuple[Number, ...]:
    """One number for each player, from a list in their order, a dict by name, or text for either.

    >>> read_payoffs({"B": 1, "A": "1/2"}, ("A", "B"), "payoffs")
    (Fraction(1, 2), Fraction(1, 1))
    >>> read_payoffs("1/2, 1", "AB", "x") == read_payoffs("B:1 A:1/2", "AB", "x")
    True
    """
    if isinstance(given, str):
        given = _payoffs_in_words(given)
    if isinstance(given, Mapping):
        by_name = {str(k): v for k, v in given.items()}
        for name in by_name:
            if name not in players:
                raise GameError(f"{where}: unknown player {name!r}{did_you_mean(name, players)}")
        missing = [p for p in players if p not in by_name]
        if missing:
            raise GameError(f"{where}: nothing is given for {', '.join(missing)}")
        return tuple(number(by_name[p], f"{where} of {p}") for p in players)
    if not isinstance(given, Iterable):
        raise GameError(f"{where}: {given!r} is neither a list of numbers nor a dict by player")
    listed = list(given)
    if len(listed) != len(players):
        raise GameError(f"{where}: {count_of(len(listed), 'number')} for {len(players)} players")
    return tuple(number(x, f"{where} of {p}") for p, x in zip(players, listed, strict=True))


def _payoffs_in_words(text: str) -> list[str] | dict[str, str]:
    """Numbers with spaces or commas between them, or each with a name: ``A:1 B:2``."""
    text = hold_blanks(text.strip().strip("()[]"), ",;").replace("=", ":").replace(": ", ":")
    words = text.replace(",", " ").replace(";", " ").split()
    if not any(":" in word for word in words):
        return words
    pairs = [word.partition(":") for word in words]
    return {with_blanks(name): value for name, _, value in pairs}


def amounts_in_words(text: str) -> list[str] | dict[str, str]:
    """Numbers with commas or spaces between them, or each with a name; brackets are left out.

    >>> amounts_in_words("40,30 20"), amounts_in_words("A:40; B:30")
    (['40', '30', '20'], {'A': '40', 'B': '30'})
    >>> amounts_in_words("[40, 30, 20]"), amounts_in_words('{"A": 40, "B": 30}')
    (['40', '30', '20'], {'A': '40', 'B': '30'})
    >>> amounts_in_words("Oyster Bay: 28, Glen Cove: 2")
    {'Oyster Bay': '28', 'Glen Cove': '2'}
    """
    text = hold_blanks(text.strip().strip("[](){}"), ",;").replace('"', "")
    text = text.replace(";", ",")
    words = text.replace("=", ":").replace(": ", ":").replace(",", " ").split()
    pairs = [word.rpartition(":") for word in words]
    named = [name for name, colon, _ in pairs if colon]
    if not named:
        return words
    if len(named) < len(words) or not all(named):
        raise GameError(f"{with_blanks(text)!r}: name every number, as in A:40, or none of them")
    if len(set(named)) < len(named):
        twice = next(name for name in named if named.count(name) > 1)
        raise GameError(f"the name {with_blanks(twice)!r} is used twice")
    return {with_blanks(name): amount for name, _, amount in pairs}


def check_players(players: tuple[str, ...]) -> None:
    """Refuse no players, too many, nameless ones and names that are used twice."""
    if not players:
        raise GameError("players: there must be at least 1")
    if len(players) > MOST_PLAYERS:
        raise GameError(
            f"players: {len(players)} would need {1 << len(players)} worths; a table of worths has "
            f"at most {MOST_PLAYERS} players; for more, sample the Shapley value of a function"
        )
    for name in players:
        if not name.strip():
            raise GameError("players: a name is empty")
        if "," in name:
            raise GameError(f"players: the name {name!r} has a comma, which separates players")
        if players.count(name) > 1:
            raise GameError(f"players: the name {name!r} is used twice")
