"""The command ``iawce crawl``."""

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import pytest

from iawce.data.sinks import read_rows
from iawce.extract.output.row_schema import row_schema
from iawce.scripts import console
from tests.conftest import ROOT, Site
from tests.extract.crawl.site import article, blog, serve_pages
from tests.scripts.commands import iawce

QUICK = ("--render", "never", "-s", "run.workers=1", "-s", "run.processes=0", "--contact", "mail@example.org")


def rows_of(run: Path) -> Counter[str]:
    return Counter(str(row["url"]) for row in read_rows(f"{run}/", row_schema()))


def test_a_crawl_reports_the_outcome_of_all_addresses_and_is_continued(site: Site, tmp_path: Path) -> None:
    pages = blog(2)
    pages["/"] = pages["/"].replace("</main>", "<a href=/x/x/x/x>on</a><a href=https://example.org/>x</a></main>")
    serve_pages(site, pages)
    crawl = ("crawl", site.url, "-o", f"{tmp_path}/run/", *QUICK, "--exclude", "/about")
    done = iawce(*crawl, "--max-pages", 5)
    assert done.returncode == 0
    assert sum(rows_of(tmp_path / "run").values()) == 5
    assert "addresses are still to be opened" in done.stderr
    assert not re.search(r"\d+ of \d+ pages", done.stderr), "how many there will be is not known"
    done = iawce(*crawl, "--resume")
    assert done.returncode == 0
    assert rows_of(tmp_path / "run") == Counter(site.url + path for path in pages if path != "/about")
    assert "1 trap/repeated_path" in done.stderr
    assert "1 excluded" in done.stderr
    assert "off_site" in iawce(*crawl, "--overwrite").stderr


def test_the_summary_of_a_continued_crawl_covers_all_of_it(site: Site, tmp_path: Path) -> None:
    names = "".join(f"<url><loc>{site.url}/a/entry-number-{n}</loc></url>" for n in range(4))
    pages = {f"/a/entry-number-{n}": article(n) for n in range(4)} | {"/map.xml": f"<urlset>{names}</urlset>"}
    serve_pages(site, pages, {"/map.xml": "application/xml"})
    crawl = (
        "crawl",
        f"{site.url}/map.xml",
        "-o",
        f"{tmp_path}/run/",
        *QUICK[:4],
        "--exclude",
        "/",
        "--exclude",
        "/about",
    )
    first = iawce(*crawl, "--max-pages", 2)
    assert "--contact" not in first.stderr, "nobody else is asked"
    again = iawce(*crawl, "--resume")
    assert first.returncode == again.returncode == 0, again.stderr
    assert "2 pages are done already" in again.stderr, "a sitemap is no page"
    assert "4 with those done before" in again.stderr
    assert "pages: 4 article" in again.stderr
    assert "2 excluded" in again.stderr
    assert "1 sitemap" in again.stderr


def test_links_that_a_page_asks_not_to_follow_are_counted(site: Site, tmp_path: Path) -> None:
    pages = blog(1)
    pages["/"] = pages["/"].replace("<title>", "<meta name=robots content=nofollow><title>")
    serve_pages(site, pages)
    crawl = ("crawl", site.url, "-o", f"{tmp_path}/run/", *QUICK)
    done = iawce(*crawl)
    assert (done.returncode, len(rows_of(tmp_path / "run"))) == (0, 1)
    said = f"links that their pages ask not to follow: {len(pages) - 1}; -s network.robots=false follows them"
    assert said in done.stderr
    everything = iawce(*crawl, "--overwrite", "-s", "network.robots=false")
    assert len(rows_of(tmp_path / "run")) == len(pages)
    assert "ask not to follow" not in everything.stderr


def test_a_crawl_is_not_continued_with_other_settings(site: Site, tmp_path: Path) -> None:
    serve_pages(site, blog(1))
    crawl = ("crawl", site.url, "-o", f"{tmp_path}/run/", *QUICK)
    assert iawce(*crawl, "--max-pages", 1).returncode == 0
    assert iawce(*crawl).returncode == 2
    done = iawce(*crawl, "--resume", "--exclude", "/about")
    assert done.returncode == 2
    assert "exclude" in done.stderr


