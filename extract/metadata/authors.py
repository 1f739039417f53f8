"""Authors of a page: persons if it names any, else the organisation that it names."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np

from iawce.data.analysis.markup_metadata import MetaTags, SchemaItem, texts_of, types_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools, Floats
from iawce.data.dom.attributes import JoinedTexts, word_search
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import count_words, letters, split_words
from iawce.data.network.address import host_of
from iawce.data.text.lexicon import bylines as lex
from iawce.data.text.lexicon.part_names import SUBTITLES
from iawce.data.text.names import (
    COLONS,
    MAX_LENGTH,
    byline_of,
    is_full_name,
    is_label,
    is_name,
    is_of_reviewer,
    is_organisation,
    is_person,
    may_be_by,
    names_in,
    persons_in,
    starts_with_by,
    without_by,
)
from iawce.data.text.times import times_in
from iawce.extract.metadata.dates import STOPS
from iawce.extract.metadata.evidence import NEAR_TITLE, Choice, Evidence, Subject, choose
from iawce.extract.metadata.title import home_names, one_line, parts

_LED = re.compile(r"ed\s+by")  # What all ``lex.REVIEWED`` have, found faster
MAX_AUTHORS = 20
_NAME_CLASSES = frozenset({"fn", "p-name"})  # Classes of names in hCard and h-card
ONE_NAME_EACH = ("citation_author", "dc.creator", "dcterms.creator")
LISTS_OF_NAMES = (
    "parsely-author", "sailthru.author", "cxenseparse:author", "og:author", "article:author", "og:article:author",
    "author", "creator", "byl",
)  # fmt: skip
Names = tuple[str, ...]
MAX_OF_INITIAL = 2  # Letters of an initial
MAX_WORDS, MAX_LABEL = 25, 5  # Words of a byline, and of the label before a name
_LABEL_END = re.compile(r"(?<=[^\W\d_][:：])(?![/:])|(?<=[^\W\d_]\s[:：])(?!/)")
MAX_CANDIDATES = 200  # Elements that are examined, in document order
NEAR = 1.0  # Cost up to which a byline is near the title
FAR = 25  # Most texts from the heading to a line that merely begins with "by"
_NAMED = re.compile(
    r"(?:^|[-_\s]|[a-z](?=[A-Z]))(?:by-?line|author|autor|auteur|autore|writer|contributor|username|user-?name|hnuser|poster|"
    r"posted-?by|op-?name|penulis|forfatter|verfasser|creator|redakteur|journalist|submitter|topic-?starter|p-author|vcard|postleft|postprofile|PostUser|userName|UserName)"
    r"(?:s|es|en|in)?(?:$|[-_\s]|(?=[A-Z]))"
)
_HINT = word_search(
    "auth auto aute by-line byline writ contrib user post op-n opn penulis forf verf creat redak journ subm start "
    "vcard person"
)  # A part of every name of a byline, for a quick test
_BYLINE = re.compile("by-?line", re.I)
_ANY_CASE = re.compile(r"by-?line|author(?!i(?:[sztr]|ng))|person-?listing", re.I)
MAX_PIECES = 60  # Text nodes of a byline
MAX_PATH = 200  # Characters at the end of an address that are examined
LIST = 4  # The most elements of one kind that may be bylines; more are those of comments, reviews or posts
FAR_IN_LIST, MAX_DISTANCE = 50, 400  # Most texts from the heading to the first of a list or a weak link, and to any
MAX_LINKED = 3  # Words of links of a card besides the name; more are the title of a story
MAX_NAMES = 12  # Names of a byline; more are a list of people
_NAMES_OF_PARTS = "data-testid", "data-hook", "data-qa", "itemprop"
UNSURE = 0.5  # Score of a link that counts only if its names are full names, or after a label such as "By"
_PATH_HINT = word_search(
    "/author /autor /auteur /@ /people/ /profile /user /u/ /contributor /writer /staff/ /team/ /by/ /member/"
)
NEXT = 8  # Texts around the title in which the date of a post stands
BEFORE, BEHIND = 2, 14  # Lines before and after the title that are examined; a line is a text node that is not blank
BESIDE, WITH_DEGREE = 3, 5  # Lines between a name and the date, and the first lines in which a degree marks a name
BELOW = 2  # Lines directly below the title
MAX_BESIDE_DATES = 5  # Words in the line of a date besides its times
MAX_LOWER = 4  # Most words in lower case of a line with the end of a sentence that is none
LEAST_OF_ONESELF = 3  # Words of a page for its writer, where the site is named after him
MOST_OFTEN = 2  # Texts that have an author's name behind other words; a town stands in more


class FoundAuthors(NamedTuple):
    """The names of the authors, and those that the markup claims."""

    choice: Choice[Names] | None
    claimed: Names = ()


def find_authors(page: Subject, text: str, others: Iterable[Evidence[Names]], *, is_shown: bool) -> FoundAuthors:
    """The authors of a page: persons, else an organisation.

    ``text``: of the page, case-folded. ``others``: further evidence. ``is_shown``: whether bylines count; that of a
    product is none.
    """
    analysis, works = page.analysis, page.works
    main = page._replace(apart=page.apart | _sides(analysis.index, page.heading))
    tags, url = analysis.document.meta_tags, analysis.document.base_url
    known = {*map(letters, _organisations(works, tags, url))} - {""}
    claims, shown = list(_claims(works, tags)), list(others)
    claimed = claims[0].value if claims else ()
    if is_shown:
        shown += bylines(main)
    if is_shown and not shown and not claimed:  # on news, it named the wrong ones beside agencies in the markup
        shown += unmarked_bylines(main)
        if not shown and (main.apart > page.apart).any():  # several of a kind are the authors of other pages
            beside, kind_of = list(bylines(page)), analysis.index.kinds
            kinds = [int(kind_of[one.element]) for one in beside for _ in [*filter(is_person, one.value)] or "?"]
            shown += beside if kinds.count(next(iter(kinds), 0)) == 1 else []
    found, least = list[Evidence[Names]](), set(map(letters, claimed))
    for one in (*claims, *shown):
        is_claim = one.source == "markup"
        persons = tuple(name for name in one.value if not is_organisation(name, known))
        whole = tuple(name for name in persons if is_claim or " " in name or lex.UNCASED.fullmatch(name))
        if persons or one.source != "line":
            signs = {
                "an organisation": not persons,
                "not named on the page": is_claim and not any(name.casefold() in text for name in persons or (text,)),
                "a single word": bool(persons and not whole),
                "all of the markup and more": not is_claim and set() < least < set(map(letters, whole)),
            }
            found.append(one._replace(value=whole or persons or one.value, signs={**one.signs, **signs}))
    choice = choose("authors", found, alike) or (choose("authors", owners(page), alike) if is_shown else None)
    return FoundAuthors(choice, claimed)


def _sides(index: ElementIndex, heading: int) -> Bools:
    """Whether each element is in a part beside the article that the title begins, or in the site's header."""
    roles = (one for one in index.attributes.having("role") if index.attributes.given[one]["role"] == "complementary")
    articles = index.inside(index.tagged("article"))
    around = articles if articles[heading] else articles | index.inside(index.tagged("main"))
    headers = index.tagged("header") if heading else []
    sides = (one for one in [*index.tagged("aside"), *headers, *roles] if not around[one])
    return index.inside(one for one in sides if not one < heading < index.ends[one])


