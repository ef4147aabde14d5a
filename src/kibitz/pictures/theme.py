"""Themes: the fonts and colors that pictures are written with, from ``themes.toml``.

Pictures name colors by what they stand for, such as ``ink`` or ``player1``; a theme says what each
looks like. Anything else, such as ``#aa0000``, is taken as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from pkgutil import get_data

from kibitz.core.errors import GameError, did_you_mean, nearest

INK, FAINT, RULE, PALE, PAPER, MARK = "ink", "faint", "rule", "pale", "paper", "mark"
PLAYERS = tuple(f"player{k}" for k in range(1, 9))
"""The colors of up to eight players in turn."""
ROW, COLUMN = PLAYERS[:2]
"""The first and the second player's color, everywhere."""
TINTS = ("tint1", "tint2", "tint3", "tint4")
"""Pale surfaces that belong to a player."""
MIDDLES = ("middle1", "middle2")
GOOD, BAD, WON, LOST = "good", "bad", "won", "lost"
WHITE, BLACK, WOOD, DARK_WOOD = "white", "black", "wood", "dark-wood"
"""Men and boards, which look the same on paper of any color."""
GOLD, WATER, SOIL = "gold", "water", "soil"
THEMES = ("light", "dark", "print")

_COLOR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class Theme:
    """Fonts, and a color for each name.

    >>> theme("dark").color("paper"), theme("dark").color("#aa0000")
    ('#14181d', '#aa0000')
    """

    name: str
    colors: Mapping[str, str]
    font: str
    mono: str

    def color(self, name: str) -> str:
        """The color of a name; a name that the theme does not know is a color itself.

        Parameters
        ----------
        name : str
            Such as "ink" or "#aa3333".
        """
        return self.colors.get(name, name)


def theme(name: str = "light") -> Theme:
    """The theme of this name, or the one in a file that ends in ``.toml``.

    Parameters
    ----------
    name : str, default "light"
        ``light``, ``dark``, ``print``, or the path of a file.

    Returns
    -------
    Theme
        Its fonts and colors.

    Examples
    --------
    >>> theme("print").color("ink")
    '#000000'
    """
    if name.endswith(".toml"):
        return _from_file(Path(name))
    if name not in THEMES:
        near = nearest(name, THEMES) or f"; known: {', '.join(THEMES)};"
        raise GameError(f"no theme {name!r}{near} for your own theme give a .toml file")
    return _built_in(name)


@cache
def _built_in(name: str) -> Theme:
    return _theme(name, {**_sections()["light"], **_sections()[name]})


@cache
def _sections() -> Mapping[str, Mapping[str, str]]:
    import tomllib

    return tomllib.loads((get_data(__package__, "themes.toml") or b"").decode())


def _from_file(path: Path) -> Theme:
    import tomllib

    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"{path}: {error}") from None
    own = found.get(path.stem, found)
    if len(own) == 1 and isinstance(section := next(iter(own.values())), dict):
        own = section
    known = _sections()["light"]
    for key, value in own.items():
        if key not in known:
            raise GameError(f"{path}: no color {key!r}{did_you_mean(key, known)}")
        fits = isinstance(value, str) and (key in ("font", "mono") or _COLOR.fullmatch(value))
        if not fits:
            raise GameError(f"{path}: {key} = {value!r}; a color is written like '#c2410c'")
    return _theme(path.stem, {**known, **own})


def _theme(name: str, found: Mapping[str, str]) -> Theme:
    colors = {key: value for key, value in found.items() if key not in ("font", "mono")}
    return Theme(name, colors, found["font"], found["mono"])
