"""Words of a class name that describe a value: ``product-card__title`` is a title."""

import re
from functools import lru_cache

from iawce.data.reading.units.distinctive_names import MOST

WORDS = (
    "title", "headline", "heading", "name", "subtitle", "price", "author", "byline", "date", "time", "published",
    "updated", "description", "summary", "excerpt", "snippet", "abstract", "teaser", "rating", "stars", "score",
    "votes", "reviews", "review", "comments", "replies", "views", "points", "category", "tags", "tag", "brand",
    "model", "isbn", "sku", "publisher", "year", "genre", "language", "location", "city", "country", "address",
    "phone", "email", "company", "salary", "color", "colour", "quantity", "stock", "availability", "shipping",
    "discount", "badge", "status", "rank", "count", "distance", "image", "thumbnail", "photo", "picture", "logo",
    "avatar", "icon", "url", "domain", "source", "site", "eyebrow", "reading", "term", "definition", "topic", "user",
    "username", "age",
)  # fmt: skip
"""Words that name a value at any place in a class name; the last one in the name counts."""
ABBREVIATIONS = {
    "desc": "description", "descr": "description", "img": "image", "pic": "picture", "thumb": "thumbnail",
    "cat": "category", "qty": "quantity", "loc": "location", "addr": "address", "tel": "phone", "avail": "availability",
    "lang": "language", "dept": "department", "org": "organization", "amt": "amount", "yr": "year", "usr": "user",
    "auth": "author", "ttl": "title", "subttl": "subtitle", "hdr": "heading", "hdl": "headline",
}  # fmt: skip
"""Abbreviated words of class names."""
OLD = frozenset({"old", "was", "before", "original", "regular", "strike", "compare", "list", "rrp", "msrp"})
"""Words beside ``price`` in the name of an amount that no longer applies."""
UTILITY = re.compile(
    r"(?:text|font|color|colour|bg|border|rounded|flex|grid|items|justify|align|float|col|row|p|m|px|py|pt|pb|pl|pr|mx|my|mt|mb|ml|"
    r"mr|w|h|d|gap|leading|tracking|hover|sm|md|lg|xl|is|has|js|css|sc|u|o|btn|button|screen-reader|sr|visually)(?:[-_:].*)?"
)
"""Class names of frameworks that describe appearance."""
_READABLE = re.compile(r"(?=.*[aeiouyäöüаеиоу])[^\W\d_]{3,}(?:[-_][^\W\d_]{2,}){0,3}")


@lru_cache(maxsize=4096)
def name_of_class(classes: str) -> str:
    """The name of a value with these classes; empty without one."""
    names = [name for name in classes.split()[:MOST] if not UTILITY.fullmatch(name.lower())]
    for name in names:
        words = re.split(r"[-_:]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower())
        if known := [ABBREVIATIONS.get(word, word) for word in words if word in WORDS or word in ABBREVIATIONS]:
            is_old = known[-1] == "price" and not OLD.isdisjoint(words)
            return "old_price" if is_old else known[-1]
    ends = (name.rpartition("__")[2].partition("--")[0].lower() for name in names if "__" in name)
    return next((end for end in ends if _READABLE.fullmatch(end)), "")
