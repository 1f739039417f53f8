"""The visible price of a page's product: an amount of money beside the title and the button to buy it."""

import re
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.elements import Bools
from iawce.data.dom.tags import STRUCK
from iawce.data.text.lines import ShownLine, lines_of
from iawce.data.text.money import find_money, read_amount
from iawce.data.text.pair_rows import words_of_classes

MOST_WORDS = 25
"""Words of a line with a price."""
AROUND = 4
"""Elements around an amount whose names are read."""
NEAR = 60
"""Text nodes of distance that cost one point."""
LEAST = -2.0
"""Points of a price."""
_PRICE = frozenset(
    {"price", "prices", "preis", "prix", "precio", "preco", "prezzo", "prijs", "cena", "harga", "amount"}
)
_OLD = frozenset({"old", "was", "before", "original", "strike", "compare", "list", "rrp", "msrp", "crossed", "striked"})
_LAYOUT = frozenset({"unstyled", "inline", "group"})
"""Words beside ``list`` in the class names of Bootstrap."""
_OTHER = re.compile(
    r"(?<![^\W\d_])(?:shipping|delivery|deliver|save|saving|off|discount|coupon|deposit|ex\.? ?tax|excl|tax|vat|"
    r"points?|subtotal|total|minimum|spend|over|above|free|versand|lieferung|sparen|livraison|frais|envío|envio|ahorra|frete|"
    r"spedizione|verzend|dostaw|wysył|doprav|frakt|fragt|kargo|доставк|скидк|送料|运费|運費|배송|phí|ongkir|per|was|"
    r"instal|rate|reward|gift|you earn)(?![^\W\d_])",
    re.I,
)
_BARE = re.compile(r"[\d.,'’ \u00a0]{1,15}")


class ShownPrice(NamedTuple):
    """A price: its amount, the code of its currency (empty if uncertain), and its element."""

    amount: Decimal
    currency: str
    element: int


class _Candidate(NamedTuple):
    points: float
    price: ShownPrice


def shown_price(
    analysis: PageAnalysis, anchors: Sequence[int], beside: Bools, likely: Sequence[str] = ()
) -> ShownPrice | None:
    """The price of the product; None if the page shows none.

    Args:
        analysis: of the page.
        anchors: elements near the price: the title and the button.
        beside: elements about other things than the product.
        likely: codes of currencies that a shared mark, such as ``$``, may stand for here.
    """
    places = [int(analysis.index.first_text_node[number]) for number in anchors]
    best: _Candidate | None = None
    for line in lines_of(analysis.shown):
        if beside[line.owner(0)] or not any(map(str.isdigit, line.text)) or len(line.text.split()) > MOST_WORDS:
            continue
        for found in _candidates(line, places, likely):
            if best is None or found.points > best.points:
                best = found
    return best.price if best and best.points >= LEAST else None


def _candidates(line: ShownLine, places: Sequence[int], likely: Sequence[str]) -> Iterator[_Candidate]:
    money = [(one.amount, one.currency or "", one.start) for one in find_money(line.text, likely)]
    for amount, currency, start in money or list(_bare(line)):
        if amount > 0:
            element = line.owner(start)
            points = _points(line, start, line.text[:start]) - _distance(line.spot(start).text_node, places)
            yield _Candidate(points, ShownPrice(amount, currency, element))


def _bare(line: ShownLine) -> Iterator[tuple[Decimal, str, int]]:
    """Numbers without a mark of a currency that a class calls a price, with no currency, and where they begin."""
    for start, text_node in zip(line.starts, line.text_nodes, strict=True):
        text = line.index.text_nodes.texts[text_node]
        amount = read_amount(text) if _BARE.fullmatch(text) and _is_price(line, start) else None
        if amount is not None:
            yield amount, "", start


def _points(line: ShownLine, start: int, before: str) -> float:
    points = 3.0 * _is_price(line, start) - len(line.text.split()) / 6
    around = _around(line, start)
    points -= 4.0 * any(line.index.tags[number] in STRUCK for number in around)
    points -= 2.0 * any(_is_old(words_of_classes(line.index.classes[number])) for number in around)
    return points - 4.0 * bool(_OTHER.search(before) or _OTHER.search(line.text[start:]))


def _is_old(words: Collection[str]) -> bool:
    """Whether the words of class names are about an earlier price, as ``list-price``, not ``list-unstyled``."""
    return any(word in _OLD for word in words if word != "list" or _LAYOUT.isdisjoint(words))


def _distance(text_node: int, places: Sequence[int]) -> float:
    """How far a text node is from the nearest of these; twice as far before the first."""
    nearest = min((abs(text_node - place) for place in places), default=0)
    return nearest / NEAR * (2 if places and text_node < min(places) else 1)


def _is_price(line: ShownLine, start: int) -> bool:
    return any(not _PRICE.isdisjoint(words_of_classes(line.index.classes[number])) for number in _around(line, start))


def _around(line: ShownLine, start: int) -> list[int]:
    owner = line.owner(start)
    return [owner, *list(line.index.ancestors(owner))[: AROUND - 1]]
