"""Derivations of moves in order: the last mover first, then back to the leader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.algebra.show_exact import brief
from kibitz.continuous.explain import best_step, piece_lines, reaction_table
from kibitz.continuous.sequential.reply import NoFormula
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.numbers import show

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.algebra.real_root import Point
    from kibitz.continuous.enclosures.stages import EnclosedStage
    from kibitz.continuous.markets.entry import EntrySolution
    from kibitz.continuous.markets.stackelberg import Stackelberg
    from kibitz.continuous.sequential.subgame_perfect import SequentialSolution
    from kibitz.continuous.symbolic.stages import SymbolicPlay


def explain_sequential(solution: SequentialSolution) -> Explanation:
    """Backward induction, stage by stage.

    >>> from kibitz.continuous.markets.stackelberg import stackelberg
    >>> [step.heading for step in stackelberg("17-Q", 1).solve().explain().steps]
    ['The order', 'Firm 2 moves last', 'Firm 1 moves first', 'The play',
     'Simultaneous moves', 'Checks']
    """
    game = solution.game
    steps = [Step("The order", " then ".join(game.players) + "; each sees all earlier moves.")]
    steps += solution.follower_steps()
    steps.append(_leader(solution))
    lines = [str(solution.outcome)]
    if solution.remark:
        lines.append(solution.remark)
    steps.append(Step("The play", "\n".join(lines)))
    steps += _at_once(solution)
    steps.append(Step("Checks", "\n".join(map(str, solution.verify().checks))))
    return Explanation(game.title or "Moves in order", tuple(steps))


def exact_follower_steps(game: Stackelberg) -> list[Step]:
    """The reaction curve of each follower, the last one first."""
    steps = []
    for stage in game.stages:
        if stage.reaction is None:
            continue
        last = stage.place == len(game.order) - 1
        name = game.players[stage.place]
        if last:
            step = best_step(stage.reaction)
            steps.append(Step(f"{name} moves last", step.prose, step.table))
        else:
            prose = (
                "The later replies are substituted into its payoff; s is the sum of the moves "
                "before."
                if stage.place > 1
                else "The later replies are substituted into its payoff."
            )
            steps.append(Step(f"{name} moves before", prose, reaction_table(stage.reaction)))
    return steps


def enclosed_follower_steps(game: Stackelberg, stages: Sequence[EnclosedStage]) -> list[Step]:
    """Replies without a formula, at a few sums of the moves before, the last mover first."""
    from flint import arb

    steps = []
    for place in range(len(stages) - 1, 0, -1):
        stage, name = stages[place], game.players[place]
        low, high = stage.past
        rows = []
        for k in range(9):
            past = low + (high - low) * k / 8
            cuts = stage.replies(arb(past))
            rows.append((show(past), " or ".join(show((a + b) / 2) for a, b in cuts)))
        before = game.variables[0] if place == 1 else "the moves before"
        table = Table((before, f"best {stage.own}"), tuple(rows))
        last = "moves last" if place == len(stages) - 1 else "moves before"
        prose = "No formula gives its reply; intervals prove it for any move before, as for these."
        steps.append(Step(f"{name} {last}", prose, table))
    return steps


def _leader(solution: SequentialSolution) -> Step:
    game = solution.game
    name = game.variables[0]
    lines = [f"With every reply substituted, {game.players[0]} earns a function of {name} alone."]
    lines += _leader_cases(solution)
    lines.append(
        f"Over all of it the best is {name} = {brief(solution.moves[0])}, earning "
        f"{brief(solution.payoffs[game.order[0]])}."
    )
    prose = "\n".join(lines) if len(lines) > 2 else " ".join(lines)
    return Step(f"{game.players[0]} moves first", prose, None, solution.draw())


def _leader_cases(solution: SequentialSolution) -> list[str]:
    """What the leader earns and its derivative, case by case, where formulas give the replies."""
    try:
        first = solution.game.stages[-1].game
    except (GameError, NoFormula):
        return []
    if first.cut_payoffs is None:
        return []
    return [
        "It and its derivative, case by case:",
        *piece_lines(first.cut_payoffs[0], first.variables[0]),
    ]


def _at_once(solution: SequentialSolution) -> list[Step]:
    """The same game without an order, for comparison."""
    try:
        found = solution.game.base.equilibria()
    except GameError:
        return []
    if len(found.equilibria) != 1:
        return []
    together = found.equilibria[0]
    rows = tuple(
        (p, brief(a), brief(b), brief(u), brief(v))
        for p, a, b, u, v in zip(
            solution.game.base.players,
            solution.strategies,
            together.strategies,
            solution.payoffs,
            together.payoffs,
            strict=True,
        )
    )
    header = ("", "in order", "at once", "earns in order", "earns simultaneously")
    return [Step("Simultaneous moves", _who_gains(solution, together.payoffs), Table(header, rows))]


def _who_gains(solution: SequentialSolution, together: tuple[Point, ...]) -> str:
    words = []
    for player, a, b in zip(solution.game.base.players, solution.payoffs, together, strict=True):
        gain = float(a) - float(b)
        verb = "gains by" if gain > 1e-12 else "loses by" if gain < -1e-12 else "is untouched by"
        words.append(f"{player} {verb} the order")
    return "; ".join(words) + "."


def explain_symbolic_play(solution: SymbolicPlay) -> Explanation:
    """The closed form, the last mover's condition first."""
    game = solution.game
    order = " then ".join(game.players) + "; each sees all earlier moves."
    steps = [Step("The order", f"{order} The last mover is solved for first.")]
    solved = (solution.moves[0], *solution.replies)
    places = reversed(range(len(game.players)))
    steps += [_condition(solution, place, str(solved[place])) for place in places]
    pairs = zip(game.variables, solution.moves, strict=True)
    steps.append(Step("The play", "\n".join(f"{v} = {x}" for v, x in pairs)))
    steps.append(Step("Payoffs", "\n".join(map(str, solution.payoffs))))
    steps.append(Step("Checks", "\n".join(map(str, solution.verify().checks))))
    return Explanation(game.title or "Moves in order", tuple(steps))


