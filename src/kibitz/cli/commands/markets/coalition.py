"""``kibitz coalition``: how to share what coalitions can earn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.method_flags import methods_asked, offer_methods
from kibitz.cli.machinery.options import Exact, Explain, Json, Verify

if TYPE_CHECKING:
    from kibitz.coalitional.cost_game import CostGame
    from kibitz.coalitional.game import CoalitionalGame
    from kibitz.coalitional.letter import CoalitionalFamily
    from kibitz.coalitional.letters import CoalitionalLetters
    from kibitz.core.solution import Solution


@offer_methods("CoalitionalGame")
def coalition(
    ctx: typer.Context,
    worths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORTHS",
            help='Coalitions and worths, "A:1 B:3 A,B:6"; a file; or a named game.',
            show_default=False,
        ),
    ] = None,
    winning: Annotated[
        str | None,
        typer.Option(
            "--winning", metavar='"A,B A,C"', help="Minimal winning coalitions, instead of worths."
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="PAYOFFS",
            help="Test this payoff vector (excesses, objections); or several, separated by ;, "
            "for stability.",
        ),
    ] = None,
    over: Annotated[
        str | None,
        typer.Option(
            "--over", metavar="PAYOFFS", help="Test whether --at dominates this payoff vector."
        ),
    ] = None,
    epsilon: Annotated[
        str | None, typer.Option("--epsilon", metavar="NUMBER", help="The epsilon-core.")
    ] = None,
    owen: Annotated[
        str | None,
        typer.Option("--owen", metavar='"A,B C"', help="The Owen value for these unions."),
    ] = None,
    myerson: Annotated[
        str | None,
        typer.Option("--myerson", metavar='"A-B B-C"', help="The Myerson value for these links."),
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(
            "--method", metavar="NAME", help="The method to use; may be given several times."
        ),
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="A,B,C", help="The players in order.")
    ] = None,
    missing: Annotated[
        str,
        typer.Option(
            "--missing", help="How to treat omitted coalitions: auto, zero, refuse, cover."
        ),
    ] = "auto",
    normalize: Annotated[
        str | None,
        typer.Option(
            "--normalize",
            metavar="0|01",
            help="Normalize first: 0 makes single players worth 0; 01 also makes the grand "
            "coalition worth 1.",
        ),
    ] = None,
    costs: Annotated[
        bool, typer.Option("--costs", help="The numbers are costs; share the savings.")
    ] = False,
    reading: Annotated[
        str | None,
        typer.Option(
            "--reading",
            help="How to derive worths from a strategic game: security, alpha, beta, threat "
            "or nash.",
            show_default="security",
        ),
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(
            "--order",
            metavar='"1 2 3"',
            help="Find marginal contributions in this order; in a strategic game, players "
            "move in it.",
        ),
    ] = None,
    explain: Explain = False,
    verify: Verify = False,
    json: Json = False,
    exact: Exact = None,
) -> None:
    """Share what coalitions can earn.

    Without a flag: the Shapley value, the core and the nucleolus; every method has a flag.

    \b
    kibitz coalition "S,F:1000 S,B:500 S,F,B:1000" --core --shapley --nucleolus
    kibitz coalition "A:100 B:110 A,B:140" --costs
    kibitz coalition "v(S) = |S|^2" --players 4
    kibitz coalition "A,B:a A,C:1 B,C:1 A,B,C:2"
    kibitz coalition --winning "A,B A,C B,C,D" --power
    kibitz coalition game.json --at "600 300 100"
    kibitz coalition game.nfg --reading threat --explain
    """
    from kibitz.cli.machinery.answer import answer
    from kibitz.coalitional.cost_game import CostGame
    from kibitz.coalitional.game import CoalitionalGame
    from kibitz.coalitional.letter import CoalitionalFamily
    from kibitz.coalitional.letters import CoalitionalLetters
    from kibitz.core.errors import GameError
    from kibitz.strategic.coalitions.readings import CoalitionReadings

    given = {"payoffs": at, "worse": over, "epsilon": epsilon, "unions": owen, "links": myerson}
    names = list(dict.fromkeys([*_named(method or []), *methods_asked(ctx)]))
    noun, origin = _game(worths or [], players, missing, costs, exact, winning), None
    if isinstance(noun, CoalitionalGame):
        given["order"], order = order, None
    more = {name: text for name, text in given.items() if text is not None}
    if isinstance(noun, (CoalitionalFamily, CoalitionalLetters)):
        if normalize is not None:
            raise GameError("--normalize needs numeric worths, without letters")
        _only_what_is_found(noun, names, more)
        answer(noun.solve(), json, verify, explain=explain)
        return
    if not isinstance(noun, (CoalitionalGame, CostGame)):
        noun, origin = _from_strategies(noun, reading, order)
    elif reading is not None or order is not None:
        option = "order" if order is not None else "reading"
        raise GameError(f"--{option} applies to strategic games only, not to {noun.several}")
    plain = not more and "properties" not in names and normalize is None
    if isinstance(noun, CostGame) and plain:
        answer(noun.solve(names or "auto"), json, verify, explain=explain)
        return
    if explain and isinstance(origin, CoalitionReadings):
        origin = origin[reading or "security"]
    game = noun.savings() if isinstance(noun, CostGame) else noun
    if normalize is not None:
        game = _normalized(game, normalize, json)
    if isinstance(noun, CostGame):
        _in_savings(noun, more, json)
    answer(_answers(game, names, more, origin), json, verify, explain=explain)


def _normalized(game: CoalitionalGame, how: str, json: bool) -> CoalitionalGame:
    """The game with single players worth 0, and all together 1 if asked; its worths are shown."""
    from kibitz.cli.machinery.console import say_raw
    from kibitz.cli.machinery.provenance import note_game
    from kibitz.core.errors import GameError
    from kibitz.core.numbers import show

    makers = {
        **dict.fromkeys(("0", "zero"), game.zero_normalized),
        **dict.fromkeys(("01", "0-1", "0,1", "zero-one"), game.zero_one_normalized),
    }
    if how not in makers:
        raise GameError(f"--normalize is {how!r}; it must be 0 or 01")
    made = makers[how]()
    note_game(made)
    if not json:
        worths = [
            f"v({game.spell(mask)}) = {show(made.worth(game.members(mask)))}"
            for mask in game.coalitions()
        ]
        say_raw(f"normalized: {', '.join(worths)}")
    return made


def _in_savings(game: CostGame, more: dict[str, Any], json: bool) -> None:
    """Turn what players are to pay into what they save, and say so."""
    from kibitz.cli.machinery.console import say_raw
    from kibitz.core.numbers import show_all

    for option in [name for name in ("payoffs", "worse") if name in more]:
        saved = []
        for payments in more[option].split(";"):
            saved.append(show_all(game.payments(payments)))
            if not json:
                say_raw(f"payments of ({payments.strip()}) save {saved[-1]}")
        more[option] = ";".join(saved)


def _named(words: list[str]) -> list[str]:
    """The methods of these names, as the registry spells them."""
    from kibitz.core import index
    from kibitz.core.errors import GameError, did_you_mean
    from kibitz.core.method import AUTO, of_form
    from kibitz.core.spelling import canonical_name

    names = []
    for word in (canonical_name(word) for words_ in words for word in words_.split(",")):
        entry = of_form(["CoalitionalGame"], word)
        if entry is None:
            near = did_you_mean(word, list(index.table("METHODS")["CoalitionalGame"]))
            near = near or "; the options of `kibitz coalition --help` name them"
            raise GameError(f"unknown method {word!r} for coalitional games{near}")
        names += [] if entry.name == AUTO else [entry.name]
    return names


def _game(
    words: list[str],
    players: str | None,
    missing: str,
    costs: bool,
    exact: bool | None,
    winning: str | None = None,
) -> Any:
    from kibitz.arrows.rules_to_coalitional import MOST_NODES
    from kibitz.cli.machinery.resolve import in_numbers, resolve
    from kibitz.coalitional.cost_game import CostGame
    from kibitz.coalitional.game import CoalitionalGame
    from kibitz.coalitional.make import coalition, cost_game
    from kibitz.coalitional.worth_formula import formula_in
    from kibitz.core.errors import GameError
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.rules.game import Rules
    from kibitz.strategic.game import StrategicGame
    from kibitz.zero_sum.game import MatrixGame

    if winning is not None:
        if words or costs or missing != "auto":
            raise GameError("--winning replaces the worths; give one of the two")
        return in_numbers(coalition(winning=winning, players=players), exact)
    if not " ".join(words).strip():
        raise GameError('no coalitions; write them with their worths, such as "A:1 B:3 A,B:6"')
    if words[0].strip() in ("cost", "coalition") and len(words) > 1:
        costs, words = costs or words[0].strip() == "cost", words[1:]
    table = " ".join(words)
    is_typed = any(":" in word or "=" in word for word in words) or formula_in(table) is not None
    if is_typed and not _names_a_game(words[0]):
        named = [word for word in words if word.startswith("players=")]
        if len(named) == 1 and players is None:
            players = named[0].removeprefix("players=")
            table = " ".join(word for word in words if word != named[0])
        if costs and missing != "auto":
            raise GameError("--missing applies to worths; a table of costs must be complete")
        if costs:
            return in_numbers(cost_game(table, players), exact)
        made: Any = coalition(table, players, missing=missing)
        return in_numbers(made, exact) if isinstance(made, CoalitionalGame) else made
    for option, is_given in {"players": players is not None, "missing": missing != "auto"}.items():
        if is_given:
            raise GameError(
                f"--{option} applies to worths typed on the command line; this game has its own"
            )
    noun = resolve(words, exact)
    if isinstance(noun, Rules):
        noun = noun.as_tree(MOST_NODES)
    if costs and not isinstance(noun, (CoalitionalGame, CostGame)):
        raise GameError(f"--costs applies to coalitional games only, not to {noun.several}")
    if costs and isinstance(noun, CoalitionalGame):
        return CostGame(noun.worths, noun.players, noun.title)
    forms = (CoalitionalGame, CostGame, StrategicGame, MatrixGame, ExtensiveGame)
    if not isinstance(noun, forms):
        raise GameError(
            f"{noun.several} are not coalitional; write coalitions and worths, "
            'such as "A:1 B:3 A,B:6"'
        )
    return noun


def _names_a_game(word: str) -> bool:
    """Whether this is a file, or the name of a game whose parameters follow."""
    from kibitz.core.index import table
    from kibitz.core.names.other_names import usual_name

    return word.endswith(".json") or "".join(usual_name(word).split()[:1]) in table("GAMES")


def _from_strategies(
    noun: Any, reading: str | None, order: str | None
) -> tuple[CoalitionalGame, Solution | None]:
    """The coalitional form of a strategic game, and how its worths were found."""
    from kibitz.arrows import to_coalitional, to_strategic
    from kibitz.arrows.extensive_to_coalitional import tree_worths
    from kibitz.coalitional.perfect_information import perfect_information
    from kibitz.core.errors import GameError
    from kibitz.extensive.game import ExtensiveGame
    from kibitz.strategic.coalitions.readings import coalition_readings
    from kibitz.strategic.sequential.moves_in_order import moves_in_order

    if isinstance(noun, ExtensiveGame) and noun.has_perfect_information and reading is None:
        if order is not None:
            raise GameError(
                "--order has no effect on a tree, which fixes who moves when; leave it out"
            )
        worths = tree_worths(noun)
        return worths.game, worths
    game = to_strategic(noun)
    if order is not None and reading is not None:
        raise GameError("--order and --reading both define the worths; give only one")
    if order is not None:
        found = perfect_information(moves_in_order(game, order), game.players, game.title)
        return found.game, found
    return to_coalitional(game, reading or "security"), coalition_readings(game)


USES = {
    "payoffs": ("core-membership", "excesses"),
    "candidates": ("stability",),
    "epsilon": ("epsilon-core",),
    "unions": ("owen",),
    "links": ("myerson",),
    "order": ("marginal-vector",),
}
"""What is answered when no method is named, by what is given."""


def _answers(
    game: CoalitionalGame, names: list[str], more: dict[str, Any], origin: Solution | None
) -> Solution:
    from kibitz.coalitional.solve import CoalitionalSolution
    from kibitz.core.errors import GameError

    if "worse" in more:
        if "payoffs" not in more:
            raise GameError("--over needs --at, the payoff vector to compare with")
        more["better"] = more["payoffs"]
    if ";" in more.get("payoffs", ""):
        more["candidates"] = [point.strip() for point in more.pop("payoffs").split(";")]
    wanted = [*names, *(name for key in more for name in USES.get(key, ()))]
    wanted += ["domination"] if "worse" in more else []
    wanted += (
        ["kernel-membership"] if {"kernel", "kernel-set"} & {*names} and "payoffs" in more else []
    )
    answers: dict[str, Solution] = {} if origin is None else {"worths": origin}
    if not wanted:
        solved: Solution = game.solve()
        if not isinstance(solved, CoalitionalSolution):
            return solved  # votes and estates have answers of their own
        answers |= dict(solved.answers)
    for name in dict.fromkeys(wanted):
        answers |= dict(game.solve(name, **_needed(game, name, more)).answers)
    return CoalitionalSolution(game, tuple(answers.items()))


def _needed(game: CoalitionalGame, name: str, more: dict[str, Any]) -> dict[str, Any]:
    """What a method needs besides the game, of all that was given."""
    from kibitz.core.method import find

    needed = [p.name for p in find(game, name)[0].options if p.default is p.empty]
    return {option: more[option] for option in needed if option in more}


_WITH_LETTER = ("core", "shapley", "balanced", "nucleolus")
"""What is reported of games with a letter."""
_WITH_LETTERS = ("core", "shapley", "balanced")
"""What is reported of games with several letters."""


def _only_what_is_found(
    family: CoalitionalFamily | CoalitionalLetters, names: list[str], more: dict[str, str]
) -> None:
    """Refuse what is not found of games with a letter, or with several."""
    from kibitz.coalitional.letters import CoalitionalLetters
    from kibitz.core.errors import GameError

    if isinstance(family, CoalitionalLetters):
        small = ("nucleolus",) if family.constant.n <= 2 else ()
        if more or any(name not in (*_WITH_LETTERS, *small) for name in names):
            raise GameError(
                f"with the letters {', '.join(family.letters)} only the core and the Shapley value "
                "are found; give all but one of them a number for the nucleolus"
            )
        return
    if more or any(name not in _WITH_LETTER for name in names):
        raise GameError(
            f"with the letter {family.letter} only the core, the Shapley value and the nucleolus "
            "are found; give it a number for the rest"
        )
