"""Genetic algorithms by hand: who becomes a parent, what children inherit, and what changes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, exactly, number

SELECTIONS = ("roulette", "rank", "tournament")


def selection_probabilities(
    fitness: Sequence[Any], selection: str = "roulette", contestants: int = 2
) -> tuple[Fraction, ...]:
    """How likely each member of a population is to be chosen as a parent.

    Parameters
    ----------
    fitness : sequence of numbers
        The fitness of each member.
    selection : str, default "roulette"
        ``"roulette"``, in proportion to fitness; ``"rank"``, in proportion to the rank, 1 for the
        least fit, where equals share theirs; ``"tournament"``, the fittest of a few that are drawn
        with replacement.
    contestants : int, default 2
        How many a tournament draws.

    Returns
    -------
    tuple of Fraction
        A probability for each member.

    References
    ----------
    Holland 1975; Goldberg 1989.

    Examples
    --------
    >>> print(*selection_probabilities([169, 576, 64, 361]))
    13/90 32/65 32/585 361/1170
    >>> print(*selection_probabilities([5, 1, 3], "rank"))
    1/2 1/6 1/3
    >>> print(*selection_probabilities([5, 1, 3], "tournament"))
    5/9 1/9 1/3
    """
    worth = [exactly(number(x, f"fitness {k}")) for k, x in enumerate(fitness, 1)]
    if not worth:
        raise GameError("a population needs at least one member")
    if selection == "roulette":
        if min(worth) < 0 or not sum(worth):
            raise GameError("roulette needs nonnegative fitness values that are not all 0")
        return tuple(x / sum(worth) for x in worth)
    count = len(worth)
    below = [sum(y < x for y in worth) for x in worth]
    equal = [worth.count(x) for x in worth]
    if selection == "rank":
        ranks = [b + Fraction(e + 1, 2) for b, e in zip(below, equal, strict=True)]
        return tuple(r / sum(ranks) for r in ranks)
    if selection != "tournament":
        near = did_you_mean(selection, SELECTIONS)
        raise GameError(f"unknown selection {selection!r}{near}")
    if contestants < 1:
        raise GameError(f"a tournament of {contestants}; it needs at least 1 contestant")
    best = [(b + e) ** contestants - b**contestants for b, e in zip(below, equal, strict=True)]
    return tuple(Fraction(n, e * count**contestants) for n, e in zip(best, equal, strict=True))


def spin(probabilities: Sequence[Any], draws: Sequence[Any]) -> tuple[int, ...]:
    """Whom the roulette wheel picks for random numbers from 0 to 1, by position from 0.

    The members share the wheel in order; a number on a border belongs to the member behind it.

    Parameters
    ----------
    probabilities : sequence of numbers
        How likely each member is.
    draws : sequence of numbers
        Random numbers, at least 0 and less than 1.

    Returns
    -------
    tuple of int
        A member for each draw.

    Examples
    --------
    >>> spin(selection_probabilities([169, 576, 64, 361]), [0, "0.5", "0.99", "0.65"])
    (0, 1, 3, 2)
    """
    borders = list(accumulate(exactly(number(p, "probability")) for p in probabilities))
    found = []
    for given in draws:
        x = number(given, "draw")
        if not 0 <= x < 1:
            raise GameError(f"the draw {given} does not lie between 0 and 1")
        found.append(next(k for k, border in enumerate(borders) if x < border))
    return tuple(found)


def cross(
    mother: Any, father: Any, points: Sequence[int] = (), mask: Any = None
) -> tuple[Any, Any]:
    """Two children of two parents: their genes are exchanged behind each point, or by a mask.

    Parameters
    ----------
    mother, father : str or sequence
        The genes of the parents, as many of each.
    points : sequence of int, optional
        After how many genes the parents are exchanged: one point, two, or more.
    mask : str or sequence, optional
        Uniform crossover: 1 for the genes that the first child has from its mother.

    Returns
    -------
    tuple
        Both children, of the type of the first parent.

    Examples
    --------
    >>> cross("01101", "11000", [4])
    ('01100', '11001')
    >>> cross("111111", "000000", [2, 4]), cross("1111", "0000", mask="1001")
    (('110011', '001100'), ('1001', '0110'))
    """
    size = len(mother)
    if len(father) != size:
        raise GameError(
            f"the parents have {size} and {len(father)} genes; the numbers must be equal"
        )
    if mask is None:
        if not points:
            raise GameError("crossover needs a point or a mask")
        for point in points:
            if not 0 < point < size:
                raise GameError(f"the point {point} is not between the genes, 1 to {size - 1}")
        own = [sum(k >= point for point in points) % 2 == 0 for k in range(size)]
    else:
        if points or len(mask) != size or any(str(m) not in "01" for m in mask):
            raise GameError(f"a mask has a 0 or a 1 for each of the {size} genes, and no points")
        own = [str(m) == "1" for m in mask]
    pairs = list(zip(own, mother, father, strict=True))
    first = [m if keep else f for keep, m, f in pairs]
    second = [f if keep else m for keep, m, f in pairs]
    return _like(mother, first), _like(mother, second)


def mutate(genes: Any, places: Sequence[int]) -> Any:
    """The genes with those at some places, counted from 1, flipped from 0 to 1 or back.

    Parameters
    ----------
    genes : str or sequence
        Zeros and ones.
    places : sequence of int
        What is flipped.

    Returns
    -------
    str or sequence
        The changed genes, of the same type.

    Examples
    --------
    >>> mutate("01100", [3]), mutate([1, 0, 1], [1, 2])
    ('01000', [0, 1, 1])
    """
    changed = list(genes)
    for place in places:
        if not 1 <= place <= len(changed):
            raise GameError(f"no such gene: {place}; genes are numbered 1 to {len(changed)}")
        gene = changed[place - 1]
        if str(gene) not in ("0", "1"):
            raise GameError(f"gene {place} is {gene!r}; only 0 and 1 can be flipped")
        changed[place - 1] = type(gene)(1 - int(gene))
    return _like(genes, changed)


def expected_copies(probabilities: Sequence[Number]) -> tuple[Any, ...]:
    """How often each member is chosen on average when as many are chosen as there are."""
    return tuple(len(probabilities) * p for p in probabilities)


def _like(given: Any, genes: list[Any]) -> Any:
    return "".join(map(str, genes)) if isinstance(given, str) else type(given)(genes)
