"""The span of integer vectors: what is settled about payoffs once some sums of them are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz.linear.polyhedra.double_description import primitive


class Span:
    """All combinations of the vectors put in so far, exactly.

    >>> span = Span(3, [(1, 1, 1)])
    >>> span.add((1, 0, 0)), span.add((0, 1, 1)), span.rank
    (True, False, 2)
    >>> span.normals()
    [[0, 1, -1]]
    """

    def __init__(self, width: int, vectors: Iterable[Sequence[int]] = ()) -> None:
        self.width = width
        self.vectors: list[list[int]] = []
        for vector in vectors:
            self.add(vector)

    @property
    def rank(self) -> int:
        return len(self.vectors)

    @property
    def full(self) -> bool:
        """Whether every vector is in it."""
        return self.rank == self.width

    def __contains__(self, vector: Sequence[int]) -> bool:
        from flint import fmpz_mat

        if not self.vectors:
            return not any(vector)
        return int(fmpz_mat([*self.vectors, list(vector)]).rank()) == self.rank

    def add(self, vector: Sequence[int]) -> bool:
        """Put a vector in; says whether it was not there already."""
        if vector in self:
            return False
        self.vectors.append([int(x) for x in vector])
        return True

    def extend(self, vectors: Sequence[Sequence[int]]) -> list[int]:
        """Put vectors in; the positions of those that were not there already.

        >>> Span(3, [(1, 1, 1)]).extend([(1, 0, 0), (0, 1, 1), (0, 1, 0)])
        [0, 2]
        """
        from flint import fmpz_mat

        if not vectors:
            return []
        known = self.rank
        tried = [*self.vectors, *([int(x) for x in vector] for vector in vectors)]
        echelon, _, rank = fmpz_mat([*map(list, zip(*tried, strict=True))]).rref()
        leads, lead = [], 0
        for i in range(rank):
            lead = next(j for j in range(lead, len(tried)) if echelon[i, j] != 0)
            leads.append(lead)
        self.vectors = [tried[lead] for lead in leads]
        return [lead - known for lead in leads[known:]]

    def normals(self) -> list[list[int]]:
        """Primitive integer vectors that span everything perpendicular to it."""
        from flint import fmpz_mat

        if not self.vectors:
            return [[int(i == j) for j in range(self.width)] for i in range(self.width)]
        columns, nullity = fmpz_mat(self.vectors).nullspace()
        vectors = [[int(columns[i, j]) for i in range(self.width)] for j in range(nullity)]
        return [_led_by_positive(primitive(vector)) for vector in vectors]


def _led_by_positive(vector: list[int]) -> list[int]:
    lead = next(x for x in vector if x)
    return vector if lead > 0 else [-x for x in vector]
