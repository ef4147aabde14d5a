# Everything happens in a virtual environment of its own; `make` prints this list.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# bytecode is written as modules are used, since most of what is installed never is
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --editable
# neighbors need the same compiled code, so they go to one worker
PYTEST := $(BIN)/pytest -n 2 --dist worksteal
# hundreds of modules would be compiled anew by every process
unexport PYTHONDONTWRITEBYTECODE

help:            ## show these lines
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

run: $(VENV)/.run      ## the tour: one game of every form, solved, explained and checked
	@PAGER=cat $(BIN)/kibitz tour

test: $(VENV)/.test    ## lint, types, layers, tests with doctests, documentation
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/lint-imports
	$(BIN)/python -m compileall -q -j 2 src
	@$(MAKE) --no-print-directory -j 3 types book tests  # together, so that no core waits

tests: $(VENV)/.test
	$(PYTEST)

types: $(VENV)/.test
	$(BIN)/mypy

book: $(VENV)/.test
	NO_MKDOCS_2_WARNING=1 BOOK_WHOLE=false $(BIN)/mkdocs build --strict --site-dir $(VENV)/site

test-quick: $(VENV)/.test  ## the fast checks, and the tests of what changed
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/lint-imports
	$(PYTEST) -x $$($(BIN)/python tests/helpers/changed.py)

test-web: $(VENV)/.web  ## the workbench in a browser, all of it; pictures go to .venv/screenshots
	KIBITZ_SCREENSHOTS=$(VENV)/screenshots $(PYTEST) tests/web -m "browser or not browser"

coverage: $(VENV)/.web  ## run the tests, and all in a browser, with branch coverage by file
	$(PYTEST) -m "not fuzz and (not slow or browser)" --cov --cov-report=term --cov-report=html:$(VENV)/coverage

check-slow: $(VENV)/.peers  ## the long checks, and comparisons with other packages
	$(PYTEST) -m "slow or peer or hypothesis or mutants" --hypothesis-profile search

fuzz: $(VENV)/.test  ## mutated files and random commands, 150,000 of them: about an hour
	$(PYTEST) -m "fuzz or slow" tests/cli/test_fuzz.py

bench: $(VENV)/.peers  ## time Kibitz against its peers and write docs/benchmarks.md
	$(BIN)/python -m bench

bench-check: $(VENV)/.run  ## tell what got slower than it was, by more than half
	$(BIN)/python -m bench check

index: $(VENV)/.run  ## write where games, methods and answers live, after adding one
	@$(BIN)/python -m kibitz.core.index
	@$(BIN)/python docs/extensions/methods_page.py

notebooks: $(VENV)/.test  ## run the notebooks of the chapters again, after an example has changed
	$(BIN)/python docs/extensions/chapter_notebooks.py

plays: $(VENV)/.test    ## record a play of new rules, or of changed ones: GAMES="a b"
	PYTHONPATH=tests $(BIN)/python tests/games/test_rules.py $(GAMES)

schemas: $(VENV)/.test  ## write the JSON Schema of every kind of answer, or of new KINDS="a b"
	PYTHONPATH=tests $(BIN)/python -m helpers.schemas $(KINDS)

docs: $(VENV)/.test    ## build the book into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

clean:           ## remove what these commands made
	rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(INSTALL) .
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	$(INSTALL) ".[test,docs]"
	@touch $@ $(VENV)/.run

$(VENV)/.web: pyproject.toml | $(VENV)/bin/python
	$(INSTALL) ".[test,docs,web-test]"
	@command -v chromium chromium-browser google-chrome >/dev/null \
	  || { command -v apt-get >/dev/null && apt-get update -qq && apt-get install -qq --yes chromium; } \
	  || $(BIN)/python -m playwright install chromium
	@touch $@ $(VENV)/.test $(VENV)/.run

$(VENV)/.peers: pyproject.toml | $(VENV)/bin/python
	$(INSTALL) ".[test,docs,peers]"
	@touch $@ $(VENV)/.test $(VENV)/.run

.PHONY: help run test tests types book test-quick test-web coverage index notebooks plays schemas check-slow fuzz bench bench-check docs clean
.DEFAULT_GOAL := help
