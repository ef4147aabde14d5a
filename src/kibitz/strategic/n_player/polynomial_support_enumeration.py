"""All equilibria of a game of n players, support profile by support profile.

A support profile with a strategy that another one beats against everything the others may then do
is ruled out. On each of the others the indifference equations, which are affine in each player's
weights, are solved by subdivision: a product of simplices is discarded when bounds on payoffs or
on the preconditioned equations leave no room for a root, and kept when the Newton map takes it
into itself, which proves that there is exactly one. So nothing is lost: what the search can
neither discard nor prove is a continuum of equilibria, whose equations are taken apart exactly, or
reported. Cost: exponential in the number of strategies; a few milliseconds for 3x3x3. McKelvey and
McLennan (1996); Porter, Nudelman and Shoham (2008); Krawczyk (1969).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.core.errors import GameError
from kibitz.core.progress import work
from kibitz.strategic.concepts.equilibrium_test import equilibrium_test
from kibitz.strategic.concepts.pure_equilibria import best_mask
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player import support_profiles
from kibitz.strategic.n_player.algebraic_point import AlgebraicPoint, recognize
from kibitz.strategic.n_player.equilibrium import NPlayerEquilibrium
from kibitz.strategic.n_player.indifference_system import IndifferenceSystem, Supports
from kibitz.strategic.n_player.multilinear_set import contains
from kibitz.strategic.n_player.nash_regions import NashRegion, maximal, nash_regions
from kibitz.strategic.n_player.solution import (
    NPlayerEquilibria,
    Undecided,
    holds,
    rational_equilibrium,
)
from kibitz.strategic.profile import Profile
from kibitz.zero_sum.strategies.mixture import pure as pure_strategy

METHOD = "support enumeration with certified subdivision"
BUDGET = 400_000
"""Nodes that are visited for one support profile before it is left undecided."""
QUICK = 2_000
"""Nodes after which a support profile is first looked at for continua."""
MORE = 40_000
"""Nodes that it gets when the equations do not come apart, before samples are sought."""
CHUNK = 40_000
"""Payoffs of all support profiles that are searched before the clock is looked at."""
NEARBY = 0.01
"""How far from a point near an equilibrium its weights may be rounded."""
NEARLY = 1e-4
"""The regret, as a part of the spread of payoffs, up to which a point is looked at closely."""
SMALL, AT_ONCE, FEW_NODES, WORTHWHILE = 1000, 8, 300, 12.0
"""Payoffs of a game that Python searches while nothing is compiled; how many support profiles at
a time, and nodes of each; and the seconds of that after which it is compiled."""
SIMPLE = (2, 3, 4, 5, 6, 8, 12, 24, 60)

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def polynomial_support_enumeration(
    game: StrategicGame,
    budget: int = BUDGET,
    stop_after: int | None = None,
    seconds: float | None = None,
) -> NPlayerEquilibria:
    """All equilibria, each proved: isolated ones, and continua as regions.

    ``budget`` limits the nodes for each support profile; after ``stop_after`` equilibria or
    ``seconds`` seconds the search ends, and the answer says that there may be more.

    >>> from kibitz import strategic_game
    >>> fingers = strategic_game(lambda *f: [x * (f.count(x) == 1) for x in f],
    ...                          strategies=[[1, 2]] * 3)
    >>> found = polynomial_support_enumeration(fingers)
    >>> len(found.pure), len(found.regions), found.complete
    (6, 6, True)
    """
    many = support_profiles.count(game.shape)
    if many > support_profiles.MOST:
        raise GameError(
            f"{many} support profiles are too many to search; ask for one equilibrium, or "
            "use method='logit' or 'iterated-polymatrix'"
        )
    equilibria = list(pure(game))
    wanted = 10**9 if stop_after is None else stop_after
    undecided: list[Undecided] = []
    left: list[OpenProfile] = []
    searched = True
    payoffs, sizes = scaled_payoffs(game)
    profiles = support_profiles.mixed_support_profiles(game.shape)
    nodes = 0
    if seconds is not None:  # compiling, at the first use, does not count
        search_profiles(game, payoffs, sizes, profiles[:1], 1, wanted, equilibria)
    late = _clock(seconds)
    with work("support profiles", total=len(profiles)) as task:
        step = max(16, CHUNK // sum(tensor.array.size for tensor in game.payoffs))
        for start in range(0, len(profiles), step):
            if task.stopped or len(equilibria) >= wanted or late():
                searched = False
                break
            part = profiles[start : start + step]
            more = search_profiles(
                game, payoffs, sizes, part, min(budget, QUICK), wanted, equilibria
            )
            equilibria += more.equilibria
            undecided += more.undecided
            left += more.left
            nodes += more.nodes
            task.advance(len(part))
    regions, all_settled = settle(game, payoffs, sizes, left, budget, equilibria, undecided, late)
    complete = searched and all_settled and len(equilibria) < wanted
    return NPlayerEquilibria(
        game, merged(game, equilibria, regions), METHOD, tuple(undecided), complete, regions, nodes
    )


@dataclass(frozen=True)
class OpenProfile:
    """A support profile that could not be decided quickly, and points where that was so."""

    masks: Integers
    points: Floats

    @property
    def supports(self) -> Supports:
        return _supports(self.masks)


@dataclass(frozen=True)
class SearchedProfiles:
    """What a search of some support profiles has found."""

    equilibria: list[NPlayerEquilibrium]
    undecided: list[Undecided]
    left: list[OpenProfile]
    nodes: int


def settle(
    game: StrategicGame,
    payoffs: Floats,
    sizes: Integers,
    left: list[OpenProfile],
    budget: int,
    equilibria: list[NPlayerEquilibrium],
    undecided: list[Undecided],
    late: Callable[[], bool],
) -> tuple[tuple[NashRegion, ...], bool]:
    """Decide support profiles one by one, the largest first; equilibria are added to the list.

    Where the equations come apart, what they leave is a region; otherwise the subdivision
    continues, and what it cannot decide then is a curved region, if it has a sample. The regions,
    and whether all profiles had their turn.
    """
    regions: list[NashRegion] = []
    for one in sorted(left, key=lambda o: -sum(map(len, o.supports))):
        supports = one.supports
        if late():
            return tuple(maximal(regions)), False
        if any(_all_within(game, supports, region) for region in regions):
            continue
        for part in _parts(game, payoffs, sizes, one, budget, equilibria, undecided):
            if part.flat and not part.part.dimension:
                point = rational_equilibrium(game, part.extreme[0], METHOD)
                if not _among(point, equilibria):
                    equilibria.append(point)
            elif part.flat or part.samples:
                regions.append(part)
    return tuple(maximal(regions)), True


def _clock(seconds: float | None) -> Callable[[], bool]:
    """Tells whether this many seconds of work are over."""
    end = math.inf if seconds is None else time.thread_time() + seconds
    return lambda: time.thread_time() > end


def _parts(
    game: StrategicGame,
    payoffs: Floats,
    sizes: Integers,
    one: OpenProfile,
    budget: int,
    equilibria: list[NPlayerEquilibrium],
    undecided: list[Undecided],
) -> list[NashRegion]:
    """The regions of one support profile; isolated equilibria are added to the list."""
    try:
        parts = list(nash_regions(game, one.supports))
    except GameError:
        parts, curved = [], []
    else:
        curved = [part for part in parts if not part.flat]
        if not curved:
            return parts
    for nodes in (MORE, budget):
        again = search_profiles(game, payoffs, sizes, one.masks[None, :], nodes, 10**9, equilibria)
        if not again.left:
            equilibria += again.equilibria
            undecided += again.undecided
            return [part for part in parts if part.flat]
        if curved and all(map(_continuum, curved)):
            return parts
    if not curved or any(not part.samples for part in curved):
        undecided.append(_look_closer(game, one.supports, one.points))
    return parts


def _continuum(part: NashRegion) -> bool:
    """Whether a curved region certainly has infinitely many points."""
    return bool(part.samples) and part.dimension > 0


def _all_within(game: StrategicGame, supports: Supports, region: NashRegion) -> bool:
    """Whether every profile on these supports lies in a region that is known."""
    corners = [
        [pure_strategy(s, size) for s in played]
        for played, size in zip(supports, game.shape, strict=True)
    ]
    return region.flat and all(
        contains(polytope, tuple(Fraction(w) for w in corner))
        for polytope, own in zip(region.strategies, corners, strict=True)
        for corner in own
    )


def merged(
    game: StrategicGame, equilibria: list[NPlayerEquilibrium], regions: tuple[NashRegion, ...]
) -> tuple[NPlayerEquilibrium, ...]:
    """Isolated equilibria and the extreme points of regions, each once, pure ones first."""
    extreme = dict.fromkeys(profile for region in regions for profile in region.extreme)
    listed = [e for e in equilibria if not any(holds(region, e) for region in regions)]
    known = {e.cell: e for e in equilibria if e.pure}
    for profile in extreme:
        point = rational_equilibrium(game, profile, METHOD, regular=False)
        if not _among(point, listed):
            listed.append(known.get(point.cell, point) if point.pure else point)
    return tuple(sorted(listed, key=lambda e: (not e.pure, e.cell or ())))


def scaled_payoffs(
    game: StrategicGame,
) -> tuple[Floats, Integers]:
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
    payoffs: Floats,
    sizes: Integers,
    profiles: Integers,
    budget: int,
    wanted: int,
    known: list[NPlayerEquilibrium],
) -> SearchedProfiles:
    """Search support profiles by subdivision, each for this many nodes."""
    which, lows, highs, states, open_of, open_points, nodes = _roots(
        payoffs, sizes, profiles, budget, wanted - len(known)
    )
    equilibria: list[NPlayerEquilibrium] = []
    undecided: list[Undecided] = []
    for k, low, high, state in zip(which, lows, highs, states, strict=True):
        supports = _supports(profiles[k])
        point = _point(low, high, supports)
        if state == 0:
            one = NPlayerEquilibrium(game, supports, point, METHOD)
            if not _among(one, known):
                equilibria.append(one)
            continue
        judged = _on_boundary(game, supports, point)
        if judged is None:
            undecided.append(Undecided(supports, _profile(game, supports, point)))
        elif judged and not _among(judged[0], [*known, *equilibria]):
            equilibria.append(judged[0])
    left = [
        OpenProfile(profiles[k], open_points[open_of == k]) for k in dict.fromkeys(open_of.tolist())
    ]
    return SearchedProfiles(equilibria, undecided, left, int(nodes))


def _roots(
    payoffs: Floats, sizes: Integers, profiles: Integers, budget: int, wanted: int
) -> tuple[Any, ...]:
    """What the compiled search returns; by Python, some profiles at a time, while that is sooner.

    Profiles that take many nodes are left: to be looked at for continua when they were to get few
    nodes first, and to the compiler when they get many.
    """
    from kibitz.core.compiling.tiered import is_ready, tiered
    from kibitz.strategic.n_player.kernels.roots import search, work_for

    space = work_for(sizes)
    parts: list[tuple[Any, ...]] = []
    start, found = 0, 0
    while start == 0 or (start < len(profiles) and found < wanted):
        some = profiles[start : start + AT_ONCE]
        asked = (payoffs, sizes, some, min(budget, FEW_NODES), wanted - found, space)
        if payoffs.size > SMALL or is_ready(search, *asked, worthwhile=WORTHWHILE):
            some = profiles[start:]
            counts = search(payoffs, sizes, some, budget, wanted - found, space)
        else:
            counts = tiered(search, *asked, small=True, worthwhile=WORTHWHILE)
            if counts[2] and budget > QUICK and counts[3] > FEW_NODES:
                counts = search(payoffs, sizes, some, budget, wanted - found, space)
        done, count, open_, nodes = counts
        marks, ends = space.marks, space.ends
        roots = marks[0, :count] + start, ends[0, :count].copy(), ends[1, :count].copy()
        left = marks[2, :open_] + start, ends[2, :open_].copy()
        parts.append((*roots, marks[1, :count].copy(), *left, nodes))
        start, found = start + max(1, done), found + count
    *arrays, visited = zip(*parts, strict=True)
    return *map(np.concatenate, arrays), sum(visited)


def _supports(masks: Integers) -> Supports:
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
    exact = recognize(system, [x for part in point for x in part[1:]])
    if exact is None:
        return None
    signs = [[exact.sign(w) for w in part] for part in exact.weights]
    gains = [exact.sign(_poly(gain)) for _, _, gain in system.gains(exact.weights)]
    if any(s < 0 for part in signs for s in part) or any(g > 0 for g in gains):
        return ()
    equilibrium = _without_zeros(game, exact, signs)
    if all(s > 0 for part in signs for s in part) and all(g < 0 for g in gains):
        sure = replace(equilibrium, regular=True)  # nothing is zero after all, only small
        equilibrium = sure if sure.index is not None else equilibrium
    return (equilibrium,)


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


def _among(equilibrium: NPlayerEquilibrium, others: list[NPlayerEquilibrium]) -> bool:
    return any(
        other.supports == equilibrium.supports and _near(other.point, equilibrium.point)
        for other in others
    )


def _near(a: Any, b: Any) -> bool:
    return all(
        abs(x - y) < 1e-9 for p, q in zip(a, b, strict=True) for x, y in zip(p, q, strict=True)
    )


def _look_closer(game: StrategicGame, supports: Supports, points: Floats) -> Undecided:
    """A support profile with undecided nodes, and an equilibrium among them if a simple one is."""
    near = [[point[i, list(played)] for i, played in enumerate(supports)] for point in points]
    profiles = [_profile(game, supports, weights) for weights in near]
    simple = [p for p in map(partial(simple_equilibrium, game), profiles) if p is not None]
    return Undecided(supports, max(simple, key=_positive, default=profiles[0]))


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
            far = max(abs(float(a) - float(w)) for a, w in zip(line, weights, strict=True))
            if sum(line) != 1 or min(line) < 0 or far > NEARBY:
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
