"""Beyond the thesis: the game of 21 cards without buckets."""

from __future__ import annotations

from kibitz.core.explanation import Step, Table
from kibitz.poker.draw_poker.class_chart import class_chart
from kibitz.poker.draw_poker.vector_cfr import DrawSolution, DrawTable, VectorCFR
from kibitz.reproduce.bucket_games import cards


def steps(seconds: float) -> list[Step]:
    """The value of the real game, between proved bounds, and how it is played by the rule."""
    rows, played = [], []
    for free, said in ((False, "by the rule"), (True, "free")):
        table = DrawTable(cards(), free=free)
        found = VectorCFR(table).run(seconds=seconds)
        if not free:
            played = [_played(found, player) for player in range(2)]
        hands, throws, draws = table.shape
        low, high = found.bounds
        rows.append(
            (
                said,
                f"{hands * throws * draws:,}",
                f"{low:.6f}",
                f"{high:.6f}",
                f"{found.iterations:,}",
            )
        )
    step = Step(
        "The game without buckets",
        "Regret minimization on vectors of private states; best responses prove the bounds, and "
        "more time brings them closer. "
        "The second player's advantage is smaller than in Kuhn poker, 1/18 = 0.0556; that it is "
        "larger, as the thesis concludes, follows from the faults above.",
        Table(("discard", "private states", "at least", "at most", "iterations"), tuple(rows)),
    )
    return [step, *played]


def _played(solution: DrawSolution, player: int) -> Step:
    return Step(
        f"How player {('I', 'II')[player]} plays",
        "How often each class of hands bets and calls, with the discard by the rule: in the first "
        "round, and in the second after two checks (cc), a check, a bet and a call (cbk), or a bet "
        "and a call (bk), by the class after the draw.",
        class_chart(solution, player),
    )
