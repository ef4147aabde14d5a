"""Heap games on the shelf: heap sizes come last, as many as there are."""

from __future__ import annotations

from fractions import Fraction

from kibitz.combinatorial.heaps import (
    Aliquot,
    AtLeastFraction,
    AtMostFraction,
    DimPlus,
    DynamicSubtraction,
    EvenIfNotAll,
    EvenOrLone,
    GrundysGame,
    ImpatientSubtraction,
    SubtractionGame,
    TakeAndBreak,
    ThreesOrAll,
    Treblecross,
    at_least,
    at_most,
    dawsons_chess,
    dawsons_kayles,
    dynamic_subtraction,
    fibonacci_nim,
    grundys_game,
    impatient_subtraction,
    kayles,
    laskers_nim,
    octal,
    officers,
    subtraction,
    take_and_break,
    treblecross,
)
from kibitz.combinatorial.heaps.rows import rows_of
from kibitz.combinatorial.play import Play
from kibitz.core.registry import named

Heaps = tuple[int, ...]
Rows = tuple[str, ...]
"""Sizes of heaps, or rows of pins or squares."""


@named("subtraction", family="heaps")
def shelf_subtraction(heaps: Heaps, *, set: str, play: Play = "normal") -> SubtractionGame:
    """Take an amount of a set from a heap: set=1,3,4, or primes, powers-of-2, all-but-2, ...

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    set : str
        The amounts that may be taken.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    SubtractionGame
        The game.

    Examples
    --------
    >>> shelf_subtraction((21,), set="1,2,3").outcome()
    'N'
    """
    return subtraction(set, *heaps, play=play)


@named("impatient-subtraction", family="heaps")
def shelf_impatient(heaps: Heaps, *, set: str, play: Play = "normal") -> ImpatientSubtraction:
    """Take an amount of a set from a heap, or the whole heap.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    set : str
        The amounts that may be taken.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    ImpatientSubtraction
        The game.
    """
    return impatient_subtraction(set, *heaps, play=play)


@named("at-least-half", family="heaps")
def shelf_at_least_half(heaps: Heaps, *, play: Play = "normal") -> AtLeastFraction:
    """Take at least half of a heap.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    AtLeastFraction
        The game.
    """
    return at_least(Fraction(1, 2), *heaps, play=play)


@named("at-most-half", family="heaps")
def shelf_at_most_half(heaps: Heaps, *, play: Play = "normal") -> AtMostFraction:
    """Take at most half of a heap.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    AtMostFraction
        The game.
    """
    return at_most(Fraction(1, 2), *heaps, play=play)


@named("at-least", family="heaps")
def shelf_at_least(fraction: Fraction, heaps: Heaps, *, play: Play = "normal") -> AtLeastFraction:
    """Take at least a fraction of a heap, such as 1/3.

    Parameters
    ----------
    fraction : number
        The fraction of a heap.
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    AtLeastFraction
        The game.
    """
    return at_least(fraction, *heaps, play=play)


@named("at-most", family="heaps")
def shelf_at_most(fraction: Fraction, heaps: Heaps, *, play: Play = "normal") -> AtMostFraction:
    """Take at most a fraction of a heap, such as 2/3.

    Parameters
    ----------
    fraction : number
        The fraction of a heap.
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    AtMostFraction
        The game.
    """
    return at_most(fraction, *heaps, play=play)


@named("dim-plus", family="heaps")
def shelf_dim_plus(heaps: Heaps, *, play: Play = "normal") -> DimPlus:
    """Take a divisor of the heap, the heap itself included.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    DimPlus
        The game.
    """
    return DimPlus(heaps, play=play)


@named("aliquot", family="heaps")
def shelf_aliquot(heaps: Heaps, *, play: Play = "normal") -> Aliquot:
    """Take a divisor of the heap smaller than the heap.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Aliquot
        The game.
    """
    return Aliquot(heaps, play=play)


@named("even-if-not-all", family="heaps")
def shelf_even_if_not_all(heaps: Heaps, *, play: Play = "normal") -> EvenIfNotAll:
    """Take an even number but not the whole heap, or a whole odd heap.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    EvenIfNotAll
        The game.
    """
    return EvenIfNotAll(heaps, play=play)


@named("even-or-lone", family="heaps")
def shelf_even_or_lone(heaps: Heaps, *, play: Play = "normal") -> EvenOrLone:
    """Take an even number of counters, or a lone counter.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    EvenOrLone
        The game.
    """
    return EvenOrLone(heaps, play=play)


