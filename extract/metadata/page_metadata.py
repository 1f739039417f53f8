"""The title of a page, the facts about it, and whether its markup agrees with the visible page."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from iawce.data.analysis.markup_metadata import (
    MarkupMetadata,
    SchemaItem,
    text_of,
    texts_of,
    thing_in,
    things_in,
    types_of,
)
from iawce.data.analysis.page_analysis import MAX_TRAILS, PageAnalysis
from iawce.data.arrays import Bools
from iawce.data.document import Document
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.picture_address import is_pixel, picture_address
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.texts import BARS, Texts
from iawce.data.dom.tree import sums_before
from iawce.data.dom.words import letters, split_words
from iawce.data.errors import PageWarning, WarningKind
from iawce.data.labels import PageType
from iawce.data.network.address import host_of, web_address
from iawce.data.text.lexicon.times import CHANGED
from iawce.data.text.names import is_name
from iawce.data.text.times import read_date
from iawce.extract.content.boilerplate import elsewhere
from iawce.extract.content.content import Breadcrumb, Content, Event, FoundRecord, Metadata, Product
from iawce.extract.metadata.authors import Names, byline_strengths, find_authors
from iawce.extract.metadata.dates import FoundDates, find_dates
from iawce.extract.metadata.evidence import Choice, Evidence, Subject
from iawce.extract.metadata.pagination import next_page
from iawce.extract.metadata.product import ProductFacts, find_product
from iawce.extract.metadata.shown_product import NO_PAGE, is_picture
from iawce.extract.metadata.title import MIN_AGREEMENT, Title, find_title, is_home_address, site_name, word_bag, word_f1
from iawce.models.blocks.candidates import SINGLE

MAX_KEYWORDS, MAX_BREADCRUMBS = 50, 20
_DIVIDERS = f" {BARS}/>›»→·•-–—:"  # Between breadcrumbs
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")
_EVENT = re.compile("Event$|Festival$|Hackathon$")
_UNSOLD = re.compile("Event$|Course$|Recipe$|JobPosting$")
"""Works that a page sells only if it shows a button to buy them, whatever type it seems to have."""
_ADDRESS = "streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry"
_PICTURE = re.compile(r"(?:https?:/|/)[^?#]*\.(?:jpe?g|png|gif|webp|avif)\b", re.I)  # With blanks, as many files have
_UNFILLED = re.compile(r"[^?#]*(?:<|%3C|\{\{|%7B%7B)", re.I)  # <path of the picture>, {{ url }}
_DRAWING = re.compile(r"\.svg(?:[?#]|$)", re.I)
_LICENCE = re.compile("creativecommons.org/(?:licenses|publicdomain)/")
_END_TAG = re.compile("</[a-z]|<br", re.I)
MIN_WORDS = 3  # Least words of a headline; a shorter one is a name
MAX_CARD, MAX_NAME = 100, 3  # Most words of a card, and of a heading that may be the name of a person
MAX_LINE = 60  # Most words of a line that says who replied last, and most of its characters that are read
MIN_LEAD = 200  # Least width and height of the picture an article begins with, px, if known; a portrait has less
MAX_ABOVE = 30  # Most words above that picture: title, byline, a first sentence
MAX_KICKER = 3  # Most texts of a card before its heading, and between the title and what belongs to it


class PageMetadata(NamedTuple):
    """The title of a page, the facts about it, warnings where markup and page disagree, the element of the title.

    ``choices``: for each fact that evidence decides, by its name as in ``product.price``, why it is believed.
    """

    title: str
    metadata: Metadata = Metadata()
    warnings: tuple[PageWarning, ...] = ()
    heading: int = 0
    choices: Mapping[str, Choice[Any]] = MappingProxyType({})


def page_metadata(analysis: PageAnalysis, page_type: str = "", content: Content | None = None) -> PageMetadata:
    """Title and metadata of a page; linear in its size, never raises for the content of a page.

    ``page_type``: a ``product`` has visible facts even without a price. ``content``: of the page; the first post of a
    ``thread`` is evidence for its author and date, the picture that an ``article`` begins with may be its main one.
    """
    records = content.records if content else ()
    claims, title, apart = analysis.markup_metadata, analysis.keep(find_title), elsewhere(analysis)
    works, thing = claims.works(title.text), claims.product(title.text)
    is_unsold = thing is None and any(_UNSOLD.search(name) for work in works for name in types_of(work))
    sold = find_product(analysis, title, thing, apart, "" if is_unsold else page_type)
    if page_type == PageType.LIST and (own := [one for record in records for one in record.elements]):
        # Names and days are those of the entries, and below the first one those of what is beside and behind the list.
        apart = apart | (np.arange(len(apart)) >= min(own))
    ends, heading = analysis.index.ends, title.heading  # a review with the title in it is the page
    reviews = (one for one in claims.reviews if not one < heading < ends[one])
    apart = apart | _in_teasers(analysis) | analysis.index.inside(reviews)
    page = Subject(analysis, works, title.heading, apart, in_language(analysis.index, claims, works))
    text = _text(analysis.index) if works or sold or any(True for _ in analysis.document.meta_tags) else ""
    post = next((one for one in records[:1] if one.elements), None) if page_type == PageType.THREAD else None
    attributes, others, subject = analysis.index.attributes, list[Evidence[Names]](), page
    related = (attributes.given[number]["rel"].lower().split() for number in attributes.having("rel"))
    is_later = post is not None and any("prev" in names for names in related)  # it names a page before it
    if post and not is_later and is_name(post.texts.get("author", "")):
        others.append(Evidence((post.texts["author"],), "post", {"the first post": 1}, "", post.elements[0]))
        from_post = np.arange(len(apart)) >= post.elements[0]
        subject = page._replace(apart=apart | from_post | _of_last_reply(analysis, post))
    authors = find_authors(subject, text, others, is_shown=not (sold and sold.is_sure))
    is_opening = any(authors.choice is not None and authors.choice.value == one.value for one in others)
    stamps, end = list[Evidence[str]](), None
    if post and is_opening and post.texts.get("date_iso"):
        stamps.append(Evidence(post.texts["date_iso"], "post", {"the first post": 1}))
    byline = authors.choice.element if authors.choice else 0
    if post and (is_later or 0 < byline < post.elements[0] or (is_opening and post.texts.get("date"))):
        end = post.elements[0]
    dates = find_dates(page._replace(heading=title.heading or _other_heading(analysis)), stamps, byline, end)
    choices = {
        "title": title.choice,
        "authors": authors.choice,
        "date_published": dates.published,
        "date_modified": dates.modified,
    }
    known: dict[str, Choice[Any]] = {name: one for name, one in choices.items() if one}
    known |= sold.choices if sold else {}
    denied = _denied(works, sold.product if sold else None, authors.claimed, dates, text)
    warnings = tuple(PageWarning(WarningKind.DISAGREES, fact) for fact in denied)
    if any(map(_is_not_free, works[:1])):
        warnings = *warnings, PageWarning(WarningKind.NOT_FREE)
    url, base = analysis.document.url, analysis.document.base_url
    further = next_page(analysis.index, base, url, is_single=page_type in SINGLE)
    shown_tags = () if page_type == PageType.LIST else _shown_tags(page)
    metadata = replace(_metadata(page, title, sold, known, shown_tags), next_page=further)
    if not metadata.main_image and content and page_type == PageType.ARTICLE:
        metadata = replace(metadata, main_image=_lead_picture(analysis, content))
    return PageMetadata(title.text, metadata, warnings, title.heading, known)


def _of_last_reply(analysis: PageAnalysis, post: FoundRecord) -> Bools:
    """Whether each element is inside one that says who replied last, above the first post, bool (elements,)."""
    nodes, first = analysis.index.text_nodes, int(analysis.index.first_text_node[post.elements[0]])
    said = (place for place in range(first) if CHANGED.search(nodes.texts[place][-MAX_LINE:]))
    found = dict.fromkeys(int(nodes.owners[place]) for place in said)
    return analysis.index.inside(one for one in found if analysis.shown.words[one] <= MAX_LINE)


def _in_teasers(analysis: PageAnalysis) -> Bools:
    """Whether each element is in one of several small parts that each begin with a link as heading, bool (elements,).

    Their authors and dates are not those of the page. None is beside the title of the page, to which its own heading
    may lead. Short headings count if a longer one is of their kind.
    """
    index, shown, given = analysis.index, analysis.shown, analysis.index.attributes.given
    title = analysis.keep(find_title)
    bylines = analysis.keep(byline_strengths) > 0
    links = [one for one in index.tagged("a") if not bylines[one] and not given[one].get("href", "#").startswith("#")]
    headings = index.has_tag(HEADINGS) & (shown.words > 0)
    linked = headings & (shown.link_words == shown.words) & (shown.subtree_sums(headings) == 1)
    linked &= (index.inside(links) | shown.holds(index.among(links))) & ~shown.holds(bylines)
    own, texts = letters(title.text), ((one, letters(index.text_of(one))) for one in np.flatnonzero(linked).tolist())
    linked[[one for one, text in texts if own in text and len(text) <= 2 * len(own)]] = False
    linked &= np.isin(index.kinds, index.kinds[linked & (shown.words > MAX_NAME * analysis.word_scale)])
    cards = (shown.subtree_sums(headings) == 1) & (shown.subtree_sums(linked) == 1)
    cards &= shown.words <= MAX_CARD * analysis.word_scale
    cards[[title.heading, *index.ancestors(title.heading)]] = False
    before, first, names = index.texts_before, index.first_text_node, np.flatnonzero(linked)
    if not len(names):
        return np.zeros(len(index), bool)
    begins = first[names[np.maximum(np.searchsorted(names, index.ends) - 1, 0)]]  # of the linked heading in each card
    behind = before[first] - before[index.last_text_node[title.heading]]
    cards &= (before[begins] - before[first] <= MAX_KICKER) & ((behind < 0) | (behind >= MAX_KICKER))
    found = index.topmost(np.flatnonzero(cards).tolist())
    times = Counter(index.kinds[found].tolist())
    return index.inside(one for one in found if times[int(index.kinds[one])] > 1)


def _other_heading(analysis: PageAnalysis) -> int:
    """The only ``h1`` with text, where no heading agrees with the title; 0 if there are several, or a link is in it."""
    body = analysis.document.body
    found = [number for number in analysis.index.tagged("h1") if body.words[number]]
    return found[0] if len(found) == 1 and not body.link_words[found[0]] else 0


def _denied(
    works: Sequence[SchemaItem], product: Product | None, authors: Sequence[str], dates: FoundDates, text: str
) -> Iterator[str]:
    """Facts that the markup claims and the page does not show, or shows differently.

    One of its headlines and one of its authors on the page is enough. ``text``: of the page, case-folded.
    """
    headlines = (headline for work in works for headline in texts_of(work.get("headline"))[:1])
    long = [headline for headline in headlines if len(split_words(headline)) >= MIN_WORDS]
    if long and not any(headline.casefold() in text for headline in long):
        plain = letters(text)
        if not any(letters(headline) in plain for headline in long):
            yield "headline"
    if authors and not any(author.casefold() in text for author in authors):
        yield "authors"
    if dates.is_denied:
        yield "date_published"
    if product and product.price and not _shows_price(product.price, text):
        yield "price"


def _is_not_free(work: SchemaItem) -> bool:
    """Whether the markup says that only subscribers may read a work, as publishers tell search engines."""
    return str(work.get("isAccessibleForFree")).rpartition("/")[2].lower() == "false"


def _shows_price(price: str, text: str) -> bool:
    """Whether the integer part of a price is in the text, with or without separators of thousands."""
    whole = price.partition(".")[0]
    parts = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)][::-1]
    pattern = r"\s?[.,\s’']?\s?".join(parts)  # which may be elements of their own
    return bool(re.search(rf"(?<!\d){pattern}(?!\d)", text))


def page_title(analysis: PageAnalysis) -> PageMetadata:
    """The title of a page alone."""
    title = analysis.keep(find_title)
    return PageMetadata(title.text, heading=title.heading)


def _metadata(
    page: Subject, title: Title, sold: ProductFacts | None, known: Mapping[str, Choice[Any]], shown_tags: Iterable[str]
) -> Metadata:
    analysis, works, _, _, language = page
    document = analysis.document
    claims, tags, base = analysis.markup_metadata, document.meta_tags, document.base_url
    things = [*works, *filter(None, [claims.product(title.text)])]
    pictures = tags.texts(
        ("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src", "image_src")
    )
    claimed = [text for one in things for text in _image(one.get("image"))]
    return Metadata(
        **{name: known[name].value for name in ("authors", "date_published", "date_modified") if name in known},
        description=_plain(
            tags.first("og:description", "description", "twitter:description", "dc.description")
            or _first(_texts(things, "description"))
        ),
        site_name=site_name(analysis, title, _publishers(works)),
        in_language=language,
        canonical_url=_first(_addresses([tags.first("canonical"), tags.first("og:url")], base)),
        main_image=_first(_addresses([*pictures[:1], *claimed, *pictures[1:]], base)) or (sold.picture if sold else ""),
        breadcrumbs=_breadcrumbs(analysis),
        article_section=tags.first("article:section", "parsely-section") or _first(_texts(works, "articleSection")),
        keywords=_keywords(claims, works, shown_tags),
        license=_license(analysis.index, claims, works, base),
        product=sold.product if sold else None,
        event=_event(works, title.text),
        confidence={name: one.confidence for name, one in known.items()},
    )


def _lead_picture(analysis: PageAnalysis, content: Content) -> str:
    """The address of the first picture of an article if little text is above it; else empty.

    Lower ones show what stands beside them. A picture in a link to another site or to the home page is theirs, and a
    drawing in SVG is mostly an icon.
    """
    index, base = analysis.index, analysis.document.base_url
    if content.origins or not (pictures := index.tagged("img")):
        return ""
    inside, first = index.inside(content.elements) & content.subset.kept, index.first_text_node
    before = sums_before(index.text_node_words * content.text_nodes)
    above = (one for one in pictures if inside[one] and before[first[one]] <= MAX_ABOVE)
    own = (one for one in above if is_picture(analysis, one, MIN_LEAD) and not _is_of_others(index, one, base))
    found = (picture_address(index, one) for one in own if not is_pixel(index.attributes.given[one]))
    return _first(_addresses((address for address in found if not _DRAWING.search(address)), base))


def _is_of_others(index: ElementIndex, picture: int, base: str) -> bool:
    """Whether a picture links to another site, or to the home page."""
    link = next((one for one in index.ancestors(picture) if index.tags[one] == "a"), None)
    address = index.attributes.given[link].get("href", "") if link else ""
    target = "" if NO_PAGE.search(address) else web_address(base, address)
    return bool(target) and (is_home_address(target) or host_of(target) != host_of(base))


def _plain(text: str) -> str:
    """A description without markup, which those of jobs and products often have."""
    return (
        Texts(Document("", html=f"<body>{text}").body).line(0)
        if text.lstrip()[:1] == "<" and _END_TAG.search(text)
        else text
    )


def _text(index: ElementIndex) -> str:
    """The text of the page without its head, case-folded."""
    start = next((int(index.first_text_node[number]) for number in index.tagged("body")), 0)
    return " ".join(index.text_nodes.texts[start:]).casefold()


def in_language(index: ElementIndex, claims: MarkupMetadata, works: Sequence[SchemaItem]) -> str:
    """The declared language, BCP 47; empty if there is none."""
    roots = [index.attributes.given[number].get("lang", "") for number in index.tagged("html")[:1]]
    tags = [claims.tags.first(name) for name in ("content-language", "language", "dc.language", "og:locale")]
    given = [*roots, *_texts(works, "inLanguage"), *tags]
    found = (text.strip().replace("_", "-") for text in given if _LANGUAGE.fullmatch(text.strip()))
    return next((f"{text[:2].lower()}{text[2:]}" for text in found), "")


def _license(index: ElementIndex, claims: MarkupMetadata, works: Sequence[SchemaItem], base: str) -> str:
    """The address, or else the name, of the licence."""
    given = index.attributes.given
    related = [given[number] for number in index.attributes.having("rel") if index.tags[number] in ("a", "link")]
    marked = [link["href"] for link in related if "license" in link["rel"] and "href" in link]
    found = [*_texts(works, "license"), *marked, *claims.tags.texts(("dc.rights.license", "dcterms.license"))]
    addresses = [given[number].get("href", "") for number in index.tagged("a", "link")]
    common = [address for address in addresses if "creativecommons.org/" in address[:60] and _LICENCE.search(address)]
    return _first(_addresses([*found, *common], base)) or _first(found)


def _keywords(claims: MarkupMetadata, works: Sequence[SchemaItem], shown: Iterable[str]) -> tuple[str, ...]:
    """Keywords of the markup and the ``shown`` tags, each once, whatever the case of its letters."""
    given = [*_texts(works, "keywords"), *claims.tags.all("article:tag"), *claims.tags.all("keywords")[:1]]
    words, found = (word.strip() for text in given for word in re.split("[,;、，]", text)), dict[str, str]()
    for word in filter(None, (*words, *shown)):
        found.setdefault(word.casefold(), word)
    return tuple(found.values())[:MAX_KEYWORDS]


def _shown_tags(page: Subject) -> Iterator[str]:
    """The names of the tags of the page, to which it links.

    Those of another page stand in one part with its heading, which is a link or stands above the title of this page,
    and without that title.
    """
    index, shown, given = page.analysis.index, page.analysis.shown, page.analysis.index.attributes.given
    links = (one for one in index.attributes.having("rel") if index.tags[one] == "a")
    named = ((one, given[one]["rel"].lower().split()) for one in links if shown.kept[one] and not page.apart[one])
    if not (tags := [one for one, names in named if "tag" in names and "category" not in names]):
        return
    others = index.has_tag(HEADINGS) & (shown.words > 0)
    others &= (shown.link_words == shown.words) | (np.arange(len(index)) < page.heading)
    others[page.heading] = False
    count = index.subtree_sums(others.astype(np.int64))
    for one in tags:
        around = next((outer for outer in index.ancestors(one) if count[outer]), 0)
        if around <= page.heading < index.ends[around]:
            yield page.analysis.texts.line(one).lstrip("# ")


def _event(works: Sequence[SchemaItem], title: str) -> Event | None:
    """The event that the page announces, if that is what the markup says it is, with the title of the page."""
    for thing in works[:1]:
        name, start, end = (text_of(thing, key) for key in ("name", "startDate", "endDate"))
        is_event = any(_EVENT.search(kind) for kind in types_of(thing)) and read_date(start)
        if is_event and word_f1(word_bag(name), word_bag(title)) >= MIN_AGREEMENT:
            place = thing_in(thing.get("location")) or {"name": thing.get("location")}
            address = thing_in(place.get("address"))
            parts = (text_of(place, "name"), *(text_of(address, key) for key in _ADDRESS), text_of(place, "address"))
            return Event(name, read_date(start), read_date(end), ", ".join(dict.fromkeys(filter(None, parts))))
    return None


def _breadcrumbs(analysis: PageAnalysis) -> tuple[Breadcrumb, ...]:
    """The way to the page from the home of its site, as the markup says it or else the page shows it."""
    base = analysis.document.base_url
    trails = analysis.markup_metadata.of_type("BreadcrumbList")[:1]
    steps = [step for trail in trails for step in things_in(trail.get("itemListElement"))]
    places = (text_of(step, "position") for step in steps)
    order = [int(place) if re.fullmatch(r"\d{1,4}", place) else 0 for place in places]
    found = list[Breadcrumb]()
    for _, step in sorted(zip(order, steps, strict=True), key=itemgetter(0))[:MAX_BREADCRUMBS]:
        item = thing_in(step.get("item")) or {"url": step.get("item")}
        if name := text_of(step, "name") or text_of(item, "name"):
            found.append(Breadcrumb(name, _first(_addresses([text_of(item, "url", "@id")], base))))
    if found:
        return tuple(found)
    shown = dict[str, Breadcrumb]()  # each once: a page may be named behind the link to it, or the trail be there twice
    for one in _shown_breadcrumbs(analysis):
        shown.setdefault(letters(one.name), one)
    return tuple(islice(shown.values(), MAX_BREADCRUMBS))


def _shown_breadcrumbs(analysis: PageAnalysis) -> Iterator[Breadcrumb]:
    """The links of the first trail of a page, and the text behind them, the name of this page; none of many trails."""
    index, shown, given = analysis.index, analysis.shown.kept, analysis.index.attributes.given
    trails = index.topmost(np.flatnonzero(analysis.breadcrumbs & shown).tolist())
    inside, boxes = index.inside(trails), index.parents[trails].tolist()
    base, numbers = analysis.document.base_url, index.tagged("a") if trails else []
    hrefs = ((one, given[one].get("href", "#")) for one in numbers if inside[one] and shown[one])
    links = [(one, address) for one, href in hrefs if href[:1] != "#" and (address := _first(_addresses([href], base)))]
    if not links or len(set(boxes)) > MAX_TRAILS:  # each of many is that of a result
        return
    box = next(box for trail, box in zip(trails, boxes, strict=True) if links[0][0] < index.ends[trail])
    end = max(int(index.ends[trail]) for trail, around in zip(trails, boxes, strict=True) if around == box)
    own = [(link, address) for link, address in links if link < end]
    for link, address in own:
        name = analysis.texts.line(link) or given[link].get("aria-label") or given[link].get("title", "")
        if letters(name):
            yield Breadcrumb(name, address)
    texts, owners, behind = index.text_nodes.texts, index.text_nodes.owners, int(index.last_text_node[own[-1][0]])
    in_trail = inside & ~index.inside(index.tagged(*HEADINGS))
    rest = (place for place in range(behind, int(index.last_text_node[box])) if owners[place] < end)
    if last := next((place for place in rest if letters(texts[place]) and in_trail[owners[place]]), None):
        yield Breadcrumb(" ".join(texts[last].split()).lstrip(_DIVIDERS))


def _publishers(works: Iterable[SchemaItem]) -> list[str]:
    """The names of the publishers that are no persons, such as the owner of a forum."""
    given = (one for work in works for one in things_in(work.get("publisher")))
    return [text_of(one, "name") for one in given if "Person" not in types_of(one)]


def _texts(things: Iterable[SchemaItem], name: str) -> list[str]:
    return [text for thing in things for text in texts_of(thing.get(name))]


def _first(texts: Iterable[str]) -> str:
    return next(iter(texts), "")


def _image(value: Any) -> list[str]:
    """The first address in a property that is an address, a picture, or a list of these."""
    first = value[:1] if isinstance(value, list) else value
    return [text_of(thing_in(first) or {"url": first}, "url", "contentUrl", "@id")]


def _addresses(texts: Iterable[str], base: str) -> Iterator[str]:
    """The addresses of the web, absolute where the base is known; none that a template left to be filled in."""
    for text in (text for text in texts if not _UNFILLED.match(text)):
        address = web_address(base, text) if len(text.split()) == 1 or _PICTURE.match(text) else ""
        if address.startswith(("http:", "https:")) or (address and not base):
            yield address
