"""Trees as pictures: branches with moves and probabilities, information sets joined, payoffs.

Players have their colors, chance is a square; nodes of one information set are joined by a dashed
curve; a thin frame marks where a proper subgame begins. Branches that a strategy uses are drawn
the stronger the likelier they are, and every node says what it is worth. Trees that are too large
are folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, show
from kibitz.core.spelling import count_of
from kibitz.core.verbs import draw
from kibitz.extensive.folding import MOST_NODES, Folding, folding
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.outcomes import edge_weights, profile_values
from kibitz.extensive.strategies.profile import Profile
from kibitz.extensive.subgames import subgame_roots
from kibitz.extensive.tree import CHANCE, LEAF
from kibitz.pictures import FAINT, INK, PLAYERS, Picture
from kibitz.pictures.picture import READABLE, Later
from kibitz.pictures.trees.draw import draw_sketch
from kibitz.pictures.trees.twig import Sketch, Twig

SMALL = 20
"""Trees with no more nodes than this are never folded."""
SUMMARIES = ((16, 7), (13, 6), (11, 5), (8, 4), (6, 3))
"""How many lines shorter and shorter pictures of a tree have, and how deep they go."""
SCREEN = (1200.0, 1200.0)
"""The room for which trees are folded where no page is named."""


@draw.register
def draw_extensive(
    game: ExtensiveGame,
    what: str = "tree",
    strategy: Any = None,
    most: int = MOST_NODES,
    layout: str = "auto",
) -> Picture:
    """The tree of a game; ``what="solution"`` shows how it is solved on its branches.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    what : str, default "tree"
        ``tree``, or ``solution``: how it is played on the branches, and what each node is worth.
    strategy : Any, optional
        A profile or a table of one, or a solution.
    most : int, default 130
        Trees with more nodes than this are folded.
    layout : str, default "auto"
        ``right``, ``down``, or ``comb`` for trees along one line, which is their usual layout.

    Returns
    -------
    Picture
        The tree.
    """
    choices = ("tree", "solution")
    if what not in choices:
        raise GameError(f"unknown picture {what!r}{did_you_mean(what, choices)}")
    profile = profile_of(game, what, strategy)
    drawn = draw_sketch(sketch_of(game, folding(game, most), profile), layout)
    if layout not in ("auto", "right") or len(game.tree) <= SMALL:
        return drawn
    drawn = _with_summaries(game, drawn, profile, layout)
    while drawn.shorter is not None and drawn.scale(*SCREEN) < READABLE:
        drawn = drawn.shorter()
    return drawn


def _with_summaries(
    game: ExtensiveGame,
    drawn: Picture,
    profile: Profile | None,
    layout: str,
    depths: Sequence[tuple[int, int]] = SUMMARIES,
) -> Picture:
    """The picture with shorter ones, for rooms in which it would be too small to read.

    None of them is drawn before there is such a room.
    """
    if not depths:
        return drawn
    (lines, longest), *rest = depths

    def shorter() -> Picture:
        chosen = folding(game, 0, lines=lines, longest=longest)
        summary = draw_sketch(sketch_of(game, chosen, profile), layout)
        return _with_summaries(game, summary, profile, layout, rest)

    return replace(drawn, shorter=Later(shorter))


@extends(ExtensiveEquilibrium)
def draw_solution(solution: Any) -> Picture:
    """The tree of a game with the strategies of an answer on its branches."""
    return draw_extensive(solution.game, strategy=solution.profile)


def profile_of(game: ExtensiveGame, what: str, strategy: Any) -> Profile | None:
    if strategy is None and what == "solution":
        solution = game.solve()
        strategy = getattr(solution, "profile", None)
        if strategy is None:
            raise GameError("the solution is a mixture of plans, not probabilities on branches")
    if strategy is None or isinstance(strategy, Profile):
        return strategy
    inner = getattr(strategy, "profile", None)
    return inner if isinstance(inner, Profile) else game.profile(strategy)


def sketch_of(game: ExtensiveGame, chosen: Folding, profile: Profile | None) -> Sketch:
    """The tree as data for pictures."""
    number = {node: k for k, node in enumerate(chosen.nodes)}
    weights = None if profile is None else edge_weights(game, profile)
    values = None if profile is None else profile_values(game, profile)
    roots = () if game.has_perfect_information else subgame_roots(game)[1:]
    inside = [node for node in chosen.nodes if node not in chosen.folded]
    seen = [int(game.tree.infoset[node]) for node in inside]
    several = {infoset for infoset in seen if infoset >= 0 and seen.count(infoset) > 1}
    twigs = []
    for node in chosen.nodes:
        actor, infoset = int(game.tree.actor[node]), int(game.tree.infoset[node])
        is_folded = node in chosen.folded
        stroke, width = _branch(game, node, weights)
        twigs.append(
            Twig(
                number[int(game.tree.parent[node])] if node else -1,
                _move(game, node, weights) if node else "",
                "folded" if is_folded else {LEAF: "leaf", CHANCE: "square"}.get(actor, "dot"),
                INK if actor < 0 else PLAYERS[actor % len(PLAYERS)],
                "" if is_folded else _note(game, node, values),
                chosen.folded.get(node, ()) if actor != LEAF else _paid(game, game.payoffs(node)),
                infoset if infoset in several and not is_folded else None,
                stroke,
                width,
                framed=node in roots and not is_folded,
                more=chosen.more.get(node, 0),
            )
        )
    title = game.title or "extensive game"
    left_out = len(game.tree) - len(chosen.nodes)
    tail = f", {count_of(left_out, 'node')} folded" if left_out else ""
    players = tuple((name, PLAYERS[k % len(PLAYERS)]) for k, name in enumerate(game.players))
    one = game.is_zero_sum and len(game.players) == 2
    return Sketch(
        tuple(twigs),
        game.title,
        players,
        game.has_chance,
        f"{title}: {count_of(len(game.tree), 'node')}{tail}",
        () if one else tuple(color for _, color in players),
    )


def _paid(game: ExtensiveGame, paid: Any) -> tuple[str, ...]:
    """What each player gets, or the first player where the other loses the same."""
    if game.is_zero_sum and len(paid) == 2:
        return (_short(paid[0]),)
    return tuple(map(_short, paid))


def _note(game: ExtensiveGame, node: int, values: Any) -> str:
    """The name of the information set, and what the node is worth."""
    infoset = int(game.tree.infoset[node])
    name = game.infoset_name(infoset) if infoset >= 0 else ""
    if values is None or int(game.tree.actor[node]) == LEAF:
        return name
    unit: Number = 1 if game.unit is None else game.unit
    worth = ", ".join(_paid(game, [x * unit for x in values[node]]))
    worth = f"({worth})" if "," in worth else worth
    return f"{name}: {worth}" if name else worth


def _move(game: ExtensiveGame, node: int, weights: Any) -> str:
    above = int(game.tree.parent[node])
    move, infoset = int(game.tree.move[node]), int(game.tree.infoset[above])
    if infoset < 0:
        word = game.labels.outcomes(game, above)[move]
        return f"{word} {_short(game.probability(node))}".strip()
    word = game.moves(infoset)[move]
    return word if weights is None else f"{word} {_short(weights[node])}"


def _branch(game: ExtensiveGame, node: int, weights: Any) -> tuple[str, float]:
    """The color and the width of the branch to a node."""
    above = int(game.tree.parent[node]) if node else -1
    if above < 0 or weights is None or int(game.tree.infoset[above]) < 0:
        return INK, 1.1
    p = float(weights[node])
    if p <= 1e-9:
        return FAINT, 0.8
    return PLAYERS[int(game.tree.actor[above]) % len(PLAYERS)], 1 + 2.4 * p


def _short(p: Any) -> str:
    """A number that fits on a branch."""
    words = show(p)
    return words if len(words) <= 9 else f"{float(p):.4g}"
