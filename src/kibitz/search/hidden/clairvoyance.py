"""Averaging over clairvoyance: solve every deal with the cards open, and average.

Known as determinization, or Monte Carlo with open cards. It is quick, and wrong in principle: it
plays as if all would be revealed before the next decision, so it never gathers information and
never hides any. Frank and Basin, *Search in games with incomplete information* (1998).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, is_one, number, show
from kibitz.core.spelling import count_of
from kibitz.rules.game import CHANCE, Move, Position, Rules
from kibitz.search.alpha_beta.plain import plain_value
from kibitz.search.hidden.worlds import first_view, worlds_at
from kibitz.search.result import SearchResult
from kibitz.search.scope import moved_in_turn, require_player, require_some
from kibitz.search.walk import root_of

OPEN_POSITIONS = 500_000


@dataclass(frozen=True)
class Averages:
    """What each move is worth on average over the deals, all cards open."""

    rules: Rules
    player: int
    values: dict[Move, Number]
    by_deal: tuple[dict[Move, Number], ...]
    """The value of each move in each deal."""
    state: Any
    errors: dict[Move, float] | None = None
    """Standard errors, when the deals were drawn at random."""

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves of the highest average."""
        top = max(self.values.values())
        return tuple(m for m, v in self.values.items() if v == top)

    @property
    def move(self) -> Move:
        return self.best[0]

    def __str__(self) -> str:
        deals = count_of(len(self.by_deal), "deal")
        lines = [f"{self.rules.name}: averages over {deals} with open cards"]
        for move, value in self.values.items():
            error = "" if self.errors is None else f" ± {self.errors[move]:.2g}"
            lines.append(f"  {self.rules.show_move(self.state, move)}  {show(value)}{error}")
        return "\n".join(lines)


@method(
    Rules,
    "clairvoyance",
    finds="the move with the best average over open deals",
    cost="one solve per deal",
    reference="Ginsberg 2001",
    applies=moved_in_turn,
    aliases=("averaging-over-clairvoyance", "gib"),
)
def clairvoyance(game: Rules | Position, samples: int | None = None, seed: int = 0) -> SearchResult:
    """The move of the highest average over all deals that the player to move cannot rule out.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    samples : int, optional
        How many deals are sampled; all if omitted.
    seed : int, default 0
        Random seed.

    Returns
    -------
    SearchResult
        The value, the best move and the principal variation.

    Notes
    -----
    Cost: one solve per deal.

    References
    ----------
    Ginsberg 2001.

    Examples
    --------
    >>> import kibitz
    >>> here = kibitz.game("four-card-bridge").position("S2H4C10C5")
    >>> [str(value) for value in clairvoyance(here).moves.values()]
    ['0', '0', '0', '0']
    """
    position = root_of(game)
    rules, who = position.rules, position.player
    if who == CHANCE:
        _, who, state = first_view(position)
        position = Position(rules, state)
    else:
        require_player(position)
    began = time.monotonic()
    deals = worlds_at(rules, position.state, who)
    if samples is None:
        found = average_over_clairvoyance(rules, deals)
    else:
        states, weights = [s for s, _ in deals], [float(w) for _, w in deals]
        found = sampled_clairvoyance(
            rules, lambda random: random.choices(states, weights)[0], samples, seed
        )
    sign = -1 if who == 1 and rules.is_opposed else 1
    values: dict[Move, Any] = {m: sign * v for m, v in found.values.items()}
    return SearchResult(
        position,
        values[found.move],
        found.move,
        (found.move,),
        "averaging over clairvoyance",
        False,
        None,
        {"deals": len(found.by_deal)},
        time.monotonic() - began,
        values,
    )


def average_over_clairvoyance(
    rules: Rules, deals: Sequence[tuple[Any, Any]], player: int | None = None
) -> Averages:
    """The average over deals, given as positions with their probabilities.

    All positions must have the same player to move and the same moves.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    deals : sequence of pairs
        Positions with their probabilities.
    player : int, optional
        The player to move; found from the positions if omitted.

    Returns
    -------
    Averages
        The average of every move.
    """
    if not deals:
        raise GameError("there are no deals to average over")
    if any(not isinstance(deal, (tuple, list)) or len(deal) != 2 for deal in deals):
        raise GameError("a deal is a pair of a position and its probability")
    weights = _distribution([p for _, p in deals])
    states = [state for state, _ in deals]
    who = rules.player(states[0]) if player is None else player
    if who < 0:
        raise GameError(f"{rules.name}: no player is to move in these deals")
    by_deal = [_open_values(rules, state, who) for state in states]
    _same_moves(rules, by_deal)
    return Averages(rules, who, _means(weights, by_deal), tuple(by_deal), states[0])


