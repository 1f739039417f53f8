"""Pages as tokens, and the taxonomy of these."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.papers.softmealy.tokens import (
    Pattern,
    SoftMealySettings,
    Tokens,
    common_pattern,
    matches,
    parse_pattern,
    tag_classes,
    without_blanks,
)

PAGE = """<div class="post p12">  by <b>Larry  K</b>, CA90210<br>
你好 x<script>var a</script><img src="x"> tail\n\n\tend</div>"""
TEXTS = st.text("aB9 ,.<>&\n\t你\u200b", max_size=12)
MARKUP = st.lists(st.one_of(TEXTS, st.sampled_from(["<b>", "</b>", "<p class='x 1'>", "<br>", "<script>s</script>"])))
WORDS = st.tuples(st.sampled_from(["CAlph", "C1Alph", "OAlph", "Cjk"]), st.sampled_from(["by", "on", "A"]))
CLASSES = st.sampled_from(["", "post", "post p7", "user"]).map(tag_classes)
TAGS = st.tuples(st.sampled_from(["Open", "Close"]), st.sampled_from(["a", "div"]), CLASSES)
OTHERS = st.sampled_from([("Num",), ("Punc", ","), ("Punc", ":"), ("Spc", "1"), ("NL", "2")])
TOKENS = st.one_of(WORDS, TAGS, OTHERS).map(lambda parts: Pattern(*parts))


def tokens_of(html: str, settings: SoftMealySettings) -> Tokens:
    document = Document("x", html=html)
    return Tokens(PageAnalysis(document), [document.index.topmost(document.select("body > *"))], settings)


def names(tokens: Tokens) -> list[str]:
    first, last = tokens.spans[0]
    return [str(tokens.symbols[number]) for number in tokens.ids[first:last]]


def test_blanks_inside_of_texts_are_one_space() -> None:
    div = "div .pd+ .post"
    assert names(tokens_of(PAGE, SoftMealySettings())) == [
        f"Open {div}",
        *("OAlph by", "Open b classless", "C1Alph Larry", "Spc 1", "CAlph K", "Close b classless"),
        *("Punc ,", "Spc 1", "CAlph CA", "Num", "Open br classless", "Cjk 你好", "Spc 1", "OAlph x"),
        *("Open img classless", "OAlph tail", "Spc 1", "OAlph end", f"Close {div}"),
    ]


def test_blanks_as_the_source_has_them() -> None:
    found = names(tokens_of(PAGE, SoftMealySettings.paper()))
    assert found[1:8] == ["Spc 2", "OAlph by", "Spc 1", "Open b classless", "C1Alph Larry", "Spc 2", "CAlph K"]
    assert found[-5:-1] == ["OAlph tail", "NL 2", "Tab 1", "OAlph end"]


@given(MARKUP, st.sampled_from([SoftMealySettings(), SoftMealySettings.paper()]))
def test_tokens_hold_all_text_and_tags_are_closed(parts: list[str], settings: SoftMealySettings) -> None:
    tokens = tokens_of("<main>" + "".join(parts), settings)
    texts = (tokens.analysis.index.text_nodes.texts, tokens.subset.text_nodes.tolist())
    assert without_blanks("".join(map(tokens.text, range(len(tokens))))) == without_blanks(
        "".join(text for text, is_read in zip(*texts, strict=True) if is_read)
    )
    kinds = [name.partition(" ") for name in names(tokens) if not name.startswith(("Open br", "Open img"))]
    opened, closed = (Counter(rest for kind, _, rest in kinds if kind == wanted) for wanted in ("Open", "Close"))
    assert opened == closed


@given(TOKENS, TOKENS, TOKENS)
def test_the_common_pattern_is_the_least_above_both(one: Pattern, other: Pattern, third: Pattern) -> None:
    common = common_pattern(one, other)
    assert matches(common, one)
    assert matches(common, other)
    assert common == common_pattern(other, one)
    assert common_pattern(common, third) == common_pattern(one, common_pattern(other, third))
    assert matches(one, one)


@given(TOKENS, TOKENS)
def test_a_pattern_is_read_as_it_was_written(one: Pattern, other: Pattern) -> None:
    for pattern in (one, common_pattern(one, other), Pattern(one.kind)):
        assert parse_pattern(str(pattern)) == pattern


@pytest.mark.parametrize(
    ("pattern", "token", "expected"),
    [
        ("Alph", "C1Alph Larry", True),
        ("Word", "Num", True),
        ("Html", "Close a .user", True),
        ("Open div .post", "Open div .odd .post", True),
        ("Open div classless", "Open div .post", False),
        ("Open div", "Open div classless", True),
        ("Open div", "Close div classless", False),
        ("Nonword", "OAlph by", False),
        ("OAlph by", "OAlph on", False),
    ],
)
def test_tokens_that_patterns_match(pattern: str, token: str, expected: bool) -> None:
    assert matches(parse_pattern(pattern), parse_pattern(token)) is expected


@pytest.mark.parametrize("written", ["", "Outside", "Word2", "Open div post", "Close a  .b"])
def test_invalid_patterns_are_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"class of tokens|without a dot"):
        parse_pattern(written)
