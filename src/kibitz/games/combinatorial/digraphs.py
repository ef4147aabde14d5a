"""Games typed as digraphs: the vertices are the positions, the arrows the moves.

>>> from kibitz import game
>>> game("digraph a>b a>c b>c").solve().nimber
2
"""

from __future__ import annotations

from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.digraphs.read import (
    digraph,
    is_arrow,
    one_tail_each,
    read_arrows,
    read_followers,
)
from kibitz.combinatorial.play import Play
from kibitz.core.errors import GameError
from kibitz.core.registry import named

DIAMOND = ("a>b", "a>c", "b>c", "b>d", "c>d")


@named("digraph", family="digraphs")
def digraph_game(
    arrows: tuple[str, ...] = DIAMOND, *, start: str | None = None, play: Play = "normal"
) -> Digraph:
    """A game on a digraph: arrows a>b or a>b>c, then the start vertex, by default the first.

    Or all followers of each vertex, a:b,c b:c, as on paper; or an object of lists, as in JSON.

    Parameters
    ----------
    arrows : tuple of str, optional
        Arrows such as ``a>b``.
    start : str, optional
        The start; the first vertex if omitted.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Digraph
        The game.

    Examples
    --------
    >>> digraph_game(("a>b", "b>a", "b>c", "b")).outcomes()
    {'a': 'P', 'b': 'N', 'c': 'P'}
    >>> digraph_game(("a:b", "c", "b:c")) == digraph_game(("a>b", "a>c", "b>c"))
    True
    """
    if len(arrows) == 1 and arrows[0].endswith(".json"):
        raise GameError(
            f"digraph: {arrows[0]} is the name of a file; give it alone, without digraph"
        )
    if arrows and ("{" in arrows[0] or any(":" in word for word in arrows)):
        followers = read_followers(arrows)
        return digraph(followers, next(iter(followers)) if start is None else start, play)
    lone = [word for word in arrows if not is_arrow(word)]
    if len(lone) + (start is not None) > 1:
        listed = ", ".join([*lone, *([] if start is None else [start])])
        raise GameError(f"digraph: {listed} name more than one start; write arrows as a>b")
    one_tail_each(arrows[:-1])
    graph = read_arrows(arrows)
    if lone and len(graph) > 1 and lone[0] not in read_arrows(w for w in arrows if w not in lone):
        raise GameError(f"digraph: the start {lone[0]!r} is not on any arrow")
    chosen = start if start is not None else lone[0] if lone else next(iter(graph), None)
    return digraph(graph, chosen, play)