def alike(some: Names, others: Names) -> float:
    """Share of equal names."""
    ours, theirs = set(map(letters, some)), set(map(letters, others))
    return len(ours & theirs) / len(ours | theirs)


def _claims(works: Sequence[SchemaItem], tags: MetaTags) -> Iterator[Evidence[Names]]:
    """Names in the markup: its annotations and its ``meta`` elements, the most certain first."""
    given = [(f"schema.org {name}", _names_of(thing.get(name))) for thing in works for name in ("author", "creator")]
    given += [(f"<meta> {name}", [_family_last(text) for text in tags.all(name)]) for name in ONE_NAME_EACH]
    labelled = ("twitter:data1",) if lex.BY.match(f"{tags.first('twitter:label1')} ") else ()
    given += [(f"<meta> {name}", _listed(tags.all(name))) for name in (*LISTS_OF_NAMES, *labelled)]
    for place, (reason, names) in enumerate(given):
        if plain := tuple(dict.fromkeys(filter(is_name, names)))[:MAX_AUTHORS]:
            yield Evidence(plain, "markup", {"in the markup": 1, "further": min(place, 20) / 20}, reason)


def _organisations(works: Sequence[SchemaItem], tags: MetaTags, url: str) -> list[str]:
    """Names of the site, of its publisher and of authors that the annotations call organisations."""
    names = [tags.first("og:site_name"), tags.first("application-name")]
    for thing in works:
        authors = thing.get("author")
        groups = [one for one in (authors if isinstance(authors, list) else [authors]) if _is_group(one)]
        names += [*texts_of(thing.get("publisher")), *texts_of(groups)]
    host = host_of(url)
    return [*filter(None, names), host, host.partition(".")[0]]


