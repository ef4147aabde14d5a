"""What decisions cost: against an equilibrium of hidden information, or by search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.progress import work
from kibitz.extensive.strategies.outcomes import profile_values, reach_probabilities
from kibitz.extensive.strategies.profile import Profile, uniform
from kibitz.play.board import searched
from kibitz.play.players import ProfilePlayer
from kibitz.rules.game import SIMULTANEOUS, Position

SMALL = 1e-9


@dataclass(frozen=True)
class Decision:
    """A move that was made, what it was worth, and what would have been worth most.

    ``worth`` and ``best_worth`` are what the mover gets, ``cost`` is their difference.
    """

    number: int
    player: str
    move: str
    worth: float
    best: str
    best_worth: float
    exact: bool

    @property
    def cost(self) -> float:
        """What was given away."""
        return max(0.0, self.best_worth - self.worth)


def hidden_decisions(
    profile: Profile, positions: Sequence[Position], moves: Sequence[tuple[int, str]], seat: int
) -> list[Decision]:
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
    list of Decision
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
    loose = profile.floating()
    values = profile_values(game, loose)[:, seat].astype(float)
    values = values * (1.0 if game.unit is None else float(game.unit))
    reach = reach_probabilities(game, loose.with_player(seat, uniform(game).floating()))
    found = []
    for number, (here, (who, move)) in enumerate(zip(positions, moves, strict=True), 1):
        if who != seat:
            continue
        infoset = game.find(here.rules.show_view(here.state, seat), seat)
        nodes = np.asarray(game.members[infoset])
        weight = reach[nodes].astype(float)
        names = list(game.moves(infoset))
        total = weight.sum() or 1.0
        worth = {
            name: float((values[tree.first[nodes] + k] * weight).sum() / total)
            for k, name in enumerate(names)
        }
        best = max(worth, key=worth.__getitem__)
        if worth[best] - worth[move] < SMALL:
            best = move
        name = here.rules.player_name(seat)
        found.append(Decision(number, name, move, worth[move], best, worth[best], profile.exact))
    return found


def searched_decisions(
    positions: Sequence[Position], moves: Sequence[tuple[int, str]]
) -> list[Decision]:
    """What every move of a game cost, by searching each position for a moment.

    Parameters
    ----------
    positions : sequence of Position
        The positions from the start to the end, one more than moves.
    moves : sequence of (int, str)
        Who moved, and the move in the game's notation.

    Returns
    -------
    list of Decision
        One for each move of a player; fewer when the work is stopped.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> start = TakeAway(5).position()
    >>> lost, = searched_decisions([start, start.play(2)], [(0, "2")])
    >>> lost.best, lost.cost
    ('1', 2.0)
    """
    found: list[Decision] = []
    after: dict[int, tuple[float, bool]] = {}

    def value(k: int) -> tuple[float, bool, str]:
        here = positions[k]
        if here.is_over:
            return float(here.payoffs[0]), True, ""
        result = searched(here)
        worth: Any = result.value[0] if isinstance(result.value, tuple) else result.value
        return float(worth), result.is_exact, result.shown_move or ""

    with work("reviewing moves", len(moves)) as task:
        for k in range(len(moves) - 1, -1, -1):
            if task.stopped:
                break
            who, move = moves[k]
            here = positions[k]
            if who in (0, 1) and here.player != SIMULTANEOUS:
                if k + 1 not in after:
                    after[k + 1] = value(k + 1)[:2]
                best, exact, better = value(k)
                after[k] = (best, exact)
                sign = 1.0 if who == 0 else -1.0
                got, sure = after[k + 1]
                worth, most = sign * got, max(sign * best, sign * got)
                told = better if most - worth > SMALL else move
                name = here.rules.player_name(who)
                found.append(Decision(k + 1, name, move, worth, told, most, exact and sure))
            task.advance()
    return found[::-1]


def adviser(player: Any) -> ProfilePlayer | None:
    """The player itself where it plays by a profile."""
    return player if isinstance(player, ProfilePlayer) else None
