"""The editor of bargaining problems: corners of the feasible set, and a point, to be dragged."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.numbers import number
from kibitz.linear.polyhedra.convex_hull import convex_hull
from kibitz.pictures.ticks import ticks
from kibitz.web.editor import editor
from kibitz.web.models.faults import number_fault
from kibitz.web.sheet import act, cell
from kibitz.web.undo_editor import UNDO, UndoEditor

SIZE, EDGE = 290, 34
GRID = 4
"""Dragged points snap to this part of a unit."""
Model = dict[str, Any]


@editor("BargainingProblem")
class BargainingEditor(UndoEditor[Model]):
    """A polygon with corners to drag, or formulas in fields."""

    kinds = ("bargaining",)

    def build(self) -> None:
        """Show the set."""
        self.hold(self.data)

    def follow(self, info: dict[str, Any], text: str, what: str) -> bool:
        """Show a game that was changed elsewhere, with a way back."""
        self.info, self.text = info, text
        self._history.follow(self.data, what)
        self._sheet.refresh()
        return True

    @property
    def _data(self) -> Model:
        return self._model

    @property
    def _corners(self) -> list[list[str]] | None:
        """The corners of a polygon, None where the set is described in another way."""
        feasible = self._data.get("feasible", {})
        found: list[list[str]] | None = feasible.get("polygon")
        return found

    @property
    def _point(self) -> list[str] | None:
        found: list[str] | None = self._data.get("disagreement")
        return found

    def _faults(self) -> dict[str, str]:
        points = {f"corner.{k}": p for k, p in enumerate(self._corners or [])}
        if self._point is not None:
            points["point"] = self._point
        return {
            f"{key}.{axis}": fault
            for key, pair in points.items()
            for axis, text in enumerate(pair)
            if (fault := number_fault(str(text)))
        }

    async def _edited(self, key: str, value: str) -> None:
        kind, *rest = key.split(".")
        self._history.note(key)
        data = self._data
        if kind == "corner" and self._corners is not None:
            self._corners[int(rest[0])][int(rest[1])] = value
        elif kind == "point" and self._point is not None:
            self._point[int(rest[0])] = value
        elif kind == "set":
            data["feasible"][rest[0]] = value.split(";") if rest[0] == "inequalities" else value
        elif kind == "player":
            data["players"][int(rest[0])] = value
        if kind in ("corner", "point") and not self._faults():
            self._sheet.refresh(key)
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        if name == "touched":
            return
        self._history.note()
        self._change(name, event)
        self._sheet.refresh(str(event.get("key", "")) if name == "nudged" else "")
        await self._emit()

    def _change(self, name: str, event: dict[str, Any]) -> None:
        key, corners = str(event.get("key", "")), self._corners
        if name == "moved":
            self._put(key, self._snapped(float(event["x"]), float(event["y"])))
        elif name == "nudged":
            way = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}[event["way"]]
            x, y = self._numbers(key)
            self._put(key, [str(x + Fraction(way[0], GRID)), str(y + Fraction(way[1], GRID))])
        elif name == "clicked" and corners is not None:
            corners.append(self._snapped(float(event["x"]), float(event["y"])))
        elif name == "add" and corners is not None:
            corners.append(["1", "1"])
        elif name in ("remove", "erased") and key.isdecimal() and len(corners or ()) > 1:
            del (corners or [])[int(key)]

    def _put(self, key: str, pair: list[str]) -> None:
        target = self._point if key == "d" else (self._corners or [])[int(key)]
        if target is not None:
            target[:] = pair

    def _numbers(self, key: str) -> tuple[Fraction, Fraction]:
        pair = self._point if key == "d" else (self._corners or [])[int(key)]
        x, y = (_fraction(text) for text in pair or ["0", "0"])
        return x, y

    def _written(self) -> Model:
        return self._data

    def _frame(self) -> tuple[float, float]:
        """The least coordinate, and how many pixels a unit takes."""
        points = [*(self._corners or []), *([self._point] if self._point else [])]
        values = [float(_fraction(x)) for pair in points for x in pair] or [0.0, 1.0]
        low, high = min(0.0, *values), max(1.0, *values)
        room = 0.12 * (high - low)
        low, high = (low - room if low < 0 else 0.0), high + room
        return low, (SIZE - EDGE - 10) / (high - low)

    def _spot(self, pair: list[str]) -> tuple[float, float]:
        low, unit = self._frame()
        x, y = (float(_fraction(text)) for text in pair)
        return EDGE + (x - low) * unit, SIZE - EDGE - (y - low) * unit

    def _snapped(self, x: float, y: float) -> list[str]:
        """Coordinates in the plane of a place on the drawing, on a grid."""
        low, unit = self._frame()
        step = GRID if unit > 12 else 1
        plane = ((x - EDGE) / unit + low, (SIZE - EDGE - y) / unit + low)
        return [str(Fraction(round(v * step), step)) for v in plane]

    def _html(self) -> str:
        data = self._data
        players = data.get("players") or ["I", "II"]
        names = "".join(
            f"<label class='field'>player {k + 1}"
            f"{cell(f'player.{k}', str(name), f'name of player {k + 1}', 6, f'p{k}')}</label>"
            for k, name in enumerate(players)
        )
        if "players" not in data:
            data["players"] = list(players)
        body = self._polygon() if self._corners is not None else self._formulas()
        return f"<div class='row'>{names}</div>{body}<div class='row'>{UNDO}</div>"

    def _line(self, key: str, pair: list[str], given: str, more: str = "") -> str:
        """A row of the table of points."""
        cells = "".join(
            f"<td>{cell(f'{key}.{axis}', str(text), f'{given}, {name}', 5, f'p{axis}')}</td>"
            for axis, (name, text) in enumerate(zip("uv", pair, strict=True))
        )
        return f"<tr><th scope='row'>{given}</th>{cells}<td>{more}</td></tr>"

    def _points(self) -> str:
        """The corners and the disagreement point as a table, with what each player gets."""
        heads = "".join(f"<th scope='col'>{escape(str(p))}</th>" for p in self._data["players"])
        lines = "".join(
            self._line(
                f"corner.{k}",
                pair,
                f"corner {k + 1}",
                act("remove", "×", f"remove corner {k + 1}", str(k), "tiny"),
            )
            for k, pair in enumerate(self._corners or [])
        )
        if self._point is not None:
            lines += self._line("point", self._point, "disagreement")
        add = "" if self._corners is None else act("add", "Add corner")
        return (
            f"<table class='payoffs points'><thead><tr><td></td>{heads}</tr></thead>"
            f"<tbody>{lines}<tr><td>{add}</td></tr></tbody></table>"
        )

    def _formulas(self) -> str:
        feasible = self._data.get("feasible")
        point = self._points() if self._point is not None else ""
        if not isinstance(feasible, dict):
            return f"<p class='faint'>The feasible set comes from a table of payoffs.</p>{point}"
        fields = "".join(
            f"<label class='field'>{key}{cell(f'set.{key}', _joined(v), key, 34)}</label>"
            for key, v in feasible.items()
        )
        return fields + point

    def _polygon(self) -> str:
        corners = self._corners or []
        low, unit = self._frame()
        zero = EDGE - low * unit, SIZE - EDGE + low * unit
        hull = " ".join(
            f"{x:.1f},{y:.1f}" for x, y in convex_hull([self._spot(p) for p in corners])
        )
        marks = [
            f"<rect width='{SIZE}' height='{SIZE}' class='paper' data-paper='set'/>",
            f"<line x1='{EDGE}' y1='{zero[1]}' x2='{SIZE}' y2='{zero[1]}' class='axis'/>",
            f"<line x1='{zero[0]}' y1='0' x2='{zero[0]}' y2='{SIZE - EDGE}' class='axis'/>",
            f"<text x='{SIZE - 8}' y='{zero[1] - 6}' class='tick'>u</text>",
            f"<text x='{zero[0] + 8}' y='14' class='tick'>v</text>",
            *self._ticks(),
            f"<polygon points='{hull}' class='feasible'/>",
        ]
        for k, pair in enumerate(corners):
            marks.append(self._dot(str(k), pair, f"corner {k + 1}", "corner"))
        if self._point is not None:
            marks.append(self._dot("d", self._point, "disagreement", "threat"))
        return (
            "<div class='row tops'>"
            f"<svg class='plane' width='{SIZE}' height='{SIZE}' viewBox='0 0 {SIZE} {SIZE}' "
            f"role='group' aria-label='The feasible set'>{''.join(marks)}</svg>"
            f"{self._points()}</div>"
            "<p class='faint'>Drag the corners and the red disagreement point; click to add a "
            "corner. Lotteries fill the polygon.</p>"
        )

    def _ticks(self) -> list[str]:
        """Round numbers along both axes."""
        low, unit = self._frame()
        high = low + (SIZE - EDGE - 10) / unit
        zero = EDGE - low * unit, SIZE - EDGE + low * unit
        marks = []
        for tick in ticks(low, high, 5):
            place = (tick - low) * unit
            if tick and high - tick > 14 / unit:
                x, y, label = EDGE + place, SIZE - EDGE - place, f"{tick:g}"
                marks += [
                    f"<line x1='{x}' y1='{zero[1]}' x2='{x}' y2='{zero[1] + 4}' class='axis'/>",
                    f"<text x='{x}' y='{zero[1] + 18}' class='tick'>{label}</text>",
                    f"<line x1='{zero[0] - 4}' y1='{y}' x2='{zero[0]}' y2='{y}' class='axis'/>",
                    f"<text x='{zero[0] - 16}' y='{y + 4}' class='tick'>{label}</text>",
                ]
        return marks

    def _dot(self, key: str, pair: list[str], given: str, classes: str) -> str:
        x, y = self._spot(pair)
        where = f"{given} at {pair[0]}, {pair[1]}"
        return (
            f"<circle cx='{x:.1f}' cy='{y:.1f}' r='9' class='{classes}' data-point='{key}' "
            f"tabindex='0' role='button' aria-label='{where}'><title>{where}</title></circle>"
        )


def _joined(value: Any) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)


def _fraction(text: Any) -> Fraction:
    try:
        return Fraction(number(str(text)))
    except (GameError, ValueError, OverflowError):
        return Fraction(0)
