"""The nim family on the shelf: heaps and positions are typed one after the other.

>>> from kibitz import game
>>> [str(move) for move in game("nim 3 4 5").winning_moves()]
['take 2 from heap 1, leaving 1']
>>> game("nim 3 4 5 play=misere").outcome(), game("moore 2 3 4 5").outcome()
('N', 'N')
"""

from __future__ import annotations

from kibitz.combinatorial.nim_family import (
    Bins,
    EmptyAndDivide,
    Moore,
    Nim,
    PokerNim,
    StaircaseNim,
    ThirtyOne,
    TransfiniteNim,
    bins,
    choose_a_pile,
    empty_and_divide,
    moore,
    nim,
    poker_nim,
    staircase,
    thirty_one,
    transfinite_nim_game,
)
from kibitz.combinatorial.play import Play
from kibitz.core.registry import named


@named("nim", family="nim")
def nim_game(heaps: tuple[int, ...] = (3, 4, 5), *, play: Play = "normal") -> Nim:
    """Take any number of counters from one heap; play=misere makes the last taker lose.

    Parameters
    ----------
    heaps : tuple of int, default (3, 4, 5)
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Nim
        The game.

    Examples
    --------
    >>> nim_game((13, 12, 8)).nimber()
    9
    """
    return nim(heaps, play)


@named("moore", family="nim", together=("k", "heaps"))
def moore_game(
    k: int = 2, heaps: tuple[int, ...] = (3, 4, 5, 6), *, play: Play = "normal"
) -> Moore:
    """Moore's Nim_k: take counters from at least one and at most k heaps.

    Parameters
    ----------
    k : int, default 2
        The largest number of heaps of a move.
    heaps : tuple of int, default (3, 4, 5, 6)
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Moore
        The game.

    Examples
    --------
    >>> str(moore_game(2, (1, 2, 3, 4)).winning_move())
    'take 1 from heap 4, leaving 1 2 3 3'
    """
    return moore(k, heaps, play)


@named("staircase", family="nim")
def staircase_game(steps: tuple[int, ...] = (2, 9, 3, 1), *, play: Play = "normal") -> StaircaseNim:
    """Staircase nim: coins on steps 1, 2, 3, ... go down to the next step.

    Parameters
    ----------
    steps : tuple of int, default (2, 9, 3, 1)
        The number of coins on each step.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    StaircaseNim
        The game.

    Examples
    --------
    >>> staircase_game().nimber()
    1
    """
    return staircase(steps, play)


@named("poker-nim", family="nim")
def poker_nim_game(
    heaps: tuple[int, ...] = (3, 4), *, bag: int = 5, play: Play = "normal"
) -> PokerNim:
    """Poker nim: take counters from a heap, or add some from a bag that is not refilled.

    Parameters
    ----------
    heaps : tuple of int, default (3, 4)
        The sizes of the heaps.
    bag : int, default 5
        How many counters are in the bag.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    PokerNim
        The game.

    Examples
    --------
    >>> poker_nim_game((11, 13)).nimber()
    6
    """
    return poker_nim(heaps, bag, play)


@named("bins", family="nim")
def bins_game(stones: tuple[int, ...] = (1, 1, 2), *, play: Play = "normal") -> Bins:
    """Stones in a row of bins: move stones from one bin to another one further left.

    Parameters
    ----------
    stones : tuple of int, default (1, 1, 2)
        The number of stones in each bin.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Bins
        The game.

    Examples
    --------
    >>> bins_game().nimber()
    2
    """
    return bins(stones, play)


@named("empty-and-divide", family="nim", together=("m", "n"))
def empty_and_divide_game(m: int = 10, n: int = 3, *, play: Play = "normal") -> EmptyAndDivide:
    """Two boxes of chips: empty one of them and divide the other between the two.

    Parameters
    ----------
    m : int, default 10
        The chips in the first box.
    n : int, default 3
        The chips in the second box.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    EmptyAndDivide
        The game.

    Examples
    --------
    >>> empty_and_divide_game(5, 7).outcome()
    'P'
    """
    return empty_and_divide(m, n, play)


@named("thirty-one", family="nim")
def thirty_one_game(
    played: tuple[int, ...] = (),
    *,
    limit: int = 31,
    faces: int = 6,
    copies: int = 4,
    play: Play = "normal",
) -> ThirtyOne:
    """Turn up cards from 1 to 6, four of each, without passing 31; give the cards already played.

    Parameters
    ----------
    played : tuple of int, optional
        The cards played so far.
    limit : int, default 31
        The sum that must not be exceeded.
    faces : int, default 6
        The highest card.
    copies : int, default 4
        How many cards there are of each value.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    ThirtyOne
        The game.

    Examples
    --------
    >>> [str(move) for move in thirty_one_game().winning_moves()]
    ['turn up a 1', 'turn up a 2', 'turn up a 5']
    """
    return thirty_one(played, limit, faces, copies, play)


@named("transfinite-nim", family="nim")
def transfinite_nim_shelf(
    heaps: tuple[str, ...] = ("w*2+3", "w+5", "7"), *, play: Play = "normal"
) -> TransfiniteNim:
    """Nim with heaps that are ordinals below w^w, typed without spaces.

    Parameters
    ----------
    heaps : tuple of str, default ('w*2+3', 'w+5', '7')
        The heaps, ordinals such as ``w*2+3``.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TransfiniteNim
        The game.

    Examples
    --------
    >>> print(transfinite_nim_shelf().value())
    w*3 + 1
    """
    return transfinite_nim_game(map(_number_or_text, heaps), play)


@named("choose-a-pile", family="nim")
def choose_a_pile_game() -> TransfiniteNim:
    """Choose a nim heap of any size, then play nim with it: a heap of w.

    >>> print(choose_a_pile_game().value())
    w
    """
    return choose_a_pile()


def _number_or_text(word: str) -> int | str:
    return int(word) if word.isdigit() else word
