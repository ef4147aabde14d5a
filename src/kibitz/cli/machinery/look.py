"""How a picture that a command writes is to look: its theme and its width."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.completion import offer_themes
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.pictures import Picture

Theme = Annotated[
    str | None,
    typer.Option(
        "--theme",
        help="Theme of the picture: light, dark, print, or a .toml file.",
        show_default="light",
        autocompletion=offer_themes,
    ),
]
Width = Annotated[
    str | None,
    typer.Option(
        "--width", help="Width of the picture, such as 640, 12cm, 5in or 300pt.", show_default=False
    ),
]


def check_look(theme: str | None, width: str | None, *files: Path | str | None) -> None:
    """Refuse a theme or a width that cannot be read, or that no picture takes.

    Files are refused here whose names say that they are no pictures, before any work is done.
    """
    from kibitz.pictures.picture import refuse_other_endings
    from kibitz.pictures.theme import theme as read_theme
    from kibitz.pictures.width import read_width

    for option, given in (("--theme", theme), ("--width", width)):
        if given is not None and all(file is None for file in files):
            raise GameError(f"{option} needs a picture; add -o FILE")
    for file in files:
        if file is not None:
            refuse_other_endings(file)
    if theme is not None:
        read_theme(theme)
    if width is not None:
        read_width(width)


def write_picture(picture: Picture, file: Path | str, theme: str | None, width: str | None) -> None:
    """Write a picture in its theme and width; the ending of the file says as what."""
    from kibitz.pictures.width import read_width

    picture.save(file, theme or "light", None if width is None else read_width(width))
