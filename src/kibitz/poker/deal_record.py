"""A record of who was dealt, discarded and drew what: cards that are in two places at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kibitz.core.errors import GameError

PRIVATE = ("deal", "discard", "draw")
"""What only the player concerned sees; bets, calls, folds and showdowns are seen by all."""


def is_seen_by_all(action: str) -> bool:
    """Whether everyone observes an action of a card game, or only the player whose cards move.

    Parameters
    ----------
    action : str
        The action in words.

    Returns
    -------
    bool
        Whether everybody observes it.

    Examples
    --------
    >>> is_seen_by_all("P1 bets 1"), is_seen_by_all("P1 draws 8D")
    (True, False)
    """
    words = action.lower().split()
    return not any(word.startswith(PRIVATE) for word in words)


def card_conflicts(events: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """What cannot be true of a record of deals, discards and draws from one deck.

    An event is ``{"deal": {player: cards}}``, or ``{"P1_discards": cards, "P1_draws": cards}``, of
    which one may be missing.

    Parameters
    ----------
    events : iterable of mappings
        The deals, discards and draws in order.

    Returns
    -------
    tuple of str
        The conflicts in words; none where the record can be true.

    Examples
    --------
    >>> dealt = {"deal": {"A": "3C QC", "B": "QC KH"}}
    >>> card_conflicts([dealt, {"A_discards": "QC", "A_draws": "KH"}])
    ('QC dealt to both players', 'KH drawn by A while B holds it')
    """
    hands: dict[str, set[str]] = {}
    drawn: set[str] = set()
    found: list[str] = []
    for event in events:
        for key, value in event.items():
            if key == "deal":
                found += _deal(value, hands)
                continue
            player, _, what = key.rpartition("_")
            cards = _cards(value, key)
            if what not in ("discards", "draws") or player not in hands:
                known = ", ".join(hands) or "none yet"
                raise GameError(
                    f"{key!r} is not an event; players are {known}, who discard and draw"
                )
            if what == "discards":
                found += [
                    f"{c} discarded by {player}, who does not hold it"
                    for c in cards
                    if c not in hands[player]
                ]
                hands[player] -= set(cards)
            else:
                found += _draw(player, cards, hands, drawn)
    return tuple(found)


def _deal(dealt: Mapping[str, Any], hands: dict[str, set[str]]) -> list[str]:
    found = []
    for player, text in dealt.items():
        cards = _cards(text, player)
        twice = {c for c in cards if cards.count(c) > 1}
        found += [f"{card} dealt twice to {player}" for card in sorted(twice)]
        for other, held in hands.items():
            found += [
                f"{card} dealt to both players"
                if len(dealt) == 2
                else f"{card} dealt to {other} and {player}"
                for card in cards
                if card in held
            ]
        hands[player] = set(cards)
    return found


def _draw(player: str, cards: list[str], hands: dict[str, set[str]], drawn: set[str]) -> list[str]:
    found = []
    for card in cards:
        holders = [other for other, held in hands.items() if card in held]
        if card in drawn:
            found.append(f"{card} drawn twice")
        elif holders:
            found.append(f"{card} drawn by {player} while {holders[0]} holds it")
        drawn.add(card)
        hands[player].add(card)
    return found


def _cards(text: Any, where: str) -> list[str]:
    words = text.replace(",", " ").split() if isinstance(text, str) else [str(c) for c in text]
    if not words:
        raise GameError(f"{where}: no cards are named")
    return [word.upper() for word in words]
