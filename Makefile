# The commands of README.md, CONTRIBUTING.md and of CI. Each installs what it needs first.
PYTHON := .venv/bin/python
PYTEST := $(PYTHON) -m pytest
# Where set-up may have put Node.js and npm.
export PATH := $(CURDIR)/.venv/bin:$(PATH)
# Where it is set, each of the thousand commands that the tests start compiles all of clamh anew, 0.2 s of CPU.
unexport PYTHONDONTWRITEBYTECODE
TIME ?= 600
TIER ?= smoke
# A part of an evaluation; the same command goes on with the next.
HOURS ?= 2

RULE := ======================

.PHONY: all clamh-cpp jmh setup demo test unit conformance golden site bench hangs fuzz evaluate clean

all: clamh-cpp jmh     ## what CLAMH itself needs, and a JMH project as a template (where Maven is there)

clamh-cpp:
	@bash scripts/setup.sh demo
	@printf '%s\n' '$(RULE)' 'Building clamh-cpp:' '$(RULE)'
	@$(MAKE) -C clamh-cpp

jmh: clamh-cpp
	@printf '\n%s\n' '$(RULE)$(RULE)' 'Building JMH benchmark project directory:' '$(RULE)$(RULE)'
	@if command -v mvn >/dev/null; then $(MAKE) -C jmh; \
	else echo 'Maven is missing: there is no JMH project, and Java is left out. Type: sudo apt-get install maven, then make'; fi

setup:                 ## everything that the other targets need, demo apart, which needs less
	@bash scripts/setup.sh test

demo:                  ## builds and compares the suites in every language that is here
	@bash scripts/setup.sh demo
	.venv/bin/clamh run --quick benchmarks/fac_tests::factorialIterative benchmarks/fibo_tests::fiboLocal benchmarks/array2d_tests::flatByColumn -p number=30 -p size=64

test: setup            ## every test: unit, property, golden, miniatures, native, conformance with mutations, e2e
	$(PYTEST) -q -n auto --dist loadfile --no-loadscope-reorder

unit: setup            ## the fast ones
	$(PYTEST) -q -n auto --dist loadfile -m "not slow" tests/unit tests/property tests/test_house.py

conformance: setup     ## scenario × language, and JMH as oracle
	$(PYTHON) -m conformance
	$(PYTHON) -m conformance.oracle --check

golden: setup          ## rewrite the approved outputs; read the diff before committing it
	$(PYTEST) -q tests/golden tests/unit --update-golden

site: setup            ## the documentation as a site in .clamh/site/html; a broken link is an error
	$(PYTHON) scripts/site.py

fuzz: setup            ## mutated inputs for TIME seconds: no input makes the front raise
	$(PYTHON) -m fuzz --seconds $(TIME)

bench: setup           ## timing claims, as ratios within one run
	$(PYTHON) -m bench

hangs: setup           ## each group of the scenarios, and a set, 1,000 times in every language, 10 s for each: counts what hung
	$(PYTHON) -m conformance.hangs

evaluate:              ## how good verdicts are, beside other tools: TIER=smoke (15 min), aa (40 min) or live (12 h), in parts of HOURS=2; goes on where it was
	@bash scripts/setup.sh evaluate
	$(PYTHON) -m evaluate $(TIER) --hours $(HOURS)

clean:
	rm -rf .clamh .pytest_cache .hypothesis
