# Sets up everything the project needs, once; sourced by run.sh and test.sh, which then find $ROOT and $PYTHON.
#
#   - a virtual environment in .venv with the locked dependencies, made by uv (fetched into .tools if there is none)
#   - Chromium: Playwright's own download where it can be reached, else the system's, else by apt when root
#
# A stamp with the hash of what was installed makes the second run skip all of it.

ROOT=$(cd "$(dirname "$0")/.." && pwd)
PYTHON="$ROOT/.venv/bin/python"
TOOLS="$ROOT/.tools"

say() { printf '%s\n' "$*" >&2; }

find_python() {
    for name in python3.11 python3.12 python3.13 python3.14 python3; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$name"
            return
        fi
    done
    say "Python 3.11 or newer is needed (Debian, Ubuntu: apt-get install python3; macOS: brew install python)"
    return 5
}

find_uv() {
    if command -v uv >/dev/null 2>&1; then
        command -v uv
        return
    fi
    if [ ! -x "$TOOLS/bin/uv" ]; then
        say "fetching uv into $TOOLS"
        if ! "$1" -m pip --version >/dev/null 2>&1 && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
            apt-get update -q >&2 && apt-get install -q -y --no-install-recommends python3-pip >&2
        fi
        "$1" -m pip install --quiet --disable-pip-version-check --target "$TOOLS" uv >&2 || {
            say "uv could not be fetched: install uv or pip for $1 and run this again"
            return 5
        }
    fi
    echo "$TOOLS/bin/uv"
}

hash_of() { cat "$ROOT/requirements.lock" "$ROOT/pyproject.toml" "$ROOT/setup.py" | cksum; }

install_packages() {
    stamp="$ROOT/.venv/installed"
    if [ -x "$PYTHON" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$(hash_of)" ]; then
        return
    fi
    python=$(find_python) || return
    uv=$(find_uv "$python") || return
    say "installing the locked dependencies into $ROOT/.venv (once; torch is large)"
    [ -x "$PYTHON" ] || "$uv" venv --quiet --python "$python" "$ROOT/.venv" >&2 || return
    "$uv" pip install --quiet --python "$PYTHON" --require-hashes -r "$ROOT/requirements.lock" >&2 || return
    "$uv" pip install --quiet --python "$PYTHON" --no-deps -e "$ROOT" >&2 || return
    hash_of >"$stamp"
}

has_chromium() {
    "$PYTHON" - <<'END' 2>/dev/null
import asyncio
from playwright.async_api import async_playwright
from iawce.data.render.chromium import find_chromium
async def main():
    async with async_playwright() as playwright:
        find_chromium(playwright)
asyncio.run(main())
END
}

install_chromium() {
    stamp="$ROOT/.venv/chromium"
    [ -e "$stamp" ] && return
    if ! has_chromium; then
        say "installing Chromium (once)"
        "$PYTHON" -m playwright install chromium >&2 2>/dev/null || true
    fi
    if ! has_chromium && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        apt-get update -q >&2 && apt-get install -q -y --no-install-recommends chromium fonts-liberation fonts-noto-cjk >&2 ||
            apt-get install -q -y --no-install-recommends chromium-browser >&2
    fi
    if has_chromium; then
        : >"$stamp"
    else
        say "no Chromium: install one (Debian, Ubuntu: apt-get install chromium) and run this again"
        return 5
    fi
}

install_packages || exit
install_chromium || exit
