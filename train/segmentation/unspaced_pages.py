"""Pages in scripts without blanks whose short body stands among lists of links, written from pages of the training.

Few pages of the training are in such scripts, and on fewer of them a body of two or three paragraphs is a small part of
the page: there lists of headlines, each as long as a sentence, look like the body.
"""

import html
import random
import re
from collections.abc import Sequence

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.errors import PageError
from iawce.data.html.words import CJK, SOUTHEAST, count_words
from iawce.data.open_document import open_document

UNSPACED = "#unspaced"
"""End of the id of such a page; before it stands the id of the page whose words it has."""
PARAGRAPH, HEADLINE = 15, 8
"""Fewest words of a paragraph, and of a headline, which is no part of the text."""
FEWEST_HEADLINES = 6
LARGEST_BODY = 4
"""Paragraphs."""
MOST_HEADLINES = 60
SHARE = 0.3
"""Of the characters of a text in such a script, at least."""
_SCRIPT = re.compile(f"[{CJK}{SOUTHEAST}]")
_KANA, _THAI = re.compile("[\u3040-\u30ff]"), re.compile("[\u0e00-\u0e7f]")
_ANNOUNCED = {
    "ja": ("関連記事", "アクセスランキング", "新着記事", "おすすめ", "あわせて読みたい"),
    "zh": ("相关阅读", "热门文章", "推荐", "最新新闻", "延伸閱讀"),
    "th": ("ข่าวที่เกี่ยวข้อง", "ข่าวล่าสุด", "แนะนำ", "อ่านเพิ่มเติม"),
}
_DATES = {"ja": ("{y}年{m}月{d}日", "令和{j}年{m}月{d}日"), "zh": ("{y}-{m:02}-{d:02}", "{y}年{m}月{d}日")}
_DATES["th"] = ("{d}/{m}/{b}", "{y}-{m:02}-{d:02}")


def write_unspaced_pages(pages: Sequence[GoldPage], count: int, seed: int) -> list[GoldPage]:
    """Up to ``count`` such pages; each has the site and the type of the page that it is written from."""
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    known = [page for page in pages if page.text and is_unspaced(page.text)]
    chance.shuffle(known)
    return [written for page in known if (written := _written(page, random.Random(f"{seed} {page.id}")))][:count]  # noqa: S311


def is_unspaced(text: str) -> bool:
    """Whether much of a text is in a script that puts no blanks between words."""
    return len(_SCRIPT.findall(text)) > SHARE * len("".join(text.split()))


def _written(page: GoldPage, chance: random.Random) -> GoldPage | None:
    """The page with some of its paragraphs and headlines; None if it has too few, or cannot be read."""
    gold = page.text or ""
    paragraphs = [line for line in map(str.strip, gold.split("\n")) if count_words(line) >= PARAGRAPH]
    headlines = [text for text in _links(page) if text not in gold]
    if not paragraphs or len(headlines) < FEWEST_HEADLINES:
        return None
    start = chance.randrange(len(paragraphs))
    body = paragraphs[start : start + chance.randint(1, LARGEST_BODY)]
    markup = _page(body, headlines[:MOST_HEADLINES], chance).encode("utf-8", "replace")
    return GoldPage(f"{page.id}{UNSPACED}", page.site, markup, type=page.type, text="\n".join(body))


def _links(page: GoldPage) -> list[str]:
    """Texts of the links that are as long as headlines, each once."""
    try:
        index = open_document(page.page).index
    except PageError:
        return []
    texts = (index.text_of(number) for number in index.tagged("a"))
    return [text for text in dict.fromkeys(texts) if count_words(text) >= HEADLINE]


def _page(body: Sequence[str], headlines: Sequence[str], chance: random.Random) -> str:
    """Lists before and behind the body, of one form, and a date above it."""
    whole = "".join(body)
    language = "ja" if _KANA.search(whole) else "th" if _THAI.search(whole) else "zh"
    before = headlines[: chance.randint(0, len(headlines) // 2)]
    form, announced = chance.choice((_items, _blocks, _cells)), _ANNOUNCED[language]
    day = {"y": (year := chance.randint(2019, 2025)), "j": year - 2018, "b": year + 543}
    date = chance.choice(_DATES[language]).format(**day, m=chance.randint(1, 12), d=chance.randint(1, 28))
    texts = "".join(f"<p>{html.escape(text)}</p>" for text in body)
    if chance.random() < 0.3:
        texts = "<br><br>".join(map(html.escape, body))
    name = chance.choice(("content", "main", "detail", "box"))
    lists = [
        f"<h3>{chance.choice(announced)}</h3>{form(part)}" if part else ""
        for part in (before, headlines[len(before) :])
    ]
    return f'{lists[0]}<div class="{name}"><p class="date">{date}</p>{texts}</div>{lists[1]}'


def _items(texts: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{_link(number, text)}</li>" for number, text in enumerate(texts)) + "</ul>"


def _blocks(texts: Sequence[str]) -> str:
    return "".join(
        f"<div>{_link(number, text)}<span>{number % 12 + 1}-1</span></div>" for number, text in enumerate(texts)
    )


def _cells(texts: Sequence[str]) -> str:
    rows = "".join(f"<tr><td>{number + 1}<td>{_link(number, text)}" for number, text in enumerate(texts))
    return f"<table>{rows}</table>"


def _link(number: int, text: str) -> str:
    return f'<a href="/{number}.html">{html.escape(text)}</a>'
