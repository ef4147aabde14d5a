"""Claims about stochastic games whose payments are added up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.algebra.expressions.read import read_formula
from kibitz.algebra.number_field import Element, NumberField
from kibitz.algebra.point_json import point, root_near
from kibitz.algebra.real_root import Point, RealRoot
from kibitz.algebra.surd import write_point
from kibitz.core.claim import CLOSE, Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number, show
from kibitz.proof.kernel.number_fields import element, in_one_field, is_point
from kibitz.proof.kernel.replies import ROUNDED, scale, secured, terms
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import end_components, endless_play
from kibitz.stochastic.mirror import exchanges, mirrored
from kibitz.stochastic.state_answers import by_state, named_choices, read_states
from kibitz.stochastic.table import TransitionTable

SMALL = (Fraction(1, 1000), Fraction(1, 10**5))
"""Where a strategy that is written in ε is looked at."""
MOST_REPLIES = 400
"""States up to which best replies are computed."""


@dataclass
class ClaimedStates:
    """The values and the strategies of a claim, state by state."""

    values: list[Any]
    rows: list[list[Any]]
    columns: list[list[Any]]

    def numbers(self) -> list[Any]:
        sides = [x for side in (self.rows, self.columns) for line in side for x in line]
        return [*self.values, *sides]


def claimed_states(game: StochasticGame, claim: Claim) -> ClaimedStates:
    """Values and strategies, as many numbers as the game has choices."""
    return ClaimedStates(*read_states(game, claim))


@checks("stochastic-solution", of=StochasticGame)
def stochastic_solution(game: StochasticGame, claim: Claim, proof: Proof) -> None:
    """Shapley's theorem where every play stops, optional stopping where play may last."""
    if not game.zero_sum:
        raise GameError("the claim is about a zero-sum game, and this one pays both players")
    found = claimed_states(game, claim)
    bound = claim.number("bound", Fraction(0))
    optimal = Claim(claim.entries("optimal", game.players, {}), "optimal")
    nearly = [p for p in (0, 1) if not optimal.flag(game.players[p], True)]
    start = found.values[game.start]
    exact = bound == 0 and not any(isinstance(x, float) for x in found.numbers())
    scale(proof, game, [*found.numbers(), bound])
    within = "" if bound == 0 else f" up to {show(bound)}"
    name = game.states[game.start]
    proof.states(f"the value of {name} is {write_point(start)}{within}", "best replies")
    if not exact or nearly:
        _by_replies(game, found, Fraction(bound), nearly, proof)
    else:
        _exactly(game, claim, found, proof)
    if nearly:
        _nearly(game, claim, found, nearly, proof)
    proof.says(claim, value=claim.raw("values")[str(name)], choices=named_choices(game))
    sure = bound == 0 and not any(isinstance(x, float) for x in found.values)
    proof.says(claim, exact=sure, stop_probability=Fraction(game.stop_probability))
    if "fixed_points" in claim:
        _fixed_points(game, claim, found, proof)


def _fixed_points(game: StochasticGame, claim: Claim, states: ClaimedStates, proof: Proof) -> None:
    """Intervals of numbers that satisfy a state's equation; the value is one of them."""
    names = list(map(str, game.states))
    given = Claim(claim.entries("fixed_points", names, {}), "fixed_points")
    for name in given.data:
        ends = given.items(name, 2)
        low, high = (None if x is None else point(x, "fixed_points") for x in ends)
        value = states.values[names.index(name)]
        if not endless_play(game):
            proof.equal(f"fixed_points, {name}", [low == value, high == value], [True, True])
            continue
        inside = (low is None or low <= value) and (high is None or value <= high)
        proof.that(f"the value of {name} is one of the fixed points", inside)
        proof.leaves(f"that the fixed points of {name} are just these")


