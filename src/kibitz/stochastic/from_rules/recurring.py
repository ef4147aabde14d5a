"""Rules whose positions repeat: solved as stochastic games, with a policy to play by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kibitz.core.certificate import Certificate
from kibitz.core.errors import GameError
from kibitz.core.explanation import Description, Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import number
from kibitz.core.solution import Solution, check_answer
from kibitz.core.spelling import count_of
from kibitz.core.verbs import describe, draw, explain
from kibitz.pictures import Picture
from kibitz.rules.game import CHANCE, OVER, Position, Rules
from kibitz.stochastic.decision.policies_in_turn import policies_in_turn
from kibitz.stochastic.decision.policy import MOST_WRITTEN, PolicySolution, read_policy
from kibitz.stochastic.decision.turn_based import solve_turn_based
from kibitz.stochastic.from_rules.convert import RulesGame, to_stochastic
from kibitz.stochastic.from_rules.positions import MOST_POSITIONS, position_name

if TYPE_CHECKING:
    from kibitz._types import SolveRecurringRules


class RecurringRules(Rules):
    """Rules with chance in which positions may repeat; a subclass of these is solved whole.

    ``endless`` is what the first player gets when play never ends. Without it a game is refused in
    which that can happen. ``is_decided`` says that all ends are wins and losses, of 1 and -1.
    """

    if TYPE_CHECKING:
        solve: ClassVar[SolveRecurringRules]  # type: ignore[assignment]

    positions_recur: ClassVar[bool] = True
    endless: Any = None
    is_decided: bool = False

    def policy_map(self, solution: RulesSolution) -> Picture:
        """A picture of the best policy: here what the moves at the first choice are worth.

        Parameters
        ----------
        solution : RulesSolution
            The solution of these rules.
        """
        from kibitz.stochastic.from_rules.draw import move_bars

        state = solution.first_choice()
        where = position_name(self, state)
        return move_bars(
            solution.move_values(state),
            f"{self.name}, {where}",
            f"what each move is worth to {self.player_name(0)}, best first",
        )

    def policy_table(self, solution: RulesSolution) -> TextTable:
        """The best policy as a table: here the moves at the first choice, best first.

        Parameters
        ----------
        solution : RulesSolution
            The solution of these rules.
        """
        state = solution.first_choice()
        rows = tuple((move, f"{worth:.6f}") for move, worth in solution.move_values(state).items())
        return TextTable(
            ("move", f"worth to {self.player_name(0)}"),
            rows,
            caption=f"at {position_name(self, state)}",
        )

    def policy_grid(self, solution: RulesSolution) -> PolicyGrid | None:
        """The policy as numbers for pairs of numbers, where a game has such a chart.

        Parameters
        ----------
        solution : RulesSolution
            The solution of these rules.

        Returns
        -------
        PolicyGrid or None
            The chart; None where the game has none.
        """
        return None


@dataclass(frozen=True, eq=False)
class PolicyGrid:
    """A number for every pair of numbers, and the position that each pair stands for."""

    table: list[list[int | None]]
    """By the first number, then the second; None for what cannot be reached."""
    names: tuple[str, str, str]
    """What both numbers are, and what the number of a pair says."""
    states: Callable[[int, int], Any]


@dataclass(frozen=True, eq=False)
class RulesSolution(Solution, kind="rules-solution"):
    """Values and best moves for every position of a game.

    >>> from kibitz.games.dice.pig import Pig
    >>> solved = Pig(10).solve()
    >>> solved.best((0, 0, 6, 0, 0)), solved.best((4, 8, 3, 0, 0)), solved.verify().holds
    ('roll', 'roll', True)
    """

    rules: Rules
    game: RulesGame
    policy: PolicySolution

    @property
    def method(self) -> str:
        return self.policy.method

    @property
    def value(self) -> float:
        """What the first player gets on average."""
        return self.policy.value

    @property
    def bound(self) -> float:
        return self.policy.bound

    @property
    def exact(self) -> bool:
        return False

    @property
    def winning_chance(self) -> float:
        """The first player's probability to win, where a win pays 1 and a loss -1."""
        return (1 + self.value) / 2

    @property
    def is_decided(self) -> bool:
        """Whether each game is won, which pays 1, or lost."""
        return isinstance(self.rules, RecurringRules) and self.rules.is_decided

    def value_of(self, state: Any) -> float:
        """The value of a position to the first player.

        Parameters
        ----------
        state : State
            A position.
        """
        rules = self.rules
        player = rules.player(state)
        if player == OVER:
            return float(rules.payoffs(state)[0])
        if player == CHANCE:
            return sum(
                float(likely) * self.value_of(rules.play(state, move))
                for move, likely in rules.chance(state)
            )
        return float(self.policy.value_array[self.game.state_number(state)])

    def first_choice(self) -> Any:
        """The first position from the start at which someone has a choice, as it is met."""
        positions = self.game.positions
        assert positions is not None
        sizes = np.diff(positions.first)
        chosen = np.flatnonzero((positions.actor >= 0) & (sizes > 1))
        if not len(chosen):
            chosen = np.flatnonzero(positions.actor >= 0)
        if not len(chosen):
            raise GameError(f"{self.rules.name}: no player has a choice anywhere")
        return positions.state(int(chosen[0]))

    def reaches(self, state: Any) -> bool:
        """Whether a position can be reached from the start.

        Parameters
        ----------
        state : State
            A position.
        """
        positions = self.game.positions
        assert positions is not None
        return positions.holds(state)

    def move(self, state: Any) -> Any:
        """The best move at a position.

        Parameters
        ----------
        state : State
            A position where a player is to move.
        """
        if self.rules.player(state) < 0:
            raise GameError(f"{self.rules.name}: no player has a choice here")
        positions = self.game.positions
        assert positions is not None
        return self._move_at(positions.find(state), state)

    def move_if_reached(self, state: Any) -> Any | None:
        """The best move where a player is to move; None where that cannot be reached.

        Parameters
        ----------
        state : State
            A position.
        """
        positions = self.game.positions
        assert positions is not None
        here = positions.number(state)
        return None if here < 0 else self._move_at(here, state)

    def _move_at(self, here: int, state: Any) -> Any:
        """The best move at the position of a number, or at one that is the same by its key."""
        positions = self.game.positions
        assert positions is not None
        best = positions.move(here, int(self.policy.policy[here]))
        return (
            best if not self.rules.has("key") else self._image(state, positions.state(here), best)
        )

    def _image(self, state: Any, kept: Any, best: Any) -> Any:
        """The move here that is the best one at another position, worth the same by its key."""
        rules = self.rules
        if kept == state:
            return best
        wanted = rules.key(rules.play(kept, best))
        for move in rules.moves(state):
            if rules.key(rules.play(state, move)) == wanted:
                return move
        sign = 1 if rules.player(state) == 0 else -1
        return max(rules.moves(state), key=lambda m: sign * self.value_of(rules.play(state, m)))

    def best(self, state: Any) -> str:
        """The best move in the game's own notation.

        Parameters
        ----------
        state : State
            A position where a player is to move.
        """
        return self.rules.show_move(state, self.move(state))

    def move_values(self, state: Any) -> dict[str, float]:
        """What each move at a position is worth to the first player, best for the mover first.

        Parameters
        ----------
        state : State
            A position where a player is to move.

        Returns
        -------
        dict
            The expected payoff of the first player after each move, by its notation.
        """
        rules = self.rules
        player = rules.player(state)
        if player < 0:
            raise GameError(f"{rules.name}: no player has a choice here")
        worth = {
            rules.show_move(state, move): self.value_of(rules.play(state, move))
            for move in rules.moves(state)
        }
        ordered = sorted(worth.items(), key=lambda item: item[1], reverse=player == 0)
        return dict(ordered)

    def verify(self) -> Certificate:
        """What both policies guarantee, from the table of positions alone."""
        return check_answer(self.game, {**self.to_json(), **self.policy.witness()})

    def save(self, path: str | PathLike[str]) -> None:
        """Keep values and policy in a file, ``.kbz``, to load, verify or play against it.

        Parameters
        ----------
        path : str or PathLike
            The file, which is replaced if it exists.
        """
        call(self, "save_policy", path)

    def play(self, seed: int | None = None, against: Any = None) -> list[Position]:
        """One game from the start: the first player by this policy, the other by ``against``.

        ``against`` is a function from a position to a move; without it both follow the policy.

        Parameters
        ----------
        seed : int, optional
            Random seed; a different game each time if None.
        against : callable, optional
            A function from a position to the move of the second player.

        Returns
        -------
        list of Position
            The positions of the game, from the start on.
        """
        random = Random(seed)
        here = self.rules.position()
        played = [here]
        while not here.is_over:
            if here.player == CHANCE:
                outcomes = list(self.rules.chance(here.state))
                weights = [float(w) for _, w in outcomes]
                move = random.choices([m for m, _ in outcomes], weights)[0]
            elif here.player == 1 and against is not None:
                move = against(here)
            else:
                move = self.move(here.state)
            here = here.play(move)
            played.append(here)
        return played

    def explain(self) -> Explanation:
        """Blocks, sweeps, and the policy as a table where the game has one."""
        base = self.policy.explain()
        steps = list(base.steps)
        rules = self.rules
        if isinstance(rules, RecurringRules):
            table, picture = rules.policy_table(self), rules.policy_map(self)
            steps.append(Step("The policy", "", table, picture))
        return Explanation(self.rules.name, tuple(steps))

    def draw(self) -> Picture:
        """The policy map of the game, or the position at the start."""
        rules = self.rules
        if isinstance(rules, RecurringRules):
            return rules.policy_map(self)
        return rules.position().draw()

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "kind": self.kind,
            "game": self.rules.name,
            "value": self.value,
            "bound": self.bound,
            "states": self.game.table.states,
            "method": self.policy.method,
        }
        if self.is_decided:
            data["winning_chance"] = self.winning_chance
        start = self.rules.start()
        if self.rules.player(start) >= 0:
            data["best"] = self.best(start)
        if self.game.table.states <= MOST_WRITTEN:
            values = self.policy.values
            if len(values) == self.game.table.states:
                data["values"], data["policy"] = values, self.policy.choices
        return data

    @classmethod
    def from_json(cls, rules: Rules, data: dict[str, Any]) -> RulesSolution:
        game = rules_game(rules)
        values, policy = read_policy(game, data)
        bound = float(number(data.get("bound", 0), "bound"))
        return claimed_policy(rules, game, values, policy, str(data.get("method", "")), bound)

    def __str__(self) -> str:
        start = self.rules.start()
        best = f", best first move: {self.best(start)}" if self.rules.player(start) >= 0 else ""
        wins = f", winning chance {self.winning_chance:.12g}" if self.is_decided else ""
        return (
            f"value {self.value:.12g} to {self.rules.player_name(0)}{wins}{best}\n"
            f"{count_of(self.game.table.states, 'state')}, values within {self.bound:.2g}; "
            "found by "
            f"{self.policy.method}"
        )


