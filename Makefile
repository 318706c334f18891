# Everything that is done with this project. `make play` and `make test` set themselves up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
TYPING := .typing/brasswright
RULESET ?= birmingham
LOCK := requirements-dev.lock
TOOLS := build/tools
OLDEST := build/oldest
# A part of the tests that goes through everything in a minute or two.
QUICK := $(patsubst %,tests/test_%.py,checker cli_main cli_play cli_verbs environment finder \
  language layers native parameters printer prompt_game prompt_loop records report \
  rules_diagnostics scenarios syntax terminal_pty)
SLOW := many_ or house_birmingham or house_lancashire or amendments

.PHONY: play test check lint types browser bench soak quick pythons minimum wheel lock audit clean

# -- for people ----------------------------------------------------------------------------

play: $(PLAYABLE)
	@$(BIN)/brass play $(RULESET)

test: check

# -- for developers ------------------------------------------------------------------------

check: lint types
	$(BIN)/pytest -q -n auto

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY) $(TYPING)
	$(BIN)/mypy

# What the tests in tests/browser need; without it they are skipped.
browser: $(READY)
	@tests/browser/prepare.sh $(BIN)/python

bench: $(READY)
	$(BIN)/python tests/benchmarks $(if $(RECORD),--record)

soak: $(READY)
	BRASSWRIGHT_SOAK=1 $(BIN)/pytest -q -s $$(grep -l BRASSWRIGHT_SOAK tests/test_*.py)

# -- what is promised of others' releases --------------------------------------------------

quick: $(READY)
	$(BIN)/pytest -q -n auto -k 'not ($(SLOW))' $(QUICK)

# With every Python found here.
pythons:
	@for python in $$($(PYTHON) tests/pythons.py); do \
	  $$python -V && $(MAKE) --no-print-directory quick PYTHON=$$python VENV=build/$${python##*/} || exit 1; \
	done

# With the oldest Python found here and the least releases that pyproject.toml allows.
minimum: $(OLDEST)/.ready
	$(OLDEST)/bin/pytest -q -n auto -k 'not ($(SLOW))' $(QUICK)

# The sdist and the wheel, installed into every Python found here, outside of this tree.
wheel: $(READY)
	BRASSWRIGHT_WHEEL=1 $(BIN)/pytest -q tests/test_wheel.py

# New pins of what developing needs, for every platform and Python.
lock: $(TOOLS)/.ready
	$(TOOLS)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --extra dev \
	  --generate-hashes --custom-compile-command 'make lock' --output-file $(LOCK) pyproject.toml

# Known weaknesses of what is pinned. A package that can't be looked up is a failure.
audit: $(TOOLS)/.ready
	$(TOOLS)/bin/pip-audit --strict --disable-pip --require-hashes --requirement $(LOCK)

clean:
	rm -rf $(VENV) .typing tests/browser/node_modules build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache

# -- setting up ----------------------------------------------------------------------------

$(PLAYABLE): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Brasswright needs Python 3.11 or newer, this is " + sys.version.split()[0] + ": try make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	@echo "Setting up in $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# Tests, reports and bots of one's own need more than players do: the pinned releases, or with
# LOCKED=no whatever is newest.
$(READY): $(PLAYABLE) $(LOCK)
	@echo "Setting up what developing needs (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
	  $(if $(filter no,$(LOCKED)),--editable '.[dev]',--require-hashes --requirement $(LOCK))
	@touch $@

$(OLDEST)/.ready: pyproject.toml
	@$$($(PYTHON) tests/pythons.py | head -n 1) -m venv $(OLDEST)
	@$(PYTHON) tests/dependencies.py > $(OLDEST)/floors.txt
	@$(OLDEST)/bin/python -m pip install --quiet --disable-pip-version-check \
	  --constraint $(OLDEST)/floors.txt --editable '.[dev]'
	@touch $@

$(TOOLS)/.ready:
	@$(PYTHON) -m venv $(TOOLS)
	@$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check uv pip-audit
	@touch $@

# Type checkers can't follow the import hook of an editable install; links can be followed.
$(TYPING):
	@mkdir -p $@
	@for part in cli grammar interpreter rulesets __init__.py py.typed; do ln -sfn ../../$$part $@/$$part; done
