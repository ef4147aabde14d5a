"""Coin-turning on a row: the game that any rule for a row makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice
from operator import xor
from typing import Any

from kibitz.combinatorial.coins.game import CoinGame, turned
from kibitz.combinatorial.coins.rule import CoinRule
from kibitz.combinatorial.coins.turn import Turn
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.read import whole
from kibitz.core.errors import GameError

MOST_MOVES = 100_000
"""The most winning moves that are listed."""
MANY_MOVES = 1000
"""Winning moves that the solution of a long row lists; it counts them all."""
MOST_COUNTED = 2000
"""Coins of a row whose winning turns are counted."""
MOST_SHOWN = 60
_LETTERS = re.compile(r"[HTht]+")


@dataclass(frozen=True)
class CoinRow(CoinGame):
    """The position is the set of the labels that show heads; the rule says what may be turned.

    Labels begin with the rule's origin; ``length`` coins lie in the row, any number when None.
    The nimber is the nim-sum of the values of the heads. Ferguson I.5.

    >>> from kibitz.combinatorial.coins.count import mock_turtles
    >>> game = coin_row(mock_turtles(), "THHH")
    >>> game.nimber(), [turn.coins for turn in game.winning_turns()]
    (1, [(1, 2, 3)])
    """

    rule: CoinRule
    length: int | None = None
    title: str = field(default="", kw_only=True)

    @property
    def last(self) -> int:
        """The label of the last coin of the row, or of the last head in a row without end."""
        if self.length is not None:
            return self.rule.origin + self.length - 1
        return max(self.position, default=self.rule.origin)

    def check(self, position: Any) -> None:
        if not isinstance(position, frozenset):
            raise GameError(f"{position!r} is not a position; write a frozenset of labels")
        if self.length is not None:
            whole(self.length, "the number of coins")
        for x in position:
            self.rule.check_label(x)
            if self.length is not None and x > self.last:
                raise GameError(
                    f"{self.name}: coin {x} is not in the row, which goes from {self.rule.origin} "
                    f"to {self.last}"
                )

    def show(self, position: Any) -> str:
        if self.length is None or self.length > MOST_SHOWN:
            return "heads " + ", ".join(map(str, sorted(position))) if position else "all tails"
        labels = range(self.rule.origin, self.rule.origin + self.length)
        return "".join("H" if x in position else "T" for x in labels)

    def options(self, position: Any) -> Iterator[Any]:
        for x in position:
            for others in self.rule.turns(x):
                yield position.symmetric_difference((x, *others))

    def _moves(self, position: Any) -> Iterator[Move]:
        for x in sorted(position):
            for others in self.rule.turns(x):
                yield turned(position, Turn((*others, x)))

    def head_values(self) -> dict[int, int]:
        """The value of each head, by label."""
        return {x: self.rule.value(x) for x in sorted(self.position)}

    def _nimber(self, position: Any) -> int | None:
        return reduce(xor, map(self.rule.value, position), 0)

    def turns_to(self, value: int) -> Iterator[Turn]:
        """Every turn that leaves this nimber, from the leftmost head on.

        Parameters
        ----------
        value : int
            The nimber to leave; 0 for the winning turns.
        """
        self._refuse_misere()
        change = self.nimber() ^ value
        for x in sorted(self.position):
            for others in self.rule.turns_worth(x, change ^ self.rule.value(x)):
                yield Turn((*others, x))

    def winning_turns(self) -> Iterator[Turn]:
        """Every turn that wins, one after the other."""
        return self.turns_to(0)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        moves = tuple(
            turned(self.position, turn) for turn in islice(self.turns_to(value), MOST_MOVES + 1)
        )
        if len(moves) > MOST_MOVES:
            raise GameError(
                f"more than {MOST_MOVES:,} turns lead there; winning_turns() and turns_to() yield "
                "them one by one"
            )
        return moves

    def count_winning_turns(self) -> int:
        """How many turns win, without listing them where the rule can count."""
        total = self.nimber()
        if total == 0:
            return 0
        if self.coin_count() > MOST_COUNTED:
            raise LimitError(
                f"{self.name}: turns are counted in rows of up to {MOST_COUNTED} coins"
            )
        return sum(self._count_by(x, total) for x in self.position)

    def _count_by(self, x: int, change: int) -> int:
        return self.rule.reached(x).get(change ^ self.rule.value(x), 0)

    def first_winning_moves(self) -> tuple[tuple[Move, ...], int | None]:
        turns: list[Turn] = []
        count: int | None = None
        try:
            turns.extend(islice(self.winning_turns(), MANY_MOVES))
            count = self.count_winning_turns()
        except LimitError:
            turns = turns or [next(self.winning_turns())]
        return tuple(turned(self.position, turn) for turn in turns), count

    def coin_count(self) -> int:
        return self.last - self.rule.origin + 1

    def turns_of_last(self) -> Iterator[Any]:
        return self.rule.turns(self.last)

    def turn(self, coins: Iterable[int]) -> CoinRow:
        """The game after these coins are turned.

        Parameters
        ----------
        coins : iterable of int
            The labels of the coins to turn, in any order.

        Returns
        -------
        CoinRow
            The game after the turn; an illegal turn is refused with the reason.

        Examples
        --------
        >>> from kibitz.combinatorial.coins.count import turning_turtles
        >>> str(coin_row(turning_turtles(), "THTTHTTTHHTHT").turn([4, 9]))
        'Turning Turtles: THTHHTTTTHTHT, normal play'
        """
        complaint = self._complaint(coins)
        if complaint is not None:
            raise GameError(f"{self.name}: {complaint}")
        return self.at(self.position.symmetric_difference(coins))

    def _complaint(self, coins: Iterable[int]) -> str | None:
        turned = sorted(set(coins))
        if not turned:
            return "no coin is turned; a move turns at least one"
        for x in turned:
            if not self.rule.origin <= x <= self.last:
                return f"coin {x} is not in the row, from {self.rule.origin} to {self.last}"
        if turned[-1] not in self.position:
            return f"the rightmost coin, {turned[-1]}, shows tails; it must go from heads to tails"
        if not self.rule.allows(turned):
            return f"the coins {turned} may not be turned together"
        return None

    def longest_play(self, limit: int | None = None) -> int:
        """The most moves that can still be made."""
        return sum(map(self.rule.longest_play, self.position))


def coin_row(
    rule: CoinRule,
    coins: str | Iterable[Any],
    length: int | None = None,
    play: str = "normal",
    title: str = "",
) -> CoinRow:
    """A row of coins: text such as ``THTTH``, or the labels of the heads.

    Parameters
    ----------
    rule : CoinRule
        The rule.
    coins : str or iterable of int
        Heads and tails as text, or the labels of the heads.
    length : int, optional
        The number of coins; just large enough if omitted.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.
    title : str, optional
        A title for output.

    Returns
    -------
    CoinRow
        The game.

    Examples
    --------
    >>> from kibitz.combinatorial.coins.count import twins
    >>> coin_row(twins(), "THX")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: Twins: 'THX' is not a row; write heads and tails such as ...
    """
    heads, shown = _read_coins(rule, coins)
    if length is None:
        length = shown
    return CoinRow(heads, rule, length, play=play, title=title or rule.name)


def _read_coins(rule: CoinRule, coins: str | Iterable[Any]) -> tuple[frozenset[int], int | None]:
    words = [coins] if isinstance(coins, str) else list(coins)
    if len(words) == 1 and isinstance(words[0], str) and _LETTERS.fullmatch(words[0]):
        row = words[0].upper()
        return frozenset(rule.origin + i for i, c in enumerate(row) if c == "H"), len(row)
    heads = [_read_label(rule, word) for word in words]
    if len(set(heads)) < len(heads):
        raise GameError(f"{rule.name}: a head is listed twice in {heads}")
    return frozenset(heads), None


def _read_label(rule: CoinRule, word: Any) -> int:
    if isinstance(word, str):
        if not re.fullmatch("[0-9]+", word):
            raise GameError(
                f"{rule.name}: {word!r} is not a row; write heads and tails such as THTTH, or the "
                f"labels of the heads, from {rule.origin} on"
            )
        word = int(word)
    return rule.check_label(word)