def rules_game(rules: Rules, most: int = MOST_POSITIONS) -> RulesGame:
    """The stochastic game of rules in which players move in turn."""
    game = to_stochastic(rules, getattr(rules, "endless", None), most)
    if not isinstance(game, RulesGame):
        raise GameError(
            f"{rules.name}: players move simultaneously; use to_stochastic(rules).solve()"
        )
    return game


def _in_turn(rules: Rules) -> str | None:
    """Why the positions of a game are not those of a stochastic game in turn."""
    if rules.has("information_state"):
        return "the game has hidden information; solve finds an equilibrium of the tree"
    if rules.has("choices"):
        return "players move simultaneously; solve finds mixed strategies"
    if rules.players > 2 or (rules.players == 2 and not rules.zero_sum):
        return "it needs one player, or two with a zero sum"
    return None


@method(
    Rules,
    "value-iteration",
    finds="the value and a best move of every position",
    cost="O(moves) per sweep, over blocks of positions that lead to each other",
    reference="Bellman 1957",
    applies=_in_turn,
)
def solve_rules(
    rules: Rules, tolerance: float = 1e-12, most: int = MOST_POSITIONS
) -> RulesSolution:
    """All positions of a game with chance, by the arrow to a stochastic game.

    Parameters
    ----------
    rules : Rules
        A game with chance and perfect information.
    tolerance : float, default 1e-12
        The largest error allowed in the values.
    most : int, default MOST_POSITIONS
        The largest number of positions allowed.

    Returns
    -------
    RulesSolution
        The value and a best move of every position.

    Notes
    -----
    Cost: O(moves) per sweep, over blocks of positions that lead to each other.

    References
    ----------
    Bellman 1957.
    """
    game = rules_game(rules, most)
    return RulesSolution(rules, game, solve_turn_based(game, tolerance))


