"""All isolated equilibria of a game of n players, support profile by support profile.

A support profile with a strategy that another one beats against everything the others may then do
is ruled out. On each of the others the indifference equations, which are affine in each player's
weights, are solved by subdivision: a product of simplices is discarded when bounds on payoffs or
on the preconditioned equations leave no room for a root, and kept when the Newton map takes it
into itself, which proves that there is exactly one. So nothing is lost: what the search can
neither discard nor prove, as on a continuum of equilibria, it reports. Cost: exponential in the
number of strategies; a few milliseconds for 3x3x3. McKelvey and McLennan (1996); Porter, Nudelman
and Shoham (2008); Krawczyk (1969).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.core.errors import GameError
from kibitz.core.progress import work
from kibitz.strategic import support_profiles
from kibitz.strategic.algebraic_point import AlgebraicPoint, recognise
from kibitz.strategic.equilibrium_test import equilibrium_test
from kibitz.strategic.indifference_system import IndifferenceSystem, Supports
from kibitz.strategic.mixture import pure as pure_strategy
from kibitz.strategic.n_player_solution import NPlayerEquilibria, NPlayerEquilibrium, Undecided
from kibitz.strategic.profile import Profile
from kibitz.strategic.pure_equilibria import best_mask
from kibitz.strategic.strategic_game import StrategicGame

METHOD = "support enumeration with certified subdivision"
BUDGET = 400_000
"""Nodes that are visited for one support profile before it is left undecided."""
CHUNK = 4096
NEARLY = 1e-4
"""The regret, as a part of the spread of payoffs, up to which a point is looked at closely."""
SIMPLE = (2, 3, 4, 5, 6, 8, 12, 24, 60)


def polynomial_support_enumeration(
    game: StrategicGame, budget: int = BUDGET, stop_after: int | None = None
) -> NPlayerEquilibria:
    """All isolated equilibria, each proved; the supports of continua are named.

    ``budget`` limits the nodes for each support profile; ``stop_after`` so many equilibria.

    >>> from kibitz import strategic_game
    >>> fingers = strategic_game(lambda *f: [x * (f.count(x) == 1) for x in f],
    ...                          strategies=[[1, 2]] * 3)
    >>> found = polynomial_support_enumeration(fingers)
    >>> len(found.pure), found.complete
    (6, False)
    """
    many = support_profiles.count(game.shape)
    if many > support_profiles.MOST:
        raise GameError(
            f"{many} support profiles are too many to look at; ask for one equilibrium, or for "
            "method='logit' or 'iterated-polymatrix'"
        )
    found = list(pure(game))
    wanted = 10**9 if stop_after is None else stop_after
    undecided: list[Undecided] = []
    searched = True
    payoffs, sizes = scaled_payoffs(game)
    profiles = support_profiles.mixed_support_profiles(game.shape)
    nodes = 0
    with work("support profiles", total=len(profiles)) as task:
        for start in range(0, len(profiles), CHUNK):
            if task.stopped or len(found) >= wanted:
                searched = False
                break
            part = profiles[start : start + CHUNK]
            more, open_ones, visited = search_profiles(
                game, payoffs, sizes, part, budget, wanted, found
            )
            found += more
            undecided += open_ones
            nodes += visited
            task.advance(len(part))
    complete = searched and len(found) < wanted
    return NPlayerEquilibria(game, tuple(found), METHOD, tuple(undecided), complete, nodes)


def scaled_payoffs(
    game: StrategicGame,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Payoffs for the kernels: own strategy first, least 0 against anything, greatest 1.

    What the others do alone may add anything to a player's payoffs, so this keeps the equilibria.
    """
    lines = []
    for i, tensor in enumerate(game.payoffs):
        array = np.moveaxis(tensor.array, i, 0).reshape(game.shape[i], -1)
        array = array - array.min(axis=0)
        top = array.max()
        lines.append((array / top if top else array * 0.0).astype(np.float64).ravel())
    return np.stack(lines), np.array(game.shape, np.int64)


def pure(game: StrategicGame) -> Iterator[NPlayerEquilibrium]:
    """The pure equilibria, exactly."""
    together = alone = np.ones(game.shape, bool)
    for k in range(len(game.players)):
        mark = best_mask(game, k)
        together = together & mark
        alone = alone & (mark.sum(axis=k, keepdims=True) == 1)
    for cell in np.argwhere(together).tolist():
        yield NPlayerEquilibrium(
            game,
            tuple((s,) for s in cell),
            ((1.0,),) * len(cell),
            METHOD,
            bool(alone[tuple(cell)]),
        )


def search_profiles(
    game: StrategicGame,
    payoffs: npt.NDArray[np.float64],
    sizes: npt.NDArray[np.int64],
    profiles: npt.NDArray[np.int64],
    budget: int,
    wanted: int,
    known: list[NPlayerEquilibrium],
) -> tuple[list[NPlayerEquilibrium], list[Undecided], int]:
    from kibitz.strategic.n_player_kernels import search

    which, lows, highs, states, open_of, open_points, nodes = search(
        payoffs, sizes, profiles, budget, wanted - len(known)
    )
    found: list[NPlayerEquilibrium] = []
    undecided: list[Undecided] = []
    for k, low, high, state in zip(which, lows, highs, states, strict=True):
        supports = _supports(profiles[k])
        point = _point(low, high, supports)
        if state == 0:
            found.append(NPlayerEquilibrium(game, supports, point, METHOD))
            continue
        judged = _on_boundary(game, supports, point)
        if judged is None:
            undecided.append(Undecided(supports, _profile(game, supports, point), False))
        elif judged and not _among(judged[0], [*known, *found]):
            found.append(judged[0])
    for k in dict.fromkeys(open_of.tolist()):
        points = open_points[open_of == k]
        undecided.append(_look_closer(game, _supports(profiles[k]), points))
    return found, undecided, int(nodes)


