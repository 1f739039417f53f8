"""Every command line of the documents and the container that can run without the network does, on a small site."""

import gzip
import json
import re
import shutil
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from PIL import Image

from iawce.models.page_type import explain
from iawce.scripts.cli import gather_verbs
from tests.conftest import ROOT, Site
from tests.data.datasets.test_gold_sets import TRUTH
from tests.data.sources.archives import page_record
from tests.docs.test_command_lines import LINES
from tests.extract.templates.site.made_pages import article, book
from tests.scripts.commands import IAWCE, iawce
from tests.train.correction.labelled_site import write_labels

PARSED = {
    "train --model": "takes hours: train/",
    "run.engine=ray": "starts a cluster: extract/pipeline/distributed/",
    "runs/resnet101": "needs a network that someone has trained",
    "runs/mine": "needs a network that someone has trained",
}
"""Lines that are only parsed, by a word of theirs or their first two, and why."""
ENDED = ("serve", "label")
"""Commands that run until someone ends them."""
SMALLER = {
    "--system": {"all": "iawce", "trafilatura": "all-text"},
    "--max-pages": {"2000": "2", "5000": "3"},
    "run.shard=1/64": "run.shard=1/1",
    "--public-only": None,  # the site is on this machine
    "/in/urls.txt": "urls.txt",
    "/data/archives": "folder",
    "/run/secrets/tokens": "tokens.txt",
    "serve.jobs=/var/lib/iawce/jobs.sqlite": "serve.jobs={folder}/jobs.sqlite",
    "postgresql+psycopg://iawce@database/iawce": "sqlite:///{folder}/rows.db",
    "postgresql+psycopg://USER@HOST/DATABASE": "sqlite:///{folder}/crawled.db",
    "sqlite:///posts.db": "sqlite:///{folder}/posts.db",
    "sqlite:///shop.db": "sqlite:///{folder}/shop.db",
}
"""Words that become others, after an option or anywhere; None: left out. Of a server, data/sinks/test_postgresql.py."""
QUICK = {
    "render": ("-s", "run.processes=0"),
    "sample": ("--sample", "7"),
    "step": ("--step", "row"),
    "max_pages": ("-s", "politeness.delay=0"),
    "port": ("--port", "0"),
}
"""Added to commands with such a parameter, unless the line says something of it."""
PROSE = "Boat {0} leaves the island at {0} in the afternoon, and whoever is late waits for the next tide, as we did. "


def prose(number: int) -> str:
    """An article, on which two readers remark."""
    said = "".join(
        f"<li class=comment><cite>{name}</cite> <time datetime=2024-05-02>2 May 2024</time><p>{PROSE.format(name)}"
        for name in ("Ruth", "Mara", "Jonas")
    )
    text = f"<p>{PROSE.format(number) * 4}" * 3
    main = f"<main><h1>Boats {number}</h1>{text}</main>"
    return f"<title>Boats {number}</title>{main}<h2>3 comments</h2><ol class=comments>{said}</ol>"


def thread(first: int) -> str:
    """A thread, which quotes."""
    posts = "".join(
        f"<div class=post id=p{number}><b class=user>Ruth{number}</b> "
        f"<time datetime=2024-05-1{number}>1{number} May 2024</time><p>{PROSE.format(number)}</div>"
        for number in range(first, first + 5)
    )
    return f"<title>Boats</title><h1>Boats</h1>{posts}<div class=quote><span class=text>Word</span> ISBN: 97836</div>"


NUMBERS = range(1, 9)
DESKS = (
    "<title>Desks</title><h1>Desks</h1><table><tr><th>Desk<th>Price<th>ISBN"
    + "".join(f"<tr class=quote><td><span class=text>Desk {n}</span><td>{n}9.50 EUR<td>97836{n}" for n in NUMBERS)
    + "</table><ul>"
    + "".join(f"<li class=desk><a href=/d/{n}><h2>Desk {n}</h2></a><b class=price>{n}9.50 EUR</b>" for n in NUMBERS)
    + "</ul>"
)


