"""Subtraction sets: which amounts may be taken, finite or infinite."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, takewhile
from math import gcd, isqrt
from typing import Any

from kibitz.combinatorial.heaps.code import Code
from kibitz.core.errors import GameError, did_you_mean

MOST_LISTED = 5_000_000
FAMILIES = (
    "primes",
    "squares",
    "cubes",
    "triangular",
    "fibonacci",
    "factorials",
    "odd",
    "even",
    "all",
    "powers-of-2",
    "multiples-of-3",
    "all-but-1,2",
)


class Amounts(ABC):
    """A set of positive whole numbers."""

    @abstractmethod
    def __contains__(self, amount: object) -> bool: ...

    @abstractmethod
    def up_to(self, n: int) -> Iterator[int]:
        """The amounts from 1 to n, in order.

        Parameters
        ----------
        n : int
            The largest amount wanted.
        """

    @abstractmethod
    def residues(self, modulus: int) -> set[int] | None:
        """The residues that amounts have, or a set that contains them; None when not known.

        Parameters
        ----------
        modulus : int
            A positive whole number.
        """

    def count(self, n: int) -> int:
        """At most how many amounts there are up to n.

        Parameters
        ----------
        n : int
            The largest amount counted.
        """
        return n

    def code(self) -> Code | None:
        """The same set as a code of digits 3 and 0, when it repeats in the end."""
        return None


@dataclass(frozen=True)
class FiniteAmounts(Amounts):
    """Finitely many amounts, perhaps none."""

    listed: tuple[int, ...]

    def __contains__(self, amount: object) -> bool:
        return amount in self.listed

    def up_to(self, n: int) -> Iterator[int]:
        return takewhile(lambda k: k <= n, self.listed)

    def count(self, n: int) -> int:
        return len(self.listed)

    def residues(self, modulus: int) -> set[int]:
        return {k % modulus for k in self.listed}

    def __str__(self) -> str:
        return ",".join(map(str, self.listed)) or "none"


@dataclass(frozen=True)
class AllBut(Amounts):
    """All amounts except a few."""

    missing: tuple[int, ...]

    def __contains__(self, amount: object) -> bool:
        return isinstance(amount, int) and amount > 0 and amount not in self.missing

    def up_to(self, n: int) -> Iterator[int]:
        return (k for k in range(1, n + 1) if k not in self.missing)

    def residues(self, modulus: int) -> set[int]:
        return set(range(modulus))

    def code(self) -> Code:
        last = self.missing[-1] if self.missing else 0
        return Code((0, *(3 * (k in self) for k in range(1, last + 1))), (3,))

    def __str__(self) -> str:
        return "all but " + ",".join(map(str, self.missing)) if self.missing else "all"


@dataclass(frozen=True)
class Residue(Amounts):
    """The amounts that leave a remainder when divided by a modulus: odd, even, multiples."""

    remainder: int
    modulus: int

    def __contains__(self, amount: object) -> bool:
        return isinstance(amount, int) and amount > 0 and amount % self.modulus == self.remainder

    def up_to(self, n: int) -> Iterator[int]:
        return iter(range(self.remainder or self.modulus, n + 1, self.modulus))

    def residues(self, modulus: int) -> set[int]:
        step = gcd(self.modulus, modulus)
        return {(self.remainder + k * step) % modulus for k in range(modulus // step)}

    def code(self) -> Code:
        tail = tuple(3 * (k % self.modulus == self.remainder) for k in range(1, self.modulus + 1))
        return Code((0,), tail)

    def __str__(self) -> str:
        if self.modulus == 2:
            return "odd" if self.remainder else "even"
        return f"multiples of {self.modulus}"


@dataclass(frozen=True)
class Powers(Amounts):
    """1, b, b², b³, ..."""

    base: int

    def __contains__(self, amount: object) -> bool:
        return isinstance(amount, int) and amount in set(self.up_to(amount))

    def up_to(self, n: int) -> Iterator[int]:
        power = 1
        while power <= n:
            yield power
            power *= self.base

    def count(self, n: int) -> int:
        return n.bit_length()

    def residues(self, modulus: int) -> set[int]:
        seen: set[int] = set()
        power = 1 % modulus
        while power not in seen:
            seen.add(power)
            power = power * self.base % modulus
        return seen

    def __str__(self) -> str:
        return f"powers of {self.base}"


@dataclass(frozen=True)
class Primes(Amounts):
    """2, 3, 5, 7, ..."""

    def __contains__(self, amount: object) -> bool:
        return isinstance(amount, int) and amount > 1 and _prime(amount)

    def up_to(self, n: int) -> Iterator[int]:
        return takewhile(lambda p: p <= n, _sieve(1 << max(4, n.bit_length())))

    def residues(self, modulus: int) -> set[int]:
        """Those that share no factor with the modulus, and its own prime factors."""
        units = {r for r in range(modulus) if gcd(r, modulus) == 1}
        return units | {p % modulus for p in self.up_to(modulus) if modulus % p == 0}

    def __str__(self) -> str:
        return "primes"


@dataclass(frozen=True)
class SequenceAmounts(Amounts):
    """A growing sequence with a formula: squares, cubes, triangular and Fibonacci numbers, ..."""

    family: str

    def __contains__(self, amount: object) -> bool:
        return isinstance(amount, int) and amount in set(self.up_to(amount))

    def up_to(self, n: int) -> Iterator[int]:
        return takewhile(lambda k: k <= n, SEQUENCES[self.family]())

    def count(self, n: int) -> int:
        roots = {"squares": isqrt(n), "cubes": isqrt(n), "triangular": isqrt(2 * n)}
        return roots.get(self.family, 2 * n.bit_length()) + 1

    def residues(self, modulus: int) -> set[int] | None:
        if self.family in ("squares", "cubes", "triangular"):
            terms = zip(range(2 * modulus), SEQUENCES[self.family](), strict=False)
            return {term % modulus for _, term in terms}
        return None

    def __str__(self) -> str:
        return self.family


@dataclass(frozen=True)
class PredicateAmounts(Amounts):
    """The amounts for which a function says yes."""

    allowed: Callable[[int], bool]

    def __contains__(self, amount: object) -> bool:
        return isinstance(amount, int) and amount > 0 and bool(self.allowed(amount))

    def up_to(self, n: int) -> Iterator[int]:
        return (k for k in range(1, n + 1) if self.allowed(k))

    def residues(self, modulus: int) -> None:
        return None

    def __str__(self) -> str:
        return getattr(self.allowed, "__name__", "a rule").replace("<lambda>", "a rule")


@dataclass(frozen=True)
class Union(Amounts):
    """Amounts of several sets."""

    parts: tuple[Amounts, ...]

    def __contains__(self, amount: object) -> bool:
        return any(amount in part for part in self.parts)

    def up_to(self, n: int) -> Iterator[int]:
        return iter(sorted({k for part in self.parts for k in part.up_to(n)}))

    def count(self, n: int) -> int:
        return sum(part.count(n) for part in self.parts)

    def residues(self, modulus: int) -> set[int] | None:
        each = [part.residues(modulus) for part in self.parts]
        if any(residues is None for residues in each):
            return None
        return {r for residues in each if residues is not None for r in residues}

    def __str__(self) -> str:
        return ",".join(str(part).replace(" ", "-") for part in self.parts)


def read_amounts(given: Any) -> Amounts:
    """A subtraction set: numbers, a rule, or text such as ``1,3,4``, ``2-5`` or ``powers-of-2``.

    Families by name: primes, squares, cubes, triangular, fibonacci, factorials, odd, even, all,
    powers-of-b, multiples-of-m, all-but-...; several of them and numbers may be joined by commas.

    Parameters
    ----------
    given : int, iterable of int, callable or str
        The set.

    Returns
    -------
    Amounts
        The subtraction set.

    Examples
    --------
    >>> print(*map(read_amounts, ([4, 1, 3], "all-but-2,5", "1,primes")), sep=" | ")
    1,3,4 | all but 2,5 | 1,primes
    >>> list(read_amounts("powers-of-3").up_to(100)), 8 in read_amounts(lambda k: k % 4 == 0)
    ([1, 3, 9, 27, 81], True)
    >>> read_amounts([0, 1])
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: subtraction set: 0 is not an amount; amounts are at least 1, ...
    """
    if isinstance(given, Amounts):
        return given
    if callable(given):
        return PredicateAmounts(given)
    if isinstance(given, str):
        return _read_text(given)
    if not isinstance(given, Iterable):
        return FiniteAmounts((_amount(given),))
    return FiniteAmounts(tuple(sorted({_amount(k) for k in given})))


def _read_text(text: str) -> Amounts:
    words = re.sub(r"(?<=[a-z])[_-]+|\s+", " ", text.strip().strip("{}[]").strip().lower())
    if words.startswith("all but"):
        missing = words.removeprefix("all but").strip()
        numbers = [k for word in re.split(r"[ ,]+", missing) for k in _numbers(word, text)]
        return AllBut(tuple(sorted(set(numbers))))
    if words in ("", "none"):
        return FiniteAmounts(())
    pieces = [p for p in re.split(r" ?, ?| (?=\d)(?<!of )", words) if p]
    numbers = [k for piece in pieces if _is_number(piece) for k in _numbers(piece, text)]
    families = [_family(piece, text) for piece in pieces if not _is_number(piece)]
    if not families:
        return FiniteAmounts(tuple(sorted(set(numbers))))
    if len(families) == 1 and not numbers:
        return families[0]
    listed = (FiniteAmounts(tuple(sorted(set(numbers)))),) if numbers else ()
    return Union((*listed, *families))


def _is_number(piece: str) -> bool:
    return bool(re.fullmatch(r"-?\d+((\.\.|-)\d+)?", piece))


def _numbers(piece: str, text: str) -> Iterator[int]:
    first, dots, last = re.sub(r"(?<=\d)-", "..", piece).partition("..")
    try:
        low = int(first)
        high = int(last) if dots else low
    except ValueError:
        raise _unknown(piece, text) from None
    if high - low > MOST_LISTED:
        raise GameError(f"subtraction set {text!r}: {high - low:,} amounts are too many to list")
    return map(_amount, range(low, high + 1))


def _family(words: str, text: str) -> Amounts:
    spelled = {"two": "2", "three": "3", "four": "4", "five": "5"}
    digits = re.sub(r"(?<= of )[a-z]+$", lambda word: spelled.get(word[0], word[0]), words)
    of = re.fullmatch(r"(powers|multiples) of (\d+)", digits)
    if of:
        number = int(of[2])
        if of[1] == "powers" and number < 2:
            raise GameError(f"subtraction set {text!r}: take powers of 2 or more")
        if of[1] == "multiples" and number < 1:
            raise GameError(f"subtraction set {text!r}: take multiples of 1 or more")
        return Powers(number) if of[1] == "powers" else Residue(0, number)
    plain: dict[str, Amounts] = {
        "primes": Primes(),
        "odd": Residue(1, 2),
        "even": Residue(0, 2),
        "all": AllBut(()),
        **{name: SequenceAmounts(name) for name in SEQUENCES},
    }
    if words not in plain:
        raise _unknown(words, text)
    return plain[words]


def _unknown(words: str, text: str) -> GameError:
    near = did_you_mean(words.replace(" ", "-"), FAMILIES)
    return GameError(
        f"subtraction set {text!r}: {words!r} is neither an amount nor a known set{near}"
    )


def _amount(value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise GameError(
            f"subtraction set: {value!r} is not an amount; amounts are whole numbers, at least 1"
        )
    amount = value.__index__()
    if amount < 1:
        raise GameError(
            f"subtraction set: {amount} is not an amount; amounts are at least 1, or play would "
            "never end"
        )
    return int(amount)


def _fibonacci() -> Iterator[int]:
    a, b = 1, 2
    while True:
        yield a
        a, b = b, a + b


def _factorials() -> Iterator[int]:
    product = 1
    for k in count(1):
        product *= k
        yield product


SEQUENCES: dict[str, Callable[[], Iterator[int]]] = {
    "squares": lambda: (k * k for k in count(1)),
    "cubes": lambda: (k**3 for k in count(1)),
    "triangular": lambda: (k * (k + 1) // 2 for k in count(1)),
    "fibonacci": _fibonacci,
    "factorials": _factorials,
}


@lru_cache(maxsize=4)
def _sieve(n: int) -> tuple[int, ...]:
    """The primes up to n."""
    if n > 1 << 28:
        raise GameError(f"primes up to {n:,} are too many to list; take smaller heaps")
    flags = bytearray([1]) * (n + 1)
    flags[:2] = b"\0\0"
    for p in range(2, isqrt(n) + 1):
        if flags[p]:
            flags[p * p :: p] = bytes(len(range(p * p, n + 1, p)))
    return tuple(k for k in range(n + 1) if flags[k])


def _prime(n: int) -> bool:
    return all(n % p for p in range(2, isqrt(n) + 1))