@method(
    Rules,
    "policy-iteration",
    finds="the value and a best move of every position",
    cost="a few evaluations in practice, each a sweep of all positions",
    reference="Howard 1960",
    applies=_in_turn,
    aliases=("howard",),
)
def improve_policies(
    rules: Rules, tolerance: float = 1e-12, most: int = MOST_POSITIONS
) -> RulesSolution:
    """All positions of a game with chance, by improving policies until none can be improved.

    Parameters
    ----------
    rules : Rules
        A game with chance and perfect information.
    tolerance : float, default 1e-12
        The largest error allowed in the values.
    most : int, default MOST_POSITIONS
        The largest number of positions allowed.

    Returns
    -------
    RulesSolution
        The value and a best move of every position.

    Notes
    -----
    Cost: a few evaluations in practice, each a sweep of all positions.

    References
    ----------
    Howard 1960.
    """
    game = rules_game(rules, most)
    return RulesSolution(rules, game, policies_in_turn(game, tolerance))


def claimed_policy(
    rules: Rules, game: RulesGame, values: Any, policy: Any, method: str, bound: float
) -> RulesSolution:
    """Values and choices that someone claims; ``verify`` of the result says whether they hold."""
    table = game.table
    worth, chosen = np.asarray(values, float), np.asarray(policy, np.int64)
    if worth.shape != (table.states,) or chosen.shape != (table.states,):
        raise GameError(
            f"{count_of(len(worth), 'value')} for the "
            f"{count_of(table.states, 'position')} of {rules.name}"
        )
    if not np.isfinite(worth).all() or not bound >= 0:
        raise GameError("the values and the bound must be finite numbers")
    if ((chosen < 0) | (chosen >= np.diff(table.first))).any():
        raise GameError("the policy chooses a move that is not there")
    return RulesSolution(rules, game, PolicySolution(game, worth, chosen, method, bound))


