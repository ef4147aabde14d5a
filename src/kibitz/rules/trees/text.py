"""Game trees typed as text: ``max(min(3, 12, 8), min(2, x, y))``, or brackets alone.

``max``, ``min`` and ``chance`` name who moves; brackets without a name alternate. The outcomes of
chance have their probability before a colon, ``chance(1/3: 4, 2/3: 0)``, or are equally likely,
``avg(4, 0)``; other moves may have a name there, ``max(left: 4, right: min(1, 2))``. A letter, a
word or ``?`` stands for a leaf whose value is given elsewhere, or not at all. Commas may be left
out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.errors import GameError

_TOKEN = re.compile(
    r"\s*(?:(?P<open>(?P<who>max|min|chance|exp|expect|avg|average|mean)?\s*[(\[{])|(?P<close>[)\]}])"
    r"|(?P<number>[+\-−]?(?:\d+/\d+|\d*\.?\d+(?:[eE][+-]?\d+)?))"
    r"|(?P<word>[^\W\d]\w*|\?)|(?P<sign>[,;:]))",
    re.IGNORECASE,
)
_MATES = {"(": ")", "[": "]", "{": "}"}
_CHANCE = ("chance", "exp", "expect", "avg", "average", "mean")
_EVEN = ("avg", "average", "mean")
"""Words for chance whose outcomes are equally likely where none has a probability."""


@dataclass(frozen=True, slots=True)
class UnknownLeaf:
    """A leaf of which only the name is known."""

    name: str


def tree_from_text(text: str) -> Any:
    """The tree as lists and dicts, the unknown leaves by name.

    >>> tree_from_text("max(min(3, 12), min(2, x))")["children"][0]
    {'type': 'min', 'children': ['3', '12']}
    >>> tree_from_text("((3 12) (2 4))")
    [['3', '12'], ['2', '4']]
    """
    place, made = 0, _Made(text)
    while text[place:].strip():
        token = _TOKEN.match(text, place)
        if token is None:
            raise GameError(f"the tree {text!r:.60}: {text[place:].strip()!r:.20} has no meaning")
        made.take(token)
        place = token.end()
    return made.finish()


@dataclass
class _Open:
    """A node whose bracket is not closed yet."""

    who: str
    bracket: str
    children: list[Any]
    before: dict[str, str] = field(default_factory=dict)
    """The probability or the move of the next child."""
    parted: int = 0
    """How many children stand before the last semicolon."""


class _Made:
    def __init__(self, text: str) -> None:
        self.text = text
        self.root = _Open("", "", [])
        self.stack = [self.root]
        self.parted = False
        """Whether a comma or a colon stood last."""

    def fail(self, what: str) -> GameError:
        return GameError(f"the tree {self.text!r:.60}: {what}")

    def take(self, token: re.Match[str]) -> None:
        here = self.stack[-1]
        if token["open"]:
            who = (token["who"] or "").lower()
            self.stack.append(_Open(who, token["open"][-1], []))
        elif token["close"]:
            if len(self.stack) == 1 or token["close"] != _MATES[here.bracket]:
                raise self.fail(f"{token['close']!r} closes nothing")
            if here.parted:
                self._one_by_one(here)
            self.stack.pop()
            self.put(_closed(here))
        elif token["number"]:
            self.put(token["number"])
        elif token["word"]:
            self.put(UnknownLeaf(token["word"]))
        elif token["sign"] == ":":
            self._name(here)
        elif self.parted or not here.children:
            raise self.fail(f"there is nothing before {token['sign']!r}")
        elif token["sign"] == ";":
            self._one_by_one(here)
            here.parted = len(here.children)
        self.parted = token["sign"] is not None

    def put(self, child: Any) -> None:
        here = self.stack[-1]
        if here.before:
            child, here.before = {**here.before, "node": child}, {}
        here.children.append(child)

    def _one_by_one(self, here: _Open) -> None:
        """Refuse semicolons between groups, which are nodes of their own."""
        if len(here.children) > here.parted + 1:
            raise self.fail(
                "semicolons separate groups here; put each group in brackets, ((3, 12), (2, 8))"
            )

    def _name(self, here: _Open) -> None:
        """A colon: what stands before it is the probability of what follows, or the move there."""
        last = here.children.pop() if here.children and not self.parted else None
        if isinstance(last, UnknownLeaf):
            here.before = {"move": last.name}
        elif isinstance(last, str):
            here.before = {"p": last}
        else:
            raise self.fail("a colon follows a move or a probability, chance(1/3: 4, 2/3: 0)")

    def finish(self) -> Any:
        if len(self.stack) > 1:
            raise self.fail(f"{self.stack[-1].bracket!r} is not closed")
        if len(self.root.children) != 1:
            raise self.fail(f"it has {len(self.root.children)} roots; put brackets around them")
        return self.root.children[0]


def _closed(node: _Open) -> Any:
    if not node.who:
        return node.children
    children = node.children
    has_odds = any(isinstance(child, dict) and "p" in child for child in children)
    if node.who in _EVEN and children and not has_odds:
        even = f"1/{len(children)}"
        children = [_with_odds(child, even) for child in children]
    return {"type": "chance" if node.who in _CHANCE else node.who, "children": children}


def _with_odds(child: Any, odds: str) -> dict[str, Any]:
    """An outcome of chance with its probability, beside its name where it has one."""
    is_named = isinstance(child, dict) and "node" in child
    return {**(child if is_named else {"node": child}), "p": odds}
