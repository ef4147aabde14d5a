"""``kibitz voting``: how much a vote is worth."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Explain, Json, Verify
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.coalitional.voting.power_by_weights import VotingPower
    from kibitz.core.solution import Solution

_NAMES = ("quota", "weights", "players", "chairman", "veto")
"""What may be given by name behind the command."""
_QUOTA_FIRST = re.compile(r"[\d./]+\s*[:;]")


def voting(
    quota: Annotated[
        str | None,
        typer.Argument(
            metavar="QUOTA|GAME",
            help="The quota of a winning coalition, or majority; or a named game.",
            show_default=False,
        ),
    ] = None,
    more: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WEIGHTS]", help="As --weights.", show_default=False),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(
            "--weights", metavar="40,30,20,10", help="One weight for each voter, or A:40,B:30."
        ),
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="A,B,C", help="Names of the voters.")
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Winning weights must exceed the quota.")
    ] = False,
    chairman: Annotated[
        str | None,
        typer.Option(
            "--chairman", metavar="NAME", help="This voter breaks ties at exactly the quota."
        ),
    ] = None,
    veto: Annotated[
        str,
        typer.Option(
            "--veto", metavar="A,B", help="No coalition wins without these.", show_default=False
        ),
    ] = "",
    needed: Annotated[
        str | None,
        typer.Option("--quota", metavar="QUOTA", help="As QUOTA.", show_default=False),
    ] = None,
    winning: Annotated[
        str | None,
        typer.Option("--winning", metavar='"A,B A,C"', help="The minimal winning coalitions."),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            "--method", metavar="NAME", help="Other methods, such as shapley, nucleolus or core."
        ),
    ] = "auto",
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Measure the power of voters with weights.

    \b
    kibitz voting 51 --weights 40,30,20,10
    kibitz voting 57 --weights 31,31,28,21,2,2 --strict --explain
    kibitz voting 51 --weights A:40,B:30,C:20,D:10 --method nucleolus
    kibitz voting majority 1,1,1,1 --chairman 1
    kibitz voting 3 --weights 2,1,1,1 --veto 2
    kibitz voting "[51: 40, 30, 20, 10]"
    kibitz voting security-council
    kibitz voting --winning "A,B A,C B,C,D"
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.coalitional.names import amounts_in_words
    from kibitz.coalitional.voting.power_by_weights import VotingPower
    from kibitz.coalitional.voting.weighted import weighted_voting

    if needed is not None:
        quota, more = needed, [word for word in (quota, *(more or [])) if word]
    game = _named([word for word in (quota, *(more or [])) if word])
    own = weights or strict or chairman is not None or veto or winning or players
    if game is not None and own:
        raise GameError(f"{game.title or quota} has its own voters; leave out the options")
    if game is None:
        quota, more, named = _by_name([word for word in (quota, *(more or [])) if word])
        given = {"weights": weights, "players": players, "chairman": chairman, "veto": veto}
        for name in named:
            if given[name]:
                raise GameError(f"{name} is given twice")
        weights, players = named.get("weights", weights), named.get("players", players)
        chairman, veto = named.get("chairman", chairman), named.get("veto", veto)
    quota, more = _from_brackets(quota, more)
    typed = weights or " ".join(more or [])
    if winning is not None:
        if quota or typed or strict or chairman is not None or veto:
            raise GameError("--winning replaces the weights; give one of the two")
        answer(_by_winners(winning, players, method), json, verify, explain=explain)
        return
    if game is None:
        if not quota or not typed or (weights and more):
            fault = "the weights are given twice" if typed else "a quota and weights are needed"
            raise GameError(f"{fault}; write `kibitz voting 51 --weights 40,30,20,10`")
        voters = amounts_in_words(typed)
        game = weighted_voting(quota, voters, players, strict=strict, chairman=chairman, veto=veto)
    solution: Solution = game.solve(method)
    answer(solution, json, verify, explain=explain)
    if isinstance(solution, VotingPower) and not json and not explain:
        _print_voters(solution)


def _by_winners(winning: str, players: str | None, method: str) -> Solution:
    """The power of voters of whom the minimal winning coalitions are known."""
    from kibitz.coalitional.make import coalition

    solution: Solution = coalition(winning=winning, players=players).solve(
        "power" if method == "auto" else method
    )
    return solution


def _named(words: list[str]) -> Any:
    """The game from the shelf that the words name, or None where they begin with a quota."""
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.coalitional.voting.game import VotingGame
    from kibitz.core.index import table
    from kibitz.core.names.other_names import usual_name

    name = usual_name(" ".join(words)).partition(" ")[0]
    is_quota = name == "majority" and len(" ".join(words[1:]).replace(",", " ").split()) > 1
    if name not in table("GAMES") or is_quota:
        return None
    game = resolve(words, None)
    if not isinstance(game, VotingGame):
        raise GameError(f"{name} is not a voting game; see `kibitz games voting`")
    return game


def _by_name(words: list[str]) -> tuple[str | None, list[str], dict[str, str]]:
    """The quota and the words after it, and what is given by name, as weights=35,30,35.

    >>> _by_name(["quota=51", "weights=35,30,35"])
    ('51', [], {'weights': '35,30,35'})
    """
    left: list[str] = []
    named: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        name = {"q": "quota", "w": "weights"}.get(key.strip(), key.strip())
        if not equals:
            left.append(word)
        elif name not in _NAMES:
            raise GameError(f"voting has no {key.strip()!r}; it takes {', '.join(_NAMES)}")
        elif name in named:
            raise GameError(f"{name} is given twice")
        else:
            named[name] = value.strip()
    if "quota" in named:
        left.insert(0, named.pop("quota"))
    return (left[0] if left else None), left[1:], named


def _from_brackets(
    quota: str | None, more: list[str] | None
) -> tuple[str | None, list[str] | None]:
    """Quota and weights, also where they are written as [q: w1, w2, ...], or without brackets."""
    text = " ".join([quota or "", *(more or [])]).strip()
    if not text.startswith("[") and not _QUOTA_FIRST.match(text):
        return quota, more
    first, _, weights = text.strip("[]").replace(";", ":", 1).partition(":")
    return first.strip(), [weights.strip()]


def _print_voters(power: VotingPower) -> None:
    from kibitz.cli.machinery.console import say_raw

    game = power.game
    if game.n <= 8:
        shown = ["{" + ",".join(names) + "}" for names in game.minimal_winning()]
        say_raw(f"minimal winning coalitions: {' '.join(shown)}")
    say_raw(f"with a veto: {', '.join(power.veto_players) or 'none'}")
    say_raw(f"null players: {', '.join(power.null_players) or 'none'}")
