"""Searches that end in a database: the same values as without one, and what they rest on."""

from __future__ import annotations

import json
from importlib import import_module
from random import Random

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.play.players import EndingPlayer
from kibitz.play.specs import agent
from kibitz.rules.compile.machine import machine
from kibitz.rules.examples import TakeAway
from kibitz.rules.game import OVER, Position
from kibitz.search.alpha_beta.principal_variation import ALGORITHM, PrincipalVariation
from kibitz.search.budget import Budget
from kibitz.search.methods import prepare
from kibitz.search.retrograde.endings import Endings
from kibitz.search.retrograde.layered import layered_database, only_values
from kibitz.search.retrograde.retrograde import retrograde

RUN = CliRunner()
WINS_A_ROOK = "8/8/8/8/7k/8/1R4r1/1K6 w - - 0 1"
"""White takes the rook, and has a rook more."""


@pytest.fixture(scope="module")
def rook(tmp_path_factory):
    folder = tmp_path_factory.mktemp("endings") / "krk.kbpd"
    return layered_database(kb.game("chess-ending KRK"), folder)


@pytest.fixture(scope="module")
def two_pieces(tmp_path_factory):
    folder = tmp_path_factory.mktemp("endings") / "c11.kbpd"
    return layered_database(kb.game("checkers-ending black=1 white=1"), folder)


def positions(rules, count, seed, most=12):
    """Positions of random games where someone is to move."""
    random, found = Random(seed), []
    while len(found) < count:
        here = rules.position()
        for _ in range(random.randrange(most)):
            if here.is_over:
                break
            here = here.play(random.choice(here.moves))
        if not here.is_over:
            found.append(here)
    return found


@pytest.mark.parametrize("method", ["minimax", "alpha-beta", "scout", "mtd-f", "exact"])
def test_values_are_those_of_a_search_without_one(method):
    rules = kb.game("tic-tac-toe")
    late = [p.state for p in positions(rules, 40, 1, 6) if len(p.history) >= 4]
    endings = Endings(rules, retrograde(rules, starts=late, compiled=False))
    hits = 0
    for here in positions(rules, 12, 2, 4):
        if len(here.history) < 2:
            continue
        found = endings.answer(here, prepare(method, endings.cut))
        assert found.is_exact
        assert found.value == kb.search(here).solve().value
        assert found.position is here
        hits += found.counts["database hits"]
    assert hits > 0


def test_random_games_end_in_it():
    rules = TakeAway(30)
    late = retrograde(rules, starts=[(8, 0), (8, 1)], compiled=False)
    endings = Endings(rules, late)
    found = endings.answer(rules.position(), prepare("mcts", endings.cut, iterations=200, seed=1))
    assert found.counts["database hits"] > 0
    assert all(state[0] <= 8 for state in endings.used)


def test_an_answer_lists_what_it_rests_on_and_is_proved_from_there():
    rules = TakeAway(14)
    late = retrograde(rules, starts=[(8, 0), (8, 1)], compiled=False)
    found = kb.search(rules, database=late).best(depth=8)
    assert found.is_exact
    assert found.value == 1
    listed = found.rests_on["positions"]
    assert len(listed) == found.rests_on["count"] == found.counts["database hits"]
    assert all(late.value(tuple(state)) == value for state, value in listed)
    proof = found.verify()
    assert proof.holds
    assert any("Take Away" in line or "TakeAway" in line for line in proof.unproved)
    again = type(found).from_json(rules, json.loads(json.dumps(found.to_json())))
    assert again.rests_on == found.rests_on
    assert "rests on" in str(found)


@pytest.mark.parametrize("change", [{"value": "-1"}, {"value": "0"}, {"move": "1", "line": ["1"]}])
def test_a_wrong_answer_is_refused(change):
    rules = TakeAway(14)
    late = retrograde(rules, starts=[(8, 0), (8, 1)], compiled=False)
    claim = kb.search(rules, database=late).best(depth=8).to_json()
    assert not check(rules, {**claim, "moves": {}, **change}).holds


