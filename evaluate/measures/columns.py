"""Whether values of columns of records are those of the gold: addresses, pictures, texts, prices and dates."""

import re
from urllib.parse import unquote

from iawce.data.network.address import parse_address
from iawce.data.text.money import read_amount
from iawce.data.text.times import times_in

FIELDS = ("title", "link", "image", "price", "date", "author")


def same_address(one: str, other: str) -> bool:
    """Whether two addresses lead to one page, whatever their queries."""
    return bool(one) and _path(one) == _path(other)


def _path(address: str) -> str:
    parsed = parse_address(address)
    return unquote(parsed.pathname if parsed else address.partition("?")[0]).rstrip("/").lower()


def same_picture(one: str, other: str) -> bool:
    """Whether two addresses are of versions of one picture: their names share a long word."""
    paths = [_path(address) for address in (one, other)]
    words = [set(re.findall(r"[a-z0-9]{5,}", path)) for path in paths]
    names = [re.sub(r"[-_]?\d{2,4}x\d{2,4}", "", path.rpartition("/")[2]) for path in paths]
    is_shared = len(words[0] & words[1]) >= max(2, 0.6 * min(map(len, words)))
    return bool(one and other) and (names[0] == names[1] or is_shared)


def same_text(one: str, other: str) -> bool:
    """Whether two texts are equal, or one is most of the other."""
    first, second = sorted((plain(one), plain(other)), key=len)
    return bool(first) and first in second and len(first) >= len(second) / 2


def plain(text: str) -> str:
    """The letters and digits of a text, in one case."""
    return "".join(re.findall(r"\w", text.casefold()))


def agree(name: str, gold: str, found: str) -> bool:
    """Whether a value of a column is that of the gold, whose prices are plain numbers and whose dates are ISO 8601."""
    match name:
        case "link":
            return same_address(gold, found)
        case "image":
            return same_picture(gold, found)
        case "price":
            amount = read_amount(found)
            return amount is not None and str(amount.normalize()) == gold
        case "date":
            return gold in {times_in(found).whole_day(month_first=order)[:10] for order in (False, True)}
    return same_text(gold, found)
