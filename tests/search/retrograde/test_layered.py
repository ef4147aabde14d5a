"""Databases by layers: the known lengths of chess endings, the same however they are made."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from random import Random
from types import FunctionType, SimpleNamespace

import numpy as np
import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.play.specs import agent
from kibitz.rules.compile.interpreted import interpreted
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import OVER, Rules
from kibitz.search.kernels import layered as kernels
from kibitz.search.retrograde import layered
from kibitz.search.retrograde.layered import layered_database, load_layered, only_values
from kibitz.search.retrograde.packed import CODES, HEAD
from kibitz.search.retrograde.retrograde import retrograde

KNOWN = {"KQK": 10, "KRK": 16, "KPK": 28}
"""Moves to mate, as every book of endings has them."""


@pytest.fixture(scope="module")
def rook(tmp_path_factory):
    """King and rook against king."""
    folder = tmp_path_factory.mktemp("layers") / "krk.kbpd"
    return layered_database(kb.game("chess-ending KRK"), folder)


@pytest.mark.slow
@pytest.mark.parametrize("material", KNOWN)
def test_the_longest_mates_are_the_known_ones(material, tmp_path):
    found = layered_database(kb.game(f"chess-ending {material}"), tmp_path / "a.kbpd")
    assert found.layers[-1]["name"] == material
    assert found.layers[-1]["longest"] // 2 == KNOWN[material]
    assert found.verify(100).holds


@pytest.mark.slow
def test_stopped_anywhere_it_goes_on_and_comes_to_the_same_bytes(rook, tmp_path, monkeypatch):
    rules, folder = rook.rules, tmp_path / "again.kbpd"
    run, asked = layered.run_block, []

    def stop(*given):
        asked.append(1)
        if len(asked) % 7 == 0:
            raise GameError("stopped")
        return run(*given)

    monkeypatch.setattr(layered, "run_block", stop)
    for _ in range(100):
        try:
            found = layered_database(rules, folder, block=50_000)
        except GameError:
            continue
        break
    assert len(asked) > 70
    assert (folder / CODES).read_bytes() == (rook.folder / CODES).read_bytes()
    assert found.head == rook.head


@pytest.mark.slow
def test_a_changed_byte_is_found_out(rook, tmp_path):
    folder = tmp_path / "changed.kbpd"
    shutil.copytree(rook.folder, folder)
    codes = np.memmap(folder / CODES, np.uint8, "r+")
    place = int(np.argmax(codes))
    codes[place] -= 1
    codes.flush()
    assert not load_layered(folder, rook.rules).check_sums()


@pytest.mark.slow
def test_two_bits_say_who_wins(rook, tmp_path):
    small = only_values(rook, tmp_path / "small.kbpd")
    assert small.codes.nbytes * 4 == rook.codes.nbytes
    state = rook.rules.read_position("Ka1 Rb2 kd5 w")
    assert small.value(state) == rook.value(state) == 1
    assert small.plies(state) is None
    assert small.verify(100).holds
    with pytest.raises(GameError, match="only samples"):
        small.verify(None)


@pytest.mark.slow
def test_it_is_played_and_looked_up(rook):
    folder, rules = str(rook.folder), rook.rules
    player = agent(folder, rules)
    assert player.choose(rules.position(), 0) in rook.best_moves(rules.start())
    for words in (["database", "--load", folder], ["analyze", "--method", folder]):
        done = CliRunner().invoke(
            app, [words[0], "chess-ending KRK", "--state", "Ka1 Rb2 kd5", *words[1:], "--json"]
        )
        assert done.exit_code == 0, done.stderr
        assert json.loads(done.stdout)["value"] == 1
    done = CliRunner().invoke(app, ["verify", "chess-ending KRK", folder])
    assert done.exit_code == 0, done.stderr
    assert "1,000 positions follow" in done.stdout


@pytest.mark.slow
def test_layers_that_are_solved_are_read_before_the_others_are(tmp_path):
    rules, folder = kb.game("checkers-ending 1 1"), tmp_path / "begun.kbpd"
    whole = layered_database(rules, tmp_path / "whole.kbpd")
    shutil.copytree(whole.folder, folder)
    head = json.loads((folder / HEAD).read_text())
    head["phase"], head["layers"][-1]["phase"] = "deciding", "plies"
    (folder / HEAD).write_text(json.dumps(head))
    with open(folder / CODES, "r+b") as file:  # what is not solved yet is not looked at
        file.seek(-head["layers"][-1]["size"], 2)
        file.write(bytes(head["layers"][-1]["size"]))
    begun = load_layered(folder, rules)
    assert begun.unfinished == ["m-m"]
    assert len(begun) == len(whole) - whole.layers[-1]["positions"]
    assert begun.verify(200).holds
    assert begun.verify(None).holds
    assert "not solved yet: m-m" in str(begun)
    men = whole.state(next(k for k in range(begun._end, len(whole.codes)) if whole.codes[k]))
    with pytest.raises(GameError, match="not solved yet"):
        begun.value(men)
    kings = whole.state(next(k for k in range(begun._end) if whole.codes[k]))
    assert begun.entry(kings) == whole.entry(kings)


@pytest.mark.slow
def test_processes_come_to_the_same_bytes(rook, tmp_path):
    from kibitz.experiments import spread_database

    found = spread_database("chess-ending KRK", tmp_path / "p.kbpd", block=20_000, workers=2)
    assert (found.folder / CODES).read_bytes() == (rook.folder / CODES).read_bytes()


class Arrows(Rules):
    """Random arrows within two layers and to the one before; who moves is random as well."""

    payoff_bounds = (-1, 1)
    most_moves = 48

    def __init__(self, seed=0, size=24):
        random = Random(seed)
        self.title = f"arrows {seed}"
        self.size, self.ends, self.after = size, {}, {}
        self.movers = [random.randrange(2) for _ in range(2 * size)]
        for place in range(2 * size):
            if random.random() < 0.15:
                self.ends[place] = random.choice((-1, 0, 1))
                continue
            low = 0 if place < size or random.random() < 0.4 else size
            high = size if place < size else 2 * size
            self.after[place] = sorted({random.randrange(low, high) for _ in range(3)})

    def start(self):
        return 2 * self.size - 1

    def all_positions(self):
        return range(2 * self.size)

    def player(self, state):
        return OVER if state in self.ends else self.movers[state]

    def moves(self, state):
        return self.after[state]

    def play(self, state, move):
        return move

    def payoffs(self, state):
        return (self.ends[state], -self.ends[state])

    def layers(self):
        return (("low", self.size), ("high", self.size))

    def index(self, state):
        return state

    def at_index(self, number):
        return number

    def is_position(self, state):
        return True

    def predecessors(self, state):
        return [place for place, after in self.after.items() if state in after]


class InTurn(Arrows):
    """Even places lead to odd ones and back, and who cannot move has not won."""

    alternates = True

    def __init__(self, seed=0, size=24):
        super().__init__(seed, size)
        random = Random(seed)
        self.movers = [place % 2 for place in range(2 * size)]
        self.ends = {p: random.choice((0, 2 * (p % 2) - 1)) for p in self.ends}
        for place, after in self.after.items():
            self.after[place] = sorted({there ^ (there + place + 1) % 2 for there in after})


def in_python(rules):
    """The passes in Python, without the compiler."""

    def predecessors(state, row):
        found = rules.predecessors(state)
        row[: len(found)] = found
        return len(found)

    numbering = {name: getattr(rules, name) for name in ("index", "at_index", "is_position")}
    scope = {**vars(kernels), **interpreted(rules)[0], **numbering, "predecessors": predecessors}
    scope["converting"], scope["ALTERNATES"] = scope["moves"], rules.alternates
    for name, value in vars(kernels).items():
        if isinstance(value, FunctionType) and value.__module__ == kernels.__name__:
            scope[name] = FunctionType(value.__code__, scope, name)
    return SimpleNamespace(**scope)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", [Arrows, InTurn])
def test_whoever_moves_it_agrees_with_tables_in_memory(kind, seed, tmp_path, monkeypatch):
    monkeypatch.setattr(layered, "_machine", in_python)
    monkeypatch.setattr(layered, "_compare", lambda rules, made: None)
    rules = kind(seed)
    found = layered_database(rules, tmp_path / "a.kbpd", block=7)
    known = retrograde(rules, starts=rules.all_positions(), compiled=False)
    for place in rules.all_positions():
        assert found.value(place) == known.value(place)
        assert found.plies(place) == known.plies(place)
        assert found._follows(place)
    won = sum(known.value(place) > 0 for place in rules.all_positions())
    assert found.head["counts"]["won"] == won
    assert found.verify(None).holds
    place = next(place for place in rules.all_positions() if place not in rules.ends)
    other = layered_database(rules, tmp_path / "b.kbpd")
    changed = np.array(other.codes)
    changed[place] = 2 + 2 * 60
    assert replace(other, codes=changed).wrong()


def test_a_game_that_is_not_played_in_turn_is_found_out(tmp_path, monkeypatch):
    class NotInTurn(Arrows):
        alternates = True

    monkeypatch.setattr(layered, "_machine", in_python)
    monkeypatch.setattr(layered, "_compare", lambda rules, made: None)
    assert not layered_database(NotInTurn(1), tmp_path / "a.kbpd").verify(None).holds


def test_bad_folders_and_games_are_one_line(tmp_path):
    rules = kb.game("chess-ending KRK")
    with pytest.raises(GameError, match="does not number its positions"):
        layered_database(TakeAway(5), tmp_path / "t.kbpd")
    with pytest.raises(GameError, match=r"ends in \.kbpd"):
        layered_database(rules, tmp_path / "t")
    with pytest.raises(GameError, match="no packed database here"):
        load_layered(tmp_path / "t.kbpd", rules)
    folder = tmp_path / "t.kbpd"
    folder.mkdir()
    head = {**layered._about(rules), "phase": "deciding", "layers": [], "bits": 8}
    (folder / HEAD).write_text(json.dumps(head))
    with pytest.raises(GameError, match="none of its layers is finished"):
        load_layered(folder, rules)
    with pytest.raises(GameError, match="made for"):
        load_layered(folder, kb.game("chess-ending KQK"))
