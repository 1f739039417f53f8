# Tasks of the project; `make` lists them.
.DEFAULT_GOAL := help
PYTHON := .venv/bin/python

help: ## list the tasks
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "%-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

test: ## set up, check and test, as CI does
	sh scripts/test.sh

check: ## only look: lint, format, types, imports
	$(PYTHON) -m ruff check . && $(PYTHON) -m ruff format --check . && $(PYTHON) -m mypy && .venv/bin/lint-imports

fix: ## mend what a tool can mend
	$(PYTHON) -m ruff check --fix . ; $(PYTHON) -m ruff format .

lock: ## resolve the dependencies anew into requirements.lock
	uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --quiet --output-file requirements.lock

wheel: ## build sdist and wheel into dist/
	$(PYTHON) -m build

.PHONY: help test check fix lock wheel
