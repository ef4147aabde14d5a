"""What kind of tree it is: counts, depth, information, recall, subgames, sums."""

from __future__ import annotations

import numpy as np

from kibitz.core.explanation import Description
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.core.verbs import describe
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.pure_strategies import count_pure, count_reduced
from kibitz.extensive.subgames import subgame_roots
from kibitz.extensive.tree import CHANCE, LEAF

MOST_SUBGAMES_NODES = 2_000_000


@describe.register
def describe_extensive(game: ExtensiveGame) -> Description:
    """Named facts about a game in extensive form."""
    tree = game.tree
    decisions = [int((tree.actor == k).sum()) for k in range(len(game.players))]
    sets = [int((game.owners == k).sum()) for k in range(len(game.players))]
    leaves, chances = int((tree.actor == LEAF).sum()), int((tree.actor == CHANCE).sum())
    facts = [
        ("players", ", ".join(game.players)),
        ("nodes", f"{len(tree):,}, of them {count_of(leaves, 'leaf')}, {chances:,} of chance"),
        ("decision nodes", _each(game, decisions)),
        ("information sets", _each(game, sets)),
        ("depth", str(tree.depth)),
        ("payoffs", _payoffs(game)),
        ("perfect information", "yes" if game.has_perfect_information else _hidden(game)),
        ("perfect recall", "yes" if game.has_perfect_recall else f"no: {game.forgetting[0]}"),
    ]
    if not game.forgetting:
        counts = [game.count_sequences(k) for k in range(len(game.players))]
        facts.append(("sequences", _each(game, counts)))
        facts.append(("pure strategies", _strategies(game)))
    if len(tree) <= MOST_SUBGAMES_NODES:
        facts.append(("subgames", f"{len(subgame_roots(game)):,}"))
    facts += [("mended", note) for note in game.notes]
    return Description(game.title or "extensive game", tuple(facts))


def _each(game: ExtensiveGame, counts: list[int]) -> str:
    return ", ".join(f"{name} {_short(n)}" for name, n in zip(game.players, counts, strict=True))


def _short(n: int) -> str:
    return f"{n:,}" if n < 10**12 else f"about 10^{len(str(n)) - 1}"


def _strategies(game: ExtensiveGame) -> str:
    parts = []
    for player, name in enumerate(game.players):
        full, reduced = count_pure(game, player), count_reduced(game, player)
        less = "" if full == reduced else f" ({_short(reduced)} reduced)"
        parts.append(f"{name} {_short(full)}{less}")
    return ", ".join(parts)


def _hidden(game: ExtensiveGame) -> str:
    sizes = np.bincount(game.tree.infoset[game.tree.infoset >= 0])
    many = int((sizes > 1).sum())
    sets = "information set" if many == 1 else "information sets"
    return f"no: {many:,} {sets} of more than one node"


def _payoffs(game: ExtensiveGame) -> str:
    kind = "exact" if game.exact else "floats"
    if game.constant_sum is None:
        return f"general sum, {kind}"
    if game.is_zero_sum:
        return f"zero sum, {kind}"
    return f"constant sum {show(game.constant_sum)}, {kind}"
