"""Who meets whom: pairs that change from round to round."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.dice import Dice


def pairs(players: Sequence[str], round_: int, seed: int = 0) -> list[tuple[str, str]]:
    """The pairs of a round: everyone meets everyone before anyone meets again.

    The round-robin schedule keeps the first player in place and turns the others round; with an odd
    number one player rests. The seed decides the order in which they sit.

    >>> [pairs("ABCD", k) for k in range(3)]
    [[('C', 'B'), ('D', 'A')], [('C', 'D'), ('A', 'B')], [('C', 'A'), ('B', 'D')]]
    """
    seats: list[str | None] = list(Dice(f"pairs {seed}").shuffled(list(players)))
    if len(seats) % 2:
        seats.append(None)
    turn = round_ % (len(seats) - 1)
    ring = seats[1:]
    line = [seats[0], *ring[turn:], *ring[:turn]]
    half = len(line) // 2
    met = zip(line[:half], reversed(line[half:]), strict=True)
    return [(a, b) for a, b in met if a is not None and b is not None]
