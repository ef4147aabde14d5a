"""What a type checker knows of the front door."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

api = pytest.importorskip("mypy.api")
ROOT = Path(__file__).parents[2]

REVEALED = {
    "kb.matrix([[1, -1], [-1, 1]]).solve()": "MatrixSolution",
    'kb.matrix("1 -1; -1 1").solve("shapley-snow")': "Kernels",
    'kb.matrix("1 -1; -1 1").solve("pure")': "AnySolution",
    'kb.matrix("1 -1; -1 1").solve().verify()': "Certificate",
    'kb.bimatrix("1 2; 3 4", "1 2; 3 5").solve()': "AnySolution",
    'kb.bimatrix("1 2; 3 4", "1 2; 3 5").solve().explain()': "Explanation",
    'kb.bimatrix("1 2; 3 4", "1 2; 3 5").solve("lemke-howson")': "Equilibrium",
    'kb.bimatrix("1 2; 3 4", "1 2; 3 5").solve(["pure", "pareto"])': "AnySolution",
    'kb.game("kuhn-poker")': "Kuhn",
    'kb.game("kuhn-poker").solve()': "AnySolution",
    'kb.game("kuhn-poker").solve("mccfr")': "SampledSolution",
    'kb.game("kuhn-poker").as_tree().solve("linear-program")': "ExtensiveEquilibrium",
    'kb.game("tic-tac-toe").solve("exact")': "SearchResult",
    'kb.game("big-match").solve("limit-average")': "AverageSolution",
    'kb.game("ultimatum", 2).solve("backward-induction")': "SubgamePerfect",
    'kb.game("gloves").solve()': "CoalitionalSolution",
    'kb.game("nim", 3, 4, 5).solve()': "ImpartialSolution",
    'kb.game("ruler")': "CoinRow",
    'kb.game("nim 3 4 5 + kayles 4")': "AnyNoun",
    'kb.game("nim 3 4 5").solve()': "AnySolution",
    'kb.game("nim 3 4 5").draw()': "Picture",
    'kb.game("nim 3 4 5").nimber()': "Any",
    'kb.load("game.nfg").solve().verify()': "Certificate",
    'kb.solve(kb.load("game.nfg"))': "AnySolution",
    'kb.bargaining([(0, 1), (1, 0)]).solve("nash")': "BargainingSolution",
}


@pytest.mark.slow
def test_solve_and_game_have_the_types_that_their_names_say(tmp_path: Path) -> None:
    lines = ["import kibitz as kb", *(f"reveal_type({call})" for call in REVEALED)]
    lines += ['kb.search(kb.game("connect-four 5 4"))', 'kb.matrix("1").sovle()']
    path = tmp_path / "front_door.py"
    path.write_text("\n".join(lines), "utf-8")
    config = ["--strict", "--config-file", str(ROOT / "pyproject.toml")]
    report, errors, _ = api.run([*config, str(path)])
    found = re.findall(r'Revealed type is "(?:[\w.]*\.)?(\w+)', report)
    assert dict(zip(REVEALED, found, strict=True)) == REVEALED, report + errors
    assert re.findall(r"error: (.*)", report) == [
        '"MatrixGame" has no attribute "sovle"; maybe "solve"?  [attr-defined]'
    ]
