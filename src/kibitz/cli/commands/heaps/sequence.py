"""``kibitz sequence``: the nimbers of heaps 0, 1, 2, ... and their period."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Json
from kibitz.cli.machinery.provenance import note_game

if TYPE_CHECKING:
    from kibitz.combinatorial.coins import CoinBoard, CoinRow
    from kibitz.combinatorial.heaps.game import HeapGame
    from kibitz.combinatorial.heaps.sequence import NimSequence

MOST_COINS, MOST_SIDE, LINE = 10_000, 100, 20
SAME = {
    "coin-subtraction": "subtraction",
    "coin-subtraction-pairs": "subtraction",
    "grunt": "grundy",
    "one-or-two": "impatient-subtraction",
    "rayles": "kayles",
    "vertex-path": "officers",
}
"""Games whose values are those of a game of heaps, in which periods are found."""
MEX = {"method": "the mex rule", "exact": True}
"""How lists of values are found."""


def sequence(
    rules: Annotated[
        list[str],
        typer.Argument(
            metavar="RULES",
            help="A take-and-break code such as 0.77, a game of heaps without its heaps (kayles, "
            "grundy, subtraction set=1,3,4), a game of coins without its coins (mock-turtles), or "
            "another game without its numbers (wythoff, fibonacci-nim).",
            show_default=False,
        ),
    ],
    to: Annotated[
        int | None,
        typer.Option("--to", help="The largest heap.", show_default="100, 20000 for the period"),
    ] = None,
    period: Annotated[
        bool, typer.Option("--period", help="Print only the period, with its proof.")
    ] = False,
    json: Json = False,
) -> None:
    """List the nimbers of single heaps, and prove their period; or the values of single coins.

    Games of one number or two, such as wythoff, are listed in a row or a table; with play=misere
    outcomes stand in place of nimbers.

    \b
    kibitz sequence 0.77 --to 1000000 --period
    kibitz sequence subtraction set=1,3,4
    kibitz sequence mock-turtles --to 10
    """
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.combinatorial.heaps.sequence import nim_sequence
    from kibitz.core.errors import GameError
    from kibitz.core.registry import make, settings_whole
    from kibitz.core.spelling import words_of
    from kibitz.games.heap_rules import heap_rules, with_set

    rules = with_set(settings_whole(words_of(rules[0]) + rules[1:] if "=" in rules[0] else rules))
    same = _same_as(rules) if period else None
    rules = rules if same is None else same
    coins = _coins(rules)
    if coins is not None:
        if coins.is_misere:
            raise GameError(
                f"{coins.name}: nimbers are defined for normal play only; solve rows one by one"
            )
        if period and not coins.closed_form:
            raise GameError(f"{coins.name}: no theorem that proves a period of its values is known")
        values = coin_values(coins, 20 if to is None else to)
        note_game(coins)
        if json:
            say_json({"kind": "coin-values", **values, **MEX})
        else:
            say("\n".join(_coin_lines(values, "coins")))
        return
    listed = _listed(rules, to)
    if period and listed is not None and "closed_form" not in listed:
        listed = None
    if listed is not None:
        first = listed["from"] if isinstance(listed["from"], list) else [listed["from"]]
        note_game(make(listed["rules"].format(*first)))
        if json:
            say_json({"kind": "position-values", **listed, **MEX})
        else:
            say("\n".join(_coin_lines(listed, "positions")))
        return
    heaps = heap_rules(rules)
    if period and not isinstance(heaps, str) and heaps.is_misere:
        _say_outcomes(heaps, json)
        return
    note_game(_octal(heaps) if isinstance(heaps, str) else heaps)
    found = nim_sequence(heaps, to if to is not None else 20_000 if period else 100)
    if json:
        say_json(_to_json(found, period))
    elif period:
        say("\n".join(_period_lines(found)))
    else:
        say(str(found))


def _octal(code: str) -> dict[str, Any]:
    """The game of a code as provenance names it."""
    return {"kind": "named", "game": "octal", "parameters": {"code": code, "heaps": []}}


def _same_as(words: list[str]) -> list[str] | None:
    """The game of heaps that a game of coins, loops or vertices comes to; None if it is no other.

    >>> _same_as(["rayles"]), _same_as(["coin-subtraction", "set=1,3"]), _same_as(["kayles"])
    (['kayles'], ['subtraction', 'set=1,3'], None)
    """
    from kibitz.core.names.other_names import usual_name

    first, *rest = shlex.split(usual_name(shlex.join(word.strip() for word in words)))
    return [SAME[first], *rest] if first in SAME else None


def _say_outcomes(game: HeapGame, json: bool) -> None:
    """The period of the outcomes of single heaps in misère play."""
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.combinatorial.heaps.periods.outcomes import outcome_period

    period = outcome_period(game)
    if json:
        note_game(game)
        facts = {"game": game.name, "play": game.play}
        say_json({"kind": "outcome-period", **facts, **period.to_json()})
        return
    say(f"{game.name}: the outcomes of single heaps in misère play\n{period}\n\n{period.verify()}")


def _coins(words: list[str]) -> CoinRow | CoinBoard | None:
    """The game of coins that these words name; None when they name something else."""
    from kibitz.combinatorial.coins import CoinBoard, CoinRow
    from kibitz.core.names.other_names import usual_name
    from kibitz.core.registry import make
    from kibitz.games import look_up
    from kibitz.games.heap_rules import CODE

    if CODE.fullmatch(words[0].strip()) or look_up(words[0]).family != "coins":
        return None
    noun = make(usual_name(shlex.join(word.strip() for word in words)))
    return noun if isinstance(noun, (CoinBoard, CoinRow)) else None


def coin_values(game: CoinRow | CoinBoard, to: int) -> dict[str, Any]:
    """The values of the coins up to a label, or of the corner of a board, as plain data.

    >>> from kibitz import game
    >>> coin_values(game("mock-turtles"), 4)
    {'game': 'Mock Turtles', 'from': 0, 'to': 4, 'values': [1, 2, 4, 7, 8], 'closed_form': ...}
    """
    from kibitz.combinatorial.coins import CoinRow
    from kibitz.core.errors import GameError

    origin = game.rule.origin
    low = origin if isinstance(origin, int) else max(origin)
    if not low <= to <= MOST_COINS:
        raise GameError(f"--to is {to}; list coins from {low} up to at most {MOST_COINS:,}")
    if isinstance(game, CoinRow):
        values: list[Any] = [game.rule.value(x) for x in range(game.rule.origin, to + 1)]
    else:
        top, left = game.rule.origin
        if to > MOST_SIDE:
            raise GameError(f"--to is {to}; a board is listed up to a side of {MOST_SIDE}")
        values = game.rule.table(to + 1 - top, to + 1 - left)
    form = {"closed_form": game.closed_form} if game.closed_form else {}
    return {"game": game.name, "from": origin, "to": to, "values": values, **form}


def _listed(words: list[str], to: int | None) -> dict[str, Any] | None:
    """Outcomes in misère play, or values of games that are not sums of heaps."""
    from kibitz.cli.machinery.tabulate import tabulated
    from kibitz.games.heap_rules import CODE

    return None if CODE.fullmatch(words[0].strip()) else tabulated(words, to)


def _coin_lines(values: dict[str, Any], what: str) -> list[str]:
    kind = "nimbers" if "values" in values else "outcomes"
    first = values["from"] if isinstance(values["from"], int) else tuple(values["from"])
    head = f"{values['game']}: the {kind} of {what} {first} to {values['to']}"
    listed = values["values"] if kind == "nimbers" else values["outcomes"]
    board = not isinstance(listed, str) and not isinstance(listed[0], int)
    rows = listed if board else [listed[k : k + LINE] for k in range(0, len(listed), LINE)]
    width = max(len(str(value)) for row in rows for value in row)
    lines = ["  " + " ".join(f"{value:>{width}}" for value in row) for row in rows]
    form = values.get("closed_form")
    return [head, *lines, *([f"closed form: {form}"] if form else [])]


def _period_lines(values: NimSequence) -> list[str]:
    from kibitz.combinatorial.heaps.periods.outcomes import outcome_period
    from kibitz.combinatorial.heaps.periods.periodicity import Periodicity

    lines = [str(values).splitlines()[0], values.period_words()]
    if isinstance(values.period, Periodicity):
        lines += [f"outcomes: {outcome_period(values.game)}", "", str(values.period.verify())]
    return lines


def _to_json(values: NimSequence, only_period: bool) -> dict[str, Any]:
    data = values.to_json()
    if only_period:
        del data["values"]
    return data
