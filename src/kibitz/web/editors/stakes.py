"""The editor of poker with hands from [0, 1]: the model, the ante, and a row for each bet."""

from __future__ import annotations

from typing import Any

from kibitz.web.editor import editor
from kibitz.web.models.stakes import MANY, MODELS, MOST_BETS, Stakes
from kibitz.web.sheet import act, cell, pick
from kibitz.web.undo_editor import UNDO, UndoEditor


@editor("ContinuousPoker")
class StakesEditor(UndoEditor[Stakes]):
    """The numbers of a model of poker."""

    kinds = ("continuous-poker",)

    def build(self) -> None:
        """Show the stakes."""
        self.hold(Stakes.from_json(self.data))

    def _faults(self) -> dict[str, str]:
        return self._model.faults()

    async def _edited(self, key: str, value: str) -> None:
        kind, _, place = key.partition(".")
        self._history.note(key)
        if kind == "model":
            self._model.become(value)
            self._sheet.refresh(key)
        elif kind == "bet":
            self._model.bets[int(place)] = value
        else:
            self._model.ante = value
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        self._history.note()
        focus = ""
        if name == "add":
            self._model.add()
            focus = f"bet.{len(self._model.bets) - 1}"
        elif name == "remove":
            self._model.remove(int(event["key"]))
        self._sheet.refresh(focus)
        await self._emit(focus)

    def _written(self) -> dict[str, Any]:
        return self._model.to_json()

    def _html(self) -> str:
        stakes = self._model
        model = pick("model", list(MODELS.items()), stakes.model, "model")
        return (
            f"<div class='row tops'><label class='field'>model{model}</label>"
            f"<label class='field'>ante{cell('ante', stakes.ante, 'ante', 6)}</label></div>"
            f"{'' if stakes.model == 'newman' else self._bets()}<div class='row'>{UNDO}</div>"
        )

    def _bets(self) -> str:
        bets = self._model.bets
        lines = ""
        for k, bet in enumerate(bets):
            gone = act("remove", "×", f"remove bet {k + 1}", str(k), "tiny")
            field = cell(f"bet.{k}", bet, f"bet {k + 1}", 6)
            lines += f"<tr><td>{field}</td>{f'<td>{gone}</td>' if len(bets) > 1 else ''}</tr>"
        can = self._model.model == MANY and len(bets) < MOST_BETS
        more = act("add", "+", "add a bet", "", "tiny") if can else ""
        return (
            "<table class='payoffs'><thead><tr><th scope='col'>bet</th></tr></thead>"
            f"<tbody>{lines}<tr><td>{more}</td></tr></tbody></table>"
        )
