"""Pictures as PNG and PDF, through the packages of the extra ``print``."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kibitz.core.errors import GameError
from kibitz.pictures.svg import svg_of
from kibitz.pictures.theme import Theme

if TYPE_CHECKING:
    from kibitz.pictures.picture import Picture

SHARPNESS = 2.0
"""Dots of a PNG for each pixel of the picture, unless a width is given."""


def png_of(picture: Picture, theme: Theme, width: float | None = None) -> bytes:
    """The picture as PNG, this many dots wide."""
    wide = width or picture.width * SHARPNESS
    height = picture.height * wide / picture.width
    found: bytes = typst_compiled(_page(picture, wide, height), picture, theme, "png", 72.0)
    return found


def pdf_of(picture: Picture, theme: Theme, width: float | None = None) -> bytes:
    """The picture as a page of PDF of its own size, with its text as text."""
    wide = (width or picture.width) * 0.75
    height = picture.height * wide / picture.width
    found: bytes = typst_compiled(_page(picture, wide, height), picture, theme, "pdf", 72.0)
    return found


def _page(picture: Picture, wide: float, high: float) -> str:
    return (
        f"#set page(width: {wide:.2f}pt, height: {high:.2f}pt, margin: 0pt)\n"
        '#image("picture.svg", width: 100%)\n'
    )


def typst_compiled(source: str, picture: Picture, theme: Theme, kind: str, ppi: float) -> bytes:
    """A page that shows ``picture.svg``, through Typst."""
    files = {"main.typ": source.encode(), "picture.svg": svg_of(picture, theme).encode()}
    return compiled(files, kind, ppi)


def compiled(files: dict[str, bytes], kind: str, ppi: float = 144.0) -> bytes:
    """What Typst makes of some files, of which ``main.typ`` is the first."""
    try:
        compile_files: Any = import_module("typst").compile
    except ModuleNotFoundError:
        raise GameError(
            f"files of .{kind} need Typst; install it with: pip install 'kibitz[print]'"
        ) from None
    options: dict[str, Any] = {"ppi": ppi} if kind == "png" else {}
    found: bytes | list[bytes] = compile_files(files, format=kind, **options)
    return found if isinstance(found, bytes) else found[0]
