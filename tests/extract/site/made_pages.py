"""Pages as the templates of a small news site would write them."""

from iawce.data.document import Document

SENTENCE = "The harbour bridge will close for repairs until the end of the week, the town council said. "
MENU = (
    "<div id=menu>" + "".join(f"<a href=/{name}>{name}</a> " for name in ("home", "news", "sport", "about")) + "</div>"
)
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


def documents(*pages: str) -> list[Document]:
    """The pages, named by their places."""
    return [Document(f"page {number}", html=html) for number, html in enumerate(pages)]
