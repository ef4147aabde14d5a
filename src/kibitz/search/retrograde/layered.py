"""Databases on disk of games that number their positions, layer by layer.

A layer is a group of positions that moves do not return to once they have left it: the same men on
the board. Layers are solved one after the other, from the fewest men on; each is a range of one
file, a byte a position, memory-mapped. Of a layer, a pass looks at all positions; then, ply by ply,
only at those before which something was decided. A pass is cut into blocks, which processes or the
nodes of a cluster that see the same file may share; what comes out does not depend on that.

Costs each position and its moves a few times over, whatever the longest win is.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from kibitz.core.certificate import Certificate, Check
from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import write_text
from kibitz.core.progress import Task, work
from kibitz.core.spelling import count_of
from kibitz.rules.compile.machine import Machine, machine
from kibitz.rules.fingerprint import fingerprint, origin
from kibitz.rules.game import OVER, Rules
from kibitz.search.kernels import layered as kernels
from kibitz.search.retrograde.packed import (
    BLOCK,
    CODES,
    ENDING,
    FORMAT,
    HEAD,
    PackedDatabase,
    _sums,
    head_of,
)
from kibitz.search.scope import require_two_sided
from kibitz.search.walk import state_of

Job = dict[str, Any]
"""A block of a pass: which layer, which pass, which ply, from where to where."""
Spread = Callable[[list[Job]], Iterable[Mapping[str, int]]]
"""What runs the blocks of a pass, somewhere."""
EXITS, MARKS = "exits-{}.bin", "marks-{}.bin"
PACKED = 4
"""Positions in a byte where only who wins is kept."""
TELL = 10.0
"""Seconds after which it is written down how far a pass has come."""
_COMPARED = 200


@dataclass(frozen=True, eq=False)
class LayeredDatabase(PackedDatabase):
    """The value of every position, and how many moves away it is, layer by layer in a file."""

    @property
    def layers(self) -> list[dict[str, Any]]:
        """Name, size, counts and longest win of every layer."""
        found: list[dict[str, Any]] = self.head["layers"]
        return found

    @property
    def unfinished(self) -> list[str]:
        """The names of layers that are not solved yet."""
        return [str(name) for name in self.head.get("unfinished", ())]

    @property
    def _end(self) -> int:
        """The number after the last position of the layers that are solved."""
        return _size(self.head)

    @property
    def keeps_plies(self) -> bool:
        """Whether it is known how far from the end a position is."""
        return bool(self.head["bits"] == 8)

    def number(self, state: Any) -> int:
        state = state_of(self.rules, state)
        found = int(self.rules.index(state))
        if found >= self._end:
            raise GameError(
                f"{self.rules.name}: the layer of this position is not solved yet; build the "
                f"database again to continue:\n{self.rules.show(state)}"
            )
        if found < 0 or self._at(found) == kernels.NOT_REACHED:
            raise GameError(
                f"{self.rules.name}: the position is not in the database:\n{self.rules.show(state)}"
            )
        return found

    def _at(self, number: int) -> int:
        if self.keeps_plies:
            return int(self.codes[number])
        return int(self.codes[number // PACKED]) >> 2 * (number % PACKED) & 3

    def entry(self, state: Any) -> tuple[int, int | None]:
        mover = self.rules.player(state)
        if mover == OVER and self.rules.index(state) < 0:
            paid = int(self.rules.payoffs(state)[0])
            return paid, 0 if paid else None
        code = self._at(self.number(state)) - kernels.FIRST
        if code < 0:
            return 0, None
        plies = code // step_of(self.rules) if self.keeps_plies else None
        if not self.rules.alternates:
            return 1 - 2 * (code % 2), plies
        if mover == OVER:
            return int(self.rules.payoffs(state)[0]), plies
        return 1 if (mover == 0) == (code % 2 == 1) else -1, plies

    def state(self, number: int) -> Any:
        return self.rules.at_index(number)

    def plies(self, state: Any) -> int | None:
        return super().plies(state) if self.keeps_plies else None

    def check_sums(self) -> bool:
        if not self.keeps_plies:
            return super().check_sums()
        begin = 0
        for layer in self.layers:
            if _sums(self.codes[begin : begin + layer["size"]]) != layer["sums"]:
                return False
            begin += layer["size"]
        return True

    def verify(self, samples: int | None = 1000, seed: int = 0) -> Certificate:
        """Check the file, and of a sample of positions, or of all, that they follow from the next.

        Parameters
        ----------
        samples : int, optional
            How many positions are looked at, by the rules in Python; with None all are, by the
            compiled rules, which is a proof: a win is reached in the plies that are kept, and
            neither player can leave the draws for the better.
        seed : int, default 0
            Random seed.

        Returns
        -------
        Certificate
            What was checked; positions that were not looked at are listed as not proved.
        """
        if samples is not None:
            return super().verify(samples, seed)
        if not self.keeps_plies:
            raise GameError(
                f"{self.rules.name}: with two bits a position, only samples are checked"
            )
        return Certificate(
            f"{self.rules.name}: the value of each of {count_of(len(self), 'position')}",
            "retrograde analysis: a position follows from those after it",
            (
                Check("the file is as it was written", self.check_sums()),
                Check("all positions follow from those after them", not (wrong := self.wrong())),
                *([Check(f"{wrong:,} do not", False)] if wrong else []),
            ),
        )

    def wrong(self) -> int:
        """The numbers of positions that do not follow from those after them."""
        row, control = np.zeros(self.rules.most_moves, np.int64), np.zeros(8, np.int64)
        wrong = 0
        with work(f"checking {self.rules.name}", len(self.codes)) as task:
            for begin in range(0, len(self.codes), BLOCK):
                end = min(begin + BLOCK, len(self.codes))
                wrong += int(self.machine.check_block(begin, end, self.codes, row, control))
                task.advance(end - begin)
                if task.stopped:
                    raise GameError(f"{self.rules.name}: stopped after {end:,} numbers")
        return wrong + int(control[kernels.STUCK]) + int(control[kernels.TURNS])

    def _sampled(self, random: Random) -> Iterator[int]:
        """Numbers of positions, as many of each layer."""
        ends = np.cumsum([layer["size"] for layer in self.layers]).tolist()
        while True:
            k = random.randrange(len(ends))
            number = random.randrange(ends[k] - self.layers[k]["size"], ends[k])
            if self._at(number) != kernels.NOT_REACHED:
                yield number

    def _follows(self, number: int) -> bool:
        state = self.state(number)
        mover = self.rules.player(state)
        if mover == OVER and (self._at(number) >= kernels.FIRST) != any(self.rules.payoffs(state)):
            return False
        if self.keeps_plies:
            return super()._follows(number)
        if mover == OVER:
            return bool(self.value(state) == self.rules.payoffs(state)[0])
        after = [self.value(self.rules.play(state, m)) for m in self.rules.moves(state)]
        return self.value(state) == (max(after) if mover == 0 else min(after))

    def __str__(self) -> str:
        lines = [super().__str__().partition("; the longest")[0]]
        for layer in self.layers:
            listed = ", ".join(f"{n:,} {word}" for word, n in layer["counts"].items())
            lines.append(f"  {layer['name']}: {listed}; longest win {layer['longest']} plies")
        size = self.codes.nbytes / max(len(self), 1)
        if self.unfinished:
            lines.append(f"  not solved yet: {', '.join(self.unfinished)}")
        return "\n".join([*lines, f"{size:.2f} bytes a position"])


def layered_database(
    rules: Rules,
    folder: str | Path,
    block: int = BLOCK,
    spread: Spread | None = None,
) -> LayeredDatabase:
    """Solve every position of a game that numbers them, in a file; continues where it was stopped.

    Parameters
    ----------
    rules : Rules
        The game: two players without chance, whose final payoffs are 1, 0 and -1, with ``layers``,
        ``index``, ``at_index``, ``is_position`` and ``predecessors``; also ``converting``, perhaps.
    folder : str or Path
        The folder that keeps the database; its name ends in ``.kbpd``.
    block : int, default 2**20
        Numbers that are looked at in one piece.
    spread : callable, optional
        What runs blocks elsewhere, several at once.

    Returns
    -------
    LayeredDatabase
        The value of every position, and how far from the end it is.

    Notes
    -----
    Cost: each position with its moves, forwards and backwards, a few times; a byte on disk for each
    number, and two more while its layer is being solved. A win may take 126 plies, and where the
    game ``alternates`` 253.

    References
    ----------
    Thompson 1986.
    """
    require_two_sided(rules)
    if not rules.has("layers"):
        raise GameError(f"{rules.name}: it does not number its positions by layers")
    place = Path(folder)
    if place.suffix != ENDING:
        raise GameError(f"{place}: the folder of a packed database ends in {ENDING}")
    head = head_of(place, _about(rules)) if (place / HEAD).exists() else _begun(rules, place)
    if head["phase"] != "done":
        made = _machine(rules)
        run = spread or (lambda jobs: (run_block(rules, place, job, made) for job in jobs))
        with work(f"positions of {rules.name}") as task:
            for number in range(len(head["layers"])):
                _solve_layer(rules, place, head, number, block, run, task)
        head["phase"] = "done"
        _total(head)
        _tell(place, head)
    elif head | origin(rules) != head:
        _tell(place, head | origin(rules))
    return load_layered(place, rules)


def load_layered(folder: str | Path, rules: Rules) -> LayeredDatabase:
    """Open a database by layers, as far as its layers are solved; one of other rules is refused.

    Parameters
    ----------
    folder : str or Path
        The folder.
    rules : Rules
        The rules of the game.

    Returns
    -------
    LayeredDatabase
        The database; positions are read from the file as they are asked for. Layers do not depend
        on those after them, so that what is solved can be used while the rest is built.
    """
    place = Path(folder)
    head = head_of(place, _about(rules))
    wanted = -(-_size(head) * head["bits"] // 8)
    if unfinished := head["phase"] != "done":
        head = _solved(place, head)
    file = place / CODES
    size = file.stat().st_size if file.exists() else 0
    if size != wanted:
        raise GameError(f"{place}: {size:,} bytes of codes, not {wanted:,}; it is truncated")
    codes: Any = np.memmap(file, np.uint8, "r")
    codes = codes[: _size(head)] if unfinished else codes
    return LayeredDatabase(rules, place, head, codes, _machine(rules))


def _solved(place: Path, head: dict[str, Any]) -> dict[str, Any]:
    """What a folder whose database is not finished says of the layers that are."""
    layers = head["layers"]
    solved = [layer for layer in layers if layer["phase"] == "done"]
    if not solved:
        raise GameError(f"{place}: none of its layers is finished; build it again to continue")
    names = [layer["name"] for layer in layers[len(solved) :]]
    found = {**head, "layers": solved, "unfinished": names}
    _total(found)
    return found


def only_values(database: LayeredDatabase, folder: str | Path) -> LayeredDatabase:
    """The same with two bits a position, which say who wins and not when.

    Parameters
    ----------
    database : LayeredDatabase
        The database.
    folder : str or Path
        The folder that keeps the new one; its name ends in ``.kbpd``.

    Returns
    -------
    LayeredDatabase
        The new one, a quarter as large.
    """
    place = Path(folder)
    if place.suffix != ENDING or (place / HEAD).exists():
        raise GameError(f"{place}: choose a new folder whose name ends in {ENDING}")
    place.mkdir(parents=True, exist_ok=True)
    size = len(database.codes)
    with open(place / CODES, "wb") as file:
        for begin in range(0, size, BLOCK):
            some = np.zeros(-(-min(BLOCK, size - begin) // PACKED) * PACKED, np.uint8)
            codes = np.asarray(database.codes[begin : begin + BLOCK])
            decided = codes >= kernels.FIRST
            some[: len(codes)] = np.where(decided, 2 + codes % 2, codes)
            four = some.reshape(-1, PACKED)
            file.write((four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6).tobytes())
    codes = np.memmap(place / CODES, np.uint8, "r")
    _tell(place, {**database.head, "bits": 2, "sums": _sums(codes)})
    return load_layered(place, database.rules)


def run_block(
    rules: Rules, folder: str | Path, job: Mapping[str, Any], made: Machine | None = None
) -> dict[str, int]:
    """One block of a pass; done twice, it comes to the same."""
    made = made or _machine(rules)
    begin, end, low, high, ply = (int(job[k]) for k in ("begin", "end", "low", "high", "ply"))
    codes, exits, marks = _files(str(folder), int(job["layer"]), low, high)
    row, control = np.zeros(rules.most_moves, np.int64), np.zeros(8, np.int64)
    here, beside = codes[begin:end], slice(begin - low, end - low)
    step, count = step_of(rules), 0
    if job["pass"] == "begin":
        count = int(made.begin_block(begin, end, low, high, codes, exits, marks, row, control))
    elif job["pass"] == "back":
        if job["outside"]:
            found = np.flatnonzero(_at_ply(exits[beside], ply, step)) + begin
            made.lead_out(found, low, codes, exits, marks)
        found = np.flatnonzero(_at_ply(here, ply - 1, step)) + begin
        made.lead_back(found, low, high, ply, codes, marks, row)
    else:
        found = np.flatnonzero((marks[beside] & kernels.MARKED).view(np.bool_)) + begin
        made.settle(found, low, ply, codes, marks, row, control)
        count = int(np.count_nonzero(_at_ply(here, ply, step)))
    if control[kernels.STRANGE]:
        raise GameError(f"{rules.name}: it can pay amounts other than 1, 0 and -1")
    if control[kernels.STUCK]:
        raise GameError(f"{rules.name}: a move leads to a number that is not a position")
    if control[kernels.TURNS]:
        raise GameError(f"{rules.name}: players do not move in turn, as alternates says")
    return {"count": count, "latest": int(control[kernels.LATEST])}


def _at_ply(codes: Any, ply: int, step: int) -> Any:
    """Which codes say that the end is this number of plies away."""
    first = np.uint8(kernels.FIRST + step * ply)
    return codes == first if step == 1 else (codes | 1) == first + 1


def step_of(rules: Rules) -> int:
    """The codes of a ply."""
    return 1 if rules.alternates else 2


def _machine(rules: Rules) -> Machine:
    made = machine(rules, kernels, ALTERNATES=rules.alternates)
    if not made.is_compiled:
        raise GameError(f"{rules.name}: its rules run in Python ({made.reason}); use retrograde")
    return made


@lru_cache(maxsize=4)
def _files(folder: str, layer: int, low: int, high: int) -> tuple[Any, Any, Any]:
    """The codes, what the layers before say of one, and marks; opened once in each process."""
    place, shape = Path(folder), (high - low,)
    codes = np.memmap(place / CODES, np.uint8, "r+")
    exits = np.memmap(place / EXITS.format(layer), np.uint8, "r+", shape=shape)
    marks = np.memmap(place / MARKS.format(layer), np.uint8, "r+", shape=shape)
    return codes, exits, marks


def _begun(rules: Rules, place: Path) -> dict[str, Any]:
    """A new folder: nothing is decided yet."""
    made = _machine(rules)
    _compare(rules, made)
    place.mkdir(parents=True, exist_ok=True)
    layers = [{"name": name, "size": size, "phase": "begin"} for name, size in rules.layers()]
    head = {**_about(rules), **origin(rules), "bits": 8, "phase": "deciding", "layers": layers}
    with open(place / CODES, "wb") as file:
        file.truncate(_size(head))
    _tell(place, head)
    return head


def _compare(rules: Rules, made: Machine) -> None:
    """Compare how the compiled rules number positions with how those in Python do."""
    random, total = Random(0), sum(size for _, size in rules.layers())
    for _ in range(_COMPARED):
        number = random.randrange(total)
        state = rules.at_index(number)
        same = made.decode(made.at_index(number)) == state
        same = same and made.index(made.encode(state)) == rules.index(state)
        if not same or made.is_position(made.encode(state)) != rules.is_position(state):
            raise GameError(f"{rules.name}: compiled, its positions are numbered differently")


def _solve_layer(
    rules: Rules,
    place: Path,
    head: dict[str, Any],
    number: int,
    block: int,
    run: Callable[[list[Job]], Iterable[Mapping[str, int]]],
    task: Task,
) -> None:
    """All passes of a layer that are still to be made."""
    layer = head["layers"][number]
    if layer["phase"] == "done":
        return
    reported_at = time.monotonic()
    low = sum(one["size"] for one in head["layers"][:number])
    high = low + layer["size"]
    exits, marks = (place / name.format(number) for name in (EXITS, MARKS))
    if "at" not in layer or not exits.exists() or exits.stat().st_size != layer["size"]:
        layer.update(phase="begin", at=low, positions=0, latest=0)
    for path in (exits, marks):
        if not path.exists() or path.stat().st_size != layer["size"]:
            with open(path, "wb") as file:
                file.truncate(layer["size"])
    said = {"layer": number, "low": low, "high": high}

    def passed(name: str, ply: int, since: int = low) -> Iterator[tuple[int, Mapping[str, int]]]:
        """The blocks of a pass, each with where it ends."""
        outside = ply <= layer["latest"]
        task.label = f"{rules.name}, {layer['name']}, ply {ply}"
        jobs = [
            {**said, "pass": name, "ply": ply, "outside": outside, "begin": k, "end": end}
            for k in range(since, high, block)
            for end in [min(k + block, high)]
        ]
        for job, found in zip(jobs, run(jobs), strict=True):
            if task.stopped:
                raise GameError(f"{rules.name}: stopped; the same command resumes")
            yield job["end"], found

    if layer["phase"] == "begin":
        for end, found in passed("begin", 0, layer["at"]):
            task.advance(found["count"])
            layer["positions"] += found["count"]
            layer.update(at=end, latest=max(layer["latest"], found["latest"]))
            if time.monotonic() > reported_at + TELL:
                _tell(place, head)
                reported_at = time.monotonic()
        layer.update(phase="plies", ply=1, longest=0)
        _tell(place, head)
    while True:
        ply = int(layer["ply"])
        if ply > (most := (255 - kernels.FIRST) // step_of(rules)):
            raise GameError(
                f"{rules.name}: a win takes more than {most} plies, too many for a byte"
            )
        for _ in passed("back", ply):
            pass
        if sum(found["count"] for _, found in passed("settle", ply)):
            layer["longest"] = ply
        elif ply > layer["latest"]:
            break
        layer["ply"] = ply + 1
        _tell(place, head)
    _close(rules, place, layer, number, low)
    _tell(place, head)
    _files.cache_clear()
    exits.unlink()
    marks.unlink()


def _close(rules: Rules, place: Path, layer: dict[str, Any], number: int, low: int) -> None:
    """Count what was found in a layer, and sum it up; what is still open is drawn."""
    high = low + layer["size"]
    codes, _, marks = _files(str(place), number, low, high)
    by_mover, step = np.zeros(512, np.int64), step_of(rules)
    for begin in range(low, high, BLOCK):
        end = min(begin + BLOCK, high)
        second = (marks[begin - low : end - low] & kernels.SECOND).astype(np.int64)
        by_mover += np.bincount(codes[begin:end] + 256 // kernels.SECOND * second, minlength=512)
    codes.flush()
    first, second = by_mover.reshape(2, 256)
    won, lost = np.zeros((2, (256 - kernels.FIRST) // step), np.int64)
    for code in range(kernels.FIRST, 256):
        ply, odd = divmod(code - kernels.FIRST, step)
        if step == 1:  # a player wins who moves an odd number of plies before the end
            won[ply] += (first if ply % 2 else second)[code]
            lost[ply] += (second if ply % 2 else first)[code]
        else:
            (lost if odd else won)[ply] += first[code] + second[code]
    drawn = int(first[kernels.OPEN] + second[kernels.OPEN])
    layer["counts"] = {"won": int(won.sum()), "drawn": drawn, "lost": int(lost.sum())}
    layer["by_plies"] = np.stack([won, lost], axis=1)[: layer["longest"] + 1].tolist()
    layer["sums"] = _sums(codes[low:high])
    layer["phase"] = "done"
    for key in ("at", "ply", "latest"):
        layer.pop(key, None)


def _total(head: dict[str, Any]) -> None:
    """What all layers come to."""
    layers = head["layers"]
    head["positions"] = sum(layer["positions"] for layer in layers)
    head["counts"] = {
        word: sum(layer["counts"][word] for layer in layers) for word in ("won", "drawn", "lost")
    }
    head["longest"] = max(layer["longest"] for layer in layers)


def _about(rules: Rules) -> dict[str, Any]:
    """What the folder must have been made for."""
    return {
        "format": FORMAT,
        "numbering": "layers, in turn" if rules.alternates else "layers",
        "game": rules.name,
        "rules": fingerprint(rules),
    }


def _size(head: Mapping[str, Any]) -> int:
    return sum(int(layer["size"]) for layer in head["layers"])


def _tell(place: Path, head: Mapping[str, Any]) -> None:
    write_text(place / HEAD, json.dumps(head) + "\n")