def _is_group(value: Any) -> bool:
    return isinstance(value, Mapping) and any(name.endswith("Organization") for name in types_of(value))


def _names_of(value: Any) -> list[str]:
    """Names in a property; a separate thing, such as a person, has one name."""
    found = list[str]()
    for one in value if isinstance(value, list) else [value]:
        texts = texts_of(one)
        whole = (without_by(" ".join(text[:MAX_LENGTH].split())) for text in texts)  # which "and" does not divide
        found += filter(is_name, whole) if _is_group(one) else _listed(texts)
    return found


def _listed(texts: Iterable[str]) -> list[str]:
    return [name for text in texts for name in names_in([text])]


def _family_last(text: str) -> str:
    """A catalogue name, "Lee, Ann", in the usual order."""
    family, comma, given = text.partition(", ")
    return f"{given} {family}" if comma and "," not in given else text


def common_words(analysis: PageAnalysis, heading: int, names: Iterable[str]) -> set[str]:
    """Words of these names that occur in lower case on the page or in its title, the ``heading``, without initials."""
    words = {word.lower() for name in names for word in split_words(name)}
    asked = {word for word in words if len(word) > MAX_OF_INITIAL and word.islower()}
    texts = [analysis.keep(_whole_text), analysis.texts.line(heading).lower()] if asked else []
    relevant = (text for text in texts if any(word in text for word in asked))
    return asked.intersection(word for text in relevant for word in split_words(text))


def _whole_text(analysis: PageAnalysis) -> str:
    return " ".join(analysis.index.text_nodes.texts)


