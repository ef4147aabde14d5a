"""Draw poker without buckets against the linear program of its whole tree, and lifting."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from kibitz.core.errors import GameError
from kibitz.poker.betting import limit
from kibitz.poker.cards import deck
from kibitz.poker.draw_poker.bucket_tables import count_tables
from kibitz.poker.draw_poker.bucketed import BucketedDraw
from kibitz.poker.draw_poker.cards import DrawPoker
from kibitz.poker.draw_poker.lift import lift, lifted_gap
from kibitz.poker.draw_poker.lowball import FreeLowballDraw, LowballDraw
from kibitz.poker.draw_poker.vector_cfr import DrawTable, VectorCFR, exploit, value_of

CARDS = DrawPoker(deck("2-5", 2), 2)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("free", [pytest.param(False, marks=pytest.mark.slow), True])
def test_bounds_hold_the_value_of_the_whole_tree(free):
    cards = DrawPoker(deck("2-4", 2), 2)
    rules = (FreeLowballDraw if free else LowballDraw)(cards, limit(1, [1, 2]))
    value = rules.solve(exact=False).value
    table = DrawTable(cards, bets=(1.0, 2.0), free=free)
    found = VectorCFR(table).run(iterations=300)
    low, high = found.bounds
    assert low - 1e-9 <= value <= high + 1e-9
    assert high - low < 5e-3
    assert found.verify()
    assert low <= value_of(table, found.plans) <= high


def test_lifted_strategies_are_worth_what_the_tree_of_the_game_says():
    """Two buckets split by parity of the hand: lifting and an independent sum over deals."""
    initial = np.arange(len(CARDS.hands)) % 2
    final = (CARDS.strength > np.median(CARDS.strength)).astype(np.int64)
    tables = count_tables(CARDS, initial, final).tables()
    game = BucketedDraw(tables).solve()
    table = DrawTable(CARDS)
    plans = lift(game.profile, tables, table, initial, final)
    found = lifted_gap(table, plans)
    assert found.bounds[0] <= found.value <= found.bounds[1]
    assert abs(found.value - _by_hand(game.profile, tables, initial, final)) < 1e-12


def _by_hand(profile, tables, initial, final):
    """The first player's expectation, over every deal and draw one by one."""
    moves = [profile.of(0), profile.of(1)]
    rounds = {"cc": ("check-check", 1), "cbk": ("check-bet-call", 2), "bk": ("bet-call", 2)}

    def bet(player, name):
        return float(list(moves[player][name.strip()].values())[1])

    def ends(a, b):
        """The ends of a round with their probabilities, from the names of both views."""
        start, after_check = bet(0, a), bet(1, f"{b} check")
        reply, answer = bet(0, f"{a} check-bet"), bet(1, f"{b} bet")
        return {
            "cc": (1 - start) * (1 - after_check),
            "cbk": (1 - start) * after_check * reply,
            "cbf": (1 - start) * after_check * (1 - reply),
            "bk": start * answer,
            "bf": start * (1 - answer),
        }

    total = 0.0
    for h, one in enumerate(CARDS.hands.tolist()):
        for g, two in enumerate(CARDS.hands.tolist()):
            if set(one) & set(two):
                continue
            a, b = tables.names[initial[h]], tables.names[initial[g]]
            left = [c for c in range(8) if c not in one and c not in two]
            first = ends(a, b)
            total += CARDS.draws * (first["bf"] - first["cbf"])
            for c in left:
                for d in left:
                    if c == d:
                        continue
                    x, y = CARDS.after[h, c], CARDS.after[g, d]
                    sign = int(np.sign(int(CARDS.strength[x]) - int(CARDS.strength[y])))
                    for past, (words, pot) in rounds.items():
                        views = (
                            f"{a} {words} {tables.finals[final[x]]}",
                            f"{b} {words} {tables.finals[final[y]]}",
                        )
                        last = ends(*views)
                        won = sign * (last["cc"] * pot + (last["bk"] + last["cbk"]) * (pot + 1))
                        won += pot * (last["bf"] - last["cbf"])
                        total += first[past] * won
    return total / CARDS.outcomes


def test_bounds_tell_a_wrong_claim():
    found = VectorCFR(DrawTable(CARDS)).run(iterations=20)
    middle = sum(found.bounds) / 2
    assert not replace(found, bounds=(middle, middle)).verify()
    assert exploit(found.table, found.plans) == pytest.approx(found.bounds)
    assert Fraction(found.iterations) == 20


def test_bad_input():
    with pytest.raises(GameError, match="give a stopping criterion"):
        VectorCFR(DrawTable(CARDS)).run()
    with pytest.raises(GameError, match="private states"):
        DrawTable(DrawPoker(deck(13, 4), 4), free=True)
    with pytest.raises(GameError, match="what to discard"):
        lift(None, None, DrawTable(CARDS, free=True), None, None)
