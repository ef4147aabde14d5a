"""Trembling hands: beliefs where no one comes, sequential rationality, and perfection.

Every player trembles: the profile is mixed with a little of every move, of order ε, or of higher
order where a tremble is less likely. How likely a node is, and what a move is worth, become
polynomials in ε, computed exactly; for small ε their first coefficients decide. If no move that is
used falls behind another, the profile is a trembling-hand perfect equilibrium of the agent form
(Selten 1975); if no move does in the limit, it is a sequential equilibrium with the beliefs of the
limit (Kreps and Wilson 1982). Both are proofs when they succeed. Whether any trembles show a
profile sequential is decided exactly where few nodes are not reached: :mod:`.sequential` finds
orders and coefficients, or that there are none; for perfection other trembles might do. The
probabilities of moves that are used may tremble as well: where a player mixes, a little may go from
one used move to another, which keeps others indifferent or makes them prefer what they do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.extensive.methods.sequential import Sequential, Trembles, sequential
from kibitz.extensive.strategies.profile import Profile

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

MOST_NODES = 5_000
MOST_TRIES = 512
Polynomial = tuple[Fraction, ...]
Shifts = dict[int, Fraction]
"""How many ε the probability of a used move grows by; at each information set they add up to 0."""


@dataclass(frozen=True, eq=False)
class TrembleTest:
    """What the trembles that served best have shown."""

    game: ExtensiveGame
    beliefs: dict[str, dict[int, Fraction]]
    """For each information set how likely each of its nodes is, in the limit."""
    is_equilibrium: bool
    """Whether no reached information set has a better move."""
    is_sequential: bool
    """Whether the profile is a sequential equilibrium with these beliefs."""
    is_perfect: bool
    """Whether the profile is trembling-hand perfect, by these trembles."""
    failures: tuple[str, ...]
    """The first information set where a better move was found, for what failed."""
    is_refuted: bool = False
    """Whether no beliefs make the profile a sequential equilibrium, so that it is not perfect."""
    trembles: dict[str, str] = field(default_factory=dict)
    """The trembles of unused moves, and shifts of used ones, by move and information set."""

    def __str__(self) -> str:
        possible = self.is_equilibrium and not self.is_refuted
        words = [
            f"equilibrium where it is reached: {'yes' if self.is_equilibrium else 'no'}",
            f"sequential equilibrium: {_verdict(self.is_sequential, possible)}",
            f"trembling-hand perfect: {_verdict(self.is_perfect, possible)}",
            *self._by_trembles(),
            *self.failures,
        ]
        return "\n".join(words)

    def _by_trembles(self) -> list[str]:
        """The trembles that prove it, where they are not all alike."""
        if not self.is_sequential or len(set(self.trembles.values())) < 2:
            return []
        return [f"by trembles {', '.join(f'{m} {e}' for m, e in self.trembles.items())}"]


def _verdict(proved: bool, possible: bool) -> str:
    return "proved" if proved else ("not by the trembles tried" if possible else "no")


def trembling_hand(game: ExtensiveGame, profile: Any) -> TrembleTest:
    """Test a profile with trembles: all alike first, then some rarer than others.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    profile : Profile, mapping or solution
        A behavior strategy of each player; tables of probabilities are read.

    Returns
    -------
    TrembleTest
        Whether the profile is an equilibrium, sequential and perfect, as far as the trembles show.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> from kibitz.extensive.strategies.profile import profile
    >>> answer = decision("Firm", "f", fight=(-1, -1), share=(1, 1))
    >>> game = extensive_game(decision("Entrant", "e", out=(0, 2), enter=answer))
    >>> trembling_hand(game, profile(game, {"e": "out", "f": "fight"})).is_sequential
    False
    >>> trembling_hand(game, profile(game, {"e": "enter", "f": "share"})).is_perfect
    True
    """
    if hasattr(game, "as_tree"):
        game = game.as_tree()
    profile = game._read(profile)
    if not (game.exact and profile.exact):
        raise GameError("trembles need an exact game and an exact profile")
    if len(game.tree) > MOST_NODES:
        raise GameError(
            f"{count_of(len(game.tree), 'node')}; the limit for trembles is {MOST_NODES:,}"
        )
    decided = sequential(game, profile)
    best: TrembleTest | None = None
    for trembles, shifts in _tried(game, profile, decided):
        test = _test(game, profile, trembles, shifts)
        if best is None or _rank(test) > _rank(best):
            best = test
        if best.is_perfect or not best.is_equilibrium or decided.refuted:
            break
    assert best is not None
    return replace(best, is_refuted=decided.refuted)


def _tried(
    game: ExtensiveGame, profile: Profile, decided: Sequential
) -> Iterator[tuple[Trembles, Shifts]]:
    """Trembles of every unused move alike, those that show the profile sequential, and others.

    The first two come with every small shift among used moves.
    """
    orders = _orders(game, profile)
    alike = {move: (order, Fraction(1)) for move, order in next(orders).items()}
    first = [alike] if decided.trembles is None else [alike, decided.trembles]
    yield from ((trembles, {}) for trembles in first)
    if decided.refuted:
        return
    shifts = list(_shifts(game, profile))
    yield from ((trembles, shift) for trembles in reversed(first) for shift in shifts)
    for more in orders:
        yield {move: (order, Fraction(1)) for move, order in more.items()}, {}


def _shifts(game: ExtensiveGame, profile: Profile) -> Iterator[Shifts]:
    """Where players mix, ε or 2 ε from one used move to another, in all combinations that fit."""
    choices: list[list[Shifts]] = []
    for infoset in range(game.infosets):
        start, stop = game.offset[infoset : infoset + 2].tolist()
        used = [k for k in range(start, stop) if profile.weights[k]]
        pairs = list(permutations(used, 2))
        if pairs:
            few: list[Shifts] = [
                {a: Fraction(c), b: Fraction(-c)} for c in (1, 2) for a, b in pairs
            ]
            choices.append([{}, *few])
    for _, parts in zip(range(MOST_TRIES), product(*choices), strict=False):
        if shifts := {move: c for part in parts for move, c in part.items()}:
            yield shifts


def _rank(test: TrembleTest) -> int:
    return 2 * test.is_perfect + test.is_sequential


def _orders(game: ExtensiveGame, profile: Profile) -> Iterator[dict[int, int]]:
    """For each unused move the power of ε of its tremble: all 1, then 1 or 2 or 3 each."""
    unused = [k for k, p in enumerate(profile.weights) if not p]
    yield dict.fromkeys(unused, 1)
    highest = 3 if 3 ** len(unused) <= MOST_TRIES else 2
    every = product(range(1, highest + 1), repeat=len(unused))
    for _, orders in zip(range(MOST_TRIES), every, strict=False):
        yield dict(zip(unused, orders, strict=True))


def _test(
    game: ExtensiveGame, profile: Profile, trembles: Trembles, shifts: Shifts | None = None
) -> TrembleTest:
    tree = game.tree
    shifts = shifts or {}
    moves = [
        _plus(p, (Fraction(0), shifts[k])) if k in shifts else p
        for k, p in enumerate(_trembled(game, profile, trembles))
    ]
    edge: list[Polynomial] = [(Fraction(1),)] * len(tree)
    for node in range(1, len(tree)):
        above = int(tree.parent[node])
        infoset = int(tree.infoset[above])
        edge[node] = (
            moves[int(game.offset[infoset]) + int(tree.move[node])]
            if infoset >= 0
            else (Fraction(game.probability(node)),)
        )
    reach: list[Polynomial] = [(Fraction(1),)] * len(tree)
    for node in range(1, len(tree)):
        reach[node] = _times(reach[int(tree.parent[node])], edge[node])
    return replace(_judge(game, profile, edge, reach), trembles=_in_words(game, trembles, shifts))


def _in_words(game: ExtensiveGame, trembles: Trembles, shifts: Shifts) -> dict[str, str]:
    """Trembles by move and information set, as ε^2/9; those of used moves as +ε or -2 ε."""
    words = {}
    for infoset in range(game.infosets):
        start = int(game.offset[infoset])
        for k, word in enumerate(game.moves(infoset)):
            if start + k in trembles:
                order, factor = trembles[start + k]
                power = "ε" if order == 1 else f"ε^{order}"
                top = "" if factor.numerator == 1 else f"{factor.numerator} "
                bottom = "" if factor.denominator == 1 else f"/{factor.denominator}"
                words[f"{word!r} at {game.infoset_names[infoset]!r}"] = f"{top}{power}{bottom}"
            elif start + k in shifts:
                size = shifts[start + k]
                many = "" if abs(size) == 1 else f"{show(abs(size))} "
                sign = "+" if size > 0 else "-"
                words[f"{word!r} at {game.infoset_names[infoset]!r}"] = f"{sign}{many}ε"
    return words


def _trembled(game: ExtensiveGame, profile: Profile, trembles: Trembles) -> list[Polynomial]:
    """Each move's probability as a polynomial: unused moves get c ε^k, used ones give it up."""
    chances: list[Polynomial] = [()] * int(game.offset[-1])
    for infoset in range(game.infosets):
        start, stop = game.offset[infoset : infoset + 2].tolist()
        lost: Polynomial = ()
        for k in range(start, stop):
            if k in trembles:
                chances[k] = (*(Fraction(0),) * trembles[k][0], trembles[k][1])
                lost = _plus(lost, chances[k])
        rest = _plus((Fraction(1),), _scaled(lost, Fraction(-1)))
        for k in range(start, stop):
            if k not in trembles:
                chances[k] = _scaled(rest, profile.weights[k])
    return chances


