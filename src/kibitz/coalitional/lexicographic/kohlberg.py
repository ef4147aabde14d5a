"""The weights of Kohlberg's criterion, written out.

Payoffs are the nucleolus when their greatest complaints are balanced, level by level: positive
weights on these coalitions add up to a sum of payoffs that is settled, so no change can lower one
of the complaints without raising another. Kohlberg, "On the nucleolus of a characteristic function
game", 1971.
"""

from __future__ import annotations

from kibitz.coalitional.lexicographic.center import LexicographicRound
from kibitz.coalitional.lexicographic.complaints import Complaints
from kibitz.core.numbers import show

SHOWN = 6


def weighted_text(complaints: Complaints, r: LexicographicRound) -> str:
    """The weights and what they weigh, in a line.

    >>> from fractions import Fraction
    >>> from kibitz import coalition
    >>> from kibitz.coalitional.lexicographic.complaints import Excesses
    >>> r = LexicographicRound(Fraction(1), (1, 6), (Fraction(1, 2),) * 2, (), (), (), 1)
    >>> weighted_text(Excesses(coalition([0, 0, 0, 0, 0, 0, 0, 1])), r)
    '1/2 {1} + 1/2 {2,3}'
    """
    players = complaints.game.players
    terms = [
        f"{show(w)} {{{complaints.spell(k)}}}" for k, w in zip(r.tight, r.weights, strict=True)
    ]
    terms += [
        f"{show(w)} (bound of {players[i]})" for i, w in zip(r.bound, r.bound_weights, strict=True)
    ]
    more = f" + {len(terms) - SHOWN} more" if len(terms) > SHOWN else ""
    return " + ".join(terms[:SHOWN]) + more
