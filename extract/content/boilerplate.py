"""Parts of a page that belong to the site, or are about other things than the page: comments, teasers, products."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools, Ints
from iawce.data.dom.attributes import NamePattern
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.tags import BLOCKS, HEADINGS
from iawce.data.dom.tree import sums_before
from iawce.data.dom.words import split_words
from iawce.data.network.address import web_address
from iawce.data.text.counts import plain_count
from iawce.data.text.lexicon.part_names import BESIDE_PRODUCT, CONTENTS, ELSEWHERE, INVITATIONS, REQUESTS
from iawce.data.text.lexicon.related_headings import announces_others
from iawce.data.text.money import find_money

TITLE = re.compile(
    r"(?:our |the |more |other |view )?(?:related|similar|recommended|recently viewed|popular|latest|best[- ]?selling)"
    r" (?:products?|items?|posts?|articles?|stories|threads?|topics?|discussions?)(?: you may like)?"
    r"|(?:our )?best[- ]?sellers?|you (?:may|might) also (?:like|enjoy|be interested in)|recently viewed"
    r"|customers also (?:bought|viewed)|people also (?:bought|viewed)|follow us(?: on [\w ]{1,30})?"
    r"|share this(?: page| post| article| story| thread)?|leave a (?:reply|comment)|who is online|forum jump",
    re.I,
)
"""Patterns of a whole heading."""
LINE = re.compile(
    r"you (?:must|have to|need to) (?:be (?:logged|signed)[- ]in|log ?in|sign in|register|be a registered)\b"
    r"[^.]{0,60}\b(?:reply|post|comment)\b"
    r"|(?:users|members|\d+ users?|there are [^.]{1,40})(?: who are)? (?:currently )?(?:browsing|viewing)"
    r" this (?:forum|thread|topic|page)"
    r"|currently active users viewing this thread|jump to(?: forum)?:?\s*\Z|forum jump:?\s*\Z"
    r"|you (?:may not|cannot) (?:post|reply|edit|delete|attach)\b[^.]{0,60}"
    r"\b(?:forum|threads?|topics?|replies|posts?)\b"
    r"|(?:this (?:thread|topic) is )?not open for further replies",
    re.I,
)
"""Patterns of the beginning of a line."""
MAX_LINE = 30  # Most words of an element that consists of such a line
MAX_DISTANCE = 12  # Most elements around it that are examined
_ENDS = " \t\n\r\xa0:.!…"
TAGS = frozenset({"header", "footer", "aside", "form", "nav", "dialog"})
ROLES = frozenset({"dialog", "alertdialog", "navigation", "banner", "contentinfo", "search"})
SCOPED = frozenset({"header", "footer"})
"""Inside ``SECTIONS``, these belong to the section, not to the site, according to the HTML standard."""
SECTIONS = frozenset({"article", "section", "li"})
MAX_SHARE = 0.5
"""An element with a larger share of the page's words is content, whatever its name: some sites wrap a whole page in a
form."""
NAMED_SHARE = 0.35  # The same for elements recognised by role, class or first words alone
ENTRIES = frozenset({"li", "dt", "tr", "article", "h2", "h3", "h4"})
"""Elements that are, or begin, the entries of a list in a form."""
MIN_ENTRIES = 3
TOPICS = ("tag-", "category-")  # Beginnings of the class names that say what an entry is about
MAX_QUESTION = 12  # Most words of a question to the reader
MAX_TITLE, MAX_BESIDE = 200, 500  # Most characters of the title of a chapter, and most parts that are examined
EXPANDING = re.compile("expand|show-?more|read-?more|toggle", re.I)  # Class names of what opens a part
NOT_WRITTEN_IN = frozenset({"checkbox", "radio", "hidden", "submit", "button", "image", "reset"})
"""Types of fields that can be beside content: checkboxes, buttons and hidden fields."""
_BOXES = frozenset({"aside", "div", "form", "section"})
MAX_BOXES = 3  # Most elements around a field that are one box with it
DIALOGS = frozenset({"dialog", "alertdialog"})
"""Roles of overlays; they are main content only if they have most of the text."""
MODAL = re.compile(r"(?:\A|[\s_-])modal(?:\Z|[\s_-])", re.I)  # Class names of dialogs
MAX_NAMED, MAX_ASIDE = 0.5, 0.3  # Most of the page's words in a part that is marginal by its name, and by its heading
MAX_OF_CONTENTS = 4  # Most words of the heading of a table of contents
MAX_BEFORE = 5  # Most words before a heading in the part that it heads
MIN_CARDS = 3
MIN_FIELDS = 3  # Least fields of a box that chooses from a list, and buttons that say the same
FIELDS = 0.7  # Least share of such a box's words in its fields
_NOWHERE = re.compile(r"\s*(?:#[^\s]{0,20}\s*)?\Z|\s*javascript:", re.I)  # The address of a link that a script follows
_COUNT = re.compile(r"\(\s?\d[\d.,]{0,9}\s?\)\s*\Z")  # How many entries a choice leaves
MAX_CHOICE = 4  # Most words of a choice and its count
MAX_TEXTS, MAX_LENGTH = 8, 20  # Last text nodes of a choice, and last characters of each, where its count is looked for
_YEAR = re.compile(r"(?:19|20)\d\d")
CARDS = 0.7  # Least share of elements of one name with a link and an amount of money if all are cards


def named_by_words(subset: DomMask) -> Iterator[int]:
    """Numbers of sections with such a heading, and of elements that consist of little more than such a line."""
    index = subset.index
    headings = index.nearest(index.has_tag(HEADINGS)).tolist()
    owners = index.text_nodes.owners.tolist()
    for text_node, text in enumerate(index.text_nodes.texts):
        if len(text) < 6 or not subset.text_nodes[text_node]:
            continue
        plain = text.strip(_ENDS)
        if (heading := headings[owners[text_node]]) and TITLE.fullmatch(plain[:60]):
            if subset.words[heading] == index.text_node_words[text_node]:
                yield _section(subset, heading)
        elif LINE.match(plain[:160]) or (
            plain[:4].lower() == "you "
            and LINE.match("".join(index.text_nodes.texts[text_node : text_node + 3])[:160].lstrip())
        ):  # links divide the line
            yield _filled(subset, owners[text_node])


def _section(subset: DomMask, heading: int) -> int:
    """The first element around a heading with more text, if it begins with the heading; else the heading."""
    ancestors = islice(subset.index.ancestors(heading), MAX_DISTANCE)
    around = next((one for one in ancestors if subset.words[one] > subset.words[heading]), heading)
    return around if _first(subset, around) == _first(subset, heading) else heading


def _filled(subset: DomMask, number: int) -> int:
    """The largest element around a line that begins with it and is no longer than a line."""
    first, ancestors = _first(subset, number), islice(subset.index.ancestors(number), MAX_DISTANCE)
    around = takewhile(lambda one: subset.words[one] <= MAX_LINE and _first(subset, one) == first, ancestors)
    return [number, *around][-1]


def _first(subset: DomMask, number: int) -> int:
    """The first text node with words of an element's subtree."""
    index = subset.index
    inside = index.text_numbers(number)
    return next((one for one in inside if subset.text_nodes[one] and index.text_node_words[one]), -1)


