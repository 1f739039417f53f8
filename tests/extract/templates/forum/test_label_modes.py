"""Templates of forums from labels of either mode."""

import re

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.papers.softmealy.label_file import PageLabels, RecordLabels, Selected
from iawce.extract.papers.softmealy.wrapper import WrapperMode
from iawce.extract.templates.forum.forum_templates import learn_templates
from tests.extract.records.posts.forum_pages import POSTS, xenforo


@pytest.mark.parametrize("mode", ["record", "page"])
def test_the_mode_of_the_labels_is_that_of_the_wrapper(mode: WrapperMode) -> None:
    labels = PageLabels(1, [RecordLabels(".message", {"author": Selected("h4 a")})], mode)
    learned = learn_templates([PageAnalysis(Document("page.html", html=xenforo(POSTS)))], {"page.html": labels})
    found = learned.extract(PageAnalysis(Document("other.html", html=xenforo(POSTS[::-1]))))
    assert found is not None
    template, records = found
    assert template.wrapper is not None
    assert template.wrapper.mode == mode
    assert [record.texts["author"] for record in records] == [post.author for post in POSTS[::-1]]


def test_a_template_that_finds_nothing_on_a_page_is_not_used() -> None:
    labels = PageLabels(1, [RecordLabels(".message", {"author": Selected("h4 a")})])
    learned = learn_templates([PageAnalysis(Document("page.html", html=xenforo(POSTS)))], {"page.html": labels})
    other = re.sub("<h4.*?</h4>", "", xenforo(POSTS))
    assert learned.extract(PageAnalysis(Document("other.html", html=other))) is None
