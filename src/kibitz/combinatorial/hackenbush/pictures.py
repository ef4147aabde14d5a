"""Pictures by name: where their vertices are, and the lines that are drawn between them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

Places = Mapping[Hashable, tuple[float, float]]
Lines = tuple[tuple[Hashable, ...], ...]

PICTURES: dict[str, tuple[Places, Lines]] = {
    # Three edges through the ground; chop the lintel and two equal posts are left.
    "door": (
        {"left": (0, 0), "right": (1, 0), "a": (0, 2), "b": (1, 2)},
        (("left", "a", "b", "right"),),
    ),
    # Worth 3: an odd number of edges on circuits, and a chimney with smoke, worth 2.
    "house": (
        {
            "left": (0, 0),
            "in": (1, 0),
            "out": (1.8, 0),
            "right": (4, 0),
            "a": (0, 2),
            "b": (4, 2),
            "top": (2, 3.4),
            "roof": (3, 2.7),
            "c": (1, 1.3),
            "d": (1.8, 1.3),
            "chimney": (3, 3.8),
        },
        (
            ("left", "a", "top", "roof", "b", "right"),
            ("a", "b"),
            ("in", "c", "d", "out"),
            ("roof", "chimney"),
            ("chimney", "chimney"),
        ),
    ),
    # Worth 1: eight edges fuse to nothing, four candles cancel, the trunk remains.
    "christmas-tree": (
        {
            "ground": (2, 0),
            "a": (2, 0.8),
            "b": (0, 1),
            "c": (1.3, 2),
            "d": (0.5, 2.1),
            "top": (2, 3.6),
            "e": (3.5, 2.1),
            "f": (2.7, 2),
            "h": (4, 1),
            "b'": (0, 1.6),
            "d'": (0.5, 2.7),
            "e'": (3.5, 2.7),
            "h'": (4, 1.6),
        },
        (
            ("ground", "a", "b", "c", "d", "top", "e", "f", "h", "a"),
            ("b", "b'"),
            ("d", "d'"),
            ("e", "e'"),
            ("h", "h'"),
        ),
    ),
    # Worth 4: the legs fuse to nothing; head 2, arms with balls 2 and 3, on a body of one edge.
    "juggler": (
        {
            "left": (0.4, 0),
            "right": (1.6, 0),
            "hip": (1, 1.3),
            "neck": (1, 2.6),
            "head": (1, 3.1),
            "hand": (0, 3.4),
            "elbow": (1.8, 2.3),
            "palm": (2.2, 3.2),
        },
        (
            ("left", "hip", "right"),
            ("hip", "neck", "head"),
            ("head", "head"),
            ("neck", "hand"),
            ("hand", "hand"),
            ("neck", "elbow", "palm"),
            ("palm", "palm"),
        ),
    ),
    # Worth 2: legs and skirt are seven edges on circuits; above the waist all is worth 3.
    "girl": (
        {
            "left": (0.6, 0),
            "right": (1.4, 0),
            "l": (0.6, 0.9),
            "r": (1.4, 0.9),
            "a": (0, 0.9),
            "b": (2, 0.9),
            "waist": (1, 2),
            "neck": (1, 2.8),
            "head": (1, 3.2),
            "hand": (0.2, 2.3),
            "palm": (1.8, 2.3),
        },
        (
            ("left", "l"),
            ("right", "r"),
            ("a", "l", "r", "b", "waist", "a"),
            ("waist", "neck", "head"),
            ("head", "head"),
            ("neck", "hand"),
            ("neck", "palm"),
        ),
    ),
    # Worth 2: four petals cancel, and so do two leaves, on a stalk of two.
    "flower": (
        {
            "ground": (1, 0),
            "node": (1, 1),
            "bud": (1, 2.2),
            "l": (0.2, 1.5),
            "r": (1.8, 1.5),
        },
        (
            ("ground", "node", "bud"),
            ("node", "l"),
            ("node", "r"),
            ("bud", "bud"),
            ("bud", "bud"),
            ("bud", "bud"),
            ("bud", "bud"),
        ),
    ),
}
