"""Claims about games in extensive form: profiles that no one gains by leaving."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from kibitz.core.claim import CLOSE, Claim, Proof, check_as, checks, rounded
from kibitz.core.errors import GameError
from kibitz.core.numbers import show, show_all
from kibitz.core.spelling import count_of
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.nodes import rebuilt
from kibitz.extensive.strategies.profile import Profile, restricted
from kibitz.extensive.subgames import subgame_roots
from kibitz.proof.kernel.trees import (
    close,
    evaluate,
    node_values,
    payoffs_of,
    read_profile,
    spelled,
)

PERFECT = ("subgame-perfect", "subgame-perfect-equilibrium")
MOST_SUBGAMES = 5_000
MOST_TIES = 1_000


@checks("extensive-equilibrium", of=ExtensiveGame)
def equilibrium(game: ExtensiveGame, claim: Claim, proof: Proof) -> None:
    """Best responses gain nothing; in floats, no more than the claim says. O(nodes)."""
    if "mixed" in claim:
        check_as("mixed-solution", game, claim, proof)
        return
    profile = read_profile(game, claim, proof)
    paid = _equilibrium(game, profile, claim, proof)
    name, shown = game.title or "the game", ", ".join(spelled(x, profile) for x in paid)
    if "regret" in claim:
        most = show(claim.number("regret"))
        proof.states(
            f"a profile of {name} with payoffs ({shown}) in which no player gains more than {most}",
            "best responses",
        )
    else:
        proof.states(f"an equilibrium of {name} with payoffs ({shown})", "best responses")


def _equilibrium(
    game: ExtensiveGame, profile: Profile, claim: Claim, proof: Proof
) -> list[Fraction]:
    """Check payoffs and regrets, and what else an equilibrium says; the payoffs."""
    paid, best = evaluate(game, profile)
    payoffs_of(game, profile, claim, proof, paid)
    allowed = claim.number("regret", Fraction(0))
    for k, name in enumerate(game.players):
        close(game, profile, proof, k)
        gain = best[k] - paid[k]
        more = f" more than {show(allowed)}" if allowed else ""
        what = f"{name} gains nothing{more} by deviating"
        proof.that(what, gain <= Fraction(allowed) + proof.tolerance, spelled(gain, profile))
    if "value" in claim and allowed > proof.tolerance:
        proof.leaves("value: the game may be worth more or less, by the regret")
    return paid


@checks("subgame-perfect", "subgame-perfect-equilibrium", of=ExtensiveGame)
def subgame_perfect(game: ExtensiveGame, claim: Claim, proof: Proof) -> None:
    """An equilibrium in every subgame; under perfect information by one-shot deviations."""
    profile = read_profile(game, claim, proof)
    if game.has_perfect_information:
        values, theorem = node_values(game, profile), "the one-shot deviation principle"
        paid = [Fraction(x) for x in values[0]]
        payoffs_of(game, profile, claim, proof, paid)
        _one_shot(game, profile, values, claim, proof)
    else:
        paid, theorem = _equilibrium(game, profile, claim, proof), "best responses in every subgame"
        _in_subgames(game, profile, proof)
    shown, name = show_all([x if profile.exact else float(x) for x in paid]), game.title
    told = f"a subgame-perfect equilibrium of {name or 'the game'}, paying {shown}"
    proof.states(told, theorem)


def _in_subgames(game: ExtensiveGame, profile: Profile, proof: Proof) -> None:
    roots = subgame_roots(game)[1:]
    if len(roots) > MOST_SUBGAMES:
        raise GameError(f"{count_of(len(roots), 'subgame')}; up to {MOST_SUBGAMES:,} are checked")
    for root in roots:
        part = rebuilt(game, root)
        here = restricted(profile, part)
        paid, best = evaluate(part, here)
        gain = Fraction(0)
        for k in range(len(game.players)):
            close(game, profile, proof, k)
            gain = max(gain, best[k] - paid[k] - proof.tolerance)
        proof.that(f"no player gains in the subgame at node {root}", gain <= 0, show(gain))


def _one_shot(
    game: ExtensiveGame, profile: Profile, values: Any, claim: Claim, proof: Proof
) -> None:
    """At each decision the value is that of the best child; and what follows from the values."""
    tree = game.tree
    nodes = np.flatnonzero(tree.infoset >= 0).tolist()
    slack = []
    for k in range(len(game.players)):
        close(game, profile, proof, k)
        slack.append(proof.tolerance if profile.exact else float(proof.tolerance))
    worst: Any = 0
    tied = []
    for node in nodes:
        player = int(tree.actor[node])
        own = [values[c][player] for c in tree.children(node)]
        top = max(own)
        worst = max(worst, top - values[node][player] - slack[player])
        if sum(x >= top - slack[player] for x in own) > 1:
            tied.append((node, [k for k, x in enumerate(own) if x >= top - slack[player]]))
    what = "no single change of a move helps the player who makes it"
    proof.that(what, worst <= 0, f"{len(nodes):,} decisions")
    names = enumerate(game.infoset_names)
    choices = {name: game.moves(k)[_chosen(game, profile, k)] for k, name in names}
    proof.says(claim, path=_path(game, profile), choices=choices)
    ties = [
        {
            "node": node,
            "player": game.players[int(tree.actor[node])],
            "infoset": game.infoset_name(int(tree.infoset[node])),
            "moves": [game.moves(int(tree.infoset[node]))[k] for k in equal],
        }
        for node, equal in tied[:MOST_TIES]
    ]
    proof.says(claim, ties=ties, unique=not tied)


def _chosen(game: ExtensiveGame, profile: Profile, infoset: int) -> int:
    """The likeliest move at an information set, the first of several."""
    row = profile.weights[game.offset[infoset] : game.offset[infoset + 1]].tolist()
    return int(row.index(max(row)))


def _path(game: ExtensiveGame, profile: Profile) -> list[str]:
    """The moves from the root while they are certain."""
    node, path = 0, []
    while int(game.tree.infoset[node]) >= 0:
        infoset = int(game.tree.infoset[node])
        move = _chosen(game, profile, infoset)
        if profile.weights[game.offset[infoset] + move] != 1:
            break
        path.append(game.moves(infoset)[move])
        node = int(game.tree.first[node]) + move
    return path


@checks("subgame-perfect-equilibria", of=ExtensiveGame)
def all_subgame_perfect(game: ExtensiveGame, claim: Claim, proof: Proof) -> None:
    """Each is one; and, in exact numbers, there is no other."""
    parts = claim.items("equilibria")
    profiles = []
    for k, part in enumerate(parts, 1):
        proof.proves(f"equilibrium {k}", game, part, *PERFECT)
        profiles.append(game.profile(part["strategies"]))
    distinct = {tuple(p.weights.tolist()) for p in profiles}
    proof.that("they differ", len(distinct) == len(profiles), f"{len(profiles)} equilibria")
    proof.states(f"{len(parts)} subgame-perfect equilibria", "the one-shot deviation principle")
    pure = all(x in (0, 1) for weights in distinct for x in weights)
    if proof.that("they are in pure strategies", pure) and game.exact:
        what = "at every node they combine all equilibria of the subgames below it"
        proof.that(what, bool(profiles) and _complete(game, profiles))
    else:
        proof.leaves("that there are no others")


def _complete(game: ExtensiveGame, profiles: list[Profile]) -> bool:
    """Whether the restrictions to every subtree are as many as its subtrees' combine to."""
    tree = game.tree
    values = [node_values(game, p) for p in profiles]
    taken = [[_chosen(game, p, k) for k in range(game.infosets)] for p in profiles]
    part: list[dict[int, Any]] = [{} for _ in profiles]
    for node in range(len(tree) - 1, -1, -1):
        children = list(tree.children(node))
        infoset, mover = int(tree.infoset[node]), int(tree.actor[node])
        seen: dict[Any, int] = {}
        wanted: dict[Any, int] = {}
        for p, chosen in enumerate(taken):
            below = tuple(part[p].pop(c) for c in children)
            key = (below, chosen[infoset] if infoset >= 0 else None)
            part[p][node] = seen.setdefault(key, len(seen))
            own = [values[p][c][mover] for c in children] if infoset >= 0 else [0]
            wanted[below] = own.count(max(own))
        ways = prod(len({below[place] for below in wanted}) for place in range(len(children)))
        if len(wanted) != ways or sum(wanted.values()) != len(seen):
            return False
    return True


