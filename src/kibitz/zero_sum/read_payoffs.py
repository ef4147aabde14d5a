"""Payoffs as people write them: arrays, cells, text, a table of profiles, or a function.

Every reader returns one array of payoffs for each player, and the names of the strategies where
the spelling has some.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.files.nested_text import read_nested
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.zero_sum.labels import read_labels

Labels = Sequence[Sequence[Any] | None] | None
MOST_CELLS = 10_000_000
"""The largest table of profiles that is written out."""
MOST_STRATEGIES = 200_000
"""Of one player: each has a name."""
MOST_PLAYERS = 32
"""An array has no more dimensions than this."""
LISTED = 6

_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What was read: an array for each player; names where the spelling had them."""

    tensors: tuple[Tensor, ...]
    strategies: Labels = None
    players: tuple[str, ...] | None = None


_BETWEEN = re.compile(r"\]\s*,?\s*\[")
"""What stands between two rows in brackets."""


def read_payoffs(given: Any, strategies: Labels = None) -> Payoffs:
    """Read payoffs in any of the spellings.

    >>> one = read_payoffs("3,3 0,5; 5,0 1,1")
    >>> two = read_payoffs([[(3, 3), (0, 5)], [(5, 0), (1, 1)]])
    >>> three = read_payoffs(["3 0; 5 1", "3 5; 0 1"])
    >>> one.tensors == two.tensors == three.tensors
    True
    """
    if isinstance(given, str):
        nested = read_nested(given)
        if nested is None:
            return Payoffs(cells(_with_idle_players(_blocks(given, _cell_rows))))
        given = nested
    if isinstance(given, Mapping):
        given = _flattened(given)
        if _by_player(given):
            names = tuple(map(str, given))
            return Payoffs(arrays(list(given.values())), players=names)
        return _from_profiles(given, strategies)
    if callable(given):
        return _from_function(given, strategies)
    if not isinstance(given, (Sequence, np.ndarray)):
        raise GameError(f"{given!r} is not a list of payoff arrays, one for each player")
    return Payoffs(cells(given) if _are_cells(given) else arrays(given))


def arrays(given: Any) -> tuple[Tensor, ...]:
    """One payoff array for each player, all of the same shape."""
    count = len(given)
    if not count:
        raise GameError("a game needs at least one player")
    if count > MOST_PLAYERS:
        raise GameError(f"{count_of(count, 'player')}; there can be 1 to {MOST_PLAYERS}")
    tensors = tuple(
        Tensor.read(_rows(p), count, f"payoffs of player {k}") for k, p in enumerate(given, 1)
    )
    for k, tensor in enumerate(tensors, 1):
        if tensor.shape != tensors[0].shape:
            raise GameError(
                f"payoffs of player {k}: shape {tensor.shape}, but player 1 has {tensors[0].shape}"
            )
    return tensors


def cells(given: Any, players: int | None = None) -> tuple[Tensor, ...]:
    """A payoff for each player in every cell; ``players`` of them where that is known.

    >>> cells([["3, 1/2", "0,4"]])[1].numbers()
    [[Fraction(1, 2), Fraction(4, 1)]]
    """
    given = _spelled_cells(given)
    shape = _outline(given)
    count = players if players is not None else len(shape) - 1
    if count < 1 or len(shape) != count + 1:
        raise GameError(
            f"payoffs: {len(shape)} levels of lists are given; cells for {max(count, 1)} "
            f"players need {max(count, 1) + 1}, the last with a payoff for each player"
        )
    tensor = Tensor.read(given, count + 1, "payoffs")
    if tensor.shape[-1] != count:
        raise GameError(
            f"payoffs: each cell holds {count_of(tensor.shape[-1], 'number')}; it needs {count}"
        )
    return split(tensor)


def split(tensor: Tensor) -> tuple[Tensor, ...]:
    """The players' arrays from one whose last axis runs over the players."""
    whole = [range(size) for size in tensor.shape[:-1]]
    parts = [tensor.take(*whole, [k]) for k in range(tensor.shape[-1])]
    return tuple(Tensor(t.array.reshape(tensor.shape[:-1]), t.denominator) for t in parts)


def read_rows(text: str) -> list[Any]:
    """Split ``"1 2; 3 4"`` (or lines, or commas) into rows of number spellings.

    >>> read_rows("1, -1/2; 3 4") == read_rows("[[1, -1/2], [3, 4]]")
    True
    >>> read_rows("[1, 2], [3, 4]") == read_rows("[1 2] [3 4]") == read_rows("1 2; 3 4")
    True
    """
    nested = read_nested(text)
    if nested is not None:
        return nested
    text = _BETWEEN.sub(";", text)
    lines = [line for line in text.replace("\n", ";").split(";") if line.strip()]
    if not lines:
        raise GameError("matrix: it is empty; write rows such as '1 2; 3 4'")
    return [_entries(line.strip().strip("[]"), i) for i, line in enumerate(lines, 1)]


