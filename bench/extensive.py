"""Trees: Kibitz against Gambit's and OpenSpiel's programs of the sequence form.

Everybody gets the tree in the shape it likes best, built beforehand; what is timed is the linear
program and its solution; OpenSpiel's Leduc poker, which tells suits apart, is solved as it is.
Kibitz' exact answers are proved by best responses before they are
returned. Where a peer is left out it gives no answer within a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from io import BytesIO
from typing import Any

import kibitz as kb
from bench.harness import Job, Race, race
from bench.open_spiel_trees import open_spiel_tree
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.formats import dumps

BUDGET = 15


def gambit(game: ExtensiveGame, rational: bool) -> Job:
    import pygambit

    theirs = pygambit.read_efg(BytesIO(dumps(game, "efg").encode()))
    return lambda: pygambit.nash.lp_solve(theirs, rational=rational)


def open_spiel(name: str) -> Job:
    import pyspiel
    from open_spiel.python.algorithms import sequence_form_lp

    theirs = pyspiel.load_game(name)
    return lambda: sequence_form_lp.solve_zero_sum_game(theirs)


def kibitz_exact(game: ExtensiveGame) -> Job:
    return lambda: kb.solve(game)


def kibitz_float(game: ExtensiveGame) -> Job:
    return lambda: kb.solve(game, exact=False)


def _tree(name: str, *parameters: Any) -> ExtensiveGame:
    return kb.to_extensive(kb.game(name, *parameters))


def _titled(name: str, game: ExtensiveGame) -> str:
    return f"{name}, {len(game.tree):,} nodes, {game.infosets:,} information sets"


def races() -> Iterator[Race]:
    """Kuhn poker with 3, 8 and 12 cards, Leduc hold'em, and unfolding."""
    for cards in (3, 8, 12):
        game = _tree("kuhn-poker", cards)
        jobs = {"Kibitz, exact": kibitz_exact(game), "Kibitz, float": kibitz_float(game)}
        if find_spec("pygambit"):
            jobs["Gambit, exact"] = gambit(game, True)
            jobs["Gambit, float"] = gambit(game, False)
        if find_spec("pyspiel") and find_spec("cvxpy") and cards == 3:
            jobs["OpenSpiel, float"] = open_spiel("kuhn_poker")
        yield race(f"Kuhn poker, {cards} cards", jobs, "Kibitz, exact", budget=BUDGET)
    leduc = _tree("leduc")
    jobs = {"Kibitz, float": kibitz_float(leduc), "Kibitz, exact": kibitz_exact(leduc)}
    yield race(_titled("Leduc", leduc), jobs, "Kibitz, float", budget=BUDGET)
    if find_spec("pyspiel") and find_spec("cvxpy"):
        same = open_spiel_tree("leduc_poker")
        jobs = {"Kibitz, float": kibitz_float(same), "OpenSpiel, float": open_spiel("leduc_poker")}
        title = _titled("Leduc as OpenSpiel has it", same)
        yield race(title, jobs, "Kibitz, float", budget=BUDGET)
    large = _tree("leduc", 10)
    yield race(
        "Leduc with 10 ranks, 518,721 nodes",
        {"Kibitz, float": kibitz_float(large)},
        "Kibitz, float",
        budget=BUDGET,
    )
    rules: Any = kb.game("leduc", 10)
    yield race(
        "unfolding 518,721 nodes", {"Kibitz": lambda: unfold(rules)}, "Kibitz", budget=BUDGET
    )