@method(
    RecurringRules,
    "auto",
    finds="the value and a best move of every position",
    cost="same as the chosen method",
)
def automatic(rules: RecurringRules, tolerance: float = 1e-12) -> Solution:
    """By value iteration; where players move simultaneously, exactly where that can be.

    Parameters
    ----------
    rules : RecurringRules
        A game with moves whose positions can recur.
    tolerance : float, default 1e-12
        The largest error allowed in the values.

    Returns
    -------
    Solution
        The solution, which names its method.
    """
    if rules.has("choices"):
        game = to_stochastic(rules, rules.endless, exact=True)
        exactly: Solution = game.solve(tolerance=tolerance)
        return exactly
    return solve_rules(rules, tolerance)


@method(
    RecurringRules,
    "exact",
    finds="the value of every state and stationary strategies",
    cost="exponential in the degree of the values; lattice reduction",
    aliases=("algebraic",),
)
def solve_exactly(rules: RecurringRules) -> Solution:
    """Values as fractions or algebraic numbers, as those of the stochastic game.

    Parameters
    ----------
    rules : RecurringRules
        A game with moves whose positions can recur.

    Returns
    -------
    Solution
        The solution of the stochastic game.

    Notes
    -----
    Cost: exponential in the degree of the values; lattice reduction.
    """
    solution: Solution = to_stochastic(rules, rules.endless, exact=True).solve("exact")
    return solution


@explain.register
def _(rules: RecurringRules, method: str = "auto") -> Explanation:
    result: Explanation = rules.solve(method).explain()
    return result


@draw.register
def _(rules: RecurringRules, what: str | None = None) -> Picture:
    if what == "board":
        return rules.position().draw()
    result: Picture = rules.solve().draw()
    return result


@describe.register
def _(rules: RecurringRules) -> Description:
    facts = (
        ("players", f"{rules.players}{', zero-sum' if rules.zero_sum else ''}"),
        ("chance", "yes" if rules.has("chance") else "no"),
        ("positions", "may repeat: solved as a stochastic game"),
        ("endless play", "no payoff" if rules.endless is None else f"pays {rules.endless}"),
    )
    return Description(rules.name, facts)
