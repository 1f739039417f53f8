import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.errors import PageError
from iawce.data.html.tree import View, parse, path_of
from iawce.data.html.words import count_words, split_words
from iawce.extract.output.text import block_text
from iawce.extract.parts.link_blocks import menu_links


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), (" \n", 0), ("one two-three", 3), ("中文 字", 3), ("a1 b2中c", 4), ("...", 0), ("한국어 단어", 2)],
)
def test_words_count_each_cjk_character_once(text: str, count: int) -> None:
    assert count_words(text) == count


def test_blocks_are_lines_cells_are_tabs_and_pre_is_verbatim() -> None:
    html = (
        "<body><h1>A  <b>ti</b>tle</h1><p>one<br>two <!-- c --> three<script>x</script></p>tail"
        "<table><tr><td>a<td>b<tr><td>c<td>d</table><pre>  keep\n   this</pre><ul><li>x<li>y</ul>"
    )
    wanted = "A title\none\ntwo three\ntail\na\tb\nc\td\n  keep\n   this\nx\ny"
    assert block_text(parse(html)("body")[0]) == wanted


def test_noise_and_hidden_elements_are_left_out_but_what_follows_them_stays() -> None:
    body = parse("<body><p>a<nav>menu</nav>b</p><p id=h>hidden</p>c")("body")[0]
    hidden = frozenset(body.xpath("//*[@id='h']"))
    assert block_text(body, {"nav"}, hidden) == "a\nb\nc"
    view = View(body, {"nav"}, hidden)
    assert view.words[body] == 3
    assert [element.tag for element in view.elements] == ["body", "p"]


def test_depth_and_address() -> None:
    root = parse("<html><body><div><p>a</p><p>b</p></div></body></html>")[0]
    view = View(root)
    second = root.xpath("//p")[1]
    assert view.depths[root] == 1
    assert view.depths[second] == 4
    assert path_of(second) == "/html/body/div/p[2]"
    assert root.getroottree().xpath(path_of(second)) == [second]


@pytest.mark.parametrize("depth", [250, 300, 1900])
def test_text_below_many_levels_is_kept(depth: int) -> None:
    root = parse("<div>" * depth + "the bottom")[0]
    assert block_text(root) == "the bottom"
    assert View(root).words[root] == 2


def test_a_hundred_thousand_levels_do_not_crash() -> None:
    assert len(View(parse("<div>" * 100_000 + "the bottom")[0]).elements) > 1000


def test_nothing_to_parse_is_a_reason() -> None:
    with pytest.raises(PageError) as caught:
        parse("<!-- only a comment -->")
    assert caught.value.reason == "empty/no_content"


def test_menus_are_told_from_sentences() -> None:
    body = parse(
        "<body><p>Read <a id=s>this</a> first, please.</p><li><a id=m>Home</a></li><p><a id=h><b>All</b> of it</a></p>"
    )("body")[0]
    assert {link.get("id") for link in menu_links(body)} == {"m", "h"}


markup = st.recursive(
    st.text(alphabet="ab 中<&", max_size=8),
    lambda inner: st.tuples(
        st.sampled_from(["div", "p", "b", "td", "a", "pre", "nav"]), st.lists(inner, max_size=4)
    ).map(lambda pair: f"<{pair[0]}>{''.join(pair[1])}</{pair[0]}>"),
    max_leaves=15,
)


@given(markup)
def test_no_word_is_lost_or_made_up(html: str) -> None:
    root = parse(f"<body><p>start</p>{html}")[0]
    own = " ".join(root.itertext())
    assert "".join(split_words(block_text(root))) == "".join(split_words(own))
    assert View(root).words[root] == sum(count_words(text) for text in root.itertext())