def average_over_deals(deals: Sequence[tuple[Any, Any]]) -> Averages:
    """The average over games, one for each deal, given with their probabilities.

    The first moves of all games go by the same names.

    Parameters
    ----------
    deals : sequence of pairs
        Games with their probabilities: rules, positions or trees.

    Returns
    -------
    Averages
        The average of every move.

    Examples
    --------
    >>> def day(good):
    ...     fork = {"player": "max", "children": {"left": 9, "right": -9}}
    ...     if good == "right":
    ...         fork["children"] = {"left": -9, "right": 9}
    ...     return {"player": "max", "children": {"A": 2, "B": fork}}
    >>> average = average_over_deals([(day("left"), "1/2"), (day("right"), "1/2")])
    >>> {average.rules.show_move(0, move): str(value) for move, value in average.values.items()}
    {'A': '2', 'B': '9'}
    """
    if any(not isinstance(deal, (tuple, list)) or len(deal) != 2 for deal in deals):
        raise GameError("a deal is a pair of a game and its probability")
    if not deals:
        raise GameError("there are no deals to average over")
    places = [root_of(game) for game, _ in deals]
    first = places[0]
    who = first.player
    if who < 0 or any(place.player != who for place in places):
        raise GameError("the deals must all begin with a move of the same player")
    shown = {first.rules.show_move(first.state, move): move for move in first.moves}
    by_deal = [_by_notation(place, who, shown) for place in places]
    weights = _distribution([p for _, p in deals])
    return Averages(first.rules, who, _means(weights, by_deal), tuple(by_deal), first.state)


def _by_notation(place: Position, who: int, shown: dict[str, Move]) -> dict[Move, Number]:
    """The open values of a deal, by the moves of the first one."""
    values = _open_values(place.rules, place.state, who)
    named = {place.rules.show_move(place.state, move): value for move, value in values.items()}
    if set(named) != set(shown):
        odd = ", ".join(sorted(set(named) ^ set(shown)))
        raise GameError(f"the deals have different moves, so they do not look alike: {odd}")
    return {move: named[word] for word, move in shown.items()}


def _distribution(given: Sequence[Any]) -> list[Number]:
    weights = [number(p, "the probability of a deal") for p in given]
    total: Any = sum(weights)
    if any(w < 0 for w in weights):
        raise GameError("the probability of a deal is negative")
    if not is_one(total):
        raise GameError(f"the probabilities of the deals add up to {show(total)}, not 1")
    return weights


def _means(weights: Sequence[Any], by_deal: Sequence[dict[Move, Number]]) -> dict[Move, Any]:
    return {
        move: sum(w * deal[move] for w, deal in zip(weights, by_deal, strict=True))
        for move in by_deal[0]
    }


def sampled_clairvoyance(
    rules: Rules, draw: Callable[[Random], Any], samples: int, seed: int = 0
) -> Averages:
    """The average over randomly drawn deals, with standard errors.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    draw : callable
        A function that draws a position at random.
    samples : int
        The number of deals.
    seed : int, default 0
        Random seed.

    Returns
    -------
    Averages
        The average of every move, with its standard error.
    """
    require_some(samples, "samples")
    random = Random(seed)
    states = [draw(random) for _ in range(samples)]
    who = rules.player(states[0])
    known: dict[Any, dict[Move, Number]] = {}
    for state in states:
        if state not in known:
            known[state] = _open_values(rules, state, who)
    by_deal = [known[state] for state in states]
    _same_moves(rules, by_deal)
    values: dict[Move, Number] = {}
    errors: dict[Move, float] = {}
    for move in by_deal[0]:
        seen = [float(deal[move]) for deal in by_deal]
        mean = sum(seen) / samples
        spread = sum((x - mean) ** 2 for x in seen) / max(1, samples - 1)
        values[move], errors[move] = mean, (spread / samples) ** 0.5
    return Averages(rules, who, values, tuple(by_deal), states[0], errors)


def _open_values(rules: Rules, state: Any, who: int) -> dict[Move, Number]:
    """What each move is worth when everyone sees everything from here on."""
    values: dict[Move, Number] = {}
    for move in rules.moves(state):
        found = plain_value(Position(rules, rules.play(state, move)), OPEN_POSITIONS)
        if found is None:
            raise GameError(
                f"{rules.name}: a deal has more than {OPEN_POSITIONS:,} positions, too many"
            )
        if isinstance(found, tuple):
            values[move] = found[who]
        else:
            values[move] = found if who == 0 else -found
    return values


def _same_moves(rules: Rules, by_deal: list[dict[Move, Number]]) -> None:
    if any(set(deal) != set(by_deal[0]) for deal in by_deal):
        raise GameError(f"{rules.name}: the deals have different moves, so they do not look alike")
