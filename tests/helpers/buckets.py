"""The bucketed draw game of two betting rounds, built by hand from its tables."""

from __future__ import annotations

from fractions import Fraction

from kibitz.extensive import chance, decision, extensive_game


def bucket_game(init, trans, order, second_bet=1, trans_by_history=None):
    """Deal a bucket each, bet, draw by ``trans``, bet again; the higher bucket wins."""

    def betting(bet, seen, after, stake):
        """One round; ``after(history, stake)`` goes on when nobody folds."""
        one, two, past = seen
        call_late = decision("P1", f"{one} {past}cb", fold=-stake, call=after("cbk", stake + bet))
        answer = decision("P2", f"{two} {past}c ", check=after("cc", stake), bet=call_late)
        call = decision("P2", f"{two} {past}b ", fold=stake, call=after("bk", stake + bet))
        return decision("P1", f"{one} {past}", check=answer, bet=call)

    def draw(pair, history, stake):
        table = trans if trans_by_history is None else trans_by_history[history]
        events = {}
        for key, p in zip(order, table[pair], strict=True):
            mine, theirs = map(int, key.split(","))

            def end(_, pot, mine=mine, theirs=theirs):
                return pot * ((mine > theirs) - (mine < theirs))

            seen = (f"{pair[0]}-{mine} I", f"{pair[1]}-{theirs} II", f"{history} ")
            events[key] = (p, betting(second_bet, seen, end, stake))
        return chance(events)

    deals = {}
    for pair, p in init.items():

        def go_on(history, stake, pair=pair):
            return draw(pair, history, stake)

        seen = (f"{pair[0]} I", f"{pair[1]} II", "")
        deals[pair] = (p, betting(1, seen, go_on, Fraction(1)))
    return extensive_game(chance(deals), ("P1", "P2"))
