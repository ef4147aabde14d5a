"""Whole plans: a move for every position that can come up, and the best answer to a known one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, is_one, number, show
from kibitz.rules.fault import chances
from kibitz.rules.game import CHANCE, OVER, Move, Position, Rules
from kibitz.rules.trees.game_tree import GameTree
from kibitz.search.legal import legal_moves
from kibitz.search.scope import seat_of
from kibitz.search.walk import root_of

Policy = Mapping[Any, Any] | Callable[[Any], Any]
"""A move for each state, or probabilities of moves: a dict by state or by what the state shows, or
a function of the state."""
Mixture = list[tuple[Move, Any]]
"""Moves with their probabilities."""
MOST = 1_000_000


@dataclass(frozen=True)
class Plan:
    """A contingent strategy: what a player does at each position that its own moves allow."""

    position: Position
    player: int
    value: Number
    """What the plan gets, at least, or on average when the opponents are known."""
    moves: dict[Any, Move]
    against: Mapping[str, Any] | None = None
    """What the opponents do, where that is known and written down."""

    def __len__(self) -> int:
        return len(self.moves)

    def move(self, state: Any) -> Move:
        """What the plan does at a position; refused where the plan does not cover it.

        Parameters
        ----------
        state : hashable
            A position that the plan can reach.
        """
        if state not in self.moves:
            shown = self.position.rules.show(state)
            raise GameError(f"the plan does not cover {shown!r}, which it never reaches")
        return self.moves[state]

    @property
    def shown_moves(self) -> dict[str, str]:
        """The moves in the game's own notation, by what each position shows."""
        rules = self.position.rules
        return {rules.show(s): rules.show_move(s, m) for s, m in self.moves.items()}

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "plan",
            "game": self.position.rules.name,
            "player": self.player,
            "value": show(self.value),
            "moves": self.shown_moves,
            **({} if self.against is None else {"against": dict(self.against)}),
            "method": "backward induction",
            "exact": not isinstance(self.value, float),
        }

    def __str__(self) -> str:
        rules = self.position.rules
        who = rules.player_name(self.player)
        lines = [f"{rules.name}, {who}: a plan worth {show(self.value)}"]
        lines += [f"  {rules.show(s)}: {rules.show_move(s, m)}" for s, m in self.moves.items()]
        return "\n".join(lines)


def contingent_strategy(game: Any, player: int | str = 0) -> Plan:
    """A full plan that guarantees a player the value of the game, whatever the others do.

    Parameters
    ----------
    game : Rules or Position
        The game.
    player : int or str, default 0
        The player.

    Returns
    -------
    Plan
        The plan.

    Examples
    --------
    >>> print(contingent_strategy([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    game tree, player 1: a plan worth 3
      A: 1
    """
    position = root_of(game)
    rules, who = position.rules, seat_of(position.rules, player)
    return _Backward(position, who, lambda state: legal_moves(rules, state), _unknown).plan()


def exploit(game: Any, policy: Policy, player: int | str = 0) -> Plan:
    """The best response to opponents whose moves are known, and what it gets.

    It may win more than minimax against that opponent, and less against a better one. The policy
    may mix: ``{"B": {"b1": "1/3", "b2": "2/3"}}``.

    Parameters
    ----------
    game : Rules or Position
        The game.
    policy : Policy
        What the opponents do at their positions, by node.
    player : int or str, default 0
        The player.

    Returns
    -------
    Plan
        The plan, and what it gets.

    Examples
    --------
    >>> tree = {"a1": {"b1": 3, "b2": 12}, "a2": {"c1": 2, "c2": 8}}
    >>> answer = exploit(tree, {"A.a1": "b1", "A.a2": {"c1": "1/4", "c2": "3/4"}})
    >>> print(answer.value, answer.shown_moves)
    13/2 {'A': 'a2'}
    """
    position = root_of(game)
    rules, who = position.rules, seat_of(position.rules, player)
    known = _Asked(policy, rules, "policy")
    return _Backward(position, who, lambda state: legal_moves(rules, state), known).plan()


def plan_value(
    game: Any, plan: Policy, player: int | str = 0, against: Policy | None = None
) -> Number:
    """What a plan guarantees its player, or gets on average against known opponents.

    A plan that does not cover a position that can come up is refused.

    Parameters
    ----------
    game : Rules or Position
        The game.
    plan : Policy
        What the player does, by node.
    player : int or str, default 0
        The player.
    against : Policy, optional
        What the opponents do; anything if omitted.

    Returns
    -------
    number
        The payoff.

    Examples
    --------
    >>> tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    >>> plan_value(tree, {"A": "3"}), plan_value(tree, {"A": "3"}, against={"A.3": "1"})
    (2, 14)
    """
    position = root_of(game)
    rules, who = position.rules, seat_of(position.rules, player)
    asked = _Asked(plan.moves if isinstance(plan, Plan) else plan, rules, "plan")

    def own(state: Any) -> list[Move]:
        mixture = asked(state)
        if len(mixture) > 1:
            raise GameError(f"the plan mixes at {rules.show(state)!r}; it must give one move")
        return [mixture[0][0]]

    replies = _unknown if against is None else _Asked(against, rules, "policy")
    return _Backward(position, who, own, replies).values()[position.state][1]