def is_browser_needed(path: Path, words: list[str]) -> bool:
    """Whether a line needs a browser, or what a line before it made with one."""
    pictured = words[0] == "inspect" and words[-1].endswith(".png")
    return (
        path.name == "sites.md"
        or pictured
        or "snapshots" in words
        or "screenshot" in words[-1]
        or "render." in str(words)
        or "--paper" in words
    )


def reason_not_to_run(words: list[str]) -> str:
    read = (word for before, word in pairwise(words) if before != "-o" and set(word) & set("/="))
    keys = {words[0], " ".join(words[:2]), *read}
    return next((reason for key, reason in PARSED.items() if key in keys), "")


TO_RUN = [(path, words) for path, words in LINES if not reason_not_to_run(words) and "…" not in str(words)]
PLAIN = sorted({path for path, words in TO_RUN if not is_browser_needed(path, words)})
RENDERED = sorted({path for path, words in TO_RUN if is_browser_needed(path, words)})


@pytest.fixture
def folder(server: Site, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The files that the lines name, and a site."""
    articles = ("page", "news", "book", "folder/a", "folder/b", "saved/a/1", "saved/2")
    texts = {f"{name}.html": prose(number) for number, name in enumerate(articles)}
    texts |= {f"{name}.html": article(number) for number, name in enumerate(("new", "new-pages/1", "new-pages/2"), 9)}
    texts |= {f"{name}.html": DESKS for name in ("page1", "page2", "board")}
    texts |= {f"{name}.html": thread(number) for number, name in enumerate(("thread", "pages/1", "pages/2", "more/1"))}
    texts |= {"tokens.txt": "x" * 40, "my.toml": "[render]\nscrolls = 1\n"}
    match request.node.callspec.params["path"].name:
        case "records.md":
            texts["page.html"] = DESKS
        case "sites.md":
            texts |= {f"pages/{number}.html": book(number) for number in range(6)}
            texts["examples.json"] = '{"2.html": {"number": "9780000000002"}}'
    texts["corpus.toml"] = '[corpus]\ntypes = ["article"]\n'
    texts["fields.toml"] = re.findall(r"```toml\n(.*?)```", (ROOT / "docs/fields.md").read_text("utf-8"), re.S)[0]
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for number in range(6):
        server.add(f"/{number}", article(number + 40))
    server.add("/", prose(1) + "<p id=results><a href=/page>more</a>")
    for name, text in (("/desks", DESKS), ("/t/9", thread(1)), ("/page", prose(2))):
        server.add(name, text)
    for name in ("urls.txt", "addresses.txt"):
        (tmp_path / name).write_text("".join(f"{server.url}/{number}\n" for number in range(6)))
    (tmp_path / "crawl.warc.gz").write_bytes(gzip.compress(page_record(1) + page_record(2)))
    for name in ("pictures", "runs", "MY_PAGES"):
        (tmp_path / name).mkdir()
    Image.new("RGB", (300, 500), "white").save(tmp_path / "pictures/1.png")
    write_labels(tmp_path / "LABELS", range(2))
    gate = ROOT / "tests/gate/pages"
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    for number, name in enumerate(("article-bare", "forum-bare")):
        for suffix in (".html", ".txt"):
            shutil.copy(gate / f"{name}{suffix}", tmp_path / "MY_PAGES")
        for place, text in (("html", (gate / f"{name}.html").read_text()), ("ground-truth", json.dumps(TRUTH))):
            file = tmp_path / f"sets/wcxb/dev/{place}/{number:04}.{'html' if place == 'html' else 'json'}"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    return tmp_path


@pytest.fixture(scope="module")
def program() -> Any:
    return typer.main.get_command(gather_verbs())


def as_run(words: list[str], program: Any, folder: Path, site: str, *, rendered: bool) -> list[str]:
    """A line on the small site, and not longer than needed."""
    found, before = list[str](), ""
    for word in words:
        given = SMALLER.get(before)
        other = given.get(word, word) if isinstance(given, dict) else SMALLER.get(word, word)
        if isinstance(other, str) and other.startswith("https://") and before not in ("--contact", "--base-url"):
            other = f"{site}/{other.split('/', 3)[3]}"
        if isinstance(other, str):
            shown = other.format(folder=folder) if "{folder}" in other else other
            paths = sorted(str(one.relative_to(folder)) for one in folder.glob(shown)) if "*" in shown else []
            found += paths or [shown]
        elif other is not None:
            found.append(word)
        before = word
    command = program
    for word in words:
        command = getattr(command, "commands", {}).get(word, command)
    known = {one.name for one in command.params}
    more = [
        one
        for name, added in QUICK.items()
        if name in known and added[0] not in {"--sample", "--step"} & set(words)
        for one in added
    ]
    more += [] if rendered or "render" not in known or "--render" in words else ["--render", "never"]
    return found + more


def run_lines(path: Path, folder: Path, program: Any, site: str, *, rendered: bool) -> None:
    wrong = list[str]()
    for words in (words for page, words in TO_RUN if page == path and is_browser_needed(page, words) is rendered):
        line = as_run(words, program, folder, site, rendered=rendered)
        if "-o" in line and not {"--resume", "--overwrite"} & set(line) and "LABELS" not in line[-2:]:
            remove(folder / line[line.index("-o") + 1])
        if "export.json" in line:
            shutil.copy(folder / "tasks.json", folder / "export.json")  # as if it was edited there
        if "rows.jsonl" in line and words[0] == "inspect":
            assert iawce("extract", "page.html", "-o", "rows.jsonl", "--render", "never", folder=folder).returncode == 0
        if words[:2] == ["label", "RUN"]:
            kept = ("urls.txt", "-o", "RUN/", "--snapshots", "kept", "--render", "never")
            assert iawce("extract", *kept, folder=folder).returncode == 0
        if words[:2] == ["train", "--init"]:  # the sitting before it labelled nothing
            remove(folder / "labels")
            write_labels(folder / "labels", range(6))
        if words[0] in ENDED:
            code, said = end_when_it_listens(line, folder)
        else:
            done = iawce(*line, text=article(1).encode(), folder=folder)
            code, said = done.returncode, done.stderr
        wrong += [f"{' '.join(line)} ends with {code}: {said}"] if code else []
    assert not wrong, "\n".join(wrong)


def end_when_it_listens(line: list[str], folder: Path) -> tuple[int, str]:
    """Start a command, ask for its page, and end it as Ctrl-C does; 0 if it ended so, and what it said."""
    command, said, asked = [*IAWCE, *line], "", False
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 - ourselves
        assert process.stderr is not None
        for shown in process.stderr:
            said += shown
            if not asked and (address := re.match(r"http://\S+", shown)):
                assert httpx.get(address[0].replace("0.0.0.0", "127.0.0.1"), timeout=600).status_code < 500  # noqa: S104
                process.send_signal(signal.SIGINT)
                asked = True
        code = process.wait()
    return int(code != 128 + signal.SIGINT), f"{said} ({code})"


def remove(output: Path) -> None:
    """What a line before this one wrote to the same output."""
    for one in (output, output.with_name(f"{output.stem}_pages")):
        shutil.rmtree(one) if one.is_dir() else one.unlink(missing_ok=True)


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.name)
def test_lines_run(path: Path, folder: Path, program: Any, server: Site) -> None:
    run_lines(path, folder, program, server.url, rendered=False)


@pytest.mark.browser
@pytest.mark.parametrize("path", RENDERED, ids=lambda path: path.name)
def test_lines_that_need_a_browser_run(
    path: Path, folder: Path, program: Any, server: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explain, "ROWS", 2)  # each part of a picture is asked for in turn, which takes seconds
    monkeypatch.setattr(explain, "COLUMNS", 2)
    if path.name == "page-types.md":
        assert iawce("render", "page.html", folder=folder).returncode == 0
    run_lines(path, folder, program, server.url, rendered=True)


def test_the_others_are_known() -> None:
    """They are printed, with the reason: ``pytest -s``."""
    left = {
        " ".join((path.name, *words)): reason_not_to_run(words) for path, words in LINES if (path, words) not in TO_RUN
    }
    sys.stdout.writelines(f"only parsed: {line} ({reason})\n" for line, reason in left.items())
    assert len(left) < len(LINES) / 4
    assert all(left.values())
    assert set(left.values()) == set(PARSED.values())
