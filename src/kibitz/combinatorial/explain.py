"""Derivations on the blackboard: the mex table, labels worked backwards, the columns of a sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.move import Move
from kibitz.combinatorial.nimbers.ordinal import Ordinal, ordinal_nim_sum
from kibitz.combinatorial.solution import ImpartialSolution, verdict
from kibitz.combinatorial.sums.sum import Simplification, Sum, simplify
from kibitz.combinatorial.transfinite import TransfiniteSum
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.verbs import explain

MOST_ROWS = 32
"""Positions up to which the whole table is shown."""
MOST_OPTIONS = 24
"""Options or moves listed in one place."""
MOST_EQUATIONS = 16
"""Positions up to which the solutions of the mex equation are looked for."""
MOST_LINE = 24
"""Moves of perfect play that are written out."""
PLAYED = 20_000
"""Positions searched for the line of an explanation."""
MOST_COMPONENTS = 6
"""Different components of a sum whose values are derived."""
_FRAME = ("The game", "The position", "The answer", "Perfect play")
"""Headings of the steps around a derivation."""
MOST_COLUMNS = 12
"""Binary digits up to which each has a column of its own."""


@explain.register
def _(game: ImpartialGame, limit: int | None = None) -> Explanation:
    return explain_impartial(game, limit)


@explain.register
def _(game: Sum, limit: int | None = None) -> Explanation:
    if game.is_misere:
        return explain_impartial(game, limit)
    return explain_sum(game, limit)


@explain.register
def _(game: TransfiniteSum) -> Explanation:
    values = game.part_values()
    named = [(g.name, value) for g, value in zip(game.components, values, strict=True)]
    answer = conclusion(game.solve())
    steps = (
        opening(game),
        ordinal_columns(named),
        Step(answer.heading, f"The value is {game.value()}. {answer.prose}"),
    )
    return Explanation(_title(game), steps)


@explain.register
def _(solution: ImpartialSolution) -> Explanation:
    return explain(solution.game)


def explain_impartial(game: ImpartialGame, limit: int | None = None) -> Explanation:
    """The rules, the table worked from the end upwards, the answer and perfect play.

    Parameters
    ----------
    game : ImpartialGame
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    solution = game.solve(limit=limit)
    steps = [opening(game), *working(solution), conclusion(solution), *perfect_play(game)]
    return Explanation(_title(game), tuple(steps))


