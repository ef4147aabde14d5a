"""Games of other forms as rules, so that all are played by one referee.

Tables are played in one move that all make at once, trees node by node, and stochastic games stage
after stage.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from kibitz.combinatorial.game import ImpartialGame
from kibitz.core.errors import GameError
from kibitz.core.explanation import Table
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, show
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.tree import LEAF
from kibitz.play.adapters.played_tree import played_tree
from kibitz.rules.game import CHANCE, OVER, SIMULTANEOUS, Rules
from kibitz.stochastic.game import AVERAGE, StochasticGame
from kibitz.stochastic.mirror import mirrored
from kibitz.stochastic.show import cell_text
from kibitz.strategic.game import StrategicGame
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.pictures.table import RoundPicture

MOST_LINES = 40
"""Rows of a table that are printed."""
WHY_NOT = {
    "coalitional": "they give the worths of coalitions, not moves",
    "bargaining": "they give possible agreements, not moves",
    "stochastic-family": "each is a rule for many games; choose one of them",
    "continuous": "their strategies are intervals, so their moves cannot be listed",
}


def as_rules(game: Noun) -> Rules:
    """The game as rules that can be played; refused with the reason where it has no moves.

    >>> from kibitz import matrix
    >>> rules = as_rules(matrix("1 -1; -1 1", rows="heads tails", columns="heads tails"))
    >>> list(rules.choices(rules.start(), 0))
    ['heads', 'tails']
    """
    if isinstance(game, Rules):
        return game
    if isinstance(game, ImpartialGame):
        return game.as_rules()
    if isinstance(game, MatrixGame):
        return OneShot(game.strategic())
    if isinstance(game, StrategicGame):
        return OneShot(game)
    if isinstance(game, ExtensiveGame):
        hidden = len(game.members) < int((game.tree.infoset >= 0).sum())
        return ImperfectTreeInTurns(game) if hidden else TreeInTurns(game)
    if isinstance(game, StochasticGame):
        if game.endless == AVERAGE:
            raise GameError("this game cannot be played: it pays the average of endless play")
        return Stages(game)
    reason = WHY_NOT.get(game.kind, "they have no moves")
    raise GameError(f"{game.several} cannot be played: {reason}")


class OneShot(Rules):
    """A strategic game: all choose a strategy simultaneously, and are paid."""

    def __init__(self, game: StrategicGame) -> None:
        self.form = self.game = game
        self.title = game.title or "strategic game"
        self.players = len(game.players)
        self.names = tuple(map(str, game.players))
        self.zero_sum = self.players == 2 and game.constant_sum() == 0

    def start(self) -> Any:
        return ()

    def player(self, state: Any) -> int:
        return OVER if state else SIMULTANEOUS

    def choices(self, state: Any, player: int) -> Iterable[str]:
        return tuple(map(str, self.game.strategies[player]))

    def play_together(self, state: Any, moves: tuple[str, ...]) -> Any:
        listed = [list(map(str, names)) for names in self.game.strategies]
        return tuple(names.index(move) for names, move in zip(listed, moves, strict=True))

    def payoffs(self, state: Any) -> tuple[Number, ...]:
        return self.game.payoff(*state)

    def picture(self, state: Any) -> Any:
        return (
            self._round.draw(reached=state or None) if self.players == 2 else super().picture(state)
        )

    def view_picture(self, state: Any, player: int | None) -> Any:
        return self._round.draw(player) if self.players == 2 else None

    @property
    def _round(self) -> RoundPicture:
        """The table in which the two players choose."""
        first, second = self.names
        rows, columns = (tuple(map(str, names)) for names in self.game.strategies)
        return RoundPicture(
            self.game.title or "The payoffs",
            f"{first} chooses a row, {second} a column",
            rows,
            columns,
            lambda i, j: [show(x) for x in self.game.payoff(i, j)],
        )

    def _paid(self, i: int, j: int) -> str:
        return ", ".join(map(show, self.game.payoff(i, j)))

    def show(self, state: Any) -> str:
        if not state and self.players == 2:
            first, second = self.names
            rows, columns = self.game.strategies
            cells = [
                (str(row), *(self._paid(i, j) for j in range(len(columns))))
                for i, row in enumerate(rows[:MOST_LINES])
            ]
            table = Table((f"{first}\\{second}", *map(str, columns)), tuple(cells))
            return f"{self.title}\n{table.text()}"
        if not state:
            return self.title
        pairs = zip(self.names, self.game.strategies, state, strict=True)
        return ", ".join(f"{name}: {labels[k]}" for name, labels, k in pairs)


class TreeInTurns(Rules):
    """A tree in which everyone sees all that has happened; a state is a node."""

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        self.title = game.title or "tree"
        self.players = len(game.players)
        self.names = tuple(map(str, game.players))
        leaves = [k for k in range(len(game.tree)) if game.tree.actor[k] == LEAF]
        self.zero_sum = self.players == 2 and all(not sum(game.payoffs(k)) for k in leaves)

    def start(self) -> int:
        return 0

    def player(self, state: int) -> int:
        infoset = int(self.game.tree.infoset[state])
        if infoset >= 0:
            return int(self.game.owners[infoset])
        return OVER if self.game.tree.actor[state] == LEAF else CHANCE

    def moves(self, state: int) -> Iterable[int]:
        return range(int(self.game.tree.count[state]))

    def chance(self, state: int) -> Iterable[tuple[int, Number]]:
        children = self.game.tree.children(state)
        return [(k, self.game.probability(node)) for k, node in enumerate(children)]

    def play(self, state: int, move: int) -> int:
        return self.game.tree.children(state)[move]

    def payoffs(self, state: int) -> tuple[Number, ...]:
        return self.game.payoffs(state)

    def show_move(self, state: int, move: int) -> str:
        infoset = int(self.game.tree.infoset[state])
        if infoset >= 0:
            return self.game.moves(infoset)[move]
        return self.game.labels.outcomes(self.game, state)[move]

    def show(self, state: int) -> str:
        infoset = int(self.game.tree.infoset[state])
        if infoset >= 0:
            return self._set(infoset)
        return self.show_turn(state)

    def _set(self, infoset: int) -> str:
        """What a player knows of where the game stands, and the moves from there."""
        return f"{self.game.infoset_names[infoset]}: {', '.join(self.game.moves(infoset))}"

    def picture(self, state: int) -> Any:
        return played_tree(self.game, [state], state) or super().picture(state)

    def view_picture(self, state: int, player: int | None) -> Any:
        return played_tree(self.game, [state], state)


class ImperfectTreeInTurns(TreeInTurns):
    """A tree with information sets of several nodes: players see the set, not the node."""

    def information_state(self, state: int, player: int) -> Any:
        infoset = int(self.game.tree.infoset[state])
        return infoset if infoset >= 0 and self.player(state) == player else -1

    def show_view(self, state: int, player: int) -> str:
        infoset = int(self.game.tree.infoset[state])
        return self._set(infoset) if infoset >= 0 else ""

    def view_picture(self, state: int, player: int | None) -> Any:
        infoset = int(self.game.tree.infoset[state])
        return played_tree(self.game, self.game.members[infoset]) if infoset >= 0 else None

    def as_tree(self, most: int = 50_000_000) -> ExtensiveGame:
        return self.game


class Stages(Rules):
    """A stochastic game: both choose together in every state, chance leads on, payments add up.

    A state is the number of a state, what was paid so far, and the cell that was chosen, -1 before
    and -2 when the play has stopped.
    """

    players = 2

    def __init__(self, game: StochasticGame) -> None:
        self.form = game
        self.game = mirrored(game)
        self.title = game.title or "stochastic game"
        self.names = tuple(map(str, game.players))
        self.zero_sum = game.zero_sum

    def start(self) -> Any:
        zero: Any = Fraction(0) if self.game.exact else 0.0
        return (self.game.start, (zero, zero), -1)

    def player(self, state: Any) -> int:
        return {-1: SIMULTANEOUS, -2: OVER}.get(state[2], CHANCE)

    def choices(self, state: Any, player: int) -> Iterable[str]:
        names = (self.game.row_names, self.game.column_names)[player]
        return names(state[0])

    def play_together(self, state: Any, moves: tuple[str, ...]) -> Any:
        s, paid, _ = state
        i, j = self.game.row_names(s).index(moves[0]), self.game.column_names(s).index(moves[1])
        cell = self.game.table.cell(s, i, j)
        pays = self.game.table.pay[cell]
        more = (pays[0], -pays[0]) if self.zero_sum else tuple(pays)
        return (s, tuple(a + b for a, b in zip(paid, more, strict=True)), cell)

    def chance(self, state: Any) -> Iterable[tuple[int, Number]]:
        cell, table = state[2], self.game.effective
        onward = [(t, w) for t, w in table.go(cell) if w]
        stop = 1 - table.stay[cell]
        return [*onward, (-1, stop)] if stop > 1e-12 else onward

    def play(self, state: Any, move: int) -> Any:
        s, paid, _ = state
        return (s, paid, -2) if move < 0 else (move, paid, -1)

    def payoffs(self, state: Any) -> tuple[Number, ...]:
        first, second = state[1]
        return (first, second)

    def show_move(self, state: Any, move: int) -> str:
        return "stop" if move < 0 else f"to {self.game.states[move]}"

    def show(self, state: Any) -> str:
        return str(self.game.states[state[0]]) if state[2] != -2 else self.show_turn(state)

    def view_picture(self, state: Any, player: int | None) -> Any:
        return self._round(state).draw(player)

    def _round(self, state: Any) -> RoundPicture:
        """The table of the state in which both choose."""
        s, paid, _ = state
        first, second = self.names
        listed = ", ".join(f"{name} {show(x)}" for name, x in zip(self.names, paid, strict=True))
        return RoundPicture(
            f"{self.title}: {self.game.states[s]}",
            f"{first} chooses a row, {second} a column; paid so far: {listed}",
            self.game.row_names(s),
            self.game.column_names(s),
            lambda i, j: [cell_text(self.game, self.game.table.cell(s, i, j))],
        )

    def as_stochastic(self, most: int | None = None) -> StochasticGame:
        return self.game
