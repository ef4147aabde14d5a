"""Derivations read as sentences: they begin with a capital letter, and say nothing twice."""

from __future__ import annotations

import pytest

import kibitz as kb


@pytest.mark.parametrize("name", ["chicken", "gloves", "poker-endgame", "centipede", "nim 3 4 5"])
def test_every_proof_begins_with_a_capital_letter(name):
    proofs = [s for s in kb.game(name).explain().steps if s.heading in ("Check", "The proof")]
    assert proofs or name == "nim 3 4 5"
    assert not any(step.prose[:1].islower() for step in proofs)


def test_roles_are_exchanged_only_where_they_are():
    for name, exchanged in (("dare", True), ("games-as-components", False)):
        prose = " ".join(str(kb.game(name).explain()).split())
        assert ("roles exchanged" in prose) == exchanged


def test_one_player_alone_does_not_mix_with_another():
    told = str(kb.game("gridworld").explain())
    assert "Only one player has choices" in told
    assert "14 states depend on each other" in told


def test_nothing_is_said_twice_of_a_profile():
    steps = kb.game("selten-horse").explain().steps
    assert [step.heading for step in steps].count("The method") == 0
    supports = [s for s in kb.game("congestion").explain().steps if "Equilibrium 1" in s.heading]
    assert "{" not in supports[0].prose
