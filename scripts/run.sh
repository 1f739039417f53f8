#!/bin/sh
# Sets up what is missing, then runs a command: sh scripts/run.sh extract https://example.org/
set -u
EXTRAS=
. "$(dirname "$0")/setup.sh"
exec "$PYTHON" -m iawce.scripts "$@"
