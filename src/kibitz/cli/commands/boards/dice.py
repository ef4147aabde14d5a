"""``kibitz dice``: all throws of some dice, and how likely each is."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.machinery.options import Json
from kibitz.core.spelling import count_of

HOW = {"method": "multinomial coefficients", "exact": True}


def dice(
    count: Annotated[int, typer.Argument(metavar="[DICE]", help="How many dice.")] = 2,
    sides: Annotated[int, typer.Argument(metavar="[SIDES]", help="Sides of each die.")] = 6,
    total: Annotated[bool, typer.Option("--total", help="List totals instead of throws.")] = False,
    json: Json = False,
) -> None:
    """List the distinct throws of identical dice, with exact probabilities.

    \b
    kibitz dice
    kibitz dice 3 4 --total
    """
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.search.dice import dice_throws, dice_totals

    if total:
        totals = {str(spots): str(p) for spots, p in dice_totals(count, sides).items()}
        if json:
            say_json({"kind": "dice", "dice": count, "sides": sides, "totals": totals, **HOW})
            return
        say(f"{count_of(count, 'die')} with {count_of(sides, 'side')}: {len(totals)} totals")
        for spots, chance in totals.items():
            say(f"  {spots}  {chance}")
        return
    throws = dice_throws(count, sides)
    same = [throw for throw in throws if len(set(throw)) == 1]
    if json:
        say_json(
            {
                "kind": "dice",
                "dice": count,
                "sides": sides,
                "outcomes": sides**count,
                "distinct_rolls": len(throws),
                "doubles": len(same),
                "nondoubles": len(throws) - len(same),
                "sum": str(sum(throws.values())),
                "throws": {"-".join(map(str, throw)): str(p) for throw, p in throws.items()},
                **HOW,
            }
        )
        return
    say(
        f"{count_of(count, 'die')} with {count_of(sides, 'side')}: {sides**count:,} outcomes, "
        f"{len(throws):,} different "
        f"throws, {len(same)} with all dice equal"
    )
    for throw, p in throws.items():
        say(f"  {'-'.join(map(str, throw))}  {p}")