def find_boilerplate(subset: DomMask) -> list[int]:
    """Numbers of the site's headers, footers, asides, forms, menus and dialogs, and of invitations.

    A form around a list, such as one to tick off or records to choose from, is content.
    """
    index = subset.index
    limit = MAX_SHARE * subset.words[0]
    in_section, given = index.inside(index.tagged(*SECTIONS)), index.attributes.given
    with_role = (number for number in index.attributes.having("role") if given[number]["role"] in ROLES)
    called = {*index.tagged(*TAGS), *index.attributes.called(INVITATIONS), *with_role, *named_by_words(subset)}
    return [
        number
        for number in sorted(called - forms_around_lists(subset))
        if subset.kept[number]
        and subset.words[number] <= (limit if index.tags[number] in TAGS else NAMED_SHARE * subset.words[0])
        and not (index.tags[number] in SCOPED and in_section[number])
    ]


def requests(index: ElementIndex) -> list[int]:
    """Numbers of the small boxes that are called requests or advertisements, or ask for an address or an answer.

    A name that long texts have, too, is not that of a box: paragraphs are called by what stands before them.
    """
    given, words = index.attributes.given, index.text_node_sums(index.text_node_words)
    named = np.flatnonzero(index.attributes.named(REQUESTS) & ~index.has_tag(HEADINGS))
    small = words[named] <= MAX_LINE * 2
    others = {name for number in named[~small].tolist() for name in index.classes[number].split()}

    def is_called(one: int) -> bool:
        """Whether an own class name of a box, or its id, is that of a request."""
        names = (name for name in index.classes[one].split() if name not in others and not name.startswith(TOPICS))
        is_named = REQUESTS.fits(" ".join(names))
        return is_named or (REQUESTS.fits(given[one].get("id", "")) and not _is_chapter(index, one))

    boxes = [*filter(is_called, named[small].tolist()), *_questions(index, words)]
    fields = [one for one in index.tagged("input") if given[one].get("type", "").lower() == "email"]
    if not fields:
        return boxes
    forms = (takewhile(lambda one: words[one] <= MAX_LINE * 2, index.ancestors(one)) for one in fields)
    around = ([one for one in climbed if index.tags[one] in _BOXES][:MAX_BOXES] for climbed in forms)
    digits = sums_before(np.array([any(map(str.isdigit, text)) for text in index.text_nodes.texts], bool))

    def has_numbers(*boxes: int) -> bool:
        """Whether the texts of a box around another have a digit: a telephone, a deadline, a fee."""
        outer, inner = (digits[index.last_text_node[one]] - digits[index.first_text_node[one]] for one in boxes)
        return bool(outer > inner)

    asking = ([one for one in found if not has_numbers(one, found[0])] for found in around if found)
    return [*boxes, *(found[-1] for found in asking)]


