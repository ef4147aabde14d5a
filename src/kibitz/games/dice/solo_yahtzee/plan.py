"""The plan that brings the most points in Yahtzee alone, card by card from the full ones back.

Verhoeff, *How to Maximize Your Score in Solitaire Yahtzee* (1999), has 254.5896 with the bonus for
more Yahtzees. Half a million cards take some ten seconds and 8 MB.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.progress import work
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.core.spelling import count_of
from kibitz.games.dice.yahtzee import BONUS_AT, BOXES, FLAG, Cards, SoloYahtzee, points
from kibitz.rules import CHANCE, OVER

CARDS = 1 << 14
CLOSE = 1e-9
GAMES = 3
"""Games whose positions are checked by the rules."""


@dataclass(frozen=True)
class RollTables:
    """Throws and sets of dice to keep, numbered, and how one leads to the other."""

    rolls: dict[int, int]
    keeps: dict[int, int]
    tables: tuple[Any, ...]
    """Points, jokers, faces of five alike, the bonus, and from keeps to rolls and back."""


def _dice(rules: SoloYahtzee) -> RollTables:
    """The tables, asked from the rules."""
    start = rules.start()
    rolls = {roll: k for k, (roll, _) in enumerate(rules.chance(start))}
    choices = [
        [m for m in rules.moves(Cards((0,), (0,), (0,), roll, 1, 1, 0)) if m < 1 << 18]
        for roll in rolls
    ]
    keeps = {keep: k for k, keep in enumerate(sorted({m for moves in choices for m in moves}))}
    to_roll = [list(rules.chance(start._replace(dice=keep))) for keep in keeps]
    faces = [next((f for f in range(6) if roll >> (3 * f) & 7 == 5), -1) for roll in rolls]
    joker = np.zeros(len(BOXES))
    joker[8:11] = 25, 30, 40
    tables = (
        np.array([[points(roll, box) for box in range(len(BOXES))] for roll in rolls], float),
        joker,
        np.array(faces, np.int64),
        rules.bonus,
        np.cumsum([0, *map(len, to_roll)]),
        np.array([rolls[roll] for found in to_roll for roll, _ in found]),
        np.array([float(odds) for found in to_roll for _, odds in found]),
        np.cumsum([0, *map(len, choices)]),
        np.array([keeps[keep] for moves in choices for keep in moves]),
    )
    return RollTables(rolls, keeps, tables)


def _reached() -> Any:
    """Which sums the boxes of the upper part that are filled may have."""
    reached = np.zeros((64, BONUS_AT + 1), np.bool_)
    reached[0, 0] = True
    for filled in range(64):
        for box in range(6):
            if not filled >> box & 1:
                for upper in np.flatnonzero(reached[filled]):
                    for count in range(6):
                        after = min(BONUS_AT, int(upper) + count * (box + 1))
                        reached[filled | 1 << box, after] = True
    return reached


def _layers(rules: SoloYahtzee) -> list[Any]:
    """The cards on which play continues, those with the most boxes filled first."""
    layers: list[list[int]] = [[] for _ in range(rules.rounds)]
    for card in range(CARDS if rules.bonus else CARDS >> 1):
        filled = (card & ~(1 << FLAG)).bit_count()
        if filled < rules.rounds and not (card >> FLAG & 1 and not card >> 11 & 1):
            layers[filled].append(card)
    return [np.array(layer, np.int64) for layer in reversed(layers)]


@extends(SoloYahtzee)
def best_plan(rules: SoloYahtzee, seconds: float | None = None) -> YahtzeePlan | None:
    """What every card is worth, by backward induction; None if the time does not suffice.

    >>> from kibitz.games.dice.yahtzee import SoloYahtzee
    >>> round(best_plan(SoloYahtzee(2)).value, 6)
    54.954019
    """
    began = time.monotonic()
    dice, reached = _dice(rules), _reached()
    worth = np.zeros((CARDS, BONUS_AT + 1))
    layers = _layers(rules)
    with work("filling cards", sum(map(len, layers))) as task:
        for layer in layers:
            for part in np.array_split(layer, len(layer) // 32 + 1):
                _fill(dice, reached, part, worth, worth)
                task.advance(len(part))
                if task.stopped:
                    raise GameError(f"{rules.name}: stopped before all cards were filled")
                if seconds is not None and time.monotonic() - began > seconds:
                    return None
    count = sum(int(reached[card & 63].sum()) for layer in layers for card in layer)
    return YahtzeePlan(rules, worth, count, dice)


def _fill(dice: RollTables, reached: Any, cards: Any, worth: Any, found: Any) -> None:
    from kibitz.games.dice.solo_yahtzee.kernels import fill_cards

    values, kept = np.zeros((3, len(dice.rolls))), np.zeros((3, len(dice.keeps)))
    fill_cards(cards, reached, *dice.tables, worth, values, kept, found)


@dataclass(frozen=True, eq=False)
class YahtzeePlan(Solution, kind="yahtzee-plan"):
    """What every position is worth, and the move that brings the most points."""

    rules: SoloYahtzee
    worth: Any = field(repr=False)
    cards: int
    dice: RollTables = field(repr=False)
    method: str = "backward induction over all cards"

    @property
    def value(self) -> float:
        """The points that the best plan brings on average."""
        return float(self.worth[0, 0])

    exact = False

    @property
    def counts(self) -> dict[str, int]:
        return {"cards": self.cards}

    def value_of(self, state: Cards) -> float:
        """The points at the end, on average."""
        total = float(state.total[0])
        player = self.rules.player(state)
        if player == OVER:
            return total
        values, kept = self._throws(state.filled[0], state.upper[0])
        if player == CHANCE:
            return total + float(kept[state.throws - 1, self.dice.keeps[state.dice]])
        return total + float(values[state.throws, self.dice.rolls[state.dice]])

    def move(self, state: Cards) -> int:
        """The best move at a position."""
        if self.rules.player(state) < 0:
            raise GameError(f"{self.rules.name}: no player has a choice here")
        rules = self.rules
        return max(rules.moves(state), key=lambda m: self.value_of(rules.play(state, m)))

    def best(self, state: Cards) -> str:
        """The best move in the game's own notation."""
        return self.rules.show_move(state, self.move(state))

    def _throws(self, card: int, upper: int) -> tuple[Any, Any]:
        return _thrown(self, card, upper)

    def verify(self) -> Certificate:
        """Every card by the ones after it, and all positions of some games by the rules."""
        again = np.zeros_like(self.worth)
        reached, layers = _reached(), _layers(self.rules)
        for layer in layers:
            _fill(self.dice, reached, layer, self.worth, again)
        off = float(np.abs(again - self.worth).max())
        gaps = [self._gap(state) for seed in range(GAMES) for state in self._game(seed)]
        return Certificate(
            f"the best plan brings {self.value:.10g} points on average",
            "the principle of optimality",
            (
                Check(
                    f"{self.cards:,} cards are worth what the next ones make them",
                    off < CLOSE,
                    f"within {off:.1g}",
                ),
                Check(
                    f"so are the {count_of(len(gaps), 'position')} of {GAMES} games, by the rules",
                    max(gaps) < CLOSE,
                    f"within {max(gaps):.1g}",
                ),
            ),
        )

    def _game(self, seed: int) -> list[Cards]:
        """The positions of one game at random."""
        rules, random = self.rules, Random(seed)
        state, met = rules.start(), []
        while rules.player(state) != OVER:
            met.append(state)
            if rules.player(state) == CHANCE:
                state = rules.play(state, random.choice([roll for roll, _ in rules.chance(state)]))
            else:
                state = rules.play(state, random.choice(list(rules.moves(state))))
        return met

    def _gap(self, state: Cards) -> float:
        """How far the value of a position is from what the rules make of those that follow."""
        rules = self.rules

        def after(move: int) -> float:
            following = rules.play(state, move)
            over = rules.player(following) == OVER
            return float(rules.payoffs(following)[0]) if over else self.value_of(following)

        if rules.player(state) == CHANCE:
            worth = sum(float(odds) * after(roll) for roll, odds in rules.chance(state))
        else:
            worth = max(after(move) for move in rules.moves(state))
        return abs(worth - self.value_of(state))

    def explain(self) -> Explanation:
        """What each box is worth at the start."""
        rows = tuple(
            (name, f"{self.value - self.worth[1 << box, 0]:.4f}")
            for box, name in enumerate(BOXES)
            if self.rules.rounds > 1
        )
        table = Table(("box", "points lost with it"), rows)
        prose = (
            f"A card is the boxes filled and the points in the upper part, {self.cards:,} of them "
            "in all. Those with the most boxes filled come first: of each throw the best box, of "
            f"each choice the best dice to keep. The empty card is worth {self.value:.10g} points."
        )
        return Explanation(
            self.rules.name,
            (
                Step("Backward induction", prose),
                Step("The boxes", "What an empty card loses when a box is struck out:", table),
            ),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "game": self.rules.name,
            "value": self.value,
            "cards": self.cards,
            "method": self.method,
        }

    def __str__(self) -> str:
        return (
            f"{self.rules.name}: value {self.value:.12g}\n"
            f"found by {self.method}: {count_of(self.cards, 'card')}"
        )


@lru_cache(maxsize=64)
def _thrown(plan: YahtzeePlan, card: int, upper: int) -> tuple[Any, Any]:
    from kibitz.games.dice.solo_yahtzee.kernels import throws

    dice = plan.dice
    values, kept = np.zeros((3, len(dice.rolls))), np.zeros((3, len(dice.keeps)))
    throws(card, upper, *dice.tables, plan.worth, values, kept)
    return values, kept
