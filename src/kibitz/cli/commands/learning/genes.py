"""``kibitz genes``: selection, crossover and mutation, one step at a time."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kibitz.cli.machinery.options import Json, Verify


def genes(
    parents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GENES...", help="Two parents to cross, or one to mutate.", show_default=False
        ),
    ] = None,
    points: Annotated[
        str | None,
        typer.Option(
            "--cross",
            "--crossover",
            metavar="POINTS",
            help="Cross over after these genes: 4, or 2,5.",
        ),
    ] = None,
    mask: Annotated[
        str | None,
        typer.Option(
            "--mask", metavar="BITS", help="Mask for uniform crossover: 1 keeps a gene in place."
        ),
    ] = None,
    mutate: Annotated[
        str | None,
        typer.Option("--mutate", metavar="PLACES", help="Flip these genes, counted from 1."),
    ] = None,
    fitness: Annotated[
        str | None,
        typer.Option(
            "--fitness",
            metavar="NUMBERS",
            help="Fitness of each individual: find the selection probabilities.",
        ),
    ] = None,
    selection: Annotated[
        str | None,
        typer.Option(
            "--selection",
            metavar="NAME",
            help="roulette, rank or tournament[:2].",
            show_default="roulette",
        ),
    ] = None,
    draws: Annotated[
        str | None,
        typer.Option(
            "--draws",
            metavar="NUMBERS",
            help="Find the individuals that these random numbers select.",
        ),
    ] = None,
    verify: Verify = False,
    json: Json = False,
) -> None:
    """Select, cross and mutate by hand, as a genetic algorithm does.

    \b
    kibitz genes --fitness "169 576 64 361"
    kibitz genes --fitness "5 1 3" --selection tournament:3
    kibitz genes 01101 11000 --cross 4 --mutate 2
    kibitz genes 111111 000000 --mask 101100
    """
    from kibitz.cli.machinery.answer import claimed
    from kibitz.core.errors import GameError

    if fitness is not None:
        if parents or points or mask or mutate:
            raise GameError("--fitness is for selection; leave it out to cross or mutate genes")
        report = _selected(fitness, selection or "roulette", draws)
    else:
        if selection is not None or draws is not None:
            raise GameError("--selection and --draws need --fitness")
        report = _crossed(parents or [], points, mask, mutate)
    claimed(report, json, verify, lambda: _say(report))


def _say(report: dict[str, Any]) -> None:
    from kibitz.cli.machinery.console import say

    if "fitness" in report:
        for k, (p, copies) in enumerate(
            zip(report["probabilities"], report["expected_copies"], strict=True), 1
        ):
            many = "copy" if copies == "1" else "copies"
            fit = report["fitness"][k - 1]
            say(f"{k}: fitness {fit}, chosen with {p}, {copies} {many} expected")
        if "chosen" in report:
            say(f"chosen  {' '.join(str(k + 1) for k in report['chosen'])}")
        return
    for key in ("children", "mutated"):
        if key in report:
            say(f"{key}  {' '.join(report[key])}")


def _selected(fitness: str, selection: str, draws: str | None) -> dict[str, Any]:
    from kibitz.core.errors import GameError
    from kibitz.core.numbers import number
    from kibitz.learning.by_hand.genes import expected_copies, selection_probabilities, spin

    name, _, size = selection.partition(":")
    if size and (name != "tournament" or not size.isdigit()):
        raise GameError(f"--selection: {selection!r}; only tournament:3 takes a number")
    given = [str(number(x, "fitness")) for x in fitness.replace(",", " ").split()]
    chances = selection_probabilities(given, name, int(size or 2))
    report: dict[str, Any] = {
        "kind": "genes",
        "fitness": given,
        "selection": name,
        **({"contestants": int(size or 2)} if name == "tournament" else {}),
        "probabilities": [str(p) for p in chances],
        "expected_copies": [str(n) for n in expected_copies(chances)],
    }
    if draws is not None:
        numbers = [str(number(x, "draw")) for x in draws.replace(",", " ").split()]
        report |= {"draws": numbers, "chosen": list(spin(chances, numbers))}
    return {**report, "method": f"{name} selection", "exact": True}


def _crossed(
    parents: list[str], points: str | None, mask: str | None, mutate: str | None
) -> dict[str, Any]:
    from kibitz.core.errors import GameError
    from kibitz.learning.by_hand import genes as by_hand

    crossing = points is not None or mask is not None
    wanted = 2 if crossing else 1
    if (crossing and len(parents) != 2) or not parents or not (crossing or mutate):
        raise GameError(
            f"{len(parents)} given: cross two parents, 01101 11000 --cross 4, or mutate genes, "
            "01101 --mutate 2"
        )
    report: dict[str, Any] = {"kind": "genes", "parents": parents}
    result = list(parents)
    if crossing:
        at = _places(points, "--cross") if points is not None else []
        result = list(by_hand.cross(parents[0], parents[1], at, mask))
        report |= {"points": at} if mask is None else {"mask": mask}
        report["children"] = result
    if mutate is not None:
        places = _places(mutate, "--mutate")
        report |= {"places": places, "mutated": [by_hand.mutate(line, places) for line in result]}
    return {**report, "method": "crossover" if wanted == 2 else "mutation", "exact": True}


def _places(text: str, option: str) -> list[int]:
    from kibitz.core.errors import GameError

    words = text.replace(",", " ").split()
    if not words or not all(word.isdigit() for word in words):
        raise GameError(f"{option}: {text!r}; write whole numbers, as in 2,5")
    return [int(word) for word in words]
