"""The size of draw poker, computed without unfolding its tree.

The betting does not look at the cards, so it is walked once, for one deal; what comes before the
draw happens for every deal, what comes after it for every deal and draw.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.extension import extends
from kibitz.poker.draw_poker.cards import DrawPoker
from kibitz.poker.draw_poker.lowball import DRAWN, FreeLowballDraw, LowballDraw
from kibitz.poker.draw_poker.orbits import deal_counts
from kibitz.rules.game import CHANCE, OVER


@extends(LowballDraw)
def draw_sizes(rules: LowballDraw) -> dict[str, Any]:
    """Hands, deals, leaves and information sets, counted from the cards and the betting.

    Parameters
    ----------
    rules : LowballDraw
        The game.

    Returns
    -------
    dict
        The counts by name.

    Notes
    -----
    Cost: that of the betting of one deal.

    Examples
    --------
    >>> from kibitz import game
    >>> draw_sizes(game("lowball-draw ranks=2-5 suits=2 size=2"))["leaves"]
    76440
    """
    game, free = rules.game, isinstance(rules, FreeLowballDraw)
    before, after = _walked(rules)
    outcomes = game.outcomes * (game.size**2 if free else 1)
    draws = (len(game.deck) - game.size) * (game.size if free else 1)
    sets = {
        rules.player_name(k): len(game.hands) * (before["sets"][k] + draws * after["sets"][k])
        for k in range(2)
    }
    return {
        "game": rules.name,
        "hands": len(game.hands),
        **_up_to_suits(game, free),
        "deals": game.deals,
        "deals_and_draws": outcomes,
        "leaves": before["ends"] * game.deals + after["ends"] * outcomes,
        "information_sets": sets,
    }


def _up_to_suits(game: DrawPoker, free: bool) -> dict[str, Any]:
    """Orbits under changes of suits."""
    counts = deal_counts(len(game.deck.ranks), len(game.deck.suits), game.size)
    return {
        "hands_up_to_suits": counts.hand_orbits,
        "hands_with_draws_up_to_suits": counts.free_orbits if free else counts.drawn_orbits,
        "deals_up_to_suits": counts.deal_orbits,
    }


def _walked(rules: LowballDraw) -> tuple[dict[str, Any], dict[str, Any]]:
    """Ends and decisions of the betting before and after the draw, for one deal."""
    found: tuple[dict[str, Any], dict[str, Any]] = (
        {"ends": 0, "sets": [0, 0]},
        {"ends": 0, "sets": [0, 0]},
    )
    stack = [rules.start()]
    while stack:
        state = stack.pop()
        player = rules.player(state)
        part = found[state.cards[DRAWN] >= 0]
        if player == CHANCE:
            stack.append(rules.play(state, next(iter(rules.chance(state)))[0]))
        elif player == OVER:
            part["ends"] += 1
        elif isinstance(rules, FreeLowballDraw) and rules.is_throwing(state) and state.round:
            found[0]["sets"][player] += 1
            stack.append(rules.play(state, next(iter(rules.moves(state)))))
        else:
            part["sets"][player] += 1
            stack += [rules.play(state, move) for move in rules.moves(state)]
    return found
