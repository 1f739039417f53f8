import pytest

from iawce.data.document import Document
from iawce.extract.content.boilerplate import find_boilerplate, requests


def found(html: str) -> set[str]:
    document = Document("", html=html)
    return {
        str(document.index.attributes.given[number].get("id")) for number in find_boilerplate(document.index.without())
    }


def test_parts_of_the_site_are_distinguished_from_those_of_an_article() -> None:
    html = (
        "<body><header id=site>name</header><main><article><header id=own>title</header><p>many words of text here, "
        "enough of them to make up most of what stands on this page</p><footer id=date>2020</footer></article></main>"
        "<aside id=side>more</aside><footer id=foot>end</footer>"
    )
    assert found(html) == {"site", "side", "foot"}


def test_a_form_around_the_whole_page_is_not_boilerplate() -> None:
    assert found("<body><form id=all><p>everything is in here<nav id=menu>menu</nav></form>") == {"menu"}


def test_a_form_around_a_list_is_content_and_one_to_fill_in_is_not() -> None:
    body = f"<p>{'words of the page itself and ' * 20}</p>"
    ticked = "".join(f"<li><label><input type=checkbox> shirt {number}</label>" for number in range(3))
    asked = "".join(f"<li><label>Name {number} <input></label>" for number in range(3))
    records = "".join(f"<div><h3>Tool {number}</h3><p>to borrow</div>" for number in range(3))
    html = f"<body>{body}<form id=ticked>{ticked}</form><form id=asked>{asked}</form><form id=records>{records}</form>"
    assert found(html) == {"asked"}


def test_invitations_are_boilerplate() -> None:
    body = "<p>words of the page itself, enough of them to be the most of what stands here, and then some more</p>"
    html = (
        f"<body><div id=dialog role=dialog>Join us</div>{body}<div id=share class='x Social-Share'>Share</div>"
        "<section id=related class=related-products>Related</section><p id=own class=related>related words</p>"
        "<div id=respond class=comment-respond>Leave a reply</div><div id=shared class=shared>read</div>"
    )
    assert found(html) == {"dialog", "share", "related", "respond"}


def test_boxes_that_ask_for_something_are_requests() -> None:
    body = "<p>words of the page itself, enough of them to be the most of what stands here, and then some more</p>" * 3
    html = (
        f"<body><article class=newsletter id=all>{body}<div id=wall class='subscribe-wall x'>Read on for 2 €</div>"
        "<p id=ad class=ad>Advertisement</p><div id=box><h3>Fridays</h3><p>News by mail</p><form><input type=email>"
        "</form></div><p id=own class=read>read</p><form id=calc><input type=number></form></article>"
    )
    index = Document("", html=html).index
    assert {index.attributes.given[number].get("id") for number in requests(index)} == {"wall", "ad", "box"}


@pytest.mark.parametrize("said", ["Call 01202 555 014.", "Until 30 April.", "The fee is 12 €."])
def test_a_field_for_an_address_asks_for_nothing_with_the_numbers_beside_it(said: str) -> None:
    form = "<form id=form><input type=email><button>Send</button></form>"
    index = Document("", html=f"<body><div id=box><p>Firm Ltd, Quay Road, Poole. {said}</p>{form}</div>").index
    assert [index.attributes.given[number].get("id") for number in requests(index)] == ["form"]


@pytest.mark.parametrize(
    ("html", "asks"),
    [
        ("<div><p>Was this page helpful?</p><button>Yes</button><button>No</button></div>", True),
        (
            "<div><span>War diese Seite hilfreich?</span><div><button>Ja</button> <button>Nein</button></div></div>",
            True,
        ),
        (
            "<section><div><h3>役に立ちましたか？</h3></div><div><button>はい</button><button>いいえ</button></div></section>",
            True,
        ),
        ("<div>هل كانت هذه الصفحة مفيدة؟<button>نعم</button><button>لا</button></div>", True),
        ("<div><p>Which wall?</p><button>Next</button></div>", False),
        ("<div><p>Walls in the park</p><button>Oak</button><button>Elm</button></div>", False),
        ("<div><button>Who builds walls?</button><p>Masons.</p><button>When?</button><p>In May.</p></div>", False),
        (f"<div><p>Why are walls old?</p><p>{'They stand. ' * 9}</p><button>A</button><button>B</button></div>", False),
        ("<p>Walls.</p><div>Was this helpful?<button>Yes</button><button>No</button></div>" * 2, True),
        ("<header><h1>Why are walls old?</h1><button>Save</button><button>Share</button></header>", False),
        (
            "".join(
                f"<div class=q><h3>{asked}</h3><button>Open</button><button>Link</button></div><p>In May.</p>"
                for asked in ("Who builds walls?", "When are they built?")
            ),
            False,
        ),
        (
            "".join(
                f"<div class=q><h2>{said}</h2><button>Open</button><button>Link</button></div><p>In May.</p>"
                for said in ("Walls of the north", "When are they built?")
            ),
            False,
        ),
    ],
)
def test_a_short_question_with_buttons_to_answer_it_is_a_request(html: str, asks: bool) -> None:
    assert bool(requests(Document("", html=f"<body><p>{'words of the page ' * 20}</p>{html}").index)) == asks


@pytest.mark.parametrize("tag", ["section", "div", "li"])
@pytest.mark.parametrize("name", ["ad-hoc-queries", "social-security", "share-a-page", "donate"])
def test_a_chapter_with_an_id_made_of_its_title_is_no_request(name: str, tag: str) -> None:
    chapter = f"<{tag} id={name}><h2>{name.replace('-', ' ').capitalize()}</h2><p>This chapter says who.</p></{tag}>"
    others = "".join(
        f"<{tag} id={one.lower()}><h2>{one}</h2><p>And this one why.</p></{tag}>" for one in ("Aims", "Rules")
    )
    assert not requests(Document("", html=f"<body><main>{others}{chapter}</main>").index)
    assert requests(Document("", html=f"<body><main><p>Aims</p>{chapter}</main>").index)


@pytest.mark.parametrize(
    "html",
    [
        f"<p class=paywall>Short one.</p><p class=paywall>{'word ' * 80}</p>",
        "<h3 class='accordion ask-ads'>Who pays for them?</h3>",
        "<li class='post-3 category-social tag-ads'>Ads in the stream.</li>",
        "<article class='hentry tag-newsletter-2'>Ten years of letters.</article>",
        "<div id=s-599c15d3-ad4d-4365>Lighter than before.</div>",
        "<div class='x9_ad1c2b'>Lighter than before.</div>",
    ],
)
def test_texts_with_such_a_name_by_the_way_are_no_requests(html: str) -> None:
    assert not requests(Document("", html=f"<body>{html}").index)
