"""The JSON form of every noun: an object whose ``"kind"`` names the form.

Exact numbers are strings such as ``"7/12"``, floats are numbers; integers may be either, and are
exact. Labels, players and title can be left out. What each kind holds is said in its own module:
:mod:`~kibitz.formats.json_files.matrix`, :mod:`~kibitz.formats.json_files.strategic`,
:mod:`~kibitz.formats.json_files.linear_program`, :mod:`~kibitz.formats.json_files.parametric`,
:mod:`~kibitz.formats.json_files.coalitional`,
:mod:`~kibitz.formats.json_files.coalitional_family`, :mod:`~kibitz.formats.json_files.cost`,
:mod:`~kibitz.formats.json_files.continuous`,
:mod:`~kibitz.formats.json_files.repeated`, :mod:`~kibitz.formats.json_files.bargaining`,
:mod:`~kibitz.formats.json_files.digraph`, :mod:`~kibitz.formats.json_files.extensive`,
:mod:`~kibitz.formats.json_files.tree`; games of other
forms that were taken from the shelf are written by name,
:mod:`~kibitz.formats.json_files.named`. A kind is added by a line in :mod:`kibitz.forms` and a
module with ``to_json(noun)`` and ``from_json(data)``.

Without a kind, ``{"matrix": ...}`` (or the bare list of rows) is a matrix game, and
``{"A": ..., "B": ...}``, ``{"bimatrix": ...}`` or ``{"payoffs": ...}`` a strategic game;
``{"c": ..., "A": ..., "b": ...}`` is a linear program, ``{"worths": ...}``, ``{"v": ...}`` or
``{"weights": ..., "quota": ...}`` a coalitional game, ``{"costs": ...}`` a cost game,
``{"feasible": ..., "disagreement": ...}`` a bargaining problem, ``{"digraph": ...}`` a game on a
digraph, which may also stand alone, ``{"a": ["b"], "b": []}``; ``{"tree": ...}`` is an extensive
game, or a tree to search where its nodes have ``"children"`` or a ``"type"``; a root alone will do
for both, as will children by move and ``{"expression": "max(min(3, 12), 2)"}``. A kind
may also be the name of a game on the shelf, whose parameters are the other keys; a name may stand
alone, ``{"nim": [3, 4]}``, and ``{"estate": ..., "claims": ...}`` is a bankruptcy.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NoReturn

from kibitz.core import index
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.noun import Noun
from kibitz.core.shelf import game
from kibitz.forms import FORMS
from kibitz.rules.trees.spelling import is_head

KINDS = {form.kind: f"kibitz.formats.json_files.{form.json}" for form in FORMS if form.json}
_POKER = ("la-relance", "von-neumann", "check-call", "newman", "bet-sizes")
_TELLTALE = {key: form.kind for form in FORMS for key in form.keys}
_TELLTALE |= {key: form.kind for form in FORMS for key in form.hints}


def to_json(noun: Noun) -> dict[str, Any]:
    """A noun as plain lists, strings and numbers.

    >>> from kibitz import matrix
    >>> to_json(matrix([[1, "1/2"]]))["matrix"]
    [['1', '1/2']]
    """
    kind = noun.kind if noun.kind in KINDS else "named"
    data: dict[str, Any] = _module(kind).to_json(noun)
    return {"kind": kind, **data}


def from_json(data: Any) -> Noun:
    """The noun that some JSON stands for.

    >>> from_json({"kind": "matrix", "matrix": [[1, "1/2"], [0, 3]]})
    matrix('1 1/2; 0 3')
    >>> from_json({"kind": "matrix", "matrix": [[1, 2], [3]]})
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: matrix: row 2 has 1 entry, row 1 has 2
    >>> from_json({"nim": [3, 4, 5]}).nimber()
    2
    """
    if isinstance(data, list):
        data = {"matrix": data}
    if isinstance(data, dict) and "kind" not in data and _is_node(data):
        data = {"tree": data}
    if isinstance(data, dict) and "kind" not in data and "histories" in data:
        data = {"kind": "extensive", **data}
    if isinstance(data, dict) and "kind" not in data and pays_by_list(data):
        data = {"kind": "extensive", **(data if "tree" in data else {"tree": data})}
    if isinstance(data, dict) and len(data) == 1 and _names_a_game(*next(iter(data.items()))):
        name, given = next(iter(data.items()))
        one: Noun = game(name, **given) if isinstance(given, dict) else game(name, *given)
        return one
    if isinstance(data, dict) and holds_followers(data):
        data = {"digraph": data}
    if not isinstance(data, dict):
        raise GameError(f"expected an object with a 'kind', found {_brief(data)}")
    kind = data["kind"] if "kind" in data else _guess(data)
    if not isinstance(kind, str):
        raise GameError(f"kind: expected a name in quotes, found {_brief(kind)}")
    rest = {k: v for k, v in data.items() if k != "kind"}
    if kind not in KINDS and _on_shelf(kind):
        kind, rest = "named", {"game": kind, "parameters": rest}
    noun: Noun = _module(kind).from_json(rest)
    return noun


def read(text: str) -> Noun:
    """Read the text of a .json file."""
    return from_json(parse(text))


def write(noun: Noun) -> str:
    """The text of a .json file, one row of numbers on each line."""
    return layout(to_json(noun)) + "\n"


def parse(text: str) -> Any:
    """Read any JSON, strictly: no NaN, no key twice; errors name line and column.

    >>> parse('{"value": NaN}')
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: NaN is not a number
    """
    try:
        return json.loads(text, object_pairs_hook=_without_twins, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise GameError(f"{where}: this is not JSON ({error.msg.lower()})") from None
    except RecursionError:
        raise GameError("this JSON is nested too deeply") from None
    except GameError:
        raise
    except ValueError as error:
        raise GameError(f"this JSON holds a number that is too long ({error})") from None


def layout(value: Any, indent: str = "") -> str:
    """JSON for people: what holds only numbers and names stays on one line.

    >>> print(layout({"kind": "matrix", "matrix": [["1", "2"], ["3", "4"]]}))
    {
      "kind": "matrix",
      "matrix": [
        ["1", "2"],
        ["3", "4"]
      ]
    }
    """
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        items = [f"{json.dumps(str(k))}: {layout(v, deeper)}" for k, v in value.items()]
        return "{\n" + ",\n".join(deeper + i for i in items) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(v, (list, dict)) for v in value):
        rows = [deeper + layout(v, deeper) for v in value]
        return "[\n" + ",\n".join(rows) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _module(kind: str) -> Any:
    if kind not in KINDS:
        raise GameError(f"kind: unknown form {kind!r}{did_you_mean(kind, KINDS)}")
    return import_module(KINDS[kind])


def _guess(data: dict[str, Any]) -> str:
    if data.get("model") in _POKER:
        return "continuous-poker"
    if _is_tree(data):
        return "tree"
    for key, kind in _TELLTALE.items():
        if key in data:
            return kind
    misspelled = next((key for key in data if get_close_matches(key, _TELLTALE, 1, 0.8)), None)
    if misspelled is not None:
        raise GameError(f"no key {misspelled!r}{did_you_mean(misspelled, _TELLTALE)}")
    for key, below in _entries(data):
        if _names_a_game(key, below):
            raise GameError(
                f'{key!r} names a game within an object with other keys; write {{"game": '
                f'"{key}", ...}} '
                'alone, or a sum as {"components": [...]}'
            )
    if _holds_moves(data):
        return "tree"
    raise GameError(f"kind: it is missing; write one of {', '.join(sorted(KINDS))}")


def pays_by_list(data: dict[str, Any]) -> bool:
    """Whether this is a tree whose moves, by name, end in lists with a payoff for each player.

    Trees of MAX and MIN have numbers at their leaves, and lists in them are moves.

    >>> end = {"player": "Bob", "children": {"left": [1, 2], "right": [0, 3]}}
    >>> pays_by_list({"player": "Ann", "children": {"in": end, "out": [2, 1]}})
    True
    >>> pays_by_list({"player": "max", "children": {"a": [1, 2], "b": [0, 3]}})
    False
    """
    players, sizes = set(), set()
    root = data.get("tree", data)
    if not isinstance(root, dict) or "children" not in root:
        return False
    todo = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, list):
            if not node or not all(isinstance(x, (int, float, str)) for x in node):
                return False
            sizes.add(len(node))
            continue
        if not isinstance(node, dict):
            return False
        below = node.get("children")
        if below is None:
            paid = [node[key] for key in ("payoff", "payoffs", "u") if key in node]
            if not paid or not isinstance(paid[0], list):
                return False
            sizes.add(len(paid[0]))
            continue
        if not isinstance(below, dict) or "player" not in node or "type" in node:
            return False
        players.add(str(node["player"]).lower())
        todo += below.values()
    if not sizes or players & {"max", "min", "0", "chance"}:
        return False
    return len(sizes) == 1 and sizes <= {max(2, len(players))}


def _is_node(data: dict[str, Any]) -> bool:
    """Whether this is the root of a game in extensive form."""
    return "player" in data and ("moves" in data or "branches" in data)


def _on_shelf(name: str) -> bool:
    return name in index.table("GAMES")


def _names_a_game(key: str, given: Any) -> bool:
    """Whether this is a game of the shelf under its name, as in ``{"nim": [3, 4]}``."""
    return isinstance(given, (list, dict)) and _on_shelf(key) and key not in _TELLTALE


def _entries(data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """All keys of an object and of the objects in it, with what they hold."""
    for key, below in data.items():
        yield key, below
        if isinstance(below, dict):
            yield from _entries(below)


def _is_tree(data: dict[str, Any]) -> bool:
    """Whether this is a tree to search, not one in extensive form."""
    words = ("children", "successors", "options", "type", "expression")
    root = data.get("tree", data)
    if any(is_head(word) and isinstance(below, (list, dict)) for word, below in data.items()):
        return True
    if isinstance(data.get("nodes"), dict) or (root is not data and isinstance(root, (str, list))):
        return True
    return isinstance(root, dict) and any(word in root for word in words)


def _holds_moves(data: dict[str, Any]) -> bool:
    """Whether this is a tree of moves alone: ``{"a1": {"b1": 3, "b2": 12}, "a2": 4}``."""
    leaves = [below for below in data.values() if not isinstance(below, dict)]
    return len(leaves) < len(data) and all(
        isinstance(leaf, (int, float)) and not isinstance(leaf, bool) for leaf in leaves
    )


def holds_followers(data: dict[str, Any]) -> bool:
    """Whether this is a digraph alone: ``{"a": ["b", "c"], "b": ["c"], "c": []}``.

    >>> holds_followers({"a": ["b"], "b": []}), holds_followers({"matrix": [[1, 2]]})
    (True, False)
    """
    lists = [below for below in data.values() if isinstance(below, list)]
    if len(lists) < len(data) or not any(lists):
        return False
    return all(isinstance(v, (str, int)) and str(v) in data for below in lists for v in below)


def _brief(value: Any) -> str:
    spelled = json.dumps(value, ensure_ascii=False)
    return spelled if len(spelled) <= 40 else spelled[:40] + "..."


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise GameError(f"the key {twice!r} is given twice")
    return data


def _no_number(spelling: str) -> NoReturn:
    raise GameError(f"{spelling} is not a number")
