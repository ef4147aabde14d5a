"""Trees typed as text: ``I(L: II(a: 1,2; b: 3,0); R: 2,2)``.

A player stands before the parentheses around the moves, a move before a colon and what follows
it. Nodes that look alike have the name of their information set in brackets, ``II[dark](...)``.
Chance has a probability before each outcome, ``chance(1/2 heads: ...; 1/2 tails: ...)``. The game
ends where there are numbers: a payoff for each player, or in a zero-sum game of two that of the
first. Names with signs of the notation in them are put in quotation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

from kibitz.core.errors import GameError

EXAMPLE = "I(L: II(a: 1,2; b: 3,0); R: 2,2)"
_TOKEN = re.compile(
    r"\s*(?:\"(?P<quoted>[^\"]*)\"|(?P<sign>[()\[\]:;,])|(?P<words>[^()\[\]:;,\"]+))"
)
_CHANCE = ("chance", "nature")
"""Chance by these words always, by others only where all its branches have probabilities."""
_MAYBE = ("c", "n", "random")
_WEIGHTED = re.compile(r"([+\-−]?\.?\d\S*)(?:\s+(.+))?")
"""A probability, and what the outcome is called."""
_SET = re.compile(r"([^\W\d][^.{}]*)(?:\.([^.{}]+)|\{([^{}]+)\})")
"""A player and an information set, with a dot between them or in braces."""
_NAME = r"[^\W\d]\w*(?:\[[^\[\]();:]*\]|\.\w+|\{[^{}();:]*\})?"
_MOVE = r"\((?:\"[^\"]*\"|[^(){};,=\"])+:"
_ROOT = re.compile(rf"\s*((?:\w+ )*{_NAME}|(?:\w+ )*\d+)\s*{_MOVE}")
_BELOW = re.compile(rf"(?<!\w)({_NAME}){_MOVE}")
_OTHERS = re.compile(r"(?:max|min|chance|exp|expect|avg|average|mean|nature)", re.IGNORECASE)
"""Words that also stand before the children of a tree to be searched."""


def has_named_players(text: str) -> bool:
    """Whether this is a tree as text in which players have names, and moves too.

    >>> has_named_players("I(L: 1,2; R: 2,2)"), has_named_players("max(left: 4, right: 2)")
    (True, False)
    >>> has_named_players("chance(1/2 heads: Ann(bet: 2; fold: 1); 1/2 tails: 0)")
    True
    """
    root = _ROOT.match(text)
    if root is None:
        return False
    names = [root[1], *(below[1] for below in _BELOW.finditer(text))]
    return not all(_OTHERS.fullmatch(name) for name in names)


def tree_from_text(text: str) -> Any:
    """The tree in dicts and lists, as JSON has it.

    >>> tree_from_text("I[x](L: 1,2; R: 2,2)")
    {'player': 'I', 'moves': [['L', {'payoffs': ['1', '2']}], ['R', {'payoffs': ['2', '2']}]], \
'infoset': 'x'}
    >>> tree_from_text("I(L: 1,2 R: 2,2)")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: the tree 'I(L: 1,2 R: 2,2)', character 8: write ; before the \
