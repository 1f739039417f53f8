#!/bin/sh
# Sets up what is missing, libraries for training too, then trains: sh scripts/train.sh --model lenet5 --data FOLDER
exec sh "$(dirname "$0")/run.sh" train "$@"
