"""Pages with one entry, as the usual software for blogs, shops and boards writes them."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.extract.papers.class_names import ListSettings, extract_list

STORY = (
    "<h2>The ferry to the northern shore</h2><p>It leaves at six, when the fog still lies on the water, and nobody "
    "but the baker is up.</p><p>We took it on a Tuesday and were back before the market closed at noon.</p>"
)
POPULAR = "".join(f"<li class=item><a href=/{n}>Popular walk number {n} along the coast</a></li>" for n in range(8))
TAG = (
    "<div id=page><h1>Posts about ferries</h1><main><article class='post hentry'>{entry}</article></main>"
    "<div class=widgets><ul>{rest}</ul></div></div>"
)
THREAD = (
    "<div id=wrap><div class=crumbs>Board index</div>"
    "<div id=p1 class='post bg2'><div class=inner>{entry}</div></div></div>"
)
SEARCH = (
    "<div><h1>1 result for kettle</h1><ul><li class=search-result>{entry}</li></ul></div>"
    "<div><h3>Best sellers</h3><ul>{rest}</ul></div>"
)


def extracted(html: str) -> str:
    document = Document("", html=f"<body>{html}</body>")
    content = extract_list(PageAnalysis(document), ListSettings())
    return "\n\n".join(Texts(content.subset).lines(number) for number in content.elements)


@pytest.mark.parametrize("page", [TAG, THREAD, SEARCH])
def test_a_page_with_one_entry_gives_that_entry(page: str) -> None:
    assert extracted(page.format(entry=STORY, rest=POPULAR)) == extracted(f"<main>{STORY}</main>")


def test_a_list_within_the_only_article_stays_a_list() -> None:
    walks = "".join(
        f"<li class=walk>Walk number {n} along the coast, with its name and its length</li>" for n in range(8)
    )
    text = extracted(f"<main><article class=page><h1>All walks</h1><ul class=walks>{walks}</ul></article></main>")
    assert text.startswith("Walk number 0 along")


def test_one_article_among_many_cards_is_not_the_only_entry() -> None:
    cards = "".join(f"<div class=card><h3>Walk {n}</h3><p>Along the coast, past mills</p></div>" for n in range(9))
    text = extracted(f"<main><article><h2>Chosen walk</h2></article><div>{cards}</div></main>")
    assert "Walk 8" in text


def test_several_entries_are_a_list() -> None:
    posts = "".join(f"<article class=post><h2>Day {n}</h2><p>We saw mill {n}.</p></article>" for n in range(3))
    text = extracted(f"<main>{posts}</main>")
    assert all(f"mill {n}" in text for n in range(3))
