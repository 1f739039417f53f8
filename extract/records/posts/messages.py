"""Messages whose author and time are in their text: mail in archives, signed comments of the talk pages of a wiki.

Mail is preformatted: each message begins with the lines of its head (``From:``, ``Date:``, also ``From: name @ time``),
or, on a page of one message, the author's address and the time stand above it. Quoted lines (``>``), the line before
them, and the signature below ``--`` are not in the text.

A comment of a talk page ends with a link to its author and the time, with its zone in brackets; it is indented more
than what it answers. Its page is known by the odd number of its namespace, whatever its language.
"""

import re
from collections.abc import Container, Iterator
from itertools import compress, islice

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.dom.tags import HEADINGS
from iawce.data.network.address import web_address
from iawce.data.text.lexicon.bylines import MAIL_DATE, MAIL_FROM
from iawce.data.text.times import iso_times, times_in
from iawce.extract.content.content import FieldValue, FoundRecord
from iawce.extract.records.posts.post_fields import split_quoted

_HEAD = re.compile(
    rf"^[ \t]*{MAIL_FROM}:[ \t]+"
    r"(?P<author>[^\n@]{1,80}?)(?:[ \t]+@[ \t]+(?P<at>\d[^\n(]{5,40}))?"
    r"(?:[ \t]*[(<][^\n]*)?$(?P<more>(?:\n[ \t]*(?:[A-Z][\w-]{1,20}:[ \t]|[ \t]+\S|\+)[^\n]*)*)",
    re.M,
)
_DATE = re.compile(rf"^[ \t]*{MAIL_DATE}:[ \t]+([^\n\t\[]{{6,60}})", re.M)
_MAIL = re.compile(r"(?:(?<![\s(<])[\s(<]++)?[\w.+-]{1,64}(?:@| at )[\w.-]+[)>]*")
_SIGNATURE = re.compile(r"^--[ \t]*$.*", re.M | re.S)
_ASCTIME = re.compile(r"\b(\w{3} +\d{1,2}) (\d\d:\d\d(?::\d\d)?)(?: [A-Z]{2,5})? (\d{4})\b")
"""A time as C libraries write it, the year last."""
_TALK = re.compile(r"\bns-\d*[13579]\b")
_SIGNED = re.compile(r"\d\D{0,12}\([A-Z]{2,5}\)\s*\Z")
_USER = re.compile(r"(?:/|title=)[^/:]{1,60}+:[^/]{1,400}+(?:/[^/]{1,60}+)?\Z")
"""The address of a page in a namespace, as that of a user is, or of the contributions of one without a name."""
_PERSON = re.compile(r"[:/]([^:/&#]+)")  # The last is the name in such an address
_UNSIGNED = re.compile(r"[–—] ?(?>[^\W\d]++ ?){1,5}+\Z")
"""What others put before the name of one who did not sign: ``— preceding unsigned comment added by``."""
MIN_SHARE = 0.3  # Least share of the words of a page in its preformatted text
MAX_LEVELS = 40  # Most levels of an answer
Message = tuple[str, str, str, str, Unit, int]  # Author, date, text, quotation, elements, and level of a message


def find_messages(analysis: PageAnalysis) -> tuple[FoundRecord, ...]:
    """The messages of a page in order, as records of posts; none if it is no archive of mail and no talk page."""
    classes = (analysis.index.classes[one] for one in analysis.index.tagged("body"))
    is_talk_page = any("mediawiki" in names.split() and _TALK.search(names) for names in classes)
    found = list(_comments(analysis) if is_talk_page else _mails(analysis))
    language = analysis.index.attributes.given[0].get("lang", "")
    times = iso_times([(_ASCTIME.sub(r"\1 \3 \2", date),) for _, date, *_ in found], language)
    records, above = list[FoundRecord](), list[tuple[int, int]]()
    for number, ((author, date, text, quote, elements, level), time) in enumerate(zip(found, times, strict=True), 1):
        while above and above[-1][0] >= level:
            above.pop()
        identity = next(filter(None, (analysis.index.attributes.given[one].get("id") for one in elements)), "")
        link = web_address(analysis.document.address, f"#{identity}") if identity else ""
        said = {"author": author, "date": date, "date_iso": time, "link": link, "text": text, "quote": quote}
        said |= {"position": str(number), "depth": str(len(above)), "parent": str(above[-1][1]) if above else ""}
        above.append((level, number))
        fields = {name: FieldValue(value, elements=elements) if value else None for name, value in said.items()}
        records.append(FoundRecord(fields, elements))
    return tuple(records)


