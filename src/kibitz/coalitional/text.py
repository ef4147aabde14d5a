"""A coalitional game as text: its worths in words, and as the call that builds it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kibitz.core.numbers import Number, show
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.coalitional.game import CoalitionalGame

MOST_LISTED, MOST_AS_CODE = 5, 4
"""Players up to which every worth is written out."""


def worths_in_words(game: CoalitionalGame) -> str:
    """The players, and the worths with the coalitions of one size on each line."""
    title = game.title or "coalitional game"
    head = f"{title}, {game.n} players: {', '.join(game.players)}"
    if game.n > MOST_LISTED:
        return f"{head}\nv(all) = {show(game.total)}"
    lines: dict[int, list[str]] = {}
    for mask in game.coalitions():
        worth = f"v({game.spell(mask)}) = {show(game.value(mask))}"
        lines.setdefault(mask.bit_count(), []).append(worth)
    return "\n".join([head, *("   ".join(line) for line in lines.values())])


def worths_as_code(game: CoalitionalGame) -> str:
    """The call that builds the game; of a large one, how many players there are."""
    if game.n > MOST_AS_CODE:
        return f"<CoalitionalGame {count_of(game.n, 'player')} {game.title}>".replace(" >", ">")
    worths = ", ".join(
        f"{game.spell(mask)!r}: {_literal(game.value(mask))}" for mask in game.coalitions()
    )
    return f"coalition({{{worths}}})"


def _literal(x: Number) -> str:
    return repr(show(x)) if isinstance(x, Fraction) and x.denominator > 1 else show(x)
