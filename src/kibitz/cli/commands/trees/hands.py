"""``kibitz hands``: which hand of cards wins, and how many there are of each kind."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.options import Json
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz.poker.ranking import Ranking

HOW = {"method": "the order of all classes of hands", "exact": True}


def hands(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[HAND...]",
            help='Hands to compare, each in quotes, such as "7c 5d 4h 3s 2c".',
            show_default=False,
        ),
    ] = None,
    ranking: Annotated[
        str, typer.Option("--ranking", metavar="NAME", help="high, or 2-7 for lowball.")
    ] = "high",
    ranks: Annotated[
        str | None,
        typer.Option("--ranks", metavar="2-8", help="Ranks of the deck.", show_default="2-A"),
    ] = None,
    suits: Annotated[
        str | None,
        typer.Option("--suits", metavar="N", help="Suits of the deck.", show_default="4"),
    ] = None,
    size: Annotated[
        int | None,
        typer.Option("--size", help="Cards of a hand.", show_default="those of the hands, or 5"),
    ] = None,
    json: Json = False,
) -> None:
    """Compare hands of cards; without hands count those of each kind.

    \b
    kibitz hands "Ac Kc Qc Jc Tc" "9c 9d 9h 9s 2c"
    kibitz hands "7c 5d 4h 3s 2c" "7c 6d 4h 3s 2c" --ranking 2-7
    kibitz hands --ranking 2-7 --ranks 2-8 --suits 3 --size 3
    """
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.poker.cards import deck
    from kibitz.poker.named_rankings import ranking as named
    from kibitz.poker.named_rankings import ranking_name

    drawn = deck(13 if ranks is None else ranks, _suits(suits))
    compared = [_parted(word) for word in words or ()]
    most = max((len(hand.split()) for hand in compared), default=5)
    order = named(ranking, drawn, size or min(5, most))
    data = _compared(order, compared) if words else _counted(order)
    if json:
        head = {
            "kind": "hands",
            "ranking": ranking_name(ranking),
            "cards": len(drawn),
            "ranks": list(drawn.ranks),
            "suits": list(drawn.suits),
            "size": order.size,
        }
        say_json({**head, **data, **HOW})
        return
    if not words:
        many, classes = count_of(data["hands"], "hand"), count_of(data["classes"], "class")
        say(f"{many} in {classes} that tie, the best first")
        for name, part in data["categories"].items():
            share = part["hands"] / data["hands"]
            classes = count_of(part["classes"], "class")
            say(f"  {name}: {part['hands']:,} in {classes}, probability {share:.6f}")
        return
    for hand in data["compared"]:
        say(f"{hand['place']}. {hand['hand']}  {hand['category']}")


def _suits(given: str | None) -> int | str:
    if given is None:
        return 4
    return int(given) if given.isdigit() else given


def _parted(hand: str) -> str:
    """A hand with spaces between its cards, however they are written.

    >>> _parted("5c3s2h"), _parted("10c,9d"), _parted("Ac Kd")
    ('5c 3s 2h', 'Tc 9d', 'Ac Kd')
    """
    words = hand.replace("10", "T").replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 2 and len(words[0]) % 2 == 0:
        words = [words[0][k : k + 2] for k in range(0, len(words[0]), 2)]
    return " ".join(words)


def _compared(order: Ranking, words: list[str]) -> dict[str, Any]:
    """The hands from the best to the worst; those that tie have the same place."""
    strengths = {word: order.strength(word) for word in words}
    levels = sorted(set(strengths.values()), reverse=True)
    compared = [
        {
            "hand": word,
            "category": order.category(word),
            "place": 1 + levels.index(strength),
            "strength": strength,
        }
        for word, strength in strengths.items()
    ]
    return {"compared": sorted(compared, key=lambda hand: hand["place"])}


def _counted(order: Ranking) -> dict[str, Any]:
    counts = order.frequencies()
    total = sum(counts.values())
    classes = [category for category, _ in order.classes]
    return {
        "hands": total,
        "classes": len(classes),
        "categories": {
            name: {
                "hands": n,
                "classes": classes.count(name),
                "probability": str(Fraction(n, total)),
            }
            for name, n in counts.items()
        },
    }
