"""Periodic sequences of nimbers, each with the theorem that proves it from finitely many values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.heaps.periods.agreement import repetitions
from kibitz.combinatorial.heaps.periods.apparent import ApparentPeriod, apparent_period
from kibitz.combinatorial.heaps.tables.table import narrow
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.solution import Check, Solution
from kibitz.core.spelling import count_of
from kibitz.pictures import Picture

Values = npt.NDArray[Any]


class PeriodProof(ABC):
    """Why a sequence that repeats for a while repeats forever."""

    @property
    @abstractmethod
    def theorem(self) -> str:
        """The name of the theorem."""

    @abstractmethod
    def needed(self, claim: Periodicity) -> int:
        """How many values, from heap 0 on, the theorem looks at."""

    @abstractmethod
    def checks(self, claim: Periodicity, values: Values) -> tuple[Check, ...]:
        """The conditions of the theorem, tested on these values."""


@dataclass(frozen=True)
class Periodicity(Solution, kind="period"):
    """g(n + period) = g(n) + saltus for all n from ``preperiod`` on.

    >>> from kibitz.combinatorial.heaps import kayles
    >>> kayles().period()
    Kayles: period 12 from 71 on
    >>> print(kayles().period().verify())
    the nimbers of Kayles have period 12 from 71 on: proved by the theorem of Guy and Smith
      ✓ heaps 0 to 167 recomputed
      ✓ this is far enough for at most 2 heaps after a move and takes up to 2: 168 values
      ✓ the remaining fields follow from these
    """

    game: HeapGame
    preperiod: int
    period: int
    saltus: int
    first: tuple[int, ...]
    """The nimbers of heaps below preperiod + period, which determine all others."""
    proof: PeriodProof

    def value(self, n: int) -> int:
        """The nimber of a heap of n, however large.

        Parameters
        ----------
        n : int
            The size of the heap.

        Notes
        -----
        Cost: O(1).
        """
        if n < len(self.first):
            return self.first[n]
        times, place = divmod(n - self.preperiod, self.period)
        return self.first[self.preperiod + place] + times * self.saltus

    def heaps_of(self, value: int, below: int) -> Iterator[int]:
        """The heaps smaller than ``below`` with this nimber, the largest first.

        Parameters
        ----------
        value : int
            The nimber.
        below : int
            All heaps are smaller than this.
        """
        places = [k for k, g in reversed(list(enumerate(self.cycle))) if self._meets(g, value)]
        last = max(-1, (below - 1 - self.preperiod) // self.period)
        if self.saltus:
            rises = {k: (value - self.cycle[k]) // self.saltus for k in places}
            heaps = {self.preperiod + k + t * self.period for k, t in rises.items()}
            yield from sorted((n for n in heaps if n < below), reverse=True)
        else:
            for times in range(last, -1, -1) if places else ():
                start = self.preperiod + times * self.period
                yield from (start + k for k in places if start + k < below)
        early = range(min(below, self.preperiod) - 1, -1, -1)
        yield from (n for n in early if self.first[n] == value)

    def _meets(self, first: int, value: int) -> bool:
        """Whether a nimber of the cycle is, or rises to, this one."""
        if not self.saltus:
            return first == value
        return value >= first and (value - first) % self.saltus == 0

    def values_to(self, to: int) -> Values:
        """The nimbers of heaps of 0 to ``to``.

        Parameters
        ----------
        to : int
            The largest heap.

        Returns
        -------
        array of int
            The nimbers, in the smallest integer type that holds them.
        """
        if to < len(self.first):
            few = np.array(self.first[: to + 1], np.int64)
            return few.astype(narrow(int(few.max()) + 1))
        times = (to - self.preperiod) // self.period
        out = np.empty(to + 1, narrow(max(self.first) + times * self.saltus + 1))
        done = len(self.first)
        out[:done] = self.first
        while done <= to:
            # What is there, from the preperiod on, comes once more, raised by what it spans.
            span = min(done - self.preperiod, to + 1 - done)
            rise = (done - self.preperiod) // self.period * self.saltus
            block = out[self.preperiod : self.preperiod + span]
            out[done : done + span] = block + out.dtype.type(rise) if rise else block
            done += span
        return out

    @property
    def cycle(self) -> tuple[int, ...]:
        """The nimbers of one period, beginning at the preperiod."""
        return self.first[self.preperiod :]

    @cached_property
    def exceptions(self) -> tuple[int, ...]:
        """The heaps that do not fit the period when it is run backwards from where it holds."""
        exceptions = []
        for n in range(self.preperiod):
            times = -((n - self.preperiod) // self.period)
            like = self.first[n + times * self.period] - times * self.saltus
            if self.first[n] != like:
                exceptions.append(n)
        return tuple(exceptions)

    @property
    def checked(self) -> int:
        """How many values the proof looks at."""
        return self.proof.needed(self)

    @property
    def exact(self) -> bool:
        return True

    @property
    def method(self) -> str:
        return self.proof.theorem

    def explain(self) -> Explanation:
        """The cycle in lines, and the exceptions before it."""
        return Explanation(
            repr(self), (call(self, "period_step"), Step("The proof", self.verify().prose()))
        )

    def draw(self) -> Picture:
        """The nimbers of single heaps."""
        return self.game.draw()

    def __repr__(self) -> str:
        rise = f", saltus {self.saltus}" if self.saltus else ""
        return f"{self.game.name}: period {self.period}{rise} from {self.preperiod} on"

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "preperiod": self.preperiod,
            "period": self.period,
            "saltus": self.saltus,
            "exceptions": list(self.exceptions),
            "cycle": list(self.cycle),
            "theorem": self.proof.theorem,
            "checked": self.checked,
            "first": list(self.first[: self.preperiod]),
        }

    @classmethod
    def from_json(cls, game: HeapGame, data: dict[str, Any]) -> Periodicity:
        """The period that some JSON stands for, with the theorem that is known for the game."""
        known: Any = find_period(game)
        if not known:
            raise GameError(f"no theorem is known that proves a period of {game.name}")
        claim = Claim(data)
        first = (*claim.items("first"), *claim.items("cycle"))
        if not all(isinstance(x, int) and 0 <= x < 1 << 31 for x in first):
            raise GameError("cycle: nimbers are whole numbers from 0")
        start, length, saltus = (claim.count(k) for k in ("preperiod", "period", "saltus"))
        return cls(game.rules(), start, length, saltus, first, known.proof)


@dataclass(frozen=True)
class Unknown(Solution, kind="unknown-period"):
    """No period can be proved from the heaps computed; nothing is claimed beyond them.

    ``seen`` is a period that shows itself among them all the same, if there is one.
    """

    game: HeapGame
    searched: int
    """The largest heap that was worked out."""
    seen: ApparentPeriod | None = None

    @property
    def exact(self) -> bool:
        return True

    @property
    def method(self) -> str:
        return "the mex rule"

    def explain(self) -> Explanation:
        """How far heaps were computed."""
        return Explanation(self.game.name, (Step("The period", str(self)),))

    def draw(self) -> Picture:
        """The nimbers of single heaps."""
        return self.game.draw()

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        words = f"{self.game.name}: unknown; heaps up to {self.searched:,} prove no period"
        return words if self.seen is None else f"{words}; {self.seen}"

    def to_json(self) -> dict[str, Any]:
        seen = None if self.seen is None else asdict(self.seen)
        return {"kind": self.kind, "searched": self.searched, "period": None, "seen": seen}

    @classmethod
    def from_json(cls, game: HeapGame, data: dict[str, Any]) -> Unknown:
        searched = Claim(data).count("searched")
        return cls(game.rules(), searched, apparent_period(game.table().array(searched)))


@dataclass(frozen=True)
class GuySmith(PeriodProof):
    """Finite codes: a move takes at most ``last`` counters and leaves at most ``heaps`` heaps.

    If g(n + p) = g(n) for start <= n < heaps (start + p) - p + last, where start >= 1, it holds for
    all n >= start: the largest heap left of n + p counters is then large enough to be shortened by
    p, and the largest one left of n to be lengthened. With one heap this is the repetition of a
    window as long as the largest take. Guy and Smith, The G-values of various games (1956).

    When the digits after d_last repeat with length ``repeat``, let q be a common multiple of p and
    that length. It takes the same for start <= n < heaps (start + q) + last + 1: totals that n + q
    leaves and n does not are q larger than others that n leaves by the same digit.
    """

    heaps: int
    last: int
    repeat: int = 0

    @property
    def theorem(self) -> str:
        if self.heaps < 2:
            return f"the repetition of a window of {count_of(self.last, 'nimber')}"
        return "the theorem of Guy and Smith"

    def needed(self, claim: Periodicity) -> int:
        start, p = claim.preperiod, claim.period
        return values_needed(start, p, self.heaps, self.last, self.repeat)

    def checks(self, claim: Periodicity, values: Values) -> tuple[Check, ...]:
        n0, p = claim.preperiod, claim.period
        bad = np.flatnonzero(values[n0:-p] != values[n0 + p :])
        seen = f"{values.size - p - n0} values" if bad.size == 0 else f"not for n = {n0 + bad[0]}"
        start = max(1, n0)
        enough = values.size >= self.needed(claim)
        return (
            Check(
                f"g(n + {p}) = g(n) for n from {n0} to {values.size - p - 1}", not bad.size, seen
            ),
            Check(
                f"this is far enough for at most {self.heaps} heap{'s' * (self.heaps > 1)} after a "
                f"move and takes up to {self.last}" + self._tail(),
                enough,
                self._reason(start, p) + f" = {self.needed(claim)}",
            ),
        )

    def _reason(self, start: int, p: int) -> str:
        if not self.repeat:
            return f"{self.heaps} ({start} + {p}) + {self.last}"
        q = lcm(p, self.repeat)
        return f"{self.heaps} ({start} + {q}) + {self.last} + 1 + {q}"

    def _tail(self) -> str:
        return f", digits repeating by {self.repeat}" if self.repeat else ""


@extends(HeapGame)
@method(
    HeapGame,
    "period",
    finds="the period of the nimbers",
    cost="O(n) values, O(n^2) where heaps are split",
    reference="Guy and Smith 1956",
    aliases=("periodicity",),
)
def find_period(game: HeapGame, to: int | None = None) -> Periodicity | Unknown:
    """The period of the nimbers, proved; or how far they were computed in vain.

    Parameters
    ----------
    game : HeapGame
        The game; its position does not matter.
    to : int, optional
        The largest heap that is computed; as far as is practical if None.

    Returns
    -------
    Periodicity or Unknown
        The period, or how far the nimbers were computed.

    References
    ----------
    Guy and Smith 1956.

    Examples
    --------
    >>> from kibitz.combinatorial.heaps import kayles
    >>> find_period(kayles()).period
    12
    """
    if to is not None and (isinstance(to, bool) or not isinstance(to, int) or to < 1):
        raise GameError(f"to is {to!r}; it must be a whole number, at least 1")
    table = game.table()
    stop = table.horizon if to is None else to + 1
    table.extend(stop)
    return table.period or unproved(game.rules(), table.array(min(stop, table.known) - 1))


def unproved(game: HeapGame, values: Values) -> Unknown:
    """What is to be said of nimbers whose period is not proved."""
    return Unknown(game, values.size - 1, apparent_period(values))


def values_needed(preperiod: int, period: int, heaps: int, last: int, repeat: int = 0) -> int:
    """How many values the theorem of Guy and Smith looks at."""
    start, most = max(1, preperiod), max(1, heaps)
    if not repeat:
        return most * (start + period) + last
    common = lcm(period, repeat)
    return most * (start + common) + last + 1 + common


def guy_smith(
    game: HeapGame, values: Values, heaps: int, last: int, repeat: int = 0
) -> Periodicity | None:
    """The least period that the theorem proves from these values. O(number of values)."""
    n = values.size
    if n < values_needed(1, 1, heaps, last, repeat):
        return None
    for p, agreed in repetitions(values, n - (n - last) // max(1, heaps)):
        preperiod = max(0, n - p - agreed)
        if values_needed(preperiod, p, heaps, last, repeat) <= n:
            first = tuple(map(int, values[: preperiod + p]))
            return Periodicity(game, preperiod, p, 0, first, GuySmith(heaps, last, repeat))
    return None
