"""Extensive games as Gambit writes them: .efg files.

``EFG 2 R "title" { "player" ... }``, perhaps a comment in quotes, then the nodes, parents before
children:

- ``c "name" infoset "infoset name" { "event" 1/2 ... } outcome`` where chance moves,
- ``p "name" player infoset "infoset name" { "move" ... } outcome`` where a player moves,
- ``t "name" outcome`` at the ends.

An outcome is a number, 0 for none, and where it first occurs its name and payoffs in braces; it
pays wherever play passes it. Moves and names may be left out where an information set occurs again.

Other programs write probabilities as decimals, such as 0.3333333333333333. Where the decimals of
a chance node do not add up to 1 exactly, and simple fractions near by do, these are taken instead,
and the game's ``notes`` say so; payoffs of fifteen digits or more are treated alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NoReturn

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import exact, show
from kibitz.core.spelling import count_of
from kibitz.extensive.arrows.simultaneous import simultaneous
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.build import extensive_game
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.node import Chance, Decision, Leaf
from kibitz.extensive.tree import CHANCE, LEAF
from kibitz.formats.nfg import Scanner, Token, distinct, quote
from kibitz.rules.game import Rules
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame

MOST_NODES = 1_000_000
LARGEST_DENOMINATOR = 1_000_000
_LONG = re.compile(r"[+-]?\d*\.(\d+)")


@dataclass(slots=True)
class _Set:
    """What was said about an information set when it first occurred."""

    name: str
    moves: list[str]
    chances: list[Fraction] = field(default_factory=list)


@dataclass(slots=True)
class _Node:
    """A node as the file has it, with the payoffs gathered on the way."""

    kind: str
    who: int
    number: int
    paid: tuple[Fraction, ...]
    start: int
    name: str
    children: list[Any] = field(default_factory=list)


def read(text: str) -> ExtensiveGame:
    """Read a file.

    >>> ends = 't "" 1 "" { 1 } t "" 2 "" { 2 }'
    >>> game = read('EFG 2 R "t" { "A" } p "" 1 1 "x" { "l" "r" } 0 ' + ends)
    >>> game.moves(0), game.payoffs(2)
    (('l', 'r'), (Fraction(2, 1),))
    """
    return _Reader(text).read()


def write(noun: Noun) -> str:
    """Write a game, exactly, so that Gambit reads it.

    >>> from kibitz.extensive import decision, extensive_game
    >>> print(write(extensive_game(decision("A", "x", l=("1/3", 0), r=(0, 1)))), end="")
    EFG 2 R "" { "A" "player 2" }
    ""
    <BLANKLINE>
    p "" 1 1 "x" { "l" "r" } 0
    t "" 1 "" { 1/3, 0 }
    t "" 2 "" { 0, 1 }
    """
    return _written(_tree(noun))


def _tree(noun: Noun) -> ExtensiveGame:
    """Trees as they are, rules unfolded, strategic games with moves that no one sees."""
    if isinstance(noun, Rules):
        return unfold(noun, MOST_NODES)
    if isinstance(noun, MatrixGame):
        noun = noun.strategic()
    if isinstance(noun, StrategicGame):
        return simultaneous(noun.payoffs, noun.players, noun.strategies, noun.title)
    if not isinstance(noun, ExtensiveGame):
        raise GameError(f"{noun.several} cannot be written as .efg, which holds trees; use .json")
    return noun


class _Reader:
    """Reads nodes one after the other; a stack knows which of them still miss children."""

    def __init__(self, text: str) -> None:
        self.scanner = Scanner(text)
        self.sets: dict[tuple[int, int], _Set] = {}
        self.outcomes: dict[int, tuple[Fraction, ...]] = {}
        self.named: dict[int, str] = {}
        self.players: list[str] = []
        self.mended = 0
        self.example = ""

    def read(self) -> ExtensiveGame:
        title = self._header()
        self.zero = (Fraction(0),) * len(self.players)
        root = self._node(self.zero)
        open_nodes = [root]
        while open_nodes:
            node = open_nodes[-1]
            if len(node.children) == self._moves(node):
                open_nodes.pop()
                continue
            if self.scanner.peek().kind == "end":
                missing, all_ = self._moves(node) - len(node.children), self._moves(node)
                at = self.scanner.line(node.start)
                raise self._error(
                    len(self.scanner.text),
                    f"the file ends early: {missing} of the {all_} children of the node in "
                    f"line {at} "
                    "are missing",
                )
            child = self._node(node.paid)
            node.children.append(child)
            open_nodes.append(child)
        token = self.scanner.peek()
        if token.kind != "end":
            self.scanner.fail(token, "the end of the file after the last node")
        words = f"{self.mended} decimals stand for fractions, for instance {self.example}"
        notes = (words,) if self.mended else ()
        return extensive_game(self._made(root), self.players, title, notes)

    def _error(self, start: int, what: str) -> GameError:
        return GameError(f"line {self.scanner.line(start)}: {what}")

    def _header(self) -> str:
        scanner = self.scanner
        token = scanner.take()
        if token.value.upper() == "NFG":
            raise GameError("line 1: this is a strategic game in .nfg format; rename the file")
        if token.value != "EFG":
            scanner.fail(token, "'EFG' at the start")
        token = scanner.take()
        if token.value != "2":
            scanner.fail(token, "version 2 after EFG")
        token = scanner.take()
        if token.value not in ("R", "D"):
            scanner.fail(token, "R or D, the kind of numbers")
        title = scanner.expect("string", "the title in quotes")
        scanner.expect_brace("{", "before the players")
        while scanner.peek().kind == "string":
            self.players.append(scanner.take().value)
        scanner.expect_brace("}", "after the players")
        if not self.players:
            raise GameError(f"line {scanner.line(token.start)}: the list of players is empty")
        self.players = list(distinct(self.players))
        if scanner.peek().kind == "string":
            scanner.take()
        return title

    def _node(self, paid: tuple[Fraction, ...]) -> _Node:
        token = self.scanner.take()
        start = token.start
        if token.kind != "word" or token.value not in ("c", "p", "t"):
            self.scanner.fail(token, "a node: c, p or t")
        name = self.scanner.expect("string", "the name of the node in quotes")
        if token.value == "t":
            total = self._outcome(paid, start)
            return _Node("t", -1, 0, total, start, name)
        who = 0
        if token.value == "p":
            who = self._whole("the number of a player")
            if not 1 <= who <= len(self.players):
                last = len(self.players)
                raise self._error(start, f"no player {who}; they are numbered 1 to {last}")
        number = self._whole("the number of an information set")
        self._infoset(who, number, start)
        return _Node(token.value, who, number, self._outcome(paid, start), start, name)

    def _infoset(self, who: int, number: int, start: int) -> None:
        scanner = self.scanner
        name = scanner.take().value if scanner.peek().kind == "string" else None
        known = self.sets.get((who, number))
        if scanner.peek().value != "{":
            if known is None:
                scanner.fail(scanner.peek(), "'{' and the moves of an information set that is new")
            return
        scanner.take()
        moves, chances = [], []
        while scanner.peek().kind == "string":
            moves.append(scanner.take().value)
            if who == 0:
                chances.append(self._number("a probability"))
        scanner.expect_brace("}", "after the moves")
        if not moves:
            raise self._error(start, "an information set without moves")
        if known is None:
            infoset = _Set(name or "", list(distinct(moves)))
            if who == 0:
                infoset.moves = moves
                infoset.chances = self._chances(chances, start)
            self.sets[who, number] = infoset
            return
        if len(moves) != len(known.moves) or (who and list(distinct(moves)) != known.moves):
            raise self._error(
                start,
                f"information set {number} has the moves {', '.join(moves)} here and "
                f"{', '.join(known.moves)} before",
            )

    def _chances(self, words: list[str], start: int) -> list[Fraction]:
        given = [exact(word) for word in words]
        if min(given) < 0:
            raise self._error(start, f"a probability is negative, {show(min(given))}")
        if sum(given) == 1 and not any(_is_long(word) for word in words):
            return given
        meant = [_simplest(word) for word in words]
        if sum(meant) == 1:
            for word, before, after in zip(words, given, meant, strict=True):
                self._note(word, before, after)
            return meant
        if sum(given) == 1:
            return given
        together = _scaled_to_one(given, words)
        if together is not None:
            self._note(words[0], given[0], together[0])
            return together
        total = show(sum(given, Fraction(0)))
        raise self._error(start, f"the probabilities of chance add up to {total}, not 1")

    def _outcome(self, paid: tuple[Fraction, ...], start: int) -> tuple[Fraction, ...]:
        scanner = self.scanner
        number = self._whole("the number of an outcome")
        name = scanner.take().value if scanner.peek().kind == "string" else ""
        if scanner.peek().value == "{" and scanner.peek().kind == "brace":
            scanner.take()
            n = len(self.players)
            payoffs = [self._payoff(f"payoff {k} of {n}") for k in range(1, n + 1)]
            scanner.expect_brace("}", f"after {count_of(n, 'payoff')}")
            self.outcomes[number] = tuple(payoffs)
            self.named[number] = name
        elif number and number not in self.outcomes:
            raise self._error(start, f"outcome {number} has no payoffs")
        if number == 0 and number not in self.outcomes:
            return paid
        return tuple(a + b for a, b in zip(paid, self.outcomes[number], strict=True))

    def _payoff(self, what: str) -> Fraction:
        word = self._number(what)
        value = exact(word)
        if _is_long(word):
            meant = _simplest(word)
            self._note(word, value, meant)
            return meant
        return value

    def _note(self, word: str, before: Fraction, after: Fraction) -> None:
        if before != after:
            self.mended += 1
            self.example = self.example or f"{word} for {show(after)}"

    def _number(self, what: str) -> str:
        token = self.scanner.take()
        if token.kind != "word":
            self.scanner.fail(token, what)
        try:
            exact(token.value)
        except GameError:
            self._fail_number(token, what)
        return token.value

    def _fail_number(self, token: Token, what: str) -> NoReturn:
        self.scanner.fail(token, f"{what} such as 3, -1/3 or 0.5")

    def _whole(self, what: str) -> int:
        token = self.scanner.take()
        if token.kind != "word" or not re.fullmatch(r"\d{1,9}", token.value, re.ASCII):
            self.scanner.fail(token, what)
        return int(token.value)

    def _moves(self, node: _Node) -> int:
        return 0 if node.kind == "t" else len(self.sets[node.who, node.number].moves)

    def _made(self, root: _Node) -> Any:
        """Decisions, chance moves and leaves; children first."""
        names = self._names()
        order = [root]
        for node in order:
            order.extend(node.children)
        made: dict[int, Any] = {}
        for node in reversed(order):
            below = [made.pop(id(child)) for child in node.children]
            if node.kind == "t":
                made[id(node)] = Leaf(node.paid, node.name)
                continue
            infoset = self.sets[node.who, node.number]
            if node.kind == "c":
                events = zip(infoset.moves, infoset.chances, below, strict=True)
                made[id(node)] = Chance(tuple(events))
            else:
                moves = tuple(zip(infoset.moves, below, strict=True))
                name = names[node.who, node.number]
                made[id(node)] = Decision(self.players[node.who - 1], moves, name)
        return made[id(root)]

    def _names(self) -> dict[tuple[int, int], str]:
        """A name of its own for each information set."""
        keys = [key for key in self.sets if key[0]]
        wanted = [self.sets[key].name or f"{self.players[key[0] - 1]} {key[1]}" for key in keys]
        count: dict[str, int] = {}
        for name in wanted:
            count[name] = count.get(name, 0) + 1
        return {
            key: name if count[name] == 1 else f"{name} ({self.players[key[0] - 1]} {key[1]})"
            for key, name in zip(keys, wanted, strict=True)
        }


def _is_long(word: str) -> bool:
    """Whether a decimal has the many digits of a computed number."""
    match = _LONG.fullmatch(word)
    return match is not None and len(match[1].rstrip("0")) >= 15


def _simplest(word: str) -> Fraction:
    """The fraction of small denominator that a decimal is the rounding of, or the decimal itself.

    >>> str(_simplest("0.3333333333333333")), str(_simplest("0.25")), str(_simplest("0.16667"))
    ('1/3', '1/4', '1/6')
    """
    value = exact(word)
    match = _LONG.fullmatch(word)
    if match is None:
        return value
    digits = len(match[1])
    for largest in (100, 10_000, LARGEST_DENOMINATOR):
        near = value.limit_denominator(min(largest, max(1, 10 ** (digits // 2))))
        if abs(near - value) <= Fraction(6, 10 ** (digits + 1)):
            return near
    return value


def _scaled_to_one(given: list[Fraction], words: list[str]) -> list[Fraction] | None:
    """Decimals that miss 1 by their rounding only, divided by their sum."""
    total = sum(given, Fraction(0))
    places = [len(m[1]) for m in map(_LONG.fullmatch, words) if m]
    if not places or not all(map(_LONG.fullmatch, words)):
        return None
    if abs(total - 1) > Fraction(len(given), 10 ** min(places)) or min(places) < 6:
        return None
    return [p / total for p in given]


def _written(game: ExtensiveGame) -> str:
    kind = "R" if game.exact else "D"
    players = " ".join(map(quote, game.players))
    lines = [f"EFG 2 {kind} {quote(game.title)} {{ {players} }}", '""', ""]
    own = _own_numbers(game)
    paid: dict[bytes, str] = {}
    events = outcomes = 0
    stack = [0]
    while stack:
        node = stack.pop()
        actor = int(game.tree.actor[node])
        children = game.tree.children(node)
        stack.extend(reversed(children))
        if actor == LEAF:
            outcomes += 1
            amounts = game.amounts[game.tree.row[node]].tobytes()
            if amounts not in paid:
                paid[amounts] = ", ".join(_spelled(x) for x in game.payoffs(node))
            name = quote(game.labels.leaf(game, node))
            lines.append(f't {name} {outcomes} "" {{ {paid[amounts]} }}')
        elif actor == CHANCE:
            events += 1
            words = game.labels.outcomes(game, node)
            each = " ".join(
                f"{quote(word)} {_spelled(game.probability(child))}"
                for word, child in zip(words, children, strict=True)
            )
            lines.append(f'c "" {events} "" {{ {each} }} 0')
        else:
            infoset = int(game.tree.infoset[node])
            moves = " ".join(map(quote, game.moves(infoset)))
            name = quote(game.infoset_names[infoset])
            lines.append(f'p "" {actor + 1} {own[infoset]} {name} {{ {moves} }} 0')
    return "\n".join(lines) + "\n"


def _own_numbers(game: ExtensiveGame) -> list[int]:
    """The number of each information set among its owner's, from 1."""
    seen: dict[int, int] = {}
    numbers = []
    for owner in game.owners.tolist():
        seen[owner] = seen.get(owner, 0) + 1
        numbers.append(seen[owner])
    return numbers


def _spelled(x: Any) -> str:
    return str(x) if isinstance(x, Fraction) else repr(float(x))
