"""Hackenbush on the blackboard: fuse the circuits, add up the branches, add up the ground."""

from __future__ import annotations

from kibitz.combinatorial.explain import conclusion, explain_impartial, nim_columns, perfect_play
from kibitz.combinatorial.hackenbush.draw import MOST_EDGES, component_nimbers, draw_hackenbush
from kibitz.combinatorial.hackenbush.game import Hackenbush
from kibitz.combinatorial.hackenbush.layout import layout
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.verbs import explain
from kibitz.pictures import Picture

MOST_FUSIONS = 24
"""Blocks that have a step of their own; the rest is summed up."""
MOST_ROWS = 40
MOST_NAMES = 12
MOST_CHOPS = 16
MOST_PLAYED = 40
"""Edges up to which perfect play is looked for."""


@explain.register
def explain_hackenbush(game: Hackenbush, limit: int | None = None) -> Explanation:
    """The picture, the fusions one by one, the forks from the top down, the nim-sum, the chops.

    Parameters
    ----------
    game : Hackenbush
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    title = f"{game.name}: {game.show(game.position)}"
    if game.is_misere:
        return explain_impartial(game, limit)
    solution = game.solve(limit=limit)
    steps = [
        _opening(game),
        *_fusions(game),
        *_forks(game),
        *_at_the_ground(game),
        conclusion(solution),
        *_winning_chops(game),
        *(perfect_play(game) if len(game.standing()) <= MOST_PLAYED else ()),
    ]
    return Explanation(title, tuple(steps))


def fused(game: Hackenbush) -> Hackenbush:
    """The tree that is left when every circuit is fused: bridges, and a leaf for each odd block.

    Parameters
    ----------
    game : Hackenbush
        The game.

    Returns
    -------
    Hackenbush
        The game.

    Examples
    --------
    >>> from kibitz.combinatorial.hackenbush import hackenbush
    >>> print(fused(hackenbush("0-a a-b-c-a c-d")))
    Green Hackenbush: 0-a a-d a-leaf, normal play
    """
    fusion, names = game._fusion, game._incidence.names
    called = [names[fusion.standing.order[v]] for v in fusion.head]
    edges = [(called[fusion.parent[b]], called[b]) for _, b in sorted(game._bridges.items())]
    odd = [b for b, loops in enumerate(fusion.loops) if loops & 1]
    taken = set(names)
    for k, b in enumerate(odd, 1):
        leaf = "leaf" if len(odd) == 1 else f"leaf{k}"
        while leaf in taken:
            leaf += "'"
        edges.append((called[b], leaf))
    return Hackenbush((), tuple(edges), (called[0],), title=game.title)


def _opening(game: Hackenbush) -> Step:
    count = len(game.standing())
    words = (
        f"{_count(count, 'edge')} on the ground. A move chops one edge, and everything that is no "
        "longer connected to the ground falls with it. The player who finds nothing left to chop "
        "loses."
    )
    return Step("The picture", words, picture=_picture(game))


def _picture(game: Hackenbush) -> Picture | None:
    return draw_hackenbush(game) if 0 < len(game.edges) <= MOST_EDGES else None


def _fusions(game: Hackenbush) -> list[Step]:
    """One step for each block: what is fused, and what its edges come to."""
    fusion = game._fusion
    if fusion.is_tree:
        return []
    edges_of: dict[int, list[int]] = {}
    for edge in game.standing():
        if edge not in game._bridges:
            v = fusion.standing.place[game._incidence.ends[edge][0]]
            edges_of.setdefault(fusion.block[v], []).append(edge)
    blocks = sorted(edges_of, reverse=True)
    steps = [_fusion(game, b, edges_of[b]) for b in blocks[:MOST_FUSIONS]]
    if len(blocks) > MOST_FUSIONS:
        odd = sum(fusion.loops[b] & 1 for b in blocks[MOST_FUSIONS:])
        rest = len(blocks) - MOST_FUSIONS
        steps.append(
            Step("The other circuits", f"{rest} more are fused in the same way; {odd} are odd.")
        )
    tree = fused(game)
    if len(tree.edges) <= MOST_EDGES:
        words = f"Circuits are gone: {tree.show(())}. It is worth the same as the picture."
        steps.append(Step("What is left is a tree", words, picture=_picture(tree)))
    return steps


def _fusion(game: Hackenbush, block: int, edges: list[int]) -> Step:
    where = _name(game, block)
    loops = all(u == v for u, v in (game._incidence.ends[edge] for edge in edges))
    listed = _listed([game.label(edge) for edge in edges])
    if loops:
        begin = f"{listed}: a loop is worth as much as a leaf, for either is gone with one chop."
    else:
        begin = (
            f"{listed} lie on circuits, so their ends may be fused into one vertex, on which these "
            f"{len(edges)} edges become loops. A loop is worth as much as a leaf."
        )
    if len(edges) % 2 == 0:
        end = f"Two equal leaves cancel, and {len(edges)} is even: nothing remains of them."
    else:
        end = (
            "One leaf remains."
            if len(edges) == 1
            else f"Two equal leaves cancel, and {len(edges)} is odd: one leaf remains."
        )
    return Step(f"Fuse the circuits at {where}", f"{begin} {end}")


def _forks(game: Hackenbush) -> list[Step]:
    """The colon principle at every fork above the ground, from the top down."""
    fusion = game._fusion
    branches: list[list[int]] = [[] for _ in fusion.head]
    rows: list[tuple[str, ...]] = []
    total = 0
    for b in range(len(fusion.head) - 1, 0, -1):
        here = [1] * (fusion.loops[b] & 1) + branches[b][::-1]
        if len(here) > 1:
            total += 1
            if len(rows) < MOST_ROWS:
                values = " + ".join(map(str, here[:MOST_NAMES]))
                more = " + ..." if len(here) > MOST_NAMES else ""
                value = fusion.values[b]
                rows.append((_name(game, b), values + more, str(value), str(value + 1)))
        branches[fusion.parent[b]].append(fusion.branch(b))
    if not rows:
        return []
    words = (
        "Branches that meet at a vertex can be replaced by one stalk of their nim-sum, and the "
        "edge below adds one to it. From the top down:"
    )
    if total > len(rows):
        words = words[:-1] + f" (the first {len(rows)} of {total:,} forks):"
    header = ("fork", "branches", "nim-sum", "with the edge below")
    return [Step("Add up the branches at each fork", words, Table(header, tuple(rows)))]


def _at_the_ground(game: Hackenbush) -> list[Step]:
    if len(game.edges) > MOST_EDGES:
        words = f"All branches at the ground, and its circuits, add up to {game.nimber()}."
        return [Step("Add without carrying", words)]
    plan = layout(game)
    first: dict[int, str] = {}
    for edge in game.standing():
        first.setdefault(plan.component[plan.ends[edge][0]], game.label(edge))
    worth = component_nimbers(game, plan)
    if not worth:
        return []
    if len(worth) == 1:
        return [Step("At the ground", f"It is all connected, and is worth {game.nimber()}.")]
    return [nim_columns([(f"from {first[part]}", worth[part]) for part in sorted(worth)])]


def _winning_chops(game: Hackenbush) -> list[Step]:
    """What each winning chop does to its part of the picture."""
    if len(game.edges) > MOST_EDGES:
        return []
    moves = game.moves_to(0)
    if not moves:
        return []
    plan = layout(game)
    before = component_nimbers(game, plan)
    rows = []
    for move in moves[:MOST_CHOPS]:
        (edge,) = set(move.position) - set(game.position)
        part = plan.component[plan.ends[edge][0]]
        after = component_nimbers(game.at(move.position), plan)
        rows.append((game.label(edge), str(before[part]), str(after.get(part, 0))))
    words = "Each turns its part of the picture into what the other parts add up to."
    if len(moves) > MOST_CHOPS:
        words += f" The first {MOST_CHOPS} of {len(moves)}:"
    header = ("chop", "its part was worth", "and is worth now")
    return [Step("How the winning chops work", words, Table(header, tuple(rows)))]


def _name(game: Hackenbush, block: int) -> str:
    fusion = game._fusion
    if block == 0:
        return "the ground"
    return str(game._incidence.names[fusion.standing.order[fusion.head[block]]])


def _listed(words: list[str]) -> str:
    shown = ", ".join(words[:MOST_NAMES])
    return shown + (f" and {len(words) - MOST_NAMES} more" if len(words) > MOST_NAMES else "")


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
