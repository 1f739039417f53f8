"""Pages that are made to learn from: crowded ones, and such without names; models put together."""

from itertools import zip_longest

import numpy as np
import pytest

from iawce.data.datasets.labelled_page import GoldPage
from iawce.models.blocks.block_features import block_feature_names
from iawce.models.common.runtime import LEAF, Tree, join_trees
from iawce.train.segmentation.examples import (
    FURTHER,
    PLAIN,
    TEASERS,
    UNNAMED,
    Weight,
    Written,
    fold_of,
    make_example,
    make_sets,
    write_crowded_pages,
)

WORDS = "river stone bridge market winter garden letter window morning kitchen harbour mountain".split()  # noqa: SIM905


def article(number: int) -> GoldPage:
    """A page of a site of its own."""
    rng = np.random.default_rng(number)
    paragraphs = [" ".join([*rng.choice(WORDS, 30), f"Nr{number}"]) for _ in range(4)]
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in WORDS[:6])
    html = f"<title>Page {number}</title><ul class=menu>{menu}</ul><div class=story><h1>Page {number}</h1>{body}</div>"
    text = "\n".join([f"Page {number}", *paragraphs])
    return GoldPage(str(number), f"site{number}.example", html.encode(), type="article", text=text)


@pytest.mark.parametrize("kind", [FURTHER, TEASERS])
def test_a_crowded_page_holds_the_article_with_its_gold_text_and_parts_of_others(kind: str) -> None:
    pages = [article(number) for number in range(8)]
    written = write_crowded_pages(pages, kind, 5, seed=0)
    assert len(written) == 5
    for page in written:
        original = pages[int(page.id.split("#")[0])]
        assert page.text == original.text
        others = [other.id for other in pages if other is not original and f"Nr{other.id}" in page.html]
        assert others
        before, after = make_example(original), make_example(page)
        assert before
        assert after
        assert after.score(after.labels > 0.5) == pytest.approx(before.score(before.labels > 0.5))
        assert len(after.labels) > len(before.labels)


def test_without_other_articles_nothing_is_written() -> None:
    assert write_crowded_pages([article(0)], FURTHER, 3, seed=0) == []


def test_pages_that_are_made_stay_in_the_part_of_their_site() -> None:
    pages = [article(number) for number in range(12)]
    made = make_sets({"own": pages}, Written(2, 8, 3), folds=2, seed=0)
    counts = {name: made.names.count(name) for name in dict.fromkeys(made.names)}
    assert counts == {"own": 12, PLAIN: 2, FURTHER: 8, TEASERS: 8, UNNAMED: 3}
    parts = {page.id: fold_of(page.site, 2) for page in pages}
    for example, name in zip(made.examples, made.names, strict=True):
        if name == FURTHER:
            named = {word for word in example.bags[-1] if word.startswith("nr")}
            assert {parts[word.removeprefix("nr")] for word in named} <= {fold_of(example.site, 2)}
    weights = {name: made.weight(number) for number, name in enumerate(made.names)}
    assert weights["own"] == Weight()
    assert weights[FURTHER].trees == 0


def test_a_page_without_names_has_the_features_of_one_whose_names_say_nothing() -> None:
    page = article(0)
    bare = GoldPage(
        "0", page.site, page.body.replace(b" class=menu", b"").replace(b" class=story", b""), text=page.text
    )
    made = make_sets({"own": [page]}, Written(0, 0, 1), folds=2, seed=0)
    unnamed, expected = made.examples[-1], make_example(bare)
    assert expected
    columns = [number for number, name in enumerate(block_feature_names()) if name.startswith("family_")]
    assert np.array_equal(unnamed.features[:, columns], expected.features[:, columns])


def stump(left: float, right: float) -> Tree:
    """A tree that asks whether the first feature is at most 0."""
    children = np.array([1, 1, 2]), np.array([2, 1, 2])
    return Tree(np.zeros(3, int), np.array([0.0, np.inf, np.inf]), *children, np.array([0.0, left, right]))


def test_trees_add_up_and_stand_side_by_side() -> None:
    rows = np.array([[-1.0], [1.0]], np.float32)
    one, other = [stump(1, 2)] * 3, [stump(5, 7)] * 2
    assert join_trees([[tree] for tree in one + other], np.zeros(1))(rows)[:, 0].tolist() == [3 + 10, 6 + 14]
    together = join_trees(list(zip_longest(one, other, fillvalue=LEAF)), np.zeros(2))
    assert together(rows).tolist() == [[3, 10], [6, 14]]