def _entries(line: str, i: int) -> list[str]:
    """The entries of a row, split by commas or by blanks, but not by some of each."""
    tight = re.sub(r"\s*,\s*", ",", line.strip()).strip(",")
    if "," in tight and len(tight.split()) > 1:
        raise GameError(
            f"matrix: row {i} is {tight!r}, which mixes commas and blanks; separate rows by "
            "semicolons, '1 2; 3 4'"
        )
    return tight.replace(",", " ").split()


def _rows(given: Any) -> Any:
    return _blocks(given, read_rows) if isinstance(given, str) else given


def _blocks(text: str, rows: Callable[[str], list[Any]]) -> list[Any]:
    """Nested lists from text: ``|`` between the strategies of a third player, ``||`` of a fourth.

    >>> _blocks("a b; c d | e f; g h", read_rows)
    [[['a', 'e'], ['b', 'f']], [['c', 'g'], ['d', 'h']]]
    """
    widest = max((len(bars) for bars in re.findall(r"\|+", text)), default=0)
    if not widest:
        return rows(text)
    parts = re.split(rf"(?<!\|)\|{{{widest}}}(?!\|)", text)
    blocks = [_blocks(part, rows) for part in parts]
    if len({_sizes(block, widest + 1) for block in blocks}) > 1:
        raise GameError(f"payoffs: the blocks between {'|' * widest!r} differ in size")
    return _side_by_side(blocks, widest + 1)


def _with_idle_players(nested: list[Any]) -> list[Any]:
    """Cells with more payoffs than the text has levels: the last players have one strategy each.

    >>> _with_idle_players([[["1", "2", "3"]]])
    [[[['1', '2', '3']]]]
    """
    outline = _outline(nested)
    for _ in range(outline[-1] - (len(outline) - 1)):
        nested = _side_by_side([nested], len(outline) - 1)
    return nested


def _sizes(block: Any, depth: int) -> Any:
    return tuple(_sizes(b, depth - 1) for b in block) if depth and isinstance(block, list) else ()


def _side_by_side(blocks: list[Any], depth: int) -> list[Any]:
    """The blocks as the last of several levels of lists."""
    if not depth:
        return blocks
    return [_side_by_side([b[i] for b in blocks], depth - 1) for i in range(len(blocks[0]))]


def _cell_rows(text: str) -> list[list[list[str]]]:
    rows = []
    for i, line in enumerate(re.split(r"[;\n]", text), 1):
        if not line.strip():
            continue
        inside = _BRACKETS.findall(line)
        words = [w.replace(",", " ").split() for w in inside or line.split()]
        if not inside:
            words = [w.split(",") for w in re.sub(r"\s*,\s*", ",", line).split()]
        for j, word in enumerate(words, 1):
            if len(word) != len(words[0]) or len(word) < 2 or not all(word):
                raise GameError(
                    f"payoffs: the cell in row {i}, column {j} is {','.join(word)!r}; write a "
                    "payoff for each player, as in '3,3 0,5; 5,0 1,1'"
                )
        rows.append(words)
    if not rows:
        raise GameError("payoffs: they are empty; write cells such as '3,3 0,5; 5,0 1,1'")
    return rows


def _outline(given: Any) -> tuple[int, ...]:
    """The lengths of the lists on the way down to the first number."""
    lengths: list[int] = []
    while len(lengths) <= MOST_PLAYERS + 1:
        if isinstance(given, np.ndarray):
            return (*lengths, *given.shape)
        if isinstance(given, Tensor):
            return (*lengths, *given.shape)
        if not isinstance(given, Sequence) or isinstance(given, str) or not given:
            break
        lengths.append(len(given))
        given = given[0]
    return tuple(lengths)


def _are_cells(given: Any) -> bool:
    """Whether nested lists hold cells, not one array for each player.

    Tuples inside lists are cells; otherwise the sizes decide, and arrays go first.
    """
    if any(isinstance(p, str) for p in given):
        return False
    shape = _outline(given)
    if len(_outline(_spelled_cells(given))) > len(shape):
        return True
    if len(shape) < 2:
        return False
    if _innermost(given) == (list, tuple):
        return True
    return shape[0] != len(shape) - 1 and shape[-1] == len(shape) - 1


def _spelled_cells(given: Any) -> Any:
    """Lists whose cells are texts such as ``"3, 1/2"``, with the cells taken apart."""
    if isinstance(given, str) and "," in given:
        return [x.strip() for x in given.strip("()[] ").split(",")]
    nested = isinstance(given, (list, tuple)) and given and isinstance(given[0], (list, tuple, str))
    return [_spelled_cells(x) for x in given] if nested else given


def _innermost(given: Any) -> tuple[type, type]:
    """The types of the last two lists on the way down to the first number."""
    outer: type = object
    while isinstance(given, (list, tuple)) and given:
        if not isinstance(given[0], (list, tuple)):
            return outer, type(given)
        outer, given = type(given), given[0]
    return outer, object


