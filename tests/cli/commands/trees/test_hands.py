"""Hands of cards on the command line."""

from __future__ import annotations

import json

import pytest


def test_hands_are_told_from_the_best_to_the_worst(run):
    found = run("hands", "9c 9d 9h 9s 2c", "Ac Kc Qc Jc Tc", "9c 9d 9h 9s 2d", "2c 3d")
    assert found.exit_code == 2
    found = run("hands", "9c 9d 9h 9s 2c", "Ac Kc Qc Jc Tc", "9c 9d 9h 9s 2d")
    assert found.stdout.splitlines() == [
        "1. Ac Kc Qc Jc Tc  Royal Flush",
        "2. 9c 9d 9h 9s 2c  Four of a Kind",
        "2. 9c 9d 9h 9s 2d  Four of a Kind",
    ]


@pytest.mark.parametrize("name", ["2-7", "lowball", "deuce_to_seven"])
def test_the_lowest_hand_wins_in_lowball(run, name):
    words = ("2c 2d 5h 4s 3c", "Ac 5d 4h 3s 2c", "--ranking", name, "--json")
    compared = json.loads(run("hands", *words).stdout)["compared"]
    assert [hand["hand"] for hand in compared] == ["Ac 5d 4h 3s 2c", "2c 2d 5h 4s 3c"]


def test_hands_of_each_kind_are_counted(run):
    words = ("--ranking", "2-7", "--ranks", "2-8", "--suits", "3", "--size", "3")
    data = json.loads(run("hands", *words, "--json").stdout)
    assert (data["hands"], data["classes"]) == (1330, 119)
    assert data["categories"]["Pair"] == {"hands": 378, "classes": 42, "probability": "27/95"}
    shown = run("hands", *words).stdout
    assert shown.startswith("1,330 hands in 119 classes that tie")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("7c 7c 4h 3s 2c",), "card 2, 7c, is already in the hand"),
        (("7c 4h", "--size", "5"), "a hand of 2 cards"),
        (("7c 5d 4h", "7c 4h"), "a hand of 2 cards"),
        (("--ranking", "best"), "unknown ranking 'best'"),
        (("--size", "9"), "rankings need 1 to 5"),
    ],
)
def test_what_is_no_hand_is_refused(refuse, words, told):
    assert told in refuse("hands", *words)


def test_hands_of_three_cards_and_cards_run_together(run):
    said = run("hands", "4c3s2h", "8c 8s 8h", "5c,3s,2h", "--ranking", "2-7").stdout
    assert [line.split("  ")[0] for line in said.splitlines()] == [
        "1. 5c 3s 2h",
        "2. 4c 3s 2h",
        "3. 8c 8s 8h",
    ]
