"""``kibitz duopoly``: firms that choose quantities or prices, simultaneously or in order."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.look import Theme, Width, check_look, write_picture
from kibitz.cli.machinery.options import Explain, Json, Verify
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import canonical_name, count_of

if TYPE_CHECKING:
    from kibitz.core.noun import Noun

SYNONYMS = {
    "bertrand-differentiated": "bertrand",
    "contest": "advertising",
    "differentiated-bertrand": "bertrand",
    "entry-deterrence": "entry",
    "oligopoly": "cournot",
    "price-leadership": "stackelberg",
}
"""What else models are called."""
LETTERS = {"a": "a", "b": "b", "costs": "c"}
"""What a market of goods that differ has where it has no numbers."""
MODELS = ("cournot", "monopoly", "bertrand", "stackelberg", "entry", "advertising", "game")


def duopoly(
    model: Annotated[
        str,
        typer.Argument(
            help=f"One of {', '.join([*MODELS, *SYNONYMS])}.",
            metavar="MODEL",
            show_default=False,
        ),
    ],
    settings: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=VALUE]...",
            help="As the options of that name, demand=17-Q cost=q+9, or as --set.",
            show_default=False,
        ),
    ] = None,
    demand: Annotated[
        list[str] | None,
        typer.Option(
            "--demand",
            "--price",
            "-d",
            metavar="FORMULA",
            help="The price as a function of Q; for bertrand the quantity as a function of p, "
            "or one function of p1, p2 per firm.",
        ),
    ] = None,
    cost: Annotated[
        list[str] | None,
        typer.Option(
            "--cost",
            "--costs",
            "-c",
            metavar="FORMULA",
            help="A cost function of q, for all firms or for each; a number is a cost per unit.",
        ),
    ] = None,
    firms: Annotated[
        str | None,
        typer.Option("--firms", "-n", metavar="N", help="Number of firms, or a letter for it."),
    ] = None,
    fixed: Annotated[
        str | None,
        typer.Option("--fixed", help="Fixed costs are sunk, or avoidable by producing nothing."),
    ] = None,
    setup: Annotated[
        list[str] | None, typer.Option("--setup", help="A setup cost, for all or for each firm.")
    ] = None,
    capacity: Annotated[
        list[str] | None, typer.Option("--capacity", help="Capacity of a firm.")
    ] = None,
    a: Annotated[
        str | None, typer.Option("--a", help="The parameter a of the demand q1 = a - p1 + b p2.")
    ] = None,
    b: Annotated[str | None, typer.Option("--b", help="The parameter b of that demand.")] = None,
    prices: Annotated[
        bool, typer.Option("--prices", help="Stackelberg competition in prices.")
    ] = False,
    order: Annotated[
        str | None, typer.Option("--order", help="The order of moves, such as 2,1.")
    ] = None,
    prize: Annotated[
        str | None, typer.Option("--prize", "--value", help="The prize of a contest.")
    ] = None,
    payoff: Annotated[
        list[str] | None,
        typer.Option("--payoff", help="A payoff function for each player, for `duopoly game`."),
    ] = None,
    variables: Annotated[
        str | None,
        typer.Option("--variables", help="Names of the strategy variables, such as x,y."),
    ] = None,
    interval: Annotated[
        list[str] | None, typer.Option("--interval", help="[0, 1] or 0..inf, for all or for each.")
    ] = None,
    values: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=NUMBER", help="The value of a parameter."),
    ] = None,
    best: Annotated[
        str | None,
        typer.Option(
            "--best", metavar="q2=8", help="Find only the best response to these strategies."
        ),
    ] = None,
    reactions: Annotated[
        bool, typer.Option("--reactions", help="Also print the reaction curves.")
    ] = False,
    safety: Annotated[
        bool, typer.Option("--safety", help="Find what each player can guarantee.")
    ] = False,
    eliminate: Annotated[
        int | None,
        typer.Option(
            "--eliminate",
            "--iesds",
            help="Rounds of iterated strict dominance instead of equilibria.",
        ),
    ] = None,
    explain: Explain = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            "--save",
            metavar="FILE",
            help="Save the game (.json), or draw it (.svg .png .pdf .tex .html).",
        ),
    ] = None,
    draw: Annotated[Path | None, typer.Option("--draw", metavar="FILE", hidden=True)] = None,
    theme: Theme = None,
    width: Width = None,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Solve a market of a few firms, exactly; letters without a value give closed forms.

    \b
    kibitz duopoly cournot --demand "17-Q" --cost "q+9"
    kibitz duopoly cournot --demand "a-Q" --cost "c*q" --firms 3
    kibitz duopoly bertrand --demand "10-p" --cost 2
    kibitz duopoly bertrand --a 10 --b 1/2 --cost 2
    kibitz duopoly price-leadership
    kibitz duopoly stackelberg --demand "17-Q" --cost "q+2" --cost "3q+1" --fixed avoidable
    kibitz duopoly entry --demand "17-Q" --cost "q+9" --explain
    kibitz duopoly advertising --prize 9 --cost 1 --cost 2
    kibitz duopoly cournot demand=a-Q cost=c1,c2
    kibitz duopoly game --payoff "x(1-x-y)" --payoff "y(1-x-y)" --interval "[0, 1]"
    """
    from kibitz.formats import by_ending
    from kibitz.pictures.picture import KINDS

    if output is not None and output.suffix.lower() in KINDS:
        if draw is not None:
            raise GameError(f"--draw and -o both draw the picture; leave out --draw or -o {output}")
        output, draw = None, output
    check_look(theme, width, draw)
    if output is not None:
        by_ending(output)  # refuses what no game is saved as
    asked = canonical_name(model)
    model = SYNONYMS.get(asked, asked)
    if model not in MODELS:
        raise GameError(f"unknown model {model!r}{did_you_mean(model, MODELS)}")
    options = {
        "demand": _one(demand),
        "costs": _one(cost),
        "firms": None if firms is None else _settled("firms", firms),
        "fixed": fixed,
        "setup": _one(setup),
        "capacity": _one(capacity),
        "a": a,
        "b": b,
        "prices": prices or None,
        "order": _order(order),
        "prize": prize,
        "payoffs": payoff,
        "variables": variables,
        "intervals": _one(interval),
    }
    chosen = {k: v for k, v in options.items() if v is not None}
    values = [*(values or []), *_named(settings or [], chosen, model)]
    if asked == "price-leadership":
        chosen["prices"] = True
    _linear(chosen, values, model)
    if asked in ("price-leadership", "bertrand-differentiated", "differentiated-bertrand"):
        chosen = {**({} if "demand" in chosen else LETTERS), **chosen}
    noun = _build(model, chosen)
    if values:
        noun = noun.at(**_values(values, "--set", "a=17"))
    _without_variables(
        noun, best=best, reactions=reactions, safety=safety, eliminate=eliminate, draw=draw
    )
    if output is not None:
        from kibitz.formats import save

        save(noun, output)
    if draw is not None:
        from kibitz.core import verbs

        write_picture(verbs.draw(noun), draw, theme, width)
    if explain:
        _say_explanation(noun, json)
    elif best is not None:
        _say(
            noun.best_response(*_response(noun, best)[0], **_response(noun, best)[1]), json, verify
        )
    elif safety:
        _say(_plain(noun).solve("safety"), json, verify)
    elif eliminate is not None:
        _say(_plain(noun).eliminate(eliminate), json, verify)
    else:
        _say(noun.solve(), json, verify, _reactions(noun) if reactions else [])


