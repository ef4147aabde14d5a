"""Claims about plans in games with moves, and about what alpha-beta does on a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from itertools import permutations, product
from math import factorial, inf, prod
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import number, show
from kibitz.proof.kernel.arithmetic import dot, summed
from kibitz.proof.kernel.positions import at
from kibitz.proof.kernel.walks import later_first
from kibitz.rules.game import CHANCE, OVER, TOGETHER, Position
from kibitz.rules.trees.game_tree import GameTree

MOST = 100_000
"""Positions that are looked at."""
MOST_ORDERS = 20_000
"""Orders of moves that are tried."""
INFINITE = {"inf": inf, "-inf": -inf}
Choice = Callable[[Any], list[tuple[Any, Any]] | None]


@checks("plan")
def plan(game: Any, claim: Claim, proof: Proof) -> None:
    """The plan gets its value, and no other plan gets more."""
    here, who = _seat(game, claim)
    value = claim.exact("value")
    proof.states(f"a plan of {here.rules.player_name(who)} worth {show(value)}", "minimax")
    others = _choice(here, claim, "against")
    worth = _worth(here, who, _choice(here, claim, "moves"), others)
    proof.that("the plan gets it", worth == value, show(worth))
    proof.leaves("moves at positions that do not come up, if there are any")
    best = _worth(here, who, None, others)
    proof.that("no plan gets more", best == value, show(best))


@checks("plan-value")
def plan_value(game: Any, claim: Claim, proof: Proof) -> None:
    """What the moves of the plan guarantee, or get against known moves."""
    here, who = _seat(game, claim)
    value = claim.exact("value")
    proof.states(f"the plan is worth {show(value)}", "minimax over the plan")
    worth = _worth(here, who, _choice(here, claim, "plan"), _choice(here, claim, "against"))
    proof.that("the plan gets it", worth == value, show(worth))
    proof.leaves("moves at positions that do not come up, if there are any")


def _seat(game: Any, claim: Claim) -> tuple[Position, int]:
    here, who = at(game, claim), claim.count("player")
    claim.choice("game", [here.rules.name])
    if who >= here.rules.players:
        raise GameError(f"player: {who}; there are {here.rules.players}")
    return here, who


def _choice(here: Position, claim: Claim, key: str) -> Choice | None:
    """Moves by what a position shows, each alone or with a probability; None where none are."""
    if key not in claim or claim.raw(key) is None:
        return None
    rules, told = here.rules, claim.part(key)

    def chosen(state: Any) -> list[tuple[Any, Any]] | None:
        name = rules.show(state)
        if name not in told:
            raise GameError(f"{key}: no move is given for {name!r:.40}, which can come up")
        said = told.raw(name)
        mixture = said if isinstance(said, Mapping) and said else {str(said): 1}
        legal = {rules.show_move(state, move): move for move in rules.moves(state)}
        if not set(mixture) <= set(legal):
            raise GameError(f"{key}: {said!r:.40} is not a move at {name!r:.40}")
        found = [(legal[move], Fraction(number(p, key))) for move, p in mixture.items()]
        if min(p for _, p in found) < 0 or sum(p for _, p in found) != 1:
            raise GameError(f"{key}: the probabilities at {name!r:.40} do not add up to 1")
        return found

    for name in told.data:
        told.raw(name)
    return chosen


def _worth(here: Position, who: int, own: Choice | None, others: Choice | None) -> Fraction:
    """What a player gets with its own moves against the others', or against the worst."""
    rules = here.rules
    values: dict[Any, Fraction] = {}
    follow: dict[Any, list[tuple[Any, Any]]] = {}

    def after(state: Any) -> list[Any]:
        player = rules.player(state)
        if player == OVER:
            return []
        if player == TOGETHER:
            raise GameError("plans are checked where players take turns")
        choice = own if player == who else others
        known = rules.chance(state) if player == CHANCE else choice and choice(state)
        moves = [(m, None) for m in rules.moves(state)] if known is None else known
        follow[state] = [(rules.play(state, move), chance) for move, chance in moves]
        return [then for then, _ in follow[state]]

    for state in later_first([here.state], after, MOST):
        moves = follow.pop(state, [])
        if not moves:
            values[state] = Fraction(rules.payoffs(state)[who])
        elif moves[0][1] is None:
            best = max if rules.player(state) == who else min
            values[state] = best(values[then] for then, _ in moves)
        else:
            values[state] = summed(Fraction(chance) * values[then] for then, chance in moves)
    return values[here.state]


