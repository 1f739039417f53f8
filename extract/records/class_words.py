"""What a class name says of a value: ``product-card__title`` is a title."""

import re
from functools import lru_cache

from iawce.extract.records.names import MOST, telling_names

WORDS = (
    "title", "headline", "heading", "name", "subtitle", "price", "author", "byline", "date", "time", "published",
    "updated", "description", "summary", "excerpt", "snippet", "abstract", "teaser", "rating", "stars", "score",
    "votes", "reviews", "review", "comments", "replies", "views", "points", "category", "section", "tags", "tag",
    "brand", "model", "isbn", "sku", "publisher", "year", "genre", "format", "language", "location", "city",
    "country", "address", "phone", "email", "company", "salary", "size", "color", "colour", "weight", "quantity",
    "stock", "availability", "shipping", "discount", "badge", "label", "status", "rank", "position", "number",
    "count", "duration", "length", "distance", "image", "thumbnail", "photo", "picture", "logo", "avatar", "icon",
    "url", "link", "domain", "source", "site", )  # fmt: skip
"""Words that name a value wherever they stand in a class name; the later one in the name counts."""
UTILITY = re.compile(
    r"(?:text|font|bg|border|rounded|flex|grid|items|justify|align|float|col|row|p|m|px|py|pt|pb|pl|pr|mx|my|mt|mb|ml|"
    r"mr|w|h|d|gap|leading|tracking|hover|sm|md|lg|xl|is|has|js|css|sc|u|o|btn|button|screen-reader|sr|visually)(?:[-_:].*)?"
)
"""Class names of frameworks that say how something looks."""
_READABLE = re.compile(r"(?=.*[aeiouyäöüаеиоу])[^\W\d_]{3,}(?:[-_][^\W\d_]{2,}){0,3}")
LONGEST = 30


@lru_cache(maxsize=4096)
def name_of_class(classes: str) -> str:
    """The name of a value with these classes; empty if they say none."""
    names = [name for name in re.split(r"\s+", classes.lower())[:MOST] if name]
    for name in names:
        words = re.split(r"[-_:]+", name)
        known = [word for word in reversed(words) if word in WORDS]
        if known:
            return known[0]
    telling = sorted(name for name in telling_names(classes) if len(name) <= LONGEST)
    ends = (name.rpartition("__")[2] for name in telling if not UTILITY.fullmatch(name))
    return next((name for name in ends if _READABLE.fullmatch(name)), "")