def test_too_many_positions_are_only_counted(monkeypatch):
    monkeypatch.setattr(import_module("kibitz.search.retrograde.endings"), "LISTED", 1)
    rules = TakeAway(14)
    late = retrograde(rules, starts=[(8, 0), (8, 1)], compiled=False)
    found = kb.search(rules, database=late).best(depth=8)
    assert found.rests_on["count"] > 1
    assert "positions" not in found.rests_on
    proof = found.verify()
    assert proof.holds
    assert any("more positions than are listed" in line for line in proof.unproved)


def test_chess_comes_to_an_ending_of_either_color(rook):
    found = kb.search(kb.game("chess").position(), database=rook)
    assert found.position.player == 0
    white = Endings(kb.game("chess"), rook)
    state = kb.game("chess").read_position("8/8/8/8/4k3/8/3R4/1K6 b - - 0 1")
    black = kb.game("chess").read_position("1k6/3r4/8/4K3/8/8/8/8 w - - 0 1")
    assert white.entry(state) == (1, 30)
    assert white.entry(black) == (-1, 30)
    castling = kb.game("chess").read_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert white.entry(castling) is None


def test_a_win_that_comes_too_late_is_not_taken(rook, tmp_path):
    chess = kb.game("chess")
    endings = Endings(chess, rook)
    assert endings.entry(chess.read_position("8/8/8/8/4k3/8/3R4/1K6 b - - 70 60")) == (1, 30)
    assert endings.entry(chess.read_position("8/8/8/8/4k3/8/3R4/1K6 b - - 71 60")) is None
    plain = Endings(chess, only_values(rook, tmp_path / "two.kbpd"))
    assert plain.entry(chess.read_position("8/8/8/8/4k3/8/3R4/1K6 b - - 0 1")) is None


def test_a_position_that_was_there_twice_is_not_taken(rook):
    chess = kb.game("chess")
    here = Position(chess, chess.read_position("8/8/8/8/4k3/8/3R4/1K6 b - - 0 1"))
    for text in ["Ke5", "Kc1", "Ke4", "Kb1", "Ke5", "Kc1", "Ke4"]:
        here = here.play(text)
    assert Endings(chess, rook).entry(here.state) is None


def test_a_capture_into_a_won_ending_is_found_and_proved(rook):
    chess = kb.game("chess")
    here = Position(chess, chess.read_position(WINS_A_ROOK))
    endings = Endings(chess, rook)
    found = endings.answer(here, prepare("alpha-beta", endings.cut, depth=2))
    assert (found.value, found.shown_move, found.is_exact) == (1, "Rxg2", True)
    assert found.verify().holds


def test_positions_of_chess_are_those_of_the_ending_move_by_move():
    ending, chess = kb.game("chess-ending KPKP"), kb.game("chess")
    random, passed = Random(5), 0
    for game in range(12):
        rows = "4k3/3p4/8/4P3/8/8/8/4K3 b" if game % 2 else "4k3/8/8/8/3p4/8/4P3/4K3 w"
        large = Position(chess, chess.read_position(f"{rows} - - 0 1"))
        small = Position(ending, ending.read_position(rows))
        for ply in range(7):
            if large.is_over or small.is_over:
                break
            stands = ending.ending_of(chess, large.state)
            assert stands is not None
            assert not stands.swapped
            assert ending.index(stands.state) == ending.index(small.state)
            passed += any(ending.settled(man) != man for man in stands.state[2:5])
            shown = {_plain(chess.show_move(large.state, m)): m for m in large.moves}
            other = {_plain(ending.show_move(small.state, m)): m for m in small.moves}
            assert shown.keys() == other.keys()
            two = shown.keys() & {"e4", "d5"}
            text = two.pop() if two and not ply else random.choice(sorted(shown))
            large, small = large.play(shown[text]), small.play(other[text])
    assert passed > 0


def _plain(move):
    return move.rstrip("+#")


