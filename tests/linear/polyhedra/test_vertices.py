"""Vertex enumeration against brute force over all bases, counting theorems, and at scale."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import comb, factorial, gcd, lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.errors import GameError
from kibitz.core.progress import Task
from kibitz.linear.polyhedra import double_description
from kibitz.linear.polyhedra.double_description import extreme_rays, most_vertices
from kibitz.linear.polyhedra.vertices import Polyhedron, affine_dimension, vertices

# --- an independent check: Gauss elimination on fractions, every basis tried ---------------------


def echelon(rows):
    """Reduced row echelon form and its pivot columns."""
    rows, pivots = [[Fraction(x) for x in row] for row in rows], []
    width = len(rows[0]) if rows else 0
    for j in range(width):
        k = len(pivots)
        i = next((i for i in range(k, len(rows)) if rows[i][j]), None)
        if i is None:
            continue
        rows[k], rows[i] = rows[i], rows[k]
        rows[k] = [x / rows[k][j] for x in rows[k]]
        for i, row in enumerate(rows):
            if i != k and row[j]:
                rows[i] = [x - row[j] * y for x, y in zip(row, rows[k], strict=True)]
        pivots.append(j)
    return rows[: len(pivots)], pivots


def rank(rows):
    return len(echelon(rows)[1])


def dot(a, x):
    return sum((Fraction(p) * q for p, q in zip(a, x, strict=True)), Fraction(0))


def primitive(x):
    """The positive multiple that is integral without a common divisor."""
    numerators = [int(t * lcm(*(t.denominator for t in x))) for t in x]
    return tuple(Fraction(t, gcd(*numerators)) for t in numerators)


def brute_vertices(A, b, C, d):
    n = len((A or C)[0])
    need = n - rank(C)
    found = set()
    for chosen in combinations(range(len(A)), need):
        system = [[*A[i], b[i]] for i in chosen] + [[*c, e] for c, e in zip(C, d, strict=True)]
        reduced, pivots = echelon(system)
        if pivots == list(range(n)):
            x = tuple(row[-1] for row in reduced)
            if all(dot(a, x) <= e for a, e in zip(A, b, strict=True)):
                found.add(x)
    return found


def brute_rays(A, C):
    """Extreme rays of {A x <= 0, C x = 0}, which must contain no line."""
    n = len((A or C)[0])
    need = n - 1 - rank(C)
    found = set()
    for chosen in combinations(range(len(A)), need) if need >= 0 else ():
        reduced, pivots = echelon([A[i] for i in chosen] + list(C))
        if len(pivots) != n - 1:
            continue
        free = next(j for j in range(n) if j not in pivots)
        x = [Fraction(0)] * n
        x[free] = Fraction(1)
        for row, pivot in zip(reduced, pivots, strict=True):
            x[pivot] = -row[free]
        for sign in (1, -1):
            y = [sign * t for t in x]
            if all(dot(a, y) <= 0 for a in A):
                found.add(primitive(y))
    return found


def lead(line):
    return next(j for j, x in enumerate(line) if x)


def check(found: Polyhedron, A, b, C=(), d=()) -> None:
    """Everything that a Polyhedron says is so: sound, complete, in order."""
    A, C = [list(a) for a in A], [list(c) for c in C]
    n = len((A or C)[0])
    cuts = C + [[int(j == lead(line)) for j in range(n)] for line in found.lines]
    levels = [*d, *[0] * len(found.lines)]
    expected = brute_vertices(A, b, cuts, levels)
    assert set(found.vertices) == expected
    if found.empty:
        assert found == Polyhedron((), (), (), (), -1)
        return
    assert rank(found.lines) == len(found.lines) == n - rank(A + C)
    assert all(dot(a, line) == 0 for a in A + C for line in found.lines)
    assert set(found.rays) == brute_rays(A, cuts)
    for part in (found.vertices, found.rays, found.lines):
        assert list(part) == sorted(set(part), reverse=True)
    for x, tight in zip(found.vertices, found.tight, strict=True):
        assert tight == {i for i, a in enumerate(A) if dot(a, x) == b[i]}
        assert rank([A[i] for i in tight] + cuts) == n
    spread = [[*x, 1] for x in found.vertices] + [[*x, 0] for x in found.rays + found.lines]
    assert found.dimension == rank(spread) - 1
    assert found.bounded == (not found.rays and not found.lines)


def enumerate_and_check(A, b, C=(), d=()) -> Polyhedron:
    found = vertices(A, b, C, d)
    check(found, A, b, C, d)
    return found


# --- against brute force -------------------------------------------------------------------------

small = st.integers(-3, 3)
rational = st.fractions(-2, 2, max_denominator=4)
huge = st.one_of(small, *(st.integers(-(10**k), 10**k) for k in (6, 9, 25)))


@st.composite
def systems(draw, entries, most_variables=4, most_rows=8):
    n = draw(st.integers(1, most_variables))
    m = draw(st.integers(1, most_rows))
    k = draw(st.integers(0, 2))
    row = st.lists(entries, min_size=n, max_size=n)
    A = draw(st.lists(row, min_size=m, max_size=m))
    b = draw(st.lists(entries, min_size=m, max_size=m))
    C = draw(st.lists(row, min_size=k, max_size=k))
    d = draw(st.lists(entries, min_size=k, max_size=k))
    return A, b, C, d


@given(systems(small))
def test_small_integers_agree_with_brute_force(system):
    enumerate_and_check(*system)


@given(systems(st.integers(-1, 1), most_variables=4, most_rows=10))
def test_degenerate_systems_agree_with_brute_force(system):
    enumerate_and_check(*system)


@given(systems(rational))
def test_fractions_agree_with_brute_force(system):
    enumerate_and_check(*system)


@given(systems(huge, most_variables=3, most_rows=7))
def test_numbers_around_and_beyond_64_bits_agree_with_brute_force(system):
    enumerate_and_check(*system)


@given(st.lists(st.tuples(small, small, small), min_size=1, max_size=9))
def test_bounded_by_a_box(rows):
    """A cube cut through by planes: always bounded, often degenerate."""
    A = [list(r) for r in rows] + [
        [s * (i == j) for j in range(3)] for i in range(3) for s in (1, -1)
    ]
    b = [1] * len(rows) + [1] * 6
    assert enumerate_and_check(A, b).bounded


@given(st.lists(st.lists(st.integers(0, 1), min_size=4, max_size=4), min_size=1, max_size=4))
def test_optimal_faces_of_zero_one_games(columns):
    """Mixtures of four rows that guarantee 1/2 in every column."""
    A = [[-x for x in column] for column in columns] + [
        [-int(i == j) for j in range(4)] for i in range(4)
    ]
    b = [Fraction(-1, 2)] * len(columns) + [0] * 4
    enumerate_and_check(A, b, [[1] * 4], [1])


@given(systems(small, most_variables=3, most_rows=6), st.randoms(use_true_random=False))
def test_order_repetition_and_scale_do_not_matter(system, rng):
    A, b, C, d = system
    rows = [(a, e) for a, e in zip(A, b, strict=True)]
    again = [([3 * x for x in a], 3 * e) for a, e in rows] + rows
    rng.shuffle(again)
    other = vertices([a for a, _ in again], [e for _, e in again], C + C, d + d)
    this = vertices(A, b, C, d)
    assert (this.vertices, this.rays, this.lines, this.dimension) == (
        other.vertices,
        other.rays,
        other.lines,
        other.dimension,
    )


# --- polytopes with a name -----------------------------------------------------------------------


def unit(i, n, sign=1):
    return [sign * int(i == j) for j in range(n)]


def cube(n):
    return [unit(i, n, s) for i in range(n) for s in (1, -1)], [1] * (2 * n)


def cross_polytope(n):
    return [list(s) for s in product((1, -1), repeat=n)], [1] * 2**n


def simplex(n):
    return [unit(i, n, -1) for i in range(n)] + [[1] * n], [0] * n + [1]


def polar_cyclic(d, m):
    """Facets are points of the moment curve about their centroid: as many vertices as can be."""
    curve = [[t**k for k in range(1, d + 1)] for t in range(m)]
    center = [Fraction(sum(p[k] for p in curve), m) for k in range(d)]
    return [[x - c for x, c in zip(p, center, strict=True)] for p in curve], [1] * m


def permutahedron(n):
    """Hull of the permutations of 1..n: every set of k coordinates sums to at least 1 + ... + k."""
    sets = [s for k in range(1, n) for s in combinations(range(n), k)]
    A = [[-int(i in s) for i in range(n)] for s in sets]
    return A, [-len(s) * (len(s) + 1) // 2 for s in sets], [[1] * n], [n * (n + 1) // 2]


def birkhoff(n):
    """Doubly stochastic matrices; the 2n equations are redundant."""
    C = [[int(k // n == i) for k in range(n * n)] for i in range(n)]
    C += [[int(k % n == j) for k in range(n * n)] for j in range(n)]
    return [unit(k, n * n, -1) for k in range(n * n)], [0] * (n * n), C, [1] * (2 * n)


def pyramid(n):
    """Apex (0, ..., 0, 1) over the cube [-1, 1]^(n-1) at height 0: 2(n-1) facets at the apex."""
    A = [[s * int(i == j) for j in range(n - 1)] + [1] for i in range(n - 1) for s in (1, -1)]
    return [*A, unit(n - 1, n, -1)], [1] * (2 * n - 2) + [0]


@pytest.mark.parametrize(
    ("system", "count"),
    [
        (cube(4), 16),
        (cross_polytope(3), 6),
        (simplex(5), 6),
        (polar_cyclic(4, 8), 20),
        (permutahedron(4), 24),
        (birkhoff(3), 6),
        (pyramid(4), 9),
    ],
    ids=["cube", "cross-polytope", "simplex", "cyclic", "permutahedron", "Birkhoff", "pyramid"],
)
def test_named_polytopes_in_full(system, count):
    assert len(enumerate_and_check(*system).vertices) == count


@pytest.mark.parametrize("n", [1, 7, 12])
def test_cube(n):
    found = vertices(*cube(n))
    expected = sorted(product((Fraction(1), Fraction(-1)), repeat=n), reverse=True)
    assert list(found.vertices) == expected
    assert found.dimension == n


@pytest.mark.parametrize("n", [2, 5, 8])
def test_cross_polytope(n):
    found = vertices(*cross_polytope(n))
    assert sorted(found.vertices) == sorted(tuple(unit(i, n, s)) for i in range(n) for s in (1, -1))
    assert {len(tight) for tight in found.tight} == {2 ** (n - 1)}


@pytest.mark.parametrize(("d", "m"), [(2, 9), (3, 9), (4, 12), (5, 11), (6, 13), (4, 70)])
def test_cyclic_polytopes_reach_the_upper_bound(d, m):
    assert len(vertices(*polar_cyclic(d, m)).vertices) == most_vertices(d, m)


@pytest.mark.parametrize("d", range(2, 9))
@pytest.mark.parametrize("m", [9, 12])
def test_upper_bound_by_gale_evenness(d, m):
    """The formula against a count: cyclic facets are d-sets whose inner blocks are all even."""

    def even(chosen):
        gaps = [i for i in range(m) if i not in chosen]
        return all(sum(i < k < j for k in chosen) % 2 == 0 for i, j in pairwise(gaps))

    assert most_vertices(d, m) == sum(even(set(s)) for s in combinations(range(m), d))


@pytest.mark.parametrize("n", [3, 5, 7])
def test_permutahedron(n):
    """More than 64 inequalities at n = 7."""
    found = vertices(*permutahedron(n))
    expected = sorted(permutations(map(Fraction, range(1, n + 1))), reverse=True)
    assert list(found.vertices) == expected
    assert found.dimension == n - 1
    assert {len(tight) for tight in found.tight} == {n - 1}


@pytest.mark.parametrize("n", [2, 4, 5])
def test_birkhoff_von_neumann(n):
    found = vertices(*birkhoff(n))
    assert len(found.vertices) == factorial(n)
    assert all(sorted(x)[-n:] == [1] * n and sum(x) == n for x in found.vertices)
    assert found.dimension == (n - 1) ** 2


@pytest.mark.parametrize(("n", "k"), [(5, 2), (8, 4)])
def test_hypersimplex(n, k):
    A = [unit(i, n, s) for i in range(n) for s in (1, -1)]
    found = vertices(A, [1, 0] * n, [[1] * n], [k])
    assert len(found.vertices) == comb(n, k)
    assert all(set(x) == {0, 1} for x in found.vertices)


@pytest.mark.parametrize("n", [3, 6, 9])
def test_pyramid_has_a_degenerate_apex(n):
    found = vertices(*pyramid(n))
    assert len(found.vertices) == 2 ** (n - 1) + 1
    apex = found.vertices.index(tuple(unit(n - 1, n)))
    assert len(found.tight[apex]) == 2 * (n - 1)


# --- polyhedra that are not polytopes ------------------------------------------------------------


def test_orthant_has_one_vertex_and_its_rays():
    found = enumerate_and_check([unit(i, 3, -1) for i in range(3)], [0, 0, 0])
    assert found.vertices == ((0, 0, 0),)
    assert found.rays == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert not found.bounded


def test_slab_has_lines():
    found = enumerate_and_check([[1, 1, 0], [-1, -1, 0]], [1, 1])
    assert found.lines == ((1, -1, 0), (0, 0, 1))
    assert found.vertices == ((0, 1, 0), (0, -1, 0))
    assert found.dimension == 3


def test_whole_space_and_a_flat():
    assert enumerate_and_check([[0, 0]], [3]).lines == ((1, 0), (0, 1))
    flat = vertices([], [], [[1, 2, 3]], [6])
    assert (flat.vertices, len(flat.lines), flat.dimension) == (((0, 0, 2),), 2, 2)


def test_half_line_and_point():
    ray = enumerate_and_check([[-2]], [Fraction(-3, 7)])
    assert (ray.vertices, ray.rays) == (((Fraction(3, 14),),), ((1,),))
    point = enumerate_and_check([[1], [-1]], [5, -5])
    assert (point.vertices, point.tight, point.dimension) == (((5,),), (frozenset({0, 1}),), 0)


@pytest.mark.parametrize(
    "system",
    [
        ([[1], [-1]], [0, -1]),
        ([[0, 0]], [-1]),
        ([[1, 0]], [0], [[1, 1], [2, 2]], [1, 3]),
        ([[-1, 0], [0, -1], [1, 1]], [0, 0, -1]),
        ([[1, 0], [-1, 0]], [0, -1]),
        ([], [], [[0]], [1]),
    ],
    ids=["interval", "false row", "equations", "simplex", "with a line", "false equation"],
)
def test_empty(system):
    found = vertices(*system)
    assert found.empty
    assert found == Polyhedron((), (), (), (), -1)


def test_no_variables():
    assert vertices([[]], [1]).vertices == ((),)
    assert vertices([[]], [-1]).empty
    assert vertices([[]], [0], [[]], [1]).empty


def test_rows_that_say_nothing_are_tight_or_not():
    found = vertices([[-1], [1], [0], [0], [1]], [0, 1, 0, 7, 2])
    assert found.vertices == ((1,), (0,))
    assert found.tight == (frozenset({1, 2}), frozenset({0, 2}))


# --- games ---------------------------------------------------------------------------------------


def best_response_polytope(matrix):
    m = len(matrix)
    A = [unit(i, m, -1) for i in range(m)] + [list(column) for column in zip(*matrix, strict=True)]
    return A, [0] * m + [1] * len(matrix[0])


@pytest.mark.parametrize(
    ("size", "digits"), [(10, 6), (5, 1000), *((5, digits) for digits in range(2, 20))]
)
def test_best_response_polytope_is_complete(size, digits):
    """In a simple polytope each vertex has an edge for every inequality dropped, and each edge two
    ends. The graph is connected, so a nonempty set with every edge's both ends has all vertices.
    The many sizes of numbers lead through every bound at which 64 bits no longer do."""
    rng = random.Random(digits)
    matrix = [[rng.randint(1, 10**digits) for _ in range(size)] for _ in range(size)]
    A, b = best_response_polytope(matrix)
    found = vertices(A, b)
    assert {len(tight) for tight in found.tight} == {size}
    edges = Counter(tight - {i} for tight in found.tight for i in tight)
    assert set(edges.values()) == {2}
    for x, tight in list(zip(found.vertices, found.tight, strict=True))[::size]:
        for i, (a, level) in enumerate(zip(A, b, strict=True)):
            assert dot(a, x) == level if i in tight else dot(a, x) < level


@pytest.mark.parametrize("value", [0, 1])
def test_constant_game(value):
    A = [[-value] * 12] * 12 + [unit(i, 12, -1) for i in range(12)]
    found = vertices(A, [-value] * 12 + [0] * 12, [[1] * 12], [1])
    assert found.vertices == tuple(tuple(unit(i, 12)) for i in range(12))
    assert all(len(tight) == 12 + 11 for tight in found.tight)


@pytest.mark.parametrize("seed", range(4))
def test_twelve_by_twelve_skew_game(seed):
    """A skew-symmetric game with entries -1, 0, 1 has value 0; its optimal set is never empty, and
    each extreme point has as many independent tight constraints as it has variables."""
    rng = random.Random(seed)
    matrix = [[0] * 12 for _ in range(12)]
    for i, j in combinations(range(12), 2):
        matrix[i][j] = rng.randint(-1, 1)
        matrix[j][i] = -matrix[i][j]
    A = [[-x for x in column] for column in zip(*matrix, strict=True)]
    A += [unit(i, 12, -1) for i in range(12)]
    found = vertices(A, [0] * 24, [[1] * 12], [1])
    assert not found.empty
    for x, tight in zip(found.vertices, found.tight, strict=True):
        assert sum(x) == 1
        assert all(dot(a, x) <= 0 for a in A)
        assert rank([A[i] for i in tight] + [[1] * 12]) == 12


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "message"),
    [
        (([[1, 2]], [1, 2]), "A has 1 row but b has 2 entries"),
        (([[1, 2]], [1], [[1, 1]], []), "C has 1 row but d has 0 entries"),
        (([[1, 2], [1]], [1, 2]), "A, row 2 has 1 entry, the first row has 2"),
        (([[1, 2]], [1], [[1, 2, 3]], [1]), "C, row 1 has 3 entries, the first row has 2"),
        (([1, 2], [1, 2]), "A, row 1: 1 is not a list"),
        (([[1]], 2), "b: 2 is not a list"),
        (([[1, 0.5]], [1]), "A, row 1, column 2: 0.5 is a float"),
        (([[1, "x"]], [1]), "A, row 1, column 2: 'x' is not a number"),
        (([[1]], [None]), "b, entry 1: None is not a number"),
        (([], []), "no inequalities and no equations"),
    ],
)
def test_bad_input(system, message):
    with pytest.raises(GameError, match=message):
        vertices(*system)


def test_limit_is_kept_and_named():
    with pytest.raises(GameError, match="more than 100 vertices and rays"):
        vertices(*cube(8), limit=100)
    assert len(vertices(*cube(6), limit=64).vertices) == 64


def test_stopping_gives_no_partial_answer(monkeypatch):
    @contextmanager
    def stopped(label, total=None):
        task = Task(label, total)
        task.stopped = True
        yield task

    monkeypatch.setattr(double_description, "work", stopped)
    with pytest.raises(KeyboardInterrupt):
        vertices(*cube(3))


def test_a_cone_with_a_line_is_refused():
    with pytest.raises(ValueError, match="contains a line"):
        extreme_rays([[1, 0], [-1, 0]])


def test_affine_dimension():
    assert affine_dimension([]) == -1
    assert affine_dimension([(Fraction(1, 3), Fraction(2))]) == 0
    assert affine_dimension(vertices(*birkhoff(3)).vertices) == 4


# --- both ways of finding adjacent rays ----------------------------------------------------------


@pytest.mark.parametrize(
    "system", [permutahedron(5), polar_cyclic(4, 70), cross_polytope(5), pyramid(6)]
)
def test_small_blocks_and_sorting_give_the_same(system, monkeypatch):
    """Blocks of one pair, and ridges always sorted."""
    usual = vertices(*system)
    monkeypatch.setattr(double_description, "BLOCK", 1)
    monkeypatch.setattr(double_description, "SAMPLE", 1)

    def sort(one, other, need):
        yield double_description._matching_ridges(one, other, need)

    monkeypatch.setattr(double_description, "_simple_pairs", sort)
    assert vertices(*system) == usual