@checks("ranges")
def ranges(game: Any, claim: Claim, proof: Proof) -> None:
    """Minimax over the ends of what is possible, with the leaves that were seen so far."""
    tree = _tree(game, claim)
    proof.states("how each leaf narrows the values above it", "minimax over intervals")
    if "steps" not in claim:
        proof.states("the least and the greatest value of each node", "minimax over intervals")
        told = _told(tree, claim.part("ranges"))
        right = _bounds(tree, [node.name for node in tree.nodes if node.payoffs], told)
        proof.that("so they are, if leaves without a value lie in their ranges", told == right)
        return
    seen: set[str] = set()
    for part in claim.parts("steps"):
        leaf = part.text("leaf")
        k = tree.find(leaf)
        if tree.nodes[k].player != OVER or leaf in seen:
            raise GameError(f"{part.where}: {leaf!r:.40} is not a leaf that is new")
        seen.add(leaf)
        proof.equal(part.path("value"), part.raw("value"), tree.nodes[k].payoffs[0])
        right = _bounds(tree, seen, {})
        for name, ends in _told(tree, part.part("ranges")).items():
            proof.also(part.path(f"ranges.{name}"), ends == right[name], str(right[name]))
    low, high = _bounds(tree, seen, {})[tree.show(0)]
    proof.that("the leaves settle the value of the tree", low == high)
    proof.leaves("that alpha-beta looks at these leaves, in this order")


def _told(tree: GameTree, inside: Claim) -> dict[str, Any]:
    """What is claimed of nodes: the two ends of each."""
    found = {}
    for name in inside.data:
        ends = [INFINITE.get(str(x)) or Fraction(number(x)) for x in inside.items(name, 2)]
        if name not in map(tree.show, range(len(tree))) or ends[0] > ends[1]:
            raise GameError(f"{inside.path(name)}: there is no such node, or its ends are reversed")
        found[name] = tuple(ends)
    return found


def _bounds(tree: GameTree, known: Collection[str], free: Mapping[str, Any]) -> dict[str, Any]:
    """The ends of every node, from leaves that are known and ranges of those that are free."""
    ends: list[tuple[Any, Any]] = [(-inf, inf)] * len(tree)
    for k in later_first([0], lambda k: tree.nodes[k].children, len(tree)):
        node = tree.nodes[k]
        if node.player == OVER:
            shut = node.payoffs and node.name in known
            ends[k] = (node.payoffs[0],) * 2 if shut else free.get(tree.show(k), ends[k])
            continue
        low, high = zip(*(ends[child] for child in node.children), strict=True)
        if node.player == CHANCE:
            ends[k] = dot(node.weights, low), dot(node.weights, high)
        else:
            best = max if node.player == 0 else min
            ends[k] = best(low), best(high)
    return {tree.show(k): pair for k, pair in enumerate(ends)}


@checks("orders")
def orders(game: Any, claim: Claim, proof: Proof) -> None:
    """Alpha-beta by its definition, for every order of moves."""
    tree = _tree(game, claim)
    proof.states("the leaves of alpha-beta over all orders of moves", "trying all of them")
    told = claim.part("leaves")
    counts = {int(k): told.count(k) for k in told.data if k.isdecimal() and k == str(int(k))}
    total = prod(factorial(len(node.children)) for node in tree.nodes)
    proof.that("every order is counted", sum(counts.values()) == total, f"{total:,}")
    if total > MOST_ORDERS:
        proof.leaves("how many leaves each order takes")
        return
    every = product(*(permutations(node.children) for node in tree.nodes))
    found = Counter(_leaves(tree, order) for order in every)
    proof.that("the numbers of leaves and of orders", counts == dict(found))


def _leaves(tree: GameTree, order: tuple[tuple[int, ...], ...]) -> int:
    count = 0

    def value(k: int, low: Any, high: Any) -> Any:
        nonlocal count
        node = tree.nodes[k]
        if node.player == OVER:
            count += 1
            return node.payoffs[0]
        best = None
        for child in order[k]:
            found = value(child, low, high)
            if node.player == 0:
                best = found if best is None else max(best, found)
                low = max(low, best)
            else:
                best = found if best is None else min(best, found)
                high = min(high, best)
            if low >= high:
                break
        return best

    value(0, -inf, inf)
    return count


def _tree(game: Any, claim: Claim) -> GameTree:
    tree = at(game, claim).rules
    if not isinstance(tree, GameTree):
        raise GameError("the claim is about a tree given node by node")
    claim.choice("game", [tree.name])
    return tree
