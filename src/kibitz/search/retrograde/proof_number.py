"""Proof-number search: prove that a player wins, where the tree is easiest to prove.

Every node carries how many leaves must still be proved, at least, to prove and to disprove it; the
search always works on a leaf that matters to both. Allis (1994).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import Number, number, show, whole
from kibitz.rules.fault import mover
from kibitz.rules.game import OVER, Move, Position, Rules
from kibitz.search.legal import legal_moves
from kibitz.search.result import SearchResult
from kibitz.search.scope import require_two_sided, two_sided
from kibitz.search.walk import root_of

INFINITE = 10**12
NODES = 2_000_000


@dataclass(slots=True, eq=False)
class _Node:
    state: Any
    mover: int
    move: Move | None = None
    parent: _Node | None = None
    proof: int = 1
    disproof: int = 1
    children: list[_Node] = field(default_factory=list)


@method(
    Rules,
    "proof-number",
    finds="whether the player to move can reach a goal",
    cost="the nodes of a proof tree, kept in memory",
    reference="Allis, van der Meulen and van den Herik 1994",
    applies=two_sided,
    aliases=("pns",),
)
def proof_number(
    game: Rules | Position, goal: Number | str = 1, nodes: int = NODES, seconds: float | None = None
) -> SearchResult:
    """Whether the player to move can get at least ``goal``.

    The counts have the proof and the disproof number of the root, where they are finite.

    Parameters
    ----------
    game : Rules or Position
        The game, or a position of it.
    goal : number or str, default 1
        The payoff to reach.
    nodes : int, default NODES
        The limit of nodes.
    seconds : float, optional
        The time limit.

    Returns
    -------
    SearchResult
        The value is 1 when proved and 0 when disproved; undecided when a limit is reached.

    Notes
    -----
    Cost: the nodes of a proof tree, kept in memory.

    References
    ----------
    Allis, van der Meulen and van den Herik 1994.

    Examples
    --------
    >>> from kibitz.rules.examples import TakeAway
    >>> proof_number(TakeAway(7)).value, proof_number(TakeAway(8)).value
    (1, 0)
    >>> proof_number(TakeAway(7)).counts["proof number"]
    0
    >>> proof_number(TakeAway(8), nodes=4).counts
    {'nodes': 4, 'proof number': 1, 'disproof number': 3}
    """
    position = root_of(game)
    require_two_sided(position.rules)
    if nodes <= 0 or (seconds is not None and seconds <= 0):
        raise GameError("nodes and seconds must be positive")
    attacker = position.player
    if attacker == OVER:
        raise GameError(f"{position.rules.name}: the game is over, so there is nothing to prove")
    aim: Number = whole(number(goal, "the goal"))
    search = _Search(position.rules, attacker, aim)
    began = time.monotonic()
    root = search.node(position.state, None, None)
    while root.proof and root.disproof and search.count < nodes:
        if seconds is not None and time.monotonic() - began > seconds:
            break
        leaf = search.select(root)
        search.expand(leaf)
        search.update(leaf)
    return _answer(position, root, search, aim, time.monotonic() - began)


def _answer(
    position: Position, root: _Node, search: _Search, goal: Number, spent: float
) -> SearchResult:
    proved, disproved = root.proof == 0, root.disproof == 0
    move = next((c.move for c in root.children if c.proof == 0), None)
    if move is None and root.children:
        move = min(root.children, key=lambda c: c.proof).move
    who = position.rules.player_name(position.player)
    verdict = "proved" if proved else "disproved" if disproved else "undecided"
    note = f"{verdict}: {who} gets at least {show(goal)}"
    if verdict == "undecided":
        note += f" (proof number {root.proof:,}, disproof number {root.disproof:,})"
    numbers = {"proof number": root.proof, "disproof number": root.disproof}
    finite = {name: value for name, value in numbers.items() if value < INFINITE}
    counts = {"nodes": search.count, **finite}
    return SearchResult(
        position,
        1 if proved else 0,
        move,
        (move,) if move is not None else (),
        "proof-number search",
        False,
        None,
        counts,
        spent,
        note=note,
    )


class _Search:
    def __init__(self, rules: Rules, attacker: int, goal: Number) -> None:
        self.rules, self.attacker, self.goal = rules, attacker, goal
        self.count = 0

    def node(self, state: Any, move: Move | None, parent: _Node | None) -> _Node:
        self.count += 1
        who = mover(self.rules, state)
        made = _Node(state, who, move, parent)
        if who == OVER:
            reached = self.rules.payoffs(state)[self.attacker] >= self.goal
            made.proof, made.disproof = (0, INFINITE) if reached else (INFINITE, 0)
        return made

    def select(self, node: _Node) -> _Node:
        """Down to the leaf that is easiest to prove or disprove."""
        while node.children:
            if node.mover == self.attacker:
                node = min(node.children, key=lambda c: c.proof)
            else:
                node = min(node.children, key=lambda c: c.disproof)
        return node

    def expand(self, node: _Node) -> None:
        seen = set()
        here: _Node | None = node
        while here is not None:
            seen.add(here.state)
            here = here.parent
        for move in legal_moves(self.rules, node.state):
            child = self.node(self.rules.play(node.state, move), move, node)
            if child.state in seen:
                # coming back to a position of the same line proves nothing for the attacker
                child.proof, child.disproof = INFINITE, 0
            node.children.append(child)

    def update(self, node: _Node | None) -> None:
        while node is not None:
            proofs = [c.proof for c in node.children]
            disproofs = [c.disproof for c in node.children]
            if node.mover == self.attacker:
                proof, disproof = min(proofs), min(sum(disproofs), INFINITE)
            else:
                proof, disproof = min(sum(proofs), INFINITE), min(disproofs)
            if (proof, disproof) == (node.proof, node.disproof) and node.parent is not None:
                return
            node.proof, node.disproof = proof, disproof
            if proof == 0 or disproof == 0:
                node.children = [c for c in node.children if c.proof == 0 or c.disproof == 0]
            node = node.parent
