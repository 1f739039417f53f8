"""Files of forum templates that somebody damaged, or wrote to do harm."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.label_file import PageLabels, RecordLabels, Selected
from iawce.extract.templates.forum.forum_templates import ForumTemplates, learn_templates, read_forum, write_forum
from tests.extract.records.posts.forum_pages import POSTS, phpbb, xenforo

Damage = Callable[[dict[str, Any]], object]
DAMAGES: dict[str, Damage] = {
    "pages without end": lambda file: file["library"].update(pages=1e400),
    "support without end": lambda file: file["library"]["templates"][0].update(support=1e400),
    "a template of infinitely many pages": lambda file: file["templates"][0].update(pages=1e400),
    "labelled by nobody known": lambda file: file["templates"][0].update(labelled="crowd"),
    "labelled by a list": lambda file: file["templates"][0].update(labelled=[]),
    "a wrapper that is none": lambda file: file["templates"][0].update(wrapper=[[]]),
    "another version": lambda file: file.update(version=10**400),
}


@pytest.fixture(scope="module")
def templates() -> ForumTemplates:
    labels = PageLabels(1, [RecordLabels(".message", {"author": Selected("h4 a")})])
    pages = (Document("page.html", html=xenforo(POSTS)), Document("other.html", html=phpbb(POSTS)))
    return learn_templates(list(map(PageAnalysis, pages)), {"page.html": labels})


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_files_are_refused(templates: ForumTemplates, tmp_path: Path, damage: Damage) -> None:
    path = tmp_path / "forum.json"
    write_forum(templates, path)
    assert read_forum(path).templates == templates.templates
    file = json.loads(path.read_text("utf-8"))
    damage(file)
    path.write_text(json.dumps(file), "utf-8")
    with pytest.raises(UsageError):
        read_forum(path)


def test_lone_surrogates_are_written_and_read(templates: ForumTemplates, tmp_path: Path) -> None:
    first, copy = tmp_path / "first.json", tmp_path / "copy.json"
    write_forum(templates, first)
    file = json.loads(first.read_text("utf-8"))
    file["library"]["templates"][-1]["place"] = {"id": "\ud800"}
    first.write_text(json.dumps(file), "utf-8")
    write_forum(read_forum(first), copy)
    assert json.loads(copy.read_text("utf-8")) == file