@named("threes-or-all", family="heaps")
def shelf_threes_or_all(heaps: Heaps, *, play: Play = "normal") -> ThreesOrAll:
    """Take a multiple of 3 but not the whole heap, or a whole heap that is 2 modulo 3.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    ThreesOrAll
        The game.
    """
    return ThreesOrAll(heaps, play=play)


@named("dynamic-subtraction", family="heaps")
def shelf_dynamic(counters: int, limit: str = "2t", play: Play = "normal") -> DynamicSubtraction:
    """Take at most as many as a limit allows after t were taken last: t, 2t, t+1, t^2, ...

    Parameters
    ----------
    counters : int
        The size of the pile.
    limit : str, default "2t"
        The most that may be taken after t was taken.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    DynamicSubtraction
        The game.
    """
    return dynamic_subtraction(counters, limit, play=play)


@named("fibonacci-nim", family="heaps")
def shelf_fibonacci_nim(counters: int, *, play: Play = "normal") -> DynamicSubtraction:
    """Take at most twice what was taken last; the first move may not take all.

    Parameters
    ----------
    counters : int
        The size of the pile.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    DynamicSubtraction
        The game.
    """
    return fibonacci_nim(counters, play=play)


@named("octal", family="heaps")
def shelf_octal(code: str, heaps: Heaps, *, play: Play = "normal") -> TakeAndBreak:
    """A take-and-break game by its octal code: octal 0.77 12 5.

    Parameters
    ----------
    code : str
        The octal code.
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.

    Examples
    --------
    >>> shelf_octal("0.77", (12, 5)).nimber()
    0
    """
    return octal(code, *heaps, play=play)


@named("hexadecimal", family="heaps")
def shelf_hexadecimal(code: str, heaps: Heaps, *, play: Play = "normal") -> TakeAndBreak:
    """A take-and-break game by its hexadecimal code: a move may leave three heaps.

    Parameters
    ----------
    code : str
        The code.
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.
    """
    return take_and_break(code, *heaps, play=play)


@named("kayles", family="heaps")
def shelf_kayles(heaps: Rows, *, play: Play = "normal") -> TakeAndBreak:
    """Knock down one pin of a row, or two neighbors.

    Parameters
    ----------
    heaps : tuple of int or str
        The sizes of the heaps, or rows such as xx.xxx.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.
    """
    sizes, row = rows_of("0.77", heaps)
    return kayles(*sizes, play=play, row=row)


@named("dawsons-kayles", family="heaps")
def shelf_dawsons_kayles(heaps: Rows, *, play: Play = "normal") -> TakeAndBreak:
    """Knock down two neighboring pins of a row.

    Parameters
    ----------
    heaps : tuple of int or str
        The sizes of the heaps, or rows such as xx.xxx.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.
    """
    sizes, row = rows_of("0.07", heaps)
    return dawsons_kayles(*sizes, play=play, row=row)


@named("dawsons-chess", family="heaps")
def shelf_dawsons_chess(heaps: Rows, *, play: Play = "normal") -> TakeAndBreak:
    """Mark a square of a line, never next to a marked one.

    Parameters
    ----------
    heaps : tuple of int or str
        The sizes of the heaps, or rows such as xx.xxx.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.
    """
    sizes, row = rows_of("0.137", heaps)
    return dawsons_chess(*sizes, play=play, row=row)


@named("laskers-nim", family="heaps")
def shelf_laskers_nim(heaps: Heaps, *, play: Play = "normal") -> TakeAndBreak:
    """Take any number from a heap, or split it in two.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.
    """
    return laskers_nim(*heaps, play=play)


@named("officers", family="heaps")
def shelf_officers(heaps: Heaps, *, play: Play = "normal") -> TakeAndBreak:
    """Take one counter from a heap and leave one heap or two.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    TakeAndBreak
        The game.
    """
    return officers(*heaps, play=play)


@named("treblecross", family="heaps")
def shelf_treblecross(lengths: Heaps) -> Treblecross:
    """Mark crosses in rows of squares; three adjacent ones win.

    Parameters
    ----------
    lengths : tuple of int
        The numbers of squares of the rows.

    Returns
    -------
    Treblecross
        The game.
    """
    return treblecross(*lengths)


@named("grundy", family="heaps")
def shelf_grundy(heaps: Heaps, *, play: Play = "normal") -> GrundysGame:
    """Split a heap into two heaps of different sizes.

    Parameters
    ----------
    heaps : tuple of int
        The sizes of the heaps.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    GrundysGame
        The game.
    """
    return grundys_game(*heaps, play=play)
