#!/bin/sh
# Sets up what is missing, then checks the code and runs all tests, one process a core; with arguments, just pytest with
# these.
set -u
. "$(dirname "$0")/setup.sh"
cd "$ROOT" || exit
# The tests start many processes: each would compile its libraries anew where compiled ones are not kept.
unset PYTHONDONTWRITEBYTECODE
if [ $# -gt 0 ]; then
    exec "$PYTHON" -m pytest "$@"
fi
"$PYTHON" -m ruff check . && "$PYTHON" -m ruff format --check . && "$PYTHON" -m mypy &&
    "$ROOT/.venv/bin/lint-imports" && "$PYTHON" -m pytest --numprocesses logical --maxprocesses 8 --dist worksteal
