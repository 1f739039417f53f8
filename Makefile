# Tasks of the project; `make` lists them.
.DEFAULT_GOAL := help
PYTHON := .venv/bin/python
QUICK := tests/data/dom tests/data/analysis tests/data/text tests/data/sinks tests/extract/content tests/extract/metadata tests/extract/records \
	tests/extract/output tests/extract/papers tests/extract/templates tests/models/common tests/models/features tests/models/blocks \
	tests/docs tests/test_imports.py tests/test_names.py tests/test_one_document.py

help: ## list the tasks
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "%-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

test: ## set up, check and test, as CI does
	sh scripts/test.sh

check: ## only look: lint, format, types, imports, the size of the house and the cost of a page beside the recorded ones
	$(PYTHON) -m ruff check . && $(PYTHON) -m ruff format --check . && $(PYTHON) -m mypy && PYTHONPATH=.typings .venv/bin/lint-imports && \
		$(PYTHON) -m bench modules && $(PYTHON) -m bench speed releases

quick: ## the tests without a browser, page sets, a service or training
	$(PYTHON) -m pytest -q --numprocesses 2 --dist worksteal -m "not slow and not browser and not corpus" $(QUICK)

fix: ## mend what a tool can mend
	$(PYTHON) -m ruff check --fix . ; $(PYTHON) -m ruff format .

docs: ## build the documentation as a site into build/site/ (pip install .[docs]); python -m http.server -d build/site shows it
	$(PYTHON) -m pytest -q tests/docs/test_doc_tables.py tests/docs/test_rows.py --write-docs
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build

lock: ## resolve the dependencies anew into requirements.lock
	uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --quiet --output-file requirements.lock

wheel: ## build sdist and wheel into dist/
	$(PYTHON) -m build

release: ## check weights and changelog, build the wheel, and say how to tag it
	$(PYTHON) -m iawce.scripts models verify
	$(PYTHON) -m pytest -q tests/test_packaging.py
	rm -rf dist && $(PYTHON) -m build
	@version=$$($(PYTHON) -c "from importlib.metadata import version; print(version('iawce'))"); \
	if grep -q "^## $$version - unreleased" CHANGELOG.md; then \
		echo "give $$version its day in CHANGELOG.md, and run this again" >&2; exit 1; fi; \
	echo "ready: git tag -a v$$version -m $$version, then publish dist/"


.PHONY: help test quick check fix docs lock wheel release