def test_seeds_that_cannot_be_crawled_give_a_message(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>words")
    done = iawce("crawl", page, "-o", f"{tmp_path}/run/", *QUICK)
    assert (done.returncode, "no seed is an address" in done.stderr) == (2, True)
    done = iawce("crawl", "http://127.0.0.1/", "-o", f"{tmp_path}/run/", *QUICK, "-s", "scope.domains=http://[")
    assert (done.returncode, "domains are hosts" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        ("example.org", "example.org: no such file; did you mean https://example.org ?"),
        ("nonsense", "nonsense: there is no such file or folder"),
        ("none.txt", "none.txt: there is no such file or folder"),
    ],
)
def test_a_seed_that_is_neither_an_address_nor_a_file_is_refused(seed: str, message: str, tmp_path: Path) -> None:
    done = iawce("crawl", seed, "-o", f"{tmp_path}/run/", *QUICK)
    assert (done.returncode, message in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("output", ["rows.jsonl", "rows.csv", "sqlite:///rows.db"])
def test_a_file_is_no_folder_of_a_run(output: str, tmp_path: Path) -> None:
    done = iawce("crawl", "http://127.0.0.1:9/", "-o", output if ":" in output else tmp_path / output, *QUICK)
    assert (done.returncode, "--rows takes a file or an address" in done.stderr) == (2, True)
    assert not (tmp_path / output).exists()


def test_a_wrong_line_among_seeds_is_named_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("http://127.0.0.1:9/\nexample.org/path\n", encoding="utf-8")
    done = iawce("crawl", tmp_path / "list.txt", "-o", f"{tmp_path}/run/", *QUICK)
    assert "did you mean https://example.org/path ?; this seed is left out" in done.stderr
    assert done.returncode == 3, "the other seed was opened, and nothing answers there"


def test_without_the_extra_there_is_a_message(tmp_path: Path) -> None:
    crawling = ("iawce.extract.crawl.", "iawce.scripts.crawl")
    absent = {name: None for name in sys.modules if name.startswith(crawling)} | {"scrapy": None}
    with patch.dict(sys.modules, absent):
        for name in absent:
            if name != "scrapy":
                del sys.modules[name]
        done = iawce("crawl", "http://127.0.0.1/", "-o", f"{tmp_path}/run/", *QUICK)
    assert (done.returncode, "pip install 'iawce[crawl]'" in done.stderr) == (5, True)


@pytest.mark.slow
def test_a_crawl_that_is_killed_loses_nothing(site: Site, tmp_path: Path) -> None:
    pages = blog(6)
    log = serve_pages(site, pages)
    command = [sys.executable, "-m", "iawce.scripts", "crawl", site.url, "-o", f"{tmp_path}/run/", *QUICK]
    command += ["-s", "politeness.delay=0.05", "-s", "politeness.per_host=1"]
    for asked in (5, 15, 25):
        process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)  # noqa: S603 - ourselves
        while len(log.starts) < asked and process.poll() is None:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        command = [*command, "--resume"] if "--resume" not in command else command
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0  # noqa: S603
    assert rows_of(tmp_path / "run") == Counter(site.url + path for path in pages)
    assert log.most == 1


def test_pages_that_fail_are_not_counted_against_the_most_that_are_opened(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "EVERY", 0.0)
    links = "".join(f"<p><a href=/gone/{number}>Gone {number}</a>" for number in range(4))
    serve_pages(site, {"/": f"<title>Links</title><main>{links}</main>"})
    done = iawce("crawl", site.url, "-o", f"{tmp_path}/run/", *QUICK, "--max-pages", 1)
    lines = [line for line in done.stderr.splitlines() if "pages/s" in line]
    assert lines and not [line for line in lines if " of 1 page" in line]


def test_rows_of_a_crawl_have_the_chosen_columns(site: Site, tmp_path: Path) -> None:
    serve_pages(site, blog(1))
    crawl = ("crawl", site.url, "-o", f"{tmp_path}/run", *QUICK, "-s", "output.columns=url,metadata.authors")
    assert iawce(*crawl, "--max-pages", 2).returncode == 0
    assert iawce(*crawl, "--resume").returncode == 0
    written = gzip.decompress(b"".join(file.read_bytes() for file in (tmp_path / "run" / "rows").iterdir()))
    rows = list(map(json.loads, written.splitlines()))
    assert {tuple(row) for row in rows} == {("url", "metadata.authors")}
    assert len(rows) == len(blog(1))
    assert iawce(*crawl[:-1], "output.columns=titel", "--overwrite").returncode == 2
