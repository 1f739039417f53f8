# Sets up what a script needs, once; sourced by run.sh, train.sh and test.sh, which then find $ROOT and $PYTHON.
#
#   - a virtual environment in .venv with the locked dependencies, made by uv (fetched into .tools if there is none):
#     what a row needs, the extras of the package that $EXTRAS names, and pip, so that a user can install others
#   - Chromium: Playwright's own download where it can be reached, else the system's, else by apt when root
#
# A stamp with the hash of what was installed, and with the extras, makes the second run skip all of it. Extras are only
# ever added: a script that needs fewer leaves those of another.

ROOT=$(cd "$(dirname "$0")/.." && pwd)
PYTHON="$ROOT/.venv/bin/python"
TOOLS="$ROOT/.tools"

say() { printf '%s\n' "$*" >&2; }

# Pythons that a version manager compiled come last: without the optimisations of a distribution, a quarter slower.
find_python() {
    first=$(printf '%s' "$PATH" | tr : '\n' | grep -v -e '/\.\{0,1\}pyenv/' -e '/\.asdf/' -e '/mise/' | paste -s -d : -)
    for path in "${first:-$PATH}" "$PATH"; do
        for name in python3.11 python3.12 python3.13 python3.14 python3; do
            found=$(PATH="$path" command -v "$name") || continue
            if "$found" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
                echo "$found"
                return
            fi
        done
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

hash_of() { cat "$ROOT/requirements.lock" "$ROOT/pyproject.toml" "$ROOT/setup.py" "$ROOT/scripts/setup.sh" | cksum; }

# Whether all words of the first argument are in the second.
has_all() {
    for word in $1; do
        case " $2 " in *" $word "*) ;; *) return 1 ;; esac
    done
}

# Without a GPU, torch is installed without the gigabytes of CUDA, from where its makers keep it so; where that cannot
# be reached, the usual one is installed with the rest. One that is there already stays.
install_torch_for_cpu() {
    if [ "$(uname)" != Linux ] || [ -e /dev/nvidiactl ] || "$uv" pip show --quiet --python "$PYTHON" torch 2>/dev/null; then
        return
    fi
    pins=$(sed -n 's/^\(torch\(vision\)\{0,1\}==[^ ]*\) .*/\1/p' "$ROOT/requirements.lock")
    # shellcheck disable=SC2086 # two words
    UV_HTTP_RETRIES=0 "$uv" pip install --quiet --python "$PYTHON" --torch-backend cpu --no-deps $pins 2>/dev/null ||
        say "no torch for CPUs alone is at hand: the one with CUDA is installed, which is large"
}

install_packages() {
    stamp="$ROOT/.venv/installed" hash=$(hash_of) extras="$EXTRAS"
    if [ -x "$PYTHON" ] && [ -e "$stamp" ]; then
        { read -r stamped && read -r there; } <"$stamp" || there=
        if [ "$stamped" = "$hash" ] && has_all "$EXTRAS" "$there"; then
            return
        fi
        has_all "$EXTRAS" "$there" && extras=$there || extras="$EXTRAS${there:+ $there}"
    fi
    python=$(find_python) || return
    uv=$(find_uv "$python") || return
    say "installing the locked dependencies into $ROOT/.venv (once${extras:+; with those of $extras})"
    [ -x "$PYTHON" ] || "$uv" venv --quiet --seed --python "$python" "$ROOT/.venv" >&2 || return
    case " $extras " in *" train "* | *" all "*) install_torch_for_cpu ;; esac
    set -- --quiet --python "$PYTHON" --verify-hashes --constraints "$ROOT/requirements.lock"
    for extra in $extras; do set -- "$@" --extra "$extra"; done
    "$uv" pip install "$@" --requirements "$ROOT/pyproject.toml" >&2 || return
    "$uv" pip install --quiet --python "$PYTHON" --no-deps -e "$ROOT" >&2 || return
    # The package as links, so that a folder called iawce beside a program, such as this one, is not taken for it.
    echo "$ROOT/.typings" >"$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/iawce_checkout.pth"
    printf '%s\n%s\n' "$hash" "$extras" >"$stamp"
}

has_chromium() {
    "$PYTHON" - <<'END' 2>/dev/null
import asyncio
from playwright.async_api import async_playwright
from iawce.data.render.chromium import installed_browsers
async def main():
    async with async_playwright() as playwright:
        installed_browsers(playwright)
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
        apt-get update -q >&2 && for browser in chromium-headless-shell chromium chromium-browser; do
            apt-get install -q -y --no-install-recommends "$browser" fonts-liberation fonts-noto-cjk >&2 && break
        done
    fi
    if has_chromium; then
        : >"$stamp"
    else
        say "no Chromium: install one (Debian: apt-get install chromium-headless-shell) and run this again"
        return 5
    fi
}

install_packages || exit
install_chromium || exit
