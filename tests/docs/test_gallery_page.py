"""The gallery is current: the page, and every picture by the command that stands under it.

`python docs/extensions/gallery_page.py` writes it again.
"""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from helpers.pictures import draws_the_same
from kibitz.pictures import overlaps

DOCS = Path(__file__).parents[2] / "docs"
MADE = runpy.run_path(str(DOCS / "extensions" / "gallery_page.py"))
SHOWN = [one for section in MADE["GALLERY"].values() for one in section]
LONG = ("when-to-hold",)


def test_the_page_is_current():
    assert MADE["page"]() == (DOCS / "gallery.md").read_text("utf-8")
    names = [one.name for one in SHOWN]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "one",
    [pytest.param(one, marks=pytest.mark.slow if one.name in LONG else ()) for one in SHOWN],
    ids=lambda one: one.name,
)
def test_a_picture_is_current_and_free_of_overlaps(one, monkeypatch):
    monkeypatch.chdir(DOCS.parent)
    picture, theme = one.draw()
    shown = (DOCS / "pictures" / "gallery" / f"{one.name}.svg").read_text("utf-8")
    assert draws_the_same(picture.to_svg(theme), shown)
    assert overlaps(picture) == ()
