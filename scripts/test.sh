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

check_types() { "$PYTHON" -m mypy && PYTHONPATH=.typings "$ROOT/.venv/bin/lint-imports"; }

test_all() { "$PYTHON" -m pytest --numprocesses "$processes" --dist loadfile --no-loadscope-reorder; }

"$PYTHON" -m ruff check . && "$PYTHON" -m ruff format --check . || exit
if [ -d .mypy_cache ]; then
    check_types && test_all
    exit
fi
# In a new checkout, mypy reads the types of all libraries, for a minute on one core. Beside it the tests are collected,
# so that they and their libraries are compiled once, and not once in each process, and then run.
report=$(mktemp)
check_types >"$report" 2>&1 &
types_checked=$!
trap 'rm -f "$report"' EXIT
trap 'trap - TERM; rm -f "$report"; kill 0' INT TERM # also mypy, which runs in the background and hears of no interrupt
"$PYTHON" -m pytest --quiet --collect-only >/dev/null 2>&1
test_all
tests=$?
wait "$types_checked"
types=$?
cat "$report"
exit $((tests ? tests : types))
