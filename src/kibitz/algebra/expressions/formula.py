"""How a formula is read, whatever it will mean: one grammar for all who read one.

Written are ``+ - * / ^`` (``**`` too, ``x²``), brackets, products without a sign (``2q``,
``3(a-c)``, ``xy`` where x and y are known), functions (``max(0, a-Q)``, ``sqrt 2``, ``√2``), the
positive part ``(17-Q)^+``, and cases: ``17-Q if Q <= 5 else 22-2Q``, or
``Q <= 5: 17-Q; Q <= 11: 22-2Q; else 0``. A power binds to the right: ``2^3^2`` is ``2^9``.

Reading is by recursive descent and runs no code. What a sum, a power or a name comes to is said by
a :class:`Meaning`: numbers, polynomials, trees.
"""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Generic, NamedTuple, NoReturn, TypeVar

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of

RELATIONS = ("<", "<=", ">", ">=", "==", "!=")
SEVERAL = ("max", "min")
"""The functions of two or more arguments; all others take one."""

MOST_NESTED, MOST_EXPONENT, MOST_BITS, MOST_SHOWN = 60, 999, 100_000, 60

_RAISED, _LOWERED, _PARTS = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉", "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_TOKEN = re.compile(
    rf"""\s*(?: (?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?P<exponent>[eE][+-]?\d+)?|[{_PARTS}])
        | (?P<word>[^\W\d{_RAISED}{_LOWERED}{_PARTS}][^\W{_RAISED}{_PARTS}]*|√)
        | (?P<raised>⁻?[{_RAISED}]+)
        | (?P<sign>\*\*|<=|>=|==|!=|=<|=>|\^\s*\+(?![\d.])|[-+*/^()<>=,;:−–·⋅∙×÷≤≥≠⁺]) )""",
    re.VERBOSE,
)
_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")
_SPELLED = {
    "−": "-",
    "–": "-",
    "·": "*",
    "⋅": "*",
    "∙": "*",
    "×": "*",
    "÷": "/",
    "**": "^",
    "⁺": "^+",
    "≤": "<=",
    "=<": "<=",
    "≥": ">=",
    "=>": ">=",
    "≠": "!=",
    "=": "==",
}
_DIGITS = {ord(mark): str(k % 10) for k, mark in enumerate(_RAISED + _LOWERED)} | {ord("⁻"): "-"}
_OTHERWISE = ("else", "otherwise")
_WORDS = ("if", "and", "or", *_OTHERWISE)

Value = TypeVar("Value")
Condition = TypeVar("Condition")


