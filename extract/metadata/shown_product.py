"""What a page shows of its product: prices, stock, labelled numbers and picture beside its title and its buy button."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import accumulate, groupby, takewhile, zip_longest
from math import exp
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools
from iawce.data.dom.picture_address import picture_address
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.texts import ShownLine
from iawce.data.network.address import web_address
from iawce.data.text.find_pairs import LABEL_ELEMENTS, Pair
from iawce.data.text.lexicon import products as lex
from iawce.data.text.lexicon.columns import words_of_class, words_of_classes
from iawce.data.text.money import Money, code_of, find_money, kind_of_amount, read_amount, seams
from iawce.data.text.prices import WORDS, Amount, kinds_beside, read_amounts
from iawce.extract.content.boilerplate import beside_product, find_cards
from iawce.extract.metadata.evidence import Evidence, Signs
from iawce.extract.metadata.title import Title, find_title, word_bag, word_f1
from iawce.extract.records.columns.ratings import is_named_rating, read_rating, read_rating_count, unseen_ratings

MAX_WORDS = 25  # Words of a line with a price
MAX_BESIDE = 8  # Most words directly around a button that is a link
AROUND = 4  # Elements around an amount whose names are read
BEHIND = 20  # Text nodes behind the last amount that are read
NEAR = 60  # Text nodes of distance that cost one point
FAR = 4.0  # Most points that distance costs
RATED = 15  # Most texts between the title and its ratings
COUNTED = 3  # Most text nodes between a rating for screen readers and its count
BUY_AREA = 80  # Most text nodes after title or button to a line about the stock
_PRICE = frozenset(
    {"price", "prices", "preis", "prix", "precio", "preco", "prezzo", "prijs", "cena", "harga", "amount"}
)
_KINDS = ("net", "unit", "instalment", "old", "other")
_BARE = re.compile(r"[\d.,'’ \u00a0]{1,15}")
_IS_LIST = re.compile(r"list(?![-_]*price)", re.I)
_SAID = re.compile(rf"{WORDS}[\s:]*(?:is)?\W*$", re.I)
_CHOICE = "among choices"
_LIST_PRICE = re.compile(rf"\b{lex.LIST_PRICE}\b[^\d]{{0,14}}$", re.I)
_FROM = re.compile(r"\b(?:from|as low as|starting at|ab|à partir de|desde|da|od|vanaf|fra|från|от)\s*$", re.I)
_IN_CHOICES = frozenset({"label", "option", "select", "button"})  # Elements about one of several variants
_FIELDS = frozenset({"label", "input", "button", "select", "option"})  # With which one rates it
_CLASS = re.compile(
    r"add[-_]?to[-_]?(?:cart|bag|basket)|buy[-_]?(?:now|button|btn)|btn[-_]?buy|product-form__submit", re.I
)
_UNSEEN = frozenset({"hidden", "is-hidden", "hide", "d-none", "display-none", "displaynone"})
_TYPES = frozenset({"submit", "button", "image"})
_STOCK = re.compile(r"(?:^|[-_\s])(?:stock|availability|inventory|in-?stock|out-?of-?stock)(?:$|[-_\s])", re.I)
_STATE = re.compile(r"(?:in|out-?of)-?stock|on-?backorder")  # Class name around a title, as in WooCommerce
NO_PAGE = re.compile(r"^(?:#|javascript:|$)|\.(?:jpe?g|png|gif|webp|avif)\b", re.I)  # An address of no other page
BETWEEN = "; "  # Between several values of a property
MAX_VALUES = 4  # Most values of a property; a label with more belongs to the entries of a list
MAX_COUNT = 200  # Most properties of a product
ALIKE = 0.6  # Least word F1 of the description of a picture and the title
MIN_SIZE = 80  # Least width and height in px, if known
_NO_PICTURE = re.compile(
    r"(?:^|[-_/\s.])(?:logo|icon|herstlogo|flag|avatar|sprite|payment|checkout|badge|placeholder|rating|star|loader|loading|theme|preview)s?(?:-\d+)?(?:$|[-_/\s.\d])",
    re.I,
)


class Price(NamedTuple):
    """An amount and the code of its currency, empty if uncertain."""

    amount: Decimal
    currency: str = ""


class _PriceLine(ShownLine):
    """A line in which a point stands before cents in an element of their own, and a blank between other numbers."""

    def __init__(self, line: ShownLine) -> None:
        self.index, self.text_nodes = line.index, line.text_nodes
        texts = [line.index.line_texts[text_node] for text_node in line.text_nodes]
        texts = [f"{text}{seam}" for text, seam in zip(texts, seams(texts), strict=True)]
        self.text = "".join(texts)
        self.starts = list(accumulate(map(len, texts[:-1]), initial=0))


def other_products(analysis: PageAnalysis) -> Bools:
    """Whether each element is about other things than the product of the page, by its title, bool (elements,)."""
    return beside_product(analysis, analysis.keep(find_title).heading)


class ShownProduct:
    """The part of a page about its product.

    Args:
        analysis: of the page.
        title: of the page.
        apart: whether each element is about other pages (``elsewhere``), bool (elements,).
    """

    def __init__(self, analysis: PageAnalysis, title: Title, apart: Bools) -> None:
        self.analysis, self.title, self._apart = analysis, title, apart

    @cached_property
    def beside(self) -> Bools:
        """Whether each element is about other things, bool (elements,)."""
        return self._apart | self.analysis.keep(other_products)

    @cached_property
    def button(self) -> int | None:
        """Number of the button to buy it: the nearest below its title, else the nearest above; None without one."""
        heading = self.title.heading
        own = (number for number in buy_buttons(self.analysis) if not self.beside[number])
        return min(own, key=lambda number: (number < heading, abs(number - heading)), default=None)

    @property
    def is_closed(self) -> bool:
        """Whether the button to buy it is disabled."""
        return self.button is not None and "disabled" in self.analysis.index.attributes.given[self.button]

    @cached_property
    def cards(self) -> Bools:
        """Whether each element is in one of several that each show a product, bool (elements,)."""
        return find_cards(self.analysis, self.title.heading)

    def is_of_card(self, button: int) -> bool:
        """Whether a button is that of another product: in a small part with a price and a linked picture or name."""
        analysis, index, heading = self.analysis, self.analysis.index, self.title.heading
        links = [one for one in index.tagged("a") if not NO_PAGE.search(index.attributes.given[one].get("href", ""))]
        is_shown = index.inside(links) & index.has_tag(("img",))
        is_shown[links] = index.inside(index.tagged(*HEADINGS))[links]
        small = takewhile(lambda one: analysis.shown.words[one] <= MAX_WORDS, index.ancestors(button))
        card = [button, *(one for one in small if not one <= heading < index.ends[one])][-1]
        is_linked = is_shown[card : index.ends[card]].any() and any(find_money(analysis.texts.line(card)))
        return bool(self.cards[button] or is_linked)

    @cached_property
    def pairs(self) -> list[Pair]:
        """Its labels and values."""
        read, beside = self.analysis.pairs, self.beside
        own = [pair for pair in read if not (beside[pair.label_at.element] or beside[pair.value_at.element])]
        values = Counter(label for label, _ in {(pair.label, pair.value) for pair in own})
        return [pair for pair in own if values[pair.label] <= MAX_VALUES]

    @cached_property
    def _lines(self) -> list[tuple[ShownLine, str, float]]:
        """The lines that may be about it, the label above each, and its distance from title or button in ``NEAR``."""
        index, found, above = self.analysis.index, list[tuple[ShownLine, str, float]](), ""
        anchors = [number for number in (self.title.heading, self.button) if number]
        places = [int(index.first_text_node[number]) for number in anchors]
        for line in self.analysis.texts.shown_lines:
            if not all(self.beside[line.owner(start)] for start in line.starts) and len(line.text.split()) <= MAX_WORDS:
                nearest = min((abs(line.text_nodes[0] - place) for place in places), default=0)
                is_before = bool(places) and line.text_nodes[0] < min(places)  # which is twice as far
                found.append((line, above, nearest / NEAR * (2 if is_before else 1)))
            is_label = not line.has_digit and line.text.strip() != self.title.text
            above = line.text.strip()[-40:] if is_label else ""
        return found

    def prices(self, likely: Sequence[str]) -> Iterator[tuple[bool, Evidence[Price]]]:
        """Its amounts, and whether each is old: by its words, its names, a stroke or a lower price beside it.

        ``likely``: codes of currencies that a shared mark, such as ``$``, may stand for.
        """
        index, amounts, last = self.analysis.index, list[Amount](), 0
        shown = dict[int, tuple[Evidence[Price], bool]]()
        for plain, above, away in (one for one in self._lines if one[0].has_digit):
            line = _PriceLine(plain)
            text = " ".join(line.text.split())
            for amount in read_amounts(line.text, list(find_money(line.text, likely)) or _bare(line, likely), above):
                kind, one, label, before, _ = amount
                around, is_below = _around(line, one.start), not line.text[: one.start].strip()
                is_struck = bool(index.in_struck[around[0]])
                is_listed = kind == "old" and not is_struck and _LIST_PRICE.search(label) is not None
                if kind == "price" and any(_is_net(index.classes[number]) for number in around):
                    kind = "net"
                kind = "old" if is_struck else kind
                # In Magento, the only price is ``regular-price``; beside a reduced one, it is struck or named old.
                named = _names(line, one.start)
                may_be_old = any(map(lex.names_old_price, named))
                is_named_old = may_be_old and any(lex.names_old_price(names - lex.OLD_BESIDE_LOWER) for names in named)
                is_choice = any(index.tags[number] in _IN_CHOICES for number in around) and self.button not in around
                signs: Signs = {
                    "an amount": 1,
                    "named after prices": any(map(_PRICE.intersection, named)) or bool(_SAID.search(label)),
                    "words around": max(text.count(" ") - 3, 0) / 8,
                    **dict[str, float]({name: kind == name for name in _KINDS}),
                    "other": (kind == "other") / (4 if is_below else 1),  # which may be a remark: Free shipping
                    "a list price": is_listed,
                    "named after old prices": is_named_old or may_be_old / 20,
                    _CHOICE: is_choice,
                    "of several": bool(_FROM.search(label) or before.lstrip()[:1].isdigit()) / 10,
                    "distance": FAR * (1 - exp(-away / FAR)),
                    "in a card": bool(self.cards[line.owner(0)]),
                }
                price = Evidence(Price(one.amount, one.currency or ""), "text", signs, f"“{text}”", around[0])
                if not self.beside[around[0]] and one.amount > 0:
                    shown[len(amounts)] = price, may_be_old
                skipped = self.analysis.texts.between(last, line.text_nodes[0])
                last = line.text_nodes[-1] + 1
                amounts.append(amount._replace(kind="old" if is_named_old else kind, before=skipped + before))
        choices = [place for place, (price, _) in shown.items() if price.signs[_CHOICE]]
        kinds = kinds_beside(amounts, self.analysis.texts.between(last, last + BEHIND), choices)
        for place, (price, may_be_old) in shown.items():
            is_old = kinds[place] in ("old", "replaced")
            yield is_old, price.add({"old": 1, "beside a lower price": 1}) if kinds[place] == "replaced" else price
            if may_be_old and not is_old:  # which counts if the price is lower
                yield True, price

    def stock(self) -> Iterator[Evidence[str]]:
        """What labels, lines, class names and the button say about its availability."""
        analysis, index, button = self.analysis, self.analysis.index, self.button or 0
        choices, given = index.inside(index.tagged(*_IN_CHOICES)), index.attributes.given[button]
        label = analysis.texts.line(button) or given.get("value", "") if button else ""
        said, is_usable = lex.availability_of(label), button > 0 and not self.is_closed
        is_sold = is_usable and not (said or lex.says_notify(label) or self.is_of_card(button))
        for line, distance in ((line, away) for line, _, away in self._lines if away <= BUY_AREA / NEAR):
            text, owner, last = " ".join(line.text.split()), line.owner(0), line.owner(len(line.text) - 1)
            signs = {"a line": 1, "distance": distance}
            # Badges in a row, as in ``Sale Sold out``, are those of which a style shows one.
            first, is_notice = index.text_nodes.texts[line.text_nodes[0]], lex.says_notify(text)
            is_about = is_notice or lex.says_availability(text)
            if not is_about or any(map(self._is_unseen, _around(line, 0))):
                continue
            is_badge = (
                owner != last and not lex.says_availability(first.strip()) and self._row(owner) == self._row(last)
            )
            if is_notice and not is_sold:  # else for the choices that are sold out
                yield Evidence("OutOfStock", "text", signs, f"“{text}”", owner)
            elif lex.says_availability(text) and not choices[owner] and not (is_sold and is_badge):
                yield Evidence(lex.availability_of(text), "text", signs, f"“{text}”", owner)
        for number in index.ancestors(self.title.heading):
            for name in filter(_STATE.fullmatch, index.classes[number].lower().split()):
                yield Evidence(name.removeprefix("on"), "class", {"an element named so": 1}, name, number)
        for number, text in self.named(_STOCK):
            if not (choices[number] or self._is_unseen(number)) and (shown := lex.availability_of(text)):
                yield Evidence(shown, "class", {"an element named so": 1}, f"“{text}”", number)
        if is_usable or said:
            yield Evidence(said or "InStock", "button", {"the button to buy it": 1}, "", button)

    def rating(self) -> tuple[str, str]:
        """The mean of its ratings and their number, if both are said below the title, also if to screen readers."""
        index, heading = self.analysis.index, self.title.heading
        before = index.texts_before[index.first_text_node]
        below = index.first_text_node >= index.last_text_node[heading]
        read = below & (before <= before[heading] + RATED) & ~self.cards & ~index.has_tag(_FIELDS)
        said = list[tuple[int, str, str]]()
        for line in self.analysis.texts.shown_lines:
            owner, text = line.owner(0), line.text.lstrip(" \n(（")
            if not (line.has_digit and read[owner] and len(text.split()) <= MAX_WORDS):
                continue
            # What is beside, as named after reviews, begins with a number, or is named after ratings.
            if not self.beside[owner] or text[:1].isdigit() or is_named_rating(index, owner):
                said += _ratings_in(line)
        if whole := next((one for one in said if one[1] and one[2]), None):
            return whole[1:]
        unseen = {int(index.first_text_node[one]): found for one, found in unseen_ratings(index, read).items()}
        every = sorted([*((place, *found) for place, found in unseen.items()), *said], key=lambda one: one[0])
        every = [next(alike) for _, alike in groupby(every, key=lambda one: one[1:])]
        for (place, mean, count), (other, _, following) in zip_longest(every, every[1:], fillvalue=(0, "", "")):
            near = count or following * (place not in unseen or other <= place + COUNTED)
            if mean and near:
                return mean, near
        return "", ""

    def _row(self, number: int) -> int:
        """The element around an element and the elements that hold nothing else than it."""
        index = self.analysis.index
        own = index.count_texts(number)
        return next((one for one in index.ancestors(number) if index.count_texts(one) > own), 0)

    def _is_unseen(self, number: int) -> bool:
        """Whether usual names hide an element on screens of any size, as style sheets are not read."""
        names = {*self.analysis.index.classes[number].lower().split()}
        return not _UNSEEN.isdisjoint(names) and not any(
            ":" in name or name.startswith("d-") for name in names - _UNSEEN
        )

    def named(self, name: re.Pattern[str], longest: int = 40) -> Iterator[tuple[int, str]]:
        """The elements with such a class name, and their texts, without their label."""
        analysis, index = self.analysis, self.analysis.index
        classes = {one for one in set(index.classes) if name.search(one)}
        for number in (number for number, one in enumerate(index.classes) if one in classes):
            if analysis.shown.kept[number] and not self.beside[number] and 0 < analysis.shown.words[number] <= longest:
                first, *others = analysis.shown.shown_in(number).tolist()
                label, around = index.text_nodes.texts[first].strip(), index.tags[index.text_nodes.owners[first]]
                is_label = bool(others) and (around in LABEL_ELEMENTS or lex.fact_of_label(label) != "")
                text = analysis.texts.line(number).removeprefix(label * is_label).rpartition(":")[2].strip()
                if 0 < len(text) <= longest:
                    yield number, text

    def labelled(self) -> Iterator[tuple[str, Evidence[str]]]:
        """Facts that labels name, by the name of their field, of pairs and of lines such as ``SKU 10023``."""
        for pair in self.pairs:
            if name := lex.fact_of_label(pair.label):
                yield name, Evidence(pair.value, "label", {"labelled": 1}, f"“{pair.label}”", pair.value_at.element)
        for line, _, distance in self._lines:
            if distance <= 2 and line.has_digit:
                for part in re.split(r"[|•·]", line.text):
                    label, _, value = " ".join(part.split()).rpartition(" ")
                    has_digit = any(map(str.isdigit, value))
                    if has_digit and (name := lex.fact_of_label(label.rstrip(":"))) not in ("", "price"):
                        yield name, Evidence(value, "text", {"after a label": 1}, f"“{label}”", line.owner(0))

    def picture(self) -> str:
        """The address of the largest picture described as the title is, else the largest near it; empty if none is."""
        analysis, index, heading = self.analysis, self.analysis.index, self.title.heading
        beside = self.analysis.keep(other_products) | index.inside(index.tagged("nav", "select"))
        shown = (number for number in index.tagged("img") if analysis.shown.kept[number] and not beside[number])
        found = [number for number in shown if heading and is_picture(analysis, number)]
        said = ((number, word_bag(index.attributes.given[number].get("alt", ""))) for number in found)
        named = [number for number, words in said if word_f1(words, word_bag(self.title.text)) >= ALIKE]
        for around in index.ancestors(heading):
            if inside := [number for number in named or found if around < number < index.ends[around]]:
                best = max(inside, key=lambda number: (np.prod(_sides(analysis, number)), -number))
                return web_address(analysis.document.base_url, picture_address(index, best))
        return ""


def _ratings_in(line: ShownLine) -> Iterator[tuple[int, str, str]]:
    """The ratings and counts in a line, and where: in all of it, else in the texts of its elements, if named so."""
    index, owner = line.index, line.owner(0)
    is_named = is_named_rating(index, owner)
    whole = _rating_in(line.text, is_called=is_named)
    if whole[0] or not is_named:
        yield line.text_nodes[0], *whole
        return
    for text_node in line.text_nodes:
        if any(found := _rating_in(index.text_nodes.texts[text_node], is_called=True)):
            yield text_node, *found


def _rating_in(text: str, *, is_called: bool) -> tuple[str, str]:
    """The rating and the count in a text; a number alone, without words or brackets, counts nothing."""
    text = " ".join(text.split())
    return read_rating(text, is_called=is_called), read_rating_count(
        text, is_called=is_called and not _BARE.fullmatch(text)
    )


def _bare(line: ShownLine, likely: Sequence[str]) -> Iterator[Money]:
    """Numbers that a class calls a price, in whose line is no mark of a currency; it may be the text beside."""
    texts = line.index.text_nodes.texts
    for start, text_node in zip(line.starts, line.text_nodes, strict=True):
        text = texts[text_node]
        is_share = line.text[start + len(text) :].lstrip().startswith("%")
        if _BARE.fullmatch(text) and not is_share and any(map(_PRICE.intersection, _names(line, start))):
            beside = *texts[text_node + 1 : text_node + 3], *texts[max(text_node - 2, 0) : text_node][::-1]
            code = next(filter(None, (code_of(one, likely) for one in beside)), None)
            amount = read_amount(text, code)
            yield from [Money(amount, code, "", start, start + len(text))] if amount is not None else []


def _names(line: ShownLine, start: int) -> list[frozenset[str]]:
    """The words of each class name of the elements around a place; a ``price-info-list`` is no list price."""
    classes = (name for number in _around(line, start) for name in line.index.classes[number].split())
    plain = (name.replace("non-sale", "was") for name in classes)  # In Shopify, it is the price before the sale
    return [frozenset(words_of_classes(name)) - ({"list"} if _IS_LIST.search(name) else set()) for name in plain]


@lru_cache(maxsize=4096)
def _is_net(classes: str) -> bool:
    """Whether a class name says so of a price, where a style sheet adds the words: ``price-excluding-tax``."""
    names = filter(_PRICE.intersection, map(words_of_class, classes.split()))
    return any(kind_of_amount(" ".join(words), "") == "net" for words in names)


def _around(line: ShownLine, start: int) -> list[int]:
    owner = line.owner(start)
    return [owner, *list(line.index.ancestors(owner))[: AROUND - 1]]


def buy_buttons(analysis: PageAnalysis) -> list[int]:
    """Numbers of the buttons to buy something."""
    index, texts, found, closed = analysis.index, analysis.texts, list[int](), list[int]()
    kept = analysis.shown.kept & (analysis.shown.words <= MAX_WORDS)
    kept &= ~index.has_tag(("a",)) | (index.own_words[index.parents] <= MAX_BESIDE)  # A link in a sentence is none
    for number in sorted({*index.tagged("a", "input"), *index.buttons}):
        given = index.attributes.given[number]
        if not kept[number] or (index.tags[number] == "input" and given.get("type", "") not in _TYPES):
            continue
        said = (texts.line(number), given.get("value", ""), given.get("aria-label", ""), given.get("title", ""))
        names = f"{index.classes[number]} {given.get('id', '')} {given.get('name', '')}"
        if any(map(lex.says_buy, said)) or _CLASS.search(names):
            found.append(number)
        elif "disabled" in given and any(map(lex.says_availability, said[:2])):  # it says why
            closed.append(number)
    return found or closed


def properties_of(pairs: Iterable[Pair]) -> dict[str, str]:
    """The properties in pairs, in the order of the page, except for prices, which are separate facts."""
    said = dict[str, dict[str, None]]()
    for pair in pairs:
        is_old = lex.OLD_LABEL.fullmatch(pair.label) and any(find_money(pair.value))
        if lex.fact_of_label(pair.label) != "price" and not is_old:
            said.setdefault(pair.label, {})[pair.value] = None
    return {label: BETWEEN.join(values) for label, values in list(said.items())[:MAX_COUNT]}


def is_picture(analysis: PageAnalysis, number: int, least: int = MIN_SIZE) -> bool:
    """Whether an ``img`` may be the picture of a page: it is no logo or icon by its name, and not small."""
    address = picture_address(analysis.index, number)
    is_named = _NO_PICTURE.search(f"{analysis.index.classes[number]} {address[-80:]}")
    is_small = any(0 < side < least for side in _sides(analysis, number))
    return bool(address) and not address.startswith("data:") and not (is_named or is_small)


def _sides(analysis: PageAnalysis, number: int) -> tuple[float, float]:
    """Width and height in px, 0 where unknown."""
    if analysis.document.places is not None:
        width, height = analysis.document.places[number, 2:].tolist()
        return max(width, 0), max(height, 0)
    given = analysis.index.attributes.given[number]
    width, height = (given.get(name, "").removesuffix("px") for name in ("width", "height"))
    return (float(width) if width.isdecimal() else 0.0, float(height) if height.isdecimal() else 0.0)
