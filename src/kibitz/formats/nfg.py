"""Gambit's .nfg files, in both dialects, exactly.

A file has a prologue, ``NFG 1 R "title" { players } { strategies } "comment"``, where strategies
are lists of names or plain counts, and then the payoffs. In the payoff dialect these are
numbers, cell by cell with the first player's strategy running fastest, and in each cell one for
every player. In the outcome dialect they are a list of outcomes, ``{ "name" 1, 1/3 }``, and for
every cell, in the same order, the number of its outcome; 0 pays nothing. ``D`` in place of ``R``
announces decimals; either way every number is read as the rational it spells.

A two-person file whose payoffs cancel in every cell is read as a matrix game, all others as
strategic games. :func:`read_strategic` leaves even the former as they stand.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple, NoReturn

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.noun import Noun
from kibitz.core.numbers import exact
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.extensive.arrows.normal_form import normal_form
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.rules.game import Rules
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame

MOST_NODES = 100_000
"""The most nodes of a game with moves whose strategies are listed."""

MOST_PLAYERS = 32
"""An array has no more dimensions than this."""

_TOKEN = re.compile(
    r'[\s,]*(?:(?P<string>"[^"\\]*(?:\\.[^"\\]*)*")|(?P<brace>[{}])|(?P<word>[^\s,{}"]+)|(?P<quote>"))',
    re.DOTALL,
)
_WORD = re.compile(r"[^\s,]+")
_ESCAPE = re.compile(r'\\(["\\]|u[0-9a-f]{4}|U[0-9a-f]{8})')
_SPECIAL = re.compile(r'\\(?=["\\]|\Z|u[0-9a-f]{4}|U[0-9a-f]{8}|[^ -~]| \Z)|"')
_FOREIGN = re.compile(r"[^ -~]|\A | \Z")
_END = "the end of the file"


def read(text: str) -> Noun:
    """Read a file: a matrix game when it is two-person and zero-sum, else a strategic game.

    >>> read('NFG 1 R "pennies" { "Ann" "Bob" } { 2 2 } 1 -1 -1 1 -1 1 1 -1')
    matrix('1 -1; -1 1')
    """
    game = read_strategic(text)
    if len(game.players) == 2 and game.payoffs[1] == -game.payoffs[0]:
        return game.matrix_game()
    return game


def read_strategic(text: str) -> StrategicGame:
    """Read a file as it stands.

    >>> game = read_strategic('NFG 1 R "" { "a" "b" } { 2 2 } { { "win" 1, 1/3 } } 1 0 0 1')
    >>> game.payoff(0, 0), game.payoff(0, 1)
    ((Fraction(1, 1), Fraction(1, 3)), (Fraction(0, 1), Fraction(0, 1)))
    """
    scanner = Scanner(text)
    title = _read_header(scanner)
    players = _read_players(scanner)
    strategies = _read_strategies(scanner, len(players))
    if scanner.peek().kind == "string":
        scanner.take()
    shape = tuple(s if isinstance(s, int) else len(s) for s in strategies)
    outcomes = scanner.peek().value == "{"
    read_body = _read_outcomes if outcomes else _read_payoffs
    columns = read_body(scanner, len(players), math.prod(shape))
    return StrategicGame(
        tuple(_tensor(column, shape) for column in columns),
        distinct(players),
        tuple(
            tuple(map(str, range(1, s + 1))) if isinstance(s, int) else distinct(s)
            for s in strategies
        ),
        title,
    )


def write(noun: Noun) -> str:
    """Write a game in the payoff dialect.

    >>> from kibitz import bimatrix
    >>> print(write(bimatrix([[1, "1/2"]], [[0, 2]], title="small")), end="")
    NFG 1 R "small" { "I" "II" }
    { { "1" }
      { "1" "2" }
    }
    ""
    <BLANKLINE>
    1 0
    1/2 2
    """
    game = _strategic(noun)
    return _prologue(game) + _lines(_cells(game), game.shape[0])


def write_outcomes(noun: Noun) -> str:
    """Write a game in the outcome dialect, with an outcome for each list of payoffs that occurs."""
    game = _strategic(noun)
    cells = list(_cells(game))
    nothing = " ".join(["0"] * len(game.players))
    number = {nothing: "0"}
    for cell in cells:
        number.setdefault(cell, str(len(number)))
    outcomes = [
        f'{{ "{index}" {", ".join(cell.split())} }}'
        for cell, index in number.items()
        if cell != nothing
    ]
    indices = _lines((number[cell] for cell in cells), game.shape[0])
    return _prologue(game) + "\n".join(["{", *outcomes, "}", indices])


def distinct(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels, with those that repeat distinguished by their position; empty ones become it.

    >>> distinct(["", "a", "", "a"]), distinct(["", "a"])
    (('1', 'a', '3', 'a_4'), ('', 'a'))
    """
    if len(set(labels)) == len(labels):
        return tuple(labels)
    known, used, result = set(labels), set(), []
    for i, label in enumerate(labels, 1):
        name = label or str(i)
        while name in used or (name != label and name in known):
            name = f"{name}_{i}"
        used.add(name)
        result.append(name)
    return tuple(result)