def _unknown(state: Any) -> Mixture | None:
    """Opponents of whom nothing is known."""
    return None


class _Asked:
    """Moves with probabilities that a policy or a plan gives for a state."""

    def __init__(self, given: Any, rules: Rules, what: str) -> None:
        if not callable(given) and not isinstance(given, Mapping):
            raise GameError(f"the {what} is {given!r:.40}; give a dict of moves, or a function")
        self.given, self.rules, self.what = given, rules, what
        if isinstance(rules, GameTree) and isinstance(given, Mapping):
            for name in given:
                if isinstance(name, str):
                    rules.find(name)

    def __call__(self, state: Any) -> Mixture:
        said = self._said(state)
        if not isinstance(said, Mapping):
            return [(self._move(state, said), 1)]
        where = f"the {self.what} at {self.rules.show(state)!r}"
        mixture = [(self._move(state, move), number(p, where)) for move, p in said.items()]
        total: Any = sum(p for _, p in mixture)
        if any(p < 0 for _, p in mixture) or not is_one(total):
            raise GameError(f"{where}: its probabilities are negative or add up to {show(total)}")
        return [(move, p) for move, p in mixture if p]

    def _said(self, state: Any) -> Any:
        if callable(self.given):
            return self.given(state)
        for key in (state, self.rules.show(state)):
            if key in self.given:
                return self.given[key]
        raise GameError(
            f"the {self.what} does not cover {self.rules.show(state)!r}, which can be reached"
        )

    def _move(self, state: Any, said: Any) -> Move:
        """A legal move, itself or in the game's notation."""
        legal = legal_moves(self.rules, state)
        if said in legal:
            return said
        if isinstance(said, str):
            try:
                return self.rules.read_move(state, said)
            except GameError as error:
                raise GameError(f"the {self.what} at {self.rules.show(state)!r}: {error}") from None
        raise GameError(
            f"the {self.what} plays {said!r} at {self.rules.show(state)!r}, which is not a move "
            "there"
        )


class _Backward:
    """Values from the leaves up, where one player chooses among moves of its own.

    The others mix as they are known to, or do the worst they can when ``replies`` gives None.
    """

    def __init__(
        self,
        position: Position,
        player: int,
        own: Callable[[Any], list[Move]],
        replies: Callable[[Any], Mixture | None],
    ) -> None:
        self.position, self.rules, self.player = position, position.rules, player
        self.own, self.replies = own, replies

    def values(self) -> dict[Any, tuple[Move | None, Number]]:
        """For each state the move made there and what the player gets."""
        found: dict[Any, tuple[Move | None, Number]] = {}
        open_: dict[Any, list[Any]] = {}
        stack: list[tuple[Any, bool]] = [(self.position.state, False)]
        while stack:
            state, ready = stack.pop()
            if state in found:
                continue
            if ready:
                found[state] = self._backed_up(state, open_.pop(state), found)
            elif self.rules.player(state) == OVER:
                found[state] = (None, self.rules.payoffs(state)[self.player])
            elif state in open_:
                raise GameError(
                    f"{self.rules.name}: positions can repeat, so a plan would not be finite"
                )
            elif len(found) + len(open_) > MOST:
                raise GameError(
                    f"{self.rules.name}: more than {MOST:,} positions, too many for a full plan"
                )
            else:
                open_[state] = self._options(state)
                stack.append((state, True))
                stack += [(self.rules.play(state, m), False) for m, _ in reversed(open_[state])]
        return found

    def _options(self, state: Any) -> list[tuple[Move, Any]]:
        """The moves, with probabilities where they are known."""
        mover = self.rules.player(state)
        if mover == CHANCE:
            return chances(self.rules, state)
        if mover == self.player:
            return [(move, None) for move in self.own(state)]
        mixture = self.replies(state)
        if mixture is None:
            return [(move, None) for move in legal_moves(self.rules, state)]
        return mixture

    def _backed_up(
        self, state: Any, options: list[tuple[Move, Any]], found: dict[Any, tuple[Any, Number]]
    ) -> tuple[Move | None, Number]:
        worth: list[tuple[Any, Any]] = [
            (move, found[self.rules.play(state, move)][1]) for move, _ in options
        ]
        if self.rules.player(state) == self.player:
            return max(worth, key=lambda option: option[1])
        if options[0][1] is None:
            return min(worth, key=lambda option: option[1])
        mean: Any = sum(p * value for (_, p), (_, value) in zip(options, worth, strict=True))
        return (options[0][0] if len(options) == 1 else None), mean

    def plan(self) -> Plan:
        """The part of the values that the player's own moves can lead to."""
        values = self.values()
        moves: dict[Any, Move] = {}
        stack, seen = [self.position.state], {self.position.state}
        while stack:
            state = stack.pop()
            if self.rules.player(state) == OVER:
                continue
            following = [move for move, _ in self._options(state)]
            if self.rules.player(state) == self.player:
                moves[state] = values[state][0]
                following = [values[state][0]]
            for after in (self.rules.play(state, move) for move in reversed(following)):
                if after not in seen:
                    seen.add(after)
                    stack.append(after)
        return Plan(self.position, self.player, values[self.position.state][1], moves)