def test_checkers_comes_to_an_ending_of_either_color(two_pieces):
    checkers = kb.game("checkers")
    endings = Endings(checkers, two_pieces)
    own = two_pieces.rules
    random = Random(3)
    seen = 0
    while seen < 60:
        state = own.at_index(random.randrange(int(own.offsets[-1])))
        if not own.is_position(state) or own.player(state) == OVER:
            continue
        seen += 1
        assert endings.entry(state) == (two_pieces.value(state), two_pieces.plies(state))
        late = state._replace(quiet=checkers.limit - 1)
        value, plies = two_pieces.value(state), two_pieces.plies(state)
        assert (endings.entry(late) is None) == bool(value and plies > 1)
        turned = own.ending_of(checkers, state)
        assert own.index(turned.state) == own.index(state)


def test_colors_that_changed_places_change_the_value(tmp_path):
    database = layered_database(kb.game("checkers-ending black=2 white=1"), tmp_path / "c21.kbpd")
    checkers = kb.game("checkers")
    endings = Endings(checkers, database)
    one = checkers.read_position("B:W22:BK30,K25")
    other = checkers.read_position("W:B11:WK3,K8")
    assert endings.entry(one) == (database.value(one), database.plies(one))
    assert endings.entry(other) == (-database.value(one), database.plies(one))


def test_agents_end_in_databases(two_pieces):
    file = str(two_pieces.folder)
    checkers = kb.game("checkers")
    for spec in (f"depth:2,database={file}", f"alpha-beta:depth=2,database={file}", file):
        player = agent(spec, checkers, 1, 0.05)
        assert isinstance(player, EndingPlayer)
        here = Position(checkers, checkers.read_position("B:W22:B13"))
        assert player.choose(here, 0) in here.moves
        assert player.choose(checkers.position(), 0) in checkers.position().moves
    with pytest.raises(GameError, match="a database needs a search"):
        agent(f"random:database={file}", checkers)


def test_on_the_command_line(rook, tmp_path):
    file = str(rook.folder)
    words = ["search", "chess", WINS_A_ROOK, "--depth", "2", "--database", file]
    ran = RUN.invoke(app, [*words, "--verify"])
    assert ran.exit_code == 0, ran.output
    assert "white plays Rxg2" in ran.output
    assert "rests on" in ran.output
    told = RUN.invoke(app, ["analyze", *words[1:3], "--depth", "2", "--database", file, "--json"])
    data = json.loads(told.output)
    assert data["rests_on"]["databases"] == ["Chess ending KRK, krk.kbpd"]
    (tmp_path / "answer.json").write_text(told.output)
    proved = RUN.invoke(app, ["verify", str(tmp_path / "answer.json")])
    assert proved.exit_code == 0, proved.output


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["search", "checkers", "--database", "{rook}"], "never reaches a chess ending"),
        (["analyze", "chess", "--database", "none.kbpd"], "none.kbpd: no such file"),
        (["analyze", "chess", "--database", "krk.txt"], "a database ends in .kbdb or .kbpd"),
        (["search", "pig", "--database", "{rook}"], "chance"),
        (["search", "chess", "--table", "--database", "{rook}"], "--database applies to a search"),
        (["analyze", "chess", "--only", "e4", "--database", "{rook}"], "leave one out"),
        (["analyze", "chess", "--method", "uci:x", "--database", "{rook}"], "not to an engine"),
    ],
)
def test_what_does_not_fit_is_one_line(words, wrong, rook):
    ran = RUN.invoke(app, [word.format(rook=rook.folder) for word in words])
    assert ran.exit_code == 2, ran.output
    assert wrong in ran.output
    assert len(ran.output.strip().splitlines()) == 1


def looked_up_alike(rules, databases, states):
    """Whether compiled rules end where those in Python do, and pay the same; how many end."""
    endings = Endings(rules, databases)
    made, cut = machine(endings.cut, *ALGORITHM), endings.cut
    assert made.is_compiled
    ends = 0
    for state in states:
        mover, inside = cut.player(state), made.encode(state)
        assert made.player(inside) == mover, state
        if mover == OVER:
            ends += 1
            paid = tuple(made.payoff(inside, who) for who in (0, 1))
            assert paid == tuple(cut.payoffs(state)), state
    return ends