def bylines(page: Subject) -> Iterator[Evidence[Names]]:
    """The names in elements of one kind under one parent or in cards, those most likely the author's first."""
    analysis, _, heading, apart, _ = page
    index, nodes, order = analysis.index, analysis.index.text_nodes.texts, analysis.index.texts_before.tolist()
    lines = dict[tuple[int, int], tuple[float, int, list[str], dict[str, float]]]()
    lasts = dict[int, tuple[int, tuple[int, int]]]()  # by kind: the last element, and its line
    if not (candidates := list(_candidates(analysis, heading, apart))):
        return
    subtitles = index.inside(np.flatnonzero(index.attributes.named(SUBTITLES) | index.has_tag(HEADINGS)))
    said = np.maximum.accumulate(np.where(index.blank, 0, np.arange(len(index.blank)))).tolist()
    labels = (said[first - 1] if first else 0 for *_, first in candidates)
    labelled = [is_label(nodes[place]) and not is_of_reviewer(nodes, place) for place in labels]
    of_kind = Counter((int(index.kinds[one[0]]), after) for one, after in zip(candidates, labelled, strict=True))
    with_year = analysis.times.with_year[~index.blank]
    no_authors = _reviewers(analysis) | ({letters(analysis.texts.line(heading))} if heading else set())
    dated, end = np.append(0, np.cumsum(with_year)).tolist(), order[-1]  # before each text
    for (number, strength, first), is_labelled in zip(candidates, labelled, strict=True):
        texts, kind = _pieces(index, number, first, strength), int(index.kinds[number])
        away = page.texts_from_title(first)
        is_of_list = heading and of_kind[kind, is_labelled] >= LIST
        is_near_alone = is_of_list or (0 < strength <= UNSURE and not is_labelled)
        is_far = abs(away) > (FAR_IN_LIST if is_near_alone else MAX_DISTANCE)
        if strength < 0 or (is_far and (is_of_list or strength <= UNSURE)):
            continue
        is_dated = dated[max(0, order[first] - BESIDE)] < dated[min(order[index.last_text_node[number]] + BESIDE, end)]
        says_by = starts_with_by(" ".join(texts))
        is_apart = not (strength > UNSURE or is_dated or 0 < away <= BESIDE) and (says_by or is_labelled)
        if is_apart and _is_behind_words(analysis, said, first, is_label=is_labelled):
            continue
        found = names_in(texts) if strength or not says_by else _unmarked_names(analysis, heading, texts)
        is_sure = strength > UNSURE or (strength > 0 and is_labelled)
        is_sure |= 1 < len(found) < LIST and not _is_of_things(analysis, heading, found)
        others = no_authors if not (is_labelled or says_by) else set()
        if says_by and not is_sure:
            is_sure = _are_writers(
                page,
                found,
                texts,
                away,
                is_dated=is_dated,
                has_date=dated[order[first]] < dated[order[index.last_text_node[number]]],
            )
        names = [one for one in found if letters(one.split(",")[0]) not in others and (is_sure or is_full_name(one))]
        is_subtitle = not (strength or is_dated) and subtitles[number] and _is_of_things(analysis, heading, names)
        if names and not is_subtitle:
            distance = (away if away >= 0 else 1.5 * NEAR_TITLE - 3 * away) / NEAR_TITLE
            signs = {
                "named or linked so": strength,
                "after a label": float(is_labelled or says_by),
                "near the title": float(distance <= NEAR),
                "far from the title": float(distance > 5 * NEAR),
            }
            cost = distance - strength - 2 * says_by + sum(map(len, texts)) / 100
            last, key = lasts.get(kind, (0, (0, 0)))
            if index.parents[last] != index.parents[number] and not _is_in_next_card(analysis, last, number):
                key = int(index.parents[number]), kind
            lasts[kind] = number, key
            line = lines.setdefault(key, (cost, number, [], signs))[2]
            line.extend(name for name in names if name not in line)
    few = ((all(map(is_organisation, line[2])), *line) for line in lines.values() if len(line[2]) <= MAX_NAMES)
    ranked = sorted(few, key=lambda line: line[:2])  # first persons: an organisation is often the section or the house
    for place, (_, _, number, names, signs) in enumerate(ranked):
        text, said = analysis.texts.line(number), sum(len(name.split()) for name in names)
        beside = {"not shown": not text, "other words": min(max(len(text.split()) - said, 0), 20) / 10}
        one = {"a byline": 1, "after others": min(place, 8), **signs, **beside}
        yield Evidence(tuple(names), "byline", one, f"“{text[:60]}”", number)


def _is_behind_words(analysis: PageAnalysis, said: Sequence[int], first: int, *, is_label: bool) -> bool:
    """Whether "by" in lower case has words before it in its line, such as the title of a book that the page mentions.

    ``said``: the last text node up to each that is not blank; ``first``: the one with "by", or behind the ``is_label``.
    """
    by = said[first - 1] if is_label and first else first
    breaks, before, texts = analysis.document.body.breaks, said[by - 1] if by else by, analysis.index.text_nodes.texts
    is_inside = texts[by].lstrip()[:1].islower() and before < by and breaks[before] == breaks[by]
    return bool(is_inside and letters(texts[before]))


def _are_writers(
    page: Subject, names: Iterable[str], texts: Iterable[str], away: int, *, is_dated: bool, has_date: bool
) -> bool:
    """Whether names behind an unmarked "by" are those of the writers: beside a day, or directly below the title.

    One in lower case is a user's if it has an element of its own in a line with the day, near the title.
    """
    persons = [one for one in names if not is_organisation(one)]
    if users := {one for one in persons if one[:1].islower()}:
        return has_date and 0 < away <= NEXT and users <= {text.strip() for text in texts}
    return is_dated or (0 < away <= BELOW and not _is_of_things(page.analysis, page.heading, persons))