def _by_player(given: Mapping[Any, Any]) -> bool:
    """Whether a mapping has one array for each player, not one cell for each profile."""
    if not given:
        raise GameError("a game needs at least one player")
    values = list(given.values())
    return all(
        isinstance(key, str) and (isinstance(v, str) or len(_outline(v)) == len(values))
        for key, v in given.items()
    ) and (len(values) > 1 or isinstance(values[0], str))


def _flattened(given: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """A table of tables, ``{"U": {"L": (1, 2), ...}, ...}``, as one from profiles to payoffs."""
    if not given or not all(isinstance(inner, Mapping) for inner in given.values()):
        return given
    return {
        (str(first), *(map(str, rest) if isinstance(rest, tuple) else [str(rest)])): value
        for first, inner in given.items()
        for rest, value in _flattened(inner).items()
    }


def _from_profiles(given: Mapping[Any, Any], strategies: Labels) -> Payoffs:
    """A table from profiles of strategies to payoffs; every profile must be there."""
    table = {_profile(key): value for key, value in given.items()}
    count = len(next(iter(table)))
    for profile, value in table.items():
        if len(profile) != count:
            raise GameError(
                f"profile {_spell(profile)}: {count_of(len(profile), 'strategy')}, others "
                f"have {count}"
            )
        if isinstance(value, (str, bytes)) or not hasattr(value, "__len__") or len(value) != count:
            raise GameError(
                f"profile {_spell(profile)}: {value!r} is not a payoff for each of "
                f"{count_of(count, 'player')}"
            )
    names = _named(strategies, count) or [
        tuple(dict.fromkeys(profile[k] for profile in table)) for k in range(count)
    ]
    _check_known(table, names)
    fits([len(n) for n in names])
    missing = (p for p in product(*names) if p not in table)
    listed = list(islice(missing, LISTED))
    if listed:
        lacking = prod(map(len, names)) - len(table)
        more = f" and {lacking - LISTED} more" if lacking > LISTED else ""
        raise GameError(f"payoffs: missing for {', '.join(map(_spell, listed))}{more}")
    shape = tuple(map(len, names))
    flat = [[x for p in product(*names) for x in [table[p][k]]] for k in range(count)]
    tensors = tuple(
        _shaped(column, shape, f"payoffs of player {k}") for k, column in enumerate(flat, 1)
    )
    return Payoffs(tensors, names)


def _from_function(given: Callable[..., Any], strategies: Labels) -> Payoffs:
    """A function of the players' strategies that returns a payoff for each of them."""
    names = _named(strategies, len(strategies) if strategies is not None else 0)
    if not names:
        raise GameError("payoffs given by a function need strategies=[[...], [...]]")
    originals = [list(s) for s in strategies or () if s is not None]
    fits([len(n) for n in names])
    table = {
        labels: given(*values)
        for labels, values in zip(product(*names), product(*originals), strict=True)
    }
    return _from_profiles(table, names)


def _named(strategies: Labels, count: int) -> list[tuple[str, ...]] | None:
    if strategies is None or any(s is None for s in strategies):
        return None
    if len(strategies) != count:
        raise GameError(
            f"{count_of(len(strategies), 'list')} of strategies for {count_of(count, 'player')}"
        )
    return [read_labels(s, len(s)) for s in strategies if s is not None]


def _profile(key: Any) -> tuple[str, ...]:
    if isinstance(key, str):
        words = key.replace(",", " ").split()
        return tuple(words) if len(words) > 1 else tuple(key.strip())
    if isinstance(key, tuple):
        return tuple(map(str, key))
    return (str(key),)


def _check_known(table: Mapping[tuple[str, ...], Any], names: Sequence[Sequence[str]]) -> None:
    known = [set(labels) for labels in names]
    for profile in table:
        for k, label in enumerate(profile):
            if label not in known[k]:
                near = did_you_mean(label, names[k])
                raise GameError(f"profile {_spell(profile)}: player {k + 1} has no {label!r}{near}")


def fits(shape: Sequence[int]) -> None:
    """Refuse a table that is too large before it is built."""
    if max(shape) > MOST_STRATEGIES:
        raise GameError(
            f"{count_of(max(shape), 'strategy')} of one player; the limit is "
            f"{MOST_STRATEGIES:,}: use fewer"
        )
    if prod(shape) > MOST_CELLS:
        sizes = " x ".join(map(str, shape))
        raise GameError(
            f"{sizes} strategies make {count_of(prod(shape), 'profile')}; the limit is "
            f"{MOST_CELLS:,}: "
            "use fewer strategies or players"
        )


def _shaped(flat: list[Any], shape: tuple[int, ...], where: str) -> Tensor:
    tensor = Tensor.read(flat, 1, where)
    return Tensor(tensor.array.reshape(shape), tensor.denominator)


def _spell(profile: Sequence[str]) -> str:
    return "(" + ", ".join(profile) + ")"
