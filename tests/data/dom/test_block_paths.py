"""Text blocks have names, by which they are found again."""

import numpy as np
import pytest

from iawce.data.document import Document
from iawce.data.dom.texts import block_path, blocks_at
from iawce.data.errors import UsageError

PAGE = """<body>Before <i>all</i><div>Lead<p>Paragraph</p>tail <b>bold</b><br>last</div>
<table><tr><td>left</td><td>right<ul><li>item</li></ul></td></tr></table>
<svg><text>drawn</text></svg><pre>a
b</pre></body>"""


def test_each_block_is_found_by_its_path_alone() -> None:
    blocks = Document("page", html=PAGE).text_blocks
    names = [block_path(blocks, number) for number in range(len(blocks))]
    assert len(set(names)) == len(blocks) > 7
    for number, name in enumerate(names):
        assert np.flatnonzero(blocks_at(blocks, [name])).tolist() == [number]
    assert blocks_at(blocks, names).all()


def test_blocks_of_one_element_are_distinguished_by_their_text_nodes() -> None:
    blocks = Document("page", html=PAGE).text_blocks
    named = {text: block_path(blocks, number) for number, text in enumerate(blocks.texts)}
    assert named["Paragraph"] == "/html/body/div/p"
    assert named["Lead"] == "/html/body/div/text()[1]"
    assert named["tail bold"] == "/html/body/div/text()[2]"
    assert named["last"] == "/html/body/div/text()[3]"


def test_an_element_represents_all_blocks_in_it_and_any_xpath_is_accepted() -> None:
    blocks = Document("page", html=PAGE).text_blocks
    chosen = blocks_at(blocks, ["//div"])
    assert [text for text, is_chosen in zip(blocks.texts, chosen, strict=True) if is_chosen] == [
        "Lead", "Paragraph", "tail bold", "last",
    ]  # fmt: skip
    assert not blocks_at(blocks, []).any()


@pytest.mark.parametrize("path", ["/html/body/section", "/html/body/div/text()[9]", "/html/body/div/text()[0]", "//["])
def test_a_place_that_is_not_there_is_named(path: str) -> None:
    with pytest.raises(UsageError, match=r"no (element|text|XPath)"):
        blocks_at(Document("page", html=PAGE).text_blocks, [path])
