"""Reading expressions from text, by recursive descent; no code is ever run.

Written are ``+ - * / ^`` (``**`` too), brackets, products without a sign (``2q``, ``3(a-c)``),
``max``, ``min``, ``abs``, ``sqrt``, ``exp``, ``log``, the positive part ``(17-Q)^+``, and cases:
``17-Q if Q <= 5 else 22-2Q``, or ``Q <= 5: 17-Q; Q <= 11: 22-2Q; else 0``.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from typing import Any

from kibitz.continuous.expression import (
    FUNCTIONS,
    RELATIONS,
    Both,
    Comparison,
    Condition,
    Constant,
    Either,
    Expression,
    Symbol,
    call,
    choice,
    divide,
    negative,
    positive_part,
    raised,
)
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import exact

MOST_POWER, MOST_DIGITS, MOST_LENGTH, MOST_BRACKETS = 60, 400, 4000, 60

_TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d{1,3})?|\.\d+)|([A-Za-z_][A-Za-z_0-9]*)"
    r"|(\*\*|<=|>=|==|!=|≤|≥|≠|\^\s*\+|⁺|[-+*/^()<>=,;:−·²³]))"
)
_SPELLED = {"−": "-", "·": "*", "**": "^", "≤": "<=", "≥": ">=", "≠": "!=", "=": "==", "⁺": "^+"}
_WORDS = ("if", "else", "and", "or", "otherwise")
_CALLS = {**{name: name for name in FUNCTIONS}, "Max": "max", "Min": "min", "Abs": "abs",
          "ln": "log", "pos": "pos"}  # fmt: skip


def read_expression(
    given: Any, known: Collection[str] | None = None, where: str = ""
) -> Expression:
    """An expression from text, a number, or something that prints itself as one (sympy does).

    ``known`` names the symbols that may occur; without it any may.

    >>> print(read_expression("q(17-Q)^+ - 2q"))
    q*max(0, 17 - Q) - 2*q
    >>> print(read_expression("Q^(-1/2) + q^1.5"))
    1/sqrt(Q) + sqrt(q)^3
    >>> print(read_expression("Q<=5: 17-Q; else 22-2Q"))
    17 - Q if Q <= 5 else 22 - 2*Q
    >>> read_expression("17-R", ["Q"], "demand")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: demand: '17-R': the name 'R' is not known; known: Q
    >>> read_expression("__import__('os')")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: "__import__('os')": "'" cannot be read; write for instance ...
    """
    if isinstance(given, Expression):
        return _known(given, str(given), known, where)
    if isinstance(given, str):
        return _known(_Reader(given, where).expression(), given, known, where)
    if type(given).__module__.partition(".")[0] == "sympy":
        return _known(_Reader(str(given), where).expression(), str(given), known, where)
    return Constant(exact(given, where))


def _known(found: Expression, text: str, known: Collection[str] | None, where: str) -> Expression:
    strange = sorted(found.symbols - set(known)) if known is not None else []
    if strange:
        at = f"{where}: " if where else ""
        near = did_you_mean(strange[0], known or ())
        raise GameError(f"{at}{text!r}: the name {strange[0]!r} is not known{near}")
    return found


class _Reader:
    def __init__(self, text: str, where: str) -> None:
        self.text, self.where = text, where
        if len(text) > MOST_LENGTH:
            raise GameError(f"{where}: {len(text)} characters; at most {MOST_LENGTH} are read")
        self.tokens = self._split()
        self.next = 0

    def _wrong(self, why: str) -> GameError:
        at = f"{self.where}: " if self.where else ""
        return GameError(
            f"{at}{self.text!r}: {why}; write for instance 17-Q, 3q^2/2+9, max(0, a-Q) "
            "or 17-Q if Q <= 5 else 12"
        )

    def _split(self) -> list[str]:
        tokens, at, text = [], 0, self.text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self._wrong(f"{text[at:].strip()[:1]!r} cannot be read")
            token = found.group().strip()
            if found.group(1) and len(token) > MOST_DIGITS:
                raise self._wrong(f"a number has more than {MOST_DIGITS} digits")
            token = "^+" if token.startswith("^") and token.endswith("+") else token
            tokens.append(_SPELLED.get(token, token))
            at = found.end()
        if tokens.count("(") > MOST_BRACKETS:
            raise self._wrong(f"more than {MOST_BRACKETS} brackets")
        return tokens

    def _peek(self, ahead: int = 0) -> str:
        at = self.next + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def _take(self, wanted: str = "") -> str:
        token = self._peek()
        if wanted and token != wanted:
            raise self._wrong(f"{wanted!r} is missing" + (f" before {token!r}" if token else ""))
        self.next += 1
        return token

    def expression(self) -> Expression:
        if not self.tokens:
            raise self._wrong("it is empty")
        found = self._cases() if ":" in self.tokens else self._choice()
        if self._peek():
            raise self._wrong(f"{self._peek()!r} stands where it cannot")
        return found

    def _cases(self) -> Expression:
        """Conditions with their values, separated by semicolons; the last one may be else."""
        if self._peek() in ("else", "otherwise"):
            self._take()
            if self._peek() == ":":
                self._take()
            return self._choice()
        condition = self._condition()
        self._take(":")
        then = self._choice()
        if not self._peek():
            raise self._wrong("it does not say what holds otherwise, as in '...; else 0'")
        self._take(";")
        return choice(condition, then, self._cases())

    def _choice(self) -> Expression:
        then = self._sum()
        if self._peek() != "if":
            return then
        self._take()
        condition = self._condition()
        if self._peek() not in ("else", "otherwise"):
            raise self._wrong("an 'if' needs an 'else'")
        self._take()
        return choice(condition, then, self._choice())

    def _condition(self) -> Condition:
        found = self._conjunction()
        while self._peek() == "or":
            self._take()
            found = Either(found, self._conjunction())
        return found

    def _conjunction(self) -> Condition:
        found = self._comparison()
        while self._peek() == "and":
            self._take()
            found = Both(found, self._comparison())
        return found

    def _comparison(self) -> Condition:
        if self._peek() == "(" and self._brackets_hold_a_condition():
            self._take()
            inside = self._condition()
            self._take(")")
            return inside
        left = self._sum()
        if self._peek() not in RELATIONS:
            raise self._wrong("a condition compares two things, as in Q <= 5")
        found: Condition | None = None
        while self._peek() in RELATIONS:
            relation = self._take()
            right = self._sum()
            link = Comparison(left, relation, right)
            found = link if found is None else Both(found, link)
            left = right
        assert found is not None
        return found

    def _brackets_hold_a_condition(self) -> bool:
        """Whether brackets hold a comparison, rather than something that is compared."""
        depth, compared = 0, False
        for at, token in enumerate(self.tokens[self.next :], self.next + 1):
            depth += (token == "(") - (token == ")")
            compared |= token in RELATIONS and depth == 1
            if depth == 0:
                after = self.tokens[at] if at < len(self.tokens) else ""
                return compared and after in ("", "and", "or", "else", "otherwise", ":", ")", ";")
        return False

    def _sum(self) -> Expression:
        total = self._product()
        while self._peek() in ("+", "-"):
            sign = self._take()
            term = self._product()
            total = total + term if sign == "+" else total - term
        return total

    def _product(self) -> Expression:
        total = self._signed()
        while True:
            token = self._peek()
            if token == "/":
                self._take()
                bottom = self._signed()
                if bottom == Constant(Fraction(0)):
                    raise self._wrong("it divides by zero")
                total = divide(total, bottom)
            elif token == "*":
                self._take()
                total = total * self._signed()
            elif token == "(" or _begins_factor(token):
                total = total * self._power()
            else:
                return total

    def _signed(self) -> Expression:
        minus = False
        while self._peek() in ("+", "-"):
            minus ^= self._take() == "-"
        found = self._power()
        return negative(found) if minus else found

    def _power(self) -> Expression:
        base = self._atom()
        while self._peek() in ("^", "^+", "²", "³"):
            token = self._take()
            if token == "^+":
                base = positive_part(base)
            elif token != "^":
                base = raised(base, 2 if token == "²" else 3)
            else:
                base = self._raised(base)
        return base

    def _raised(self, base: Expression) -> Expression:
        bracket = self._peek() == "("
        if bracket:
            self._take()
        minus = self._peek() == "-"
        if minus:
            self._take()
        power = self._number()
        if bracket and self._peek() == "/":
            self._take()
            parts = self._number()
            if not parts:
                raise self._wrong("it divides by zero")
            power /= parts
        if bracket:
            self._take(")")
        if power > MOST_POWER:
            raise self._wrong(f"a power is above {MOST_POWER}")
        bottom = power.denominator
        if bottom & (bottom - 1):
            raise self._wrong("a power must be a whole number, or halves or quarters")
        while bottom > 1:
            base, bottom = call("sqrt", base), bottom // 2
        return raised(base, -power.numerator if minus else power.numerator)

    def _number(self) -> Fraction:
        token = self._take()
        if not token or not (token[0].isdigit() or token[0] == "."):
            raise self._wrong("a power must be a whole number, or halves such as (3/2)")
        return Fraction(token)

    def _atom(self) -> Expression:
        token = self._take()
        if token == "(":
            inside = self._choice()
            self._take(")")
            return inside
        if token in _CALLS and self._peek() == "(":
            return self._called(_CALLS[token])
        if token in _WORDS:
            raise self._wrong(f"{token!r} stands where it cannot")
        if _is_name(token):
            if self._peek() == "(" and len(token) > 1:
                raise self._wrong(f"no function is called {token!r}; known: {', '.join(FUNCTIONS)}")
            return Symbol(token)
        if token and (token[0].isdigit() or token[0] == "."):
            return Constant(Fraction(token))
        raise self._wrong(f"{token!r} stands where it cannot" if token else "it ends early")

    def _called(self, name: str) -> Expression:
        self._take("(")
        arguments = [self._choice()]
        while self._peek() == ",":
            self._take()
            arguments.append(self._choice())
        self._take(")")
        several = name in ("max", "min")
        if several == (len(arguments) == 1):
            wants = "at least two arguments" if several else "one argument"
            raise self._wrong(f"{name} takes {wants}")
        return positive_part(arguments[0]) if name == "pos" else call(name, *arguments)


def _is_name(token: str) -> bool:
    return bool(token) and (token[0].isalpha() or token[0] == "_")


def _begins_factor(token: str) -> bool:
    if not token or token in _WORDS:
        return False
    return token[0].isdigit() or token[0] == "." or _is_name(token)
