"""Chapter 4, Kuhn poker: plans, dominance, the sequence form, and all optimal strategies."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np

from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import show
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.best_response import best_response, realization, sequence_gains
from kibitz.extensive.methods.sequence_form import SequenceForm, sequence_form
from kibitz.extensive.strategies.profile import Profile, profile
from kibitz.poker.kuhn import Kuhn
from kibitz.zero_sum.game import MatrixGame, matrix

CARDS = "JQK"
FIRST = ("BO", "PB", "PP")
SECOND = ("BB", "BP", "PB", "PP")
ALPHAS = (Fraction(0), Fraction(1, 6), Fraction(1, 3))
ROWS = dict(
    zip(
        [
            *(f"{card}: {move}" for card, move in product(CARDS, ("check", "bet"))),
            *(f"{card} check-bet: {move}" for card, move in product(CARDS, ("fold", "call"))),
        ],
        "abcdefghijkl",
        strict=True,
    )
)
"""The letters of the first player's sequences."""
COLUMNS = {
    f"{card} {after}: {move}": letter
    for letter, (card, (after, move)) in zip(
        "mnopqrstuvwx",
        product("QKJ", (("check", "check"), ("check", "bet"), ("bet", "fold"), ("bet", "call"))),
        strict=True,
    )
}


def steps() -> list[Step]:
    """Every table of the chapter, computed."""
    game = unfold(Kuhn())
    form = sequence_form(game)
    return [*_normal_form(), _payoffs(form), _constraints(form), *_optimal(game, form)]


def plans(choices: tuple[str, ...]) -> list[str]:
    """All plans, a choice for each card: first actions, then answers."""
    return sorted(
        ",".join("".join(part[turn] for part in plan) for turn in range(2))
        for plan in product(choices, repeat=3)
    )


def play(first: str, second: str, mine: int, theirs: int) -> int:
    """What the first player wins with one deal."""
    opening, reply = first.split(",")
    after_check, after_bet = second.split(",")
    sign = 1 if mine > theirs else -1
    if opening[mine] == "B":
        return 2 * sign if after_bet[theirs] == "B" else 1
    if after_check[theirs] == "P":
        return sign
    return 2 * sign if reply[mine] == "B" else -1


def undominated() -> tuple[MatrixGame, list[tuple[int, int]]]:
    """What is left after rounds of removing weakly dominated plans of both, and the sizes."""
    rows, columns = plans(FIRST), plans(SECOND)
    deals = list(permutations(range(3), 2))
    payoffs = np.array([[sum(play(a, b, *deal) for deal in deals) for b in columns] for a in rows])
    keep_rows, keep_columns = list(range(len(rows))), list(range(len(columns)))
    sizes = [payoffs.shape]
    while True:
        part = payoffs[np.ix_(keep_rows, keep_columns)]
        after = (_best(part), _best(-part.T))
        if len(after[0]) == len(keep_rows) and len(after[1]) == len(keep_columns):
            break
        keep_rows = [keep_rows[k] for k in after[0]]
        keep_columns = [keep_columns[k] for k in after[1]]
        sizes.append((len(keep_rows), len(keep_columns)))
    reduced = payoffs[np.ix_(keep_rows, keep_columns)].tolist()
    names = [rows[k] for k in keep_rows], [columns[k] for k in keep_columns]
    return matrix(reduced, rows=names[0], columns=names[1]), sizes


def _best(part: Any) -> list[int]:
    """The lines that no other line weakly dominates."""
    return [
        k
        for k, line in enumerate(part)
        if not ((part >= line).all(axis=1) & (part > line).any(axis=1)).any()
    ]


def _normal_form() -> list[Step]:
    reduced, sizes = undominated()
    solution = reduced.solve()
    listed = plans(FIRST)
    shown = " -> ".join(f"{a} x {b}" for a, b in sizes)
    table = Table(
        ("", *reduced.columns),
        tuple(
            (name, *(show(reduced[i, j]) for j in range(len(reduced.columns))))
            for i, name in enumerate(reduced.rows)
        ),
    )
    return [
        Step(
            "Plans (figures 4.2 and 4.3)",
            f"The first player has {len(listed)} plans, the second {len(plans(SECOND))}: "
            f"{'; '.join(listed)}.\nFigure 4.2 prints PBB,POO twice and leaves BBB,OOO out.",
        ),
        Step(
            "Dominance (4.1 to 4.11)",
            f"Weakly dominated plans of both sides are removed in rounds: {shown}. Payoffs are "
            "summed over the six deals.",
            table,
        ),
        Step(
            "The value by the normal form (4.12 to 4.15)",
            f"The reduced matrix has the value {show(solution.value)}, hence "
            f"{show(solution.value / 6)} a hand. (4.12) is printed with <= for >=, which makes "
            "the minimum 0. The second player's mix (4.15) is not the only one: (1/3+t, 1/3-t, "
            "1/3-t, t) is optimal for every t from 0 to 1/3, and all of them play alike: bet the "
            "jack after a check with 1/3, call with the queen with 1/3.",
        ),
    ]


def _letters(form: SequenceForm, player: int) -> list[tuple[str, int]]:
    letters = (ROWS, COLUMNS)[player]
    names = form.names(player)
    found = sorted((letters[name], k) for k, name in enumerate(names) if name in letters)
    return [("∅", 0), *found]


