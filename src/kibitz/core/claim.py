"""Reading a claim: every field once, nothing left over, floats with a stated tolerance.

A checker is a function ``(game, claim, proof)`` with the decorator :func:`checks`. It reads the
claim field by field and tells the proof what it found. What it did not read is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from kibitz.core import index
from kibitz.core.certificate import CHECKERS, Certificate, Check, check
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, exactly, number, show, spell
from kibitz.core.spelling import count_of

PROVENANCE = frozenset(
    {"kind", "method", "certificate", "title", "version", "seed", "seconds", "provenance"}
)
"""Fields that say where an answer comes from, not what it is: they are listed as not proved."""
OWN_EXACT = ["expectation", "guarantee", "potential", "search", "stochastic-solution", "trajectory"]
"""Kinds in which ``exact`` is not said of all numbers: of a potential, a bound, the values."""
NEARBY = PROVENANCE | {"about", "between"}
"""Fields whose floats are near an exact number given beside them, or give no number."""
CLOSE = Fraction(1, 10**9)
"""How far a float may be off, relative to the spread of the game."""
LAST = Fraction(1, 10**14)
"""A few units in the last place of a float, relative to its size."""
SHOWN = 60

Checker = Callable[[Any, "Claim", "Proof"], None]
BY_KIND: dict[str, Checker] = {}
"""The functions with the decorator :func:`checks`, for claims that are also of another kind."""
Rows = tuple[tuple[Number, ...], ...]
Slack = Fraction | None


class Claim:
    """The JSON object of a claim; it remembers which of its fields were read.

    >>> claim = Claim({"value": "1/2", "fair": False})
    >>> claim.number("value"), claim.unread()
    (Fraction(1, 2), ['fair'])
    """

    def __init__(self, data: Any, where: str = "") -> None:
        if not isinstance(data, Mapping):
            raise GameError(f"{where or 'the claim'}: expected an object, found {_brief(data)}")
        self.data, self.where = data, where
        self._read: set[str] = set()
        self._parts: list[Claim] = []

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def path(self, key: str) -> str:
        """How a field is named in an error: ``answers.core.vertices``."""
        return f"{self.where}.{key}" if self.where else key

    def raw(self, key: str, *default: Any) -> Any:
        """A field as JSON has it; what is given for it where it may be left out."""
        if key not in self.data:
            if default:
                return default[0]
            raise GameError(f"{self.path(key)}: it is missing")
        self._read.add(key)
        return self.data[key]

    def number(self, key: str, *default: Number) -> Number:
        """A rational, or a float."""
        return number(self.raw(key, *default), self.path(key))

    def exact(self, key: str, *default: Number) -> Fraction:
        """A number, as the exact one that it is."""
        return Fraction(self.number(key, *default))

    def exacts(self, key: str, length: int | None = None) -> list[Fraction]:
        """A list of numbers, as the exact ones that they are."""
        return [Fraction(x) for x in self.numbers(key, length)]

    def numbers(self, key: str, length: int | None = None) -> list[Number]:
        """A list of numbers, as many as there must be."""
        path = self.path(key)
        return [number(x, f"{path}[{k}]") for k, x in enumerate(self.items(key, length))]

    def table(self, key: str, length: int | None = None) -> Rows:
        """A list of lists of numbers: one for each player, or for each of several points."""
        return rows(self.items(key, length), self.path(key))

    def cells(
        self, key: str, length: int | None = None, below: Any = inf
    ) -> tuple[tuple[int, ...], ...]:
        """A list of cells, each a list of positions."""
        parts = [Claim({"cell": cell}, self.path(key)) for cell in self.items(key)]
        return tuple(part.wholes("cell", length, below) for part in parts)

    def wholes(self, key: str, length: int | None = None, below: Any = inf) -> tuple[int, ...]:
        """A list of whole numbers that are not negative, as positions in another list are."""
        numbers = self.items(key, length)
        if not all(type(x) is int and 0 <= x < below for x in numbers):
            raise GameError(f"{self.path(key)}: expected whole numbers, found {_brief(numbers)}")
        return tuple(numbers)

    def place(self, key: str, names: Sequence[str]) -> int:
        """The position of what is named among some names."""
        return place(self.raw(key), names, self.path(key))

    def places(self, key: str, names: Sequence[str]) -> tuple[int, ...]:
        """The positions of several that are named."""
        path = self.path(key)
        return tuple(place(x, names, f"{path}[{k}]") for k, x in enumerate(self.items(key)))

    def items(self, key: str, length: int | None = None, *default: list[Any]) -> list[Any]:
        """A list, as long as it must be."""
        value = self.raw(key, *default)
        if not isinstance(value, list):
            raise GameError(f"{self.path(key)}: expected a list, found {_brief(value)}")
        if length is not None and len(value) != length:
            raise GameError(
                f"{self.path(key)}: it has {count_of(len(value), 'entry')}, not {length}"
            )
        return value

    def text(self, key: str) -> str:
        """A piece of text."""
        value = self.raw(key)
        if not isinstance(value, str):
            raise GameError(f"{self.path(key)}: expected text, found {_brief(value)}")
        return value

    def texts(self, key: str) -> list[str]:
        """A list of pieces of text."""
        words = self.items(key)
        if not all(isinstance(x, str) for x in words):
            raise GameError(f"{self.path(key)}: expected text, found {_brief(words)}")
        return words

    def choice(self, key: str, words: Collection[str], *default: str) -> str:
        """One of some words."""
        word = self.raw(key, *default)
        if not isinstance(word, str) or word not in words:
            raise GameError(f"{self.path(key)}: {word!r:.40} is not one of {', '.join(words)}")
        return word

    def flag(self, key: str, *default: bool) -> bool:
        """True or false."""
        value = self.raw(key, *default)
        if not isinstance(value, bool):
            raise GameError(f"{self.path(key)}: expected true or false, found {_brief(value)}")
        return value

    def count(self, key: str) -> int:
        """A whole number that is not negative."""
        value = self.raw(key)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise GameError(f"{self.path(key)}: expected a whole number, found {_brief(value)}")
        return value

    def entries(
        self, key: str, names: Collection[str] | None = None, *default: dict[str, Any]
    ) -> dict[str, Any]:
        """An object with these entries, or some where it may be left out; any without names."""
        entries = self.raw(key, *default)
        given, known = set(entries) if isinstance(entries, Mapping) else None, set(names or ())
        fits = names is None or given == known or (bool(default) and (given or set()) <= known)
        if given is None or not fits:
            wanted = "" if names is None else f" with entries for {', '.join(names)}"
            raise GameError(f"{self.path(key)}: expected an object{wanted:.80}")
        return dict(entries)

    def part(self, key: str) -> Claim:
        """An object inside, whose fields must all be read as well."""
        return self._within(self.raw(key), self.path(key))

    def parts(self, key: str, *default: list[Any]) -> list[Claim]:
        """A list of objects inside."""
        items = self.items(key, None, *default)
        return [self._within(x, f"{self.path(key)}[{k}]") for k, x in enumerate(items)]

    def _within(self, data: Any, where: str) -> Claim:
        part = Claim(data, where)
        self._parts.append(part)
        return part

    def read_facts(self, game: Any, proof: Proof, plain: bool) -> None:
        """Read what answers of every kind may say and their checker did not look at.

        Of the game its name and its players; unless all is ``plain``, whether no number is a float.
        """
        if "exact" in self.data and self.data.get("kind") not in OWN_EXACT:
            known, exact = "exact" in self._read, self.flag("exact")
            no_float = plain or not rounded(self.data)
            right = no_float and (exact if known else getattr(game, "exact", True) is not False)
            if exact is not right:
                proof.that(self.path("exact"), False, f"{right} is right")
        for key in ("players", "game") if not self.where else ():
            if key in self.data and key not in self._read:
                fact = getattr(game, "name" if key == "game" else key, None)
                fact = fact or getattr(game, "title", None) if key == "game" else fact
                if isinstance(fact, (str, tuple)):
                    proof.says(self, key, fact)
        for part in self._parts:
            part.read_facts(game, proof, plain)

    def whence(self) -> list[str]:
        """The fields that say where an answer comes from and no one looked at, each once."""
        own = [k for k in self.data if k in PROVENANCE and k != "kind" and k not in self._read]
        given = self.data.get("method", "")
        if "method" in own and not (isinstance(given, str) and len(given) <= 1000):
            raise GameError(f"{self.path('method')}: expected a few words, found {_brief(given)}")
        return list(dict.fromkeys([*own, *(k for part in self._parts for k in part.whence())]))

    def unread(self) -> list[str]:
        """The fields that no one looked at, of the parts as well."""
        whole = not self.where or "kind" in self.data
        known = self._read | (PROVENANCE if whole else {"kind"})
        left = [self.path(key) for key in self.data if key not in known]
        return left + [key for part in self._parts for key in part.unread()]


class Proof:
    """The checks of one claim, as a checker makes them."""

    def __init__(self) -> None:
        self.claim = "the claim"
        self.theorem = "computation"
        self.checks: list[Check] = []
        self.unproved: list[str] = []
        self.tolerance, self.unit = Fraction(0), " of the spread"
        self.far = self.agreed = False

    def states(self, claim: str, theorem: str) -> None:
        """What is claimed, and the theorem that proves it."""
        self.claim, self.theorem = claim, theorem

    def that(self, what: str, holds: bool, found: str = "") -> bool:
        """Record one condition; whether it holds."""
        self.checks.append(Check(what, bool(holds), found))
        return bool(holds)

    @property
    def holds(self) -> bool:
        """Whether every condition so far holds."""
        return all(check.passed for check in self.checks)

    def also(self, what: str, holds: bool, found: str = "") -> bool:
        """Require something that is worth a line only where it fails."""
        if holds:
            self.agreed = True
            return True
        return self.that(what, False, found)

    def equal(self, what: str, claimed: Any, right: Any, slack: Slack = None) -> bool:
        """Require that a field says what follows; numbers may differ by the tolerance.

        What holds is summed up in one check, so that a certificate says what matters.
        """
        holds = same(claimed, right, self.tolerance if slack is None else slack)
        difference = "" if holds else f"{_brief(claimed)} is claimed, {_brief(right)} is right"
        return self.also(what, holds, difference)

    def says(
        self, claim: Claim, key: str = "", right: Any = None, slack: Slack = None, /, **fields: Any
    ) -> bool:
        """Require of fields that may be left out that they say what follows, or nearly so."""
        rights = {key: right, **fields} if key else fields
        given = [(claim.path(k), claim.raw(k), x) for k, x in rights.items() if k in claim]
        return all(self.equal(*one, slack) for one in given)

    def each(
        self, claim: Claim, key: str, rights: Sequence[Any], slacks: Sequence[Fraction]
    ) -> None:
        """Require of a list that may be left out that each entry says what follows, in its unit."""
        if key in claim:
            given = claim.items(key, len(rights))
            for k, (said, right, slack) in enumerate(zip(given, rights, slacks, strict=True)):
                if not (holds := same(said, right, slack)):
                    self.that(f"{claim.path(key)}[{k}]", False, f"{_brief(right)} is right")
                self.agreed = self.agreed or holds

    def found(self, claim: Claim, *keys: str, words: str = "") -> None:
        """Say of fields, where they are there, that they were found and are not proved."""
        for key in keys:
            if key in claim:
                self.leaves(words or key, claim, key)

    def within(self, payoffs: Iterable[Number], numbers: Iterable[Any] = ()) -> None:
        """Allow for rounding if a payoff of the game or a number of the claim is a float.

        By a billionth of the spread of the payoffs, and a few units in the last place of the
        largest; the certificate says so. Nothing that is claimed widens it.
        """
        values = list(payoffs)
        if any(isinstance(x, float) for x in (*values, *numbers)):
            low, high = Fraction(min(values)), Fraction(max(values))
            wide, large = CLOSE * (high - low), LAST * max(abs(low), abs(high))
            self.tolerance, self.far = wide + large, large > wide

    def distribution(self, what: str, weights: Sequence[Number]) -> bool:
        """Record that weights are not negative and add up to 1, to a billionth where floats."""
        slack = CLOSE if any(isinstance(w, float) for w in weights) else Fraction(0)
        exact = [exactly(w) for w in weights]
        total, least = sum(exact, Fraction(0)), min(exact, default=Fraction(0))
        holds = least >= -slack and abs(total - 1) <= slack
        sums = "" if holds else f"sum {show(total)}, least {show(least)}"
        return self.that(f"{what} is a distribution", holds, sums)

    def includes(self, name: str, part: Certificate) -> None:
        """Record the certificate of a claim within this one."""
        failed = next((f"{c.what} fails ({c.found})" for c in part.checks if not c.passed), "")
        self.that(f"{name}: {part.claim}", part.holds, failed or part.theorem)
        for words in part.unproved:
            entry = words if words in PROVENANCE else f"{name}: {words}"
            self.unproved += [entry] if entry not in self.unproved else []

    def proves(self, name: str, game: Any, data: Any, *kinds: str) -> None:
        """Record that a claim of one of these kinds, within this one, holds of a game."""
        kind = data.get("kind") if isinstance(data, Mapping) else data
        if kind not in kinds:
            raise GameError(f"{name}: expected {' or '.join(kinds)}, found {_brief(kind)}")
        self.includes(name, check(game, data))

    def leaves(self, what: str, claim: Claim | None = None, *keys: str) -> None:
        """Say that something in the claim was found, and is not proved: these fields, if any."""
        self.unproved.append(what)
        for key in keys:
            if claim is not None:
                claim.raw(key, None)

    def certificate(self) -> Certificate:
        """What was checked."""
        theorem = self.theorem
        if self.tolerance:
            theorem += f", within {float(CLOSE):.0e}{self.unit}"
            theorem += f" and {float(LAST):.0e} of the largest payoff" if self.far else ""
        rest = [Check("the remaining fields follow from these", True)] if self.agreed else []
        return Certificate(self.claim, theorem, (*self.checks, *rest), tuple(self.unproved))


def checks(*kinds: str, of: type | None = None) -> Callable[[Checker], Checker]:
    """Make a function the checker of claims of these kinds, which are about one form of game.

    A game of another form is taken in that form where its noun knows the way (``Noun.also``).
    """

    def register(checker: Checker) -> Checker:
        def check(game: Any, data: Mapping[str, Any]) -> Certificate:
            claim, proof = Claim(data), Proof()
            given = game if of is None else in_form(game, of, data.get("exact") is True)
            try:
                checker(given, claim, proof)
            except (OverflowError, ValueError) as error:
                if isinstance(error, ValueError) and "4300 digits" not in str(error):
                    raise
                raise GameError("a number in the claim is too large to compare") from None
            claim.read_facts(given, proof, not rounded(data, ()))
            unread = claim.unread()
            if unread:
                proof.that("every field is known", False, ", ".join(unread))
            same = "certificate" in data and proof.certificate().repeats(data["certificate"])
            stated = [key for key in claim.whence() if key != "certificate" or not same]
            proof.unproved += [key for key in stated if key not in proof.unproved]
            return proof.certificate()

        CHECKERS.update(dict.fromkeys(kinds, check))
        BY_KIND.update(dict.fromkeys(kinds, checker))
        return checker

    return register


def check_as(kind: str, game: Any, claim: Claim, proof: Proof) -> None:
    """Check a claim, or a part of one, as the checker of another kind does."""
    if kind not in BY_KIND:
        index.load("CHECKERS", kind)
    BY_KIND[kind](game, claim, proof)


def in_form(game: Any, form: type, exactly: bool = False) -> Any:
    """The game as one of this form, which its noun must know the way to (``Noun.also``)."""
    if isinstance(game, form):
        return game
    arrow = getattr(game, "also", {}).get(form.__name__)
    if arrow is None:
        kind = getattr(form, "kind", form.__name__).replace("-", " ")
        several = getattr(form, "plural", "") or f"{kind} games"
        raise GameError(f"the claim is for {several}, not for {getattr(game, 'several', 'this')}")
    return game.in_exact_form(arrow) if exactly else getattr(game, arrow)()


def rows(data: Any, where: str = "") -> Rows:
    """Read a list of lists of numbers.

    >>> rows([["1/2", "1/2"], [1, 0]])[0]
    (Fraction(1, 2), Fraction(1, 2))
    """
    if not isinstance(data, list) or not all(isinstance(line, list) for line in data):
        raise GameError(f"{where}: expected lists of numbers, found {_brief(data)}")
    return tuple(tuple(number(x, f"{where}[{k}]") for x in line) for k, line in enumerate(data))


def place(name: Any, names: Sequence[str], where: str = "") -> int:
    """The position of a name among the known ones."""
    if name not in names:
        raise GameError(f"{where}: {_brief(name)} is not one of {_brief(', '.join(names))}")
    return names.index(name)


def is_exact(game: Any, data: Any) -> bool:
    """Whether neither the game nor the JSON of an answer about it has a float."""
    return getattr(game, "exact", True) is not False and not rounded(data)


def rounded(data: Any, near: Collection[str] = NEARBY) -> bool:
    """Whether the JSON of an answer has a float, other than near an exact number or a time.

    >>> rounded({"value": ["1/2", 0.5]}), rounded({"root_of": ["-2", "0", "1"], "about": 1.41})
    (True, False)
    """
    left = [data]
    for x in left:
        inside = x if isinstance(x, (list, tuple)) else ()
        if not isinstance(x, (int, float, list)) and isinstance(x, (dict, Mapping)):
            inside = [y for key, y in x.items() if key not in near]
        left += [y for y in inside if not isinstance(y, str)]
    return any(isinstance(x, float) for x in left)


def same(claimed: Any, right: Any, tolerance: Fraction = Fraction(0)) -> bool:
    """Whether JSON says the same as what is right; numbers however they are spelled.

    >>> same(["1/2", True], [Fraction(1, 2), True]), same(1, True), same({"a": 1}, {})
    (True, False, False)
    """
    if isinstance(claimed, str) and isinstance(right, Fraction) and claimed == spell(right):
        return True
    if type(claimed) is type(right) and type(right) in (int, str) and claimed == right:
        return True
    if isinstance(right, bool) or isinstance(claimed, bool) or right is None:
        return claimed is right
    if isinstance(right, (list, tuple)):
        fits = isinstance(claimed, (list, tuple)) and len(claimed) == len(right)
        return fits and all(map(same, claimed, right, [tolerance] * len(right)))
    if isinstance(right, (int, float, Fraction)):
        try:
            given = number(claimed)
        except GameError:
            return False
        return given == right or bool(abs(Fraction(given) - Fraction(right)) <= tolerance)
    if isinstance(right, (dict, Mapping)):
        keys = isinstance(claimed, (dict, Mapping)) and set(claimed) == set(right)
        return keys and all(same(claimed[k], right[k], tolerance) for k in right)
    if hasattr(right, "is_written"):
        return bool(right.is_written(claimed))
    return bool(claimed == right)


def _brief(x: Any) -> str:
    words = show(x) if isinstance(x, Fraction) or hasattr(x, "spelled") else str(x)
    return words if len(words) <= SHOWN else words[:SHOWN] + "..."