def _is_in_next_card(analysis: PageAnalysis, one: int, other: int) -> bool:
    """Whether two elements are in items of one list or in cards beside each other, neither of which is of a story."""
    index, body, cards = analysis.index, analysis.document.body, [one, other]
    if one > other or index.depths[one] != index.depths[other]:
        return False
    while index.parents[cards[0]] != index.parents[cards[1]]:
        cards = index.parents[cards].tolist()
    (begin, behind), (end, last) = index.first_text_node[cards].tolist(), index.last_text_node[cards].tolist()
    is_other = index.kinds[cards[0]] != index.kinds[cards[1]] or analysis.times.with_year[begin:last].any()
    linked = (body.link_words[cards] - body.link_words[[one, other]]).max() / MAX_LINKED
    is_long = max(linked, body.words[cards].max() / MAX_WORDS) > analysis.word_scale
    between = " ".join(" ".join(index.text_nodes.texts[end:behind]).split()).strip(lex.EDGE)
    return not (is_other or is_long or lex.JOINS.sub("", between))


def _pieces(index: ElementIndex, number: int, first: int, strength: float) -> list[str]:
    """The parts of the text of an element that may be a byline; of a likely one, what a colon ends is a label."""
    texts = list(map(byline_of, _texts(index, number, first)))
    return [part for text in texts for part in _LABEL_END.split(text, maxsplit=1)] if strength > UNSURE else texts


def _texts(index: ElementIndex, number: int, first: int) -> list[str]:
    """The text nodes of an element from the first, with a comma between those of elements of one kind, a list.

    What stands before an element that is marked as a name is a label, in whatever language.
    """
    places = (place for place in range(first, index.last_text_node[number]) if not index.blank[place])
    owned = [(int(index.text_nodes.owners[place]), index.text_nodes.texts[place]) for place in places]
    owned = [(one, text) for one, text in owned if index.tags[one] != "sup" and not _leads_to_no_person(index, one)]
    label = [*takewhile(lambda one: not _is_marked(index, one[0], number), owned)]
    said = " ".join(text for _, text in label).split()
    is_name = is_full_name(" ".join(said[:2])) or said[-1:] == ["and"] or " ".join(said).endswith(",")
    if len(label) < len(owned) and not is_name and not starts_with_by(" ".join(said)):
        del owned[: len(label)]
    kinds = [(int(index.kinds[one]), int(index.kinds[index.parents[one]])) for one, _ in owned]
    names = [one for one, kind in zip(owned, kinds, strict=True) if kind == kinds[0]]
    is_of_cards = len(names) > 1 and all(is_person(text.strip()) for _, text in names)
    texts, last = list[str](), -1
    for owner, text in names if is_of_cards else owned:  # without the roles in the cards
        is_beside = last >= 0 and owner not in (last, number) and index.kinds[owner] == index.kinds[last]
        if is_beside and index.depths[owner] == index.depths[last]:
            texts.append(",")
        texts.append(text)
        last = owner
    return texts


def _is_marked(index: ElementIndex, number: int, within: int) -> bool:
    """Whether an element or one around it, inside of ``within``, is marked as the name of a person."""
    around = takewhile(lambda one: one > within, (number, *index.ancestors(number)))
    given = ((index.attributes.given[one].get("itemprop", ""), index.classes[one]) for one in around)
    return any("name" in said.split() or not _NAME_CLASSES.isdisjoint(classes.split()) for said, classes in given)


def _leads_to_no_person(index: ElementIndex, number: int) -> bool:
    return index.tags[number] == "a" and bool(lex.NO_PERSON_PATH.search(index.attributes.given[number].get("href", "")))


def _reviewers(analysis: PageAnalysis) -> set[str]:
    """The names behind words such as "reviewed by", in the same text or the next one, as ``letters``."""
    texts, whole, found = analysis.index.text_nodes.texts, analysis.keep(_whole_text), set[str]()
    lower = whole.lower()
    if not (any(word in lower for word in lex.REVIEWING) and _LED.search(lower)):
        return found
    ends = np.cumsum([len(text) + 1 for text in texts])
    for label in lex.REVIEWED.finditer(whole):
        place = int(np.searchsorted(ends, label.end(), side="right"))
        rest = [whole[label.end() : ends[place] - 1], *texts[place + 1 : place + 4]] if place < len(texts) else []
        names = names_in([next((one for one in rest if one.strip()), "")[:MAX_LENGTH]])
        found.update(letters(name.split(",")[0]) for name in names)
    return found


