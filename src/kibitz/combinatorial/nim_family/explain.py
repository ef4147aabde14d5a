"""Derivations for the nim family: columns in binary, pairs, mates, components."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.combinatorial.explain import (
    conclusion,
    explain_impartial,
    nim_columns,
    ordinal_columns,
    perfect_play,
)
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.nim_family.chomp import Chomp
from kibitz.combinatorial.nim_family.disguise import NimInDisguise
from kibitz.combinatorial.nim_family.draw import picture_of
from kibitz.combinatorial.nim_family.empty_and_divide import EmptyAndDivide
from kibitz.combinatorial.nim_family.moore import Moore, moore_columns
from kibitz.combinatorial.nim_family.nim import Nim
from kibitz.combinatorial.nim_family.rims import Rims
from kibitz.combinatorial.nim_family.sos import MOST_HOLES, SOS
from kibitz.combinatorial.nim_family.transfinite_nim import OrdinalGame
from kibitz.combinatorial.nim_family.vertex_deletion import VertexDeletion
from kibitz.combinatorial.nim_family.welter import Welter, mating_value
from kibitz.combinatorial.nim_family.wythoff import Wythoff, wythoff_pair
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.core.explanation import Description, Explanation, Step, Table
from kibitz.core.spelling import count_of
from kibitz.core.verbs import describe, explain

MOST_ROWS = 24
MOST_BITES = 48
"""Squares of a bar of chocolate up to which every bite is listed."""
MOST_PARTS = 6
"""Components of a graph whose deletions are listed."""
MOST_DELETED = 24
"""Vertices up to which every deletion is listed."""


def derivation(game: ImpartialGame, *middle: Step) -> Explanation:
    """The position, the steps of a theorem, the answer and perfect play."""
    solution = game.solve()
    steps = (_position(game), *middle, conclusion(solution), *perfect_play(game))
    return Explanation(f"{game.name}: {game.show(game.position)}", steps)


def _position(game: ImpartialGame) -> Step:
    end = "wins" if game.is_misere else "loses"
    words = f"The position is {game.show(game.position)}. The player who cannot move {end}."
    return Step("The game", words, picture=picture_of(game))


@explain.register
def _(game: NimInDisguise) -> Explanation:
    if game.is_misere and not isinstance(game, Nim):
        return explain_impartial(game)
    heaps = game.nim_heaps(game.position)
    names = game.heap_names(game.position)
    reading = Step("It is nim", f"{game.reading} {game.reversible}".strip())
    steps = [reading] if type(game) is not Nim else []
    if not game.is_misere or sum(heap > 1 for heap in heaps) > 1:
        steps.append(nim_columns(list(zip(names, heaps, strict=True))))
    if game.is_misere:
        steps.append(_misere_nim(heaps))
    elif game.nimber():
        steps += [_answers(names, heaps, game.nimber()), *_enlarging(game)]
    return derivation(game, *steps)


def _enlarging(game: NimInDisguise) -> tuple[Step, ...]:
    """Winning moves that make a heap larger, which nim alone would not show."""
    if not game.reversible:
        return ()
    names = dict(enumerate(game.heap_names(game.position)))
    before = game.nim_heaps(game.position)
    lines = []
    for move in game.solve().moves[:MOST_ROWS]:
        after = game.nim_heaps(move.position)
        lines += [
            f"{move.description}: {names[i]} grows from {old} to {new} = {old} ⊕ {old ^ new}."
            for i, (old, new) in enumerate(zip(before, after, strict=False))
            if new > old
        ]
    if not lines:
        return ()
    words = "A heap that must become larger can do so where the rules allow it:\n"
    return (Step("Winning moves that enlarge a heap", words + "\n".join(lines)),)


def _answers(names: Iterable[str], heaps: tuple[int, ...], total: int) -> Step:
    """What each heap would have to become."""
    rows = tuple(
        (name, str(heap), str(heap ^ total), "smaller" if heap ^ total < heap else "larger")
        for name, heap in list(zip(names, heaps, strict=True))[:MOST_ROWS]
    )
    top = 1 << (total.bit_length() - 1)
    return Step(
        "What each heap must become",
        f"To make the nim-sum 0, a heap x must become x ⊕ {total}. That is smaller exactly when x "
        f"has a one in the column of {top}, the leading column with an odd number of ones; so the "
        "number of heaps that can do it by taking is odd.",
        Table(("", "size", f"⊕ {total}", ""), rows),
    )


def _misere_nim(heaps: tuple[int, ...]) -> Step:
    large, ones = sum(h > 1 for h in heaps), sum(h == 1 for h in heaps)
    words = (
        "The player who takes the last counter loses. As long as some heap is larger than 1, the "
        "P-positions are those of normal play; once all heaps are of size 1, a position is P if "
        "their number is odd.\n"
        f"Here {large} heap{'s are' if large != 1 else ' is'} larger than 1, and {ones} "
        f"{'are' if ones != 1 else 'is'} of size 1."
    )
    if large == 1:
        words += " So the large heap is cut to 0 or 1, whichever leaves an odd number of ones."
    return Step("Misère play", words)


@explain.register
def _(game: Moore) -> Explanation:
    counts = game.column_counts()
    bits = [1 << b for b in reversed(range(len(counts)))]
    header = ("", "size", *map(str, bits))
    rows = [
        (f"heap {i}", str(heap), *(str(int(bool(heap & bit))) for bit in bits))
        for i, heap in enumerate(game.position, 1)
    ]
    rest = [count % (game.k + 1) for count in counts]
    rows.append(("ones", "", *map(str, counts)))
    rows.append((f"mod {game.k + 1}", "", *map(str, rest)))
    marked = tuple((len(rows) - 1, c + 2) for c, r in enumerate(rest) if r)
    words = (
        f"A move reduces from one to {count_of(game.k, 'heap')}. Count the ones in each "
        "binary column: the "
        f"position is P when every count is a multiple of {game.k + 1}."
    )
    if game.is_misere:
        words += (
            " In misère play that holds while some heap is larger than 1; when none is, it is P "
            f"if the number of ones leaves remainder 1 on division by {game.k + 1}."
        )
    steps = [Step("Moore's columns", words, Table(header, tuple(rows), marked=marked))]
    if not game.is_misere and game.outcome() == "N":
        steps.append(_moore_construction(game))
    return derivation(game, *steps)


def _moore_construction(game: Moore) -> Step:
    rows = []
    for column in moore_columns(game.position, game.k):
        done = "leave it"
        if column.lowered:
            done = f"1 → 0 in heap {_numbers(column.lowered)}"
        elif column.raised:
            done = f"1 in the reduced heap {_numbers(column.raised)}"
        left = " ".join(map(str, column.left))
        rows.append((str(column.bit), str(column.ones), done, left))
    return Step(
        "A winning move, column by column",
        "From the left: a heap that has been reduced may have any digits further right. A column "
        "is put right by ones in such heaps when there are enough of them, otherwise by taking "
        f"ones away from further heaps; never from more than {game.k} in all.",
        Table(("column", "ones elsewhere", "do", "heaps by then"), tuple(rows)),
    )


@explain.register
def _(game: Wythoff) -> Explanation:
    if game.is_misere:
        return explain_impartial(game)
    low, high = sorted(game.position)
    n, rest = divmod(high - low, game.spread)
    first = max(0, n - 3)
    pairs = [(k, *wythoff_pair(k, game.spread)) for k in range(first, n + 4)]
    words = (
        f"The P-positions are the pairs (A(n), A(n) + {game.spread if game.spread > 1 else ''}n) "
        "in which each A(n) is the least number not used before; A(n) is n times "
        f"{'the golden ratio' if game.spread == 1 else 'a quadratic irrational'}, rounded down, "
        "which whole numbers and a square root decide exactly.\n"
    )
    if rest:
        words += (
            f"The difference {high - low} is not a multiple of {game.spread}, so this is not a "
            "pair."
        )
    else:
        same = "the position itself" if pairs[n - first][1] == low else f"not ({low}, {high})"
        words += f"The difference is {high - low}; the pair with that difference is {same}."
    marked = tuple((n - first, c) for c in (1, 2)) if not rest else ()
    table = Table(("n", "A(n)", "B(n)"), tuple(_text(p) for p in pairs), marked=marked)
    return derivation(game, Step("Wythoff's pairs", words, table))


@explain.register
def _(game: Welter) -> Explanation:
    if game.is_misere:
        return explain_impartial(game)
    mating = mating_value(game.position)
    rows = [(f"{a} and {b}", f"({a} ⊕ {b}) - 1", (a ^ b) - 1) for a, b in mating.pairs]
    if mating.spinster is not None:
        rows.append((str(mating.spinster), "left over", mating.spinster))
    table = Table(("coins", "worth", ""), tuple(_text(row) for row in rows))
    words = (
        "Mate the coins in pairs, those first whose squares differ by a multiple of the "
        "highest power of two. A pair a, b counts (a ⊕ b) - 1, a coin left over its square."
    )
    columns = nim_columns([(row[0], row[2]) for row in rows])
    return derivation(game, Step("Mating", words, table), columns)


@explain.register
def _(game: Chomp) -> Explanation:
    rows = game.position
    if game.is_misere:
        return explain_impartial(game)
    if rows[-1] == rows[0] and len(rows) * rows[0] > 1:
        words = (
            "A whole rectangle is N by strategy stealing: if biting off the far corner does not "
            "win, then some reply to it does, and that bite can be made right away, since it "
            "takes the corner with it. Which bite wins must be found by search."
        )
    elif len(rows) == 2:
        words = "Two rows are P exactly when the lower one is longer by one square."
    elif len(rows) > 2 and rows[1] == 1:
        words = "An L is P exactly when its legs are equal: the second player copies every bite."
    else:
        words = "The shapes that can be left are searched, each once, smaller ones first."
    poison = Step(
        "The poison",
        "Squares are (column, row), counted from the lower left corner. The square (1, 1) is "
        "poisoned: the player who eats it loses. So it is left until it is the last square, and "
        "the player to move then has lost.",
    )
    return derivation(game, poison, Step("Why", words), *_bites(game))


def _bites(game: Chomp) -> tuple[Step, ...]:
    """Every bite, what it leaves, and the reply that refutes it, where they are quickly known."""
    if game.squares > MOST_BITES or not game.is_listable:
        return ()
    rows = []
    for move in game.moves(game.position):
        left = game.at(move.position)
        replies = left.winning_moves()
        answer = replies[0].description if replies else "none: this bite wins"
        outcome = "N" if replies else "P"
        rows.append((move.description, game.show(move.position), outcome, answer))
    if not rows:
        return ()
    words = (
        "A bite wins when it leaves a P-position. The last column has a winning reply to every "
        "other bite."
    )
    table = Table(("bite", "leaves", "outcome", "winning reply"), tuple(rows))
    return (Step("The table of bites", words, table),)


@explain.register
def _(game: EmptyAndDivide) -> Explanation:
    if game.is_misere:
        return explain_impartial(game)
    m, n = (chips - 1 for chips in game.position)
    width = max((m | n).bit_length(), 1)
    rows = (
        ("first - 1", str(m), f"{m:0{width}b}"),
        ("second - 1", str(n), f"{n:0{width}b}"),
        ("or", str(m | n), f"{m | n:0{width}b}"),
    )
    step = Step(
        "Ones at the end",
        "Take a chip from each box and join the two numbers by a bitwise or. The nimber is the "
        f"number of ones at its end, here {game.nimber()}; it is 0 when both boxes are odd.",
        Table(("", "", "binary"), rows),
    )
    return derivation(game, step)


@explain.register
def _(game: Rims) -> Explanation:
    if game.is_misere:
        return explain_impartial(game)
    values = [(f"{dots} dots", game.value_of(dots)) for dots in game.position]
    kind = f"Known by {game.theorem}."
    return derivation(game, Step("What a region is worth", kind), nim_columns(values))


@explain.register
def _(game: VertexDeletion) -> Explanation:
    if game.is_misere:
        return explain_impartial(game)
    parts = [
        (game.show(game._set(part)), game._worth(part, None))
        for part in game._components(game._mask(game.position))
    ]
    words = (
        "A move deletes a vertex that still has an edge, with all its edges; vertices without an "
        "edge are out of the game. Deleting a vertex leaves the other components alone, so their "
        "nimbers add."
    )
    steps = (Step("Components", words), *_deletions(game), nim_columns(parts))
    return derivation(game, *steps)


def _deletions(game: VertexDeletion) -> list[Step]:
    """For each component, what every deletion leaves, and the mex."""
    steps: list[Step] = []
    for component in game.components(game.position):
        if len(component) > MOST_DELETED or len(steps) == MOST_PARTS:
            continue
        rows, seen = [], set()
        for move in game.moves(component):
            left = game.components(move.position)
            values = [game.nimber_at(part) for part in left]
            total = game.nimber_at(move.position)
            seen.add(total)
            shown = " + ".join(game.show(part) for part in left) or "no edges"
            sums = " ⊕ ".join(map(str, values)) or "0"
            rows.append((move.description, shown, sums, str(total)))
        worth = game.nimber_at(component)
        nimbers = ", ".join(map(str, sorted(seen)))
        words = (
            f"The nimber of {game.show(component)} is the least number that no deletion leaves: "
            f"mex{{{nimbers}}} = {worth}."
        )
        table = Table(("move", "leaves", "nimbers", "sum"), tuple(rows))
        steps.append(Step(f"What {game.show(component)} is worth", words, table))
    return steps


@explain.register
def _(game: OrdinalGame) -> Explanation:
    heaps = game.ordinals(game.position)
    lines = [(str(i), heap) for i, heap in enumerate(heaps, 1)]
    steps = (_position(game), ordinal_columns(lines), _answer(game, game.solve()))
    return Explanation(f"{game.name}: {game.show(game.position)}", steps)


def _answer(game: OrdinalGame, solution: ImpartialSolution) -> Step:
    step = conclusion(solution)
    if game.is_misere or solution.nimber is not None:
        return step
    return Step(step.heading, f"The value is {game.value()}. {step.prose}")


@explain.register
def _(game: SOS) -> Explanation:
    outcome = game.outcome()
    verdicts = {"N": "the first player wins", "P": "the second player wins", "T": "it is a draw"}
    empty = game.position.count("_")
    rule = (
        "The player who completes SOS wins; a full board without it is a draw. A square is a trap "
        "when any letter in it lets the other side complete SOS: the two squares of S _ _ S. "
        "Traps come in pairs, so the number of other empty squares decides who must step into "
        f"one.\n{empty} squares are empty."
    )
    start = Step("The game", f"The board is {game.show(game.position)}.", picture=picture_of(game))
    words = f"The outcome is {outcome}: {verdicts[outcome]}.{_best_letters(game, outcome)}"
    return Explanation(
        f"{game.name}: {game.show(game.position)}",
        (start, Step("Traps", rule), *_letters(game), Step("The answer", words)),
    )


def _best_letters(game: SOS, outcome: str) -> str:
    """The moves that win, or those that keep the draw."""
    if outcome == "P":
        return ""
    best = [m.description for m in game.best_moves()]
    if not best:
        return ""
    shown = "; ".join(best[:MOST_ROWS])
    more = f"; and {len(best) - MOST_ROWS} more" if len(best) > MOST_ROWS else ""
    kind = "Winning" if outcome == "N" else "Drawing"
    return f" {kind}: {shown}{more}."


def _letters(game: SOS) -> tuple[Step, ...]:
    """What every letter in every empty square leads to, on boards that are searched."""
    if "SOS" in game.position or not 0 < game.position.count("_") <= MOST_HOLES:
        return ()
    words = {"P": "wins", "T": "draws", "N": "loses"}
    rows = [
        (move.description, game.show(move.position), words[left])
        for move, left in game.move_outcomes().items()
    ]
    table = Table(("move", "leaves", "the mover"), tuple(rows))
    prose = "Each board that can be left is valued by search."
    return (Step("Every move", prose, table),)


@describe.register
def _(game: OrdinalGame) -> Description:
    facts = (
        ("form", "impartial game"),
        (
            "play",
            "misère: the player who cannot move wins"
            if game.is_misere
            else "normal: the player who cannot move loses",
        ),
        ("position", game.show(game.position)),
        ("length of play", "bounded" if game.progressively_bounded else "finite, without a bound"),
    )
    return Description(game.name, facts)


def _numbers(indices: tuple[int, ...]) -> str:
    return ", ".join(str(i + 1) for i in indices)


def _text(row: Iterable[Any]) -> tuple[str, ...]:
    return tuple(map(str, row))