def explain_sum(game: Sum, limit: int | None = None) -> Explanation:
    """The components, what cancels, the nim-sum in binary columns, and every winning move.

    Parameters
    ----------
    game : Sum
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    solution = game.solve(limit=limit)
    steps = [_components(game), *_values_of_components(game), *_canceling(game)]
    if solution.nimber is not None:
        nimbers = [(g.name, g.nimber(limit)) for g in game.components]
        steps.append(nim_columns(nimbers))
    else:
        steps.append(_endless_sum(solution))
    steps += [conclusion(solution), *_raising(game, solution), *perfect_play(game)]
    return Explanation(_title(game), tuple(steps))


def opening(game: ImpartialGame) -> Step:
    """The position, its moves, and who wins at the end."""
    rule = "wins" if game.is_misere else "loses"
    moves = list(islice(game.moves(game.position), MOST_OPTIONS + 1))
    words = f"The position is {game.show(game.position)}. The player who cannot move {rule}. "
    if not moves:
        return Step("The game", words + "There is no move: the game is over.")
    listed = "; ".join(str(m[0]) for m in moves[:MOST_OPTIONS])
    more = "; and more" if len(moves) > MOST_OPTIONS else ""
    return Step("The game", f"{words}The moves: {listed}{more}.")


def working(solution: ImpartialSolution) -> tuple[Step, ...]:
    """The table behind an answer: of all positions if they are few, else of the options."""
    game = solution.game
    try:
        graph: Digraph | None = game.graph(MOST_ROWS)
    except LimitError:
        graph = None
    if graph is not None and len(graph) > MOST_ROWS:
        graph = None
    if graph is None:
        return (_options_step(solution),)
    if solution.value is None or not graph.acyclic:
        steps = [_labels_step(graph)]
        return tuple(steps if solution.value is None else [*steps, _loopy_step(graph)])
    return (_mex_step(game, graph),)


def conclusion(solution: ImpartialSolution) -> Step:
    """Who wins, and by which moves."""
    words = f"The outcome is {solution.outcome}: {verdict(solution.outcome)}."
    if solution.nimber is not None:
        words = f"The nimber is {solution.nimber}. " + words
    if not solution.listed:
        known = [*map(str, solution.ranges)] or [m.description for m in solution.moves]
        words += " There are too many moves to list all that win."
        words += f" These do: {'; '.join(known[:MOST_OPTIONS])}." if known else ""
    elif solution.outcome == "N" and not solution.moves:
        words += " There is no move left, and in misère play that wins."
    elif solution.outcome == "N":
        moves = [m.description for m in solution.moves]
        listed = "; ".join(moves[:MOST_OPTIONS])
        more = f"; and {len(moves) - MOST_OPTIONS} more" if len(moves) > MOST_OPTIONS else ""
        kind = "The winning move" if len(moves) == 1 else f"The {len(moves)} winning moves"
        words += f" {kind}: {listed}{more}."
    elif solution.outcome == "P":
        words += " Every move, if there is one, leaves a position that can be won."
    return Step("The answer", words)


def perfect_play(game: ImpartialGame) -> tuple[Step, ...]:
    """The line both sides follow, when it is short and known to be best."""
    try:
        left = game.remoteness(PLAYED)
    except LimitError:
        return ()
    if left == 0 or (left or 0) > MOST_LINE:
        return ()
    line = game.line(PLAYED)
    if len(line) > MOST_LINE:
        return ()
    sides = ("first", "second")
    rows = tuple(
        (str(k + 1), sides[k % 2], move.description, game.show(move.position))
        for k, move in enumerate(line.moves)
    )
    if line.winner is None:
        words = "Neither player can do better than repeat."
    else:
        words = (
            f"The winner takes the shortest route, the loser the longest: {_moves(len(line))}, and "
            f"the {line.winner} player wins."
        )
    places = [game.show(game.position), *(game.show(move.position) for move in line.moves)]
    words += f"\nBy positions: {' → '.join(places)}."
    return (Step("Perfect play", words, Table(("", "player", "move", "leaves"), rows)),)


def trace(game: ImpartialGame, position: Any) -> str:
    """How the nimber of a position follows from those of its options, in one line.

    >>> from kibitz.combinatorial import octal
    >>> game = octal("0.77", 4)
    >>> print(trace(game, game.position))
    g(4) = mex{g(3), g(1 2), g(2), g(1 1)} = mex{3, 3, 2, 0} = 1
    """
    options = list(dict.fromkeys(islice(game.options(position), MOST_OPTIONS + 1)))
    value = game.nimber_at(position)
    if not options:
        return f"g({game.show(position)}) = mex{{}} = {value}"
    if len(options) > MOST_OPTIONS:
        return f"g({game.show(position)}) = {value}"
    inside = ", ".join(f"g({game.show(q)})" for q in options)
    numbers = ", ".join(str(game.nimber_at(q)) for q in options)
    return f"g({game.show(position)}) = mex{{{inside}}} = mex{{{numbers}}} = {value}"


def nim_columns(nimbers: Sequence[tuple[str, int]]) -> Step:
    """Nimbers in binary, added column by column without carrying.

    Parameters
    ----------
    nimbers : Sequence[tuple[str, int]]
        Labels with nimbers.

    Returns
    -------
    Step
        One step of an explanation.
    """
    total = 0
    for _, value in nimbers:
        total ^= value
    width = max([value.bit_length() for _, value in nimbers] + [1])
    odd = [c for c, bit in enumerate(f"{total:0{width}b}") if bit == "1"]
    lines = [*nimbers, ("nim-sum", total)]
    if width <= MOST_COLUMNS:
        header = ("", "nimber", *(str(1 << k) for k in reversed(range(width))))
        rows = tuple((name, str(value), *f"{value:0{width}b}") for name, value in lines)
        marked = tuple((len(nimbers), c + 2) for c in odd)
    else:
        header = ("", "nimber", "binary")
        rows = tuple((name, str(value), f"{value:0{width}b}") for name, value in lines)
        marked = ((len(nimbers), 2),)
    if total:
        words = (
            f"In {len(odd)} column{'s' if len(odd) > 1 else ''} the number of ones is odd, so the "
            f"sum is worth {total}. A move wins when it makes every column even."
        )
    else:
        words = "In every column the number of ones is even, so the sum is worth 0."
    return Step("Add without carrying", words, Table(header, rows, marked=marked))


def ordinal_columns(values: Sequence[tuple[str, Ordinal]]) -> Step:
    """Ordinals by their coefficients, added power by power."""
    total = ordinal_nim_sum(*(value for _, value in values))
    powers = max([value.degree for _, value in values] + [0])
    names = ["1", "w", *(f"w^{k}" for k in range(2, powers + 1))][: powers + 1]
    rows = tuple(
        (name, str(value), *map(str, reversed((*value.coefficients, *[0] * powers)[: powers + 1])))
        for name, value in [*values, ("nim-sum", total)]
    )
    words = (
        "Values may be ordinals. Nim-sums are taken power by power, each coefficient as in nim. "
        "What is worth an ordinal can be made worth any lesser one, so play ends, though no number "
        "bounds its length."
    )
    return Step("Ordinals", words, Table(("", "ordinal", *reversed(names)), rows))


def mex_rows(game: ImpartialGame, positions: Sequence[Any]) -> Table:
    """Positions with their options' nimbers and the mex of those."""
    rows = []
    for position in positions:
        options = dict.fromkeys(game.options(position))
        values = sorted({game.nimber_at(q) for q in options})
        value = game.nimber_at(position)
        rows.append(
            (
                game.show(position),
                _listed([game.show(q) for q in options]),
                "{" + ", ".join(map(str, values)) + "}",
                str(value),
                "N" if value else "P",
            )
        )
    return Table(("position", "options", "their nimbers", "mex", ""), tuple(rows))


