"""The forms, one line each, are what the packages and the command line have."""

from __future__ import annotations

from importlib import import_module

import pytest

import kibitz
from kibitz.core.noun import Noun
from kibitz.formats.json_files.form import KINDS
from kibitz.formats.typed import _READERS, TYPED
from kibitz.forms import FORMS, Form


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.kind)
def test_each_has_a_noun_and_a_reader(form: Form) -> None:
    assert hasattr(kibitz, form.package)
    if form.json:
        module = import_module(KINDS[form.kind])
        assert callable(module.to_json)
        assert callable(module.from_json)


def test_nouns_are_called_as_the_table_says() -> None:
    for form in FORMS:
        if form.json:
            import_module(KINDS[form.kind])
    nouns = {noun.__name__: noun for noun in _below(Noun)} | {"Noun": Noun}
    for form in FORMS:
        if form.noun in nouns:
            assert nouns[form.noun].__module__.startswith(f"kibitz.{form.package}"), form


def test_a_key_tells_one_form_and_every_typed_word_is_read() -> None:
    keys = [key for form in FORMS for key in (*form.keys, *form.hints)]
    assert len(keys) == len(set(keys))
    assert set(TYPED) == set(_READERS)


def _below(noun: type[Noun]) -> list[type[Noun]]:
    return [kind for one in noun.__subclasses__() for kind in (one, *_below(one))]