def _exactly(game: StochasticGame, claim: Claim, states: ClaimedStates, proof: Proof) -> None:
    """In every state both strategies guarantee the value, in one number field a part."""
    whole = mirrored(game)
    table, count = whole.rational, game.table.states
    proved: set[int] = set()
    free = True
    for part in _parts(game, claim, states):
        proved |= {s for s in part[2] if optimal(part, table, s)}
        free = free and not any(_traps(part, whole, by_rows) for by_rows in (True, False))
    names = ", ".join(str(game.states[s]) for s in range(count) if s not in proved)
    proof.that("in every state both strategies guarantee the value, exactly", not names, names)
    proof.theorem = "Shapley's theorem: the values satisfy the equations"
    if endless_play(game):
        proof.theorem = "optional stopping: neither side gains by playing forever"
        proof.that("endless play harms neither strategy", free and proved >= set(range(count)))
    else:
        proof.that("every play stops, so the equations have one solution", True)


Part = tuple[NumberField, dict[int, Element], dict[int, list[Element]], dict[int, list[Element]]]


def _parts(game: StochasticGame, claim: Claim, states: ClaimedStates) -> list[Part]:
    """The claim in number fields: one for all that is simple, or those that it names itself."""
    count = game.table.states
    if "fields" in claim:
        return [_both_views(game, _named_part(game, p, states)) for p in claim.parts("fields")]
    one = in_one_field(states.numbers())
    if one is None:
        raise GameError("fields: they are missing; irrational values need their number field")
    field, rest = one[0], iter(one[1])
    values = {s: next(rest) for s in range(count)}
    rows = {s: [next(rest) for _ in states.rows[s]] for s in range(count)}
    columns = {s: [next(rest) for _ in states.columns[s]] for s in range(count)}
    return [_both_views(game, (field, values, rows, columns))]


def _named_part(game: StochasticGame, part: Claim, states: ClaimedStates) -> Part:
    """A part of a claim in a field of its own; every element must be the number that is claimed."""
    theta = part.part("theta")
    field = NumberField(root_near(theta.raw("root_of"), theta.raw("about"), "theta"))
    names = {str(name): s for s, name in enumerate(game.states)}
    values: dict[int, Element] = {
        s: field.number(x) for s, x in enumerate(states.values) if isinstance(x, Fraction)
    }
    sides: tuple[dict[int, list[Element]], dict[int, list[Element]]] = ({}, {})
    for key, held in (("values", None), ("rows", states.rows), ("columns", states.columns)):
        part.raw(key)
        given = Claim(part.entries(key, names, {}), part.path(key))
        for name in given.data:
            s = names[name]
            if held is None:
                values[s] = _claimed(field, given.raw(name), states.values[s], part.path(key))
                continue
            listed = zip(given.items(name, len(held[s])), held[s], strict=True)
            sides[key == "columns"][s] = [_claimed(field, x, y, key) for x, y in listed]
    if sides[0].keys() != sides[1].keys() or not sides[0].keys() <= values.keys():
        raise GameError(f"{part.where}: rows, columns and values are for the same states")
    return field, values, *sides


def _claimed(field: NumberField, coefficients: Any, right: Point, where: str) -> Element:
    made = element(field, coefficients, where)
    if not is_point(field, made, right):
        raise GameError(f"{where}: an element of the field is not the number that is claimed")
    return made


def _both_views(game: StochasticGame, part: Part) -> Part:
    """With exchanged roles written out: every state once more, seen from the other side."""
    field, values, rows, columns = part
    if not exchanges(game.table):
        return part
    count = game.table.states
    return (
        field,
        values | {s + count: -x for s, x in values.items()},
        rows | {s + count: line for s, line in columns.items()},
        columns | {s + count: line for s, line in rows.items()},
    )


def optimal(part: Part, table: TransitionTable, s: int) -> bool:
    """Whether both are distributions that guarantee the value of a state's matrix game."""
    field, values, row, column = part[0], part[1], part[2][s], part[3][s]
    zero, one = field.number(Fraction(0)), field.number(Fraction(1))
    for side in (row, column):
        if sum(side, zero) != one or any(field.sign(x) < 0 for x in side):
            return False
    cells = [[table.cell(s, i, j) for j in range(len(column))] for i in range(len(row))]
    if any(t not in values for line in cells for cell in line for t, _ in table.go(cell)):
        return False  # it leads to a value that the field lacks
    stage = [[_entry(field, table, cell, values) for cell in line] for line in cells]
    return all(
        sign * field.sign(sum(map(field.times, side, line), zero) - values[s]) >= 0
        for sign, side, lines in ((1, row, zip(*stage, strict=True)), (-1, column, stage))
        for line in lines
    )


