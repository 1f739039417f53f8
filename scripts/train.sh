#!/bin/sh
# Sets up what is missing, libraries for training too, then trains: sh scripts/train.sh --model lenet5 --data FOLDER
set -u
EXTRAS="train imagenet"
. "$(dirname "$0")/setup.sh"
exec "$PYTHON" -m iawce.scripts train "$@"