def few_pieces(count, seed, most):
    """Positions of checkers with few pieces and some quiet moves behind them."""
    random, checkers = Random(seed), kb.game("checkers")
    for _ in range(count):
        squares = random.sample(range(5, 29), random.randint(2, most))
        some = random.randint(1, len(squares) - 1)
        sides = [squares[:some], squares[some:]]
        told = [",".join(f"{random.choice(['', 'K'])}{s}" for s in side) for side in sides]
        state = checkers.read_position(f"{random.choice('BW')}:W{told[0]}:B{told[1]}")
        yield state._replace(quiet=random.choice([0, random.randrange(80)]))


def test_compiled_searches_look_positions_up_as_python_does(two_pieces, tmp_path):
    more = layered_database(kb.game("checkers-ending black=2 white=1"), tmp_path / "c21.kbpd")
    states = list(few_pieces(400, 8, 4))
    one = looked_up_alike(kb.game("checkers"), two_pieces, states)
    both = looked_up_alike(kb.game("checkers"), [two_pieces, more], states)
    assert 0 < one < both < len(states)


def test_compiled_searches_ask_python_where_they_must():
    rules = TakeAway(30)
    late = retrograde(rules, starts=[(8, 0), (8, 1)], compiled=False)
    states = [(left, turn) for left in range(30) for turn in (0, 1)]
    assert looked_up_alike(rules, late, states) == 2 * 9


def test_what_fails_in_python_is_told_after_a_compiled_search():
    rules = TakeAway(30)
    endings = Endings(rules, retrograde(rules, starts=[(8, 0), (8, 1)], compiled=False))
    made = machine(endings.cut, *ALGORITHM)
    endings.databases[0] = None  # type: ignore[call-overload]
    endings._known.clear()
    assert made.player(made.encode((5, 0))) == 0
    with pytest.raises(AttributeError):
        endings.answer(rules.position(), prepare("alpha-beta", rules, depth=1))


@pytest.mark.parametrize("listed", [2000, 10])
def test_a_compiled_search_lists_what_it_rests_on(two_pieces, listed, monkeypatch):
    monkeypatch.setattr(import_module("kibitz.search.retrograde.endings"), "LISTED", listed)
    checkers = kb.game("checkers")
    here = Position(checkers, checkers.read_position("B:WK14,K26:BK10,K18"))
    endings = Endings(checkers, two_pieces)
    compiled = PrincipalVariation(endings.cut)
    compiled.compile()
    assert compiled.is_compiled
    plain = PrincipalVariation(endings.cut, compiled=False)
    found = endings.answer(here, lambda cut: compiled.best(cut, Budget(depth=9)))
    other = endings.answer(here, lambda cut: plain.best(cut, Budget(depth=9)))
    assert (found.value, found.is_exact) == (other.value, other.is_exact) == (1, True)
    assert found.counts["database hits"] > 10
    if listed > found.counts["database hits"]:
        for state, value in found.rests_on["positions"]:
            assert endings.entry(type(here.state)(*state))[0] == value
        proof = found.verify()
        assert proof.holds
        assert "which both can force" in str(proof)
    else:
        assert "positions" not in found.rests_on


def test_cells_are_used_again(two_pieces):
    cells = []
    for _ in range(3):
        endings = Endings(kb.game("checkers"), two_pieces)
        cells.append(endings.cut.probe.cell)
        del endings
    assert len(set(cells)) == 1


@pytest.mark.slow
def test_other_endings_are_looked_up_as_python_does(tmp_path):
    queen = layered_database(kb.game("chess-ending KQK"), tmp_path / "kqk.kbpd")
    larger = kb.game("chess-ending KQKR")
    games = [p.state for p in positions(larger, 300, 4, 30)]
    assert looked_up_alike(larger, queen, games) > 0
    three = layered_database(kb.game("morris-ending 3"), tmp_path / "m3.kbpd")
    morris, random, states = kb.game("nine-mens-morris"), Random(2), []
    for _ in range(300):
        points = random.sample(range(24), random.randint(6, 8))
        white, black = (sum(1 << p for p in some) for some in (points[:3], points[3:]))
        states.append(morris.start()._replace(white=white, black=black, white_hand=0, black_hand=0))
    assert 0 < looked_up_alike(morris, three, states) < len(states)
