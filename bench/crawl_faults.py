"""The cost of faulty servers: pages of mirrored sites, some of them slow, broken, huge or without end.

    python -m bench crawl_faults --sites PATH/sites

The same addresses are extracted twice by plain HTTP, from correct servers, and from servers with faults for a share of
the addresses: an answer after 3 s, a closed connection, always status 500, status 503 once, redirects in a circle, 30
MB, an endless slow answer. Prints a row for each fault with the reasons of its pages, whether each address has exactly
one row, and pages a second in both cases.
"""

import random
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Annotated

import typer

from bench.common.mirror_servers import LoggedMirror, serve_mirrors
from iawce.data.limits import Limits
from iawce.data.network.politeness import Politeness
from iawce.data.network.settings import NetworkSettings
from iawce.data.render.settings import RenderSettings
from iawce.extract import Extractor

FAULTS = ("slow", "reset", "error", "busy_once", "circle", "huge", "endless")
SLOW = 3.0


class Faulty(LoggedMirror):
    """``faults``: fault by path; empty without faults."""

    faults: dict[str, str] = {}  # noqa: RUF012 - filled before anybody asks

    def answer(self) -> None:
        fault = self.faults.get(self.path, "")
        if fault == "slow":
            time.sleep(SLOW)
        elif fault == "reset":
            self.connection.close()
            return
        elif fault == "error" or (fault == "busy_once" and self.log.pages[self.path] == 1):
            self.send_response(500 if fault == "error" else 503)
            self.send_header("Retry-After", "1")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        elif fault == "circle":
            self.send_response(302)
            self.send_header("Location", self.path)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        elif fault in ("huge", "endless"):
            self._send_on(is_huge=fault == "huge")
            return
        super().answer()

    def _send_on(self, *, is_huge: bool) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        for _ in range(300 if is_huge else 10_000):
            self.wfile.write(b"<p>more " * (12_500 if is_huge else 1))
            if not is_huge:
                time.sleep(0.1)


def timed(urls: list[str], timeout: float) -> tuple[dict[str, list[str]], float]:
    """The reasons of the rows of each address, and pages a second."""
    network = NetworkSettings(fetch=True, politeness=Politeness(retries=2))
    settings, found = RenderSettings(deadline=timeout), defaultdict[str, list[str]](list)
    with Extractor(network=network, render_settings=settings, workers=8, processes=2, limits=Limits()) as extractor:
        started = time.perf_counter()
        for row in extractor.extract_many(urls, ordered=False):
            found[row.url].append(row.reason or str(row.status))
        return found, len(urls) / (time.perf_counter() - started)


def main(
    sites: Annotated[Path, typer.Option(help="Folder with SITE.tar.xz and SITE.json.")],
    count: Annotated[int, typer.Option(min=1, help="Pages.")] = 500,
    share: Annotated[float, typer.Option(min=0, max=1, help="Share of them with a fault.")] = 0.14,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds for a page.")] = 10.0,
) -> None:
    choose = random.Random(0)
    with serve_mirrors(sites, Faulty) as found:
        every = [(site, path) for site in found for path in site.paths]
        urls = [site.url(path) for site, path in choose.sample(every, min(count, len(every)))]
        plain, rate = timed(urls, timeout)
        faulty = choose.sample(urls, int(share * len(urls)))
        of_url = {url: FAULTS[number % len(FAULTS)] for number, url in enumerate(faulty)}
        Faulty.faults = {"/" + url.split("/", 3)[3]: fault for url, fault in of_url.items()}
        for site in found:
            site.log.starts.clear()
        rows, faulty_rate = timed(urls, timeout)
    print("| fault | pages | rows |\n| --- | --- | --- |")
    for fault in ("", *FAULTS):
        reasons = Counter(reason for url in urls if of_url.get(url, "") == fault for reason in rows[url])
        shown = ", ".join(f"{times} `{reason}`" for reason, times in reasons.most_common())
        print(f"| {fault or 'none'} | {sum(of_url.get(url, '') == fault for url in urls)} | {shown} |")
    once = sum(len(rows[url]) == 1 for url in urls)
    print(
        f"\n{once} of {len(urls)} addresses have one row ({sum(len(plain[url]) == 1 for url in urls)} without faults)"
    )
    print(f"{rate:.2f} pages/s without faults, {faulty_rate:.2f} with {len(faulty)} faults")