_COURNOT = ("demand", "costs", "firms", "fixed", "setup", "capacity")
TAKES = {
    "cournot": _COURNOT,
    "monopoly": ("demand", "costs", "fixed", "setup", "capacity"),
    "bertrand": ("demand", "costs", "firms", "fixed", "setup", "a", "b"),
    "stackelberg": (*_COURNOT, "a", "b", "prices", "order"),
    "entry": ("demand", "costs", "fixed", "setup", "capacity"),
    "advertising": ("prize", "costs", "firms"),
    "game": ("payoffs", "variables", "intervals"),
}
"""What each model is made of."""
USUAL = {
    "cost": "costs",
    "c": "costs",
    "price": "demand",
    "n": "firms",
    "V": "prize",
    "value": "prize",
}
"""What texts call it."""
STRAIGHT = ("cournot", "monopoly", "bertrand", "stackelberg", "entry")
"""Models of one good, whose letters a and b are those of its demand, a - bQ."""


def _named(words: list[str], chosen: dict[str, Any], model: str) -> list[str]:
    """Put words such as demand=17-Q under the options of that name; what is left are values.

    A letter of the texts, such as c, is a value where its option is given.
    """
    left = []
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals:
            raise GameError(f"{word!r} stands alone; write demand=17-Q, cost=q+9 or a value, c=1")
        option = name if name in TAKES[model] else USUAL.get(name, name)
        by_price = model == "bertrand"
        if name in ("Q", "q", "D", "P", "p") and "demand" in TAKES[model]:
            option = "demand"
            value = value if by_price == (name not in ("P", "p")) else _turned(value, by_price)
        if option not in TAKES[model] or (option != name and option in chosen):
            left.append(word)
        elif option in chosen:
            raise GameError(f"{name} is given twice")
        else:
            chosen[option] = _settled(option, value)
    return left


