"""What a search did, as a tree: values backed up, windows, and branches cut off crossed out."""

from __future__ import annotations

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.pictures import FAINT, INK, PLAYERS, Picture
from kibitz.pictures.trees.draw import draw_sketch
from kibitz.pictures.trees.twig import Sketch, Twig
from kibitz.rules.game import CHANCE, OVER, Position, Rules
from kibitz.search.methods import canonical, prepare, settings
from kibitz.search.result import SearchResult
from kibitz.search.trace import Trace, number_text

MOST_TWIGS = 160
"""Larger searches are not drawn."""


@extends(SearchResult)
def draw_search(result: SearchResult, layout: str = "auto") -> Picture:
    """The tree that a search walked through, from the trace that it kept.

    Every node has its value, and the window with which it was entered; what was cut off without
    being looked at is crossed out; the line of best play is drawn strong.

    Parameters
    ----------
    result : SearchResult
        The answer of a search that kept a trace.
    layout : str, default "auto"
        ``right`` or ``down``.

    Returns
    -------
    Picture
        The tree.
    """
    if result.trace is None:
        raise GameError("the search kept no trace; search with trace=True to draw what it did")
    position, trace = result.position, result.trace
    known = {event.path: event for event in trace.of("leaf", "value", "table", "pruned", "cutoff")}
    paths = dict.fromkeys(event.path for event in trace.events)
    if len(paths) > MOST_TWIGS:
        raise GameError(
            f"the search looked at {count_of(len(paths), 'node')}; at most {MOST_TWIGS} are drawn"
        )
    order = _in_order(position, {*paths, *known})
    number = {path: k for k, path in enumerate(order)}
    best = _best_line(result)
    twigs = [
        _twig(_after(position, path), path, number[path[:-1]] if path else -1, trace, best)
        for path in order
    ]
    rules = position.rules
    players = [(rules.player_name(k), PLAYERS[k % len(PLAYERS)]) for k in range(rules.players)]
    cut = len(trace.of("cutoff"))
    leaves = len(trace.of("leaf"))
    counts = (
        f"{leaves} {'leaf' if leaves == 1 else 'leaves'}, {cut} cutoff{'' if cut == 1 else 's'}"
    )
    caption = f"{rules.name}: {result.method}, {counts}"
    title = f"{rules.name}: {result.method}"
    has_chance = any(twig.shape == "square" for twig in twigs)
    return draw_sketch(Sketch(tuple(twigs), title, tuple(players), has_chance, caption), layout)


def searched(rules: Rules, method: str) -> SearchResult:
    """The answer of a search by this method, with its trace."""
    name = canonical(method)
    if "trace" not in settings(name):
        raise GameError(f"{name} keeps no trace; alpha-beta and minimax do")
    return prepare(name, rules, trace=True)(rules.position())


def _in_order(position: Position, wanted: set[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The paths, each after the one that leads to it, siblings in the order of the rules."""
    order: list[tuple[str, ...]] = []
    level: list[tuple[tuple[str, ...], Position]] = [((), position)]
    while level:
        below = []
        for path, here in level:
            order.append(path)
            for move in here.moves:
                then = (*path, here.rules.show_move(here.state, move))
                if then in wanted:
                    below.append((then, here.play(move)))
        level = below
    return order


def _after(position: Position, path: tuple[str, ...]) -> Position:
    for word in path:
        position = position.play(word)
    return position


def _best_line(result: SearchResult) -> set[tuple[str, ...]]:
    words: list[str] = []
    here = result.position
    for move in result.line:
        words.append(here.rules.show_move(here.state, move))
        here = here.play(move)
    return {tuple(words[: k + 1]) for k in range(len(words))}


def _twig(
    here: Position, path: tuple[str, ...], parent: int, trace: Trace, best: set[tuple[str, ...]]
) -> Twig:
    actor = here.player
    pruned = any(event.path == path for event in trace.of("pruned"))
    values = [e.value for e in trace.of("leaf", "value", "table") if e.path == path]
    windows = [e for e in trace.of("enter") if e.path == path and e.alpha is not None]
    cut = any(event.path == path for event in trace.of("cutoff"))
    note = ""
    if values and actor != OVER:
        bound = ("≥ " if actor == 0 else "≤ ") if cut else ""
        note = bound + number_text(values[-1])
    if windows and actor != OVER:
        alpha, beta = number_text(windows[-1].alpha), number_text(windows[-1].beta)
        note += f" in ({alpha}, {beta})" if note else f"({alpha}, {beta})"
    shape = "leaf" if actor == OVER else "square" if actor == CHANCE else "dot"
    ends: tuple[str, ...] = ()
    if actor == OVER and not pruned:
        ends = (number_text(values[-1]),) if values else (show(here.payoffs[0]),)
    elif actor == OVER:
        ends = (show(here.payoffs[0]),)
    elif pruned:
        shape, ends = "folded", ("cut off",)
    strong = path in best
    color = INK if actor < 0 else PLAYERS[actor % len(PLAYERS)]
    return Twig(
        parent,
        path[-1] if path else "",
        shape,
        color,
        note if not pruned else "",
        ends,
        stroke=FAINT if pruned else INK,
        width=3.0 if strong else 0.8 if pruned else 1.1,
        crossed=pruned,
    )
