"""Hidden information done right: what each first move is worth when no one learns more later.

Where averaging over clairvoyance lets every player see all cards after the first move, here all
play on by what they see, from the beliefs that follow. The rest of the game is solved exactly, by
the sequence form, so the game must be small. Koller, Megiddo and von Stengel (1994).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Solution
from kibitz.core.verbs import solve
from kibitz.rules.game import CHANCE, Move, Rules
from kibitz.search.hidden.worlds import first_view
from kibitz.search.walk import root_of


@dataclass(frozen=True)
class BeliefValues(Solution, kind="belief-values"):
    """The value of a game of hidden information, and of each way to begin it."""

    rules: Rules
    player: int
    value: Number
    """What the first player of a zero-sum game gets."""
    moves: dict[Move, Number]
    """The same after each first move, when everybody plays on by what they see."""
    plan: dict[Move, Number]
    """How likely each first move is in a best plan."""
    whole: Any
    """The solution of the whole game."""
    state: Any

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that are worth the most to the player who makes them."""
        sign = 1 if self.player == 0 else -1
        top = max(sign * value for value in self.moves.values())
        return tuple(move for move, value in self.moves.items() if sign * value == top)

    @property
    def move(self) -> Move:
        return self.best[0]

    @property
    def shown_moves(self) -> dict[str, Number]:
        return {self.rules.show_move(self.state, m): value for m, value in self.moves.items()}

    @property
    def game(self) -> Rules:
        return self.rules

    @property
    def method(self) -> str:
        return "the sequence form of the whole game, and of the game after each move"

    @property
    def exact(self) -> bool:
        return not isinstance(self.value, float)

    def __str__(self) -> str:
        lines = [f"{self.rules.name}: value {show(self.value)} without further information"]
        for move, value in self.moves.items():
            share = self.plan.get(move, 0)
            played = f", played with {show(share)}" if share else ""
            lines.append(f"  {self.rules.show_move(self.state, move)}  {show(value)}{played}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        def named(given: dict[Move, Number]) -> dict[str, str | float]:
            return {self.rules.show_move(self.state, m): plain(x) for m, x in given.items()}

        return {
            "kind": self.kind,
            "game": self.rules.name,
            "value": plain(self.value),
            "move": self.rules.show_move(self.state, self.move),
            "moves": named(self.moves),
            "plan": named(self.plan),
            "whole": self.whole.to_json(),
            "method": self.method,
        }


def belief_values(game: Any) -> BeliefValues:
    """What each first move is worth given what the players observe, and the true value.

    Parameters
    ----------
    game : Rules or Position
        The game.

    Returns
    -------
    BeliefValues
        The values.

    Examples
    --------
    >>> found = belief_values("four-card-bridge")
    >>> {card: str(value) for card, value in found.shown_moves.items()}
    {'C8': '-1', 'C9': '-1', 'D6': '0', 'H6': '0'}
    """
    position = root_of(game)
    rules = position.rules
    if not rules.is_opposed:
        raise GameError(f"{rules.name}: values by belief need a two-player zero-sum game")
    if not rules.has("information_state"):
        raise GameError(f"{rules.name}: the game has perfect information; solve or search it")
    view, who, state = first_view(position)
    whole = solve(rules.as_tree())
    if not hasattr(whole, "profile"):
        raise GameError(
            f"{rules.name}: the game has imperfect recall; values by belief need perfect recall"
        )
    moves: dict[Move, Number] = {
        move: solve(_Forced(rules, view, who, move).as_tree()).value for move in rules.moves(state)
    }
    return BeliefValues(
        rules, who, whole.value, moves, _plan(whole, rules, state, who), whole, state
    )


def _plan(whole: Any, rules: Rules, state: Any, who: int) -> dict[Move, Number]:
    """The probabilities of the first moves, which the profile holds by notation."""
    profile = whole.profile
    here = profile[profile.game.find(rules.show_view(state, who), who)]
    shown = {rules.show_move(state, move): move for move in rules.moves(state)}
    return {shown[word]: p for word, p in here.items() if p and word in shown}


class _Forced(Rules):
    """The same game, where one move is made at what a player sees."""

    def __init__(self, rules: Rules, view: Hashable, who: int, move: Move) -> None:
        self.rules, self.view, self.who, self.move = rules, view, who, move
        self.title, self.names = f"{rules.name}, one move made", rules.names
        self.most_moves, self.longest = rules.most_moves, rules.longest
        self.payoff_bounds = rules.payoff_bounds

    def start(self) -> Any:
        return self.rules.start()

    def player(self, state: Any) -> int:
        return self.rules.player(state)

    def moves(self, state: Any) -> Iterator[Move]:
        if (
            self.rules.player(state) == self.who
            and self.information_state(state, self.who) == self.view
        ):
            yield self.move
        else:
            yield from self.rules.moves(state)

    def play(self, state: Any, move: Move) -> Any:
        return self.rules.play(state, move)

    def chance(self, state: Any) -> Iterator[tuple[Move, Number]]:
        yield from self.rules.chance(state) if self.player(state) == CHANCE else ()

    def payoffs(self, state: Any) -> tuple[Number, ...]:
        return self.rules.payoffs(state)

    def information_state(self, state: Any, player: int) -> Hashable:
        return self.rules.information_state(state, player)

    def show_view(self, state: Any, player: int) -> str:
        return self.rules.show_view(state, player)

    def show(self, state: Any) -> str:
        return self.rules.show(state)

    def show_move(self, state: Any, move: Move) -> str:
        return self.rules.show_move(state, move)
