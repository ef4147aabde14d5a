"""Derivations: backward induction step by step, the sequence-form program, indifference."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from kibitz.algebra.surd import write_point
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show, show_all
from kibitz.core.spelling import count_of
from kibitz.core.verbs import explain
from kibitz.extensive.describe import describe_extensive
from kibitz.extensive.draw import draw_extensive
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.backward_induction import SubgamePerfect
from kibitz.extensive.methods.behavioral_maximin import BehavioralGuarantee
from kibitz.extensive.methods.best_response import realization, sequence_gains
from kibitz.extensive.methods.imperfect_recall import MixedSolution
from kibitz.extensive.methods.optimal_face import OptimalFace, optimal_face
from kibitz.extensive.methods.optimal_family import optimal_family
from kibitz.extensive.methods.sequence_form import SequenceForm, sequence_form
from kibitz.extensive.methods.zero_sum import needs_zero_sum_and_recall
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.outcomes import history
from kibitz.extensive.tree import CHANCE, LEAF

MOST_ROWS = 40
MOST_MOVES = 40
"""Moves of a tree up to which other optimal strategies are looked for."""
WRITTEN_OUT = 40
"""Programs of up to this many variables are written out in full."""


@explain.register
def explain_extensive(game: ExtensiveGame, method: str = "auto") -> Explanation:
    """The derivation of what :meth:`ExtensiveGame.solve` finds."""
    return explain_solution(game.solve(method=method))


@extends(MixedSolution, ExtensiveEquilibrium)
def explain_solution(solution: Any) -> Explanation:
    """The derivation of an answer about a tree."""
    game = solution.game
    steps = [_the_tree(game)]
    if isinstance(solution, SubgamePerfect):
        steps += _induction_steps(solution)
    elif isinstance(solution, MixedSolution):
        steps += _mixed_steps(solution)
    else:
        steps += _sequence_steps(game, solution)
        steps.append(_table(solution))
        steps += [*_indifference_steps(game, solution), *_family_steps(game)]
    steps.append(Step("The proof", solution.verify().prose()))
    return Explanation(game.title or "A game in extensive form", tuple(steps))


@explain.register
def explain_face(face: OptimalFace) -> Explanation:
    """The value, and every optimal strategy: by one parameter where one is enough."""
    game = face.game
    steps = [_the_tree(game), *_sequence_steps(game, face.solution)]
    for k, name in enumerate(game.players):
        step = _family_step(game, face, k)
        words = f"{name} has one optimal strategy." if face.is_unique(k) else _ranges_words(face, k)
        steps.append(step or Step(f"The optimal strategies of {name}", words))
    steps.append(Step("The proof", face.verify().prose()))
    return Explanation(game.title or "A game in extensive form", tuple(steps))


def _ranges_words(face: OptimalFace, player: int) -> str:
    """The intervals of all probabilities that are not pinned."""
    lines = [
        f"{infoset}: " + ", ".join(f"{m} from {show(a)} to {show(b)}" for m, (a, b) in row.items())
        for infoset, row in face.free(player).items()
    ]
    return "More than one parameter is free. " + "; ".join(lines) + "."


def _family_steps(game: ExtensiveGame) -> list[Step]:
    """Whose optimal strategies are not the only ones, in exact zero-sum games of readable size."""
    if int(game.offset[-1]) > MOST_MOVES or not game.exact:
        return []
    if needs_zero_sum_and_recall(game) is not None:
        return []
    face = optimal_face(game)
    loose = [k for k in range(len(game.players)) if not face.is_unique(k)]
    steps = [_family_step(game, face, k) for k in loose]
    heading = "Other optimal strategies of {}"
    return [
        step or Step(heading.format(game.players[k]), _ranges_words(face, k))
        for step, k in zip(steps, loose, strict=True)
    ]


def _family_step(game: ExtensiveGame, face: OptimalFace, player: int) -> Step | None:
    """All optimal strategies of a player by one parameter, if one is enough."""
    family = None if face.is_unique(player) else optimal_family(game, player, face)
    if family is None:
        return None
    rows = tuple(
        (infoset, ", ".join(f"{move} {family.spelled(infoset, move)}" for move in row))
        for infoset, row in family.probabilities.items()
    )
    prose = (
        f"The optimal strategies of {game.players[player]} form a family with one parameter, "
        f"α = the probability of {family.move} at {family.infoset}; every α from "
        f"{show(family.low)} to {show(family.high)} is optimal:"
    )
    heading = f"All optimal strategies of {game.players[player]}"
    return Step(heading, prose, Table(("at", "moves"), rows))


def _the_tree(game: ExtensiveGame) -> Step:
    facts = describe_extensive(game).facts
    prose = "\n".join(f"{name}: {fact}" for name, fact in facts)
    return Step("The tree", prose, None, draw_extensive(game))


def _induction_steps(solution: SubgamePerfect) -> list[Step]:
    """A row for each decision, the last ones first; a long list is cut."""
    game = solution.game
    rows, marked = [], []
    nodes = [n for n in range(len(game.tree) - 1, -1, -1) if game.tree.actor[n] != LEAF]
    for node in nodes[:MOST_ROWS]:
        where = ", ".join(history(game, node)) or "start"
        children = list(game.tree.children(node))
        if int(game.tree.actor[node]) == CHANCE:
            rows.append((where, "chance", "average", show_all(solution.value_at(node))))
            continue
        player = int(game.tree.actor[node])
        infoset = int(game.tree.infoset[node])
        options = ", ".join(
            f"{move} {show(solution.value_at(child)[player])}"
            for move, child in zip(game.moves(infoset), children, strict=True)
        )
        row = solution.profile[infoset]
        taken = max(row, key=lambda move: row[move])
        if node in solution.tied:
            marked.append((len(rows), 3))
        rows.append(
            (where, game.players[player], f"{options}: {taken}", show_all(solution.value_at(node)))
        )
    more = f" The last {MOST_ROWS} of {len(nodes)} are shown." if len(nodes) > MOST_ROWS else ""
    sentence = " Where a value is marked, another move is worth as much." if marked else ""
    table = Table(("after", "who moves", "chooses", "worth"), tuple(rows), marked=tuple(marked))
    prose = (
        "From the leaves to the root: each player takes the move that is worth most to them; a "
        f"chance node is worth the average.{more}{sentence}"
    )
    path = ", ".join(solution.path) or "chance moves first"
    last = Step("What is played", f"{path}; it pays {show_all(solution.payoffs)}.")
    return [Step("Backward induction", prose, table), last]


def _mixed_steps(solution: MixedSolution) -> list[Step]:
    game, form = solution.game, solution.form
    if game.forgetting:
        first = Step(
            "Imperfect recall",
            f"{game.forgetting[0]}. So a mixed strategy can guarantee more than any behavior "
            "strategy, and the normal form is needed.",
        )
    else:
        first = Step(
            "Perfect recall",
            "Recall is perfect, so by Kuhn's theorem behavior strategies guarantee as much as "
            "mixed strategies; the normal form gives the same value as the sequence form, which "
            "is smaller.",
        )
    steps = [first]
    if len(form.strategies[0]) <= 16 and len(form.strategies[1]) <= 8:
        rows = tuple(
            (name, *(show(x) for x in row))
            for name, row in zip(form.strategies[0], form.payoffs[0].numbers(), strict=True)
        )
        steps.append(Step("The normal form", "", Table(("", *form.strategies[1]), rows)))
    prose = f"In mixed strategies the game is worth {show(solution.value)}."
    steps.append(Step("The value", f"{prose}\n{solution}"))
    if game.forgetting and solution.limits()[0] is not None:
        steps += [_behavioral_step(solution, player) for player in range(2)]
    return steps


def _behavioral_step(solution: MixedSolution, player: int) -> Step:
    """The best behavior strategy of a player, and why it is the best."""
    game, one = solution.game, solution.guarantees[player]
    constant: Any = game.constant_sum
    worth, bound = (x if player == 0 else constant - x for x in (one.worth, one.at_most))
    verb = "guarantees" if player == 0 else "is held to"
    rows = [
        (game.infoset_name(infoset), ", ".join(map(str, game.moves(infoset))), _points(row))
        for infoset, row in zip(one.infosets, one.strategy, strict=True)
    ]
    prose = f"{game.players[player]} {verb} {write_point(worth)}. {_why_best(solution, one, bound)}"
    table = Table(("at", "moves", "with probabilities"), tuple(rows)) if rows else None
    return Step(f"{game.players[player]} in behavior strategies", prose, table)


def _points(row: list[Any]) -> str:
    return ", ".join(map(write_point, row))


def _why_best(solution: MixedSolution, one: BehavioralGuarantee, bound: Any) -> str:
    kind = one.proof["kind"]
    if not one.proved:
        return (
            f"This was found; it is proved that no behavior strategy reaches more than "
            f"{float(bound):.6g}, not that none does better."
        )
    if kind == "value":
        return "That is the value in mixed strategies, and nothing does better than these."
    return (
        f"With a probability t at {one.proof['infoset']!r} the rest is a matrix game; its value, "
        "a piecewise rational function of t, is largest there: at an end of a piece or where its "
        "derivative is zero."
    )


def _sequence_steps(game: ExtensiveGame, equilibrium: ExtensiveEquilibrium) -> list[Step]:
    try:
        form = sequence_form(game)
    except GameError:
        return []  # how it was found is said with the strategies
    n0, n1 = form.shape
    names = game.players
    prose = (
        f"A sequence is a move with all own moves before it. {names[0]} has "
        f"{count_of(n0, 'sequence')} and "
        f"{names[1]} {n1}, the empty one counted. A plan gives each a weight: 1 to the empty one, "
        "and at each information set the moves share the weight of what leads there. The tree has "
        f"{count_of(len(form.rows), 'pair')} of sequences that end at leaves."
    )
    steps = [Step("The sequence form", prose, _plan_table(form))]
    if game.constant_sum is not None and n0 + n1 <= WRITTEN_OUT:
        words = (
            f"{names[0]} maximizes q0, the value. x is its plan; each other q is what "
            f"{names[1]} concedes at one of its information sets, and no move there concedes less. "
            f"{_legend(form)}\n{_program(form)}"
        )
        steps.append(Step("The linear program", words))
    return steps


def _legend(form: SequenceForm) -> str:
    plans = ", ".join(f"x{k} is {name}" for k, name in enumerate(form.names(0)))
    sets = _sets(form.game, 1)
    prices = ", ".join(f"q{k} at {form.game.infoset_name(i)}" for k, i in enumerate(sets, 1))
    return f"{plans}; {prices}."


def _program(form: SequenceForm) -> str:
    """The linear program in rows: one for each of the other's sequences, then the plan's own."""
    lines = ["maximize q0"]
    rows, columns, data = form.constraint_entries(1)
    for j, name in enumerate(form.names(1)):
        left = _linear(
            (int(d), f"q{i}") for i, c, d in zip(rows, columns, data, strict=True) if c == j
        )
        mine = [k for k, c in enumerate(form.columns.tolist()) if c == j]
        right = _linear((form.payoff(0, int(form.rows[k]), j), f"x{form.rows[k]}") for k in mine)
        lines.append(f"{left} ≤ {right}   ({name})")
    rows, columns, data = form.constraint_entries(0)
    lines.append("x0 = 1")
    for i in range(1, int(rows.max()) + 1):
        own = [(int(d), f"x{c}") for r, c, d in zip(rows, columns, data, strict=True) if r == i]
        plus = _linear((d, x) for d, x in own if d > 0)
        lines.append(f"{plus} = {_linear((-d, x) for d, x in own if d < 0)}")
    return "\n".join([*lines, "x ≥ 0"])


def _linear(terms: Iterable[tuple[Any, str]]) -> str:
    """A sum with its signs: ``x1 - 1/6 x2``."""
    words = ""
    for factor, name in terms:
        if not factor:
            continue
        size = "" if abs(factor) == 1 else f"{show(abs(factor))} "
        sign = ("-" if factor < 0 else "") if not words else (" - " if factor < 0 else " + ")
        words += f"{sign}{size}{name}"
    return words or "0"


def _sets(game: ExtensiveGame, player: int) -> list[int]:
    infosets: list[int] = np.flatnonzero(game.owners == player).tolist()
    return infosets


def _plan_table(form: SequenceForm) -> Table | None:
    """The constraints of the plans in words: what shares the weight of what."""
    game, plex = form.game, form.game.treeplex
    rows = []
    for player in range(2):
        names = {
            int(s): n for s, n in zip(form.sequences[player], form.names(player)[1:], strict=True)
        }
        for infoset in _sets(game, player):
            before = names.get(int(plex.parent[infoset]), "∅")
            moves = " + ".join(game.moves(infoset))
            rows.append((game.players[player], game.infoset_name(infoset), moves, before))
    if len(rows) > MOST_ROWS:
        return None
    return Table(("player", "information set", "weights of", "add up to that of"), tuple(rows))


def _table(equilibrium: ExtensiveEquilibrium) -> Step:
    game = equilibrium.game
    rows: list[tuple[str, ...]] = []
    for player, name in enumerate(game.players):
        for infoset, moves in equilibrium.profile.of(player).items():
            each = ", ".join(f"{move} {show(p)}" for move, p in moves.items())
            rows.append((name, infoset, each))
    more = f" The first {MOST_ROWS} of {len(rows)} are shown." if len(rows) > MOST_ROWS else ""
    shown = show_all(equilibrium.payoffs)
    prose = f"Found by {equilibrium.method}; the players expect {shown}.{more}"
    return Step("How to play", prose, Table(("", "at", "moves"), tuple(rows[:MOST_ROWS])))


def _indifference_steps(game: ExtensiveGame, equilibrium: ExtensiveEquilibrium) -> list[Step]:
    """What each move earns against the others, where a player mixes or might deviate."""
    rows = []
    plan = realization(game, equilibrium.profile)
    for player in range(len(game.players)):
        worth = move_values(game, player, plan)
        for infoset in _sets(game, player):
            start, stop = game.offset[infoset : infoset + 2].tolist()
            used = [bool(equilibrium.profile.weights[k] > 1e-9) for k in range(start, stop)]
            if sum(used) < 2:
                continue
            words = [
                f"{move} {show(worth[start + k])}" + ("" if used[k] else " (not used)")
                for k, move in enumerate(game.moves(infoset))
            ]
            rows.append((game.players[player], game.infoset_name(infoset), " = ".join(words)))
    if not rows:
        return []
    prose = (
        "A player who mixes is indifferent: given what the others do, the moves that are used earn "
        "the same (counted over all deals, from there on)."
    )
    table = Table(("", "at", "earns"), tuple(rows[:MOST_ROWS]))
    return [Step("Indifference", prose, table)]


def move_values(game: ExtensiveGame, player: int, plan: Any) -> Any:
    """What each sequence earns against the others' plans when best moves follow it."""
    plex = game.treeplex
    gains = sequence_gains(game, player, plan)
    for infosets in reversed(plex.rounds):
        mine = infosets[plex.owner[infosets] == player]
        if len(mine):
            chosen, starts = plex.spans(mine)
            np.add.at(gains, plex.parent[mine], np.maximum.reduceat(gains[chosen], starts))
    unit: Any = 1.0 if game.unit is None else game.unit
    scale = unit / game.chance_weights[1]
    return gains * (scale if gains.dtype == object else float(scale))
