"""Bimatrix games: Kibitz against lrsnash, QuantEcon, Gambit and Nashpy.

All equilibria of the same few games, and one equilibrium by Lemke-Howson. Kibitz, lrsnash and
Gambit answer exactly; QuantEcon and Nashpy in floats, and on some games with ties they miss
equilibria. Every alternative gets its games ready made, but lrsnash, a program of its own, starts
and reads a file.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

import kibitz as kb
from bench.harness import Job, Race, race
from kibitz.core.files.atomic_file import write_text
from kibitz.strategic.two_player.lemke_howson import quick_equilibrium

Pair = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
Maker = Callable[[list[Pair]], Job]
COUNT = 3


def random_games(m: int, n: int, low: int, high: int, count: int = COUNT) -> list[Pair]:
    """A few games with integer payoffs from low to high."""
    generator = np.random.default_rng(m * n)
    return [
        (generator.integers(low, high + 1, (m, n)), generator.integers(low, high + 1, (m, n)))
        for _ in range(count)
    ]


def kibitz(games: list[Pair]) -> Job:
    made = [kb.bimatrix(a, b) for a, b in games]
    return lambda: [len(game.equilibria()) for game in made]


def kibitz_verified(games: list[Pair]) -> Job:
    made = [kb.bimatrix(a, b) for a, b in games]
    return lambda: [game.equilibria().verify().require() for game in made]


def kibitz_supports(games: list[Pair]) -> Job:
    made = [kb.bimatrix(a, b) for a, b in games]
    return lambda: [len(game.equilibria("support-enumeration")) for game in made]


def lrsnash(games: list[Pair]) -> Job:
    folder = Path(tempfile.mkdtemp())
    files = []
    for k, (a, b) in enumerate(games):
        file = folder / str(k)
        blocks = ["\n".join(" ".join(map(str, row)) for row in x.tolist()) for x in (a, b)]
        write_text(file, f"{a.shape[0]} {a.shape[1]}\n\n{blocks[0]}\n\n{blocks[1]}\n")
        files.append(file)
    return lambda: [subprocess.run(["lrsnash", f], capture_output=True, check=True) for f in files]


def quantecon(games: list[Pair]) -> Job:
    from quantecon.game_theory import vertex_enumeration

    made = [_quantecon_game(a, b) for a, b in games]
    return lambda: [vertex_enumeration(game) for game in made]


def gambit(games: list[Pair]) -> Job:
    import pygambit

    made = [pygambit.Game.from_arrays(a, b) for a, b in games]
    return lambda: [pygambit.nash.enummixed_solve(game, rational=True) for game in made]


def nashpy(games: list[Pair]) -> Job:
    import nashpy as peer

    made = [peer.Game(a, b) for a, b in games]
    return lambda: [list(game.vertex_enumeration()) for game in made]


def lemke_howson(games: list[Pair]) -> Job:
    made = [kb.bimatrix(a.astype(float), b.astype(float)) for a, b in games]
    return lambda: [game.lemke_howson(0) for game in made]


def lemke_howson_exact(games: list[Pair]) -> Job:
    made = [kb.bimatrix(a, b) for a, b in games]
    return lambda: [game.lemke_howson(0) for game in made]


def any_label(games: list[Pair]) -> Job:
    made = [kb.bimatrix(a, b) for a, b in games]
    return lambda: [quick_equilibrium(game) for game in made]


def quantecon_lemke_howson(games: list[Pair]) -> Job:
    from quantecon.game_theory import lemke_howson as peer

    made = [_quantecon_game(a, b) for a, b in games]
    return lambda: [peer(game, init_pivot=0) for game in made]


def _quantecon_game(a: npt.NDArray[np.int64], b: npt.NDArray[np.int64]) -> object:
    from quantecon.game_theory import NormalFormGame, Player

    return NormalFormGame((Player(a.astype(float)), Player(b.T.astype(float).copy())))


def races() -> Iterator[Race]:
    """All equilibria of general games, of games with ties and of long ones; then one."""
    for n in (4, 6, 8, 10, 12, 14):
        games = random_games(n, n, -100, 100)
        peers: dict[str, Maker] = {"lrsnash, exact": lrsnash, "QuantEcon, floats": quantecon}
        peers |= {"Gambit, exact": gambit} if n <= 8 else {}
        peers |= {"Nashpy, floats": nashpy} if n <= 6 else {}
        jobs = {"Kibitz, exact": kibitz(games)}
        jobs |= {"Kibitz, exact, verified": kibitz_verified(games)}
        jobs |= {"Kibitz, by supports": kibitz_supports(games)} if n <= 6 else {}
        title = f"{COUNT} games {n} x {n}, -100 to 100"
        yield race(title, jobs | _present(peers, games), "Kibitz, exact", budget=15)
    for m, n, high in ((8, 8, 2), (10, 10, 2), (12, 12, 2), (3, 60, 99)):
        games = random_games(m, n, 0, high)
        jobs = {"Kibitz, exact": kibitz(games)}
        jobs |= _present({"lrsnash, exact": lrsnash}, games)
        title = f"{COUNT} games {m} x {n}, 0 to {high}"
        yield race(title, jobs, "Kibitz, exact", budget=15)
    for n in (50, 100, 200):
        games = random_games(n, n, -100, 100)
        jobs = {
            "Kibitz, floats": lemke_howson(games),
            "Kibitz, certified exactly": lemke_howson_exact(games),
            "Kibitz, exact, any label": any_label(games),
        }
        jobs |= _present({"QuantEcon": quantecon_lemke_howson}, games)
        title = f"Lemke-Howson, {COUNT} games {n} x {n}"
        yield race(title, jobs, "Kibitz, floats", budget=15)


def _present(makers: dict[str, Maker], games: list[Pair]) -> dict[str, Job]:
    """The jobs of those peers that are installed."""
    homes = {"QuantEcon": "quantecon", "Gambit": "pygambit", "Nashpy": "nashpy"}
    found = {}
    for name, make in makers.items():
        peer = name.partition(",")[0]
        if shutil.which(peer) if peer == "lrsnash" else find_spec(homes[peer]):
            found[name] = make(games)
    return found