def _judge(
    game: ExtensiveGame, profile: Profile, edge: list[Polynomial], reach: list[Polynomial]
) -> TrembleTest:
    tree = game.tree
    values = [_node_values(game, edge, player) for player in range(len(game.players))]
    limits = [_limit_values(game, profile, player) for player in range(len(game.players))]
    beliefs, fails = {}, {"equilibrium": "", "sequential": "", "perfect": ""}
    for infoset in range(game.infosets):
        members = [int(n) for n in game.members[infoset]]
        player = int(game.owners[infoset])
        total = _sum([reach[n] for n in members])
        order = _order(total)
        belief = {n: _coefficient(reach[n], order) / total[order] for n in members}
        beliefs[game.infoset_names[infoset]] = belief
        used = [bool(p) for p in profile.weights[game.offset[infoset] : game.offset[infoset + 1]]]
        perturbed, limit = [], []
        for move in range(len(used)):
            below = [(n, int(tree.first[n]) + move) for n in members]
            perturbed.append(_sum([_times(reach[n], values[player][c]) for n, c in below]))
            limit.append(sum((belief[n] * limits[player][c] for n, c in below), Fraction(0)))
        moves = [f"{word!r} at {game.infoset_names[infoset]!r}" for word in game.moves(infoset)]
        for k, other in product([k for k, mine in enumerate(used) if mine], range(len(used))):
            if limit[other] > limit[k]:
                words = f"{moves[other]} is worth more than {moves[k]}"
                fails["sequential"] = fails["sequential"] or words
                if order == 0:
                    fails["equilibrium"] = fails["equilibrium"] or words
            if _sign(_plus(perturbed[other], _scaled(perturbed[k], Fraction(-1)))) > 0:
                words = f"{moves[other]} is better than {moves[k]} when hands tremble"
                fails["perfect"] = fails["perfect"] or words
    reasons = tuple(dict.fromkeys(words for words in fails.values() if words))
    return TrembleTest(
        game,
        beliefs,
        not fails["equilibrium"],
        not fails["sequential"],
        not fails["perfect"],
        reasons,
    )


