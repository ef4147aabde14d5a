"""``kibitz size``: how large a game is, counted or by the formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.cli.machinery.options import Json, Moves, State
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.rules.game import Position
    from kibitz.search.tree_statistics import TreeStatistics


POSITIONS = 100_000
"""Games with more positions are sized by random games."""
SAMPLE, CLEARLY = 24, 20
"""Random games that are played first, and how many times more positions they must point to."""


def size(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            autocompletion=offer_games,
            metavar="[GAME [MOVE...]]",
            help="A game to count, and moves.",
            show_default=False,
        ),
    ] = None,
    moves: Moves = None,
    state: State = None,
    branching: Annotated[
        float | None, typer.Option("--branching", help="Moves at each node of a uniform tree.")
    ] = None,
    plies: Annotated[
        float | None, typer.Option("--plies", "--depth", help="Levels of the uniform tree.")
    ] = None,
    nodes: Annotated[
        float | None, typer.Option("--nodes", help="Find the depth that this many nodes reach.")
    ] = None,
    chance: Annotated[
        float | None,
        typer.Option("--chance", metavar="NUMBER", help="Chance outcomes before each move."),
    ] = None,
    hand: Annotated[
        int | None,
        typer.Option(
            "--hand", metavar="N", help="Count hands of N cards, deals, and hands up to suits."
        ),
    ] = None,
    ranks: Annotated[int, typer.Option("--ranks", help="Ranks of the deck of --hand.")] = 13,
    suits: Annotated[int, typer.Option("--suits", help="Suits of the deck of --hand.")] = 4,
    pieces: Annotated[
        int | None,
        typer.Option("--pieces", help="Count the positions of checkers with this many pieces."),
    ] = None,
    json: Json = False,
) -> None:
    """Count the tree and the positions of a game, or of a uniform tree.

    \b
    kibitz size tic-tac-toe
    kibitz size checkers --pieces 8
    kibitz size --branching 35 --plies 100
    kibitz size --branching 35 --nodes 200000000
    kibitz size --branching 20 --chance 21 --plies 3
    kibitz size --ranks 13 --suits 4 --hand 5
    """
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.cli.machinery.position import position_of
    from kibitz.search.result import placed

    if words and branching is not None:
        raise GameError("give either a game or --branching, not both")
    if branching is None and not (plies is None and nodes is None and chance is None):
        raise GameError("--plies, --nodes and --chance describe a uniform tree; add --branching")
    place: dict[str, Any] = {}
    if hand is not None:
        if words:
            raise GameError(
                "--hand counts the deals of a deck; give --ranks and --suits instead of a game"
            )
        facts = _deck(ranks, suits, hand)
    elif pieces is not None:
        facts = _checkers(words or ["checkers"], pieces)
    elif words:
        here = position_of(words, moves, state)
        facts, place = _counted(here), placed(here)
    elif branching is None:
        raise GameError("no game; give one, or --branching with --plies or --nodes")
    else:
        facts = _uniform(branching, plies, nodes, chance)
    if json:
        exact = not any(isinstance(x, float) for x in facts.values())
        say_json({"kind": "size", **facts, **place, "method": "counting", "exact": exact})
        return
    wide = max(map(len, facts))
    for what, value in facts.items():
        say(f"{what.replace('_', ' '):<{wide}}  {_shown(value)}")


def _shown(value: Any) -> str:
    from math import log10

    if isinstance(value, int):
        return f"{value:,}" if value < 10**30 else f"10^{log10(value):.2f}"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {count:,}" for key, count in value.items())
    if isinstance(value, list):
        return " ".join(f"{x:,}" for x in value)
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _counted(here: Position) -> dict[str, Any]:
    from kibitz.core.numbers import show
    from kibitz.search.tree_statistics import (
        EndlessTree,
        count_positions,
        games_by_length,
        positions_by_ply,
        tree_statistics,
    )

    rules = here.rules
    if not here.history and hasattr(rules, "sizes"):
        sizes: dict[str, Any] = rules.sizes()
        return sizes
    if rules.longest is not None and _has_far_more(here):
        return {"game": rules.name, **_by_random_games(here, False)}
    try:
        statistics = tree_statistics(here, POSITIONS)
    except GameError as error:
        if "too many" not in str(error) and not isinstance(error, EndlessTree):
            raise
        return {"game": rules.name, **_by_random_games(here, isinstance(error, EndlessTree))}
    alike: dict[str, Any] = {}
    by_ply = {"positions_by_ply": list(positions_by_ply(here))}
    if rules.has("key"):
        alike["up_to_symmetry"] = count_positions(here, rules.key)
        by_ply["up_to_symmetry_by_ply"] = list(positions_by_ply(here, rules.key))
    return {
        "game": rules.name,
        "nodes": statistics.nodes,
        "leaves": statistics.leaves,
        "positions": statistics.positions,
        **alike,
        "final_positions": statistics.ends,
        "plies": statistics.plies,
        "branching": round(statistics.branching, 4),
        **_by_chance(statistics),
        **by_ply,
        **_hidden(here),
        "games_by_length": {str(n): count for n, count in games_by_length(here).items()},
        "games_by_payoffs": {
            " ".join(map(show, paid)): count for paid, count in statistics.outcomes.items()
        },
    }


def _has_far_more(here: Position) -> bool:
    """Whether a few random games show far more positions than can be counted."""
    from kibitz.search.position_sample import PositionSample

    sample = PositionSample(here.rules, [here.state], chance=True)
    sample.play(SAMPLE)
    return sample.at_least() > CLEARLY * POSITIONS


def _by_random_games(here: Position, repeats: bool) -> dict[str, Any]:
    """What random games tell of a tree that is infinite or too large to count."""
    from kibitz.search.random_games import random_games

    seen = random_games(here)
    estimates: dict[str, Any] = {
        "positions": "can repeat, so the tree is infinite"
        if repeats
        else f"more than {POSITIONS:,}",
    }
    if not repeats:
        estimates["log10_leaves_by_random_games"] = round(seen.digits, 1)
    estimates["plies_of_random_games"] = round(seen.plies, 1)
    estimates["branching_of_moves_in_random_games"] = round(seen.move_factor, 2)
    if seen.chance_factor:
        estimates["chance_factor_in_random_games"] = round(seen.chance_factor, 2)
    return estimates


def _by_chance(statistics: TreeStatistics) -> dict[str, Any]:
    """Moves and outcomes apart, where chance moves: b and n of b^d n^d."""
    if not statistics.chance_factor:
        return {}
    return {
        "branching_of_moves": round(statistics.move_factor, 4),
        "chance_factor": round(statistics.chance_factor, 4),
    }


def _hidden(here: Position) -> dict[str, Any]:
    """Deals and information sets, where something is hidden."""
    from kibitz.search.hidden.deals import deals, information_sets

    if not here.rules.has("information_state"):
        return {}
    names = here.rules.player_name
    sets = information_sets(here)
    return {
        "deals": deals(here),
        "information_sets": {names(k): len(sets_of) for k, sets_of in sets.items()},
        "largest_information_set": {
            names(k): max(sets_of.values(), default=0) for k, sets_of in sets.items()
        },
    }


def _deck(ranks: int, suits: int, hand: int) -> dict[str, Any]:
    """Hands, hands with draws, and deals, and how many there are up to a change of suits."""
    from kibitz.poker.draw_poker.orbits import deal_counts

    counts = deal_counts(ranks, suits, hand)
    return {
        "cards": ranks * suits,
        "hands": counts.hands,
        "hands_up_to_suits": counts.hand_orbits,
        "hands_with_draws": counts.drawn,
        "hands_with_draws_up_to_suits": counts.drawn_orbits,
        "hands_with_throws_and_draws": counts.freely,
        "hands_with_throws_and_draws_up_to_suits": counts.free_orbits,
        "deals": counts.deals,
        "deals_up_to_suits": counts.deal_orbits,
    }


def _checkers(words: list[str], pieces: int) -> dict[str, Any]:
    from kibitz.games.board.checkers_positions import checkers_positions

    if words != ["checkers"]:
        raise GameError("--pieces counts positions of checkers: kibitz size checkers --pieces 8")
    return {
        "game": "Checkers",
        "pieces": pieces,
        "positions": checkers_positions(pieces),
        "positions_of_1_up_to_that": sum(checkers_positions(n) for n in range(1, pieces + 1)),
    }


def _uniform(
    branching: float, plies: float | None, nodes: float | None, chance: float | None
) -> dict[str, Any]:
    from kibitz.search.uniform_trees import alpha_beta_leaves, plies_within, tree_size_log10

    if plies is None and nodes is None:
        raise GameError("no size; give --plies, --nodes, or both")
    if chance is not None:
        return _with_chance(branching, plies, nodes, chance)
    facts: dict[str, Any] = {"branching": branching, "alpha_beta_branching": branching**0.5}
    if plies is not None:
        facts["log10_leaves"] = tree_size_log10(branching, plies)
        whole = branching == int(branching) and plies == int(plies)
        if whole and facts["log10_leaves"] < 4000:
            facts["leaves"] = int(branching) ** int(plies)
            facts["alpha_beta_leaves_at_best"] = alpha_beta_leaves(int(branching), int(plies))
    if nodes is not None:
        facts["minimax_plies"] = plies_within(branching, nodes)
        facts["alpha_beta_plies_at_best"] = plies_within(branching, nodes, pruned=True)
    return facts


def _with_chance(
    branching: float, plies: float | None, nodes: float | None, chance: float
) -> dict[str, Any]:
    """A uniform tree with a throw before every move: b^d n^d leaves."""
    from kibitz.search.uniform_trees import plies_within, tree_size_log10

    if chance < 1:
        raise GameError(f"--chance is {chance:g}; there must be at least 1 outcome")
    facts: dict[str, Any] = {"branching": branching, "chance_factor": chance}
    facts["branching_with_chance"] = branching * chance
    if plies is not None:
        facts["log10_leaves"] = tree_size_log10(branching * chance, plies)
        if (
            (branching * chance).is_integer()
            and plies == int(plies)
            and facts["log10_leaves"] < 4000
        ):
            facts["leaves"] = int(branching * chance) ** int(plies)
    if nodes is not None:
        facts["expectiminimax_plies"] = plies_within(branching * chance, nodes)
    return facts
