"""``iawce label`` and ``iawce labels``: a sitting from its start to Ctrl-C, and labels in the forms of others."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from iawce.data.datasets.page_labels import read_labels
from tests.conftest import ROOT
from tests.scripts.commands import IAWCE, iawce

CLOSED = ("-s", "label.open=false")
"""No browser is opened."""


@contextmanager
def started(command: list[str]) -> Iterator["subprocess.Popen[str]"]:
    """A process that ends with the test, whatever becomes of it."""
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        try:
            yield process
        finally:
            process.kill()


def test_a_sitting_shows_what_is_not_labelled_and_keeps_what_is_said(pages: Path, tmp_path: Path) -> None:
    sources = [pages / name / "source.html" for name in ("article-news", "list-links")]
    for count in (1, 2):
        command = [*IAWCE, "label", *sources, "-o", tmp_path, "--render", "never"]
        with started([*map(str, command), *CLOSED]) as process:
            assert process.stderr is not None
            address = process.stderr.readline().strip()
            with httpx.Client(base_url=address, timeout=600) as http:
                while not (shown := re.search(r'data-id="([0-9a-f]{64})"', http.get("").text)):
                    now = http.get("progress").json()
                    assert now["is_reading"] or now["waiting"]
                answer = {"id": shown[1], "type": "list", "content": [0], "records": []}
                assert http.post("confirm", json=answer).status_code == 200
            process.send_signal(signal.SIGINT)
            said = process.stderr.read()
            process.wait()
        assert process.returncode == 128 + signal.SIGINT
        assert f": {count}\n" in said
    assert {Path(label.ref) for label in read_labels(tmp_path)} == set(sources)


def test_tasks_of_label_studio_are_answered_and_their_labels_read(pages: Path, tmp_path: Path) -> None:
    source, file, labels = pages / "article-news" / "source.html", tmp_path / "tasks.json", tmp_path / "labels"
    done = iawce("labels", "tasks", source, "--labels", labels, "-o", file, "--render", "never")
    assert done.returncode == 0, done.stderr
    (task,) = json.loads(file.read_text("utf-8"))
    (predicted,) = task["predictions"]
    assert predicted["result"][0]["value"] == {"choices": ["article"]}
    file.write_text(json.dumps([task | {"annotations": [{"result": predicted["result"]}]}]), "utf-8")
    assert iawce("labels", "import", file, "-o", labels).returncode == 0
    (label,) = read_labels(labels)
    assert label.type == "article"
    assert label.content
    assert iawce("labels", "export", labels, "--format", "gold", "-o", tmp_path / "gold").returncode == 0
    assert "Jonas Ek" in next((tmp_path / "gold").glob("*.txt")).read_text("utf-8")
    assert iawce("labels", "export", labels, "--format", "gold", "-o", tmp_path / "gold").returncode == 2, "it is kept"


@pytest.mark.parametrize(
    "arguments",
    [("labels", "export", "none", "--format", "images"), ("labels", "import", "none.json"), ("label", "none.jsonl")],
)
def test_missing_sources_give_a_message(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    more = (*CLOSED, "--render", "never") if arguments[0] == "label" else ()
    done = iawce(*arguments, "-o", tmp_path / "out", *more)
    assert (done.returncode, "none" in done.stderr) == (2, True)


def test_an_empty_folder_is_refused_before_its_pages_are_shown(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = iawce("label", tmp_path / "empty", "-o", tmp_path / "out", *CLOSED, "--render", "never")
    assert done.returncode == 2
    assert "no page" in done.stderr and "http://" not in done.stderr