def _payoffs(form: SequenceForm) -> Step:
    rows, columns = _letters(form, 0), _letters(form, 1)
    table = Table(
        ("", *(letter for letter, _ in columns)),
        tuple((letter, *(_blank(form.payoff(0, i, j)) for _, j in columns)) for letter, i in rows),
    )
    return Step(
        "The sequence form (4.18)",
        f"{len(form.rows)} entries are not zero. Rows: {_legend(ROWS)}. Columns: "
        f"{_legend(COLUMNS)}.\nThe entries (j,v) and (l,v) are printed as 2/3; a showdown for 2 "
        "after a deal of probability 1/6 gives 1/3.",
        table,
    )


def _legend(letters: dict[str, str]) -> str:
    return ", ".join(f"{letter} = {name}" for name, letter in letters.items())


def _blank(x: Any) -> str:
    return show(x) if x else "."


def _constraints(form: SequenceForm) -> Step:
    lines = []
    for player, name in ((0, "E"), (1, "F")):
        dense = form.constraints(player)[0].toarray().astype(int)
        letters = _letters(form, player)
        lines += [(name, *(str(row[k]) if row[k] else "." for _, k in letters)) for row in dense]
    heads = (
        f"{a}/{b}" for (a, _), (b, _) in zip(_letters(form, 0), _letters(form, 1), strict=True)
    )
    return Step(
        "Constraints (4.19 and 4.20)",
        "Both have 7 rows and 13 columns: the empty sequence has weight 1, and the moves of an "
        "information set share the weight of the sequence before it. The last row of (4.20) is "
        "printed with 1 for -1 in the first column.",
        Table(("", *heads), tuple(lines)),
    )


def family(game: ExtensiveGame, alpha: Fraction) -> Profile:
    """The first player's optimal strategy for one alpha, beside the second player's."""
    third = Fraction(1, 3)
    return profile(
        game,
        {
            "J": [1 - alpha, alpha],
            "Q": [1, 0],
            "K": [1 - 3 * alpha, 3 * alpha],
            "J check-bet": [1, 0],
            "Q check-bet": [1 - alpha - third, alpha + third],
            "K check-bet": [0, 1],
            "J check": [1 - third, third],
            "J bet": [1, 0],
            "Q check": [1, 0],
            "Q bet": [1 - third, third],
            "K check": [0, 1],
            "K bet": [0, 1],
        },
    )


def _optimal(game: ExtensiveGame, form: SequenceForm) -> list[Step]:
    found = [family(game, alpha) for alpha in ALPHAS]
    heads = tuple(f"alpha = {show(alpha)}" for alpha in ALPHAS)
    realizations = [realization(game, each) for each in found]
    lines = []
    for letter, k in _letters(form, 0)[1:]:
        sequence = int(form.sequences[0][k - 1])
        cells = []
        for each, plan in zip(found, realizations, strict=True):
            before = plan[game.treeplex.parent[game.treeplex.infoset_of[sequence]]]
            likely = show(each.weights[sequence]) if before else "***"
            cells.append(f"{show(plan[sequence])} ({likely})")
        lines.append((f"{letter}  {form.names(0)[k]}", *cells))
    worth = [_values(game, plan) for plan in realizations]
    lines += [(f"value at {k}", *(show(values[k]) for values in worth)) for k in worth[0]]
    ends = [
        (-best_response(game, 1, each).value, best_response(game, 0, each).value) for each in found
    ]
    proof = ", ".join(show(low) for low, _ in ends)
    answer = realization(game, found[0])
    plan = ", ".join(
        f"{letter} = {show(answer[form.sequences[1][k - 1]])}"
        for letter, k in _letters(form, 1)[1:]
    )
    return [
        Step(
            "The second player's plan (4.23)",
            f"{plan}. It holds the first player to {show(ends[0][1])}, and no other plan does. "
            f"Against it the first player gets {_first_values(game, answer)}.",
        ),
        Step(
            "The first player's plans (tables 4.1 and 4.2)",
            "Weights of sequences, and in brackets the probability of the move; *** where the "
            "player's own moves never lead. Below: what the first player gets at each information "
            f"set of the second. Against each column best responses leave {proof}, so each is "
            "optimal, as is every alpha between 0 and 1/3. The last entry of the middle column is "
            "printed as 421/5000, the trace of an interior-point method; it is 1/12.",
            Table(("sequence", *heads), tuple(lines)),
        ),
    ]


def _first_values(game: ExtensiveGame, plan: Any) -> str:
    """What each information set of the first player is worth to it, the last ones first."""
    gains = sequence_gains(game, 0, plan).copy()
    assert game.unit is not None
    unit = game.unit / game.chance_weights[1]
    found = {}
    for name in (*(f"{card} check-bet" for card in CARDS), *CARDS):
        k = game.find(name, 0)
        best = max(gains[game.offset[k] : game.offset[k + 1]])
        gains[game.treeplex.parent[k]] += best
        found[name] = best * unit
    return ", ".join(f"{show(found[name])} at {name}" for name in sorted(found, key=len))


def _values(game: ExtensiveGame, plan: Any) -> dict[str, Fraction]:
    """What each information set of the second player leaves to the first."""
    gains = sequence_gains(game, 1, plan)
    assert game.unit is not None
    unit = game.unit / game.chance_weights[1]
    found = {}
    for card, after in product("QKJ", ("check", "bet")):
        k = game.find(f"{card} {after}")
        found[f"{card} {after}"] = -max(gains[game.offset[k] : game.offset[k + 1]]) * unit
    return found