class Meaning(ABC, Generic[Value, Condition]):
    """What the parts of a formula come to; :meth:`read` puts them together.

    ``names`` are the variables known beforehand, which tell ``xy`` from x times
    y; without them every word is a name.

    >>> class Plain(Meaning[Fraction, bool]):
    ...     def number(self, value): return value
    ...     def name(self, name): return self.refuse(f"{name!r} is not known")
    ...     def sum(self, left, right): return left + right
    ...     def negative(self, x): return -x
    ...     def product(self, left, right): return left * right
    ...     def quotient(self, top, bottom): return top / bottom
    ...     def power(self, base, exponent): return self.whole_power(base, int(exponent))
    >>> print(Plain("2(1 - 3²) / 2^3^0").read(), Plain("½(−2)").read())
    -8 -1
    >>> Plain("2 3").read()
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: '2 3': a sign is missing before '3'
    """

    advice: str = ""
    """What would be right, for the end of an error."""
    functions: Mapping[str, str] = {}
    """Spellings of the functions that can be called, and what they are called here."""
    longest: int = 4000
    """Characters that are read."""
    digits: int = 1000
    """Digits of one number."""
    deepest: int = 300
    """Levels of operations within one another, where a tree is built."""

    def __init__(self, text: str, where: str = "", names: Collection[str] | None = None) -> None:
        self.text, self.where, self.names = text, where, names

    def read(self) -> Value:
        """What the whole formula comes to."""
        return _Reader(self).formula()

    def wrong(self, why: str) -> GameError:
        """The error that says what is wrong, where, and what would be right."""
        shown = self.text if len(self.text) <= MOST_SHOWN else self.text[: MOST_SHOWN - 3] + "..."
        at = f"{self.where}: " if self.where else ""
        return GameError(f"{at}{shown!r}: {why}" + (f"; {self.advice}" if self.advice else ""))

    def refuse(self, why: str) -> NoReturn:
        raise self.wrong(why)

    def whole_power(self, base: Fraction, power: int) -> Fraction:
        """A power of a number, unless it would not fit on the page."""
        if power < 0 and not base:
            self.refuse("it divides by zero")
        longer = max(abs(base.numerator), base.denominator)
        if longer > 1 and longer.bit_length() * abs(power) > MOST_BITS:
            self.refuse(f"a power has more than {MOST_BITS * 3 // 10} digits")
        return base**power

    @abstractmethod
    def number(self, value: Fraction) -> Value: ...

    @abstractmethod
    def name(self, name: str) -> Value: ...

    @abstractmethod
    def sum(self, left: Value, right: Value) -> Value: ...

    def difference(self, left: Value, right: Value) -> Value:
        return self.sum(left, self.negative(right))

    @abstractmethod
    def negative(self, x: Value) -> Value: ...

    @abstractmethod
    def product(self, left: Value, right: Value) -> Value: ...

    @abstractmethod
    def quotient(self, top: Value, bottom: Value) -> Value: ...

    @abstractmethod
    def power(self, base: Value, exponent: Value) -> Value: ...

    def call(self, function: str, arguments: Sequence[Value]) -> Value:
        self.refuse(f"{function} cannot stand here")

    def positive_part(self, x: Value) -> Value:
        return self.call("max", [self.number(Fraction(0)), x])

    def comparison(self, left: Value, relation: str, right: Value) -> Condition:
        self.refuse("cases cannot stand here")

    def both(self, first: Condition, second: Condition) -> Condition:
        self.refuse("cases cannot stand here")

    def either(self, first: Condition, second: Condition) -> Condition:
        self.refuse("cases cannot stand here")

    def choice(self, condition: Condition, then: Value, otherwise: Value) -> Value:
        self.refuse("cases cannot stand here")


class _Token(NamedTuple):
    kind: str
    """number, word, raised, sign, or nothing at the end."""
    text: str


_END = _Token("", "")