def _candidates(analysis: PageAnalysis, heading: int, apart: Bools) -> Iterator[tuple[int, float, int]]:
    """Elements that may be bylines, their scores, -1 beside another story, and the text nodes where they begin."""
    index, body, words = analysis.index, analysis.document.body, analysis.document.body.words
    strengths, start, order = analysis.keep(byline_strengths), int(index.first_text_node[heading]), index.texts_before
    short = (words > 0) & (words <= MAX_WORDS * analysis.word_scale) & ~apart & body.kept
    short &= index.last_text_node - index.first_text_node <= MAX_PIECES
    cards = short & (words <= 2 * body.link_words) & (np.abs(order[index.first_text_node] - order[start]) > NEXT)
    most = MAX_LINKED * analysis.word_scale
    stories = short & index.has_tag(("a",)) & (words > most) & (strengths == 0)
    timed = np.flatnonzero(stories & analysis.times.possible).tolist()
    days = [one for one in timed if count_words(times_in(index.text_of(one)).rest) <= most]
    stories[days * (len(days) == 1)] = False  # with which a post links to itself
    cards &= body.holds(stories)
    cards[[heading, *index.ancestors(heading)]] = False
    named, in_card = np.flatnonzero(short & (strengths > 0))[:MAX_CANDIDATES], index.inside(np.flatnonzero(cards))
    strengths = np.where(in_card, -1.0, strengths)
    yield from ((one, float(strengths[one]), int(index.first_text_node[one])) for one in named.tolist())
    said = _said(index, short, start, analysis.times.with_year)
    yield from ((number, -float(in_card[number]), first) for number, first in said if short[number])


def byline_strengths(analysis: PageAnalysis) -> Floats:
    """Score of each element as a byline, by its names and its link, float64 (elements,)."""
    index = analysis.index
    strengths, given = index.attributes.scores(_HINT, _strength), index.attributes.given
    links = [number for number in index.tagged("a") if not strengths[number]]
    ends = [given[number].get("href", "")[-MAX_PATH:] for number in links]
    for place in JoinedTexts(ends).holding(_PATH_HINT):
        is_unsure = lex.PEOPLE_PATH.search(ends[place]) is not None
        strengths[links[place]] = 1.0 if lex.AUTHOR_PATH.search(ends[place]) else UNSURE * is_unsure
    for number in index.attributes.having("rel"):
        if index.tags[number] == "a" and "author" in given[number]["rel"]:
            strengths[number] = 2.5
        elif given[number]["rel"].lower() == "me":  # the owner of the site elsewhere, under the name of that site
            strengths[number] = 0
    for name in _NAMES_OF_PARTS:  # of sites whose class names say nothing
        for number in index.attributes.having(name):
            strengths[number] = max(strengths[number], _strength(given[number][name]))
    return strengths


def _unmarked_names(analysis: PageAnalysis, heading: int, texts: list[str]) -> list[str]:
    """The names in an unmarked line; none in capitals in a sentence or with words of the page: "BY THE COURT"."""
    names, is_prose = names_in(texts), _is_prose(" ".join(texts).strip())
    capitals = [one for one in names if one.isupper()]
    things = {one for one in capitals if all(_is_of_things(analysis, heading, [word]) for word in one.split())}
    return [one for one in names if one not in things and not (is_prose and one in capitals)]


def _is_prose(text: str) -> bool:
    return text[-1:] in STOPS and sum(map(str.islower, split_words(text))) > MAX_LOWER


def _is_of_things(analysis: PageAnalysis, heading: int, names: list[str]) -> bool:
    """Whether the page has some word of these names, or its singular, in lower case."""
    singular = [re.sub(r"s\b", "", name) for name in names]
    return bool(common_words(analysis, heading, [*names, *singular]))


