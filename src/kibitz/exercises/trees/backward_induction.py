"""Backward induction in a tree with perfect information."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kibitz.core.numbers import exact
from kibitz.exercises.judges.several import OneOfJudge
from kibitz.exercises.judges.vector import VectorJudge
from kibitz.exercises.kind import Draft, exercise
from kibitz.exercises.problem import Part, Problem
from kibitz.extensive.build import extensive_game
from kibitz.extensive.game import ExtensiveGame


@exercise(
    "backward-induction",
    "trees",
    book="Ferguson II.5.4, CO456 L1, Leon A",
    levels=("two players, depth 2", "two players, depth 3", "three players, depth 3"),
)
def backward_induction(draft: Draft) -> Problem:
    """Backward induction."""
    dice = draft.dice
    players = ("I", "II", "III")[: 3 if draft.level == 3 else 2]
    depth = 2 if draft.level == 1 else 3
    leaves: list[tuple[str, list[int]]] = []

    def node(level: int, path: str) -> dict[str, Any]:
        if level == depth:
            leaves.append((path, dice.integers(len(players), 0, 9)))
            return {"payoff": leaves[-1][1]}
        moves = "ab" if level else "abc"
        who = players[level % len(players)]
        return {"player": who, "moves": {m: node(level + 1, path + m) for m in moves}}

    def candidate() -> ExtensiveGame | None:
        leaves.clear()
        game = extensive_game(node(0, ""), players=players)
        return game if game.solve("backward-induction").to_json()["unique"] else None

    game, properties = draft.find(candidate)
    solution = game.solve("backward-induction")
    data = solution.to_json()
    listed = "; ".join(f"{path}: ({', '.join(map(str, pay))})" for path, pay in leaves)
    order = ", then ".join(players)
    again = f", then {players[0]} again" if depth > len(players) else ""
    parts = (
        Part(
            "Which moves are made in the subgame-perfect equilibrium? Write them in order.",
            OneOfJudge((" ".join(data["path"]), "".join(data["path"])), "the moves, such as a b"),
            "Start at the last decisions, and replace each by its outcome.",
        ),
        Part(
            "What do the players get?",
            VectorJudge(players, tuple(exact(x) for x in data["payoffs"])),
            "Read the payoffs at the end of these moves.",
        ),
    )
    prose = (
        f"Players move in turn, and see all moves: {order}{again}. The first chooses among a, b "
        f"and c, all others between a and b. The payoffs after each play are {listed}."
    )
    return Problem(
        "Backward induction",
        prose,
        game,
        parts,
        (solution,),
        properties,
        picture=replace(game.draw(), caption="The tree"),
    )
