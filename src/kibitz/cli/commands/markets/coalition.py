"""``kibitz coalition``: how to share what coalitions can earn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Exact, Json, Verify

if TYPE_CHECKING:
    from kibitz.coalitional.game import CoalitionalGame
    from kibitz.core.solution import Solution


def coalition(
    worths: Annotated[
        list[str],
        typer.Argument(
            metavar="WORTHS",
            help='Coalitions and worths, "A:1 B:3 A,B:6"; or a file, or a name from the shelf.',
            show_default=False,
        ),
    ],
    shapley: Annotated[bool, typer.Option("--shapley", help="Average contributions.")] = False,
    core: Annotated[bool, typer.Option("--core", help="Where nobody can do better.")] = False,
    nucleolus: Annotated[bool, typer.Option("--nucleolus", help="Least complaints.")] = False,
    prenucleolus: Annotated[
        bool, typer.Option("--prenucleolus", help="The same, below what players earn alone, too.")
    ] = False,
    imputations: Annotated[
        bool, typer.Option("--imputations", help="Nobody gets less than alone.")
    ] = False,
    least_core: Annotated[
        bool, typer.Option("--least-core", help="The least greatest excess.")
    ] = False,
    kernel: Annotated[bool, typer.Option("--kernel", help="A point of the kernel.")] = False,
    prekernel: Annotated[
        bool, typer.Option("--prekernel", help="A point of the prekernel.")
    ] = False,
    weber: Annotated[bool, typer.Option("--weber", help="The set of marginal vectors.")] = False,
    banzhaf: Annotated[bool, typer.Option("--banzhaf", help="Contributions to all.")] = False,
    tau: Annotated[bool, typer.Option("--tau", help="Between utopia and minimal rights.")] = False,
    gately: Annotated[bool, typer.Option("--gately", help="Equal propensity to disrupt.")] = False,
    solidarity: Annotated[bool, typer.Option("--solidarity", help="Solidarity value.")] = False,
    per_capita: Annotated[
        bool, typer.Option("--per-capita", help="The per-capita nucleolus.")
    ] = False,
    modified: Annotated[bool, typer.Option("--modified", help="The modified nucleolus.")] = False,
    dividends: Annotated[bool, typer.Option("--dividends", help="Harsanyi dividends.")] = False,
    power: Annotated[bool, typer.Option("--power", help="Power indices of a vote.")] = False,
    properties: Annotated[
        bool, typer.Option("--properties", help="Superadditive, convex, ..., with witnesses.")
    ] = False,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="PAYOFFS", help="Who objects to these, with what excess."),
    ] = None,
    over: Annotated[
        str | None,
        typer.Option("--over", metavar="PAYOFFS", help="Do those --at dominate these?"),
    ] = None,
    epsilon: Annotated[
        str | None, typer.Option("--epsilon", metavar="NUMBER", help="The epsilon-core.")
    ] = None,
    owen: Annotated[
        str | None, typer.Option("--owen", metavar='"A,B C"', help="The value with unions.")
    ] = None,
    myerson: Annotated[
        str | None, typer.Option("--myerson", metavar='"A-B B-C"', help="The value with links.")
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="A,B,C", help="The players in order.")
    ] = None,
    missing: Annotated[
        str, typer.Option("--missing", help="Coalitions left out: auto, zero, refuse, cover.")
    ] = "auto",
    costs: Annotated[
        bool, typer.Option("--costs", help="The numbers are costs; savings are shared.")
    ] = False,
    reading: Annotated[
        str,
        typer.Option(
            "--reading", help="Of a strategic game: security, alpha, beta, threat or nash."
        ),
    ] = "security",
    order: Annotated[
        str | None,
        typer.Option("--order", metavar='"1 2 3"', help="A strategic game is played in turn."),
    ] = None,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
) -> None:
    """Share what coalitions can earn.

    Without an option: the Shapley value, the core and the nucleolus.

    \b
    kibitz coalition "S,F:1000 S,B:500 S,F,B:1000" --core --shapley --nucleolus
    kibitz coalition "A:100 B:110 A,B:140" --costs
    kibitz coalition game.json --at "600 300 100"
    kibitz coalition game.nfg --reading threat
    """
    from kibitz.coalitional.cost_game import CostGame
    from kibitz.coalitional.game import CoalitionalGame

    asked = {
        "properties": properties,
        "dividends": dividends,
        "imputations": imputations,
        "shapley": shapley,
        "banzhaf": banzhaf,
        "core": core,
        "least-core": least_core,
        "nucleolus": nucleolus,
        "prenucleolus": prenucleolus,
        "per-capita-nucleolus": per_capita,
        "modified-nucleolus": modified,
        "kernel": kernel,
        "prekernel": prekernel,
        "tau": tau,
        "gately": gately,
        "solidarity": solidarity,
        "weber": weber,
        "power": power,
    }
    names = [name for name, on in asked.items() if on]
    given = {"at": at, "over": over, "epsilon-core": epsilon, "owen": owen, "myerson": myerson}
    more = {name: text for name, text in given.items() if text is not None}
    noun, origin = _game(worths, players, missing, costs, exact), None
    if not isinstance(noun, (CoalitionalGame, CostGame)):
        noun, origin = _from_strategies(noun, reading, order)
    if isinstance(noun, CostGame) and not more and "properties" not in names:
        _say(noun.solve(",".join(names) or "auto"), json, verify)
        return
    game = noun.savings() if isinstance(noun, CostGame) else noun
    _say(_answers(game, names, more, origin), json, verify)


def _game(
    words: list[str], players: str | None, missing: str, costs: bool, exact: bool | None
) -> Any:
    from kibitz.cli.machinery.resolve import in_numbers, resolve
    from kibitz.coalitional.cost_game import CostGame, cost_game
    from kibitz.coalitional.game import CoalitionalGame
    from kibitz.coalitional.make import coalition
    from kibitz.core.errors import GameError
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.game import MatrixGame

    if not " ".join(words).strip():
        raise GameError('which coalitions? write them with their worths, such as "A:1 B:3 A,B:6"')
    if any(":" in word or "=" in word for word in words) and not words[0].endswith(".json"):
        table = " ".join(words)
        if costs:
            return in_numbers(cost_game(table, players), exact)
        return in_numbers(coalition(table, players, missing=missing), exact)
    noun = resolve(words, exact)
    if costs and isinstance(noun, CoalitionalGame):
        return CostGame(noun.worths, noun.players, noun.title)
    forms = (CoalitionalGame, CostGame, StrategicGame, MatrixGame, ExtensiveGame)
    if not isinstance(noun, forms):
        raise GameError(
            f"this is a {noun.kind} game, not a coalitional one; write coalitions and worths, "
            'such as "A:1 B:3 A,B:6"'
        )
    return noun


def _from_strategies(
    noun: Any, reading: str, order: str | None
) -> tuple[CoalitionalGame, Solution | None]:
    """The coalitional form of a strategic game, and how its worths were found."""
    from kibitz.arrows import to_coalitional, to_strategic
    from kibitz.coalitional.perfect_information import perfect_information
    from kibitz.strategic.coalitions.readings import coalition_readings
    from kibitz.strategic.sequential.moves_in_order import moves_in_order

    game = to_strategic(noun)
    if order is not None:
        found = perfect_information(moves_in_order(game, order), game.players, game.title)
        return found.game, found
    return to_coalitional(game, reading), coalition_readings(game)


def _answers(
    game: CoalitionalGame, names: list[str], more: dict[str, str], origin: Solution | None
) -> Solution:
    from kibitz.coalitional.describe import Properties
    from kibitz.coalitional.sets.core import core_membership
    from kibitz.coalitional.sets.domination import domination
    from kibitz.coalitional.sets.epsilon_core import strong_epsilon_core
    from kibitz.coalitional.sets.excess import excess_table
    from kibitz.coalitional.solve import CoalitionalSolution
    from kibitz.coalitional.values.myerson import myerson
    from kibitz.coalitional.values.owen import owen
    from kibitz.core.errors import GameError

    found: dict[str, Solution] = {} if origin is None else {"worths": origin}
    if "properties" in names:
        names = [name for name in names if name != "properties"]
        found["properties"] = Properties.of(game)
    if names or not (more or "properties" in found):
        solved = game.solve(",".join(names) or "auto")
        if not isinstance(solved, CoalitionalSolution):
            return solved  # votes and estates have answers of their own
        found |= dict(zip(solved.names, solved.answers, strict=True))
    if "at" in more:
        found["core-membership"] = core_membership(game, more["at"])
        found["excesses"] = excess_table(game, more["at"])
    if "over" in more:
        if "at" not in more:
            raise GameError("--over needs --at: does one division dominate the other?")
        found["domination"] = domination(game, more["at"], more["over"])
    if "epsilon-core" in more:
        found["epsilon-core"] = strong_epsilon_core(game, more["epsilon-core"])
    if "owen" in more:
        found["owen"] = owen(game, more["owen"])
    if "myerson" in more:
        found["myerson"] = myerson(game, more["myerson"])
    return CoalitionalSolution(game, tuple(found), tuple(found.values()))


def _say(solution: Solution, json: bool, verify: bool) -> None:
    from kibitz.cli.machinery.answer import answer

    answer(solution, json, verify)
