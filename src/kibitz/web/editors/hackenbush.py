"""The editor of Hackenbush: edges are drawn with the mouse, and chopped by a click."""

from __future__ import annotations

from itertools import count
from typing import Any

from kibitz.web.editor import editor
from kibitz.web.undo_editor import UNDO, UndoEditor

WIDTH, HEIGHT, FLOOR = 460, 380, 350
MOST_EDGES = 80
Model = dict[str, Any]


@editor("Hackenbush")
class HackenbushEditor(UndoEditor[Model]):
    """A drawing on the ground."""

    def build(self) -> None:
        """Show the picture."""
        edges = [[str(u), str(v)] for u, v in self.info["edges"]]
        feet = [str(v) for v in self.info["ground"]]
        self._chosen = ""
        self.hold({"edges": edges, "places": _placed(edges, feet), "feet": feet})

    @property
    def _edges(self) -> list[list[str]]:
        found: list[list[str]] = self._model["edges"]
        return found

    @property
    def _places(self) -> dict[str, tuple[float, float]]:
        found: dict[str, tuple[float, float]] = self._model["places"]
        return found

    async def _edited(self, key: str, value: str) -> None:
        """There are no fields."""

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        key = str(event.get("key", ""))
        if name == "touched":
            if not self._touched(key):
                self._sheet.refresh(key)
                return
        elif name == "clicked":
            self._clicked(float(event["x"]), float(event["y"]))
        elif name == "moved" and key in self._places and key not in self._model["feet"]:
            self._history.note()
            self._places[key] = (float(event["x"]), min(FLOOR - 8.0, float(event["y"])))
            self._sheet.refresh(key)
            return
        elif name == "chop":
            self._history.note()
            del self._edges[int(key)]
            self._fall()
        self._sheet.refresh(self._chosen)
        await self._emit()

    def _touched(self, key: str) -> bool:
        """Choose a vertex, or join it to the one chosen before; whether an edge was drawn."""
        if not self._chosen:
            self._chosen = key
            return False
        self._history.note()
        self._edges.append([self._chosen, key])
        self._fall()
        self._chosen = ""
        return True

    def _clicked(self, x: float, y: float) -> None:
        """A new vertex, grown from the chosen one or from the ground below."""
        self._history.note()
        new = next(n for k in count(1) if (n := f"v{k}") not in self._places)
        foot = self._chosen
        if not foot:
            foot = next(n for k in count(1) if (n := f"g{k}") not in self._places)
            self._places[foot] = (x, float(FLOOR))
            self._model["feet"].append(foot)
        self._places[new] = (x, min(y, FLOOR - 20.0))
        self._edges.append([foot, new])
        self._chosen = new

    def _fall(self) -> None:
        """What has lost contact with the ground is gone."""
        standing = set(self._model["feet"])
        while True:
            more = {v for e in self._edges if set(e) & standing for v in e} - standing
            if not more:
                break
            standing |= more
        self._edges[:] = [edge for edge in self._edges if set(edge) <= standing]

    def _stepped(self) -> None:
        self._chosen = ""

    def _written(self) -> str:
        return f"hackenbush {' '.join(f'{u}-{v}' for u, v in self._edges)}"

    async def _emit(self, key: str = "") -> None:
        if self._edges:
            await super()._emit(key)

    def _html(self) -> str:
        if len(self._edges) > MOST_EDGES:
            return "<p class='faint'>This picture is too large to edit here.</p>"
        marks = [
            f"<rect width='{WIDTH}' height='{HEIGHT}' class='paper' data-paper='sky'/>",
            f"<line x1='0' y1='{FLOOR}' x2='{WIDTH}' y2='{FLOOR}' class='ground'/>",
        ]
        twins: dict[tuple[str, ...], int] = {}
        for k, (u, v) in enumerate(self._edges):
            pair = tuple(sorted((u, v)))
            twins[pair] = twins.get(pair, 0) + 1
            marks.append(self._edge(k, u, v, twins[pair]))
        used = {v for edge in self._edges for v in edge} | ({self._chosen} - {""})
        for v in used:
            x, y = self._places[v]
            chosen = " chosen" if v == self._chosen else ""
            marks.append(
                f"<circle cx='{x:.0f}' cy='{y:.0f}' r='8' class='vertex{chosen}' tabindex='0' "
                f"role='button' data-point='{v}' aria-label='vertex {v}'/>"
            )
        return (
            f"<svg class='plane' width='{WIDTH}' height='{HEIGHT}' viewBox='0 0 {WIDTH} {HEIGHT}' "
            f"role='group' aria-label='The picture'>{''.join(marks)}</svg>"
            f"<div class='row'>{UNDO}</div>"
            "<p class='faint'>Click the sky to grow an edge from the selected vertex or the "
            "ground, two vertices to join them, an edge to chop it.</p>"
        )

    def _edge(self, k: int, u: str, v: str, nth: int) -> str:
        (x1, y1), (x2, y2) = self._places[u], self._places[v]
        if u == v:
            path = f"M {x1} {y1} C {x1 - 34} {y1 - 44} {x1 + 34} {y1 - 44} {x1} {y1}"
        else:
            bend = 26 * (nth // 2) * (1 if nth % 2 else -1)
            path = f"M {x1} {y1} Q {(x1 + x2) / 2 + bend} {(y1 + y2) / 2} {x2} {y2}"
        return (
            f"<path d='{path}' class='edge' fill='none' tabindex='0' role='button' data-act='chop' "
            f"data-key='{k}' aria-label='chop {u}-{v}'><title>chop {u}-{v}</title></path>"
        )


def _placed(edges: list[list[str]], feet: list[str]) -> dict[str, tuple[float, float]]:
    """Where the vertices are drawn: by their distance from the ground, side by side."""
    level = dict.fromkeys(feet, 0)
    while True:
        found = {
            b: level[a] + 1
            for u, v in edges
            for a, b in ((u, v), (v, u))
            if a in level and b not in level
        }
        if not found:
            break
        level |= found
    top = max([*level.values(), 4])
    places: dict[str, tuple[float, float]] = {}
    for height in sorted(set(level.values())):
        row = [v for v, h in level.items() if h == height]
        for k, v in enumerate(row):
            places[v] = (
                WIDTH * (k + 1) / (len(row) + 1),
                FLOOR - (FLOOR - 30) * height / top,
            )
    return places
