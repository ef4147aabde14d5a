"""Other names that games go by; what follows the name may be words that belong to it."""

from __future__ import annotations

OTHER_NAMES = {
    "31": "thirty-one",
    "aliquot-game": "aliquot",
    "bamboo-stalks": "hackenbush",
    "dawson": "dawsons-chess",
    "dawson-chess": "dawsons-chess",
    "dawson-kayles": "dawsons-kayles",
    "dim": "dim-plus",
    "dim+": "dim-plus",
    "empty-divide": "empty-and-divide",
    "fibonacci": "fibonacci-nim",
    "green-hackenbush": "hackenbush",
    "grundys": "grundy",
    "grundys-game": "grundy",
    "impatient": "impatient-subtraction",
    "lasker": "laskers-nim",
    "lasker-nim": "laskers-nim",
    "lasker's-nim": "laskers-nim",
    "misere-nim": "nim play=misere",
    "mock-turtle": "mock-turtles",
    "moore-nim": "moore",
    "moores-nim": "moore",
    "nim-2d": "two-dimensional-nim",
    "nim-k": "moore",
    "northcotts-game": "northcott",
    "ordinal-nim": "transfinite-nim",
    "queen": "wythoff",
    "staircase-nim": "staircase",
    "subtract": "subtraction",
    "take-and-break": "hexadecimal",
    "take-away": "subtraction set=1,2,3",
    "1-2-3-nim": "subtraction set=1,2,3",
    "turnablock": "rugs",
    "turtles": "turning-turtles",
    "welters-game": "welter",
    "wythoff-queen": "wythoff",
    "wythoffs-game": "wythoff",
    "wythoffs-queen": "wythoff",
}


def usual_name(call: str) -> str:
    """The call with the name under which the game stands on the shelf.

    >>> usual_name("Lasker 3 4"), usual_name("misere-nim 3 4 5"), usual_name("nim 3")
    ('laskers-nim 3 4', 'nim 3 4 5 play=misere', 'nim 3')
    """
    first, _, rest = call.strip().partition(" ")
    usual = OTHER_NAMES.get(first.strip("'\"").lower().replace("_", "-"))
    if usual is None:
        return call
    name, _, settings = usual.partition(" ")
    mine = settings if settings.partition("=")[0] + "=" not in rest else ""
    return " ".join(word for word in (name, rest.strip(), mine) if word)