def _mails(analysis: PageAnalysis) -> Iterator[Message]:
    """The messages in preformatted text."""
    index, words, found = analysis.index, analysis.shown.words, analysis.shown.tagged("pre")
    for number in found.tolist() if words[found].sum() >= MIN_SHARE * words[0] else ():
        pieces, owners = index.texts_in(number), index.text_nodes.owners[index.span_of(number)]
        written, linked = "".join(pieces), compress(pieces, index.linked[owners].tolist())
        links = {word for text in linked if "/" not in text for word in text.split()}
        heads = list(_HEAD.finditer(written))
        dates = [head["at"] or next(iter(_DATE.findall(head["more"])), "") for head in heads]
        dated = [(head, date.strip()) for head, date in zip(heads, dates, strict=True) if times_in(date).is_stamp]
        ends = [*(head.start() for head, _ in dated), len(written)][1:]
        for (head, date), end in zip(dated, ends, strict=True) if dated else ():
            yield _mail(head["author"], date, _without_links(written[head.end() : end], links), number)
        if not dated and len(found) == 1 and (above := _head_above(analysis, number)):
            yield _mail(*above, written, number)


def _without_links(written: str, links: Container[str]) -> str:
    """A message without its last line if that is what the archive offers: mostly words of links."""
    said, _, last = written.rstrip().rpartition("\n")
    words = last.split()
    return said if said and 2 * sum(word in links for word in words) >= len(words) else written


def _head_above(analysis: PageAnalysis, number: int) -> tuple[str, str] | None:
    """The author and the time between the last heading and a text; None without an address of mail there."""
    index, tags, blocks = analysis.index, analysis.index.tags, analysis.blocks
    heading = max((one for one in index.tagged(*HEADINGS) if one < number), default=0)
    links = (one for one in index.attributes.having("href") if heading < one < number)
    mail = next((one for one in links if index.attributes.given[one]["href"].startswith("mailto:")), None)
    times = [one for one in range(heading, number) if analysis.times.timed[one] and not index.linked[one]]
    if mail is None or not times:
        return None
    lines = compress(blocks.texts, ((heading < blocks.firsts) & (blocks.firsts < number)).tolist())
    if (head := _HEAD.search(written := "\n".join(lines))) and (dates := _DATE.findall(written)):
        return head["author"], dates[0]
    name = next((one for one in range(mail - 1, heading, -1) if tags[one] in ("b", "strong", "em")), mail)
    return analysis.texts.line(name), analysis.texts.line(times[-1])


def _mail(author: str, date: str, written: str, element: int) -> Message:
    text, quote = split_quoted(_SIGNATURE.sub("", written))
    name = _MAIL.sub("", author).strip("\"' ") or author
    return name, date, text.strip(), quote, (element,), 0


def _comments(analysis: PageAnalysis) -> Iterator[Message]:
    """The signed comments: lines up to one that ends with a time; a heading begins anew."""
    blocks, index, lines = analysis.blocks, analysis.index, list[int]()
    for block, text in enumerate(blocks.texts):
        element = int(blocks.elements[block])
        if index.tags[element] in HEADINGS:
            lines = []
            continue
        lines.append(block)
        if not _SIGNED.search(text):
            continue
        owners = dict.fromkeys(blocks.owners[blocks.starts[block] : blocks.ends[block]].tolist())
        links = {one: _USER.search(index.attributes.given[one].get("href", "")) for one in owners}
        users = [(one, _PERSON.findall(link[0])[-1:]) for one, link in links.items() if link]
        names = [analysis.texts.line(one) for one, user in users if user == users[-1][1]]
        own, name, signature = text.rpartition(names[0] if any(names[:1]) else "\n")  # before the link to talk
        if name and (times := times_in(signature)).spans:
            own = _UNSIGNED.sub("", own.rstrip(" –—-(")).rstrip()
            said = "\n".join(filter(None, [*(blocks.texts[one] for one in lines[:-1]), own]))
            around = islice((element, *index.ancestors(element)), MAX_LEVELS)
            elements = tuple(dict.fromkeys(int(blocks.elements[one]) for one in lines))
            yield name, times.written, said, "", elements, sum(index.tags[one] in ("dd", "li") for one in around)
        lines = []
