"""Two automata at a repeated game: every round played again, and replies bounded from above."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import exact, plain
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sequential.automaton import Automaton, automaton

MOST_ROUNDS = 10_000


@checks("automata-play", of=StrategicGame)
def automata_play(game: StrategicGame, claim: Claim, proof: Proof) -> None:
    """The course by the rules of the automata; payoffs, and best replies by their equation."""
    if [len(names) for names in game.strategies] != [2, 2]:
        raise GameError("the game needs two players with two strategies each")
    both = [automaton(str(name)) for name in claim.items("strategies", 2)]
    rounds = None if claim.raw("rounds") is None else claim.count("rounds")
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise GameError(f"rounds: expected 1 to {MOST_ROUNDS:,}")
    factor = exact(claim.raw("discount"), "discount")
    if not 0 <= factor <= 1:
        raise GameError("discount: expected a number from 0 to 1")
    proof.states(
        f"what {both[0].name} and {both[1].name} do against each other", "a replay of the automata"
    )
    proof.says(claim, players=game.players, exact=True)
    proof.says(claim, strategies=[one.name for one in both])
    names = list(game.strategies[0])
    if claim.text("cooperate") not in names:
        raise GameError(f"cooperate: expected one of {', '.join(names)}")
    kind = names.index(claim.text("cooperate"))
    before, cycle = (_moves(claim, key) for key in ("before", "cycle"))
    if not _is_course(both, before, cycle, rounds):
        proof.that("the moves are those of the automata", False)
        return
    proof.that("the moves are those of the automata", True)
    table = {
        (a, b): [exact(x) for x in game.payoff(a ^ kind, b ^ kind)] for a in (0, 1) for b in (0, 1)
    }
    totals = _totals(table, before, cycle, rounds, factor)
    endless = rounds is None and factor == 1
    proof.equal("totals", claim.raw("totals"), None if endless else [plain(x) for x in totals])
    averages = [plain(x) for x in _averages(table, cycle, totals, rounds, factor)]
    proof.equal("averages", claim.raw("averages"), averages)
    if endless:
        proof.equal("best_replies", claim.raw("best_replies"), None)
        proof.equal("equilibrium", claim.raw("equilibrium"), None)
        return
    best = [_best(game, table, both, k, rounds, factor) for k in (0, 1)]
    proof.equal("best_replies", claim.raw("best_replies"), [plain(x) for x in best])
    proof.equal("equilibrium", claim.raw("equilibrium"), best == totals)


def _moves(claim: Claim, key: str) -> list[tuple[int, int]]:
    found = []
    for pair in claim.items(key):
        if not isinstance(pair, str) or len(pair) != 2 or not set(pair) <= set("CD"):
            raise GameError(f"{claim.path(key)}: expected pairs such as CD")
        found.append(("CD".index(pair[0]), "CD".index(pair[1])))
    return found


def _is_course(
    both: list[Automaton],
    before: list[tuple[int, int]],
    cycle: list[tuple[int, int]],
    rounds: int | None,
) -> bool:
    """Whether the automata make these moves; the cycle begins where they are at its end.

    Each pair of states comes once, so that no cycle is listed twice, and none is left out.
    """
    seen: list[list[int]] = []
    states = [0, 0]
    for moves in [*before, *cycle]:
        if states in seen or tuple(a.moves[s] for a, s in zip(both, states, strict=True)) != moves:
            return False
        seen.append(states)
        states = [
            one.after[s][moves[1 - i]] for i, (one, s) in enumerate(zip(both, states, strict=True))
        ]
    if rounds is not None and rounds < len(seen):
        return False
    return states == seen[len(before)] if cycle else rounds == len(seen) and states not in seen


def _totals(
    table: dict[tuple[int, int], list[Fraction]],
    before: list[tuple[int, int]],
    cycle: list[tuple[int, int]],
    rounds: int | None,
    factor: Fraction,
) -> list[Fraction]:
    """Discounted payoffs; without end and without a discount those of one cycle."""
    if rounds is not None:
        whole = [*before, *(cycle[k % len(cycle)] for k in range(max(0, rounds - len(before))))]
        return _added(table, whole[:rounds], factor)
    again = _added(table, cycle, factor)
    if factor == 1:
        return again
    first, late = _added(table, before, factor), factor ** len(before)
    return [x + late * y / (1 - factor ** len(cycle)) for x, y in zip(first, again, strict=True)]


def _added(
    table: dict[tuple[int, int], list[Fraction]], moves: list[tuple[int, int]], factor: Fraction
) -> list[Fraction]:
    sums, weight = [Fraction(0), Fraction(0)], Fraction(1)
    for pair in moves:
        sums = [x + weight * y for x, y in zip(sums, table[pair], strict=True)]
        weight *= factor
    return sums


def _averages(
    table: dict[tuple[int, int], list[Fraction]],
    cycle: list[tuple[int, int]],
    totals: list[Fraction],
    rounds: int | None,
    factor: Fraction,
) -> list[Fraction]:
    """Payoffs a round: in the long run, or weighted by the discount."""
    if rounds is None:
        return (
            [x / len(cycle) for x in totals] if factor == 1 else [x * (1 - factor) for x in totals]
        )
    weight = sum((factor**k for k in range(rounds)), Fraction(0)) if factor != 1 else rounds
    return [x / weight for x in totals]


def _best(
    game: StrategicGame,
    table: dict[tuple[int, int], list[Fraction]],
    both: list[Automaton],
    player: int,
    rounds: int | None,
    factor: Fraction,
) -> Fraction:
    """The value of the decision process that the other's automaton is to a player."""
    other, sign = both[1 - player], -1 if game.costs else 1

    def gains(state: int) -> list[Fraction]:
        pairs: list[Any] = [(m, other.moves[state]) for m in (0, 1)]
        pairs = pairs if player == 0 else [(b, a) for a, b in pairs]
        return [sign * table[pair][player] for pair in pairs]

    paid = [gains(s) for s in range(len(other.moves))]

    def raised(values: list[Fraction]) -> list[Fraction]:
        return [
            max(paid[s][m] + factor * values[other.after[s][m]] for m in (0, 1))
            for s in range(len(paid))
        ]

    if rounds is not None:
        values = [Fraction(0)] * len(paid)
        for _ in range(rounds):
            values = raised(values)
        return sign * values[0]
    return sign * _fixed(paid, other, factor, raised)[0]


def _fixed(paid: Any, other: Automaton, factor: Fraction, raised: Any) -> list[Fraction]:
    """The only values that satisfy the equation of optimality, by policy iteration."""
    size = len(paid)
    rule = [0] * size
    while True:
        values = [_run(rule, paid, other, factor, s) for s in range(size)]
        if raised(values) == values:
            return values
        worth = [
            [paid[s][m] + factor * values[other.after[s][m]] for m in (0, 1)] for s in range(size)
        ]
        rule = [int(pair[1] > pair[0]) for pair in worth]


def _run(rule: list[int], paid: Any, other: Automaton, factor: Fraction, state: int) -> Fraction:
    """What a rule earns from a state on: a geometric series from where a state comes again."""
    path: list[int] = []
    while state not in path:
        path.append(state)
        state = other.after[state][rule[state]]
    start, total = path.index(state), Fraction(0)
    period = 1 - factor ** (len(path) - start)
    for k, s in enumerate(path):
        total += factor**k * paid[s][rule[s]] / (period if k >= start else 1)
    return total
