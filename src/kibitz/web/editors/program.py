"""The editor of linear programs."""

from __future__ import annotations

from typing import Any

from kibitz.web.editor import editor
from kibitz.web.models.program import RELATIONS, Program
from kibitz.web.sheet import act, cell, pick
from kibitz.web.undo_editor import UNDO, UndoEditor


@editor("LinearProgram")
class ProgramEditor(UndoEditor[Program]):
    """The objective above, a row for each constraint."""

    kinds = ("linear-program",)

    def build(self) -> None:
        """Show the program."""
        self.hold(Program.from_json(self.data), self._pasted)

    @property
    def _program(self) -> Program:
        return self._model

    def _faults(self) -> dict[str, str]:
        return self._program.faults()

    async def _edited(self, key: str, value: str) -> None:
        kind, *rest = key.split(".")
        places = [int(x) for x in rest if x]
        self._history.note(key)
        program = self._program
        if kind == "a":
            program.matrix[places[0]][places[1]] = value
        elif kind == "sense":
            program.sense = value
        else:
            lists = {"c": program.c, "b": program.b, "rel": program.rel, "name": program.variables}
            lists[kind][places[0]] = value
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        self._history.note()
        places = [int(x) for x in str(event.get("key", "")).split(".") if x]
        getattr(self._program, name.replace("-", "_"))(*places)
        self._sheet.refresh()
        await self._emit()

    async def _pasted(self, key: str, rows: list[list[str]]) -> None:
        kind, *rest = key.split(".")
        if kind != "a":
            return
        self._history.note()
        program, (i, j) = self._program, map(int, rest)
        while len(program.b) < i + len(rows):
            program.add_row()
        while len(program.c) < j + max(map(len, rows)):
            program.add_variable()
        for di, row in enumerate(rows):
            program.matrix[i + di][j : j + len(row)] = row
        self._sheet.refresh(key)
        await self._emit()

    def _written(self) -> dict[str, Any]:
        return self._program.to_json()

    def _html(self) -> str:
        program = self._program
        head = "".join(
            f"<th scope='col'>{cell(f'name.{j}', name, f'variable {j + 1}', 4)}"
            f"{act('remove-variable', '×', f'remove {name}', str(j), 'tiny')}</th>"
            for j, name in enumerate(program.variables)
        )
        sense = pick("sense.", [("max", "maximize"), ("min", "minimize")], program.sense, "sense")
        goal = "".join(
            f"<td>{cell(f'c.{j}', text, f'objective, {program.variables[j]}')}</td>"
            for j, text in enumerate(program.c)
        )
        rows = "".join(self._row(i) for i in range(len(program.b)))
        return (
            f"<table class='payoffs'><thead><tr><td></td>{head}"
            f"<td>{act('add-variable', '+', 'add a variable', '', 'tiny')}</td></tr></thead><tbody>"
            f"<tr><th scope='row'>{sense}</th>{goal}</tr>{rows}"
            f"<tr><td>{act('add-row', '+', 'add a constraint', '', 'tiny')}</td></tr>"
            "</tbody></table>"
            f"<div class='row'>{UNDO}</div>"
            "<p class='faint'>Variables are at least 0 unless the program says otherwise.</p>"
        )

    def _row(self, i: int) -> str:
        program = self._program
        cells = "".join(
            f"<td>{cell(f'a.{i}.{j}', text, f'constraint {i + 1}, {program.variables[j]}')}</td>"
            for j, text in enumerate(program.matrix[i])
        )
        signs = [(r, r.replace("<=", "≤").replace(">=", "≥")) for r in RELATIONS]
        relation = pick(f"rel.{i}", signs, program.rel[i], f"relation {i + 1}")
        right = cell(f"b.{i}", program.b[i], f"right side {i + 1}")
        remove = act("remove-row", "×", f"remove constraint {i + 1}", str(i), "tiny")
        return f"<tr><th scope='row'>{i + 1}{remove}</th>{cells}<td>{relation}{right}</td></tr>"
