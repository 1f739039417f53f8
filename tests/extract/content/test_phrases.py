import pytest

from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.extract.content.boilerplate import find_boilerplate

POST = "<div class=content><p>The second valve sticks when it is cold, and no oil that I tried has helped with it.</p>"
POST += "<p>Does anybody know whether the old springs still fit, or do I need the whole block from the maker?</p></div>"


def left(html: str) -> str:
    document = Document("", html=f"<body>{html}</body>")
    return Texts(document.index.without((), find_boilerplate(document.index.without()))).lines()


@pytest.mark.parametrize(
    "part",
    [
        "<div class=row><h3>Related products</h3><ul><li>Spring<li>Oil</ul></div>",
        "<section><div class=title><h2>You may also like</h2></div><a href=/a>Spring</a></section>",
        "<div><h4>Follow us:</h4><a href=/f>Facebook</a></div>",
        "<div class=block><h4>Best sellers</h4><p>Trumpet</p></div>",
        "<div class=outer><div>You must <a href=/login>log in</a> or register to reply here.</div></div>",
        "<div>You must log in or register to reply here.</div>",
        "<p>Users browsing this forum: Adele and 3 guests</p>",
        "<div>There are currently 2 users browsing this thread. (0 members and 2 guests)</div>",
        "<fieldset><label>Jump to forum:</label> <select><option>Brass<option>Strings</select></fieldset>",
        "<p>You cannot post new topics in this forum<br>You cannot reply to topics in this forum</p>",
        "<div class=headerbar><p>Valves and slides</p></div>",
        "<div class=action-bar><a href=/reply>Post Reply</a></div>",
    ],
)
def test_parts_of_the_site_are_recognised_by_their_words(part: str) -> None:
    assert left(f"{part}{POST}") == left(POST) == left(f"{POST}{part}")


@pytest.mark.parametrize(
    "part",
    [
        "<p>You must log in to the old machine first, and then the reply comes after a minute or two. So I wait.</p>",
        "<p>Related products of the same maker are louder, but then they cost twice as much as this one does.</p>",
        "<h2>Best sellers of 1950</h2><p>A list of trumpets</p>",
        "<p>Jump to the conclusion if you are short of time.</p>",
        "<h2>Popular articles in the German language</h2><p>der, die and das</p>",
    ],
)
def test_sentences_that_begin_like_it_stay(part: str) -> None:
    assert part.split(">")[1].split("<", maxsplit=1)[0] in left(f"{POST}{part}")


def test_a_heading_amid_the_text_takes_nothing_with_it() -> None:
    text = left(f"<div>{POST}<h3>Related articles</h3><p>The essay of 1912 says more about springs.</p></div>")
    assert "Related articles" not in text
    assert "essay of 1912" in text
