"""Stochastic games from arrays: payoffs by state and cell, and transition probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.stochastic.game import StochasticGame, stochastic_game


def shapley_game(
    payoffs: Any,
    transitions: Any,
    discount: Any = 1,
    states: Sequence[Any] | None = None,
    endless: Any = None,
    players: Sequence[Any] | None = None,
    title: str = "",
) -> StochasticGame:
    """A game from ``payoffs[s][i][j]`` and ``transitions[s][i][j]``.

    Transitions list a probability for every state, or map states to probabilities; what is left
    of 1 stops the play. A payoff may be a pair, for two players.

    Parameters
    ----------
    payoffs : nested sequences
        A payoff for each state, row and column.
    transitions : nested sequences
        Where each cell leads, with probabilities.
    discount : number
        The discount factor, from 0 to 1.
    states : sequence, optional
        Names of the states.
    endless : number or str, optional
        The payoff of a play that never ends, or "any", or "average" for average payments.
    players : sequence of str, optional
        The names of the two players.
    title : str, optional
        A title for the game.

    Returns
    -------
    StochasticGame
        The game, checked.

    Examples
    --------
    >>> game = shapley_game([[[1, 3], [1, 2]]], [[[["3/5"], ["1/5"]], [["4/5"], ["2/5"]]]])
    >>> round(float(game.solve().value), 6)
    3.535534
    """
    given, moves = _listed(payoffs, "payoffs"), _listed(transitions, "transitions")
    if len(given) != len(moves):
        raise GameError(
            f"payoffs for {count_of(len(given), 'state')} and transitions for {len(moves)}"
        )
    names = [f"G{s + 1}" for s in range(len(given))] if states is None else list(map(str, states))
    if len(given) == 1 and states is None:
        names = ["G"]
    if len(names) != len(given) or len(set(names)) != len(names):
        raise GameError(f"{count_of(len(set(names)), 'name')} for {count_of(len(given), 'state')}")
    stages = {}
    for name, stage, after in zip(names, given, moves, strict=True):
        rows, nexts = _listed(stage, f"payoffs of {name}"), _listed(after, f"transitions of {name}")
        if len(rows) != len(nexts):
            raise GameError(
                f"{name}: payoffs in {count_of(len(rows), 'row')}, transitions in {len(nexts)}"
            )
        stages[name] = [
            [
                {"pay": pay, "go": _chances(go, names, f"{name}, row {i}, column {j}")}
                for j, (pay, go) in enumerate(_paired(row, line, f"{name}, row {i}"), 1)
            ]
            for i, (row, line) in enumerate(zip(rows, nexts, strict=True), 1)
        ]
    return stochastic_game(stages, endless, discount, players=players, title=title)


def _listed(given: Any, where: str) -> list[Any]:
    given = given.tolist() if hasattr(given, "tolist") else given
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        raise GameError(f"{where}: expected a list")
    return list(given)


def _paired(row: Any, line: Any, where: str) -> list[tuple[Any, Any]]:
    pays, goes = _listed(row, where), _listed(line, where)
    if len(pays) != len(goes):
        raise GameError(
            f"{where}: {count_of(len(pays), 'payoff')} and {count_of(len(goes), 'transition')}"
        )
    return list(zip(pays, goes, strict=True))


def _chances(given: Any, names: list[str], where: str) -> dict[str, Any]:
    if isinstance(given, Mapping):
        return {str(name): weight for name, weight in given.items()}
    listed = _listed(given, f"{where}: transitions")
    if len(listed) != len(names):
        raise GameError(
            f"{where}: {count_of(len(listed), 'probability')} for {count_of(len(names), 'state')}"
        )
    return {name: weight for name, weight in zip(names, listed, strict=True) if weight}
