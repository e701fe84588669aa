# Two commands do all the set-up: `make print` builds every game, `make test` runs the tests one waits for.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.PHONY: print test test-all check format lint types pictures bench fuzz clean

print: $(VENV)/.installed
	$(BIN)/pnp build --output output

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto -m "not slow"

# Every test: those that try many moments, options or mutations as well.
test-all: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto

check: $(VENV)/.installed-dev format lint types test-all

format: $(VENV)/.installed-dev
	$(BIN)/ruff format --check pnp tests benchmarks fuzz docs

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check pnp tests benchmarks fuzz docs

types: $(VENV)/.installed-dev
	$(BIN)/mypy

pictures: $(VENV)/.installed-dev
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/shop_pictures.py

# Every reader for SECONDS seconds; needs Linux and a Python for which atheris has a wheel.
SECONDS ?= 60
fuzz: $(VENV)/.installed-dev
	$(PIP) -e '.[fuzz]'
	for target in $$($(BIN)/python fuzz/targets.py); do \
	  $(BIN)/python fuzz/run.py $$target $(SECONDS) || exit 1; done
	$(BIN)/python fuzz/mutants.py 1000

bench: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/run.py --write

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find output -mindepth 1 -not -name .gitignore -delete

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "pnp needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV): fetching packages, once; this takes a minute or two ..."
	$(PIP) -e .
	touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV) for developers: fetching packages, once; this takes a minute or two ..."
	$(PIP) -e '.[dev]'
	touch $@ $(VENV)/.installed
