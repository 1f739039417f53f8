"""Makes the pages of the gate: seven types in six makes of markup, with what is right about each.

    python tests/gate/make_pages.py [FOLDER]

The pages are kept in ``pages/`` so that floors are pinned to them; making them anew gives the same bytes.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from prose import Prose

HERE = Path(__file__).parent / "pages"


@dataclass
class Content:
    """Markup of a page's main part, and what should be taken out of it."""

    html: str
    wanted: list[str]
    records: list[dict[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Make:
    """How a site builds its pages: the frame around the main part, and the names of its classes."""

    name: str
    frame: Callable[[str, str, Prose], str]
    names: dict[str, str]
    language: str = "en"


def links(prose: Prose, count: int, item: str = "li") -> str:
    return "".join(f'<{item}><a href="/{n}">{escape(prose.thing())}</a></{item}>' for n in range(count))


def modern(title: str, main: str, prose: Prose) -> str:
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} | Gate Gazette</title>
<style>body{{margin:0}} .hide{{display:none}}</style><script>window.dataLayer=[1,2,3]</script></head><body>
<header class="site-header"><a class="logo" href="/">Gate Gazette</a><nav class="main-nav"><ul>{links(prose, 7)}</ul></nav>
<form role="search"><input type="search" placeholder="Search"><button>Go</button></form></header>
<div class="cookie-banner"><p>We use cookies to remember your choices.</p><button>Accept all</button></div>
<main id="content">{main}</main>
<aside class="sidebar"><h3>Recent posts</h3><ul>{links(prose, 6)}</ul><h3>Tags</h3>{links(prose, 9, "span")}</aside>
<footer class="site-footer"><ul>{links(prose, 10)}</ul><p>© Gate Gazette. All rights reserved.</p></footer></body></html>"""


def tables(title: str, main: str, prose: Prose) -> str:
    return f"""<html><head><title>{title} - Harbour Pages</title></head><body bgcolor="#ffffff">
<table width="100%"><tr><td colspan="3"><a href="/"><img src="/logo.gif" alt="Harbour Pages"></a></td></tr>
<tr><td class="menu" valign="top">{links(prose, 12, "div")}</td><td class="middle" valign="top">{main}</td>
<td class="right" valign="top"><b>Partners</b>{links(prose, 8, "p")}</td></tr>
<tr><td colspan="3" align="center"><small>Harbour Pages, all rights reserved. <a href="/imprint">Imprint</a></small></td></tr>
</table></body></html>"""


def nested(title: str, main: str, prose: Prose) -> str:
    return f"""<!doctype html><html><head><meta charset="utf-8"><title>{title} · Lantern</title></head><body>
<div id="app"><div class="l-wrap"><div class="l-top"><div class="l-brand"><a href="/">Lantern</a></div>
<div class="l-menu"><div class="l-menu-in">{links(prose, 6, "div")}</div></div></div><div class="l-body"><div class="l-inner">
{main}</div><div class="l-rail"><div class="l-box"><div class="l-box-title">You may also like</div>{links(prose, 5, "div")}</div>
<div class="l-box newsletter"><div>Subscribe to our newsletter</div><input type="email"><button>Sign up</button></div></div></div>
<div class="l-foot"><div>{links(prose, 8, "span")}</div><div>Made with care by Lantern</div></div></div></div></body></html>"""


def bare(title: str, main: str, prose: Prose) -> str:
    return f"""<!doctype html><html><head><title>{title}</title></head><body><a href="/">Home</a> | {links(prose, 3, "span")}
{main}<hr><p><small>Page served by gatekeeper. <a href="/about">About</a></small></p></body></html>"""


def crowded(title: str, main: str, prose: Prose) -> str:
    rows = "".join(f'<div class="promo"><a href="/p{n}">{escape(prose.title())}</a></div>' for n in range(14))
    return modern(
        title, f'<div class="promos">{rows}</div>{main}<div class="related"><h4>Related</h4>{rows}</div>', prose
    )


NAMES = {
    "modern": {"item": "entry", "post": "post", "card": "product-card", "body": "entry-content"},
    "tables": {"item": "row1", "post": "postrow", "card": "prod", "body": "text"},
    "nested": {"item": "c-teaser", "post": "c-msg", "card": "c-tile", "body": "c-rich"},
    "bare": {"item": "e", "post": "m", "card": "g", "body": "b"},
}
MAKES = (
    Make("modern", modern, NAMES["modern"]),
    Make("tables", tables, NAMES["tables"]),
    Make("nested", nested, NAMES["nested"]),
    Make("bare", bare, NAMES["bare"]),
    Make("crowded", crowded, NAMES["modern"]),
    Make("chinese", nested, NAMES["nested"], "zh"),
)


def article(prose: Prose, make: Make) -> Content:
    title, author, date = prose.title(), prose.name(), prose.date()
    paragraphs = [prose.paragraph(prose.chance.randint(3, 6), make.language) for _ in range(8)]
    quote = prose.paragraph(1, make.language)
    body = (
        "".join(f"<p>{p}</p>" for p in paragraphs[:4])
        + f"<h2>{prose.thing()}</h2><blockquote><p>{quote}</p></blockquote>"
    )
    body += "".join(f"<p>{p}</p>" for p in paragraphs[4:])
    html = f'<article><h1>{title}</h1><p class="meta">By <a href="/a">{author}</a>, {date}</p><div class="{make.names["body"]}">{body}</div></article>'
    return Content(html, [*paragraphs[:4], quote, *paragraphs[4:]])


def documentation(prose: Prose, make: Make) -> Content:
    parts, wanted = [], []
    for _ in range(5):
        name = prose.thing().lower().replace(" ", "_").replace(".", "")
        head, text = f"The option {name}", prose.paragraph(2, make.language)
        code = f"configure --{name} = {prose.chance.randint(1, 9)}"
        steps = [prose.paragraph(1, make.language) for _ in range(3)]
        listed = "".join(f"<li>{step}</li>" for step in steps)
        parts.append(f'<h2 id="{name}">{head}</h2><p>{text}</p><pre><code>{code}</code></pre><ul>{listed}</ul>')
        wanted += [head, text, code, *steps]
    contents = '<div class="toc"><b>On this page</b><ul>' + links(prose, 5) + "</ul></div>"
    return Content(
        f'<h1>Reference</h1>{contents}<div class="{make.names["body"]}">{"".join(parts)}</div>', ["Reference", *wanted]
    )


def service(prose: Prose, make: Make) -> Content:
    sections, wanted = [], []
    for index in range(6):
        head, text = prose.title(), prose.paragraph(3, make.language)
        sections.append(
            f'<section class="s{index}"><h2>{head}</h2><p>{text}</p><a class="btn" href="/contact">Contact us</a></section>'
        )
        wanted += [head, text]
    claim = prose.paragraph(2, make.language)
    return Content(
        f'<div class="hero"><h1>Our services</h1><p>{claim}</p></div>{"".join(sections)}',
        ["Our services", claim, *wanted],
    )


def listing(prose: Prose, make: Make) -> Content:
    rows, wanted, records = [], [], []
    for number in range(12):
        title, text, date = prose.title(), prose.paragraph(1, make.language), prose.date()
        rows.append(
            f'<div class="{make.names["item"]}"><h2><a href="/p/{number}">{title}</a></h2><span class="date">{date}</span>'
            f"<p>{text}</p></div>"
        )
        wanted += [title, date, text]
        records.append({"text": f"{title} {date} {text}"})
    pager = '<div class="pager">' + "".join(f'<a href="?p={n}">{n}</a> ' for n in range(1, 9)) + "</div>"
    return Content(
        f'<h1>Latest news</h1><div class="list">{"".join(rows)}</div>{pager}', ["Latest news", *wanted], records
    )


def collection(prose: Prose, make: Make) -> Content:
    cards, wanted, records = [], [], []
    for number in range(16):
        name, price = prose.thing(), prose.price()
        cards.append(
            f'<li class="{make.names["card"]}"><a href="/g/{number}"><img src="/g/{number}.jpg" alt=""></a>'
            f'<h3><a href="/g/{number}">{name}</a></h3><span class="price">{price}</span><button>Add to cart</button></li>'
        )
        wanted += [name, price]
        records.append({"text": f"{name} {price}"})
    filters = '<div class="filters"><b>Filter by</b>' + links(prose, 6, "label") + "</div>"
    return Content(
        f'<h1>All goods</h1>{filters}<ul class="grid">{"".join(cards)}</ul>', ["All goods", *wanted], records
    )


def forum(prose: Prose, make: Make) -> Content:
    posts, wanted, records = [], [], []
    for number in range(9):
        author, date = prose.name(), prose.date()
        text = prose.paragraph(prose.chance.randint(1, 5), make.language)
        posts.append(
            f'<div class="{make.names["post"]}" id="p{number}"><div class="author"><a href="/u/{number}">{author}</a>'
            f'<span class="rank">Member</span></div><div class="when">{date}</div><div class="content"><p>{text}</p></div>'
            f'<div class="tools"><a href="#">Reply</a> <a href="#">Quote</a> <a href="#">Report</a></div></div>'
        )
        wanted.append(text)
        records.append({"text": text, "author": author, "date": date})
    title = prose.title()
    return Content(f'<h1>{title}</h1><div class="thread">{"".join(posts)}</div>', [title, *wanted], records)


def product(prose: Prose, make: Make) -> Content:
    name, price, text = prose.thing(), prose.price(), [prose.paragraph(3, make.language) for _ in range(3)]
    rows = [(prose.chance.choice(("Weight", "Height", "Colour", "Made in")), prose.thing()) for _ in range(5)]
    facts = "".join(f"<tr><th>{key}</th><td>{value}</td></tr>" for key, value in rows)
    others = "".join(
        f'<div class="{make.names["card"]}"><a href="/o">{prose.thing()}</a> {prose.price()}</div>' for _ in range(8)
    )
    html = (
        f'<div class="product"><div class="gallery"><img src="/1.jpg" alt=""></div><h1>{name}</h1><p class="price">{price}</p>'
        f'<form><button>Add to cart</button></form><div class="{make.names["body"]}">{"".join(f"<p>{p}</p>" for p in text)}</div>'
        f'<table class="facts">{facts}</table></div><div class="others"><h2>Customers also bought</h2>{others}</div>'
    )
    return Content(html, [name, price, *text, *(f"{key} {value}" for key, value in rows)])


KINDS = (article, documentation, service, listing, collection, forum, product)
UNWANTED = {
    "modern": ["We use cookies to remember your choices.", "All rights reserved."],
    "crowded": ["We use cookies to remember your choices.", "All rights reserved."],
    "tables": ["Partners", "all rights reserved"],
    "nested": ["You may also like", "Subscribe to our newsletter"],
    "chinese": ["You may also like", "Subscribe to our newsletter"],
    "bare": ["Page served by gatekeeper."],
}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for row, kind in enumerate(KINDS):
        for column, make in enumerate(MAKES):
            prose = Prose(100 * row + column)
            content = kind(prose, make)
            name = f"{kind.__name__}-{make.name}"
            about = {
                "site": make.name,
                "type": kind.__name__,
                "unwanted": UNWANTED[make.name],
                "records": content.records,
            }
            (folder / f"{name}.html").write_text(
                make.frame(prose.title(), content.html, prose) + "\n", encoding="utf-8"
            )
            (folder / f"{name}.txt").write_text("\n\n".join(content.wanted) + "\n", encoding="utf-8")
            (folder / f"{name}.json").write_text(
                json.dumps(about, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
            )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
