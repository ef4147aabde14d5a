"""Sequential equilibrium, decided exactly: is there a consistent belief system for a profile?

Beliefs are consistent if they are limits of those of completely mixed profiles (Kreps and Wilson
1982). That is so exactly if each unused move a has a tremble c(a) ε^K(a), K(a) a positive integer
and c(a) > 0, that gives them: at an information set that the profile does not reach, the nodes of
the least order share the belief in the proportion of the products of their coefficients. Which
nodes these are is tried in every way; whether orders make it so is a linear program, and whether
beliefs on them make the profile rational is one for each information set. Coefficients then solve
a system that is linear in their logarithms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import lcm, prod
from typing import TYPE_CHECKING, Any

from kibitz.extensive.strategies.profile import Profile
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

MOST_PATTERNS = 4_000
"""Ways to choose the nodes of least order that are tried."""
Trembles = dict[int, tuple[int, Fraction]]
"""For each unused move the order of its tremble, and the coefficient."""


@dataclass(frozen=True)
class Sequential:
    """Trembles that show a profile sequential; without them whether it is refuted."""

    trembles: Trembles | None
    refuted: bool


def sequential(game: ExtensiveGame, profile: Profile) -> Sequential:
    """Trembles whose beliefs make a profile a sequential equilibrium, or that there are none.

    Parameters
    ----------
    game : ExtensiveGame
        A game with exact payoffs.
    profile : Profile
        A behavior strategy of each player, exact.

    Returns
    -------
    Sequential
        The trembles; or that no beliefs do; or neither, where it stays open.

    Notes
    -----
    Cost: a few linear programs for each way to choose the likeliest nodes at the information sets
    that are not reached; exponential in their nodes.

    References
    ----------
    Kreps and Wilson 1982.
    """
    case = _Case.of(game, profile)
    if case.count > MOST_PATTERNS:
        return Sequential(None, refuted=False)
    decided = not case.fails_where_reached
    if case.fails_where_reached:
        return Sequential(None, refuted=True)
    for pattern in case.patterns():
        beliefs = [case.belief(infoset, nodes) for infoset, nodes in pattern.items()]
        if any(belief is None for belief in beliefs):
            continue
        orders = case.orders(pattern)
        if orders is None:
            continue
        known = {n: p for belief in beliefs if belief is not None for n, p in belief.items()}
        coefficients = case.coefficients(pattern, known)
        if coefficients is not None:
            return Sequential({a: (orders[a], coefficients[a]) for a in case.unused}, refuted=False)
        decided = False
    return Sequential(None, refuted=decided)


@dataclass(frozen=True, eq=False)
class _Case:
    """A profile with what its nodes need: the unused moves on the way, and what they are worth."""

    game: ExtensiveGame
    profile: Profile
    unused: tuple[int, ...]
    ways: list[frozenset[int]]
    """For each node the unused moves before it."""
    share: list[Fraction]
    """For each node the product of all other probabilities before it."""
    values: Any

    @classmethod
    def of(cls, game: ExtensiveGame, profile: Profile) -> _Case:
        from kibitz.extensive.strategies.outcomes import profile_values

        tree = game.tree
        unused = tuple(k for k, p in enumerate(profile.weights) if not p)
        ways, share = [frozenset[int]()], [Fraction(1)]
        for node in range(1, len(tree)):
            above = int(tree.parent[node])
            infoset = int(tree.infoset[above])
            if infoset < 0:
                ways.append(ways[above])
                share.append(share[above] * Fraction(game.probability(node)))
                continue
            move = int(game.offset[infoset]) + int(tree.move[node])
            p = Fraction(profile.weights[move])
            ways.append(ways[above] if p else ways[above] | {move})
            share.append(share[above] * (p or 1))
        return cls(game, profile, unused, ways, share, profile_values(game, profile))

    @property
    def count(self) -> int:
        return prod(2 ** len(nodes) - 1 for nodes in self.unreached().values())

    def unreached(self) -> dict[int, list[int]]:
        """The information sets that the profile does not reach, with their nodes."""
        unreached = {}
        for infoset in range(self.game.infosets):
            members = [int(n) for n in self.game.members[infoset]]
            if all(self.ways[n] for n in members):
                unreached[infoset] = members
        return unreached

    @property
    def fails_where_reached(self) -> bool:
        """Whether some information set that is reached has a better move."""
        for infoset in range(self.game.infosets):
            members = [int(n) for n in self.game.members[infoset]]
            reached = [n for n in members if not self.ways[n]]
            if reached:
                rows = self._better(infoset, reached)
                weights = [self.share[n] for n in reached]
                if any(sum(w * x for w, x in zip(weights, r, strict=True)) > 0 for r in rows):
                    return True
        return False

    def patterns(self) -> Iterator[dict[int, tuple[int, ...]]]:
        """Every choice of nodes of least order at the information sets that are not reached."""
        sets = self.unreached()
        some = [
            [c for n in range(len(nodes), 0, -1) for c in combinations(nodes, n)]
            for nodes in sets.values()
        ]
        for chosen in product(*some):
            yield dict(zip(sets, chosen, strict=True))

    def belief(self, infoset: int, nodes: tuple[int, ...]) -> dict[int, Fraction] | None:
        """Positive beliefs at some nodes under which the used moves are best, if there are any."""
        rows = self._better(infoset, list(nodes))
        n = len(nodes)
        table = [[*row, 0] for row in rows] + [
            [*(-int(k == i) for k in range(n)), 1] for i in range(n)
        ]
        program = LinearProgram.read(
            [0] * n + [1],
            [*table, [1] * n + [0]],
            ["<="] * len(table) + ["="],
            [0] * len(table) + [1],
        )
        optimum = program.solve()
        if not isinstance(optimum, Optimum) or optimum.value <= 0:
            return None
        return {node: Fraction(p) for node, p in zip(nodes, optimum.x[:n], strict=True)}

    def _better(self, infoset: int, nodes: list[int]) -> list[list[Fraction]]:
        """What each other move gains over each used one, at each of some nodes."""
        game = self.game
        player = int(game.owners[infoset])
        start, stop = game.offset[infoset : infoset + 2].tolist()
        used = [k for k in range(stop - start) if self.profile.weights[start + k]]

        def worth(node: int, move: int) -> Fraction:
            return Fraction(self.values[int(game.tree.first[node]) + move, player])

        return [
            [worth(n, other) - worth(n, mine) for n in nodes]
            for mine in used[:1]
            for other in range(stop - start)
            if other != mine
        ] + [[worth(n, used[0]) - worth(n, mine) for n in nodes] for mine in used[1:]]

    def orders(self, pattern: dict[int, tuple[int, ...]]) -> dict[int, int] | None:
        """Orders of the trembles that make these nodes the likeliest, if there are any."""
        place = {move: k for k, move in enumerate(self.unused)}
        table: list[list[int]] = []
        senses: list[str] = []
        bounds: list[int] = []
        for infoset, nodes in pattern.items():
            for n in (int(n) for n in self.game.members[infoset]):
                if n == nodes[0]:
                    continue
                row = [0] * len(place)
                for move in self.ways[n]:
                    row[place[move]] += 1
                for move in self.ways[nodes[0]]:
                    row[place[move]] -= 1
                table.append(row)
                senses.append("=" if n in nodes else ">=")
                bounds.append(0 if n in nodes else 1)
        if not table:
            return dict.fromkeys(self.unused, 1)
        program = LinearProgram.read(
            [-1] * len(place), table, senses, bounds, lower=[1] * len(place)
        )
        optimum = program.solve()
        if not isinstance(optimum, Optimum):
            return None
        numbers = [Fraction(x) for x in optimum.x]
        scale = lcm(*(x.denominator for x in numbers))
        return {move: int(numbers[k] * scale) for move, k in place.items()}

    def coefficients(
        self, pattern: dict[int, tuple[int, ...]], belief: dict[int, Fraction]
    ) -> dict[int, Fraction] | None:
        """Coefficients that give these beliefs: products of them, solved one after the other."""
        rows: list[tuple[dict[int, int], Fraction]] = []
        for nodes in pattern.values():
            first = nodes[0]
            for n in nodes[1:]:
                powers = dict.fromkeys(self.ways[n] - self.ways[first], 1)
                powers |= dict.fromkeys(self.ways[first] - self.ways[n], -1)
                target = belief[n] / belief[first] * self.share[first] / self.share[n]
                rows.append((powers, target))
        solved: list[tuple[int, dict[int, int], Fraction]] = []
        while rows:
            powers, target = rows.pop()
            if not powers:
                if target != 1:
                    return None
                continue
            pivot = next((a for a, e in powers.items() if abs(e) == 1), None)
            if pivot is None:
                return None
            sign = powers[pivot]
            others = {a: -sign * e for a, e in powers.items() if a != pivot}
            equal = target if sign > 0 else 1 / target
            solved.append((pivot, others, equal))
            rows = [_replaced(row, pivot, others, equal) for row in rows]
        coefficients = dict.fromkeys(self.unused, Fraction(1))
        for pivot, others, equal in reversed(solved):
            coefficients[pivot] = equal * prod(
                (coefficients[a] ** e for a, e in others.items()), start=Fraction(1)
            )
        return coefficients


def _replaced(
    row: tuple[dict[int, int], Fraction], pivot: int, others: dict[int, int], equal: Fraction
) -> tuple[dict[int, int], Fraction]:
    """An equation with one coefficient replaced by what it equals."""
    powers, target = row
    e = powers.get(pivot, 0)
    if not e:
        return row
    total = {a: x for a, x in powers.items() if a != pivot}
    for a, x in others.items():
        total[a] = total.get(a, 0) + e * x
    return {a: x for a, x in total.items() if x}, target / equal**e
