"""What decisions cost: against an equilibrium of hidden information, or by search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.core.numbers import Number
from kibitz.core.progress import work
from kibitz.extensive.strategies.outcomes import profile_values, reach_probabilities
from kibitz.extensive.strategies.profile import Profile, uniform
from kibitz.play.board import searched
from kibitz.play.judge import PositionJudge
from kibitz.play.players import ProfilePlayer
from kibitz.rules.game import SIMULTANEOUS, Position

SMALL = 1e-9
EXACT_NODES = 20_000
"""Nodes of a tree up to which the cost of decisions is given in fractions."""
SOLVING = 4.0
"""Seconds to solve a position."""
ESTIMATING = 20.0
"""Seconds for all positions of a game that are estimated."""
SLACK = 0.04
"""The difference of two estimates that says nothing, as a part of what payoffs differ at most."""
MISSES = 2
"""Positions in a row that could not be solved, after which those before them are estimated."""


@dataclass(frozen=True)
class ReviewedMove:
    """A move that was made, what it was worth, and what would have been worth most.

    ``worth`` and ``best_worth`` are what the mover gets, ``cost`` is their difference.
    """

    number: int
    player: str
    move: str
    worth: Number
    best: str
    best_worth: Number
    exact: bool

    @property
    def cost(self) -> Number:
        """What was given away."""
        return max(0, self.best_worth - self.worth)


def hidden_decisions(
    profile: Profile, positions: Sequence[Position], moves: Sequence[tuple[int, str]], seat: int
) -> list[ReviewedMove]:
    """What the decisions of a seat cost against players who keep to a profile.

    Parameters
    ----------
    profile : Profile
        The strategies of all, such as an equilibrium.
    positions : sequence of Position
        The positions at which the moves were made.
    moves : sequence of (int, str)
        Who moved, and the move in the game's notation.
    seat : int
        Whose decisions are looked at.

    Returns
    -------
    list of ReviewedMove
        One for each decision of the seat, each move followed by play of the profile.

    Notes
    -----
    Nodes of an information set are weighed by chance and by the others' moves. Cost: O(nodes).

    Examples
    --------
    >>> import kibitz
    >>> rules = kibitz.game("kuhn-poker")
    >>> here = rules.position("KJ")
    >>> lost, = hidden_decisions(rules.solve().profile, [here], [(0, "bet")], 0)
    >>> lost.cost < 1e-9
    True
    """
    game = profile.game
    tree = game.tree
    exact = profile.exact and game.exact and len(tree) <= EXACT_NODES
    others, own = (p if exact else p.floating() for p in (profile, uniform(game)))
    values = profile_values(game, others)[:, seat]
    values = values * (1 if game.unit is None else game.unit if exact else float(game.unit))
    reach = reach_probabilities(game, others.with_player(seat, own))
    found = []
    for number, (here, (who, move)) in enumerate(zip(positions, moves, strict=True), 1):
        if who != seat:
            continue
        infoset = game.find(here.rules.show_view(here.state, seat), seat)
        nodes = np.asarray(game.members[infoset])
        weight = reach[nodes]
        names = list(game.moves(infoset))
        total = weight.sum() or 1
        worth = {
            name: _number((values[tree.first[nodes] + k] * weight).sum() / total)
            for k, name in enumerate(names)
        }
        best = max(worth, key=worth.__getitem__)
        if worth[best] - worth[move] < SMALL:
            best = move
        name = here.rules.player_name(seat)
        found.append(ReviewedMove(number, name, move, worth[move], best, worth[best], exact))
    return found


def _number(value: Any) -> Number:
    """A fraction as it is, anything else as a float."""
    return value if isinstance(value, Fraction) else float(value)


def searched_decisions(
    positions: Sequence[Position], moves: Sequence[tuple[int, str]]
) -> list[ReviewedMove]:
    """What every move of a game cost, by searching each position for a moment.

    Parameters
    ----------
    positions : sequence of Position
        The positions from the start to the end, one more than moves.
    moves : sequence of (int, str)
        Who moved, and the move in the game's notation.

    Returns
    -------
    list of ReviewedMove
        One for each move of a player; fewer when the work is stopped.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> start = TakeAway(5).position()
    >>> lost, = searched_decisions([start, start.play(2)], [(0, "2")])
    >>> lost.best, lost.cost
    ('1', 2)
    """
    found: list[ReviewedMove] = []
    judge, misses = PositionJudge(positions[0].rules, SOLVING), 0
    least = min(1.0, ESTIMATING / max(1, len(moves)))

    def value(k: int) -> _Value:
        nonlocal misses
        here = positions[k]
        if here.is_over:
            return _Value(here.payoffs[0], True, "")
        result = judge.exact_value(here) if misses < MISSES else judge.from_book(here)
        misses = 0 if result is not None else misses + 1
        result = searched(here, least) if result is None else result
        worth: Any = result.value[0] if isinstance(result.value, tuple) else result.value
        return _Value(worth, result.is_exact, result.shown_move or "")

    after: _Value | None = None
    with work("reviewing moves", len(moves)) as task:
        for k in range(len(moves) - 1, -1, -1):
            who, move = moves[k]
            here = positions[k]
            if who not in (0, 1) or here.player == SIMULTANEOUS:
                after = None
                task.advance()
                continue
            after = value(k + 1) if after is None else after
            before = value(k)
            if task.stopped:
                break
            found.append(_searched_decision(k + 1, here, (who, move), before, after))
            after = before
            task.advance()
    return found[::-1]


@dataclass(frozen=True)
class _Value:
    """What a position is worth to the first player, whether that is proved, and a best move."""

    worth: Number
    exact: bool
    move: str


def _searched_decision(
    number: int, here: Position, made: tuple[int, str], before: _Value, after: _Value
) -> ReviewedMove:
    """A move by the values before and after it.

    A proof and an estimate cannot be compared, and two estimates differ by a little even where
    nothing was given away: what such a move cost is left open.
    """
    who, move = made
    worth, best = (value.worth if who == 0 else -value.worth for value in (after, before))
    exact = before.exact and after.exact
    low, high = here.rules.payoff_bounds or (0, 0)
    slack = SMALL if exact else SLACK * float(high - low)
    if before.exact is not after.exact or best - worth <= slack or before.move == move:
        best = worth
    best_shown = before.move if best > worth else move
    name = here.rules.player_name(who)
    return ReviewedMove(number, name, move, worth, best_shown, best, exact)


def adviser(player: Any) -> ProfilePlayer | None:
    """The player itself where it plays by a profile."""
    return player if isinstance(player, ProfilePlayer) else None
