"""The colors of pictures on a page: variables of its style, so that they follow light and dark."""

from __future__ import annotations

from kibitz.core.explanation import Explanation
from kibitz.pictures.picture import Picture
from kibitz.pictures.svg import svg_of
from kibitz.pictures.theme import Theme, theme


def page_svg(picture: Picture) -> str:
    """A picture whose colors are variables.

    >>> from kibitz.pictures import Canvas
    >>> sheet = Canvas(20, 10)
    >>> sheet.line(0, 0, 5, 5)
    >>> "var(--k-ink)" in page_svg(sheet.finish())
    True
    """
    light = theme("light")
    colors = {name: f"var(--k-{name})" for name in light.colors}
    return svg_of(picture, Theme("page", colors, light.font, light.mono))


def with_shapes(svg: str, shapes: str) -> str:
    """A picture with interactive shapes on it.

    >>> with_shapes('<svg role="img"><path/></svg>', "<circle/>")
    '<svg role="group"><path/><g><circle/></g></svg>'
    """
    touched = svg.replace('role="img"', 'role="group"', 1)
    inside, _, _ = touched.rpartition("</svg>")  # pictures inside it end so as well
    return f"{inside}<g>{shapes}</g></svg>"


def page_html(given: Explanation) -> str:
    """A derivation whose pictures follow light and dark."""
    html = given.html()
    for step in given.steps:
        if step.picture is not None:
            html = html.replace(step.picture.svg, page_svg(step.picture))
    return html


def theme_css() -> str:
    """The variables, light and dark; pictures lie on the paper of the page.

    >>> theme_css().count("--k-paper: var(--paper)")
    2
    """
    parts = []
    for name, where in (("light", ":root"), ("dark", "body.body--dark")):
        given = {**theme(name).colors, "paper": "var(--paper)"}
        colors = "; ".join(f"--k-{key}: {value}" for key, value in given.items())
        parts.append(f"{where} {{ {colors} }}")
    return "\n".join(parts)