def _condition(solution: SymbolicPlay, place: int, answer: str) -> Step:
    """One mover's payoff, its first-order condition, and what that gives."""
    game = solution.game
    name, v = game.players[place], game.variables[place]
    last = place == len(game.players) - 1
    heading = f"{name} replies" if place else f"{name} leads"
    if not solution.problems:
        return Step(heading, f"The first-order condition gives {v} = {answer}.")
    payoff, derivative = solution.problems[place]
    start = f"{name} earns" if last else f"With the later replies substituted, {name} earns"
    return Step(
        heading,
        f"{start} u = {payoff}. The first-order condition is du/d{v} = {derivative} = 0, so "
        f"{v} = {answer}.",
    )


def explain_entry(solution: EntrySolution) -> Explanation:
    """Alone, with the entrant, keeping it out: what each is worth, and the choice."""
    game = solution.game
    alone = solution.monopoly
    steps = [
        Step(
            "Alone in the market",
            f"The incumbent would make {brief(alone.strategies[0])} and earn "
            f"{brief(alone.payoffs[0])}.",
        ),
        Step(
            "What the entrant answers",
            f"While it enters, it earns {solution.entrant_profit_function} by its best output.",
            reaction_table(game.reaction),
        ),
    ]
    kept = solution.deterring
    if kept is not None:
        steps.append(
            Step(
                "Keeping it out",
                f"From q1 = {brief(kept.strategies[0])} on, staying out is best for the entrant; "
                f"the incumbent then earns {brief(kept.payoffs[0])}.",
            )
        )
    if solution.accommodating is not None:
        let_in = solution.accommodating
        steps.append(
            Step(
                "Letting it in",
                f"Against an entrant that answers, q1 = {brief(let_in.strategies[0])} is best and "
                f"earns {brief(let_in.payoffs[0])}.",
            )
        )
    steps.append(
        Step(
            f"So entry is {solution.decision}",
            f"q1 = {brief(solution.strategies[0])}, q2 = {brief(solution.strategies[1])}, profits "
            f"{brief(solution.payoffs[0])} and {brief(solution.payoffs[1])}. "
            + _fixed_words(game.fixed),
            None,
            solution.draw(),
        )
    )
    steps.append(Step("Checks", "\n".join(map(str, solution.verify().checks))))
    return Explanation(game.title or "Entry deterrence", tuple(steps))


def _fixed_words(fixed: str) -> str:
    if fixed == "sunk":
        return "The fixed cost is sunk: the entrant has paid it whatever it does, so it stays in."
    return "The fixed cost can be avoided by staying out; if it were sunk, the entrant would enter."