def _said(index: ElementIndex, short: Bools, start: int, dated: Bools) -> Iterator[tuple[int, int]]:
    """Elements with a text that begins with "by", or the parent if it has no other text, and where this begins.

    ``dated``: the text nodes with a day, after which it may stand.
    """
    owners, words, texts = index.text_nodes.owners, index.text_node_words, index.text_nodes.texts
    behind_title = index.texts_before[:-1] - index.texts_before[start]
    near = (behind_title >= 0) & (behind_title <= FAR)
    near[[*_above_title(index, start, dated)]] = True
    is_likely = (near & dated).tolist()
    for text_node in np.flatnonzero(short[owners] & ~index.blank).tolist():
        text = texts[text_node].strip()
        if is_likely[text_node] or (near[text_node] and text[-1:] in COLONS):
            text = byline_of(text)
        may_be = is_likely[text_node] or "(" in text or may_be_by(text)
        if not may_be or is_of_reviewer(texts, text_node):
            continue
        owner, is_near = int(owners[text_node]), near[text_node]
        if words[text_node] <= MAX_LABEL and is_label(text):
            behind = range(text_node + 1, min(text_node + 1 + MAX_PIECES, len(owners)))
            after = [(one, texts[one].strip()) for one in behind if not index.blank[one]]
            # neither a colon nor the initials that stand for the picture of a person
            names = (one for one, said in after if len(said) > MAX_OF_INITIAL or not said.isascii())
            named = next(names, text_node)
            around = int(index.parents[owner]) if index.count_texts(owner) == 1 else owner
            if is_near and short[around] and text_node < named < index.last_text_node[around]:
                yield around, text_node if named == after[0][0] else named
            else:
                yield int(owners[named]), named
        elif starts_with_by(text) and (is_near or text[:2].lower() != "by"):
            yield owner, text_node


def _above_title(index: ElementIndex, start: int, dated: Bools) -> Iterator[int]:
    """Text nodes beside a day shortly before the title, in a part of the page with it, and not below another title."""
    owners, words = index.text_nodes.owners, index.text_node_words
    outer = [one for title in owners[start : start + 1].tolist() for one in index.ancestors(title)]
    parts = [int(index.first_text_node[one]) for one in outer if index.tags[one] not in ("body", "html")]
    begin = parts[-1] if parts else 0
    near = (begin + np.flatnonzero(~index.blank[begin:start]))[-NEXT:].tolist()
    is_title = index.linked[owners[near]] & (words[near] > MAX_LINKED)
    for place, text_node in enumerate(near):
        before, behind = max(0, place - BESIDE), place + BESIDE + 1
        if dated[near[before:behind]].any() and not is_title[before : place + 1].any():
            yield text_node


@lru_cache(maxsize=4096)
def _strength(name: str) -> float:
    """Score of a class name or an id as that of a byline."""
    if _BYLINE.search(name):
        return 2.0
    return 1.5 if _NAMED.search(name) else float(bool(_ANY_CASE.search(name)))


def unmarked_bylines(page: Subject) -> Iterator[Evidence[Names]]:
    """Names in unmarked lines near the title, lines with most names first, then the nearest.

    They are beside a date or have a degree, and are not the name of the site. A name is distinguished from a category
    by its words, none of which is on the page in lower case; in German every noun has a capital.
    """
    analysis, _, heading, apart, language = page
    if not heading or language.startswith("de"):
        return
    index, body, scale = analysis.index, analysis.document.body, analysis.word_scale
    shown = np.flatnonzero(body.text_nodes & ~index.blank & ~apart[index.text_nodes.owners])
    before, behind = np.searchsorted(shown, (index.first_text_node[heading], index.last_text_node[heading])).tolist()
    near = [*shown[max(0, before - BEFORE) : before].tolist(), *shown[behind : behind + BEHIND].tolist()]
    read = [analysis.times.in_piece(text_node) for text_node in near]
    dated = [place for place, one in enumerate(read) if one.day() and count_words(one.rest) <= MAX_BESIDE_DATES * scale]
    words_of_lines = np.bincount(body.breaks, np.where(body.text_nodes, index.text_node_words, 0))
    lists = index.nearest(index.has_tag(("ul", "ol")))[index.text_nodes.owners]  # 0 outside of any
    with_date = {0, *lists[[near[place] for place in dated]].tolist()}  # a list without the date is one of tags
    short = [(place, one) for place, one in enumerate(near) if words_of_lines[body.breaks[one]] <= MAX_WORDS * scale]
    short = [(place, one) for place, one in short if int(lists[one]) in with_date]
    read_names = ((_names(index, one, place, dated), int(index.text_nodes.owners[one])) for place, one in short)
    found = [one for one in read_names if one[0]]
    sites = home_names(analysis, {letters(name) for names, _ in found for name in names}) if found else set[str]()
    found = [one for one in found if sites.isdisjoint(map(letters, one[0]))]
    common = common_words(analysis, heading, [name for names, _ in found for name in names])
    words = [[word.lower() for name in one[0] for word in split_words(lex.PARTICLE.sub(" ", name))] for one in found]
    own = [one for one, said in zip(found, words, strict=True) if common.isdisjoint(said)]
    texts = index.text_nodes.texts
    own = [one for one in own if all(sum(text.find(name) > 1 for text in texts) <= MOST_OFTEN for name in one[0])]
    for place in reversed(range(1, len(own))):
        if index.tags[own[place][1]] == "a" and _is_in_next_card(analysis, own[place - 1][1], own[place][1]):
            own[place - 1][0].extend(own.pop(place)[0])
    for place, (names, owner) in enumerate(sorted(own, key=lambda one: len(one[0]), reverse=True)):
        yield Evidence(tuple(names), "line", {"a line by the title": 1, "after others": place}, "", owner)


