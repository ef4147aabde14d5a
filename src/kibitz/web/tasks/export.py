"""Files to take away: the game, its answer, the derivation and the picture."""

from __future__ import annotations

import base64
import json
import tempfile
from pathlib import Path
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.formats.files import FORMATS, dumps
from kibitz.pictures.picture import Picture
from kibitz.web.own_rules import is_python, source_of
from kibitz.web.tasks.draw import drawn
from kibitz.web.tasks.explain import explained
from kibitz.web.tasks.noun import noun_of
from kibitz.web.tasks.solve import solved

PYTHON = "py"
"""The format of one's own rules, which are their text."""
WRITTEN = ("matrix", "strategic", "extensive")
"""Forms that are tried in every format; games with moves would be unfolded for it."""


def run(
    what: str,
    kind: str,
    text: str,
    method: str = "auto",
    options: dict[str, str] | None = None,
    picture: str = "",
) -> dict[str, str]:
    """The bytes of a file, in base64, and the ending of its name."""
    if what == "game" and kind == PYTHON:
        return _file(f"{source_of(text)}\n".encode(), ".py")
    if what == "game":
        form = FORMATS[kind]
        ending = form.endings[0] if form.endings else FORMATS["nfg"].endings[0]
        return _file(dumps(noun_of(text), kind).encode(), ending)
    if what == "answer":
        answer = solved(text, method, options)
        if kind == "txt":
            return _file(f"{answer}\n\n{answer.verify()}\n".encode(), ".txt")
        said = {**answer.to_json(), "certificate": answer.verify().to_json()}
        return _file((json.dumps(said, ensure_ascii=False, indent=1) + "\n").encode(), ".json")
    if what == "picture":
        return _file(_picture(drawn(text, picture), kind), f".{kind}")
    return _file(_document(explained(text, method, options)[0], kind), f".{kind}")


def formats(text: str) -> list[str]:
    """The formats in which this game can be written."""
    noun = noun_of(text)
    found = [PYTHON] if is_python(text) else []
    for kind in FORMATS:
        if kind != "json" and noun.kind not in WRITTEN:
            continue
        try:
            dumps(noun, kind)
        except GameError:
            continue
        found.append(kind)
    if _is_small_tree(noun):
        found.insert(0, "efg")
    return found


def _is_small_tree(noun: Any) -> bool:
    """Whether rules hide something: such a game is small enough to be written as a tree."""
    from kibitz.rules.game import Rules

    return isinstance(noun, Rules) and noun.has("information_state") and not noun.has("choices")


def _file(data: bytes, ending: str) -> dict[str, str]:
    return {"data": base64.b64encode(data).decode(), "ending": ending}


def _picture(picture: Picture, kind: str) -> bytes:
    if kind == "svg":
        return picture.svg.encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"picture.{kind}"
        picture.save(path)
        return path.read_bytes()


def _document(given: Explanation, kind: str) -> bytes:
    if kind == "md":
        return f"{given.markdown()}\n".encode()
    if kind == "json":
        return (json.dumps(given.to_json(), ensure_ascii=False, indent=1) + "\n").encode()
    if kind == "html":
        return given.page().encode()
    if kind == "txt":
        return f"{given}\n".encode()
    made: Any = getattr(given, {"tex": "latex", "pdf": "pdf"}.get(kind, kind), None)
    if made is None:
        raise GameError(f"derivations are not written as .{kind}")
    data = made()
    return data.encode() if isinstance(data, str) else bytes(data)
