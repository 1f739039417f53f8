#!/bin/sh
# Sets up what is missing, then checks the code and runs the tests; arguments go to pytest.
set -u
. "$(dirname "$0")/setup.sh"
cd "$ROOT" || exit
if [ $# -gt 0 ]; then
    exec "$PYTHON" -m pytest "$@"
fi
"$PYTHON" -m ruff check . && "$PYTHON" -m ruff format --check . && "$PYTHON" -m mypy &&
    "$ROOT/.venv/bin/lint-imports" && "$PYTHON" -m pytest
