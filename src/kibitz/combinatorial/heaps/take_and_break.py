"""Take-and-break games: octal and hexadecimal codes, with Kayles and its relations by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from kibitz.combinatorial.heaps.code import Code, leavings, read_code
from kibitz.combinatorial.heaps.game import HeapGame, Heaps
from kibitz.combinatorial.heaps.tables.table import NimberTable
from kibitz.combinatorial.move import LOOKED
from kibitz.core.errors import GameError
from kibitz.core.extension import call

FEW_TAKEN = 40
"""Amounts after which splits are looked through for some that win."""


@dataclass(frozen=True)
class TakeAndBreak(HeapGame):
    """Take some counters from a heap and break the rest, as a code allows. Guy and Smith (1956).

    >>> game = take_and_break("0.77", 9, 6, 1, 7)
    >>> game.nimber(), [str(move) for move in game.winning_moves()]
    (4, ['take 1 from the heap of 9, leaving 4 and 4'])
    >>> take_and_break("0.77", 10**18).nimber()
    1
    >>> take_and_break("0.700700...").period()
    0.(700): period 4, saltus 2 from 0 on
    """

    code: Code
    row: str = field(default="", kw_only=True, compare=False)
    """The row of pins or squares that the heaps were read from."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", read_code(self.code))
        super().__post_init__()

    @property
    def name(self) -> str:
        return self.title or NAMES.get(str(self.code), str(self.code))

    @property
    def closed_form(self) -> str:
        return FORMS.get(str(self.code), "")

    @property
    def remarks(self) -> tuple[str, ...]:
        """The winning moves by pins or squares, of a game that is played on one row."""
        on_a_row = str(self.code) in ROWS and len(self.position) == 1
        if not self.row and not (on_a_row and self.position[0] <= LONGEST_ROW):
            return ()
        words: str = call(self, "winning_places")
        return (words,) if words else ()

    def heap_options(self, n: int) -> Iterator[Heaps]:
        code = self.code
        reach = n if code.tail else min(n, code.last)
        for taken in range(reach + 1):
            digit = code.digit(taken)
            if digit:
                yield from leavings(n - taken, digit)

    def count_options(self, n: int) -> int:
        head = sum(_ways(n, digit) for digit in self.code.head)
        tail = sum(_ways(n, digit) for digit in self.code.tail)
        return head + tail * (n // max(1, len(self.code.tail)) + 1)

    def some_leavings(self, n: int, value: int) -> Iterator[Heaps]:
        """One heap of the nimber that is asked for, or two of which one is small."""
        period = self.table().period
        if period is None:
            yield from super().some_leavings(n, value)
            return
        for m in islice(period.heaps_of(value, n), LOOKED):
            if self.code.digit(n - m) & (2 if m else 1):
                yield (m,) if m else ()
        splits = (k for k in range(FEW_TAKEN) if self.code.digit(k) & 4)
        for rest in (n - k for k in splits):
            for a in range(1, min(LOOKED, rest // 2) + 1):
                if period.value(a) ^ period.value(rest - a) == value:
                    yield a, rest - a

    def build_table(self) -> NimberTable:
        from kibitz.combinatorial.heaps.tables.code_table import CodeTable
        from kibitz.combinatorial.heaps.tables.finite_table import FiniteTable

        code = self.code
        if code.finite and code.most < 3:
            return FiniteTable(self, code.takes(0), code.takes(1), code.takes(2))
        return CodeTable(self, code)


FORMS = {
    "4.(3)": "g(4k + 1) = 4k + 1, g(4k + 2) = 4k + 2, g(4k + 3) = 4k + 4, g(4k + 4) = 4k + 3",
}
"""Closed forms of codes."""
ROWS, LONGEST_ROW = ("0.77", "0.07", "0.137"), 40
"""The games that are played on rows, and the row up to which winning moves are listed by place."""
NAMES = {
    "0.77": "Kayles",
    "0.07": "Dawson's Kayles",
    "0.137": "Dawson's chess",
    "0.6": "Officers",
    "0.15": "Guiles",
    "4.(3)": "Lasker's nim",
    "0.(3)": "nim",
    "4.7": "Daisies",
}
"""What some codes are called."""


def take_and_break(code: Any, *heaps: Any, play: str = "normal") -> TakeAndBreak:
    """A game by its code, in the usual spelling, and its heaps.

    Parameters
    ----------
    code : str or Code
        The code.
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.

    Examples
    --------
    >>> print(take_and_break("0.0F", 5))
    0.0F: 5, normal play
    >>> take_and_break("1.7")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: code '1.7': d0 = 1 allows a move that takes nothing and ...
    """
    return TakeAndBreak(heaps, read_code(code), play=play)


def octal(code: Any, *heaps: Any, play: str = "normal") -> TakeAndBreak:
    """A game with an octal code: at most two heaps are left.

    Parameters
    ----------
    code : str or Code
        The code.
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.

    Examples
    --------
    >>> octal("0.8", 5)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: code 0.8 has a digit above 7, so it is hexadecimal, not octal; ...
    """
    read = read_code(code)
    if read.most > 2:
        raise GameError(
            f"code {read} has a digit above 7, so it is hexadecimal, not octal; write 'hexadecimal "
            f"{read}'"
        )
    return TakeAndBreak(heaps, read, play=play)


def kayles(*heaps: Any, play: str = "normal", row: str = "") -> TakeAndBreak:
    """Kayles, 0.77: knock down one pin of a row or two neighbors.

    Parameters
    ----------
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.
    row : str, default ""
        The row of pins or squares that the heaps were read from.

    Returns
    -------
    TakeAndBreak
        The game.

    References
    ----------
    Dudeney 1908.

    Examples
    --------
    >>> kayles(12).nimber(), kayles().period().exceptions
    (4, (0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70))
    """
    game = take_and_break("0.77", *heaps, play=play)
    return replace(game, row=row) if row else game


def dawsons_chess(*heaps: Any, play: str = "normal", row: str = "") -> TakeAndBreak:
    """Dawson's chess, 0.137, as a line of squares: mark one, and never two neighbors.

    Parameters
    ----------
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.
    row : str, default ""
        The row of pins or squares that the heaps were read from.

    Returns
    -------
    TakeAndBreak
        The game.

    Examples
    --------
    >>> [dawsons_chess(n).nimber() for n in range(10)]
    [0, 1, 1, 2, 0, 3, 1, 1, 0, 3]
    """
    game = take_and_break("0.137", *heaps, play=play)
    return replace(game, row=row) if row else game


def dawsons_kayles(*heaps: Any, play: str = "normal", row: str = "") -> TakeAndBreak:
    """Dawson's Kayles, 0.07: knock down two neighbors. It is Dawson's chess, one square longer.

    Parameters
    ----------
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.
    row : str, default ""
        The row of pins or squares that the heaps were read from.

    Returns
    -------
    TakeAndBreak
        The game.
    """
    game = take_and_break("0.07", *heaps, play=play)
    return replace(game, row=row) if row else game


def laskers_nim(*heaps: Any, play: str = "normal") -> TakeAndBreak:
    """Lasker's nim, 4.333...: take any number from a heap, or split it in two.

    Parameters
    ----------
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.

    Examples
    --------
    >>> [laskers_nim(n).nimber() for n in range(9)]
    [0, 1, 2, 4, 3, 5, 6, 8, 7]
    """
    return take_and_break("4.(3)", *heaps, play=play)


def officers(*heaps: Any, play: str = "normal") -> TakeAndBreak:
    """Officers, 0.6: take one counter and leave one or two heaps. Its period is not known.

    Parameters
    ----------
    *heaps : int
        The sizes of the heaps.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.
    """
    return take_and_break("0.6", *heaps, play=play)


def _ways(n: int, digit: int) -> int:
    """At most how many ways a digit leaves of break what remains of a heap of n."""
    return bool(digit & 3) + (digit >> 2 & 1) * (n // 2) + (digit >> 3) * (n * n // 12 + 1)