def _entry(
    field: NumberField, table: TransitionTable, cell: int, values: dict[int, Element]
) -> Element:
    """What a cell is worth when every state is worth its value."""
    pay = field.number(Fraction(table.pay[cell, 0]))
    return sum((field.times(field.number(Fraction(w)), values[t]) for t, w in table.go(cell)), pay)


def _traps(part: Part, whole: StochasticGame, by_rows: bool) -> bool:
    """Whether replies can keep the play, at no cost, where endless play pays the mixer less."""
    field, values, mixtures = part[0], part[1], part[2] if by_rows else part[3]
    table = whole.rational
    actions: dict[int, list[list[int]]] = {s: [] for s in range(table.states)}
    for s, mixture in mixtures.items():
        for c in range(int(table.columns[s] if by_rows else table.rows[s])):
            worth, targets, stays = field.number(Fraction(0)), set[int](), True
            for k, weight in enumerate(mixture):
                if field.sign(weight) <= 0:
                    continue
                cell = table.cell(s, k, c) if by_rows else table.cell(s, c, k)
                stays = stays and table.stay[cell] == 1
                targets |= {t for t, _ in table.go(cell)}
                worth = worth + field.times(weight, _entry(field, table, cell, values))
            if stays and field.sign(worth - values[s]) == 0:
                actions[s].append(sorted(targets))
    pays = whole.endless
    for states in end_components(actions):
        if pays is None or isinstance(pays, str):
            return True
        signs = [field.sign(values[s] - field.number(Fraction(pays))) for s in states]
        if any(sign > 0 if by_rows else sign < 0 for sign in signs):
            return True
    return False


def _by_replies(
    game: StochasticGame, states: ClaimedStates, bound: Fraction, nearly: list[int], proof: Proof
) -> None:
    """What each strategy guarantees against every reply, compared with the values."""
    for s, sides in enumerate(zip(states.rows, states.columns, strict=True)):
        fair = [[Fraction(_number(x)) for x in side] for side in sides]
        if any(min(w) < 0 or abs(sum(w, Fraction(-1))) > CLOSE for w in fair):
            proof.that(f"the strategies in {game.states[s]} are distributions", False)
            return
    proof.that("all strategies are distributions", True)
    for player, name in enumerate(game.players):
        if player in nearly:
            continue
        low, sign = guaranteed(game, states, player), 1 if player == 0 else -1
        lacks: Any = None
        if low is not None:
            slack = min(proof.tolerance, CLOSE * max(map(abs, low)))  # values may be far smaller
            lacks = max(
                sign * (Fraction(_number(v)) - x) for v, x in zip(states.values, low, strict=True)
            )
        shown = "no bound is known" if lacks is None else f"lacks {float(max(lacks, 0)):.3g}"
        what = f"{name}'s strategy guarantees the values" + (" up to the bound" if bound else "")
        proof.that(what, lacks is not None and lacks <= bound + slack, shown)


def guaranteed(game: StochasticGame, states: ClaimedStates, player: int) -> Any:
    """What a strategy guarantees in every state, as fractions; None where nothing is known."""
    whole = mirrored(game)
    rows, columns = states.rows, states.columns
    values = [Fraction(_number(x)) for x in states.values]
    if exchanges(game.table):
        rows, columns = [*rows, *columns], [*columns, *rows]
        values += [-x for x in values]
    mine = [[_number(x) for x in side] for side in (rows if player == 0 else columns)]
    count, sign = game.table.states, -1 if player == 0 else 1
    if count <= MOST_REPLIES:
        pays = 0 if game.endless == "any" else game.endless
        low = secured(whole.rational, mine, player == 0, pays, sign)
        return None if low is None else low[:count]
    table, worth = whole.effective.floats, np.array([float(x) for x in values])
    rounded = terms(table) * ROUNDED
    stop = 1 - float(table.stay.max(initial=0.0)) - rounded
    if stop <= 0:
        return None
    lost = float((sign * (replied(table, worth, mine, player == 0, sign) - worth)).max())
    size = float(np.abs(table.pay).max() + 2 * np.abs(worth).max())
    spare = (max(lost, 0.0) + rounded * size) / stop
    return [Fraction(x + sign * spare) for x in worth[:count].tolist()]


