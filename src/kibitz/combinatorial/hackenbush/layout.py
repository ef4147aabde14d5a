"""Where the vertices of a picture go: trees tidily, everything else in layers above the ground."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.combinatorial.hackenbush.game import Hackenbush

GAP = 0.7
"""Room between two components, in steps between neighbors."""
SWEEPS = 12
PATIENT = 90
"""Edges up to which neighbors are exchanged one by one to undo crossings."""

Point = tuple[float, float]
Ends = tuple[Hashable, Hashable]


@dataclass(frozen=True, slots=True)
class Layout:
    """Spots, to the right and upwards with the ground at height 0, and the two spots of each edge.

    ``component`` numbers the parts that hang together above the ground, for each spot.
    """

    spots: dict[Hashable, Point]
    ends: list[Ends]
    component: dict[Hashable, int]


def layout(game: Hackenbush) -> Layout:
    """Lay a picture out, where it was drawn or else by its shape; the whole of it, fallen or not.

    Every edge that ends on the ground gets a foot of its own there, unless the points on the
    ground have names.

    >>> from kibitz.combinatorial.hackenbush import hackenbush
    >>> layout(hackenbush("0-1-2-0")).spots
    {('foot', 0, 0): (0.0, 0.0), ('foot', 2, 1): (1.0, 0.0), 1: (0.0, 1.0), 2: (1.0, 1.0)}
    """
    ends = [(_spot(game, edge, 0), _spot(game, edge, 1)) for edge in range(len(game.edges))]
    parts = _components(ends)
    component = {spot: k for k, part in enumerate(parts) for spot in part}
    if game.places is not None:
        return Layout(dict(game.places), ends, component)
    shares: list[list[Ends]] = [[] for _ in parts]
    for pair in ends:
        shares[component[pair[0]]].append(pair)
    spots: dict[Hashable, Point] = {}
    edge_of_paper = 0.0
    for part, share in zip(parts, shares, strict=True):
        feet = [spot for spot in part if spot in game.ground or _is_foot(spot)]
        placed = _place(part, feet, share)
        left = min(x for x, _ in placed.values())
        for spot, (x, y) in placed.items():
            spots[spot] = (x - left + edge_of_paper, y)
        edge_of_paper += max(x for x, _ in placed.values()) - left + 1 + GAP
    return Layout(spots, ends, component)


def _spot(game: Hackenbush, edge: int, end: int) -> Hashable:
    name = game.edges[edge][end]
    on_ground = game._incidence.ends[edge][end] == 0
    if game.places is None and on_ground and (name == 0 or len(game.ground) == 1):
        return ("foot", edge, end)
    return name


def _components(ends: Sequence[Ends]) -> list[list[Hashable]]:
    """The spots that hang together, in the order of the edges."""
    near = _neighbors(ends)
    parts: list[list[Hashable]] = []
    seen: set[Hashable] = set()
    for start in near:
        if start in seen:
            continue
        part, queue = [], [start]
        seen.add(start)
        while queue:
            spot = queue.pop()
            part.append(spot)
            fresh = [other for other in reversed(near[spot]) if other not in seen]
            seen.update(fresh)
            queue += list(dict.fromkeys(fresh))
        parts.append(part)
    return parts


def _neighbors(ends: Sequence[Ends]) -> dict[Hashable, list[Hashable]]:
    near: dict[Hashable, list[Hashable]] = {}
    for a, b in ends:
        near.setdefault(a, []).append(b)
        near.setdefault(b, [])
        if a != b:
            near[b].append(a)
    return near


def _place(
    part: Sequence[Hashable], feet: list[Hashable], ends: Sequence[Ends]
) -> dict[Hashable, Point]:
    near = _neighbors(ends)
    rows = _rows(feet, near)
    lines = [pair for pair in ends if pair[0] != pair[1]]
    if len(feet) == 1 and len(lines) == len(part) - 1:
        return _tidy(feet[0], near)
    return _in_layers(rows, near, lines)


def _is_foot(spot: Hashable) -> bool:
    return isinstance(spot, tuple) and len(spot) == 3 and spot[0] == "foot"


def _rows(feet: Sequence[Hashable], near: dict[Hashable, list[Hashable]]) -> list[list[Hashable]]:
    """The spots by their distance from the ground."""
    rows, seen = [list(feet)], set(feet)
    while True:
        above = dict.fromkeys(s for spot in rows[-1] for s in near[spot] if s not in seen)
        if not above:
            return rows
        seen.update(above)
        rows.append(list(above))


def _tidy(root: Hashable, near: dict[Hashable, list[Hashable]]) -> dict[Hashable, Point]:
    """A tree: leaves side by side, every other vertex below the middle of what it carries."""
    order: list[tuple[Hashable, int]] = []
    carries: dict[Hashable, list[Hashable]] = {}
    queue: list[tuple[Hashable, int]] = [(root, 0)]
    while queue:
        spot, height = queue.pop()
        order.append((spot, height))
        carries[spot] = [s for s in near[spot] if s not in carries and s != spot]
        queue += [(s, height + 1) for s in reversed(carries[spot])]
    across: dict[Hashable, float] = {}
    for spot, _ in order:
        if not carries[spot]:
            across[spot] = float(len(across))
    for spot, _ in reversed(order):
        if carries[spot]:
            across[spot] = (across[carries[spot][0]] + across[carries[spot][-1]]) / 2
    return {spot: (across[spot], float(height)) for spot, height in order}


def _in_layers(
    rows: list[list[Hashable]], near: dict[Hashable, list[Hashable]], lines: Sequence[Ends]
) -> dict[Hashable, Point]:
    """One row for each distance from the ground, ordered so that few edges cross."""
    rows = _untangled(rows, near, lines)
    across = {s: k - (len(row) - 1) / 2 for row in rows for k, s in enumerate(row)}
    row_of = {s: y for y, row in enumerate(rows) for s in row}

    def settle(row: list[Hashable]) -> None:
        goals = []
        for spot in row:
            others = [across[s] for s in near[spot] if row_of[s] != row_of[spot]]
            goals.append(fmean(others) if others else across[spot])
        across.update(zip(row, _apart(goals), strict=True))

    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 else reversed(rows):
            settle(row)
    settle(rows[0])
    left = min(across.values())
    return {s: (round(across[s] - left, 3), float(y)) for y, row in enumerate(rows) for s in row}


def _apart(goals: Sequence[float]) -> list[float]:
    """Numbers at least 1 apart, in order, and as near to the goals as can be (least squares)."""
    pools: list[tuple[float, int]] = []
    for k, goal in enumerate(goals):
        mean, size = goal - k, 1
        while pools and pools[-1][0] > mean:
            other, count = pools.pop()
            mean, size = (mean * size + other * count) / (size + count), size + count
        pools.append((mean, size))
    flat = [mean for mean, size in pools for _ in range(size)]
    return [x + k for k, x in enumerate(flat)]


def _untangled(
    rows: list[list[Hashable]], near: dict[Hashable, list[Hashable]], lines: Sequence[Ends]
) -> list[list[Hashable]]:
    """The rows in the best order found by sorting each by where its neighbors are."""
    row_of = {s: y for y, row in enumerate(rows) for s in row}
    best, least = rows, _tangle(rows, row_of, lines)
    at = {s: k / len(row) for row in rows for k, s in enumerate(row)}
    for sweep in range(SWEEPS):
        trial: list[list[Hashable]] = []
        for row in rows if sweep % 2 else reversed(rows):
            goal = {s: fmean([at[t] for t in near[s]] or [at[s]]) for s in row}
            trial.append(sorted(row, key=goal.__getitem__))
            at.update((s, k / len(row)) for k, s in enumerate(trial[-1]))
        rows = trial if sweep % 2 else trial[::-1]
        tangle = _tangle(rows, row_of, lines)
        if tangle < least:
            best, least = rows, tangle
    return _exchanged(best, near, row_of, lines) if len(lines) <= PATIENT else best


def _exchanged(
    rows: list[list[Hashable]],
    near: dict[Hashable, list[Hashable]],
    row_of: dict[Hashable, int],
    lines: Sequence[Ends],
) -> list[list[Hashable]]:
    """Exchange neighbors in a row, alone or with all they carry, as long as that helps."""
    least = _tangle(rows, row_of, lines)
    better = True
    while better:
        better = False
        for y, row in enumerate(rows):
            for k in range(len(row) - 1):
                swapped = [*row[:k], row[k + 1], row[k], *row[k + 2 :]]
                alone = [*rows[:y], swapped, *rows[y + 1 :]]
                for trial in (alone, _followed(alone, y, near)):
                    tangle = _tangle(trial, row_of, lines)
                    if tangle < least:
                        rows, row, least, better = trial, trial[y], tangle, True
    return rows


def _followed(
    rows: list[list[Hashable]], y: int, near: dict[Hashable, list[Hashable]]
) -> list[list[Hashable]]:
    """The rows above row ``y`` sorted by what they stand on."""
    rows = list(rows)
    for above in range(y + 1, len(rows)):
        at = {s: k for k, s in enumerate(rows[above - 1])}
        goal = {s: fmean([at[t] for t in near[s] if t in at]) for s in rows[above]}
        rows[above] = sorted(rows[above], key=goal.__getitem__)
    return rows


def _tangle(
    rows: Sequence[Sequence[Hashable]], row_of: dict[Hashable, int], lines: Sequence[Ends]
) -> int:
    """Crossings between rows, and spots that an edge within a row has to pass."""
    at = {s: k for row in rows for k, s in enumerate(row)}
    passed = 0
    between: list[list[tuple[int, int]]] = [[] for _ in rows]
    for a, b in lines:
        if row_of[a] == row_of[b]:
            passed += 2 * (abs(at[a] - at[b]) - 1)
        else:
            low, high = sorted((a, b), key=row_of.__getitem__)
            between[row_of[low]].append((at[low], at[high]))
    for pairs in between:
        for k, (p, q) in enumerate(pairs):
            passed += sum((p - r) * (q - s) < 0 for r, s in pairs[:k])
    return passed
