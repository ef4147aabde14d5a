"""Poker nim: nim where a move may also add counters to a heap, out of a bag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nim_family.disguise import NimInDisguise
from kibitz.combinatorial.nim_family.read import check_counts, whole, whole_numbers
from kibitz.core.errors import GameError


@dataclass(frozen=True)
class PokerNim(NimInDisguise):
    """The position is (heaps, bag): a move takes counters from a heap, or adds some of the bag.

    What is taken leaves the game; the bag is never refilled, so play ends. The bag changes
    nothing: counters that are added can be taken away again, and the nimber is that of nim.

    >>> game = poker_nim([3, 4], bag=50)
    >>> game.nimber(), [str(move) for move in game.winning_moves()]
    (7, ['add 1 to heap 1, making 4', 'take 1 from heap 2, leaving 3'])
    >>> game.legal([53, 4]), game.legal([3, 55])
    (True, False)
    """

    theorem: ClassVar[str] = "Bouton's theorem, since added counters can be taken back"
    reading: ClassVar[str] = "The heaps are those on the table; the bag does not count."
    reversible: ClassVar[str] = (
        "Counters from the bag enlarge a heap, but the other player can take them away again, and "
        "the heaps are as before."
    )
    title: str = field(default="poker nim", kw_only=True)

    def check(self, position: Any) -> None:
        if not isinstance(position, tuple) or len(position) != 2:
            raise GameError(f"{position!r} is not a position; write (heaps, bag), say ((3, 4), 10)")
        check_counts(position[0], "heap")
        whole(position[1], "the bag")

    def show(self, position: Any) -> str:
        heaps, bag = position
        return f"{' '.join(map(str, heaps)) or 'no heaps'}, bag of {bag}"

    def nim_heaps(self, position: Any) -> tuple[int, ...]:
        heaps: tuple[int, ...] = position[0]
        return heaps

    def options(self, position: Any) -> Iterator[Any]:
        return (move.position for move in self._moves(position))

    def _moves(self, position: Any) -> Iterator[Move]:
        heaps, bag = position
        for i, heap in enumerate(heaps):
            for size in range(heap + bag + 1):
                if size != heap:
                    yield _changed(position, i, size)

    def moves_to(self, value: int, limit: int | None = None) -> tuple[Move, ...]:
        """Every move to this nimber, by taking or, while the bag lasts, by adding."""
        self._refuse_misere()
        heaps, bag = self.position
        change = self.nimber() ^ value
        sizes = [(i, heap, heap ^ change) for i, heap in enumerate(heaps)]
        return tuple(
            _changed(self.position, i, size)
            for i, heap, size in sizes
            if size != heap and 0 <= size <= heap + bag
        )

    def legal(self, heaps: Iterable[int]) -> bool:
        """Whether one move can leave these heaps.

        Parameters
        ----------
        heaps : iterable of int
            The heaps after the move, in their order.
        """
        now, bag = self.position
        then = whole_numbers(heaps, "heap")
        if len(then) != len(now):
            return False
        changes = [b - a for a, b in zip(now, then, strict=True) if a != b]
        return len(changes) == 1 and changes[0] <= bag

    def _reach(self, position: Any) -> int:
        heaps, bag = position
        total = bag + 1
        for heap in heaps:
            total *= heap + bag + 1
        return int(total)


def poker_nim(heaps: Iterable[int], bag: int = 10, play: str = "normal") -> PokerNim:
    """Poker nim with these heaps and this many counters in the bag.

    Parameters
    ----------
    heaps : iterable of int
        The sizes of the heaps.
    bag : int, default 10
        How many counters are in the bag.
    play : str, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    PokerNim
        The game.
    """
    return PokerNim((whole_numbers(heaps, "heap"), whole(bag, "the bag")), play=play)


def _changed(position: Any, i: int, size: int) -> Move:
    heaps, bag = position
    new = (*heaps[:i], size, *heaps[i + 1 :])
    if size < heaps[i]:
        return Move(f"take {heaps[i] - size} from heap {i + 1}, leaving {size}", (new, bag))
    added = size - heaps[i]
    return Move(f"add {added} to heap {i + 1}, making {size}", (new, bag - added))