def replied(table: TransitionTable, values: Any, mixtures: Any, by_rows: bool, sign: int) -> Any:
    """What the best reply in one stage leaves in every state, in floats."""
    from scipy.sparse import csr_matrix

    shape = (table.cells, table.states)
    worth = table.pay[:, 0] + csr_matrix((table.weight, table.target, table.link), shape) @ values
    found = np.empty(table.states)
    for s in range(table.states):
        cells = worth[table.first[s] : table.first[s + 1]].reshape(-1, int(table.columns[s]))
        means = np.array(mixtures[s]) @ cells if by_rows else cells @ np.array(mixtures[s])
        found[s] = means.min() if sign < 0 else means.max()
    return found


def _number(x: Any) -> Number:
    return float(x) if isinstance(x, RealRoot) else x


def _nearly(
    game: StochasticGame, claim: Claim, states: ClaimedStates, nearly: list[int], proof: Proof
) -> None:
    """Strategies that come close to the value where no optimal ones exist."""
    proof.theorem = "Everett's theorem: strategies guarantee it up to any ε"
    for key in ("epsilon_optimal", "closer") if "closer" in claim else ("epsilon_optimal",):
        parts = claim.part(key)
        for player in nearly:
            mine = _comes_close(game, parts.part(game.players[player]), states, player, proof)
            shown = [[_number(x) for x in side] for side in (states.rows, states.columns)[player]]
            if key == "epsilon_optimal":
                proof.equal("strategies that come close", shown, mine)


def _comes_close(
    game: StochasticGame, part: Claim, states: ClaimedStates, player: int, proof: Proof
) -> list[list[Number]]:
    """That a strategy guarantees the values up to its ε, and what it says it guarantees."""
    name, sign = game.players[player], 1 if player == 0 else -1
    epsilon, slack = part.exact("epsilon"), proof.tolerance
    given = by_state(game, part, "strategies")
    sizes = game.table.rows if player == 0 else game.table.columns
    fits = all(isinstance(x, list) and len(x) == n for x, n in zip(given, sizes, strict=True))
    if epsilon <= 0 or not fits:
        raise GameError(f"{part.where}: a positive epsilon, and a weight for every choice")
    mine = [[_number(point(x, "strategies")) for x in side] for side in given]
    for s, weights in enumerate(mine):
        proof.distribution(f"{name}'s strategy in {game.states[s]}", weights)
    if not proof.holds:
        raise GameError(f"{part.where}: a strategy is not a distribution")
    rows, columns = (mine, states.columns) if player == 0 else (states.rows, mine)
    low = guaranteed(game, ClaimedStates(states.values, rows, columns), player)
    said = [Fraction(number(x, "guarantees")) for x in by_state(game, part, "guarantees")]
    values = [Fraction(_number(x)) for x in states.values]
    good = low is not None and all(
        sign * (g - x) <= slack and sign * (v - g) <= epsilon + slack
        for v, x, g in zip(values, low, said, strict=True)
    )
    proof.that(f"{name} guarantees the value up to {show(epsilon)}, whatever the reply", good)
    if "formula" in part:
        _by_formula(game, part.items("formula", len(mine[0])), states, player, proof)
    proof.leaves(f"that {name} has no optimal strategy, and comes closer than {show(epsilon)}")
    return mine


def _by_formula(
    game: StochasticGame, formula: list[Any], states: ClaimedStates, player: int, proof: Proof
) -> None:
    """That a mixture written in ε guarantees the value of the only state up to some small ε."""
    parts = [read_formula(str(text), ["eps"], "formula") for text in formula]
    for epsilon in SMALL:
        mine = [[Fraction(part.at({"eps": epsilon})) for part in parts]]
        rows, columns = (mine, states.columns) if player == 0 else (states.rows, mine)
        if not proof.distribution(f"the mixture for ε = {show(epsilon)}", mine[0]):
            return
        low = guaranteed(game, ClaimedStates(states.values, rows, columns), player)
        lacks = None if low is None else abs(Fraction(_number(states.values[0])) - low[0])
        good = lacks is not None and lacks <= epsilon
        proof.that(f"it guarantees the value up to ε = {show(epsilon)}", good)