def _supports(masks: npt.NDArray[np.int64]) -> Supports:
    return tuple(support_profiles.members(int(mask)) for mask in masks)


def _point(low: Any, high: Any, supports: Supports) -> tuple[tuple[float, ...], ...]:
    middle = (low + high) / 2
    return tuple(
        tuple(middle[i, list(played)].tolist()) if len(played) > 1 else (1.0,)
        for i, played in enumerate(supports)
    )


def _profile(game: StrategicGame, supports: Supports, point: Any) -> Profile:
    profile = []
    for size, played, weights in zip(game.shape, supports, point, strict=True):
        line = [0.0] * size
        for s, w in zip(played, weights, strict=True):
            line[s] = max(0.0, float(w))
        total = sum(line)
        profile.append(tuple(w / total for w in line))
    return tuple(profile)


def _on_boundary(
    game: StrategicGame, supports: Supports, point: tuple[tuple[float, ...], ...]
) -> tuple[NPlayerEquilibrium, ...] | None:
    """Decide exactly a root with a weight or a gain that may be zero: one, none, or unknown."""
    system = IndifferenceSystem(game.in_numbers(True), supports)
    exact = recognise(system, [x for part in point for x in part[1:]])
    if exact is None:
        return None
    signs = [[exact.sign(w) for w in part] for part in exact.weights]
    gains = [exact.sign(_poly(gain)) for _, _, gain in system.gains(exact.weights)]
    if any(s < 0 for part in signs for s in part) or any(g > 0 for g in gains):
        return ()
    return (_without_zeros(game, exact, signs),)


def _without_zeros(
    game: StrategicGame, exact: AlgebraicPoint, signs: list[list[int]]
) -> NPlayerEquilibrium:
    """The equilibrium on the strategies that it really plays."""
    system = exact.system
    kept = [[k for k, s in enumerate(part) if s > 0] for part in signs]
    supports = tuple(
        tuple(played[k] for k in ks) for played, ks in zip(system.supports, kept, strict=True)
    )
    weights = tuple(
        tuple(part[k] for k in ks) for part, ks in zip(exact.weights, kept, strict=True)
    )
    smaller = IndifferenceSystem(system.game, supports)
    point = tuple(tuple(exact.value(w) for w in part) for part in weights)
    algebraic = AlgebraicPoint(smaller, exact.modulus, weights, exact.root)
    return NPlayerEquilibrium(game, supports, point, METHOD, False, algebraic)


def _among(found: NPlayerEquilibrium, others: list[NPlayerEquilibrium]) -> bool:
    return any(
        other.supports == found.supports and _near(other.point, found.point) for other in others
    )


def _near(a: Any, b: Any) -> bool:
    return all(
        abs(x - y) < 1e-9 for p, q in zip(a, b, strict=True) for x, y in zip(p, q, strict=True)
    )


def _look_closer(
    game: StrategicGame, supports: Supports, points: npt.NDArray[np.float64]
) -> Undecided:
    """A support profile with undecided nodes: is there an equilibrium, and a segment of them?"""
    even = [[1.0] * len(played) for played in supports]
    near = [[point[i, list(played)] for i, played in enumerate(supports)] for point in points]
    profiles = [_profile(game, supports, weights) for weights in (even, *near)]
    sample = None
    for simple in map(partial(simple_equilibrium, game), profiles):
        if simple is not None and (sample is None or _positive(simple) > _positive(sample)):
            sample = simple
            if _positive(sample) == sum(map(len, supports)):
                break
    if sample is None:
        return Undecided(supports, profiles[1], False)
    return Undecided(supports, sample, _is_end_of_segment(game, supports, sample))


def _is_end_of_segment(game: StrategicGame, supports: Supports, sample: Profile) -> bool:
    """Is there an equilibrium where one player alone does something else?

    Everything between the two is one then, since conditions are linear in one player's weights.
    """
    rational = game.in_numbers(True)
    for i, played in enumerate(supports):
        ends = [pure_strategy(s, game.shape[i]) for s in played]
        even = tuple(Fraction(int(s in played), len(played)) for s in range(game.shape[i]))
        for other in (*ends, even):
            moved = (*sample[:i], other, *sample[i + 1 :])
            if moved != sample and equilibrium_test(rational, moved).holds:
                return True
    return False


def _positive(profile: Profile) -> int:
    return sum(w > 0 for weights in profile for w in weights)


def simple_equilibrium(game: StrategicGame, profile: Profile) -> Profile | None:
    """An exact equilibrium of small denominators near a profile, if there is one."""
    rational = game.in_numbers(True)
    if equilibrium_test(game.in_numbers(False), profile).regret > NEARLY * _largest(game):
        return None
    for bottom in SIMPLE:
        rounded = []
        for weights in profile:
            line = [Fraction(round(w * bottom), bottom) for w in weights]
            if sum(line) != 1 or min(line) < 0:
                break
            rounded.append(tuple(line))
        else:
            if equilibrium_test(rational, tuple(rounded)).holds:
                return tuple(rounded)
    return None


def _largest(game: StrategicGame) -> float:
    return max(float(np.ptp(tensor.floats())) for tensor in game.payoffs)


def _poly(x: Any) -> Any:
    from flint import fmpq_poly

    return x if isinstance(x, fmpq_poly) else fmpq_poly([x])
