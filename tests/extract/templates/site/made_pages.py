"""Pages as the templates of a small news site would write them."""

from iawce.data.document import Document

SENTENCE = "The harbour bridge will close for repairs until the end of the week, the town council said. "
MENU = (
    "<div id=menu>" + "".join(f"<a href=/{name}>{name}</a> " for name in ("home", "news", "sport", "about")) + "</div>"
)
WRITERS = ("Ann Ash", "Ben Birch", "Cy Cedar", "Di Dale", "Ed Elm", "Flo Fir", "Gus Gale")
FOOT = "<div class=foot>Printed in the old town since 1887.</div>"


def article(number: int, *, sentences: int = 9, comments: str = "", identity: str = "body", classes: str = "") -> str:
    """An article whose text is said ``sentences`` times."""
    text = f"Report {number}. " + SENTENCE * sentences
    return (
        f"<title>Report {number}</title><body>{MENU}<div class=page><div class=head><h1>Report {number}</h1></div>"
        f"<div id='{identity}' class='{classes}'><p>{text}</p></div>"
        f"<div class=comments><div>{comments or 'No remarks yet'}</div></div></div>{FOOT}"
    )


def gallery(number: int) -> str:
    """A page that is built in another way: a table of pictures."""
    rows = "".join(
        f"<tr><td><div class=shot><img src={n}.png><b>Picture {number} {n}</b></div></td></tr>" for n in "abc"
    )
    return f"<body><table class=wall>{rows}</table><table><tr><td>Album {number}: {SENTENCE}</td></tr></table>"


def book(number: int, *, writers: int = 1, pages: bool = True) -> str:
    """A page of a bookshop; some rows are there on some pages only."""
    names = ", ".join(f"<a href=/w/{name[0]}>{name}</a>" for name in WRITERS[number : number + writers])
    rows = f"<li><b>Pages</b>: {100 + number}</li>" if pages else ""
    others = "".join(
        f"<div class=card><h3>Other book {number * k}</h3><i class=price>{k}.00</i></div>" for k in "345678"
    )
    return (
        f"<title>Book {chr(65 + number)}</title><body>{MENU}<div class=page><div class='book tag-{chr(65 + number)}'>"
        f"<h1>Book {chr(65 + number)} <small>(new)</small></h1><h2 class=writers>by {names}</h2>"
        f"<p class=price>Our price: {number + 9}.50 EUR</p>"
        f"<ul>{rows}<li><b>ISBN-13</b>: 978000000000{number}</li><li><b>House</b>: Press {number % 3}</li></ul>"
        f"<div class=text>{SENTENCE * 9}</div></div>{others}</div>{FOOT}"
    )


def documents(*pages: str) -> list[Document]:
    """The pages, named by their places."""
    return [Document(f"page {number}", html=html) for number, html in enumerate(pages)]