move 'R', or before '2 R'
    """
    return _Reader(text).read()


class _Token(NamedTuple):
    """A sign of the notation, or words; where it begins, counted from 1."""

    sign: str
    words: str
    place: int


@dataclass
class _Open:
    """A node whose parenthesis is not closed yet."""

    player: str
    infoset: str | None
    place: int
    branches: list[tuple[_Token, Any]] = field(default_factory=list)
    label: _Token | None = None


class _Reader:
    """Reads a tree from left to right, without recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = list(self._tokens())
        self.at = 0
        self.open: list[_Open] = []

    def fail(self, token: _Token, what: str) -> NoReturn:
        raise GameError(f"the tree {self.text.strip()!r:.60}, character {token.place}: {what}")

    def _tokens(self) -> Iterator[_Token]:
        place = 0
        while self.text[place:].strip():
            match = _TOKEN.match(self.text, place)
            if match is None:
                start = len(self.text) - len(self.text[place:].lstrip())
                self.fail(_Token("", "", start + 1), 'a quotation mark " is not closed')
            kind = match.lastgroup or "words"
            sign = '"' if kind == "quoted" else match["sign"] or ""
            words = " ".join((match[kind] if kind != "sign" else "").split())
            yield _Token(sign, words, match.start(kind) + 1)
            place = match.end()
        yield _Token("end", "", len(self.text.rstrip()) + 1)

    def _next(self) -> _Token:
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    @property
    def here(self) -> _Token:
        return self.tokens[self.at]

    def _is_label(self, at: int) -> bool:
        return bool(self.tokens[at].words) and self.tokens[at + 1].sign == ":"

    def read(self) -> Any:
        while True:
            made = self._node()
            while made is not None:
                if not self.open:
                    if self.here.sign != "end":
                        self.fail(self.here, f"{self._shown(self.here)} after the end of the tree")
                    return made
                made = self._branch(made)

    def _shown(self, token: _Token) -> str:
        return "nothing more" if token.sign == "end" else repr(token.words or token.sign)

    def _node(self) -> Any:
        """The leaf that begins here; a node with moves is opened, and its first move named."""
        token = self._next()
        if token.sign == "(":
            paid = self._payoffs(self._next())
            if self._next().sign != ")":
                self.fail(token, "payoffs in parentheses are numbers, (1,2); moves need a player")
            return paid
        if not token.words:
            self.fail(
                token, f"{self._shown(token)} where a player or payoffs belong, as in {EXAMPLE}"
            )
        infoset = None
        if self.here.sign == "[":
            infoset = self._infoset()
        elif self.here.sign == "(" and not token.sign and (dotted := _SET.fullmatch(token.words)):
            token = token._replace(words=dotted[1].strip())
            infoset = (dotted[2] or dotted[3]).strip()
        elif self.here.sign != "(":
            return self._payoffs(token)
        self.open.append(_Open(token.words, infoset, self._next().place))
        self._label()
        return None

    def _infoset(self) -> str:
        bracket, name, closing = self._next(), self._next(), self._next()
        if not name.words or closing.sign != "]" or self.here.sign != "(":
            self.fail(bracket, "an information set is named in brackets before (, as in II[dark](")
        return name.words

    def _payoffs(self, token: _Token) -> dict[str, Any]:
        """Numbers up to the next sign; a comma before a move belongs to the moves."""
        tokens = [token]
        while self.here.sign == "," and self.tokens[self.at + 1].words:
            if self._is_label(self.at + 1):
                self._check_comma(self.tokens[self.at + 1])
                break
            self.at += 1
            tokens.append(self._next())
        return {"payoffs": [each.words for each in tokens]}

    def _check_comma(self, label: _Token) -> None:
        """Refuse a payoff and a move between which the semicolon is missing."""
        split = _WEIGHTED.fullmatch(label.words)
        player = self.open[-1].player if self.open else ""
        if split and split[2] and player.lower() not in (*_CHANCE, *_MAYBE):
            what = f"write ; before the move {split[2]!r}, or before {label.words!r}"
            self.fail(label, what)

    def _label(self) -> None:
        if not self._is_label(self.at):
            node = self.open[-1]
            self.fail(
                self.here,
                f"{self._shown(self.here)} where a move of {node.player} and a colon belong, "
                f"as in {EXAMPLE}",
            )
        self.open[-1].label = self._next()
        self.at += 1

    def _branch(self, made: Any) -> Any:
        """Put what follows a move behind it; the node, where that was its last move."""
        node, sign = self.open[-1], self._next()
        assert node.label is not None
        node.branches.append((node.label, made))
        if sign.sign in (";", ","):
            if self.here.sign != ")":
                self._label()
                return None
            sign = self._next()
        if sign.sign == "end":
            self.fail(
                sign, f"the parenthesis of {node.player}, character {node.place}, is not closed"
            )
        if sign.sign != ")":
            self.fail(sign, f"{self._shown(sign)} where ; or ) belongs")
        self.open.pop()
        return self._made(node)

    def _made(self, node: _Open) -> dict[str, Any]:
        split = [_WEIGHTED.fullmatch(label.words) for label, _ in node.branches]
        who = node.player.lower()
        if who in _CHANCE or (who in _MAYBE and all(split)):
            return self._happenings(node, split)
        moves = [[label.words, child] for label, child in node.branches]
        infoset = {} if node.infoset is None else {"infoset": node.infoset}
        return {"player": node.player, "moves": moves, **infoset}

    def _happenings(self, node: _Open, split: list[re.Match[str] | None]) -> dict[str, Any]:
        outcomes = []
        for k, ((label, child), weighted) in enumerate(zip(node.branches, split, strict=True), 1):
            if weighted is None:
                self.fail(
                    label,
                    f"chance needs a probability before {label.words!r}, as in "
                    "chance(1/2 heads: ...; 1/2 tails: ...)",
                )
            outcomes.append([weighted[2] or str(k), weighted[1], child])
        return {"type": "chance", "player": "chance", "moves": outcomes}
