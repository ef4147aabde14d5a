"""Derivations for heaps: the table of nimbers, the period, the sum in columns, misère monoids."""

from __future__ import annotations

from kibitz.combinatorial.explain import (
    conclusion,
    explain_impartial,
    nim_columns,
    opening,
    perfect_play,
)
from kibitz.combinatorial.heaps.dynamic_subtraction import DynamicSubtraction
from kibitz.combinatorial.heaps.game import HeapGame, Heaps
from kibitz.combinatorial.heaps.misere.quotient import InfiniteQuotient, MisereQuotient
from kibitz.combinatorial.heaps.periods.periodicity import Periodicity
from kibitz.combinatorial.heaps.take_and_break import TakeAndBreak
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.verbs import explain

MOST_ROWS = 16
"""Heaps in the table of nimbers."""
MOST_OPTIONS = 12
"""Options listed of one heap."""
MOST_VALUES = 20
"""Nimbers of options listed for one heap."""
ACROSS = 24
"""Nimbers in one line of a period."""


@explain.register
def _(game: HeapGame, limit: int | None = None) -> Explanation:
    return explain_heaps(game, limit)


@explain.register
def _(game: DynamicSubtraction, limit: int | None = None) -> Explanation:
    return explain_dynamic(game, limit)


@explain.register
def _(period: Periodicity) -> Explanation:
    return explain_period(period)


@explain.register
def _(quotient: MisereQuotient) -> Explanation:
    return explain_quotient(quotient)


def explain_heaps(game: HeapGame, limit: int | None = None) -> Explanation:
    """The rules, the mex table of small heaps, the period, the nim-sum, the winning moves.

    Parameters
    ----------
    game : HeapGame
        The game.
    limit : int, optional
        The largest number of positions visited.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    if game.is_misere:
        return _explain_misere(game, limit)
    solution = game.solve(limit=limit)
    steps = [opening(game), *_rules(game), mex_table(game)]
    if game.closed_form:
        steps.append(Step("The formula", f"For every heap of n counters {game.closed_form}."))
    period = game.table().period
    largest = max(game.position, default=0)
    if period is not None and largest >= MOST_ROWS:
        steps.append(period_step(period))
    if len(game.position) > 1:
        steps.append(nim_columns([(f"heap of {n}", game.heap_nimber(n)) for n in game.position]))
    steps += [conclusion(solution), *perfect_play(game)]
    return Explanation(_title(game), tuple(steps))


def explain_period(period: Periodicity) -> Explanation:
    """The theorem, what it needs, and the cycle.

    Parameters
    ----------
    period : Periodicity
        The period.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    proof = period.verify()
    rows = tuple(
        (check.what, "yes" if check.passed else "no", check.found) for check in proof.checks
    )
    steps = (
        period_step(period),
        Step("Why it continues", _doc(period.proof), Table(("condition", "holds", ""), rows)),
    )
    return Explanation(f"{period.game.name}: the period", steps)


def explain_quotient(quotient: MisereQuotient) -> Explanation:
    """The elements, the heaps' classes and the proof.

    Parameters
    ----------
    quotient : MisereQuotient
        The quotient.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    lost = set(quotient.p_portion)
    elements = tuple(
        (quotient.name(i), _listed(heaps), "P" if i in lost else "N")
        for i, heaps in enumerate(quotient.representatives)
    )
    heaps = tuple(
        (str(n), quotient.name(quotient.heap(n))) for n in range(1, min(quotient.to, 40) + 1)
    )
    proof = quotient.verify()
    rows = tuple(
        (check.what, "yes" if check.passed else "no", check.found) for check in proof.checks
    )
    steps = (
        Step(
            "The elements",
            "Sums of heaps that no further sum distinguishes are one element; elements multiply as "
            "sums add. A sum is lost for the player to move when its element is P.",
            Table(("element", "for instance", ""), elements),
        ),
        Step("The heaps", str(quotient).splitlines()[0] + ".", Table(("heap", "element"), heaps)),
        Step("Why it is right", "", Table(("condition", "holds", ""), rows)),
    )
    return Explanation(f"{quotient.game.name}: the misère quotient", steps)


def explain_dynamic(game: DynamicSubtraction, limit: int | None = None) -> Explanation:
    """The pile in parts of Schwenk's sequence, and what that says."""
    n, most = game.position
    if game.is_misere or n == 0 or game._outcome(game.position) is None or not game._tame(n):
        return explain_impartial(game, limit)
    parts = game.parts(n)
    words = f"{n} = {' + '.join(map(str, parts))}, each term the largest that fits."
    smallest = parts[-1]
    may = "may" if smallest <= most else "may not"
    answer = (
        f"The smallest part is {smallest}, and {may} be taken now (at most {most}). Taking it "
        "leaves a smallest part that is out of the opponent's reach, and whatever the opponent "
        "takes can be answered in the same way."
    )
    sequence = sorted({*parts, *_earlier(game, n)})
    listed = ", ".join(map(str, sequence))
    steps = (
        Step(
            "The game", f"{game.show(game.position)}. The player who takes the last counter wins."
        ),
        Step(
            "Piles that lose", f"The second player wins from {listed}, when not all may be taken."
        ),
        Step("The pile in such parts", words),
        Step("What to take", answer),
        conclusion(game.solve(limit=limit)),
    )
    return Explanation(_title(game), steps)


