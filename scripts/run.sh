#!/bin/sh
# Sets up what is missing, also the libraries of this command alone, then runs it: sh scripts/run.sh extract page.html
set -u
case "${1-}" in
    crawl) EXTRAS=crawl ;;
    label | serve) EXTRAS=serve ;;
    evaluate) EXTRAS=bench ;;
    train) EXTRAS="train imagenet" ;;
    *) EXTRAS= ;;
esac
. "$(dirname "$0")/setup.sh"
exec "$PYTHON" -P -m iawce.scripts "$@"
