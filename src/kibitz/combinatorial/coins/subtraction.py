"""Subtraction games with coins: the second coin lies at a distance from the set S."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from kibitz.combinatorial.coins.rule import CoinRule
from kibitz.combinatorial.nim_family.read import whole_numbers


@dataclass(frozen=True)
class CoinSubtraction(CoinRule):
    """Turn x and x - z for z in S; with z = x, x alone. Labels from 1. Ferguson I.5.1.

    Coin x is worth a heap of x in the subtraction game.

    >>> coin_subtraction([1, 2, 3]).values(8)
    [1, 2, 3, 0, 1, 2, 3, 0]
    """

    theorem: ClassVar[str] = "the nimbers of the subtraction game"
    distances: tuple[int, ...]

    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        return ((x - z,) if z < x else () for z in self.distances if z <= x)


@dataclass(frozen=True)
class CoinSubtractionPairs(CoinRule):
    """Turn x and x - z for z in S, always two coins. Labels from 0. Ferguson I.5.1.

    >>> coin_subtraction_pairs([1, 2, 3]).values(8)
    [0, 1, 2, 3, 0, 1, 2, 3, 0]
    """

    theorem: ClassVar[str] = "the nimbers of the subtraction game"
    distances: tuple[int, ...]

    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        return ((x - z,) for z in self.distances if z <= x)


@dataclass(frozen=True)
class OneOrTwoAtDistance(CoinRule):
    """Turn x alone, or x and x - z for z in S. Labels from 0. Ferguson ex. I.5.5.5.

    Coin x is worth one more than a heap of x in the subtraction game.

    >>> one_or_two_at_distance([1, 2, 3]).values(8)
    [1, 2, 3, 4, 1, 2, 3, 4, 1]
    """

    theorem: ClassVar[str] = "one more than the nimbers of the subtraction game"
    distances: tuple[int, ...]

    def turns(self, x: int) -> Iterator[tuple[int, ...]]:
        yield ()
        for z in self.distances:
            if z <= x:
                yield (x - z,)


def coin_subtraction(distances: Iterable[int]) -> CoinSubtraction:
    """Turn x and x - z, or x alone when z = x.

    Parameters
    ----------
    distances : iterable of int
        The distances.

    Returns
    -------
    CoinSubtraction
        The rule.
    """
    return CoinSubtraction(1, "coin subtraction", _distances(distances))


def coin_subtraction_pairs(distances: Iterable[int]) -> CoinSubtractionPairs:
    """Turn exactly two coins at a distance from the set.

    Parameters
    ----------
    distances : iterable of int
        The distances.

    Returns
    -------
    CoinSubtractionPairs
        The rule.
    """
    return CoinSubtractionPairs(0, "coin subtraction in pairs", _distances(distances))


def one_or_two_at_distance(distances: Iterable[int]) -> OneOrTwoAtDistance:
    """Turn one coin, or two at a distance from the set.

    Parameters
    ----------
    distances : iterable of int
        The distances.

    Returns
    -------
    OneOrTwoAtDistance
        The rule.
    """
    return OneOrTwoAtDistance(0, "one or two coins", _distances(distances))


def _distances(given: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(whole_numbers(given, "distance", 1))))
