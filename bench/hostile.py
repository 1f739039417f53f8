"""A campaign of hostile inputs in a network namespace without a way out: is each answered as promised?

    python -m bench hostile
    python -m bench hostile --group markup --group growth

Each group tries what it can in a bounded time: spellings of forbidden addresses (never dialled), answers of servers and
pages with scripts (their rows, and the next good page as ever), random markup (one row, no defect), commands that are
killed (no row lost, repeated or altered), two commands on one output (one is refused), damaged files (a message),
requests to the service (no error of its own), texts in the inspector (no script runs), and the CPU time of pages of
10 kB and 1 MB, as a power of the size. Prints tried and as promised, and what was not; ends with 1 if any was not.
"""

import asyncio
import os
import random
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import httpx
import typer

from bench.service import BAD, PAGE
from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress
from iawce.data.network.egress_filter import EgressFilter
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Html
from iawce.extract import Extractor
from tests.bad_inputs import test_bytes, test_live, test_pages
from tests.bad_inputs.growing_pages import FAMILIES, growth
from tests.bad_inputs.rows import GOOD
from tests.bad_inputs.spellings import spellings
from tests.bad_inputs.tries import Tries, damaged_files, held_rows, shown_pages
from tests.conftest import serving
from tests.data.dom.markup import ODD_PARTS
from tests.data.network.public_internet import PUBLIC, PublicInternet
from tests.data.network.test_public import PRIVATE
from tests.kills.contended_output import Rows, compare_outputs, hold, start
from tests.kills.contests import contests, make_pages
from tests.kills.service_process import ServiceProcess

ROOT = Path(__file__).resolve().parent.parent
MOST = 1.1  # Power of the size that still counts as linear: larger pages leave the caches
HOSTS = (b"a b", b"[::1", b"evil.test:99999", b"x" * 5000, b"127.0.0.1@evil.test", b"\xe9.test")


def addresses() -> Tries:
    internet = PublicInternet({}, {})
    for url in (url for private in PRIVATE for url in spellings(private)):
        gate, reason = EgressFilter(NetworkSettings(internet=internet, public_only=True)), ""
        try:
            asyncio.run(gate.admit(WebAddress.parse(url)))
        except PageError as error:
            reason = error.reason
        yield url, bool(reason) and not internet.dialled


def answers() -> Tries:
    with serving() as site, serving() as other:
        site.add("/inside", "", 302, Location="http://inside.test/")
        site.add("/asks", f"{GOOD}<img src=http://inside.test/a.png><iframe src=http://169.254.169.254/></iframe>")
        for path, body in {"/good": GOOD, "/poll": "", "/worker.js": ""}.items():
            other.add(path, body)
        internet = PublicInternet(test_live.NAMES, {PUBLIC: site.url})
        with Extractor(network=NetworkSettings(internet=internet), workers=6) as extractor:
            yield from held_rows(test_live.ENDING, extractor, site)
        yield "nothing inside was reached", internet.reached <= {PUBLIC}
        with Extractor(workers=6) as extractor:
            yield from held_rows(test_pages.INPUTS, extractor, other)


def markup() -> Tries:
    chance = random.Random(1)
    with Extractor(render="never") as extractor:
        yield from held_rows(test_bytes.INPUTS, extractor)
        for _ in range(400):
            body = "".join(chance.choices(ODD_PARTS, k=chance.randint(1, 60)))
            row = extractor.extract(Html(f"{GOOD}{body}"))
            yield body, not row.reason.startswith("internal") and bool(row.to_json().encode())


def kills() -> Tries:
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        for contest in contests(*make_pages(Path(folder), 300)):
            if contest.name in {"rows.jsonl", "rows.db", "run", "folder", "table.csv"}:
                outcome = hold(contest, 2, chance, Path(folder))
                yield from [(contest.name, not any(outcome[3:]))] * outcome.kills


def pairs() -> Tries:
    with tempfile.TemporaryDirectory() as folder:
        for contest in contests(*make_pages(Path(folder), 200)):
            calm, target = Path(folder, f"calm-{contest.name}"), Path(folder, contest.name)
            start(contest.command(calm)).communicate()
            both = [start(contest.command(target)) for _ in range(2)]
            codes = sorted(process.wait() for process in both if process.communicate())
            same = compare_outputs(Rows(contest.rows(calm)), Rows(contest.rows(target)))
            yield contest.name, codes in ([0, 2], [0, 0]) and not any(same[1:])


def service() -> Tries:
    with (
        tempfile.TemporaryDirectory() as folder,
        ServiceProcess(Path(folder, "jobs.sqlite"), "--render", "never") as served,
        httpx.Client(base_url=served.address, timeout=60) as http,
    ):
        for body, path in BAD:
            code = 413
            with suppress(httpx.TransportError):  # closed while a body is still being sent
                code = http.post(path, content=body, headers={"Content-Type": "application/json"}).status_code
            yield f"{path} {body[:40]!r}", 400 <= code < 500
        for host in HOSTS:
            answer = http.post("/v1/extract", json={"html": GOOD}, headers={b"Host": host})
            yield repr(host), 400 <= answer.status_code < 500
        yield "a good page", "Harbour" in http.post("/v1/extract", json={"html": PAGE.format(1)}).json()["text"]


def growing() -> Tries:
    with Extractor(render="never") as extractor:
        extractor.extract(b"<p>The first page loads what all need.")
        for family in FAMILIES:
            power, seconds = growth(family, extractor, (10_000, 1_000_000))
            yield f"{family}: n^{power:.2f}, {seconds:.1f} s", power <= MOST


GROUPS = {
    "addresses": addresses, "answers": answers, "markup": markup, "kills": kills, "two commands": pairs,
    "damaged files": lambda: damaged_files(12), "service": service, "pages that show": shown_pages, "growth": growing,
}  # fmt: skip


def main(
    group: Annotated[list[str] | None, typer.Option(help=f"One of {', '.join(GROUPS)}; all if left out.")] = None,
) -> None:
    if "IAWCE_HOSTILE" not in os.environ:  # again, where this machine's own loopback is all there is
        alone = ("unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
        command = (*alone, sys.executable, "-m", "bench", *sys.argv[1:])
        known = os.environ | {"IAWCE_HOSTILE": "1"}
        raise typer.Exit(subprocess.run(command, env=known, cwd=ROOT, check=False).returncode)  # noqa: S603
    wrong = list[str]()
    print("| group | tried | as promised |\n| --- | --: | --: |")
    for name in group or GROUPS:
        tries = list(GROUPS[name]())
        missed = [what for what, is_kept in tries if not is_kept]
        print(f"| {name} | {len(tries):,} | {len(tries) - len(missed):,} |", flush=True)
        wrong += [f"{name}: {what[:300]!r}" for what in missed]
    print("", *wrong, sep="\n")
    raise typer.Exit(bool(wrong))
