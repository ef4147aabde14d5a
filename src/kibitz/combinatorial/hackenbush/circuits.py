"""Chopping an edge of a circuit: nothing falls, but other edges of the circuit become bridges."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import numpy as np
import numpy.typing as npt

from kibitz.combinatorial.hackenbush.fusion import Fusion

KEY_BITS = 128


def circuit_chops(fusion: Fusion) -> dict[int, int]:
    """For each edge that is not a bridge, the nimber that its block has left when it is chopped.

    Two edges of a block form a cut pair when each becomes a bridge as soon as the other goes. The
    edges of a class of cut pairs lie in a ring, with a piece of the block between any two
    neighbors; chop one of them, and the ring opens into two chains that stand on the piece nearest
    to the ground. The classes are distinguished by random keys of 128 bits: two edges have the same
    key when they lie on the same circuits. O(E), but for chains see :func:`chain_values`.
    """
    weights = _weights(fusion)
    left: dict[int, int] = {}
    for stems, edges in _rings(fusion):
        block = fusion.block[stems[0]]
        pieces = [weights[a] ^ weights[b] ^ 1 for a, b in pairwise(stems)]
        if len(edges) > len(stems):
            pieces.append(weights[stems[-1]])
        left.update(zip(edges, _opened(fusion.values[block], pieces), strict=True))
    for edge, upper, _ in fusion.standing.back:
        left.setdefault(edge, fusion.values[fusion.block[upper]] ^ 1)
    return left


def chain_values(pieces: Sequence[int]) -> npt.NDArray[np.int64]:
    """The nimbers of the chains made of the first 0, 1, 2, ... pieces, one on top of the other.

    Each piece stands on a bridge, and holds up the next one besides what it is worth itself. Cost
    O(n d) for n pieces of which d are not worth 0.

    >>> chain_values([0, 0, 1, 0]).tolist()
    [0, 1, 2, 4, 3]
    """
    count = len(pieces)
    cut = np.arange(count + 1)
    values = np.zeros(count + 1, np.int64)
    top = count
    for k in reversed([k for k, worth in enumerate(pieces) if worth]):
        values[k + 1 :] += np.minimum(cut[k + 1 :], top) - (k + 1)
        values[k + 1 :] = (values[k + 1 :] ^ pieces[k]) + 1
        top = k
    return values + np.minimum(cut, top)


def _opened(whole: int, pieces: Sequence[int]) -> list[int]:
    """What a block is worth when its ring is opened at the first, second, ... edge.

    The piece nearest to the ground is not listed: with all the others and the edges of the ring it
    makes up the whole.
    """
    ground = whole ^ ((len(pieces) + 1) & 1)
    for worth in pieces:
        ground ^= worth
    one_way = chain_values(pieces)
    other_way = chain_values(pieces[::-1])[::-1]
    values: list[int] = (one_way ^ other_way ^ ground).tolist()
    return values


def _weights(fusion: Fusion) -> list[int]:
    """For each vertex, the worth of the part of its block from the vertex upwards.

    That is the parity of its edges, the stem included, added to the branches that grow there.
    """
    standing = fusion.standing
    weights = [0] * len(standing.order)
    for _, upper, _ in standing.back:
        weights[upper] ^= 1
    for v in range(len(weights) - 1, 0, -1):
        if fusion.is_bridge(v):
            weights[standing.parent[v]] ^= fusion.branch(fusion.block[v])
        else:
            weights[v] ^= 1
            weights[standing.parent[v]] ^= weights[v]
    return weights


def _rings(fusion: Fusion) -> list[tuple[list[int], list[int]]]:
    """The classes of cut pairs that hold a stem: its vertices upwards, and the edges in order."""
    standing = fusion.standing
    random = Random(len(standing.order))
    keys = [0] * len(standing.order)
    closing: dict[int, int] = {}
    for edge, upper, lower in standing.back:
        if upper != lower:
            key = random.getrandbits(KEY_BITS)
            closing[key] = edge
            keys[upper] ^= key
            keys[lower] ^= key
    for v in range(len(keys) - 1, 0, -1):
        keys[standing.parent[v]] ^= keys[v]
    stems: dict[int, list[int]] = {}
    for v in range(1, len(keys)):
        if keys[v]:
            stems.setdefault(keys[v], []).append(v)
    rings = []
    for key, vertices in stems.items():
        edges = [standing.stem[v] for v in vertices]
        if key in closing:
            edges.append(closing[key])
        rings.append((vertices, edges))
    return rings
