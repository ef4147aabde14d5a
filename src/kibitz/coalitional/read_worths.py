"""Worths as people give them: tables, text, functions, arrays, votes, costs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.coalitional.coalitions import in_order, members, subset_sums, tensor_over
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import (
    MOST_PLAYERS,
    amounts_in_words,
    check_players,
    hold_blanks,
    infer_players,
    player_objects,
    read_coalition,
    read_payoffs,
    read_players,
    with_blanks,
)
from kibitz.coalitional.transformations.superadditive_cover import cover_of_known
from kibitz.coalitional.worth_formula import MOST_CALLS, formula_in, worth_formula
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import number, show
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor

_ENTRY = re.compile(
    r"""(?<![^\s,;])
        (?: v?(?:\(\{|[({]) (?P<listed>[^(){}]*) [)}]+ | (?P<name>[^\s:=,;(){}][^:=;(){}]*) )?
        \s* [:=] \s* (?P<worth>[^\s,;:=]+)""",
    re.VERBOSE,
)
"""One coalition and its number: ``A,B:10``, ``{A, B} = 10`` or ``v(A,B) = 10``."""
_DICT = re.compile(r"\{(?!\s*\}) [^{}]* \}", re.VERBOSE)
"""A table within braces, as JSON and Python write it."""
MISSING = ("auto", "zero", "refuse", "cover")


def read_worths(
    given: Any, players: Any = None, missing: str = "auto", what: str = "worth"
) -> tuple[Tensor, tuple[str, ...]]:
    """Worths for all coalitions and the names of the players, from any of the spellings."""
    if missing not in MISSING:
        raise GameError(f"missing: {missing!r} is not a choice{did_you_mean(missing, MISSING)}")
    if isinstance(given, str):
        formula = formula_in(given)
        if formula is not None:
            return read_by_formula(formula, players, what)
        given = parse_table(given)
    if isinstance(given, Mapping):
        return read_table(given, players, missing, what)
    if callable(given):
        return read_function(given, players, what)
    return read_array(given, players, what)


def read_by_formula(text: str, players: Any, what: str = "worth") -> tuple[Tensor, tuple[str, ...]]:
    """Worths by a formula in s, the size, and sum, that of its members where they are numbers.

    >>> read_by_formula("s(s - 1)/2", 3)[0].numbers()[-1]
    Fraction(3, 1)
    >>> [int(x) for x in read_by_formula("sum^2", "1 2 4")[0].numbers()]
    [0, 1, 4, 9, 16, 25, 36, 49]
    """
    formula = worth_formula(text, players, what)
    names = formula.players
    check_players(names)
    worths = [formula.at(mask) for mask in range(1 << len(names))]
    return Tensor.read(worths, 1, f"{what}s"), names


def parse_table(text: str) -> dict[str, str]:
    """Read ``"S,F:1000 S,B:500"``: coalitions and numbers, with spaces, commas or semicolons.

    >>> parse_table("S,F: 1000; S,B:500")
    {'S,F': '1000', 'S,B': '500'}
    >>> parse_table("v(A) = 1, v({A, B}) = 6") == parse_table("{A}: 1, {A, B}: 6")
    True
    >>> parse_table('{"A": 1, "A,B": "13/2"}') == parse_table("{'A': 1, ('A', 'B'): 13/2}")
    True
    >>> parse_table("'Glen Cove':1 'Glen Cove',B:3") == parse_table("Glen Cove: 1; Glen Cove, B: 3")
    True
    """
    text = text.strip()
    if _DICT.fullmatch(text):
        written = _from_json(text)
        if written is not None:
            return written
        text = re.sub("[\"']", "", text[1:-1])
    text = hold_blanks(text, ";\n")
    table: dict[str, str] = {}
    end = 0
    for match in _ENTRY.finditer(text):
        key = _coalition_in_words(match["name"] or match["listed"] or "")
        if text[end : match.start()].strip(" \t\n,;"):
            break
        if key in table:
            raise GameError(f"the coalition {key!r} is given twice")
        table[key] = match["worth"]
        end = match.end()
    rest = text[end:].strip(" \t\n,;")
    if rest:
        raise GameError(
            f"{with_blanks(rest)[:40]!r}: write a coalition and its worth, such as A,B:10"
        )
    if not table:
        raise GameError("no coalition is given; write coalitions and worths, such as A,B:10")
    return table


def _from_json(text: str) -> dict[str, str] | None:
    """A JSON object from coalitions to numbers, or None when it is something else."""
    try:
        pairs = json.loads(text, parse_int=str, parse_float=str, object_pairs_hook=list)
    except ValueError:
        return None
    table: dict[str, str] = {}
    for key, worth in pairs:
        if key in table:
            raise GameError(f"the coalition {key!r} is given twice")
        table[key] = worth
    return table


def _coalition_in_words(key: str) -> str:
    """The names with commas between them; plus signs do as well."""
    names = [name.strip() for name in re.sub("[+∪]", ",", key.strip().rstrip(",")).split(",")]
    for name in names:
        if len(name.split()) > 1:
            raise GameError(
                f"{name!r}: write a coalition and its worth, such as A,B:10, and a name with "
                "blanks between quotes"
            )
    return ",".join(map(with_blanks, names))


def read_table(
    table: Mapping[Any, Any], players: Any, missing: str, what: str = "worth"
) -> tuple[Tensor, tuple[str, ...]]:
    """Worths from a dict whose keys are coalitions."""
    if not table:
        raise GameError(f"the table of {what}s is empty")
    given = () if players is None else read_players(players)
    others = [key for key in table if key != "N"]
    has_all = "N" not in given and _says_all(table, others)
    names = given or infer_players(others if has_all else table)
    check_players(names)
    worths: list[Any] = [None] * (1 << len(names))
    for key, value in table.items():
        mask = len(worths) - 1 if has_all and key == "N" else read_coalition([key], names)
        if worths[mask] is not None:
            raise GameError(f"the coalition {_spell(mask, names)} is given twice")
        worths[mask] = number(value, f"{what} of {_spell(mask, names)}")
    nobody = worths[0] is not None
    worths[0] = worths[0] if nobody else Fraction(0)
    absent = [int(mask) for mask in in_order(len(names)) if worths[mask] is None]
    if absent and _must_be_complete(worths, missing, nobody):
        shown = "; ".join(_spell(mask, names) for mask in absent[:8])
        more = f" and {len(absent) - 8} more" if len(absent) > 8 else ""
        advice = "; missing='zero' takes them as 0" if what == "worth" else ""
        raise GameError(f"no {what} is given for {shown}{more}{advice}")
    if absent and missing == "cover":
        return cover_of_known(worths), names
    for mask in absent:
        worths[mask] = Fraction(0)
    return Tensor.read(worths, 1, f"{what}s"), names


def _says_all(table: Mapping[Any, Any], others: list[Any]) -> bool:
    """Whether N in a table is the coalition of all players, as in v(N), and not one of them.

    >>> _says_all({"A": 1, "B": 0, "N": 3}, ["A", "B"])
    True
    >>> _says_all({"M": 1, "N": 0, "M,N": 3}, ["M", "M,N"])
    False
    """
    names = infer_players(others)
    return len(others) < len(table) and len(names) > 1 and not any("N" in name for name in names)


def _must_be_complete(worths: list[Any], missing: str, named: bool) -> bool:
    """Whether a table that leaves coalitions out is not the short form, in which they earn 0.

    The short form names what larger coalitions earn, and all players among them. A worth of 0, of
    no one as well, or of a single player shows that the table is meant to be complete.
    """
    if missing != "auto":
        return missing == "refuse"
    singles = any(worths[1 << i] is not None for i in range(len(worths).bit_length() - 1))
    listed = named or singles or any(x == 0 for x in worths[1:] if x is not None)
    return worths[-1] is None or listed or _earns_inside(worths)


def _earns_inside(worths: list[Any]) -> bool:
    """Whether part of a coalition that is left out is known to earn something: not 0, then."""
    earns = np.array([mask > 0 and x is not None and x > 0 for mask, x in enumerate(worths)])
    for bit in range(len(worths).bit_length() - 1):
        halves = earns.reshape(-1, 2, 1 << bit)
        halves[:, 1] |= halves[:, 0]
    return any(x is None and inside for x, inside in zip(worths, earns, strict=True))


def read_function(
    function: Callable[..., Any], players: Any, what: str = "worth"
) -> tuple[Tensor, tuple[str, ...]]:
    """Worths from a function of a frozenset of players; it is asked for all 2^n coalitions."""
    if players is None:
        raise GameError(f"{what}s given by a function need the players; give their number or names")
    things = player_objects(players)
    names = read_players(things)
    check_players(names)
    if len(names) > MOST_CALLS:
        raise GameError(
            f"{count_of(len(names), 'player')}: a function would be called {1 << len(names)} "
            "times; give an "
            f"array of worths for more than {MOST_CALLS} players, or sample the Shapley value"
        )
    worths: list[Any] = [_of_nobody(function)]
    for mask in range(1, 1 << len(names)):
        try:
            value = function(frozenset(things[i] for i in members(mask)))
        except Exception as error:
            where = _spell(mask, names)
            raise GameError(f"the function fails for the coalition {where}: {error!r}") from error
        worths.append(number(value, f"{what} of {_spell(mask, names)}"))
    return Tensor.read(worths, 1, f"{what}s"), names


def _of_nobody(function: Callable[..., Any]) -> Any:
    """What a function says of the empty coalition; 0 when it is not made for it."""
    try:
        return number(function(frozenset()), "worth of the empty coalition")
    except Exception:
        return Fraction(0)


def read_array(given: Any, players: Any, what: str = "worth") -> tuple[Tensor, tuple[str, ...]]:
    """Worths from 2^n numbers indexed by bitmask: the empty coalition, 1, 2, 1&2, 3, 1&3, ...

    With players, n + 1 numbers are the worths of coalitions by their size, from 0 on.

    >>> [int(x) for x in read_array([0, 0, 1, 3], 3)[0].numbers()]
    [0, 0, 0, 1, 0, 1, 1, 3]
    """
    if not isinstance(given, (Iterable, Tensor)):
        raise GameError(f"{what}s: {given!r} is neither a table, a function nor a list of numbers")
    tensor = Tensor.read(given, 1, f"{what}s")
    count = tensor.shape[0]
    people = 0 if players is None else len(read_players(players))
    if 2 <= people <= MOST_PLAYERS and count == people + 1:
        by_size = tensor.numbers()
        if by_size[0] != 0:
            raise GameError(f"{what}s by size: the empty coalition has {show(by_size[0])}, not 0")
        sizes = [mask.bit_count() for mask in range(1 << people)]
        return Tensor.read([by_size[k] for k in sizes], 1, f"{what}s"), read_players(players)
    n = count.bit_length() - 1
    if count != 1 << n or n == 0:
        raise GameError(
            f"{what}s: {count_of(count, 'number')}; there must be 2^n, one for each coalition "
            "of n players"
        )
    if n > MOST_PLAYERS:
        raise GameError(
            f"{what}s: {count_of(n, 'player')}; a table of {what}s has at most {MOST_PLAYERS}"
        )
    names = read_players(n if players is None else players)
    if len(names) != n:
        raise GameError(
            f"players: {count_of(len(names), 'name')}, but {count} {what}s belong "
            f"to {count_of(n, 'player')}"
        )
    return tensor, names


def read_votes(weights: Any, quota: Any, players: Any, title: str) -> CoalitionalGame:
    """The simple game in which coalitions win whose weights add up to the quota or more."""
    if isinstance(weights, str):
        weights = amounts_in_words(weights)
    if isinstance(weights, Mapping):
        players = list(weights) if players is None else players
    elif not isinstance(weights, Iterable):
        raise GameError(f"weights: {weights!r} is neither a list of numbers nor a dict by player")
    elif players is None:
        weights = list(weights)
        players = len(weights)
    names = read_players(players)
    check_players(names)
    heavy = read_payoffs(weights, names, "weights")
    for name, weight in zip(names, heavy, strict=True):
        if weight < 0:
            raise GameError(f"the weight of {name} is {show(weight)}; it must not be negative")
    need = number(quota, "quota")
    total = sum(heavy)
    if not 0 < need <= total:
        raise GameError(
            f"the quota is {show(need)}; it must be above 0 and at most {show(total)}, the sum of "
            "the weights, or all coalitions or none would win"
        )
    return CoalitionalGame(_reaching(subset_sums(heavy), need), names, title)


def _reaching(sums: Tensor, need: Any) -> Tensor:
    if sums.exact and isinstance(need, Fraction):
        top, bottom = need.numerator * sums.denominator, need.denominator
        wins = sums.array >= -(-top // bottom)
    else:
        wins = sums.floats() >= float(need)
    return tensor_over(np.asarray(wins, dtype=np.int64))


def read_costs(costs: Any, players: Any, title: str) -> CostGame:
    """A cost game; every coalition needs a cost."""
    if isinstance(costs, CostGame):
        return costs
    tensor, names = read_worths(costs, players, "refuse", "cost")
    return CostGame(tensor, names, title)


def _spell(mask: int, names: tuple[str, ...]) -> str:
    return ",".join(names[i] for i in members(mask)) or "∅"
