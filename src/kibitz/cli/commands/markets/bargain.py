"""``kibitz bargain``: what two players can reach together, and what they should agree on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.look import Theme, Width, check_look, write_picture
from kibitz.cli.machinery.options import Explain, Json, Output, Verify
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.bargaining.game import BargainingProblem
    from kibitz.bargaining.several import BargainingSolutions
    from kibitz.pictures import Picture

_POINTS = re.compile(r"[\s\d.,;/()\[\]+-]+")
_CURVE = re.compile(r"\s*[yv]\s*==?(?!=)")
"""How the equation of a frontier begins."""


def bargain(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PROBLEM",
            help='A file, bimatrix "A" "B", a named game, inequalities such as '
            '"x >= 0; 0 <= y <= 4-x^2", or points "0 0; 0 1; 3 0".',
            show_default=False,
        ),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "--solution",
            "--concept",
            "-s",
            metavar="NAME",
            help="nash, kalai-smorodinsky (ks), egalitarian, utilitarian, all; for a game also tu "
            "and lambda-transfer (ntu).",
            show_default="nash; tu and ntu for a game",
        ),
    ] = "auto",
    disagreement: Annotated[
        str | None,
        typer.Option(
            "--disagreement",
            "--threat",
            "-d",
            metavar="U,V",
            show_default="0,0",
            help="The disagreement point, or safety: what each can guarantee alone.",
        ),
    ] = None,
    threats: Annotated[
        str | None,
        typer.Option(metavar="P;Q", help='Threat strategies, "1 0; 1/2 1/2".', show_default=False),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="Bargaining powers for the Nash solution.", show_default=False
        ),
    ] = None,
    sigma: Annotated[str | None, typer.Option(help="Divide this sum.", show_default=False)] = None,
    frontier: Annotated[
        str | None,
        typer.Option(
            metavar="F(X)", help="The frontier, as a function of x; needs --on.", show_default=False
        ),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="The interval of x for --frontier.", show_default=False),
    ] = None,
    free_disposal: Annotated[
        bool, typer.Option("--free-disposal", help="Allow free disposal of utility.")
    ] = False,
    sets: Annotated[bool, typer.Option("--sets", help="Show the feasible sets of a game.")] = False,
    explain: Explain = False,
    verify: Verify = False,
    output: Output = None,
    theme: Theme = None,
    width: Width = None,
    json: Json = False,
) -> None:
    """Solve a bargaining problem: feasible set, threats, and what to agree on.

    \b
    kibitz bargain bimatrix "0 6 -1; 4 3 5" "0 2 2; -1 6 5"
    kibitz bargain "x >= 0; 0 <= y <= 4-x^2" --disagreement 0,1
    kibitz bargain problem.json --method ks -o picture.svg
    """
    from kibitz.cli.machinery.console import say, say_json, show

    check_look(theme, width, output)
    pays = _side_payments(method)
    problem = _problem(words or [], disagreement, threats, sigma, frontier, on, free_disposal, pays)
    if sets:
        _only_with_solutions(method, weights, explain, verify)
        _show_sets(problem, json)
        if output is not None:
            from kibitz.bargaining.draw import draw_sets

            write_picture(picture := draw_sets(problem), output, theme, width)
            _tell(picture, output, json)
        return
    if free_disposal and pays:
        raise GameError("--free-disposal has no effect with side payments; leave it out")
    solutions = _solutions(problem, method, weights)
    parts = list(solutions.solutions.values())
    proofs = [s.verify() for s in parts] if verify else []
    if json:
        data = parts[0].to_json() if len(parts) == 1 else solutions.to_json()
        if proofs:
            data["certificates"] = [proof.to_json() for proof in proofs]
        say_json(data, problem)
    else:
        for one in parts if explain else ():
            show(one.explain().rich())
        if not explain:
            say(str(solutions))
        for proof in proofs:
            say(f"\n{proof}")
    if output is not None:
        write_picture(picture := solutions.draw(), output, theme, width)
        _tell(picture, output, json)
    if not all(proof.holds for proof in proofs):
        raise typer.Exit(1)


def _tell(picture: Picture, output: Path, json: bool) -> None:
    from kibitz.cli.machinery.console import say_raw

    if not json:
        say_raw(f"wrote {output}: {picture.caption}")


def _only_with_solutions(method: str, weights: str | None, explain: bool, verify: bool) -> None:
    """The options about solutions have nothing to say about the sets alone."""
    given = {
        "--method": method != "auto",
        "--weights": weights is not None,
        "--explain": explain,
        "--verify": verify,
    }
    for name, used in given.items():
        if used:
            raise GameError(f"--sets shows only the feasible sets; leave out {name}")


def _problem(
    words: list[str],
    disagreement: str | None,
    threats: str | None,
    sigma: str | None,
    frontier: str | None,
    on: str | None,
    free_disposal: bool,
    side_payments: bool,
) -> BargainingProblem:
    from dataclasses import replace

    from kibitz.bargaining.game import BargainingProblem, bargaining, read_disagreement, tu_set

    chosen = None if threats is None else [side.split() for side in _sides(threats)]
    if sigma is not None or frontier is not None:
        if words:
            raise GameError("--sigma and --frontier replace the problem; leave it out")
        return bargaining(
            None,
            disagreement,
            threats=chosen,
            sigma=sigma,
            frontier=frontier,
            on=on,
            free_disposal=free_disposal,
        )
    if on is not None:
        raise GameError("--on needs --frontier")
    given = _given(words)
    if not isinstance(given, BargainingProblem):
        is_set = isinstance(given, str)
        return bargaining(
            given,
            disagreement,
            threats=chosen,
            transferable=side_payments and not is_set,
            free_disposal=free_disposal,
        )
    if chosen is not None:
        if given.game is None:
            raise GameError("--threats needs a game; this problem is only a feasible set")
        return bargaining(given.game, disagreement, threats=chosen, free_disposal=free_disposal)
    thrown_away = free_disposal or given.free_disposal
    if disagreement is not None:
        point = read_disagreement(disagreement, given.game)
        reached = given.feasible
        if side_payments and given.game is not None:
            reached = tu_set(given.game)
        return replace(
            given, feasible=reached, disagreement=point, threats=None, free_disposal=thrown_away
        )
    return replace(given, free_disposal=thrown_away)


def _side_payments(method: str) -> bool:
    """Whether the solution asked for is the one with side payments."""
    from kibitz.bargaining.game import BargainingProblem
    from kibitz.core.method import own_method

    entry = own_method(BargainingProblem, method)
    return entry is not None and entry.name == "tu"


def _sides(threats: str) -> list[str]:
    return [side.replace(",", " ") for side in threats.split(";")]


def _given(words: list[str]) -> Any:
    from kibitz.bargaining.sets.read import is_frontier
    from kibitz.cli.machinery.resolve import resolve

    text = " ".join(words).strip()
    if not text:
        raise GameError(
            'no problem; give a file, bimatrix "A" "B", "x >= 0; 0 <= y <= 4-x^2", or points'
        )
    if len(words) == 1 and ("<" in text or ">" in text or "≤" in text or "≥" in text):
        return text
    if len(words) == 1 and (_POINTS.fullmatch(text) or text.startswith("(")):
        return text
    if _CURVE.match(text) or is_frontier(text):
        return text
    noun = resolve(words)
    if noun.kind in ("bargaining", "strategic", "matrix"):
        return noun
    if noun.kind == "extensive":
        from kibitz.arrows import to_strategic

        return to_strategic(noun)
    raise GameError(
        f"bargain applies to two-player games and bargaining problems, not to {noun.several}"
    )


def _solutions(
    problem: BargainingProblem, concept: str, weights: str | None
) -> BargainingSolutions:
    from kibitz.bargaining.solve import all_solutions, solutions_by_name, suitable_solutions
    from kibitz.core.method import find

    if concept == "all":
        return all_solutions(problem, weights)
    if concept == "auto":
        return suitable_solutions(problem, weights)
    return solutions_by_name(problem, [find(problem, concept)[0].name], weights)


def _show_sets(problem: BargainingProblem, json: bool) -> None:
    from kibitz.bargaining.game import tu_set
    from kibitz.bargaining.sets.feasible import plain_pair
    from kibitz.bargaining.sets.noncooperative import noncooperative_set
    from kibitz.bargaining.sets.polygon import Polygon
    from kibitz.bargaining.sets.read import ntu_set
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.core.claim import rounded
    from kibitz.core.numbers import plain

    if not json:
        lines = [str(problem.describe())]
        if problem.game is not None:
            lines.append(str(noncooperative_set(problem.game)))
        say("\n".join(lines))
        return
    data: dict[str, Any] = {"kind": "feasible-sets", "feasible": problem.feasible.to_json()}
    hull = ntu_set(problem.game) if problem.game is not None else problem.feasible
    if isinstance(hull, Polygon):
        data["ntu_hull_vertices"] = [plain_pair(p) for p in hull.vertices]
        data["ntu_pareto_chain"] = [plain_pair(p) for p in hull.pareto]
    if problem.game is not None:
        strip = tu_set(problem.game)
        data["tu_pareto_line"] = {"x+y": plain(strip.sigma)}
        data["tu_least_total"] = None if strip.least is None else plain(strip.least)
        data["non_cooperative"] = noncooperative_set(problem.game).to_json()
    exact = not rounded(data)
    say_json({**data, "method": "the definition", "exact": exact}, problem)
