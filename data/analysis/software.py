"""Which forum software wrote a page, and in which version, by fingerprints of its content.

Source: Liu et al. 2017, section on recognising open-source forum pages: strings such as "Powered by" with product and
version at the foot of a page. Deviation: besides these, the ``generator`` in the page's head, addresses of its scripts
and styles, and ids and class names that only one software uses; a new one is a new row of ``FINGERPRINTS``.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick

from iawce.data.document import Document

STRONG, WEAK = 2, 1  # Points of an explicit statement, and of a trace, of which two are needed
MAX_LENGTH = 300  # Characters of an attribute that are read
FOOT = 4_000  # Characters of the foot at the end of a page's text
_VARIABLE = re.compile(r"\(\?:[^)]*+\)?\??|\\[wd][*+]?|.\?")  # The parts of an alternative that are not literal
_VERSION = r"(?:[^\d<]{0,12}?(?:version |v\.? ?|™ |® )?x?(\d{1,2}(?:\.\d{1,3}){0,3})(?![\d.]*\d))?"
_POWERED = (
    r"(?:powered by|forum software by|software by|community software by|running|©|platform by|by)[\s:]{0,3}(?:the )?"
)


class Fingerprint(NamedTuple):
    """Traces of a software: alternatives ``said`` in head or foot, in addresses of ``assets``, as class or id."""

    software: str
    said: str
    assets: str
    names: str

    @property
    def words(self) -> list[str]:
        """The longest literal part of each alternative, in lower case: every match has one of them."""
        alternatives = "|".join(self[1:]).split("|")
        return [max(_VARIABLE.split(one), key=len).replace("\\", "").lower() for one in alternatives]


FINGERPRINTS = (
    Fingerprint(
        "Discuz!", r"discuz!?(?: ?board)?", r"static/image/common/|forumdata/|discuz", r"postlist|pls|t_fsz|authi"
    ),
    Fingerprint("phpwind", r"phpwind", r"phpwind|js/pw_", r"readTop|tpc_content|pw_content"),
    Fingerprint("phpBB", r"phpbb", r"styles/prosilver/|viewtopic\.php\?", r"postprofile|nojs notouch|phpbb"),
    Fingerprint(
        "vBulletin", r"vbulletin", r"clientscript/vbulletin|showthread\.php\?", r"postbit|vbmenu_\w*|postcontainer"
    ),
    Fingerprint(
        "XenForo", r"xenforo", r"/js/xf/|xenforo", r"xenforo|XenForo|p-body-main|messageList|message--post|bbWrapper"
    ),
    Fingerprint(
        "Discourse", r"discourse", r"/assets/discourse|discourse-cdn", r"topic-body crawler-post|crawler-post|discourse"
    ),
    Fingerprint("SMF", r"simple machines|smf", r"Themes/default/scripts|smf_", r"smf_\w*|forumposts|poster_avatar"),
    Fingerprint("MyBB", r"mybb", r"jscripts/general\.js|mybb", r"post_author|post_body scaleimages|tborder"),
    Fingerprint(
        "Invision",
        r"invision community|ips community|invision power board|ips power board",
        r"ips\.framework|/applications/core/",
        r"ipsType_\w*|ipsComment\w*|ipsBox|post_block|ipsApp",
    ),
    Fingerprint(
        "Vanilla",
        r"vanilla(?: forums)?",
        r"applications/vanilla|v-us\.cdn|v\d\.vanilla|us\.v-cdn\.net",
        r"ItemComment|DataBox-Comments|MessageList|vanilla\w*",
    ),
    Fingerprint("Flarum", r"flarum", r"/assets/forum(?:-[0-9a-f]+)?\.js", r"flarum-\w+|App-content|PostStream"),
    Fingerprint("NodeBB", r"nodebb", r"/assets/nodebb|nodebb", r"nodebb|topic-header component"),
    Fingerprint("Dvbbs", r"dvbbs", r"dispbbs\.asp|dv_", r"dvbbs\w*"),
    Fingerprint("UseBB", r"usebb", r"usebb", r"usebb\w*"),
    Fingerprint("WoltLab", r"woltlab|burning board", r"wcf/|wbb", r"wbb\w*|messageFooter|wcf\w*"),
    Fingerprint("bbPress", r"bbpress", r"plugins/bbpress", r"bbp-\w+|bbpress"),
)
_OWNERS = [place for place, one in enumerate(FINGERPRINTS) for _ in one.words]
_WORDS = AhoCorasick([word for one in FINGERPRINTS for word in one.words])
_SAID = {one.software: re.compile(f"(?:{one.said}){_VERSION}", re.I) for one in FINGERPRINTS}
_FOOT = {one.software: re.compile(f"{_POWERED}(?:{one.said}){_VERSION}", re.I) for one in FINGERPRINTS}
_ASSETS = {one.software: re.compile(one.assets, re.I) for one in FINGERPRINTS}
_NAMES = {one.software: re.compile(rf"(?:\A|(?<=\s))(?:{one.names})(?=\s|\Z)") for one in FINGERPRINTS}


@dataclass(frozen=True, slots=True)
class Software:
    """The forum software of a page: its name, version (empty if the page does not say) and the evidence."""

    name: str
    version: str = ""
    evidence: tuple[str, ...] = ()


def recognise(document: Document) -> Software | None:
    """The software with most evidence; None without enough. Raises PageError: the page holds no element."""
    traces = [(name, list(own)) for name, own in groupby(_traces(document), itemgetter(0))]
    name, own = max(traces, key=lambda one: sum(points for _, points, _, _ in one[1]), default=("", []))
    if sum(points for _, points, _, _ in own) < STRONG:
        return None
    version = next((version for *_, version in own if version), "")
    return Software(name, version, tuple(found[:MAX_LENGTH] for _, _, found, _ in own))


def _traces(document: Document) -> Iterable[tuple[str, int, str, str]]:
    """Software, points, evidence, and version."""
    generator, foot, addresses, names = texts = _texts(document)
    matches = _WORDS.find_matches_as_indexes("\n".join(texts).lower(), overlapping=True)
    for place in sorted({_OWNERS[word] for word, _, _ in matches}):
        software = FINGERPRINTS[place].software
        for text, pattern in ((generator, _SAID[software]), (foot, _FOOT[software])):
            if match := pattern.search(text):
                yield software, STRONG, match.group().strip(), match.group(1) or ""
        for text, pattern in ((addresses, _ASSETS[software]), (names, _NAMES[software])):
            if match := pattern.search(text):
                yield software, WEAK, match.group().strip(), ""


def _texts(document: Document) -> tuple[str, str, str, str]:
    """Texts of the head and the foot, linked addresses, and class names and ids, one per line."""
    index = document.index
    given = index.attributes.given
    generator = " ".join(
        given[number].get("content", "")[:MAX_LENGTH]
        for number in index.tagged("meta")
        if given[number].get("name", "").lower() in ("generator", "application-name", "copyright")
    )
    foot = " ".join(document.body.text[0][-FOOT:].split())
    addresses = {
        given[number][name][:MAX_LENGTH]: None for name in ("src", "href") for number in index.attributes.having(name)
    }
    names = {name: None for pair in index.attributes.names[0] for name in pair}
    return generator, foot, "\n".join(addresses), "\n".join(names)


def statistics(found: Iterable[Software | None]) -> dict[str, dict[str, int]]:
    """Pages by software and version; pages of no known software under the name ``""``."""
    counts: dict[str, Counter[str]] = {}
    for one in found:
        counts.setdefault(one.name if one else "", Counter())[one.version if one else ""] += 1
    return {name: dict(versions) for name, versions in counts.items()}
