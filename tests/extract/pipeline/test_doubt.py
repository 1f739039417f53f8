"""Errors and walls that read like prose are not sold as content; pages about errors are content."""

import pytest

from iawce.data.errors import PageWarning, WarningKind
from iawce.extract import Extraction, Extractor
from iawce.extract.pipeline.extract_content import DOUBTED, DOUBTFUL_TYPE, doubt_type, doubtful_type
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.classification import Classification

WALLS = {
    "soft 404": "<title>404</title><h1>404</h1><p>Sorry, page not found.",
    "title alone": "<title>Page not found - Harbour News</title><h1>Oops</h1><p>Try the search, or go to the start.",
    "Cloudflare, checking": "<title>Just a moment...</title><h1>news.example</h1><h2>Verifying you are human. This may "
    "take a few seconds.</h2><p>news.example needs to review the security of your connection before proceeding.",
    "Cloudflare, blocked": "<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1><h2>"
    "You are unable to access news.example</h2><p>This website is using a security service to protect itself from "
    "online attacks. The action you just performed triggered the security solution.",
    "Akamai": "<title>Access Denied</title><h1>Access Denied</h1><p>You don't have permission to access "
    '"http://news.example/" on this server.<p>Reference #18.8d6c1160.1712345678.1a2b3c4d',
    "press and hold": "<title>Access to this page has been denied</title><p>Press &amp; Hold to confirm you are a human"
    " (and not a bot).<p>Reference ID 6f1c2a30",
    "Imperva": "<title>Pardon Our Interruption</title><h1>Pardon Our Interruption</h1><p>As you were browsing something"
    " about your browser made us think you were a bot. There are a few reasons this might happen:",
    "unusual activity": "<title>Are you a robot?</title><p>We've detected unusual activity from your computer network. "
    "To continue, please click the box below to let us know you\u2019re not a robot.",
    "no script": "<title>Shop</title><p>You need to enable JavaScript to run this app, please change your settings.",
    "gateway": "<title>502 Bad Gateway</title><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center>",
    "German": "<title>Fehler</title><h1>Seite nicht gefunden</h1><p>Die gesuchte Seite gibt es hier nicht mehr.",
}
CONSENT = "<h1>Before you go on</h1><p>We and our partners use cookies to show you adverts.<p>Accept or reject all."
POST = "<p>Since the update my server answers 404 not found to every request but the first. What may be the cause?"
MENU = "".join(f"<li><a href=/{n}>Section number {n} of the forum</a>" for n in range(60))
PROSE = "The committee met on Tuesday, and after a long debate it decided to build the bridge where the old ferry was. "


def extract(html: str, method: str = "", keep: str = "") -> Extraction:
    return Extractor(render="never", settings=ExtractSettings(method=method, keep=keep)).extract(
        f"<body>{html}".encode()
    )


@pytest.mark.parametrize("wall", WALLS)
def test_the_message_of_an_error_or_a_bot_wall_is_no_content(wall: str) -> None:
    row = extract(WALLS[wall])
    assert (row.status, row.reason, row.text) == ("failure", "empty/error_page", "")


def test_a_cookie_wall_is_no_content() -> None:
    assert extract(CONSENT).reason == "empty/consent_page"


def test_a_chosen_method_keeps_the_message_as_content() -> None:
    row = extract(WALLS["soft 404"], method="body")
    assert (row.status, "page not found" in row.text) == ("success", True)
    assert extract(WALLS["soft 404"], keep="p").text == "Sorry, page not found."


def test_a_short_post_about_an_error_stays_and_is_doubted() -> None:
    row = extract(
        f"<title>Strange answers</title><nav class=menu><ul>{MENU}</ul></nav><article class=post>{POST}</article>"
    )
    assert row.status == "success"
    assert "my server answers" in row.text
    assert PageWarning(WarningKind.SUSPECT, "error_page") in row.warnings
    assert float(row.scores["confidence"]) <= DOUBTED


@pytest.mark.parametrize(
    "said",
    [
        "Just a moment of carelessness cost the skipper his boat on Sunday night, the harbour master says.",
        "The key is short: press and hold the button at the side until the lamp is green, then let it go.",
        "Attention required: the bridge at the mill is closed to carts until the end of the harvest.",
        "This call gives one order by its number, with all of its lines and the address it goes to. You need a key."
        "<p>Answers: <b>200 OK</b> the order. <b>404 Not Found</b> there is no order with this number.",
    ],
)
def test_a_short_page_with_such_words_is_no_message(said: str) -> None:
    row = extract(f"<h1>From the harbour</h1><p>{said}")
    assert (row.status, said[:20] in row.text) == ("success", True)


def test_an_article_about_an_error_is_like_any_other() -> None:
    plain, about = (extract(f"<article><h1>News</h1><p>{PROSE * 20}{end}</article>") for end in ("", POST))
    assert "404 not found" in about.text
    assert about.warnings == plain.warnings == ()
    assert float(about.scores["confidence"]) > DOUBTED


def test_below_the_threshold_possible_types_are_named_and_comments_kept() -> None:
    shares = {"article": DOUBTFUL_TYPE - 0.05, "thread": 0.35, "list": 0.05, "product": 0.05}
    answer = Classification("article", shares, "page_type/html")
    assert doubt_type(answer, ExtractSettings()).comments == "keep"
    assert doubtful_type(answer) == (PageWarning(WarningKind.DOUBTFUL_TYPE, "article,thread"),)
    assert doubt_type(answer, ExtractSettings(comments="only")).comments == "only"

    sure = Classification("article", {"article": DOUBTFUL_TYPE, "thread": 1 - DOUBTFUL_TYPE}, "page_type/html")
    assert doubt_type(sure, ExtractSettings()) == ExtractSettings()
    assert doubtful_type(sure) == ()


def test_a_page_that_may_be_two_things_is_doubted_in_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("iawce.extract.pipeline.extract_content.DOUBTFUL_TYPE", 1.01)
    row = extract(f"<article><h1>News</h1><p>{PROSE * 20}</article>")
    assert [warning.detail.split(",")[0] for warning in row.warnings if warning.kind == "doubtful_type"] == [row.type]
