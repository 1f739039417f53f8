import numpy as np
import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.content.whole_parts import orphan_headings
from iawce.models.blocks.page_blocks import PageBlocks


def orphans(html: str, *left_out: str) -> set[str]:
    """Texts of the orphans where all blocks are chosen but those with these texts."""
    analysis = PageAnalysis(Document("", html=f"<body>{html}"))
    page = PageBlocks(analysis.blocks)
    chosen = np.array([text not in left_out for text in page.blocks.texts])
    return {page.blocks.texts[block] for block in np.flatnonzero(orphan_headings(page, chosen)).tolist()}


def test_a_heading_of_which_nothing_is_kept_is_an_orphan() -> None:
    html = "<h1>Title</h1><p>text</p><h2>2 comments</h2><p>first</p><h3>Reply</h3><p>second</p><h2>Notes</h2><p>kept"
    assert orphans(html, "first", "second") == {"2 comments", "Reply"}
    assert orphans(html, "first") == set(), "the section goes on below the lower heading"
    assert orphans(html) == set()


@pytest.mark.parametrize("level", [2, 3])
def test_linked_titles_of_other_pages_are_what_a_heading_stands_above(level: int) -> None:
    others = ("A road is closed", "A school opens")
    titles = "".join(f"<h{level}><a href=/{number}>{title}</a></h{level}>" for number, title in enumerate(others))
    html = f"<h1>Title</h1><p>text</p><h2>Elsewhere</h2>{titles}"
    assert orphans(f"{html}<h2>Costs</h2><p>more", *others) == {"Elsewhere"}
    assert orphans(f"{html}<h2>Costs</h2><p>more") == set(), "nothing is left out of it"
    assert orphans(f"{html}<p>more", *others) == set(), "the section goes on below them"


def test_titles_long_headings_and_entries_of_lists_stay() -> None:
    assert orphans("<h1>Title</h1><p>by</p><h2>Part</h2><p>text</p>", "by") == set()
    assert orphans("<p>text</p><h2>Part</h2><h2>Next</h2>") == set(), "nothing is left out of them"
    assert orphans("<p>text</p><h2>a heading that says more than a few words</h2><p>no</p>", "no") == set()
    entries = "".join(f"<h2>Tool {number}</h2><p>price</p>" for number in range(3))
    assert orphans(f"<p>text</p>{entries}", "price") == set()


def test_a_page_without_headings_or_text_has_none() -> None:
    assert orphans("<p>text</p>") == orphans("<h2>Title</h2><p>no</p>", "no") == set()
