"""What problems about a coalitional game share: random worths, and the table of them."""

from __future__ import annotations

from itertools import combinations

from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.make import coalition
from kibitz.core.explanation import Table
from kibitz.core.numbers import show
from kibitz.exercises.kind import Draft
from kibitz.exercises.properties import coalitional  # noqa: F401

PROSE = "The worth of each coalition is what its members can guarantee together."


def random_worths(draft: Draft, players: str, single: int, pair: int, all_: int) -> CoalitionalGame:
    """A superadditive game with whole worths that are bounded by the size of a coalition."""
    dice = draft.dice
    highest = {1: single, len(players): all_}
    worths: dict[tuple[str, ...], int] = {}
    for size in range(1, len(players) + 1):
        top = highest.get(size, pair * (size - 1))
        for names in combinations(players, size):
            low = top // 2 if size == len(players) else 0
            worths[names] = max(dice.integer(low, max(top, low)), _best_split(names, worths))
    return coalition({",".join(names): worth for names, worth in worths.items()})


def _best_split(names: tuple[str, ...], worths: dict[tuple[str, ...], int]) -> int:
    """The most that two parts of a coalition can do apart."""
    best = 0
    for size in range(1, len(names)):
        for part in combinations(names, size):
            rest = tuple(name for name in names if name not in part)
            best = max(best, worths[part] + worths[rest])
    return best


def worths_table(game: CoalitionalGame) -> Table:
    """Coalitions and their worths, beginning with the small ones."""
    n = len(game.players)
    masks = sorted(range(1, 2**n), key=lambda mask: (mask.bit_count(), game.spell(mask)))
    rows = tuple((game.spell(mask), show(game.value(mask))) for mask in masks)
    return Table(("coalition", "worth"), rows)
