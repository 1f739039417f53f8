"""The columns that records of all sites share, in their order, and their names on pages."""

import re
from collections.abc import Container
from functools import lru_cache
from itertools import chain, count

from iawce.data.analysis.units.nodes import MAX_COUNT
from iawce.data.text.lexicon.products import names_old_price

WORDS = (
    "title", "headline", "heading", "name", "subtitle", "price", "author", "byline", "date", "time",
    "published", "updated", "description", "summary", "excerpt", "snippet", "abstract", "teaser", "rating",
    "stars", "score", "votes", "likes", "reactions", "upvotes", "reviews", "review", "comments", "replies",
    "views", "points", "category", "tags", "tag", "brand", "model", "isbn", "sku", "publisher", "year", "genre",
    "language", "location", "city", "country", "address", "phone", "email", "company", "salary", "color",
    "colour", "quantity", "stock", "availability", "shipping", "discount", "badge", "status", "rank", "count",
    "distance", "image", "thumbnail", "photo", "picture", "logo", "avatar", "icon", "url", "domain", "source",
    "site", "eyebrow", "reading", "term", "definition", "topic", "user", "username", "age", "department",
    "organization",
)  # fmt: skip
"""Words that name a value at any place in a class name; the last one in the name counts."""
MAX_LENGTH = 40  # Most characters of a name
ABBREVIATIONS = {
    "desc": "description", "descr": "description", "img": "image", "pic": "picture", "thumb": "thumbnail",
    "cat": "category", "qty": "quantity", "loc": "location", "addr": "address", "tel": "phone", "avail": "availability",
    "lang": "language", "dept": "department", "org": "organization", "amt": "amount", "yr": "year", "usr": "user",
    "auth": "author", "ttl": "title", "subttl": "subtitle", "hdr": "heading", "hdl": "headline",
}  # fmt: skip
"""Abbreviated words of class names."""
UTILITY = re.compile(
    r"(?:text|font|color|colour|bg|border|rounded|flex|grid|items|justify|align|float|col|row|p|m|px|py|pt|pb|pl|pr|mx|my|mt|mb|ml|"
    r"mr|w|h|d|gap|leading|tracking|hover|sm|md|lg|xl|is|has|js|css|sc|u|o|btn|button|screen-reader|sr|visually)(?:[-_:].*)?"
)
"""Class names of frameworks that describe appearance."""
_READABLE = re.compile(r"(?=.*[aeiouyäöüаеиоу])[^\W\d_]{3,}(?:[-_][^\W\d_]{2,}){0,3}")
VOCABULARY = (
    "title", "link", "image", "price", "price_currency", "old_price", "rating", "rating_count", "availability", "date",
    "date_end", "author", "location", "company", "category", "section", "views", "replies", "text",
)  # fmt: skip
"""Names of the columns with a fixed meaning, in order."""
MORE = "more"  # Name of the column of rare values
_WORDS = {
    "title": "title headline heading subject name",
    "image": "image img photo picture thumbnail thumb cover",
    "price": "price prices cost amount fare",
    "rating": "rating stars score aggregaterating",
    "rating_count": "reviews review ratings votes reviewcount ratingcount",
    "availability": "availability stock inventory",
    "date": "date time published datepublished pubdate posted timestamp datetime created datecreated startdate",
    "author": "author authors byline writer contributor poster username creator",
    "location": "location city venue locality place region addresslocality joblocation",
    "company": "company employer organization organisation hiringorganization",
    "category": "category categories genre kicker eyebrow rubric articlesection",
    "views": "views hits reads visits",
    "replies": "replies comments answers commentcount",
    "text": "description summary excerpt snippet abstract teaser dek intro articlebody",
}
ROLE_OF_WORD = {word: role for role, words in _WORDS.items() for word in words.split()}
"""Roles of words in class names, properties and labels."""
WEAK = frozenset({"title", "text", "image"})
"""Roles whose words stand beside others in names: ``author-name``, ``price-text``, ``rating-image``."""
_THINGS = frozenset({"product", "item", "job", "book", "event", "course", "recipe", "game", "movie", "article"})
"""Words for listed things, whose name is a title."""
_REPLIES = r"(?<!leave )repl(?:y|ies)|answer|antwort|réponse|resp(?:ue|o)sta|rispost|ответ|回[复復帖應应答]|返信|답글"
_COMMENTS = r"\bposts\b|comment|comentario|komm?entar|коммент|评论|コメント|댓글"
_VIEWS = r"view|hits|\bhit\b|aufruf|zugriff|\bvues?\b|visita|просмотр|查看|浏览|瀏覽|点击|閲覧|조회"
_ENDING = r"(?:[^\W\d_\u3040-\u9fff\uac00-\ud7af]*|总?数|總?數|次[数數]|量)"
"""Of a counted word: that of a form of it, or Chinese for "number"."""
REPLIES, COMMENTS, VIEWS = (re.compile(words, re.I) for words in (_REPLIES, _COMMENTS, _VIEWS))
"""Parts of the names of columns of counts."""
VOICES = re.compile(r"voice|participant|score|point|vote|like|rating|bewertung", re.I)
"""Parts of the names of columns of other counts."""
STARTED = re.compile(r"start|creat|erstellt|begonnen|\bauthor(?!i)|opened|posted", re.I)
STARTER = re.compile(r"\b(?:starter|creator|ersteller|author(?!i)|autor)", re.I)  # and not *Authority*
LAST = re.compile(r"last|latest|recent|letzt|dernier|últim|ultim|freshness|activity|последн|最后|最後|最終", re.I)
"""Parts of the names of what is about the first post of a thread, and about the last."""
REPLY = re.compile(r"(?:re|aw|sv|odp|rv|antw|ответ|回复)\s?[:：]\s*", re.I)  # Beginning of the subject of a reply
RATINGS = (
    r"(?:reviews?|ratings?|votes?|[^\W\d_]{0,20}(?:bewertung|rezension)(?:en)?|avis|opiniones|reseñas|recensioni"
    r"|valoraciones|avaliações|отзыв\w*|оцен\w*|评价|评论|レビュー|beoordelingen|recensies)"
)
"""Words for ratings that are counted."""
_LABELS = {
    # Unlike words before an amount (``OLD_PRICE``), a label that is only "list" or "retail" may head any column.
    "old_price": r"was|old price|list price|reg(?:ular)?\.?(?: price)?|rrp|msrp|before|statt|uvp|instead of|avant"
    r"|antes|prezzo di listino|original(?: price)?|先前|原价|старая цена|compare at|stara cena|vorher",
    "price": r"price|now|sale(?: price)?|our price|from|starting at|as low as|only|preis|ab|prix|à partir de|precio"
    r"|desde|prezzo|preço|prijs|pris|cena|цена|fiyat|價格|价格|価格|가격|سعر",
    "rating": r"(?:average |customer )?rating|stars|score|bewertung|note|valoración|puntuación|voto|рейтинг|评分",
    "rating_count": rf"(?:customer )?{RATINGS}",
    "availability": r"availability|stock|lieferbarkeit|verfügbarkeit|disponibilité|disponibilidad|disponibilità|наличие"
    r"|库存",
    "date": r"date|(?:first )?published(?: on)?|posted(?: on)?|created|datum|erschienen|veröffentlicht(?: am)?"
    r"|publié le"
    r"|fecha|data|дата|日期|发布时间|発売日|公開日|time|when",
    "author": r"(?:(?:written|posted|started|opened|created) )?by|(?:thread |topic )?(?:authors?|starter)"
    r"|autor(?:en|es)?|von|auteurs?|par|por|autore|di|автор|作者|著者|door|av",
    "location": r"location|city|place|venue|where|ort|standort|lieu|ville|ubicación|ciudad|luogo|город|место"
    r"|地点|所在地",
    "company": r"company|employer|organi[sz]ation|firma|unternehmen|arbeitgeber|entreprise|société|empresa|azienda"
    r"|компания|公司|会社",
    "category": r"categor(?:y|ies)|genre|section|filed under|posted in|kategorien?|catégorie|categoría|categoria"
    r"|категория|рубрика|分类|分類",
    "views": rf"(?:{_VIEWS}|reads|阅读){_ENDING}",
    "replies": rf"(?:{_REPLIES}|{_COMMENTS}){_ENDING}",
    "title": r"title|name|product(?: name)?|titel|bezeichnung|titre|nom|título|nombre|titolo|название|标题|名称",
    "text": r"description|summary|abstract|beschreibung|zusammenfassung|résumé|descripción|descrizione|описание|简介",
}  # fmt: skip
_LEADING = re.compile(
    r"was|before|statt|instead of|avant|antes|vorher|now|from|starting at|as low as|only|ab|à partir de|desde|von|par"
    r"|por|di|door|av",
    re.I,
)
"""Labels that say something only together with the value behind them."""
_LABEL = {role: re.compile(words, re.I) for role, words in _LABELS.items()}
COUNTED = frozenset({"replies", "reply", "answers", "votes", "reads", "hits"}) & ROLE_OF_WORD.keys()
"""Words of counted things."""