def _turned(demand: str, by_price: bool) -> str:
    """A straight demand solved for the other letter: Q = 100 - 2P for the price.

    >>> _turned("100-2P", False), _turned("100 - Q", True)
    ('(100-Q)/2', '(100-p)/1')
    """
    from kibitz.algebra.polynomial import Polynomial

    letter, wanted = ("Q", "p") if by_price else ("P", "Q")
    typed = re.sub(r"[QqD]" if by_price else r"[Pp]", letter, demand)
    known = "quantity as a function of p" if by_price else "price as a function of Q"
    refused = GameError(f"demand {demand}: give the {known}, such as demand=17-{wanted}")
    if set(re.findall(r"[^\W\d]", typed)) != {letter}:
        raise refused
    read = Polynomial.read(typed, letter, "demand")
    if read.degree != 1 or read.coefficients[1] > 0:
        raise refused
    height, slope = read.coefficients
    return f"({height}-{wanted})/{-slope}"


def _linear(chosen: dict[str, Any], values: list[str], model: str) -> None:
    """The straight demand of the texts, P = a - Q or a - bQ, where a is a number and no formula is.

    Firms that choose prices have q = a - p, or with a and b the demand for goods that differ.
    Costs c1, c2 are those of each firm.
    """
    by_price = model == "bertrand" or bool(chosen.get("prices"))
    differ = by_price and "demand" not in chosen and {"a", "b"} <= set(chosen)
    if not differ:
        values += [f"{name}={chosen.pop(name)}" for name in ("a", "b") if name in chosen]
    letters = {word.partition("=")[0].strip() for word in values}
    if model in STRAIGHT and "demand" not in chosen and "a" in letters:
        chosen["demand"] = "a-p" if by_price else "a-b*Q" if "b" in letters else "a-Q"
    each = sorted(name for name in letters if re.fullmatch("c[1-9]", name))
    if each and "costs" not in chosen:
        chosen["costs"] = ",".join(each)


def _settled(option: str, value: str) -> Any:
    """What an option stands for that is typed as a word."""
    if option in ("payoffs", "intervals"):
        return value.split(";")
    if option == "prices":
        return value.lower() in ("yes", "true", "1")
    if option == "firms" and value.isdigit():
        return int(value)
    return _order(value) if option == "order" else value


