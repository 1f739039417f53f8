#!/bin/sh
# Sets up what is missing, then checks the code and runs all tests, in two processes a core, since a test of pages
# mostly waits, but in no more than eight, since each takes memory; with arguments, just pytest with these. A file of
# tests is one process's, so that what its tests share is made once; which files begin first tests/conftest.py says.
set -u
EXTRAS="all dev"
. "$(dirname "$0")/setup.sh"
cd "$ROOT" || exit
# The tests start many processes: each would compile its libraries anew where compiled ones are not kept.
unset PYTHONDONTWRITEBYTECODE
if [ $# -gt 0 ]; then
    exec "$PYTHON" -m pytest "$@"
fi
processes=$("$PYTHON" -c 'import os; print(min(8, max(1, 2 * os.cpu_count())))')

"$PYTHON" -m ruff check . && "$PYTHON" -m ruff format --check . &&
    PYTHONPATH=.typings "$ROOT/.venv/bin/lint-imports" || exit
# mypy runs beside the tests, which often wait. In a new checkout, the tests are collected first, so that they and their
# libraries are compiled once, and not once in each process.
"$PYTHON" -m mypy &
types=$!
[ -d .pytest_cache ] || "$PYTHON" -m pytest --quiet --collect-only >/dev/null 2>&1
"$PYTHON" -m pytest --numprocesses "$processes" --dist loadfile --no-loadscope-reorder
tests=$?
wait "$types" && exit "$tests"
