"""Pages that were made to be slow are parsed, and lose nothing that a reader sees."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iawce.data.dom import bounded_markup
from iawce.data.dom.bounded_markup import MAX_ATTRIBUTES, MAX_DEPTH, bounded, is_plain
from iawce.data.dom.tree import Tree, parse
from iawce.data.limits import Limits
from tests.data.dom.markup import ODD_PARTS, markup

# fmt: off
TOKENS = st.lists(st.sampled_from([
    *(part for part in ODD_PARTS if "svg" not in part and "math" not in part and "CDATA" not in part),
    "<script>'<b>'</script>", "<!--<script>", "<title><b>", "<a x='>' y=\"<\">", "\r\n", "<xmp><p>",
    "<style><!--</style>",
])).map("".join)
# fmt: on


def lists(tree: Tree) -> tuple[object, ...]:
    texts = list(
        zip(tree.text_nodes.texts, tree.text_nodes.owners.tolist(), tree.text_nodes.opened.tolist(), strict=True)
    )
    return tree.tags, tree.attributes, tree.nesting.parents.tolist(), texts, tree.unread


def never(_: str) -> bool:
    """Of no page it is known that it cannot take long."""
    return False


def text_of(html: str) -> str:
    return "".join(parse(html).text_nodes.texts)


def letters(text: str) -> str:
    return "".join(text.split())


@given(TOKENS)
def test_rewritten_markup_gives_the_same_tree(html: str) -> None:
    page = f"<body>x{html}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounded_markup, "is_plain", never)
        written = parse(page)
    assert lists(written) == lists(parse(page))


@given(TOKENS, st.integers(0, 3), st.integers(1, 4))
@example("<table> </>text", 0, 1)
def test_leaving_tags_and_attributes_out_loses_no_text(html: str, attributes: int, depth: int) -> None:
    page = f"<body>x{html}"
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {
            "is_plain": never,
            "MAX_ATTRIBUTES": attributes,
            "MAX_DEPTH": depth,
            "MAX_TAG_NAMES": 5,
        }.items():
            patch.setattr(bounded_markup, name, value)
        written = parse(page)
    # Characters, not words: what is left out in a table becomes a comment, which separates blanks, which stay in the
    # table, from a text, which is moved out of it.
    assert sorted(letters("".join(written.text_nodes.texts))) == sorted(letters(text_of(page)))


@given(markup)
def test_drawings_of_large_pages_hold_what_they_held(html: str) -> None:
    drawing = "<svg><style>a{b:c}</style><g/><path d=x /><title>t</title></svg>"
    page = f"<body>x{html}{drawing}<p>{html}<math><mi/>x</math>{html}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounded_markup, "is_plain", never)
        written = parse(page)
    assert lists(written) == lists(parse(page))


@pytest.mark.parametrize(
    "tag",
    [
        f"<p {' '.join(f'a{n}=1' for n in range(200_000))}>",
        f"""<p {" ".join(f'''a{n}=">" b{n}='<"' ''' for n in range(100_000))}>""",
        f"<p/{'/'.join(f'a{n}' for n in range(MAX_ATTRIBUTES + 1))}>",
    ],
)
def test_an_endless_tag_costs_its_attributes_only(tag: str) -> None:
    tree = parse(f"<body><i class=a>before</i>{tag}text<b id=b>after</b>")
    given = list(zip(tree.tags, tree.attributes, strict=True))[2:]
    assert given == [("body", {}), ("i", {"class": "a"}), ("p", {}), ("b", {"id": "b"})]
    assert tree.text_nodes.texts == ["before", "text", "after"]


def test_a_long_attribute_is_kept() -> None:
    assert len(parse(f"<p data-x='{'x ' * 1_000_000}'>").attributes[-1]["data-x"]) == 2_000_000


@pytest.mark.parametrize(
    "unit",
    [
        "<a '",
        '<a "',
        "<script>",
        "<!--",
        "<a <",
        "<style><script>'",
        "<a x='>'",
        "<a x= ",
        "<a = ",
        "a= ",
        "<x",
        "<x a=",
    ],
)
def test_looking_for_endless_tags_reads_nothing_twice(unit: str) -> None:
    parse("<p>text" + unit * 200_000)  # in the square this is half an hour


HOSTILE = {
    "boxes": "<div>" * 100_000,
    "formatting": "<b>" * 100_000,
    "formatting, and blocks in it": "<b><i>" * 20_000 + "<p>x</p>" * 20_000,
    "formatting that each block opens again": "<p>" + "".join(f"<b id={n}>" for n in range(900)) + "<p>x</p>" * 18_000,
    "links": "<a href=x><p>y" * 50_000,
    "tables": "<table><tr><td>" * 30_000,
    "text between tables and rows": "<table><tr>x<b>" * 50_000,
    "lists": "<ul><li>" * 50_000,
    "templates": "<template>" * 20_000,
    "parts for browsers without scripts": "<noscript><b>x</noscript>" * 50_000,
    "options": "<select>" + "<option>x" * 200_000,
    "drawings": "<svg><g>" * 50_000,
    "end tags without a start": "<span>" * 50_000 + "</div>" * 50_000,
    "names of tags": "".join(f"<t{n}></t{n}>" for n in range(300_000)),
    "names of attributes": "".join(f"<p a{n}>" for n in range(300_000)),
    "tags": "<p>x" * 1_000_000,
    "nothing but angle brackets": "<" * 2_000_000,
    "entities": "&amp;" * 1_000_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_markup_is_parsed_within_the_limits(name: str) -> None:
    tree = parse(f"<body>before{HOSTILE[name]}", Limits(elements=100_000))
    assert tree.text_nodes.texts[0].startswith("before")
    assert int(tree.nesting.depths.max()) <= 1.5 * MAX_DEPTH  # rows open groups of rows
    assert len(tree.tags) <= 100_000


@pytest.mark.parametrize(
    "unit", ["<div>word ", "<p>word <b>word <i>word <a href=x>word ", "<table><tr><td>word ", "<ul><li>word "]
)
def test_text_below_any_depth_is_kept(unit: str) -> None:
    assert len(text_of(unit * 30_000).split()) == 30_000 * unit.count("word")


def test_content_after_deep_nesting_keeps_its_parent() -> None:
    boxes = 12_000
    tree = parse(
        "<p id=a>before</p>" + "<div>" * boxes + "<script>'<b>'</script>deep<br>" + "</div>" * boxes + "<p>after"
    )
    paragraphs = [number for number, tag in enumerate(tree.tags) if tag == "p"]
    assert [tree.tags[tree.nesting.parents[number]] for number in paragraphs] == ["body", "body"]
    assert tree.text_nodes.texts == ["before", "deep", "after"]
    assert "'<b>'" in tree.unread.values()


def test_ordinary_pages_are_not_written_anew() -> None:
    page = "<p>word <b>word</b><img src=x alt='y'>" * 4_000
    assert is_plain(page)
    assert bounded(page, 10) == (page, [], False)


def test_of_a_page_of_endless_tags_only_the_beginning_is_parsed() -> None:
    page = "<ul>" + "<li>a" * 30_000
    cut = parse(page, Limits(elements=100))
    assert (len(cut.tags), cut.cut) == (100, "elements")
    assert len(bounded(page, 100).markup) < 2_000
    assert len(parse(page).tags) == 30_004


def test_a_script_that_contains_a_script_continues_after_it() -> None:
    chance = random.Random(5)
    parts = ("<!--", "-->", "<script>", "</script>", "<script ", "</script ", "x", "<!-->", "--!>", "<b>")
    for _ in range(300):
        page = "<body>x<script>" + "".join(chance.choices(parts, k=chance.randint(1, 9))) + "<p>y"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bounded_markup, "is_plain", never)
            written = parse(page)
        assert lists(written) == lists(parse(page)), page


@pytest.mark.parametrize("tag", ["b", "a", "NOBR", "b><i"])
@pytest.mark.parametrize("hidden", ["", "<script>'<b x='</script>", "<!-- <a x=' -->"])
def test_long_attributes_are_copied_a_few_times_only(tag: str, hidden: str) -> None:
    page = f"<body>{hidden}<p><{tag} title='> {'x ' * 50_000}'>t</p>" + "<p>u</p>" * 1_900
    tree = parse(page, Limits(elements=10_000))
    assert "t" in tree.text_nodes.texts
    assert sum(len(given.get("title", "")) for given in tree.attributes) < 10_000_000


def test_a_large_page_of_few_names_is_not_written_anew() -> None:
    page = "<script>" + "a('long_names_of_everything'); " * 40_000 + "</script><p>word"
    assert len(page) > 900_000 and is_plain(page)
    assert is_plain(" " * 1_000_000 + "<p>word")
    assert not is_plain("".join(f"<p a{n} b{n}>" for n in range(19_000)) + "<p " + "x=y " * 100_000)
