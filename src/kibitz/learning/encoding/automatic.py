"""An encoding for any game, from what its random games look like.

Every word of the state becomes some numbers of a vector: one for each value where there are few,
else one for each bit, and the word itself on a scale unless it can only be a set of bits. So small
games need no encoding of their own; boards have better ones (:mod:`.boards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.learning.encoding.actions import actions_for
from kibitz.learning.encoding.encoding import Encoding
from kibitz.learning.encoding.features import BIT, EQUAL, REAL, SCALED, Feature, features
from kibitz.learning.encoding.words import words_of
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Move, Rules, State

POSITIONS = 4000
"""Positions that are looked at,"""
MOVES = 500
"""and moves of one game."""
FEW = 64
"""Values that get a feature each."""
SMALL = 4096
"""Words of more values than this are sets of bits, and no quantities."""
MOST_WORDS = 1024
MOST_TEXT = 12
"""A longer text in a state is a description of its own, which a checksum would hide."""


def automatic_encoding(rules: Rules) -> Encoding:
    """An encoding from random games: a vector, with one feature for each player who looks.

    Parameters
    ----------
    rules : Rules
        The game.

    Returns
    -------
    Encoding
        The encoding; the same one every time.

    Notes
    -----
    Cost: some thousand positions of random games, in Python.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> automatic_encoding(TakeAway(4)).shape
    (8,)
    """
    hidden = rules.has("information_state")
    rows, moves = _sampled(rules, hidden)
    width = max(map(len, rows))
    padded = np.zeros((len(rows), width), np.int64)
    for k, row in enumerate(rows):
        padded[k, : len(row)] = row
    sample = rules.information_state(rules.start(), 0) if hidden else rules.start()
    is_real = [isinstance(leaf, float) for leaf in _leaves(sample)]
    found: list[Feature] = []
    for word in range(width):
        found += _of_word(word, padded[:, word], word < len(is_real) and is_real[word])
    tables = [
        [*found, *(Feature(-1, EQUAL, 0 if who == k else 1) for k in range(rules.players))]
        for who in range(rules.players)
    ]
    table = features(tables)
    return Encoding(
        rules, "vector", (table.count,), table, actions_for(moves), width, (), not hidden
    )


def _of_word(word: int, values: Any, is_real: bool) -> list[Feature]:
    """The features of one word, from the values that it had."""
    distinct = np.unique(values)
    if len(distinct) == 1:
        return []
    if len(distinct) <= FEW and not is_real:
        return [Feature(word, EQUAL, int(value)) for value in distinct]
    if is_real:
        most = float(np.abs(distinct.view(np.float64)).max())
        return [Feature(word, REAL, max(1, int(most)))]
    least, most = int(distinct[0]), int(distinct[-1])
    varying = int(np.bitwise_or.reduce(distinct ^ distinct[0]))
    bits = [Feature(word, BIT, k) for k in range(64) if (varying >> k) & 1]
    if most - least < SMALL:
        return [Feature(word, SCALED, max(1, abs(most), abs(least))), *bits]
    return bits


def _sampled(rules: Rules, hidden: bool) -> tuple[list[list[int]], set[Move]]:
    """What players see in random games, and the moves that they have."""
    random = Random(0)
    rows: list[list[int]] = []
    moves: set[Move] = set()
    while len(rows) < POSITIONS:
        state = rules.start()
        for _ in range(MOVES):
            who = rules.player(state)
            if who == OVER:
                break
            if who == CHANCE:
                outcomes = list(rules.chance(state))
                weights = [float(p) for _, p in outcomes]
                state = rules.play(state, random.choices(outcomes, weights)[0][0])
                continue
            seats = range(rules.players) if who == SIMULTANEOUS else (who,)
            made = []
            for seat in seats:
                rows.append(_looked_at(rules, state, seat, hidden))
                own = list(_moves(rules, state, who, seat))
                moves.update(own)
                made.append(random.choice(own))
            together = who == SIMULTANEOUS
            state = (
                rules.play_together(state, tuple(made)) if together else rules.play(state, *made)
            )
        if not rows:
            raise GameError(
                f"{rules.name}: no player moves in its games, so there is nothing to learn"
            )
    return rows, moves


def _looked_at(rules: Rules, state: State, seat: int, hidden: bool) -> list[int]:
    seen = rules.information_state(state, seat) if hidden else state
    for leaf in _leaves(seen):
        if isinstance(leaf, str) and len(leaf) > MOST_TEXT:
            raise GameError(
                f"{rules.name} has no fixed encoding: its states hold texts such as "
                f"'{leaf[:MOST_TEXT]}...'; give one with @encodes"
            )
    try:
        words = words_of(seen)
    except GameError as error:
        raise GameError(
            f"{rules.name} has no fixed encoding: {error}; give one with @encodes"
        ) from None
    if len(words) > MOST_WORDS:
        raise GameError(
            f"{rules.name} has no fixed encoding: a state has {count_of(len(words), 'number')}, "
            f"and at most {MOST_WORDS:,} are looked at; give one with @encodes"
        )
    return words


def _moves(rules: Rules, state: State, who: int, seat: int) -> Iterable[Move]:
    return rules.choices(state, seat) if who == SIMULTANEOUS else rules.moves(state)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, (tuple, list)):
        for part in value:
            yield from _leaves(part)
    else:
        yield value
