# Two commands on a machine that has Python with pip, git and make: `make demo` and `make test`.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: demo test slow check bench mutants season catalogues lock clean

demo: .venv/ready            ## audit the sample logs and print the verdicts
	$(BIN)/revesino demo

test: .venv/ready            ## the fast tests
	$(BIN)/pytest -n auto --dist worksteal

slow: .venv/ready            ## the tests behind a marker
	$(BIN)/pytest -n auto --dist worksteal -m slow

check: .venv/ready           ## style and types; nothing is rewritten
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/ready           ## the benchmark's table
	$(BIN)/python -m tests.bench

mutants: .venv/ready         ## a fault planted in every rule must make a test fail
	$(BIN)/python -m tests.mutants

catalogues: .venv/ready      ## take the texts out of the code into the catalogues of languages, and compile these
	$(BIN)/python -m tests.catalogues

season: .venv/ready          ## make the sample season anew
	$(BIN)/python -m tests.simulate.sample_season

lock:                        ## write the lock anew (needs uv)
	uv pip compile --universal --generate-hashes --quiet --no-header pyproject.toml -o requirements.txt
	uv pip compile --universal --generate-hashes --quiet --no-header --extra dev pyproject.toml -o requirements-dev.txt

clean:                       ## remove the environment
	rm -rf .venv .venv-peers

.venv/ready: requirements-dev.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@