def _questions(index: ElementIndex, words: Ints) -> Iterator[int]:
    """The boxes of a short question to the reader and buttons behind it to answer it: ``Was this helpful?``."""
    buttons, first = index.tagged("button"), index.first_text_node
    answers = index.words_of(index.text_nodes_inside(buttons))
    counts, titles = (index.subtree_sums(index.has_tag((tag,)).astype(np.int64)) for tag in ("button", "h1"))
    small = (counts > 1) & (titles == 0) & (words > answers) & (words - answers <= MAX_QUESTION) & (words <= MAX_LINE)
    asked = defaultdict[int, dict[int, str]](dict)
    for one in index.topmost(np.flatnonzero(small).tolist()):
        texts = index.text_nodes.texts[first[one] : first[buttons[bisect_left(buttons, one)]]]
        asked[int(index.kinds[one])][one] = " ".join("".join(texts).split())
    for boxes in asked.values():
        said, *others = {*boxes.values()}
        if said.endswith(("?", "？", "؟")) and not others:  # else these are headings of parts
            yield from boxes


def _is_chapter(index: ElementIndex, number: int) -> bool:
    """Whether an id is made of the first words of its part, as those of parts beside it are: ``ad-hoc-queries``."""

    def is_named_by_text(one: int) -> bool:
        words = [*filter(None, re.split(r"[\W_\d]+", index.attributes.given[one].get("id", "").lower()))]
        first = next((text for text in index.texts_in(one) if not text.isspace()), "")
        return bool(words) and set(words) <= {*split_words(first[:MAX_TITLE].lower())}

    beside = islice(index.children(int(index.parents[number])), MAX_BESIDE)
    alike = (one for one in beside if index.tags[one] == index.tags[number])
    return is_named_by_text(number) and sum(map(is_named_by_text, alike)) > 1


def list_controls(analysis: PageAnalysis) -> list[int]:
    """Numbers of the elements that only work the list of the page.

    That are boxes of labels and of choices; and buttons, or links to nowhere, that all say the same.
    """
    index, given, shown = analysis.index, analysis.index.attributes.given, analysis.shown
    words, links = index.text_node_words * shown.text_nodes, index.topmost(index.tagged("a"))
    pressed = {*index.buttons, *(one for one in links if _NOWHERE.match(given[one].get("href", "")))}
    said = {one: index.text_of(one).split() for one in index.topmost(sorted(pressed)) if shown.words[one]}
    counts = Counter(map(tuple, said.values()))
    fields = [*index.tagged("label", "select"), *_choices(analysis, links)]
    is_field, is_first = index.text_nodes_inside(fields), np.zeros(len(index), np.int64)
    is_first[index.topmost(sorted(fields))] = 1
    held, whole = index.text_node_sums(words * is_field), index.text_node_sums(words)
    boxes = np.flatnonzero((index.subtree_sums(is_first) >= MIN_FIELDS) & (held >= FIELDS * whole))
    return [*boxes.tolist(), *(one for one, text in said.items() if counts[tuple(text)] >= MIN_FIELDS)]