@lru_cache(maxsize=4096)
def name_of_class(classes: str) -> str:
    """The name of a value with these classes; empty without one."""
    names = [name for name in classes.split()[:MAX_COUNT] if not UTILITY.fullmatch(name.lower())]
    for name in names:
        words = words_of_class(name)
        if known := [word for word in words if word in WORDS]:
            is_old = known[-1] == "price" and names_old_price(words)
            return "old_price" if is_old else known[-1]
    ends = (name.rpartition("__")[2].partition("--")[0].lower() for name in names if "__" in name)
    return next((end for end in ends if _READABLE.fullmatch(end)), "")


@lru_cache(maxsize=4096)
def role_of_class(name: str) -> str:
    """The role that one class name, property or test id names; empty if it names none.

    ``product-card__author-name`` is an author: general words have lower priority than the others.
    """
    if UTILITY.fullmatch(name.lower()):
        return ""
    words = words_of_class(name)
    if name.endswith("__title"):  # of a part in BEM: the title of a category's card is no category
        return "title"
    if "price" in words and names_old_price(words):
        return "old_price"
    if words[-1:] == ("name",) and not _THINGS.isdisjoint(words):
        return "title"
    if "count" in words:
        counted = {"review": "rating_count", "rating": "rating_count", "comment": "replies", "view": "views"}
        found = next((role for word, role in counted.items() if {word, f"{word}s"} & {*words}), "")
        return found or next((ROLE_OF_WORD[word] for word in words if word in COUNTED), "")
    known = [(word, ROLE_OF_WORD[word]) for word in words if word in ROLE_OF_WORD]
    strong = [role for _, role in known if role not in WEAK]
    return next(reversed(strong or [role for _, role in known]), "")


