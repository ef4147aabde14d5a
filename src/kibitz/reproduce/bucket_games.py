"""Chapter 5: frequencies of hands, tables of buckets, and the games between buckets."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from kibitz.core.explanation import Step, Table
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.extensive.arrows.unfold import unfold
from kibitz.extensive.methods.best_response import best_response, expected_payoffs
from kibitz.extensive.solution import ExtensiveEquilibrium
from kibitz.extensive.strategies.strategy_table import irrelevant
from kibitz.poker.betting import limit
from kibitz.poker.draw_poker.bucket_tables import BucketTables, count_tables
from kibitz.poker.draw_poker.bucketed import BucketedDraw
from kibitz.poker.draw_poker.cards import DrawPoker, buckets
from kibitz.poker.named_rankings import deuce_to_seven
from kibitz.reproduce.figures import (
    FINAL_SIZES,
    FREQUENCIES,
    PRINTED_VALUE,
    SIZES,
    TABLE_1,
    TABLE_2,
    figures,
    printed_table,
)
from kibitz.reproduce.published_table import invalid, table_profile
from kibitz.reproduce.replica import faulty_program, wrong_column

NAMES = {2: ("B", "A"), 3: ("E", "D", "C")}
"""The printed letters of the buckets, the worst first."""


@cache
def cards() -> DrawPoker:
    """The deck of 21 cards, hands of three."""
    return DrawPoker()


def bucketing(count: int) -> tuple[Any, Any]:
    """The bucket of every hand before the draw, by its roll-out, and after it."""
    game = cards()
    return buckets(game.rollout_place, SIZES[count]), buckets(game.position, FINAL_SIZES)


@cache
def exact_tables(count: int) -> BucketTables:
    """The tables for two or three initial buckets, by counting; the worst bucket first."""
    finals = ("weak", "medium", "strong")
    return count_tables(cards(), *bucketing(count)).tables(NAMES[count], finals)


@cache
def solved(count: int, second_bet: int = 1) -> ExtensiveEquilibrium:
    """The bucketed game of the exact tables, solved exactly."""
    found: ExtensiveEquilibrium = BucketedDraw(
        exact_tables(count), limit(1, [1, second_bet])
    ).solve()
    return found


def card_steps() -> list[Step]:
    """Section 5.1 and 5.2: rankings and frequencies."""
    game = cards()
    small, full = game.order.frequencies(), deuce_to_seven().frequencies()
    total = sum(small.values())
    rows = [
        (name, str(count), f"{count / total:.3f}", FREQUENCIES[name])
        for name, count in small.items()
    ]
    return [
        Step(
            "Hands of three cards (table 5.1)",
            f"{count_of(total, 'hand')} in {count_of(len(game.order.classes), 'class')}, the "
            "best first. High cards are "
            f"720/1330 = {720 / 1330:.4f}, so .541; the printed .542 makes the column add up to 1.",
            Table(("", "hands", "share", "printed"), tuple(rows)),
        ),
        Step(
            "Hands of five cards, 2-7 (section 5.1)",
            f"{count_of(sum(full.values()), 'hand')} in "
            f"{count_of(len(deuce_to_seven().classes), 'class')}; aces are "
            "high, and A-5-4-3-2 is not a straight.",
            Table(("", "hands"), tuple((name, f"{count:,}") for name, count in full.items())),
        ),
    ]


def table_steps() -> list[Step]:
    """Figures 5.1 to 5.4, printed and exact."""
    found = [
        Step(
            "What is counted",
            f"{count_of(cards().deals, 'deal')} and {cards().draws} draws after each: "
            f"{cards().outcomes:,} "
            "outcomes, all of them. The initial table is counts over deals, and each transition "
            "table counts over its own deals and draws; algorithms 3 and 4 divide otherwise. "
            "In the figures A has probability .666, so that it holds 886 hands, not 444 as table "
            "5.2 says; and 1 is the strongest final bucket there (.363 of hands; exactly .362 are "
            "strong and .241 weak), while table 5.3 and the payoffs take 3 for the strongest.",
        )
    ]
    for count in (2, 3):
        found += [_initial_step(count), _draw_step(count)]
    return found


def _initial_step(count: int) -> Step:
    printed, exact = figures(count), exact_tables(count)
    order = [exact.names.index(name) for name in printed.names]
    rows = []
    for a, one in enumerate(printed.names):
        for b, two in enumerate(printed.names):
            p = exact.initial[order[a]][order[b]]
            rows.append((f"{one},{two}", _decimal(printed.initial[a][b]), _decimal(p, 6), show(p)))
    head = ("P1,P2", "printed", "exact", "as a fraction")
    missing = " The entry D,C is missing in print; the sum forces .125." if count == 3 else ""
    return Step(
        f"Initial buckets (figure 5.{count - 1})",
        f"A and C are the better buckets.{missing}",
        Table(head, tuple(rows)),
    )


def _draw_step(count: int) -> Step:
    printed, exact = figures(count), exact_tables(count)
    raw = figures_sum(count)
    order = [exact.names.index(name) for name in printed.names]
    pairs = [(a, b) for a in range(count) for b in range(count)]
    rows = []
    for f in range(3):
        for g in range(3):
            cells = []
            for a, b in pairs:
                ours = exact.draws[order[a]][order[b]][2 - f][2 - g]
                cells.append(f"{_decimal(printed.draws[a][b][f][g])[1:]} {_decimal(ours, 4)[1:]}")
            rows.append((f"{f + 1},{g + 1}", *cells))
    heads = tuple(f"{printed.names[a]}{printed.names[b]}" for a, b in pairs)
    wrong = ", ".join(f"column {key} adds up to {show(total)}" for key, total in raw if total != 1)
    return Step(
        f"Transitions (figure 5.{count + 1}): printed, then exact",
        "Final bucket 1 is the strongest, as in the figures. The exact tables are symmetric, as a "
        f"fair deal is; the printed ones differ from their mirror image by up to "
        f"{_decimal(printed.asymmetry)}." + (f" As printed, {wrong}." if wrong else ""),
        Table(("final", *heads), tuple(rows)),
    )


def _decimal(p: Fraction, places: int = 3) -> str:
    return f"{float(p):.{places}f}"


def figures_sum(count: int) -> list[tuple[str, Fraction]]:
    """What the columns of a printed transition table add up to."""
    from kibitz.reproduce.figures import FIGURE_3, FIGURE_4

    draws = FIGURE_3 if count == 2 else FIGURE_4
    return [(key, sum(map(Fraction, line.split()), Fraction(0))) for key, line in draws.items()]


def game_steps() -> list[Step]:
    """Section 5.4: the games of two and three initial buckets, solved exactly."""
    rows = []
    for count in (2, 3):
        for bet in (1, 2):
            found = solved(count, bet)
            rows.append((f"{count} buckets, second bet {bet}, exact tables", *_verdict(found)))
        for strongest, said in (("last", "3 strongest"), ("first", "1 strongest")):
            game = BucketedDraw(figures(count), strongest=strongest)
            rows.append((f"{count} buckets, printed tables, {said}", *_verdict(game.solve())))
    even = BucketedDraw(figures(2).symmetrized()).solve()
    rows.append(("2 buckets, printed tables made symmetric, 3 strongest", *_verdict(even)))
    first = Step(
        "Values",
        "All by the sequence-form linear program in rational numbers; a certificate holds when "
        "best responses to both strategies gain exactly nothing. Column E,D of figure 5.4 is "
        "divided by its sum.",
        Table(("game", "value", "exactly", "certificate"), tuple(rows)),
    )
    return [first, *(_strategy_step(count) for count in (2, 3))]


def _verdict(equilibrium: ExtensiveEquilibrium) -> tuple[str, str, str]:
    holds = "holds" if equilibrium.verify() else "fails"
    return f"{float(equilibrium.value):+.6f}", show(equilibrium.value), holds


def _strategy_step(count: int) -> Step:
    found = solved(count)
    free = set(irrelevant(found.profile))
    rows = []
    for player, name in enumerate(found.game.players):
        for infoset, moves in found.profile.of(player).items():
            odds = list(moves.items())[1]
            said = "***" if (player, infoset) in free else f"{float(odds[1]):.4f}"
            exactly = "" if (player, infoset) in free else show(odds[1])
            rows.append(
                (f"{name}  {infoset}", odds[0], said, exactly if len(exactly) < 30 else "…")
            )
    return Step(
        f"An optimal strategy for {count} buckets",
        "The probability of betting or calling; *** where the player's own moves never lead.",
        Table(("information set", "move", "probability", "exactly"), tuple(rows)),
    )


def replica_steps() -> list[Step]:
    """Appendix B: where the published value and table come from."""
    return [_claim_step(), _faults_step(), _ranges_step(), _second_table_step()]


def _claim_step() -> Step:
    game = unfold(BucketedDraw(figures(2)))
    played = table_profile(game, printed_table(TABLE_1))
    worth = expected_payoffs(game, played)[0]
    high, low = best_response(game, 0, played).value, -best_response(game, 1, played).value
    right = BucketedDraw(figures(2)).solve()
    return Step(
        "The published strategies are not an equilibrium",
        f"The thesis gives a value of about {PRINTED_VALUE} and the strategies of table B.1. In "
        f"the game as stated they are worth {float(worth):.4f}; by best responses the first "
        f"player reaches {float(high):.4f} and the second holds it to {float(low):.4f}, a gap of "
        f"{float(high - low):.3f}. The value is {show(right.value)} = {float(right.value):.6f}: "
        "the first player always bets and the second always calls, and 3 times the difference "
        "between winning and losing showdowns, 643/250000, is left over from rounded tables.",
    )


def _faults_step() -> Step:
    once, twice = faulty_program(figures(2)).value(), faulty_program(wrong_column())
    played = table_profile(twice.game, printed_table(TABLE_1))
    low, high = twice.best_responses(played)
    rows = (
        ("as stated", f"{float(BucketedDraw(figures(2)).solve().value):+.6f}"),
        ("shift of 3 at every leaf, not weighted by chance", f"{float(once):+.6f}"),
        ("and the draws of A,A in place of B,A after check-check", f"{float(twice.value()):+.6f}"),
    )
    return Step(
        "Two faults give the published value",
        "To make payoffs positive, a program may add 3 to every leaf, weighted by how likely it "
        "is by chance. Gambit 15.1.0 added 3 to each leaf unweighted (its issue 134, fixed in "
        "2023). A draw meets nine leaves instead of one, so that the program pays the first "
        "player for reaching it: always check, always call. With one column of draws in the "
        f"wrong place besides, the value becomes {show(twice.value())}. In that program table B.1 "
        f"is worth {float(twice.value_of(played)):.6f}, and best responses move it only between "
        f"{float(low):.6f} and {float(high):.6f}: rounding.",
        Table(("program", "value"), rows),
    )


PRINTED = (
    (0, "A check-bet-call 1", ".122"),
    (0, "A check-check 1", ".178"),
    (0, "B check-check 2", ".233"),
    (1, "A check-check 1 check", ".100"),
    (1, "A check-check 2 check", ".121"),
    (1, "A check-check 2 bet", ".891"),
    (1, "B check-bet-call 1 bet", ".415"),
    (1, "B check-bet-call 2 check", ".435"),
)


def _ranges_step() -> Step:
    program = faulty_program(wrong_column())
    rows = []
    for player, infoset, printed in PRINTED:
        low, high = program.range_of(player, infoset)
        shown = show(low) if low == high else f"from {show(low)} to {show(high)}"
        span = f"{float(low):.3f}" if low == high else f"{float(low):.3f} to {float(high):.3f}"
        rows.append((f"{('I', 'II')[player]}  {infoset}", printed, span, shown))
    return Step(
        "Every mixed number of table B.1",
        "The probability of betting or calling in the program with both faults, over all its "
        "optimal plans. Those that range are printed at an end of the range or inside it.",
        Table(("information set", "printed", "optimal", "exactly"), tuple(rows)),
    )


def _second_table_step() -> Step:
    rows = printed_table(TABLE_2)
    wrong = invalid(rows)
    lines = tuple(
        (f"{('I', 'II')[r.player]}  {r.infoset}", " ".join(map(show, r.probabilities)), r.fault)
        for r in wrong
    )
    return Step(
        "Table B.2 is not a strategy",
        f"{len(wrong)} of its {len(rows)} rows are not distributions.",
        Table(("information set", "printed", "fault"), lines),
    )