def _node_values(game: ExtensiveGame, edge: list[Polynomial], player: int) -> list[Polynomial]:
    tree = game.tree
    values: list[Polynomial] = [()] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        if int(tree.row[node]) >= 0:
            values[node] = (Fraction(int(game.amounts[tree.row[node], player])),)
        else:
            values[node] = _sum([_times(edge[c], values[c]) for c in tree.children(node)])
    return values


def _limit_values(game: ExtensiveGame, profile: Profile, player: int) -> Any:
    from kibitz.extensive.strategies.outcomes import profile_values

    return profile_values(game, profile)[:, player]


def _times(a: Polynomial, b: Polynomial) -> Polynomial:
    if not a or not b:
        return ()
    coefficients = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                coefficients[i + j] += x * y
    return tuple(coefficients)


def _plus(a: Polynomial, b: Polynomial) -> Polynomial:
    size = max(len(a), len(b))
    return tuple(_coefficient(a, k) + _coefficient(b, k) for k in range(size))


def _scaled(a: Polynomial, factor: Fraction) -> Polynomial:
    return tuple(factor * x for x in a)


def _sum(terms: list[Polynomial]) -> Polynomial:
    total: Polynomial = ()
    for term in terms:
        total = _plus(total, term)
    return total


def _coefficient(a: Polynomial, k: int) -> Fraction:
    return a[k] if k < len(a) else Fraction(0)


def _order(a: Polynomial) -> int:
    """The lowest power with a coefficient; the sign for small ε is that of the coefficient."""
    return next((k for k, x in enumerate(a) if x), 0)


def _sign(a: Polynomial) -> int:
    lowest = _coefficient(a, _order(a))
    return (lowest > 0) - (lowest < 0)
