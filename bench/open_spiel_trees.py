"""A game of OpenSpiel as a tree of ours, node by node, with the same information sets."""

from __future__ import annotations

from typing import Any

from kibitz.extensive import chance, decision, extensive_game, leaf
from kibitz.extensive.game import ExtensiveGame


def open_spiel_tree(name: str) -> ExtensiveGame:
    """Every state of the game is a node; equal information states make an information set."""
    import pyspiel

    game = pyspiel.load_game(name)
    return extensive_game(_node(game.new_initial_state()), ("I", "II"), str(game))


def _node(state: Any) -> Any:
    if state.is_terminal():
        return leaf(*state.returns())
    if state.is_chance_node():
        return chance({str(a): (p, _node(state.child(a))) for a, p in state.chance_outcomes()})
    view = f"{state.current_player()} {state.information_state_string()}"
    after = {str(a): _node(state.child(a)) for a in state.legal_actions()}
    return decision(("I", "II")[state.current_player()], view, after)