def _names(index: ElementIndex, text_node: int, place: int, dated: list[int]) -> list[str]:
    """Names in a line beside a date, or with degrees; none in a heading, a sentence or after a label."""
    texts, owners = index.text_nodes.texts, index.text_nodes.owners
    text, owner, before = texts[text_node].strip(), int(owners[text_node]), max(text_node - 1, 0)
    while before > 0 and index.blank[before]:
        before -= 1
    is_led = index.tags[owners[before]] == "dt" or lex.OTHER_WORK.fullmatch(texts[before].strip()[:MAX_LENGTH])
    is_prose = _is_prose(text)
    around = [number for number in (owner, int(index.parents[owner])) if number >= 0]
    is_below = place < min(dated, default=place)  # a heading before the date may be a name
    others = ("button", "figcaption", *HEADINGS[: 0 if index.linked[owner] else 1 if is_below else 3])
    is_other = any(index.tags[number] in others or _leads_to_no_person(index, number) for number in around)
    said = index.span_of(around[-1])  # bold words begin the text behind them, as a heading does
    is_bold = index.tags[owner] in ("b", "strong")
    is_other |= is_bold and index.text_node_words[text_node + 1 : said.stop].sum() > MAX_WORDS
    is_credit = lex.OTHER_WORK.match(text[:MAX_LENGTH])  # of a photograph: "Photo: Agency / Bo Ek"
    if is_other or is_prose or is_credit or (is_led and not is_label(byline_of(texts[before]))):
        return []
    if place < WITH_DEGREE and lex.NAMED_WITH_DEGREE.match(text):
        return names_in([text])
    is_beside = any(abs(place - date) <= BESIDE for date in dated)
    named = list(map(persons_in, lex.SEPARATOR.split(" ".join(text.split())) if is_beside else [""]))
    return named[0] or ([] if any(named[:-1]) else named[-1])  # the others may be a section, a town, a link


def owners(page: Subject) -> Iterator[Evidence[Names]]:
    """The person after whom the site of an article or a dated page is named.

    The address has the name, or a part of it alone, and two of these have it too: ``<title>``, the markup, a line. The
    text speaks of who writes it, as that of a firm does not.
    """
    index, tags, order = page.analysis.index, page.analysis.document.meta_tags, page.analysis.index.texts_before
    near = np.abs(order[:-1] - order[index.first_text_node[page.heading]]) <= NEXT
    is_post = tags.first("og:type").lower() == "article" or page.analysis.times.with_year[near].any()
    title = next((one_line(index.opening_text(number)) for number in index.tagged("title")[:1]), "")
    named = [tags.first("og:site_name"), *page.analysis.markup_metadata.sites, *parts(title)[1:][-1:]]
    host = list(map(letters, host_of(page.analysis.document.base_url).split(".")))
    for name in filter(is_person, dict.fromkeys(named) if is_post and page.heading else ()):
        is_host = any(letters(name) in step for step in host) or any(letters(word) in host for word in name.split())
        is_thing = any(map(str.isupper, name.split()))
        places = named.count(name) + (name in map(one_line, index.text_nodes.texts))
        if not is_host or is_thing or places <= 1 or common_words(page.analysis, page.heading, [name]):
            continue
        if len(lex.OF_ONESELF.findall(page.analysis.keep(_whole_text))) >= LEAST_OF_ONESELF:
            yield Evidence((name,), "owner", {"the owner of the site": 1})