def mex_table(game: HeapGame) -> Step:
    """Small heaps, or those of the position, with the nimbers of their options."""
    largest = max(game.position, default=0)
    heaps = range(game.smallest, min(largest, MOST_ROWS) + 1)
    extra = sorted({n for n in game.position if n > MOST_ROWS and game.count_options(n) < 200_000})
    rows = tuple(_row(game, n) for n in [*heaps, *extra])
    return Step(
        "The nimbers of single heaps",
        "A heap is worth the mex of its options: the least of 0, 1, 2, ... that is not among their "
        "nimbers; heaps that are left together add by nim-sum.",
        Table(("heap", "becomes", "worth", "mex"), rows),
    )


@extends(Periodicity)
def period_step(period: Periodicity) -> Step:
    """The cycle in lines, and the exceptions before it."""
    rise = f" and every nimber {period.saltus} larger than one period before" * (period.saltus > 0)
    listed = ", ".join(map(str, period.exceptions[:60])) or "none"
    words = (
        f"From heaps of {period.preperiod} on, nimbers repeat with period {period.period}{rise}; "
        f"this is proved by {period.proof.theorem}. Heaps before that do not fit: {listed}."
    )
    cycle = period.cycle
    rows = tuple(
        (str(period.preperiod + k), " ".join(map(str, cycle[k : k + ACROSS])))
        for k in range(0, min(len(cycle), 20 * ACROSS), ACROSS)
    )
    return Step("The period", words, Table(("from", "nimbers"), rows))


def _explain_misere(game: HeapGame, limit: int | None) -> Explanation:
    """Search, and the misère quotient when it is small."""
    solution = game.solve(limit=limit)
    steps = [opening(game), *_rules(game)]
    try:
        quotient = game.misere_quotient(elements=100)
        rows = tuple((str(n), quotient.name(quotient.heap(n))) for n in sorted(set(game.position)))
        element = quotient.name(quotient.element(game.position))
        kinds = ", ".join(map(quotient.name, quotient.p_portion))
        words = (
            f"Nimbers do not decide misère play; {str(quotient).splitlines()[0]}. The sum is "
            f"worth {element}; what is worth {kinds} is P."
        )
        steps.append(Step("The misère quotient", words, Table(("heap", "element"), rows)))
    except InfiniteQuotient as error:
        steps.append(Step("By search", f"No small misère quotient decides it: {error}."))
    steps += [conclusion(solution), *perfect_play(game)]
    return Explanation(_title(game), tuple(steps))


def _rules(game: HeapGame) -> tuple[Step, ...]:
    if not isinstance(game, TakeAndBreak):
        return ()
    return (Step(f"The code {game.code}", "\n".join(game.code.rules())),)


def _row(game: HeapGame, n: int) -> tuple[str, str, str, str]:
    options = list(dict.fromkeys(game.heap_options(n)))
    worth = sorted({_worth(game, parts) for parts in options})
    shown = ", ".join(_listed(parts) for parts in options[:MOST_OPTIONS]) or "stuck"
    more = ", ..." if len(options) > MOST_OPTIONS else ""
    values = ", ".join(map(str, worth[:MOST_VALUES])) + (", ..." if worth[MOST_VALUES:] else "")
    return str(n), shown + more, "{" + values + "}", str(game.heap_nimber(n))


def _worth(game: HeapGame, parts: Heaps) -> int:
    total = 0
    for part in parts:
        total ^= game.heap_nimber(part)
    return total


def _earlier(game: DynamicSubtraction, n: int) -> list[int]:
    from kibitz.combinatorial.heaps.zeckendorf import schwenk_sequence

    return schwenk_sequence(game.limit, min(n, 1000))[:12]


def _listed(heaps: Heaps) -> str:
    return "+".join(map(str, heaps)) or "0"


def _doc(thing: object) -> str:
    return " ".join((type(thing).__doc__ or "").split())


def _title(game: HeapGame | DynamicSubtraction) -> str:
    return f"{game.name}: {game.show(game.position)}"
