"""Experiments on the command line."""

from __future__ import annotations

import json


def test_a_session_from_beginning_to_end(run, tmp_path):
    assert "guess " in run("experiment").stdout
    assert "2/3 of the average" in run("experiment", "guess").stdout
    begun = run("experiment", "guess", "room.json", "--players", "Ada, Bob, Cy")
    assert begun.stdout.endswith("enter a round: kibitz experiment room.json Ada=...\n")
    played = run("experiment", "room.json", "Ada=33", "Bob=20", "Cy=50")
    assert "  Bob: 20 earns 1\n" in played.stdout
    results = run("experiment", "room.json").stdout
    assert "only equilibrium" in results
    run("experiment", "room.json", "-o", "results.html")
    assert "<svg" in (tmp_path / "results.html").read_text()
    data = json.loads(run("experiment", "room.json", "--json").stdout)
    assert data["totals"] == {"Ada": "0", "Bob": "1", "Cy": "0"}


def test_private_values_are_told(run):
    auction = ("experiment", "auction", "rule=second-price", "sale.json", "--players", "Ada,Bob")
    begun = run(*auction, "--private").stdout
    shown = run("experiment", "sale.json", "--private").stdout
    assert shown.startswith("Ada: the object is worth ")
    assert begun.endswith(f"Ada=...\n{shown}")
    played = run("experiment", "sale.json", "Ada=1", "Bob=2", "--private").stdout
    assert played.startswith("round 1\n")
    assert "\nAda: the object is worth " in played
    run("experiment", "guess", "room.json", "--players", "2")
    assert run("experiment", "room.json", "--private").stdout == "nothing is private\n"


def test_one_round_has_one_average(run):
    run("experiment", "guess", "room.json", "--players", "Ada, Bob")
    run("experiment", "room.json", "Ada=3", "Bob=5")
    assert "The average was 4." in " ".join(run("experiment", "room.json").stdout.split())
    run("experiment", "room.json", "Ada=1", "Bob=1")
    assert "The averages were 4, 1." in " ".join(run("experiment", "room.json").stdout.split())


def test_bad_sessions_are_one_line(run, refuse):
    run("experiment", "guess", "room.json", "--players", "Ada, Bob")
    assert "room.json exists" in refuse("experiment", "guess", "room.json", "--players", "A,B")
    assert "no entry from Bob" in refuse("experiment", "room.json", "Ada=1")
    assert "unknown experiment" in refuse("experiment", "gess")
    assert "give the players" in refuse("experiment", "guess", "new.json")
    assert "no such file" in refuse("experiment", "other.json")


def test_a_missing_room_is_named_once(refuse):
    assert refuse("experiment", "room.json", "Ada=33") == "room.json: no such file"


def test_players_may_be_counted(run, tmp_path):
    room = str(tmp_path / "room.json")
    assert "P1=" in run("experiment", "guess", room, "--players", "3").stdout
    told = run("experiment", room, "P1=33", "P2=20", "P3=50")
    assert "won by: P2" in told.stdout
    few = run("experiment", "auction", str(tmp_path / "a.json"), "--players", "Ada")
    assert "1 is named" in few.stderr
