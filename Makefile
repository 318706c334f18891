# Everything that is done with this project. `make play` and `make test` set themselves up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready
TYPING := .typing/brasswright
RULESET ?= birmingham

.PHONY: play test check lint types browser bench soak clean

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

clean:
	rm -rf $(VENV) .typing tests/browser/node_modules build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache

# -- setting up ----------------------------------------------------------------------------

$(PLAYABLE): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Brasswright needs Python 3.11 or newer, this is " + sys.version.split()[0] + ": try make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	@echo "Setting up in $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# Tests, reports and bots of one's own need more than players do.
$(READY): $(PLAYABLE)
	@echo "Setting up what developing needs (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# Type checkers can't follow the import hook of an editable install; links can be followed.
$(TYPING):
	@mkdir -p $@
	@for part in cli grammar interpreter rulesets __init__.py py.typed; do ln -sfn ../../$$part $@/$$part; done
