"""Changes of a page's source that its reader cannot see."""

import pytest

from iawce.data.document import Document
from tests.source_changes import (
    HARMLESS,
    NAMES,
    add_attributes,
    add_comments,
    cut_texts,
    minify,
    pretty_print,
    remove_ids,
    reorder_attributes,
    shuffle_names,
    trim,
)

PAGE = (
    "<!DOCTYPE html><html><head><title>A <b> title</title><script>if (a<b) { x = '<p  id=no>'; }</script></head>"
    "<body class='Menu open'><!-- <p id=no>a  remark</p> -->\n<div id=top class=menu\n><ul><li>one</li>\n\n"
    "<li>two  words</li></ul></div><pre>  keep\n\n  this</pre><textarea> and\n\n this</textarea>"
    '<p>a <a href="#top" id=link>link</a> <b>to</b>\n it<br/><img src=/a/></p></body></html>'
)


@pytest.mark.parametrize("name", HARMLESS | NAMES)
def test_each_change_changes_the_source_and_no_word_of_it(name: str) -> None:
    changed = (HARMLESS | NAMES)[name](PAGE)
    assert changed != PAGE
    before, after = Document("x", html=PAGE), Document("x", html=changed)
    assert after.text_blocks.texts == before.text_blocks.texts
    assert after.index.tags == before.index.tags
    for kept in ("if (a<b) { x = '<p  id=no>'; }", "  keep\n\n  this", " and\n\n this", "<p id=no>a  remark</p>"):
        assert kept in changed


def test_blanks_are_collapsed_between_tags_and_in_texts() -> None:
    assert minify("<p>a\n b  c</p>\n\n<p class='x\ny'>d</p>") == "<p>a\nb c</p>\n<p class='x\ny'>d</p>"


def test_only_tags_of_blocks_get_lines_of_their_own() -> None:
    assert pretty_print("<div><p>a <b>b</b> <i>c</i></p> <p>d</p></div>") == (
        "<div>\n  <p>a <b>b</b> <i>c</i></p>\n  <p>d</p>\n</div>"
    )


def test_blanks_are_left_where_lines_begin_and_end() -> None:
    assert trim("<p> a <b> b </b> \n</p> <div>\nc<br> d</br> e</div>") == "<p>a <b> b </b></p><div>c<br>d</br> e</div>"


def test_every_tenth_tag_is_followed_by_a_comment() -> None:
    assert add_comments("<b>a</b>" * 10).count("<b>a</b>" * 5 + "<!-- a remark -->") == 2
    assert "<pre><!--" not in add_comments("<b>a</b>" * 4 + "<i><pre>\nb</pre><pre>\nc</pre>" * 20)


def test_words_are_cut_by_comments() -> None:
    assert cut_texts("<b>word</b> x <i>&amp;</i>") == "<b>wo<!-- -->rd</b> x <i>&amp;</i>"


def test_attributes_keep_their_values() -> None:
    assert reorder_attributes("<a href='x' B = y hidden>z</a>") == "<a hidden B=y href='x'>z</a>"
    assert add_attributes("<br/><a href=x/>") == '<br data-unheard-of="1" /><a data-unheard-of="1" href=x/>'
    broken = "<a href='x' href=y><b class='a'id=b c='>d</b>"
    assert reorder_attributes(broken) == broken, "what a parser must guess stays as it is"


def test_the_same_name_becomes_the_same_random_one() -> None:
    changed = shuffle_names("<p class='a b' id=c><i class=b></i><a href='#c'>d</a><a href=/c>e</a><label for=c>")
    first, second, third, fourth = (changed.split(sign)[1] for sign in ('class="', 'id="', '<i class="', "#"))
    assert first.split('"')[0].split()[1] == third.split('"')[0]
    assert second.split('"')[0] == fourth.split('"')[0]
    assert "href=/c" in changed
    assert f'for="{second.split(chr(34))[0]}"' in changed


def test_ids_go_and_nothing_else() -> None:
    assert remove_ids("<p ID=a class=id>id=b</p>") == "<p class=id>id=b</p>"
