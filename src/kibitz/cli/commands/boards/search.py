"""``kibitz search``: the searches of the textbooks, with everything they did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.completion import offer_games
from kibitz.cli.machinery.options import Databases, Explain, Json, Moves, State, Verify
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.rules.game import Position

LISTED = 200
"""Positions of a table that are printed."""


def search(
    words: Annotated[
        list[str],
        typer.Argument(
            autocompletion=offer_games,
            metavar="GAME|TREE.json [MOVE...]",
            help="A game with moves, a file with a tree, or a tree typed as JSON; then moves.",
            show_default=False,
        ),
    ],
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="NAME",
            help="minimax, negamax, alpha-beta, scout, mtd-f, sss-star, outcome, max-n, "
            "paranoid, expectiminimax, "
            "star1, star2, best-reply, quiescence, proof-number, mcts, ...; auto is alpha-beta, "
            "expectiminimax or max-n.",
        ),
    ] = "auto",
    depth: Annotated[int | None, typer.Option("--depth", help="Search depth.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting, such as guess=3 or fail=hard."),
    ] = None,
    moves: Moves = None,
    state: State = None,
    database: Databases = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show every step.")] = False,
    plan: Annotated[
        bool,
        typer.Option("--plan", help="Print a player's complete plan instead of one line of play."),
    ] = False,
    player: Annotated[
        str | None,
        typer.Option(
            "--player", help="The player of the plan: a name, max, min, or a number from 1."
        ),
    ] = None,
    follow: Annotated[
        str | None,
        typer.Option(
            "--follow", metavar="JSON", help='Find what a given plan guarantees: {"A": "a1"}.'
        ),
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(
            "--order",
            metavar="JSON",
            help='Order of moves: reversed, or by node {"A": ["a3", "a1", "a2"]}.',
        ),
    ] = None,
    orders: Annotated[
        bool, typer.Option("--orders", help="Count alpha-beta's leaves for every order of moves.")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="JSON", help='Find the best response to known moves: {"B": "b1"}.'
        ),
    ] = None,
    ranges: Annotated[
        bool,
        typer.Option(
            "--ranges", help="Show how each leaf of alpha-beta narrows the values above it."
        ),
    ] = False,
    table: Annotated[
        bool,
        typer.Option("--table", help="List every position with its value (minimax with memory)."),
    ] = False,
    bounds: Annotated[
        str | None,
        typer.Option(
            "--bounds",
            metavar="-2,2",
            help="With --ranges: bounds on the value of an unknown leaf.",
        ),
    ] = None,
    belief: Annotated[
        bool,
        typer.Option(
            "--belief", help="Evaluate each first move of a game with hidden information."
        ),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="Random seed.", show_default=False),
    ] = None,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Search by the method of your choice; with --trace, nodes, bounds and cutoffs in order.

    \b
    kibitz search tic-tac-toe a1 b2 --method minimax
    kibitz search tree.json --method scout --trace
    kibitz search tree.json --plan --player min
    kibitz search subtraction 6 set=1,2,3 --table
    kibitz search "max(min(3, 12, 8), min(2, 4, 6))" --orders
    kibitz search "[[3,12,8],[2,4,6],[14,5,2]]" --method mtd-f --set guess=5
    kibitz search checkers --state "W:W22,K6:B13,K30,15" --depth 5 --database c22.kbpd
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.cli.machinery.console import say_raw, show
    from kibitz.cli.machinery.position import position_of
    from kibitz.core.errors import GameError
    from kibitz.play.players import refuse_hidden
    from kibitz.play.specs import with_model
    from kibitz.search.explain import is_traced
    from kibitz.search.hidden.belief import belief_values
    from kibitz.search.methods import canonical, is_blind, prepare, settings, textbook

    here = position_of(words, moves, state)
    questions = {
        "--orders": orders,
        "--table": table,
        "--ranges": ranges,
        "--belief": belief,
        "--plan": plan,
        "--against": against is not None,
        "--follow": follow is not None,
    }
    given = {
        "--method": method != "auto",
        "--depth": depth is not None,
        "--set": bool(option),
        "--trace": trace,
        "--order": order is not None,
        "--database": bool(database),
        "--seed": seed is not None,
        "--player": player is not None,
        "--bounds": bounds is not None,
        "--verify": verify,
        "--explain": explain,
    }
    _refuse_idle(questions, given)
    if orders:
        _show_orders(here, json)
        return
    if table:
        _show_table(here, json)
        return
    if ranges:
        _show_ranges(here, bounds, json)
        return
    if belief:
        answer(belief_values(here), json, verify, explain=explain)
        return
    if plan or against is not None or follow is not None:
        known, own = _policy(against, "--against"), _policy(follow, "--follow")
        _show_plan(here, player or 0, known, own, json)
        return
    name = textbook(here.rules) if method == "auto" else canonical(method)
    if not is_blind(name):
        refuse_hidden(here.rules, "a search")
    follows = explain and "trace" in settings(name) and is_traced(here)
    chosen = with_model(_settings(name, depth, option or [], trace or follows), here.rules, "--set")
    if player is not None:
        if "player" not in settings(name):
            raise GameError(
                f"{name} considers all players; --player applies only to --plan and paranoid"
            )
        chosen["player"] = player
    if order is not None:
        if "order" not in settings(name):
            raise GameError(f"{name} does not depend on the order of moves; alpha-beta does")
        chosen["order"] = _order(order)
    if seed is not None:
        if "seed" not in settings(name):
            raise GameError(f"{name} uses no random numbers; leave out --seed")
        chosen["seed"] = seed
    if database:
        from kibitz.search.retrograde.endings import Endings

        endings = Endings(here.rules, database)
        result = endings.answer(here, prepare(name, endings.cut, **chosen))
    else:
        result = prepare(name, here.rules, **chosen)(here)
    if trace and not (explain or json) and result.trace is not None:
        show(result.trace.table().rich(), 140)
        say_raw("")
    answer(result, json, verify, explain=explain)


_ANSWERED = {
    "--ranges": ("--bounds",),
    "--belief": ("--verify", "--explain"),
    "--plan": ("--player",),
    "--against": ("--player",),
    "--follow": ("--player",),
}
"""What may stand beside an option that asks for something else than a search."""


def _refuse_idle(questions: dict[str, bool], given: dict[str, bool]) -> None:
    """Refuse options that say nothing beside the question that is asked."""
    from kibitz.core.errors import GameError

    asked = [name for name, used in questions.items() if used]
    plans = {"--plan", "--against", "--follow"}
    if len(asked) > 1 and not plans.issuperset(asked):
        raise GameError(f"{' and '.join(asked[:2])} ask for different things; leave one out")
    if not asked:
        if given["--bounds"]:
            raise GameError("--bounds needs --ranges; it limits the values of unknown leaves")
        return
    for name, used in given.items():
        if used and name not in _ANSWERED.get(asked[0], ()):
            hint = "; write --bounds -2,2" if (asked[0], name) == ("--ranges", "--set") else ""
            raise GameError(f"{name} applies to a search; {asked[0]} does not run one{hint}")


def _show_plan(
    here: Position,
    player: int | str,
    against: dict[str, Any] | None,
    follow: dict[str, Any] | None,
    json: bool,
) -> None:
    """A contingent strategy, the best answer to a policy, or what a plan is worth."""
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.core.numbers import show
    from kibitz.play.players import refuse_hidden
    from kibitz.search.result import placed
    from kibitz.search.scope import seat_of
    from kibitz.search.strategy import contingent_strategy, exploit, plan_value

    refuse_hidden(here.rules, "a plan")
    if follow is not None:
        value = show(plan_value(here, follow, player, against))
        sure = "guarantees" if against is None else "gets"
        if json:
            say_json(
                {
                    "kind": "plan-value",
                    "game": here.rules.name,
                    "player": seat_of(here.rules, player),
                    "value": value,
                    "plan": follow,
                    **({} if against is None else {"against": against}),
                    **placed(here),
                    "method": "backward induction",
                    "exact": True,
                }
            )
        else:
            say(f"{here.rules.name}: the plan {sure} {value}")
        return
    known = against is not None
    plan = exploit(here, against or {}, player) if known else contingent_strategy(here, player)
    if json:
        said = {} if against is None else {"against": against}
        say_json({**plan.to_json(), **said, **placed(here)})
    else:
        say(str(plan))


def _show_table(here: Position, json: bool) -> None:
    """The memory of a minimax search: every position once."""
    from kibitz.cli.machinery.console import say, say_json, show
    from kibitz.play.players import refuse_hidden
    from kibitz.search.alpha_beta.memo_table import memo_table
    from kibitz.search.result import placed

    refuse_hidden(here.rules, "a table")
    memo = memo_table(here)
    if json:
        say_json({**memo.to_json(), **placed(here)}, here.rules)
        return
    show(memo.table().rich(), 140)
    if len(memo) > LISTED:
        say(f"... {len(memo) - LISTED:,} more; --json lists all")
    say(str(memo))


def _show_orders(here: Position, json: bool) -> None:
    """How many orders of moves make alpha-beta look at how many leaves."""
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.search.alpha_beta.sibling_orders import leaves_by_order

    by_order = leaves_by_order(here)
    if json:
        say_json(
            {
                "kind": "orders",
                "game": here.rules.name,
                "leaves": {str(k): n for k, n in by_order.items()},
                "method": "alpha-beta for every order",
                "exact": True,
            }
        )
    else:
        say(f"{here.rules.name}: {count_of(sum(by_order.values()), 'order')} of moves")
        for leaves, count in by_order.items():
            say(f"  {count_of(leaves, 'leaf')} in {count:,} of them")


def _show_ranges(here: Position, bounds: str | None, json: bool) -> None:
    """What may still be, leaf by leaf, or where leaves are unknown or chance moves node by node."""
    from kibitz.cli.machinery.console import say_json, show
    from kibitz.core.errors import GameError
    from kibitz.search.alpha_beta.value_range import (
        has_chance,
        narrowing,
        narrowing_table,
        ranges_table,
        value_ranges,
    )
    from kibitz.search.trace import number_text

    def spelled(value: Any) -> str:
        return number_text(value).replace("∞", "inf")

    try:
        steps = () if bounds is not None or has_chance(here) else narrowing(here)
    except GameError:  # alpha-beta comes to a leaf without a value
        steps = ()
    if not steps:
        ranges = value_ranges(here, bounds=bounds)
        if not json:
            show(ranges_table(ranges).rich(), 140)
            return
        ends = {name: [spelled(end) for end in pair] for name, pair in ranges.items()}
        how = {"method": "minimax over intervals", "exact": True}
        say_json({"kind": "ranges", "game": here.rules.name, "ranges": ends, **how})
        return
    if not json:
        show(narrowing_table(steps).rich(), 140)
        return

    lines = [
        {
            "leaf": step.leaf,
            "value": spelled(step.value),
            "ranges": {name: [spelled(end) for end in ends] for name, ends in step.ranges.items()},
        }
        for step in steps
    ]
    how = {"method": "minimax over intervals", "exact": True}
    say_json({"kind": "ranges", "game": here.rules.name, "steps": lines, **how})


def _order(typed: str) -> Any:
    """The order of moves: last ones first, or by node."""
    from kibitz.core.errors import GameError

    if typed.strip().lower() in ("reversed", "reverse", "right-to-left"):
        return "reversed"
    if not typed.lstrip().startswith("{"):
        raise GameError(
            f'--order {typed}: write reversed, or the order by node, {{"A": ["a3", "a1", "a2"]}}'
        )
    return _policy(typed, "--order")


def _policy(text: str | None, option: str) -> dict[str, Any] | None:
    """Moves by node, typed as JSON."""
    from json import JSONDecodeError, loads

    from kibitz.core.errors import GameError

    if text is None:
        return None
    try:
        policy = loads(text)
    except JSONDecodeError as error:
        raise GameError(f"{option} is not valid JSON: {error.msg}") from None
    if not isinstance(policy, dict):
        raise GameError(f'{option} is an object of moves by node, such as {{"B": "b1"}}')
    return policy


def _settings(name: str, depth: int | None, given: list[str], trace: bool) -> dict[str, Any]:
    from kibitz.core.errors import GameError
    from kibitz.play.specs import read_settings
    from kibitz.search.methods import settings

    known = settings(name)
    chosen = read_settings(name, ",".join(given), "--set")
    if depth is not None:
        if "depth" not in known:
            raise GameError(f"{name} does not take --depth; it takes {', '.join(known)}")
        chosen["depth"] = depth
    if trace:
        if "trace" not in known:
            raise GameError(f"{name} has no trace; alpha-beta, scout, mtd-f and others have one")
        chosen["trace"] = True
    return chosen
