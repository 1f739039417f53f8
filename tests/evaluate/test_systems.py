"""Systems in processes of their own, and our baselines."""

import os
import sys
from unittest.mock import Mock

import pytest
from rapidfuzz.distance import Levenshtein

from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing
from iawce.evaluate.outputs import Worker
from iawce.evaluate.systems import SYSTEMS
from iawce.evaluate.systems.mdr import find_regions, record_texts

SENTENCE = "The lighthouse keeper wrote a letter about the harbour, and nobody in the town ever answered it. "
ARTICLE = (
    "<html><head><title>A letter</title></head><body><nav><a href=/a>Home</a> <a href=/b>News</a></nav>"
    f"<article><h1>A letter</h1>{f'<p>{SENTENCE * 4}</p>' * 6}</article><footer>Imprint</footer></body></html>"
)
CARDS = "".join(
    f"<div class=c><div><h3><a href=/{n}>Title {n}</a></h3><p>Text of number {n}</p></div></div>" for n in range(7)
)


@pytest.mark.parametrize("name", sorted(set(SYSTEMS) - {"mdr", "iawce-posts"}))
def test_every_system_takes_an_article_out(name: str) -> None:
    with Worker(name) as worker:
        output = worker.ask(ARTICLE, "https://x.example/letter")
    assert not output.error
    assert "lighthouse keeper" in output.text
    assert output.seconds > 0
    assert 10 < output.peak_mb < 2000


def test_a_system_that_is_not_installed_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "goose3.py").write_text("raise ModuleNotFoundError(name='goose3')")  # type: ignore[operator]
    with pytest.raises(EnvironmentMissing, match=r"goose3: .+ pip install 'iawce\[bench\]'"):
        Worker("goose3")


@pytest.fixture
def rogue(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    """In place of jusText, a system that does on each page what the page says."""
    body = (
        "import os, time\n"
        "def get_stoplist(_): return ()\n"
        "def justext(html, _):\n"
        "    print('noise on stdout', flush=True)\n"
        "    if html == 'raise': raise KeyError('x')\n"
        "    if html == 'die': os._exit(9)\n"
        "    if html == 'spin':\n"
        "        while True: pass\n"
        "    if html == 'sleep': time.sleep(100_000)\n"
        "    return []\n"
    )
    (tmp_path / "justext.py").write_text(body)  # type: ignore[operator]
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.usefixtures("rogue")
def test_a_system_that_fails_costs_its_own_page_only() -> None:
    with Worker("justext", limit=1) as worker:
        for page, error in (
            ("fine", ""),
            ("raise", "KeyError"),
            ("die", "crash"),
            ("spin", "timeout"),
            ("sleep", "timeout"),
        ):
            assert worker.ask(page, "").error == error
            assert not worker.ask("fine", "").error, "the next page is answered"


def test_the_child_ends_with_its_worker() -> None:
    with Worker("all-text") as worker:
        pid = worker._child.pid
        assert pid
        assert worker.ask("<p>\ud800 hello", "").error == "UnicodeEncodeError", "the system's trouble, not the child's"
        assert worker._child.pid == pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert sys.executable


def document(html: str) -> Document:
    return Document("", html=html)


def test_mdr_finds_the_records_of_a_list() -> None:
    page = document(f"<div><div id=top><p>Head</p></div><div id=list>{CARDS}</div><div>Foot</div></div>")
    region = max(find_regions(page), key=len)
    assert len(region) == 7
    texts = record_texts(document(f"<body><div><div>{CARDS}</div></div></body>"))
    assert " ".join(texts[2].split()) == "Title 2 Text of number 2"


def test_mdr_finds_records_of_two_elements_each() -> None:
    pairs = "".join(
        f"<tr><td><b><a href=/{n}>Name {n}</a></b></td></tr><tr><td><i>Text</i><i>{n}</i><u><b>x</b></u></td></tr>"
        for n in range(5)
    )
    texts = record_texts(document(f"<body><table>{pairs}</table></body>"))
    assert [text.split()[1] for text in texts] == list("01234")


def test_mdr_finds_nothing_in_prose() -> None:
    assert record_texts(document("<body><p>One</p></body>")) == []


def test_mdr_compares_no_more_of_ten_thousand_children_than_of_a_thousand(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Mock(wraps=Levenshtein.normalized_distance)
    monkeypatch.setattr(Levenshtein, "normalized_distance", counted)
    counts = []
    for pairs in (500, 5000):
        counted.reset_mock()
        record_texts(document(f"<body><div>{'<p><b><i>x</i></b></p><div><u><s>y</s></u></div>' * pairs}</div></body>"))
        counts.append(counted.call_count)
    assert 0 < counts[1] <= counts[0]