class _Reader(Generic[Value, Condition]):
    """One token after another; ``deep`` is the height of what was put together last."""

    def __init__(self, meaning: Meaning[Value, Condition]) -> None:
        self.meaning = meaning
        if len(meaning.text) > meaning.longest:
            meaning.refuse(f"{len(meaning.text)} characters; at most {meaning.longest} are read")
        self.tokens = list(self._split(meaning.text.rstrip()))
        self.next = self.nested = self.deep = 0

    def _split(self, text: str) -> Iterator[_Token]:
        names = set(self.meaning.names or ()) | set(_NAME.findall(text))
        at = 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self.meaning.wrong(f"{text[at:].strip()[:1]!r} cannot be read")
            at = found.end()
            kind = "number" if found["number"] else str(found.lastgroup)
            token = found[kind]
            if kind == "word":
                yield from self._words(token)
                continue
            if kind == "number":
                exponent = found["exponent"] or ""
                if exponent in names or exponent[:1] in names:
                    at -= len(exponent)
                    token = token.removesuffix(exponent)
                token = self._number(token)
            elif kind == "sign":
                token = "^+" if token[0] == "^" and len(token) > 1 else _SPELLED.get(token, token)
            yield _Token(kind, token)

    def _number(self, token: str) -> str:
        """A number as :class:`Fraction` reads it."""
        if token in _PARTS:
            return str(Fraction(unicodedata.numeric(token)).limit_denominator(9))
        digits, _, exponent = token.lower().partition("e")
        if len(digits) > self.meaning.digits or (exponent and abs(int(exponent)) > MOST_EXPONENT):
            self.meaning.refuse(f"a number has more than {count_of(self.meaning.digits, 'digit')}")
        return token

    def _words(self, word: str) -> Iterator[_Token]:
        """A word, or the names and functions of which it is made."""
        names, functions = self.meaning.names, self.meaning.functions
        if word == "√":
            word = "sqrt"
        elif word not in (names or ()):
            word = word.translate(_DIGITS)
        whole = word in functions or word in _WORDS
        parts = None if whole or names is None else _made_of(word, names, functions)
        for part in parts or [word]:
            yield _Token("number" if part.isdigit() else "word", part)

    def _peek(self) -> _Token:
        return self.tokens[self.next] if self.next < len(self.tokens) else _END

    def _sees(self, *texts: str) -> bool:
        """Whether one of these signs or words comes next."""
        token = self._peek()
        return token.kind in ("sign", "word") and token.text in texts

    def _take(self) -> str:
        token = self._peek()
        self.next += 1
        return token.text

    def _expect(self, sign: str) -> None:
        if not self._sees(sign):
            before = f" before {self._peek().text!r}" if self._peek().kind else ""
            self.meaning.refuse(f"{sign!r} is missing{before}")
        self._take()

    def _misplaced(self, token: _Token) -> NoReturn:
        self.meaning.refuse(
            f"{token.text!r} cannot stand there" if token.kind else "it ends too early"
        )

    def _over(self, *depths: int) -> None:
        """Note that something was built over parts of these depths."""
        self.deep = 1 + max((self.deep, *depths))
        if self.deep > self.meaning.deepest:
            self.meaning.refuse(f"more than {self.meaning.deepest} operations inside one another")

    def formula(self) -> Value:
        if not self.tokens:
            self.meaning.refuse("it is empty")
        found = self._cases() if _Token("sign", ":") in self.tokens else self._choice()
        if self._peek().kind:
            self._misplaced(self._peek())
        return found

    def _cases(self) -> Value:
        """Conditions with their values, separated by semicolons; the last one may be else."""
        cases = []
        while not self._sees(*_OTHERWISE):
            condition = self._condition()
            self._expect(":")
            cases.append((condition, self._choice(), self.deep))
            if not self._peek().kind:
                self.meaning.refuse("the last case must be an else, as in '...; else 0'")
            self._expect(";")
        self._take()
        if self._sees(":"):
            self._take()
        found = self._choice()
        for condition, then, deep in reversed(cases):
            found = self.meaning.choice(condition, then, found)
            self._over(deep)
        return found

    def _choice(self) -> Value:
        then = self._sum()
        if not self._sees("if"):
            return then
        deep = self.deep
        self._take()
        condition = self._condition()
        if not self._sees(*_OTHERWISE):
            self.meaning.refuse("an 'if' needs an 'else'")
        self._take()
        deep = max(deep, self.deep)
        found = self.meaning.choice(condition, then, self._choice())
        self._over(deep)
        return found

    def _condition(self) -> Condition:
        found = self._conjunction()
        while self._sees("or"):
            deep = self.deep
            self._take()
            found = self.meaning.either(found, self._conjunction())
            self._over(deep)
        return found

    def _conjunction(self) -> Condition:
        found = self._comparison()
        while self._sees("and"):
            deep = self.deep
            self._take()
            found = self.meaning.both(found, self._comparison())
            self._over(deep)
        return found

    def _comparison(self) -> Condition:
        if self._sees("(") and self._brackets_hold_a_condition():
            self._take()
            inside = self._condition()
            self._expect(")")
            return inside
        left = self._sum()
        if not self._sees(*RELATIONS):
            self.meaning.refuse("a condition compares two things, as in Q <= 5")
        found: Condition | None = None
        while self._sees(*RELATIONS):
            deep = self.deep
            relation = self._take()
            right = self._sum()
            link = self.meaning.comparison(left, relation, right)
            found = link if found is None else self.meaning.both(found, link)
            self._over(deep)
            left = right
        assert found is not None
        return found

    def _brackets_hold_a_condition(self) -> bool:
        """Whether brackets hold a comparison, rather than something that is compared."""
        depth, compared = 0, False
        for at, (_, text) in enumerate(self.tokens[self.next :], self.next + 1):
            depth += (text == "(") - (text == ")")
            compared |= text in RELATIONS and depth == 1
            if depth == 0:
                after = self.tokens[at].text if at < len(self.tokens) else ""
                return compared and after in ("", "and", "or", *_OTHERWISE, ":", ")", ";")
        return False

    def _sum(self) -> Value:
        total = self._product()
        while self._sees("+", "-"):
            deep = self.deep
            plus = self._take() == "+"
            term = self._product()
            total = (self.meaning.sum if plus else self.meaning.difference)(total, term)
            self._over(deep)
        return total

    def _product(self) -> Value:
        total = self._signed()
        while True:
            deep = self.deep
            if self._sees("*", "/"):
                times = self._take() == "*"
                factor = self._signed()
                total = (self.meaning.product if times else self.meaning.quotient)(total, factor)
            elif self._peek().kind == "number":
                raise self.meaning.wrong(f"a sign is missing before {self._peek().text!r}")
            elif self._begins_factor():
                total = self.meaning.product(total, self._power())
            else:
                return total
            self._over(deep)

    def _begins_factor(self) -> bool:
        kind, text = self._peek()
        return kind == "number" or text == "(" or (kind == "word" and text not in _WORDS)

    def _minus(self) -> bool:
        """Whether the signs in front come to a minus."""
        minus = False
        while self._sees("+", "-"):
            minus ^= self._take() == "-"
        return minus

    def _signed(self) -> Value:
        minus = self._minus()
        found = self._power()
        return self.meaning.negative(found) if minus else found

    def _power(self) -> Value:
        base = self._raised()
        while self._sees("^+"):
            self._take()
            base = self._exponents(self.meaning.positive_part(base))
            self._over()
        return base

    def _raised(self) -> Value:
        """An atom with its exponents, the place where nesting is counted."""
        self.nested += 1
        if self.nested > MOST_NESTED:
            self.meaning.refuse(
                f"more than {MOST_NESTED} brackets, powers and functions within one another"
            )
        found = self._exponents(self._atom())
        self.nested -= 1
        return found

    def _exponents(self, base: Value) -> Value:
        while self._peek().kind == "raised":
            exponent = Fraction(self._take().translate(_DIGITS))
            base = self.meaning.power(base, self.meaning.number(exponent))
            self._over()
        if not self._sees("^"):
            return base
        deep = self.deep
        self._take()
        minus = self._minus()
        power = self._raised()
        found = self.meaning.power(base, self.meaning.negative(power) if minus else power)
        self._over(deep)
        return found

    def _atom(self) -> Value:
        token = self._peek()
        self.next += 1
        self.deep = 0
        if token.kind == "number":
            return self.meaning.number(Fraction(token.text))
        if token == _Token("sign", "("):
            inside = self._choice()
            self._expect(")")
            return inside
        if token.kind != "word" or token.text in _WORDS:
            self._misplaced(token)
        return self._named(token.text)

    def _named(self, word: str) -> Value:
        names, functions = self.meaning.names or (), self.meaning.functions
        if word in names:
            return self.meaning.name(word)
        if word in functions and self._sees("("):
            return self._called(functions[word])
        if word in functions and functions[word] not in SEVERAL and self._begins_factor():
            return self._bare(functions[word])
        if functions and self._sees("(") and len(word.rstrip("_0123456789")) > 1:
            known = ", ".join(dict.fromkeys(functions.values()))
            self.meaning.refuse(f"unknown function {word!r}; known: {known}")
        return self.meaning.name(word)

    def _bare(self, function: str) -> Value:
        """A function of what follows it without brackets, where it is plain how far it reaches.

        A root reaches over one number, √2x, and every function as far as the next, sin x cos x.
        """
        root_of_number = function == "sqrt" and self._peek().kind == "number"
        argument = self._raised()
        more = self._begins_factor() and self._peek().text not in self.meaning.functions
        if more and not root_of_number:
            self.meaning.refuse(f"how far does {function} reach? write {function}(...) in brackets")
        return self._applied(function, [argument])

    def _called(self, function: str) -> Value:
        self._expect("(")
        arguments = [self._choice()]
        deep = self.deep
        while self._sees(","):
            self._take()
            arguments.append(self._choice())
            deep = max(deep, self.deep)
        self._expect(")")
        self.deep = deep
        return self._applied(function, arguments)

    def _applied(self, function: str, arguments: list[Value]) -> Value:
        several = function in SEVERAL
        if several == (len(arguments) == 1):
            wants = "at least two arguments" if several else "one argument"
            self.meaning.refuse(f"{function} takes {wants}")
        self._over()
        if function == "pos":
            return self.meaning.positive_part(arguments[0])
        return self.meaning.call(function, arguments)


def _made_of(word: str, names: Collection[str], functions: Collection[str]) -> list[str] | None:
    """The longest names and functions that a word is made of; after a function, a number."""
    pieces = sorted([*names, *functions], key=len, reverse=True)
    found: list[str] = []
    while word:
        piece = next((p for p in pieces if p and word.startswith(p)), None)
        if piece is None and found and found[-1] in functions:
            piece = (re.match(r"\d+", word) or [None])[0]
        if piece is None:
            return None
        found.append(piece)
        word = word[len(piece) :]
    return found
