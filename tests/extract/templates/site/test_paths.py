"""Paths of elements and their keys."""

from hypothesis import given
from hypothesis import strategies as st

from iawce.data.document import Document
from iawce.extract.templates.site.paths import (
    key_of,
    key_of_kinds,
    kind_keys,
    kind_path_keys,
    kind_path_of,
    path_keys,
    path_of,
    tag_of,
)


def test_the_paper_s_example() -> None:
    index = Document("", html="<body><div></div><p></p><div></div><div><div></div><div id=x></div></div>").index
    number = next(n for n, element in enumerate(index.elements) if element.get("id") == "x")
    assert path_of(index, number) == "body[1]/div[3]/div[2]"
    assert path_keys(index)[number] == key_of("body[1]/div[3]/div[2]")
    assert tag_of("body[1]/div[3]/div[2]") == "div"


def test_names_that_end_in_a_digit_are_no_places() -> None:
    index = Document("", html="<body>" + "<h1>a</h1>" * 2).index
    assert [path_of(index, number) for number in index.tagged("h1")] == ["body[1]/h1[1]", "body[1]/h1[2]"]
    assert key_of("body[1]/h1[2]") != key_of("body[1]/h[12]")


def test_what_stands_outside_of_the_body_has_no_path() -> None:
    index = Document("", html="<head><title>t</title></head><body><div>x").index
    keys = path_keys(index)
    assert [index.tags[number] for number in range(len(index)) if not keys[number]] == ["html", "head", "title"]
    assert key_of("") == key_of("body") == key_of("body[x]") == 0
    assert not path_keys(Document("", html="<frameset><frame src=x></frameset>").index).any()


def test_a_page_of_endless_levels() -> None:
    index = Document("", html="<body>" + "<div>" * 50_000 + "words").index
    keys = path_keys(index)
    assert len(set(keys.tolist())) == len(index)
    deepest = index.tagged("div")[-1]
    assert key_of(path_of(index, deepest)) == keys[deepest]


def test_kinds_are_names_and_classes_whatever_their_numbers() -> None:
    pages = [
        Document("", html=f"<body><div class='post-{n} big'>x</div><div class=big><p>y</p></div>") for n in (1, 222)
    ]
    one, other = (kind_keys(page.index.without(("head",))).tolist() for page in pages)
    assert one == other
    assert len(one) == len(set(one)) == 5  # html, body, two kinds of div, p


trees = st.recursive(
    st.sampled_from(["<p>a</p>", "text", "<h1>t</h1>", "<br>"]),
    lambda inner: st.lists(inner, max_size=4).map(lambda parts: f"<div>{''.join(parts)}</div>"),
    max_leaves=25,
)


@given(trees)
def test_each_element_has_a_path_and_a_key_of_its_own(markup: str) -> None:
    index = Document("", html=f"<body>{markup}").index
    keys = path_keys(index)
    inside = range(index.tagged("body")[0], len(index))
    assert [key_of(path_of(index, number)) for number in inside] == [int(keys[number]) for number in inside]
    assert len({path_of(index, number) for number in inside}) == len(inside)


def test_the_key_of_a_path_of_kinds_is_that_of_its_steps() -> None:
    html = "<body class=home><div class='post-1 tag-x'><ul class='a b'><li class='x2 y'>text</li></ul><p>x"
    index = Document("", html=html).index
    keys = kind_path_keys(index)
    for number in range(index.tagged("div")[0], len(index)):
        assert key_of_kinds(kind_path_of(index, number)) == keys[number] != 0
    (item,) = index.tagged("li")
    assert kind_path_of(index, item) == ("div", "ul.a", "li.x# y")
    other = Document("", html=html.replace("post-1 tag-x", "post-22 tag-y").replace("x2", "x33")).index
    assert kind_path_keys(other)[item:] == keys[item:]