def buttons_of_quotations(index: ElementIndex) -> list[int]:
    """Numbers of the buttons without an address that only open a long quotation, also of links in a part named so."""
    quoted, given = index.inside(index.tagged("blockquote")), index.attributes.given
    links = [one for one in index.tagged("a") if EXPANDING.search(index.classes[int(index.parents[one])])]
    pressed = [one for one in {*index.buttons, *links} if quoted[one] and "href" not in given[one]]
    words = index.text_node_sums(index.text_node_words) if pressed else index.own_words
    return sorted(one for one in pressed if words[one] <= MAX_CHOICE)


def _choices(analysis: PageAnalysis, links: Iterable[int]) -> Iterator[int]:
    """The elements of those links that choose what the list of the page shows, with the counts of what they leave.

    They lead to the same page with another query, and stand beside its text or have a count; or, with a count, to a
    page below this one, of which they show no picture. Below the start of a site is everything.
    """
    index, base, texts = analysis.index, analysis.document.base_url, analysis.index.text_nodes.texts
    beside, pictured = index.inside(index.tagged("aside", "nav", "form")), analysis.shown.holds(index.has_tag(("img",)))
    here, _, query = base.partition("#")[0].partition("?")
    for one in links:
        address, around = web_address(base, index.attributes.given[one].get("href", "")), int(index.parents[one])
        there, _, asked = address.partition("#")[0].partition("?")
        is_same = there == here and asked != query
        is_below = there != here and there.startswith(f"{here.rstrip('/')}/")
        if not (is_same or (is_below and here.strip("/").count("/") > 2 and not pictured[around])):
            continue
        for own in (one, around) if analysis.shown.words[around] <= MAX_CHOICE else (one,):
            first, last = int(index.first_text_node[own]), int(index.last_text_node[own])
            said = [end for text in texts[max(first, last - MAX_TEXTS) : last] if (end := text[-MAX_LENGTH:].strip())]
            is_number = bool(said[1:]) and bool(plain_count(said[-1])) and not _YEAR.fullmatch(said[-1])
            is_counted = is_number or _COUNT.search(" ".join(said))
            if is_counted or (is_same and beside[one]):
                yield own
                break


def forms_around_lists(subset: DomMask) -> set[int]:
    """Numbers of the forms, except those around most of a page, with several entries without text fields."""
    index, limit = subset.index, MAX_SHARE * subset.words[0]
    forms = [form for form in index.tagged("form") if subset.words[form] <= limit]
    if not forms:
        return set()
    is_field, given = index.has_tag(("textarea", "select")), index.attributes.given
    is_field[[n for n in index.tagged("input") if given[n].get("type", "text").lower() not in NOT_WRITTEN_IN]] = True
    is_entry = index.has_tag(ENTRIES) & (subset.words > 0) & ~subset.holds(is_field)
    return {form for form in forms if is_entry[form : index.ends[form]].sum() >= MIN_ENTRIES}


def find_dialogs(index: ElementIndex) -> list[int]:
    """Numbers of the elements that are laid over a page until the reader closes them, or that a reader has to open."""
    given, having = index.attributes.given, index.attributes.having
    named = (one for one in having("role") if given[one]["role"] in DIALOGS)
    modal = (one for one in having("aria-modal") if given[one]["aria-modal"] == "true")
    shut = (one for one in having("aria-hidden") if given[one]["aria-hidden"] == "true")
    closed = (one for one in shut if MODAL.search(index.classes[one]))
    return sorted({*index.tagged("dialog"), *named, *modal, *closed})