def _mex_step(game: ImpartialGame, graph: Digraph) -> Step:
    """Every position after its options."""
    order = [graph.names[v] for v in graph.analysis.order.tolist()]
    return Step(
        "Work upwards from the end",
        "A nimber is the mex of the options' nimbers: the least of 0, 1, 2, ... that is not among "
        "them. Ends have nimber 0. Nimber 0 is P, every other is N.",
        mex_rows(game, order),
    )


def _options_step(solution: ImpartialSolution) -> Step:
    game = solution.game
    moves = [Move(*m) for m in islice(game.moves(game.position), MOST_OPTIONS)]
    if solution.nimber is None:
        rows = [(m.description, game.show(m.position), game.outcome_at(m.position)) for m in moves]
        table = Table(("move", "leaves", "outcome"), tuple(rows))
        return Step("Look one move ahead", f"Found by {solution.method}.", table)
    rows = [(m.description, game.show(m.position), str(game.nimber_at(m.position))) for m in moves]
    words = f"Found by {solution.method}. A move wins when it leaves nimber 0."
    if len(moves) < MOST_OPTIONS:
        words += f"\n{trace(game, game.position)}."
    return Step("Look one move ahead", words, Table(("move", "leaves", "nimber"), tuple(rows)))


def _labels_step(graph: Digraph) -> Step:
    """Labels in the order in which they are settled."""
    remoteness = graph.remotenesses()
    settled = sorted((r, k) for k, r in enumerate(remoteness.values()) if r is not None)
    names = list(remoteness)
    tied = [name for name, r in remoteness.items() if r is None]
    rows = [
        (graph.show(names[k]), _below(graph, names[k]), graph.label_of(names[k]), str(r))
        for r, k in settled
    ]
    rows += [(graph.show(name), _below(graph, name), "T", "–") for name in tied]
    end = "N" if graph.is_misere else "P"
    words = (
        f"Ends are {end}. Working backwards, a position with an option P is N, and a position "
        "with all its options N is P; the step at which it is settled is its remoteness."
    )
    if tied:
        words += " Positions that are never settled are draws, T: play can continue forever."
    table = Table(("position", "options", "label", "remoteness"), tuple(rows))
    return Step("Work backwards from the ends", words, table)


