"""What answers to zero-sum stochastic games have in common: values and strategies by state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from kibitz.algebra.point_json import point
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number
from kibitz.core.players import which_player
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.show import is_numbered


class StateAnswers(Solution):
    """A value and a stationary strategy of each player for every state."""

    game: StochasticGame
    value_list: Sequence[Any]
    row_list: Sequence[Sequence[Any]]
    column_list: Sequence[Sequence[Any]]
    bound: Number

    @property
    def exact(self) -> bool:
        return self.bound == 0

    @cached_property
    def values(self) -> dict[str, Any]:
        """The value of every state by name."""
        return dict(zip(map(str, self.game.states), self.value_list, strict=True))

    @cached_property
    def strategies(self) -> dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]]:
        """A stationary strategy for each player in every state, the best that was found."""
        sides = zip(self.row_list, self.column_list, strict=True)
        return {
            str(name): (tuple(row), tuple(column))
            for name, (row, column) in zip(self.game.states, sides, strict=True)
        }

    def choices(self) -> dict[str, Any]:
        """What the numbers of the strategies stand for, as JSON; nothing where they have no names.

        >>> from kibitz.stochastic.game import stochastic_game
        >>> stochastic_game("G: 1, 0; 0, G/2").solve().choices()
        {}
        """
        named = named_choices(self.game)
        return {"choices": named} if named else {}

    @property
    def value(self) -> Any:
        """The value at the start."""
        return self.value_list[self.game.start]

    def row(self, state: Any = None) -> tuple[Any, ...]:
        """The first player's strategy in a state, the start by default."""
        return tuple(self.row_list[self._at(state)])

    def column(self, state: Any = None) -> tuple[Any, ...]:
        """The second player's strategy in a state, the start by default."""
        return tuple(self.column_list[self._at(state)])

    def _at(self, state: Any) -> int:
        return self.game.start if state is None else self.game.index(state)

    def _player(self, player: Any) -> int:
        return which_player(player, self.game.players)


def named_choices(game: StochasticGame) -> dict[str, list[list[str]]]:
    """The names of both players' choices in every state, if some are not just numbered."""
    sides = [
        [list(game.row_names(s)), list(game.column_names(s))] for s in range(game.table.states)
    ]
    if all(is_numbered(names) for pair in sides for names in pair):
        return {}
    return dict(zip(map(str, game.states), sides, strict=True))


def read_states(game: StochasticGame, claim: Claim) -> tuple[list[Any], list[Any], list[Any]]:
    """The value and both mixtures of every state, from JSON with an entry for each."""
    return (
        [point(x, "values") for x in by_state(game, claim, "values")],
        *read_mixtures(game, claim),
    )


def read_mixtures(game: StochasticGame, claim: Claim) -> tuple[list[Any], list[Any]]:
    """A mixture for each player in every state."""
    sides: tuple[list[Any], list[Any]] = ([], [])
    for s, pair in enumerate(by_state(game, claim, "strategies")):
        sizes = (int(game.table.rows[s]), int(game.table.columns[s]))
        if not isinstance(pair, list) or len(pair) != 2:
            raise GameError(f"strategies: {game.states[s]} needs a list for each player")
        for side, given, size in zip(sides, pair, sizes, strict=True):
            if not isinstance(given, list) or len(given) != size:
                raise GameError(f"strategies: {game.states[s]} needs {count_of(size, 'number')}")
            side.append([point(x, f"strategies, {game.states[s]}") for x in given])
    return sides


def by_state(game: StochasticGame, claim: Claim, key: str) -> list[Any]:
    """A field that has an entry for every state, in the order of the states."""
    given = claim.raw(key)
    names = list(map(str, game.states))
    if not isinstance(given, dict) or set(given) != set(names) or len(names) != len(given):
        raise GameError(f"{claim.path(key)}: expected an entry for every state and no other")
    return [given[name] for name in names]
