"""Which page comes first, what is kept of what was said, and whom the labelling page answers."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import httpx
import pytest

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.page_labels import PageLabel
from iawce.data.document import open_document
from iawce.data.errors import Status, UsageError
from iawce.data.snapshot import Snapshot
from iawce.extract.output.extraction import Extraction
from iawce.serve.labelling.label_server import LabellingServer
from iawce.serve.labelling.label_session import LIKE, LabelQueue, LabelSession, LabelTask, feature_of
from tests.serve.labelling.sitting import labels_in, notes, serving, story


def task(page: Snapshot, doubt: float) -> LabelTask:
    return LabelTask(
        page.id, Path(page.url), Extraction(page.ref, Status.SUCCESS), doubt, feature_of(open_document(page))
    )


def test_the_queue_begins_with_doubt_and_goes_on_with_what_is_unlike() -> None:
    queue = LabelQueue()
    like, unlike = task(story("a"), 0.6), task(notes("b"), 0.5)
    first = task(story("c"), 0.7)
    for one in (like, unlike, first):
        queue.waiting[one.id] = one
    assert queue.first() is first
    del queue.waiting[first.id]
    assert queue.first() is like, "the next in doubt, as long as nothing is labelled"
    assert (queue.gain(like), queue.gain(task(story("d"), 0.0))) == (0.6, 0.0)
    queue.labelled[first.id] = first.feature
    assert queue.first() is unlike
    assert queue.gain(like) == pytest.approx(0.6 * LIKE)
    del queue.labelled[first.id]
    assert queue.first() is like


@contextmanager
def client(folder: Path, pages: list[Snapshot]) -> Iterator[tuple[httpx.Client, LabelSession]]:
    with serving(folder, pages) as (address, session), httpx.Client(base_url=address, timeout=200) as http:
        yield http, session


def test_nobody_is_answered_without_the_token_or_from_another_place(tmp_path: Path) -> None:
    with client(tmp_path, [story("a")]) as (http, session):
        root = http.base_url.copy_with(path="/")
        for path in ("", "wrong/", "openapi.json", "docs", "wrong/progress"):
            assert http.get(root.join(path)).status_code == 404
        for foreign in (
            {"Host": "evil.example"},
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
        ):
            assert http.post("undo", headers=foreign).status_code == 403
            assert http.get("", headers=foreign).status_code == 403
        assert http.post("undo").json() == {"undone": False}
        assert session.progress.labelled == 0


def test_no_answer_may_be_cached_framed_or_leaked(tmp_path: Path) -> None:
    with client(tmp_path, [story("a")]) as (http, _):
        headers = http.get("").headers
        assert (headers["cache-control"], headers["referrer-policy"]) == ("no-store", "no-referrer")
        assert headers["x-frame-options"] == "DENY"
        assert "default-src 'none'" in unescape(http.get("").text)


def test_invalid_labels_are_refused_and_not_stored(tmp_path: Path) -> None:
    with client(tmp_path, [story("a")]) as (http, session):
        current = session.current
        assert current is not None
        refused = {
            409: [{"id": "0" * 64, "type": "list"}, {"id": current.id, "content": [99]}],
            422: [{"id": current.id, "type": "novel"}, {"id": current.id, "more": 1}, {"content": []}],
        }
        refused[409] += [
            {"id": current.id, "records": [{"element": 99, "fields": {}}]},
            {"id": current.id, "records": [{"element": 4, "fields": {"<b>": 5}}]},
        ]
        for status, answers in refused.items():
            for answer in answers:
                assert http.post("confirm", json=answer).status_code == status, answer
        assert http.post(f"skip/{'0' * 64}").status_code == 409
        assert http.post("confirm", content=b"x" * (9 << 20)).status_code == 413
        assert labels_in(tmp_path) == []
        assert http.post("confirm", json={"id": current.id, "type": "article"}).status_code == 200
    assert [label.type for label in labels_in(tmp_path)] == ["article"]


def test_a_label_is_revoked_and_given_again(tmp_path: Path) -> None:
    page = story("a")
    with serving(tmp_path, [page]) as (_, session):
        for kind in ("list", "thread"):
            current = session.current
            assert current is not None
            session.confirm(current, PageLabel(page.id, page.ref, type=kind), "")
            assert [label.type for label in labels_in(tmp_path)] == [kind]
            assert session.is_labelled(page.ref)
            assert session.undo()
        assert labels_in(tmp_path) == []
        assert not session.undo()


def test_only_the_current_page_is_confirmed_or_skipped(tmp_path: Path) -> None:
    with serving(tmp_path, [story("a"), story("b")]) as (_, session):
        first = session.current
        assert first is not None
        label = PageLabel(first.id, first.row.ref, type="article")
        session.confirm(first, label, "")
        assert session.current is not first
        with pytest.raises(UsageError, match="another page is current"):
            session.confirm(first, label, "")
        with pytest.raises(UsageError, match="another page is current"):
            session.skip(first)
        assert session.progress.labelled == 1
        assert session.undo()
        assert not session.undo()


def test_a_page_that_cannot_be_shown_is_counted_and_stands_in_no_way_of_undo(tmp_path: Path) -> None:
    with serving(tmp_path, [story("a"), story("b")]) as (_, session):
        first = session.current
        assert first is not None
        session.skip(first)
        second = session.current
        assert second is not None
        session.leave_out(second)
        assert session.current is None
        session.add(second)
        session.add(first)
        assert (session.progress.unshown, session.progress.skipped, session.progress.waiting) == (1, 1, 0)
        assert session.undo()
        assert session.current is first


def test_the_text_of_a_label_is_gold(tmp_path: Path) -> None:
    with client(tmp_path, [story("a")]) as (http, session):
        current = session.current
        assert current is not None
        assert http.post("confirm", json={"id": current.id, "type": "article", "content": [1, 3]}).status_code == 200
    (gold,) = read_gold("labels", tmp_path / "labels")
    assert gold.text is not None
    assert gold.text.startswith("The harbour was closed")
    assert "Nobody was hurt" not in gold.text


def refused(pages: Sequence[Snapshot] = ()) -> Iterator[LabelTask]:
    yield from (task(page, 0.0) for page in pages)
    raise UsageError("the sources hold nothing to label")


def test_a_port_that_is_taken_is_named_and_what_cannot_be_read_ends_the_server(tmp_path: Path) -> None:
    with serving(tmp_path, []) as (address, session):
        port = httpx.URL(address).port or 0
        with pytest.raises(UsageError, match="is not available"):
            LabellingServer(session, (), port=port)
        with LabellingServer(session, refused()) as server, pytest.raises(UsageError, match="nothing to label"):
            server.serve()


def test_pages_that_are_there_are_labelled_although_others_cannot_be_read(tmp_path: Path) -> None:
    with serving(tmp_path, []) as (_, other), ThreadPoolExecutor(1) as pool:
        session = LabelSession(other.writer)
        with LabellingServer(session, refused([story("a")])) as server:
            served = pool.submit(server.serve)
            while session.progress.is_reading:
                time.sleep(0.01)
            assert httpx.get(server.address).status_code == 200
            assert not served.done()
            server.stop()
            assert "nothing to label" in str(served.exception())
