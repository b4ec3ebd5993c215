# The commands of CONTRIBUTING.md and of CI. Each installs what it needs first.
PYTHON := .venv/bin/python
PYTEST := .venv/bin/pytest
TIME ?= 600

.PHONY: setup test unit conformance golden bench fuzz clean

setup: .venv/.stamp

.venv/.stamp: pyproject.toml scripts/setup.sh
	bash scripts/setup.sh
	touch $@

test: setup            ## every test: unit, property, golden, miniatures, native, conformance with mutations, e2e
	$(PYTEST) -q

unit: setup            ## the fast ones
	$(PYTEST) -q tests/unit tests/property tests/test_house.py

conformance: setup     ## scenario × language, and JMH as oracle
	$(PYTHON) -m conformance
	$(PYTHON) -m conformance.oracle --check

golden: setup          ## rewrite the approved outputs; read the diff before committing it
	$(PYTEST) -q tests/golden tests/unit --update-golden

fuzz: setup            ## mutated inputs for TIME seconds: no input makes the front raise
	$(PYTHON) -m fuzz --seconds $(TIME)

bench: setup           ## timing claims, as ratios within one run
	$(PYTHON) -m bench

clean:
	rm -rf .clamh .pytest_cache .hypothesis
