"""The page of benchmarks: like is compared with like, and pictures say what was measured."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from bench.harness import Race, Timing, processor_time, race
from bench.plot import Plot, slope, svg

from bench import page


def _race(title: str, reference: str, **times: float) -> Race:
    names = {name.replace("_", " ").replace("Kibitz ", "Kibitz, "): t for name, t in times.items()}
    timings = tuple(Timing(name, (t,)) for name, t in names.items())
    return Race(title, timings, reference)


def test_an_exact_job_is_held_to_the_exact_way() -> None:
    one = _race("10 x 10, exact", "Kibitz, float", Kibitz_float=1.0, Kibitz_exact=4.0, Gambit=8.0)
    assert "| 10 x 10, exact | 4 s | 8 s | Gambit | 2 |" in page.summary([one])


def test_the_quickest_other_is_shown_and_a_line_behind_stays() -> None:
    one = _race("job", "Kibitz", Kibitz=4.0, SciPy=8.0, QuantEcon=1.0)
    assert "| job | 4 s | 1 s | QuantEcon | 0.25 |" in page.summary([one])


def test_a_job_of_kibitz_alone_is_not_in_the_short_table() -> None:
    assert page.summary([_race("job", "Kibitz", Kibitz=4.0, Kibitz_exact=8.0)]) == ""


def test_kernels_have_a_column_of_their_own() -> None:
    one = _race("job", "Kibitz, float", Kibitz_float=4.0, Kibitz_arrays=2.0, QuantEcon=1.0)
    assert "| job | 4 s | 2 s | 1 s | QuantEcon | 0.25 |" in page.summary([one])


def test_time_is_divided_by_the_number_of_games() -> None:
    races = [
        _race("all of 10 games 2x2x2", "us", us=10.0),
        _race("all of 2 games 4x4x4", "us", us=16.0),
    ]
    plot = Plot(r"^all of (?P<games>\d+) games (?P<size>\d)x", "strategies")
    assert plot.points(races) == {"us": [(2.0, 1.0), (4.0, 8.0)]}
    assert slope(plot.points(races)["us"]) == pytest.approx(3)


def test_a_picture_is_readable_in_both_colors() -> None:
    text = svg(
        {"us": [(1.0, 1e-3), (2.0, 4e-3), (4.0, 16e-3)], "them": [(1.0, 0.5), (4.0, 9.0)]}, "n"
    )
    ElementTree.fromstring(text)
    assert "us, slope 2.0" in text
    assert "prefers-color-scheme: dark" in text


def test_pages_are_those_that_the_figures_give() -> None:
    titles = [chapter["title"] for chapter in page.load().values()]
    appendix = (page.BOOK / page.APPENDIX).read_text(encoding="utf-8")
    assert [line[3:] for line in appendix.splitlines() if line.startswith("## ")] == titles


def test_five_rounds_are_made_where_the_budget_ends_before() -> None:
    found = race("job", {"a": lambda: None}, "a", repeats=7, budget=0.0)
    assert len(found.timings[0].times) in (1, 5)
    assert processor_time() > 0


def test_races_that_were_not_measured_keep_their_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "RESULTS", tmp_path / "results.json")
    page.keep("chapter", "A chapter", [_race(name, "us", us=1.0) for name in ("one", "two")])
    page.keep("chapter", "A chapter", [Race("one", (), "us"), _race("two", "us", us=5.0)])
    kept = page.load()["chapter"]["races"]
    assert [(one["title"], one["times"]) for one in kept] == [
        ("one", {"us": [1.0]}),
        ("two", {"us": [5.0]}),
    ]
