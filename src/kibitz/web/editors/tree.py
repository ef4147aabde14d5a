"""The editor of game trees: moves are added by clicks, information sets by dragging."""

from __future__ import annotations

from html import escape
from typing import Any

from kibitz.core.errors import GameError
from kibitz.web.editor import editor
from kibitz.web.models.tree import CHANCE, END, EditedNode, EditedTree
from kibitz.web.models.tree_layout import ROW, STEP, TreeLayout, layout
from kibitz.web.sheet import act, cell, pick
from kibitz.web.undo_editor import UNDO, UndoEditor

MOST_NODES = 400
COLORS = ("var(--row)", "var(--column)", "var(--third)", "var(--fourth)")


@editor("ExtensiveGame")
class TreeEditor(UndoEditor[EditedTree]):
    """A tree as a drawing, and what is at the chosen node below it."""

    def build(self) -> None:
        """Show the tree."""
        data = self.data
        self._large = "tree" not in data or self.info["json"].count('"payoff"') > MOST_NODES
        self._said = ""
        self.hold(EditedTree.new() if self._large else EditedTree.from_json(data))

    @property
    def _tree(self) -> EditedTree:
        return self._model

    def _faults(self) -> dict[str, str]:
        return {} if self._large else self._tree.faults()

    async def _edited(self, key: str, value: str) -> None:
        tree = self._tree
        kind, *rest = key.split(".")
        places = [int(x) for x in rest if x]
        self._history.note(key)
        tree = self._tree
        draw = True
        if kind == "payoff":
            tree.node(places[0]).payoff = value
            draw = False
        elif kind == "label":
            tree.rename(places[0], places[1], value)
            draw = False
        elif kind == "chance":
            tree.node(places[0]).moves[places[1]].probability = value
            draw = False
        elif kind == "mover":
            if value == END:
                tree.make_end(places[0])
            else:
                tree.set_player(places[0], value)
        elif kind == "infoset":
            self._try(lambda: tree.join(places[0], int(value)) if value else tree.part(places[0]))
        elif kind == "player":
            tree.name_player(places[0], value)
        elif kind == "title":
            tree.title = value
            draw = False
        if draw:
            self._sheet.refresh(key)
        await self._emit(key)

    async def _acted(self, name: str, event: dict[str, Any]) -> None:
        tree, key = self._tree, str(event.get("key", ""))
        number = int(key) if key.isdecimal() and tree.has(int(key)) else tree.chosen
        self._said = ""
        if name == "touched":
            tree.chosen = number
            self._sheet.refresh(key)
            return
        self._history.note()
        tree = self._tree
        if name == "add":
            tree.add_move(number)
            tree.chosen = number
        elif name == "chance":
            tree.set_player(number, CHANCE)
        elif name in ("remove", "erased"):
            tree.remove(number)
        elif name == "drop":
            self._try(lambda: tree.join(int(event["key"]), int(event["other"])))
        elif name == "part":
            tree.part(number)
        elif name == "spread":
            tree.spread(number)
        elif name == "copy":
            tree.copy(number)
        elif name == "paste":
            tree.paste(number)
        elif name == "add-player":
            tree.add_player()
        self._sheet.refresh(str(tree.chosen))
        await self._emit()

    def _try(self, change: Any) -> None:
        try:
            change()
        except GameError as error:
            self._said = str(error)

    def _stepped(self) -> None:
        self._said = ""

    def _written(self) -> dict[str, Any]:
        return self._tree.to_json()

    async def _emit(self, key: str = "") -> None:
        if self._tree.root.kind != END:
            await super()._emit(key)
        else:
            self._sheet.tell_faults()

    def _html(self) -> str:
        if self._large:
            return "<p class='faint'>This tree is too large to edit here.</p>"
        said = f"<p class='error' role='alert'>{escape(self._said)}</p>" if self._said else ""
        return self._head() + said + self._drawing() + self._panel() + self._foot()

    def _head(self) -> str:
        tree = self._tree
        names = "".join(
            f"<label class='field'>player {k + 1}"
            f"{cell(f'player.{k}', name, f'name of player {k + 1}', 6, f'p{k}')}</label>"
            for k, name in enumerate(tree.players)
        )
        more = act("add-player", "+", "add a player", "", "tiny")
        title = f"<label class='field'>title{cell('title.', tree.title, 'title', 14)}</label>"
        return f"<div class='row'>{names}{more}{title}</div>"

    def _drawing(self) -> str:
        tree = self._tree
        plan = layout(tree)
        places = plan.places
        depth = max(x for x, _ in places.values())
        width = depth + STEP + 90
        height = max(y for _, y in places.values()) + ROW
        marks = self._sets(plan)
        for node in tree.nodes():
            marks += self._branches(node, plan)
        for node in tree.nodes():
            marks += self._node(node, places[node.id])
        return (
            f"<div class='tree'><svg width='{width}' height='{height}' "
            f"viewBox='0 0 {width} {height}' role='group' aria-label='The tree'>"
            f"{''.join(marks)}</svg></div>"
        )

    def _sets(self, plan: TreeLayout) -> list[str]:
        """A broken line beside the nodes of each information set."""
        return [
            f"<path d='{way}' class='infoset' style='stroke: {self._color(node)}'/>"
            for node, way in plan.ways
        ]

    def _branches(self, node: EditedNode, plan: TreeLayout) -> list[str]:
        x, y = plan.places[node.id]
        marks = []
        for k, move in enumerate(node.moves):
            to_x, to_y = plan.places[move.child.id]
            marks.append(
                f"<polyline points='{x},{y} {x + STEP},{to_y} {to_x},{to_y}' class='branch' "
                f"style='stroke: {self._color(node)}'/>"
            )
            share = 0.62
            at_x, at_y = x + share * STEP, y + share * (to_y - y)
            size = max(2, min(8, len(move.label)))
            marks.append(
                _foreign(
                    at_x - 32,
                    at_y - 21,
                    64,
                    cell(f"label.{node.id}.{k}", move.label, f"move {k + 1}", size, "label"),
                )
            )
            if node.kind == CHANCE:
                field = cell(
                    f"chance.{node.id}.{k}",
                    move.probability,
                    f"probability of {move.label}",
                    4,
                    "label weight",
                )
                marks.append(_foreign(at_x - 32, at_y - 1, 64, field))
        return marks

    def _node(self, node: EditedNode, place: tuple[float, float]) -> list[str]:
        x, y = place
        chosen = " chosen" if node.id == self._tree.chosen else ""
        label = escape(self._text(node))
        shape = (
            f"<g class='node{chosen}' data-drag='{node.id}' tabindex='0' role='button' "
            f"aria-label='{label}'><title>{label}</title>"
            f"<circle cx='{x}' cy='{y}' r='16' class='halo'/>"
            f"<circle cx='{x}' cy='{y}' r='8' style='fill: {self._color(node)}'/></g>"
        )
        marks = [shape]
        if node.kind == END:
            field = cell(f"payoff.{node.id}", node.payoff, f"payoffs at {label}", 6, "payoff")
            marks.append(_foreign(x + 34, y - 14, 130, field))
        elif node.kind != CHANCE:
            name = escape(node.player)
            marks.append(f"<text x='{x}' y='{y - 13}' class='mover'>{name}</text>")
        plus_x = x + (22 if node.kind == END else 0)
        plus_y = y if node.kind == END else y + 19
        marks.append(
            f"<g class='plus' role='button' tabindex='-1' data-act='add' data-key='{node.id}' "
            f"aria-label='add a move at {label}'><title>add a move</title>"
            f"<circle cx='{plus_x}' cy='{plus_y}' r='8'/>"
            f"<text x='{plus_x}' y='{plus_y + 4.5}'>+</text></g>"
        )
        return marks

    def _text(self, node: EditedNode) -> str:
        """A node in words: the moves that lead to it."""
        words: list[str] = []
        above = self._tree.parent(node.id)
        while above is not None:
            words.insert(0, above[1].label)
            above = self._tree.parent(above[0].id)
        path = ", ".join(words) or "the root"
        return path if node.kind == END else f"{path} ({node.player})"

    def _color(self, node: EditedNode) -> str:
        if node.kind in (CHANCE, END):
            return "var(--faint)"
        players = self._tree.players
        k = players.index(node.player) if node.player in players else 0
        return COLORS[k % len(COLORS)]

    def _panel(self) -> str:
        tree = self._tree
        if not tree.has(tree.chosen):
            tree.chosen = tree.root.id
        node = tree.node(tree.chosen)
        movers = [(END, "none: the game ends"), *((p, p) for p in tree.players)]
        movers.append((CHANCE, "chance"))
        parts = [
            f"<label class='field'>who moves"
            f"{pick(f'mover.{node.id}', movers, node.player or END, 'who moves')}</label>"
        ]
        if node.kind not in (END, CHANCE):
            parts.append(self._knows(node))
        parts.append(act("add", "Add move", "", str(node.id)))
        if node.kind == CHANCE:
            parts.append(act("spread", "Equally likely", "", str(node.id)))
        elif node.kind == END:
            parts.append(act("chance", "Chance move", "", str(node.id)))
        parts.append(act("copy", "Copy", "", str(node.id)))
        if tree.copied is not None:
            parts.append(act("paste", "Paste", "", str(node.id)))
        parts.append(act("remove", "Delete", "", str(node.id)))
        label = escape(self._text(node))
        return (
            f"<fieldset class='panel'><legend>At {label}</legend>"
            f"<div class='row'>{''.join(parts)}</div></fieldset>"
        )

    def _knows(self, node: EditedNode) -> str:
        """With which other nodes a player confuses this one."""
        tree = self._tree
        same = [n for n in tree.together(node.id) if n is not node]
        others = [
            n
            for n in tree.nodes()
            if n is not node and n.kind == node.kind and len(n.moves) == len(node.moves)
        ]
        options = [("", "knows that play is here"), *((str(n.id), self._text(n)) for n in others)]
        value = str(same[0].id) if same else ""
        shown = pick(f"infoset.{node.id}", options, value, "information set")
        return f"<label class='field'>same information set as{shown}</label>"

    def _foot(self) -> str:
        return (
            f"<div class='row'>{UNDO}</div>"
            "<p class='faint'>Click + to add a move; drag one node onto another to join them "
            "in an information set. In a two-player game, a single payoff is what the other "
            "player pays.</p>"
        )


def _foreign(x: float, y: float, width: float, html: str) -> str:
    return (
        f"<foreignObject x='{x:g}' y='{y:g}' width='{width:g}' height='24' "
        f"style='overflow: visible'>{html}</foreignObject>"
    )
