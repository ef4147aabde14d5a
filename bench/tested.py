"""Compare the shelf's compiled rules with Python: ``python -m bench tested`` writes who agreed.

A new user's first search of these games need not make the comparison again; see
:mod:`kibitz.rules.compile.tested`.
"""

from __future__ import annotations

import os
import tempfile

from kibitz.core.files.atomic_file import write_text

BOARDS = """connect-four othello checkers go hex kalah breakthrough nine-mens-morris oware qubic
dots-and-boxes mnk tic-tac-toe"""


def main() -> int:
    """Make the machines of every board with the searches that people meet first."""
    from kibitz.rules.compile import tested

    with tempfile.TemporaryDirectory() as folder:
        os.environ["KIBITZ_CACHE"] = folder
        agreed = _agreed()
    lines = sorted([tested.versions_digest(), *map(tested.text_digest, agreed)])
    write_text(tested.LIST, "\n".join(lines) + "\n")
    print(f"{len(agreed)} texts agree; written: {tested.LIST}")
    return 0


def _agreed() -> list[str]:
    import kibitz as kb
    from kibitz.core.errors import GameError
    from kibitz.rules.compile import machine
    from kibitz.search.alpha_beta import exact, principal_variation
    from kibitz.search.kernels import monte_carlo

    vars(machine)["is_tested"] = lambda text: False
    algorithms = (principal_variation.ALGORITHM, exact.ALGORITHM, (monte_carlo,))
    for name in BOARDS.split():
        for algorithm in algorithms:
            try:
                made = machine.machine(kb.game(name), *algorithm)
            except GameError as error:
                print(f"  {name}: {error}")
            else:
                print(f"  {name:20} {made.reason or 'agrees'}", flush=True)
    return [text for text, reason in machine._REASONS.items() if not reason]
