"""Other names that games go by, codes among them; words behind a name belong to it."""

from __future__ import annotations

import re

_MISERE = re.compile(r"(?<!\S)'?(?:play=)?mis[eè]re(?:[ -]play)?'?(?!\S)", re.IGNORECASE)
_PRODUCT = re.compile(r"(\S+) [x×] (\S+)(.*)")
_CODE = re.compile(r"[0-9a-f]?\.[0-9a-f(][0-9a-f().]*", re.ASCII)
OTHER_NAMES = {
    "31": "thirty-one",
    "aliquot-game": "aliquot",
    "bamboo-stalks": "hackenbush",
    "borel": "la-relance",
    "borel-poker": "la-relance",
    "check-call": "check-call-poker",
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
    "kuhn": "kuhn-poker",
    "lasker": "laskers-nim",
    "lasker-nim": "laskers-nim",
    "lasker's-nim": "laskers-nim",
    "leduc-holdem": "leduc",
    "leduc-poker": "leduc",
    "misere-nim": "nim play=misere",
    "mock-turtle": "mock-turtles",
    "moore-nim": "moore",
    "moores-nim": "moore",
    "newman": "newman-poker",
    "nim-2d": "two-dimensional-nim",
    "nim-k": "moore",
    "northcotts-game": "northcott",
    "ordinal-nim": "transfinite-nim",
    "queen": "wythoff",
    "relance": "la-relance",
    "staircase-nim": "staircase",
    "subtract": "subtraction",
    "take-and-break": "hexadecimal",
    "take-away": "subtraction set=1,2,3",
    "1-2-3-nim": "subtraction set=1,2,3",
    "turnablock": "rugs",
    "turtles": "turning-turtles",
    "von-neumann": "von-neumann-poker",
    "welters-game": "welter",
    "wythoff-queen": "wythoff",
    "wythoffs-game": "wythoff",
    "wythoffs-queen": "wythoff",
}


def usual_name(call: str) -> str:
    """The call with the name under which the game stands on the shelf.

    >>> usual_name("Lasker 3 4"), usual_name("misere-nim 3 4 5"), usual_name("nim 3")
    ('laskers-nim 3 4', 'nim 3 4 5 play=misere', 'nim 3')
    >>> usual_name("0.77 12 5")
    'hexadecimal 0.77 12 5'
    >>> usual_name("nim 3 4 misère"), usual_name("misere kayles 5")
    ('nim 3 4 play=misere', 'kayles 5 play=misere')
    >>> usual_name("mock-turtles x ruler 2:3")
    'tartan mock-turtles ruler 2:3'
    """
    call = call.strip()
    if _MISERE.search(call):
        call = " ".join([*_MISERE.sub("", call).split(), "play=misere"])
    if product := _PRODUCT.fullmatch(call):
        return f"tartan {product[1]} {product[2]} {product[3].strip()}".rstrip()
    first, _, rest = call.partition(" ")
    word = first.strip("'\"").lower().replace("_", "-")
    if _CODE.fullmatch(word):
        return f"hexadecimal {word} {rest}".rstrip()
    usual = OTHER_NAMES.get(word)
    if usual is None:
        return call
    name, _, settings = usual.partition(" ")
    mine = settings if settings.partition("=")[0] + "=" not in rest else ""
    return " ".join(word for word in (name, rest.strip(), mine) if word)