def _build(model: str, options: dict[str, Any]) -> Any:
    from kibitz import continuous

    takes = TAKES[model]
    for name in options:
        if name not in takes:
            flag = {"costs": "cost", "payoffs": "payoff", "intervals": "interval"}.get(name, name)
            raise GameError(f"--{flag} does not apply to {model}")
    needed = {"advertising": "prize", "game": "payoffs"}.get(model, "demand")
    if needed not in options and not {"a", "b"} <= set(options):
        flag = needed.removesuffix("s") if needed == "payoffs" else needed
        example = {"advertising": "100", "game": "FORMULA"}.get(model, "17-Q")
        example = "17-p" if model == "bertrand" else example
        also = " or a=17" if model in STRAIGHT else ""
        raise GameError(f"{model} needs --{flag}, as in --{flag} {example}{also}")
    if model == "monopoly":
        options = {("cost" if k == "costs" else k): v for k, v in options.items()}
    if model == "game":
        return continuous.continuous_game(**options)
    maker = {
        "cournot": continuous.cournot,
        "monopoly": continuous.monopoly,
        "bertrand": continuous.bertrand,
        "stackelberg": continuous.stackelberg,
        "entry": continuous.entry,
        "advertising": continuous.advertising,
    }[model]
    made: Any = maker
    return made(**options)


def _without_variables(noun: Any, **asked: Any) -> None:
    """Refuse what needs the strategies of each firm where a letter says how many there are."""
    if hasattr(_plain(noun), "variables"):
        return
    for name, given in asked.items():
        if given is not None and given is not False:
            raise GameError(f"--{name} needs a number of firms, such as --firms 3")


def _one(given: list[str] | None) -> Any:
    """An option that was given once stands for itself, several times for a list."""
    if not given:
        return None
    return given[0] if len(given) == 1 else given


def _order(given: str | None) -> list[Any] | None:
    if given is None:
        return None
    return [f"Firm {w}" if w.isdigit() else w for w in given.replace(",", " ").split()]


def _values(given: list[str], option: str, example: str) -> dict[str, str]:

    values = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise GameError(f"{option} {word}: write a name and a number, as in {option} {example}")
        if name.strip() in values:
            raise GameError(f"{option} {word}: {name.strip()} is given twice")
        values[name.strip()] = value.strip()
    return values


def _response(noun: Any, given: str) -> tuple[list[Any], dict[str, str]]:
    """The player whose response is asked for, and the strategies of all others."""
    base = _plain(noun)
    others = _values(given.replace(",", " ").split(), "--best", "q2=8")
    for name in others:
        base.index(name)
    left = [v for v in base.variables if v not in others]
    if len(left) != 1:
        raise GameError(
            f"--best leaves {count_of(len(left), 'player')}; give all but one, as in q2=8"
        )
    return [left[0]], others


def _plain(noun: Any) -> Any:
    """The game without an order of moves."""
    return getattr(noun, "base", getattr(noun, "market", noun))


def _reactions(noun: Any) -> list[Any]:
    base = _plain(noun)
    return [base.reaction(k) for k in range(len(base.players))]


def _say(solution: Any, json: bool, verify: bool, reactions: list[Any] | None = None) -> None:
    from kibitz.cli.machinery.console import say, say_json

    certificate = solution.verify() if verify else None
    if json:
        proof = {} if certificate is None else {"certificate": certificate.to_json()}
        curves = {"reactions": [r.to_json() for r in reactions]} if reactions else {}
        say_json({**solution.to_json(), **curves, **proof}, solution.game, solution)
    else:
        say(str(solution))
        for curve in reactions or []:
            say(f"\n{curve}")
        if certificate is not None:
            say(f"\n{certificate}")
    if certificate is not None and not certificate.holds:
        raise typer.Exit(1)


def _say_explanation(noun: Noun, json: bool) -> None:
    from kibitz.cli.machinery.console import say_json, show

    explanation = noun.explain()
    if json:
        say_json(explanation.to_json())
    else:
        show(explanation.rich())