@checks("sequence-solution")
def sequence_solution(game: Any, claim: Claim, proof: Proof) -> None:
    """Plans and prices that obey the program and its dual, with one value: linear duality."""
    if not all(hasattr(game, name) for name in ("P", "E", "F", "e", "f")):
        raise GameError("the claim is about matrices of a sequence form")
    value = claim.number("value")
    proof.states(f"the value is {show(value)}", "linear duality")
    P, E, F = (
        np.array([list(map(Fraction, r)) for r in t.numbers()]) for t in (game.P, game.E, game.F)
    )
    e, f = (np.array([Fraction(x) for x in side]) for side in (game.e, game.f))
    sizes = {"x": P.shape[0], "y": P.shape[1], "p": len(e), "q": len(f)}
    read = {name: claim.numbers(name, size) for name, size in sizes.items()}
    numbers = [value, *(v for row in read.values() for v in row)]
    proof.within([v for row in game.P.numbers() for v in row], numbers)
    slack = proof.tolerance
    most = max(map(abs, P.ravel()))
    near = min(CLOSE, slack / most if most else CLOSE) if rounded(numbers) else 0
    x, y, p, q = (np.array([Fraction(v) for v in read[name]]) for name in sizes)
    proof.that("x is a plan", min(x) >= -near and max(abs(E @ x - e)) <= near)
    proof.that("y is a plan", min(y) >= -near and max(abs(F @ y - f)) <= near)
    proof.that("no answer to y earns more than p says", min(p @ E - P @ y) >= -slack)
    proof.that("no answer to x concedes less than q says", min(x @ P - q @ F) >= -slack)
    both = max(abs(e @ p - Fraction(value)), abs(f @ q - Fraction(value)))
    proof.that("both say the value", both <= slack)
    proof.says(claim, "exact", not near)