class PayoffColumn(NamedTuple):
    """One player's payoffs, cell by cell: words, and the number that each of them stands for."""

    words: list[str]
    meaning: dict[str, Fraction]


class Token(NamedTuple):
    """A piece of the file: a string, a brace, a word, or the end; and where it begins."""

    kind: str
    value: str
    start: int

    def __str__(self) -> str:
        if self.kind == "end":
            return _END
        return repr(self.value if len(self.value) <= 40 else self.value[:40] + "...")


class Scanner:
    """Reads a file token by token, and says in which line something is wrong."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def peek(self) -> Token:
        return self._match()[0]

    def take(self) -> Token:
        token, self.position = self._match()
        return token

    def expect(self, kind: str, what: str) -> str:
        """The value of the next token, which must be of this kind."""
        token = self.take()
        if token.kind != kind:
            self.fail(token, what)
        return token.value

    def expect_brace(self, brace: str, what: str) -> None:
        token = self.take()
        if token.value != brace or token.kind != "brace":
            self.fail(token, f"'{brace}' {what}")

    def fail(self, token: Token, expected: str) -> NoReturn:
        if token.kind == "quote":
            raise GameError(f"line {self.line(token.start)}: a quoted text has no closing quote")
        raise GameError(f"line {self.line(token.start)}: expected {expected}, found {token}")

    def line(self, position: int) -> int:
        """The number of the line, from 1; the end of the file counts as part of its last one."""
        return self.text.count("\n", 0, min(position, len(self.text.rstrip()))) + 1

    def rest(self) -> list[str]:
        """The words from here to the end."""
        return self.text[self.position :].replace(",", " ").split()

    def line_of_word(self, index: int) -> int:
        """The line of one of the words of :meth:`rest`."""
        words = _WORD.finditer(self.text, self.position)
        match = next(islice(words, index, None), None)
        return self.line(match.start() if match else len(self.text))

    def _match(self) -> tuple[Token, int]:
        match = _TOKEN.match(self.text, self.position)
        if match is None:
            return Token("end", "", len(self.text)), len(self.text)
        kind = match.lastgroup or "end"
        value = match[kind]
        if kind == "string":
            value = _ESCAPE.sub(_meaning, value[1:-1])
        return Token(kind, value, match.start(kind)), match.end()


def _read_header(scanner: Scanner) -> str:
    for spelling, what in (("NFG", "'NFG' at the start"), ("1", "version 1 after NFG")):
        token = scanner.take()
        if token.value != spelling or token.kind != "word":
            scanner.fail(token, what)
    token = scanner.take()
    if token.value not in ("R", "D") or token.kind != "word":
        scanner.fail(token, "R or D, the kind of numbers")
    return scanner.expect("string", "the title in quotes")


def _read_players(scanner: Scanner) -> list[str]:
    scanner.expect_brace("{", "before the players")
    players = _read_names(scanner, "the name of a player in quotes or '}'")
    if len(players) > MOST_PLAYERS:
        raise GameError(f"{count_of(len(players), 'player')}; at most {MOST_PLAYERS} are supported")
    return players


def _read_names(scanner: Scanner, what: str) -> list[str]:
    names: list[str] = []
    while scanner.peek().kind == "string":
        names.append(scanner.take().value)
    token = scanner.take()
    if token.value != "}" or token.kind != "brace" or not names:
        scanner.fail(token, what if names else what.replace(" or '}'", ""))
    return names


def _read_strategies(scanner: Scanner, players: int) -> list[list[str] | int]:
    scanner.expect_brace("{", "before the strategies")
    strategies: list[list[str] | int] = []
    while (token := scanner.take()).value != "}" or token.kind != "brace":
        if len(strategies) == players:
            scanner.fail(token, f"'}}' after the strategies of {count_of(players, 'player')}")
        strategies.append(_read_strategies_of_one(scanner, token))
    if len(strategies) != players:
        scanner.fail(token, f"the strategies of player {len(strategies) + 1} of {players}")
    return strategies


def _read_strategies_of_one(scanner: Scanner, token: Token) -> list[str] | int:
    if token.kind == "brace" and token.value == "{":
        return _read_names(scanner, "the name of a strategy in quotes or '}'")
    if token.kind != "word" or not re.fullmatch(r"0*[1-9]\d{0,8}", token.value, re.ASCII):
        scanner.fail(token, "'{' and names of strategies, or how many there are")
    return int(token.value)


def _read_payoffs(scanner: Scanner, players: int, cells: int) -> list[PayoffColumn]:
    words = scanner.rest()
    _check_count(scanner, words, players * cells, f"payoffs ({players} in each of {cells} cells)")
    meaning = _read_spellings(scanner, words)
    return [PayoffColumn(words[k::players], meaning) for k in range(players)]


def _read_spellings(scanner: Scanner, words: list[str]) -> dict[str, Fraction]:
    """Read every spelling once, however often it occurs."""
    meaning: dict[str, Fraction] = {}
    for word in dict.fromkeys(words):
        try:
            meaning[word] = exact(word)
        except ValueError:
            line = scanner.line_of_word(words.index(word))
            raise GameError(
                f"line {line}: expected a payoff such as 3, -1/3 or 0.5, found {_short(word)}"
            ) from None
    return meaning


def _read_outcomes(scanner: Scanner, players: int, cells: int) -> list[PayoffColumn]:
    scanner.expect_brace("{", "before the outcomes")
    outcomes: dict[str, list[Fraction]] = {"0": [Fraction(0)] * players}
    while (token := scanner.take()).value != "}" or token.kind != "brace":
        if token.value != "{" or token.kind != "brace":
            scanner.fail(token, "'{' and an outcome, or '}' after the last one")
        outcomes[str(len(outcomes))] = _read_outcome(scanner, players)
    words = scanner.rest()
    _check_count(scanner, words, cells, "outcome numbers, one for each cell")
    for word in dict.fromkeys(words):
        if word not in outcomes:
            raise GameError(
                f"line {scanner.line_of_word(words.index(word))}: expected the number of an "
                f"outcome, 0 to {len(outcomes) - 1}, found {_short(word)}"
            )
    return [
        PayoffColumn(words, {i: paid[k] for i, paid in outcomes.items()}) for k in range(players)
    ]


def _read_outcome(scanner: Scanner, players: int) -> list[Fraction]:
    scanner.expect("string", "the name of an outcome in quotes")
    payoffs: list[Fraction] = []
    for k in range(1, players + 1):
        token = scanner.take()
        if token.kind != "word":
            scanner.fail(token, f"payoff {k} of {players}")
        try:
            payoffs.append(exact(token.value))
        except ValueError:
            scanner.fail(token, "a payoff such as 3, -1/3 or 0.5")
    scanner.expect_brace("}", f"after {count_of(players, 'payoff')}")
    return payoffs


def _check_count(scanner: Scanner, words: list[str], wanted: int, what: str) -> None:
    if len(words) < wanted:
        line = scanner.line(len(scanner.text))
        raise GameError(f"line {line}: expected {wanted} {what}, found {_END} after {len(words)}")
    if len(words) > wanted:
        raise GameError(
            f"line {scanner.line_of_word(wanted)}: expected {_END} after {wanted} {what}, "
            f"found {_short(words[wanted])}"
        )


def _short(word: str) -> str:
    return repr(word if len(word) <= 40 else word[:40] + "...")


def _tensor(column: PayoffColumn, shape: tuple[int, ...]) -> Tensor:
    used = set(column.words)
    denominator = math.lcm(*(column.meaning[word].denominator for word in used))
    numerators = {word: int(column.meaning[word] * denominator) for word in used}
    flat = Tensor.read([numerators[word] for word in column.words], 1)
    array = np.ascontiguousarray(flat.array.reshape(shape, order="F"))
    array.setflags(write=False)
    return Tensor(array, denominator)


def _strategic(noun: Noun) -> StrategicGame:
    if isinstance(noun, MatrixGame):
        return noun.strategic()
    if isinstance(noun, Rules):
        noun = unfold(noun, MOST_NODES)
    if isinstance(noun, ExtensiveGame):
        form = normal_form(noun)
        return StrategicGame(form.payoffs, noun.players, form.strategies, noun.title)
    if isinstance(noun, StrategicGame):
        return noun
    raise GameError(f"{noun.several} cannot be written as .nfg, which holds tables; use .json")


def _prologue(game: StrategicGame) -> str:
    numbers = "R" if game.exact else "D"
    strategies = "\n  ".join(_names(labels) for labels in game.strategies)
    return (
        f'NFG 1 {numbers} {quote(game.title)} {_names(game.players)}\n{{ {strategies}\n}}\n""\n\n'
    )


def _names(labels: Sequence[str]) -> str:
    return "{ " + " ".join(map(quote, labels)) + " }"


def quote(text: str) -> str:
    """In quotes; a backslash is doubled only where it could be taken for an escape.

    Gambit takes printable ASCII alone, and no spaces at the ends: the rest is written by number.

    >>> quote('the "blöd" one')
    '"the \\\\"bl\\\\u00f6d\\\\" one"'
    """
    if text.isalnum() and text.isascii():
        return f'"{text}"'
    escaped = _SPECIAL.sub(lambda match: "\\" + match[0], text)
    return '"' + _FOREIGN.sub(lambda match: _by_number(ord(match[0])), escaped) + '"'


def _by_number(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _meaning(escape: re.Match[str]) -> str:
    """The character that an escape stands for; numbers of no character stay as they are."""
    code = escape[1][1:]
    if not code:
        return escape[1]
    return chr(int(code, 16)) if int(code, 16) < 0x110000 else escape[0]


def _cells(game: StrategicGame) -> Iterator[str]:
    columns = [_spellings(tensor) for tensor in game.payoffs]
    return map(" ".join, zip(*columns, strict=True))


def _spellings(tensor: Tensor) -> list[str]:
    flat = tensor.array.ravel(order="F").tolist()
    if not tensor.exact:
        return [repr(x).replace("e+", "e") for x in flat]
    if tensor.denominator == 1:
        return list(map(str, flat))
    return [str(Fraction(x, tensor.denominator)) for x in flat]


def _lines(words: Iterator[str], width: int) -> str:
    """A number of entries to each line, which is one line for every choice of the other players."""
    rows = iter(lambda: " ".join(islice(words, width)), "")
    return "\n".join(rows) + "\n"