def unfilled_contents(index: ElementIndex) -> list[int]:
    """Numbers of the tables of contents with one text, the heading, and an empty block that a script fills."""
    named, first, owners = index.attributes.named(CONTENTS), index.first_text_node, index.text_nodes.owners
    pictures = sums_before(index.has_tag(("img",)))
    named &= ~index.has_tag(HEADINGS) & (pictures[index.ends] == pictures[:-1])
    alone = [one for one in np.flatnonzero(named).tolist() if index.count_texts(one) == 1]
    alone = [one for one in alone if len(split_words(index.text_of(one))) <= MAX_OF_CONTENTS]
    ends = ((one, int(index.ends[owners[first[one]]])) for one in alone)
    return [one for one, end in ends if end < index.ends[one] and index.tags[end] in BLOCKS]


def elsewhere(analysis: PageAnalysis) -> Bools:
    """Whether each element is or is inside a part about other pages, or about the site, bool (elements,)."""
    index = analysis.index
    tagged = index.has_tag(("nav", "figcaption", "figure", "blockquote", "select", "option"))
    tagged |= index.has_tag(("footer",)) & ~index.inside(index.tagged("article"))
    named = _named(analysis, ELSEWHERE, tagged | analysis.breadcrumbs, index.tagged("h1")[:5])
    return index.inside(np.flatnonzero(named))


def beside_product(analysis: PageAnalysis, heading: int) -> Bools:
    """Whether each element is about other things than the product of the page, bool (elements,); without ``elsewhere``.

    ``heading``: number of the element with its title, 0 if none has it.
    """
    index = analysis.index
    tagged = index.has_tag(("header", "footer")) & ~index.inside(index.tagged("article", "section", "main"))
    named = _named(analysis, BESIDE_PRODUCT, tagged, [heading])
    return index.inside([*np.flatnonzero(named).tolist(), *_announced(analysis, heading)])


def _named(analysis: PageAnalysis, names: NamePattern, others: Bools, headings: Iterable[int]) -> Bools:
    """Whether each element, or one of the others, is a small part with such a name around no heading."""
    index, words = analysis.index, analysis.document.body.words
    found = (index.attributes.named(names) | others) & (words <= MAX_NAMED * words[0])
    for heading in headings:
        found[[heading, *index.ancestors(heading)]] = False
    return np.asarray(found)


def _announced(analysis: PageAnalysis, heading: int) -> Iterator[int]:
    """What stands below a heading that announces other products, in the same element; all of that if it has no more."""
    index, words = analysis.index, analysis.document.body.words
    is_main = analysis.shown.holds(index.has_tag(("h1", "main")))
    for number in analysis.shown.tagged(*HEADINGS).tolist():
        if number == heading or not announces_others(analysis.texts.line(number)):
            continue
        around = number
        for outer in index.ancestors(number):
            if outer <= heading < index.ends[outer] or words[outer] > MAX_ASIDE * words[0] or is_main[outer]:
                break
            if index.text_node_words[index.first_text_node[outer] : index.first_text_node[number]].sum() > MAX_BEFORE:
                break
            around = outer
        yield around
        yield from _after(index, around, heading) if around == number else ()


def _after(index: ElementIndex, number: int, heading: int) -> Iterator[int]:
    """The elements after a heading in the one around it, up to the next heading of its rank."""
    siblings = (one for one in index.children(int(index.parents[number])) if one > max(number, heading))
    return takewhile(lambda one: index.tags[one] != index.tags[number], siblings)


def find_cards(analysis: PageAnalysis, heading: int) -> Bools:
    """Whether each element is in one of several in a row that show another product, with its link and its price.

    Bool (elements,). ``heading``: number of the element with the title of the page, 0 if none has it.
    """
    index, dear = analysis.index, np.zeros(len(analysis.index), bool)
    for line in analysis.texts.shown_lines:
        if line.has_digit and next(find_money(line.text), None):
            dear[line.owner(0)] = True
    linked = analysis.shown.kept & index.has_tag(("a",)) & (analysis.shown.words > 0)
    is_card = analysis.shown.holds(dear) & (analysis.shown.holds(linked) | index.linked)
    is_card[[heading, *index.ancestors(heading)]] = False
    rows = (group for group in analysis.units.equally_named if len(group) >= MIN_CARDS)
    return index.inside(one for group in rows if is_card[list(group)].mean() >= CARDS for one in group)
