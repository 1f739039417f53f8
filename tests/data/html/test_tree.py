"""Pages that were made to be slow are parsed, and lose nothing that a reader sees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.html import flatten as flatten_module
from iawce.data.html import tree
from iawce.data.html.flatten import flatten
from iawce.data.html.tree import LONGEST_TAG, parse
from tests.data.html.markup import markup


def text_of(html: str) -> str:
    return "".join(map(str, parse(html).itertext()))


@pytest.mark.parametrize(
    "tag",
    [
        f"<p {' '.join(f'a{n}=1' for n in range(200_000))}>",
        f"<p class='{'name ' * 1_000_000}'>",
        f"""<p {" ".join(f'''a{n}=">" b{n}='<"' ''' for n in range(100_000))}>""",
    ],
)
def test_an_endless_tag_costs_its_attributes_only(tag: str) -> None:
    root = parse(f"<body><i class=a>before</i>{tag}text<b id=b>after</b>")
    assert [(element.tag, dict(element.attrib)) for element in root.iter() if element.getparent() is not None] == [
        ("body", {}),
        ("i", {"class": "a"}),
        ("p", {}),
        ("b", {"id": "b"}),
    ]
    assert "".join(map(str, root.itertext())) == "beforetextafter"


@pytest.mark.parametrize(
    "unit", ["<a '", '<a "', "<script>", "<!--", "<a <", "<style><script>'", "<a x='>'", "<a x= ", "<a = ", "a= "]
)
def test_looking_for_endless_tags_reads_nothing_twice(unit: str) -> None:
    parse("<p>text" + unit * 200_000)  # in the square this is half an hour


def test_a_million_comments_cost_nothing_and_part_no_text() -> None:
    assert text_of("<p>one" + "<!-- c -->" * 1_000_000 + " two") == "one two"


@pytest.mark.parametrize("stray", ["<a href='x''>", '<a href="x"">', "<a ' b=c>", "<a b=it's>", '<a "b>', '<a = "b>'])
def test_a_stray_quote_in_a_long_page_costs_no_text(stray: str) -> None:
    page = f"<body>start {stray}word</a> " + '<p class="c">word ' * 20_000
    assert len(page) > 2 * LONGEST_TAG
    assert text_of(page).split() == ["start", *["word"] * 20_001]


@given(st.lists(st.sampled_from([*"""<>/='" ab""", "<a ", '="'])).map("".join), st.integers(1, 40))
def test_tags_end_where_the_parser_ends_them(html: str, length: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "LONGEST_TAG", length)
        kept = text_of("<body>start" + html + "<p>end")
    assert kept == text_of("<body>start" + html + "<p>end")


@given(markup, st.integers(1, 40))
def test_what_is_short_stays_as_it_is(html: str, length: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree, "LONGEST_TAG", length)
        kept = text_of("<body>start" + html)
    assert kept == text_of("<body>start" + html)
    assert length < LONGEST_TAG


@pytest.mark.parametrize(
    "unit", ["<div>word ", "<p>word <b>word <i>word <a href=x>word ", "<table><tr><td>word ", "<ul><li>word "]
)
def test_text_below_any_depth_is_kept(unit: str) -> None:
    assert len(text_of(unit * 50_000).split()) == 50_000 * unit.count("word")


def test_what_follows_deep_boxes_stands_where_it_stood() -> None:
    root = parse("<p id=a>before</p>" + "<div>" * 3_000 + "deep<br>" + "</div>" * 3_000 + "<p id=b>after</p>")
    assert [[above.tag for above in element.iterancestors()] for element in root.iter("p")] == [["body", "html"]] * 2
    assert text_of("<div>" * 3_000 + "<script>'<b>'</script>deep" + "</div>" * 3_000).split()[-1].endswith("deep")


@given(markup)
def test_leaving_tags_out_loses_no_text(html: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flatten_module, "DEEPEST", 3)
        flat = flatten("<body>" + html)
    assert "".join(text_of("<body>x" + flat).split()) == "".join(text_of("<body>x" + html).split())


def test_of_a_page_of_endless_tags_only_the_beginning_is_parsed() -> None:
    root = parse("<ul>" + "<li>a" * 1000, most=100)
    assert len(list(root.iter("li"))) == 199
    assert len(list(parse("<ul>" + "<li>a" * 1000).iter("li"))) == 1000
