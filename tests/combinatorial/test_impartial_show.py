"""What games say of themselves: explanations, pictures, descriptions, lines and solutions."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import kibitz as kb
from kibitz.combinatorial import digraph, disjunctive_sum, nim_columns, star
from kibitz.core.explanation import Step


def take(most: int, pile: int, play: str = "normal") -> kb.ImpartialGame:
    return kb.impartial(
        pile,
        lambda n: range(max(0, n - most), n),
        play,
        title=f"take up to {most}",
        describe_move=lambda before, after: f"take {before - after}",
    )


LOOPED = {"a": "b", "b": "c", "c": "ad", "d": "e", "e": ""}


def test_the_mex_table_is_explained() -> None:
    told = str(take(3, 6).explain())
    rows = [line.split() for line in told.splitlines()]
    assert ["6", "3,", "4,", "5", "{0,", "1,", "3}", "2", "N"] in rows
    assert "The nimber is 2. The outcome is N" in told
    assert "The winning move: take 2." in told
    assert "3 moves, and the first player wins" in told


def test_large_games_look_one_move_ahead() -> None:
    told = str(take(3, 500).explain())
    assert "Look one move ahead" in told
    assert "take 3" in told


def test_a_sum_is_explained_in_columns() -> None:
    total = take(3, 9) + take(5, 10) + take(7, 14) + star(5) + star(0) + star(5)
    told = str(total.explain())
    assert "*5 and its twin (4 and 6) cancel" in told
    assert "*0 (5) is worth 0" in told
    assert "What remains is take up to 3 + take up to 5 + take up to 7." in told
    assert "the sum is worth 3" in told
    assert "raises its component from 1 to 2" in told
    assert "in component 3 (take up to 7): take 1" in told


def test_columns_of_a_zero_sum_and_of_wide_numbers() -> None:
    step = nim_columns([("a", 6), ("b", 6)])
    assert "the sum is worth 0" in step.prose
    assert step.table is not None
    assert step.table.rows[-1] == ("nim-sum", "0", "0", "0", "0")
    wide = nim_columns([("a", 2**20), ("b", 1)])
    assert wide.table is not None
    assert wide.table.header == ("", "nimber", "binary")


def test_games_that_go_round_are_explained() -> None:
    told = str(digraph(LOOPED).explain())
    assert "never settled are draws" in " ".join(told.split())
    assert "inf{1}" in told
    beside = str((digraph(LOOPED, start="c") + star(1)).explain())
    assert "The sum is worth inf{0}." in beside


def test_misere_and_finished_games_are_explained() -> None:
    assert "Ends are N" in str(take(3, 6, "misere").explain())
    assert "Ends are N" in str((star(1) + star(2)).misere().explain())
    assert "There is no move" in str(take(3, 0).explain())
    assert "worth 0" in str(disjunctive_sum().explain())


@pytest.mark.parametrize(
    "game",
    [
        take(3, 8),
        take(3, 8, "misere"),
        take(3, 0),
        digraph(LOOPED),
        digraph({"a": "a"}),
        star(2) + star(2),
        star(10**12),
        digraph(LOOPED) + star(3),
        kb.impartial(0, lambda n: [n + 1, n + 2], show=lambda n: f"position {n} " * 9),
    ],
    ids=str,
)
def test_pictures_are_well_formed(game: kb.ImpartialGame) -> None:
    picture = game.draw()
    root = ET.fromstring(picture.svg)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for circle in root.iter("{http://www.w3.org/2000/svg}circle"):
        assert 0 < float(circle.attrib["cx"]) < width
        assert 0 < float(circle.attrib["cy"]) < height
    assert "<figure>" in game._repr_html_()


def test_a_picture_shows_nimbers_and_names() -> None:
    svg = take(3, 4).draw().svg
    for words in (">4<", ">3<", "take up to 3: 4", "P: previous player wins"):
        assert words in svg


def test_descriptions() -> None:
    facts = dict(take(3, 8).describe().facts)
    assert facts["positions within reach"] == "9"
    assert facts["longest play"] == "8 moves"
    assert "can cycle" in dict(digraph(LOOPED).describe().facts)["longest play"]
    assert dict((star(2) + star(10**9)).describe().facts)["components"] == "*2, *1000000000"


def test_solutions_print_and_travel_as_json() -> None:
    solution = take(3, 9).solve()
    assert "winning moves: take 1" in str(solution)
    data = solution.to_json()
    assert (data["outcome"], data["nimber"], data["winner"]) == ("N", 1, "first")
    assert data["winning_moves"] == [{"move": "take 1", "leaves": "8"}]
    assert str(solution.explain()) == str(take(3, 9).explain())
    assert solution.draw() == take(3, 9).draw()
    assert kb.solve(take(3, 9)).outcome == "N"
    looped = digraph(LOOPED, start="c").solve()
    assert (looped.winner, looped.nimber, looped.to_json()["value"]) == (None, None, "inf{1}")


def test_lines_print() -> None:
    assert str(take(3, 6).line()).splitlines()[1] == "  first:  take 2 → 4"
    assert str(digraph(LOOPED).line()).endswith("and so on forever: a draw")
    assert "and so on: the second player wins" in str((star(10**12) + star(10**12)).line())


def test_large_misere_games_are_played_to_their_end() -> None:
    from kibitz.combinatorial.nim_family import nim

    line = nim([400_000, 400_000], "misere").line()
    assert line.moves


def steps(game: kb.ImpartialGame) -> dict[str, Step]:
    return {step.heading: step for step in game.explain().steps}


def test_perfect_play_is_told_by_positions_in_one_line() -> None:
    told = steps(kb.game("nim 1 2"))["Perfect play"].prose
    assert "By positions: 1 2 → 1 1 → 0 1 → 0 0." in told


def test_large_games_trace_the_nimber_in_one_line() -> None:
    told = steps(take(3, 500))["Look one move ahead"].prose
    assert "g(500) = mex{g(497), g(498), g(499)} = mex{1, 2, 3} = 0." in told


def test_values_of_components_are_derived() -> None:
    told = steps(kb.game("nim 3 4 5 + kayles 4"))
    assert told["nim 3 4 5: add without carrying"].table is not None
    heaps = told["Kayles 4: the nimbers of single heaps"].table
    assert heaps is not None
    assert heaps.rows[4] == ("4", "3, 1+2, 2, 1+1", "{0, 2, 3}", "1")


def test_chomp_shows_the_poison_and_the_table_of_bites() -> None:
    told = steps(kb.game("chomp 3x3"))
    assert "(1, 1) is poisoned" in told["The poison"].prose
    table = told["The table of bites"].table
    assert table is not None
    assert table.rows[3] == ("eat (2, 2)", "rows 3 1 1", "P", "none: this bite wins")
    assert [row[2] for row in table.rows].count("P") == 1
    for _, _, outcome, reply in table.rows:
        assert (outcome == "N") == reply.startswith("eat")


def test_vertex_deletion_lists_what_every_deletion_leaves() -> None:
    told = steps(kb.game("vertex-path 5"))["What vertices 1 2 3 4 5 is worth"]
    assert "mex{0, 2} = 1" in told.prose
    assert told.table is not None
    assert told.table.rows[2] == ("delete 3", "vertices 1 2 + vertices 4 5", "1 ⊕ 1", "0")


def test_moves_that_enlarge_a_heap_are_explained() -> None:
    stairs = steps(kb.game("staircase-nim 1 2 3"))
    grown = stairs["Winning moves that enlarge a heap"].prose
    assert "take 2 from step 2 to step 1: step 1 grows from 1 to 3 = 1 ⊕ 2." in grown
    checkers = steps(kb.game("northcott"))
    assert "A retreat makes it larger" in checkers["It is nim"].prose
    retreat = steps(kb.combinatorial.northcott([(4, 6), (1, 5)], width=8))
    assert "row 1 grows from 1 to 3" in retreat["Winning moves that enlarge a heap"].prose
    assert "Winning moves that enlarge a heap" not in steps(kb.game("nim 3 4 5"))


def test_drawing_moves_of_sos_are_listed() -> None:
    game = kb.game("sos 4")
    table = steps(game)["Every move"].table
    assert table is not None
    drawing = [row[0] for row in table.rows if row[2] == "draws"]
    assert drawing == [move.description for move in game.best_moves()]
    assert f"Drawing: {'; '.join(drawing)}." in steps(game)["The answer"].prose
    assert f"drawing moves: {'; '.join(drawing)}" in str(game.solve())