@lru_cache(maxsize=4096)
def words_of_class(name: str) -> tuple[str, ...]:
    """The words of a class name in lower case, written out, without digits: ``itemPriceDesc`` is item, price, ..."""
    parts = re.split(r"[\W_\d]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name[:80]).lower())
    return tuple(ABBREVIATIONS.get(part, part) for part in parts if part)


@lru_cache(maxsize=8192)
def words_of_classes(classes: str) -> frozenset[str]:
    """The words of all names in a class attribute."""
    return frozenset(word for name in classes.split() for word in words_of_class(name))


def plain_name(text: str) -> str:
    """A name of lower-case letters, digits and underscores, not beginning with a digit; empty if nothing is left."""
    name = re.sub(r"_+", "_", re.sub(r"[^\w]+", "_", text.lower())).strip("_")[:MAX_LENGTH].strip("_")
    return f"c_{name}" if name[:1].isdigit() else name


def unused(name: str, taken: Container[str]) -> str:
    """The name, with a number if another column has it."""
    return next(one for one in chain([name], (f"{name}_{number}" for number in count(2))) if one not in taken)


def name_of_property(given: str) -> str:
    """The name of a value with this property of schema.org: ``datePublished`` is ``date_published``."""
    return plain_name(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", next(iter(given.split()), "")))


@lru_cache(maxsize=4096)
def role_of_label(text: str) -> str:
    """The role that a label or a header of a column names, ``Post author`` the same as ``Author``; empty if none."""
    plain = text.strip(" :：()*#").lower().removeprefix("post ")
    return next((role for role, words in _LABEL.items() if words.fullmatch(plain)), "")


def leads_to_value(label: str) -> bool:
    """Whether a label is no name by itself: ``From``."""
    return _LEADING.fullmatch(label.strip(" :：")) is not None


def classes_of(given: dict[str, str]) -> list[str]:
    """The attributes of an element that name its value: class names, the property, the id for tests."""
    named = (given.get(name) for name in ("itemprop", "data-testid", "data-test", "data-qa"))
    return [name for name in (*named, *given.get("class", "").split()[:MAX_COUNT]) if name]