def _loopy_step(graph: Digraph) -> Step:
    values = graph.loopy_values()
    rows = tuple((graph.show(v), str(x), x.outcome) for v, x in values.items())
    return Step(
        "Values for sums",
        f"Play can cycle, so the mex rule alone does not decide who wins{_mex_solutions(graph)}. "
        "The values of Fraenkel and Smith "
        "are nimbers where the winner can force progress, and inf{K} elsewhere: beside a game "
        "worth k the mover wins if k is in K, and otherwise neither player does.",
        Table(("position", "value", "alone"), rows),
    )


def _mex_solutions(graph: Digraph) -> str:
    """How many functions satisfy the mex equation, with one of them, in a small digraph."""
    if len(graph.names) > MOST_EQUATIONS:
        return ""
    functions = graph.grundy_functions()
    if not functions.exists:
        return "; here it has no solution"
    listed = ", ".join(f"{graph.show(v)} {g}" for v, g in functions.examples[0].items())
    return (
        f"; here its only solution is {listed}"
        if functions.number == "one"
        else f"; here it has several solutions, one of them {listed}"
    )


def _components(game: Sum) -> Step:
    rows = tuple(
        (str(i), g.name, g.show(g.position), str(value), value.outcome)
        for i, (g, value) in enumerate(zip(game.components, game.values, strict=True), 1)
    )
    return Step(
        "The components",
        "A move is a move in one of them. The player who cannot move anywhere loses.",
        Table(("", "game", "position", "worth", "alone"), rows),
    )


def _values_of_components(game: Sum) -> list[Step]:
    """How each component comes by its value: the steps of its own derivation."""
    steps: list[Step] = []
    explained: set[tuple[str, str]] = set()
    for g in game.components:
        name = (g.name, g.show(g.position))
        if name in explained or len(explained) == MOST_COMPONENTS:
            continue
        explained.add(name)
        alone = [step for step in explain(g).steps if step.heading not in _FRAME]
        steps += (
            replace(step, heading=f"{' '.join(name)}: {_small(step.heading)}") for step in alone
        )
    return steps


def _small(heading: str) -> str:
    return heading[:1].lower() + heading[1:]


def _canceling(game: Sum) -> tuple[Step, ...]:
    simplified: Simplification = simplify(game)
    lines = [
        f"{game.components[i].name} and its twin ({i + 1} and {j + 1}) cancel: whatever is done in "
        "one can be copied in the other."
        for i, j in simplified.pairs
    ]
    lines += [
        f"{game.components[i].name} ({i + 1}) is worth 0: the second player wins it alone, so it "
        "can be left out."
        for i in simplified.zeros
    ]
    if not lines:
        return ()
    left = " + ".join(g.name for g in simplified.rest.components) or "nothing"
    return (Step("What cancels", "\n".join([*lines, f"What remains is {left}."])),)


def _endless_sum(solution: ImpartialSolution) -> Step:
    return Step(
        "Add the values",
        "Nimbers add without carrying. One infinite value inf{K} beside nimbers of sum a becomes "
        "inf{K + a}; two infinite values leave inf{}, a tie.\n"
        f"The sum is worth {solution.value}.",
    )


def _raising(game: Sum, solution: ImpartialSolution) -> tuple[Step, ...]:
    """Winning moves that make a component worth more, which are easily overlooked."""
    if solution.nimber is None:
        return ()
    sentences = []
    for move in solution.moves:
        for g, before, after in zip(game.components, game.position, move.position, strict=True):
            if before != after and g.nimber_at(after) > g.nimber_at(before):
                sentences.append(
                    f"{move.description} raises its component from {g.nimber_at(before)} to "
                    f"{g.nimber_at(after)}."
                )
    if not sentences:
        return ()
    return (Step("Moves that raise a nimber", "\n".join(sentences[:MOST_OPTIONS])),)


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _below(graph: Digraph, name: Any) -> str:
    return _listed([graph.show(q) for q in graph.options(name)])


def _listed(words: list[str]) -> str:
    shown = ", ".join(words[:MOST_OPTIONS]) if words else "none"
    return shown + (", ..." if len(words) > MOST_OPTIONS else "")


def _title(game: ImpartialGame) -> str:
    return f"{game.name}: {game.show(game.position)}"
