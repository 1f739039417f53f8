"""Names of authors in what a page says of them: "By Ann Lee and Bo Ek, Staff Writers | May 3" names two."""

import re
from collections.abc import Iterable

from iawce.data.html.words import split_words

MOST_WORDS = 8
"""Words of a name; what is longer is a sentence."""
LONGEST = 300
"""Characters of a text that is looked at."""
_BY_WORDS = (
    r"(?:(?:written|posted|published|created|submitted|reported|authored|contributed|words|text|story|article|post|blog|"
    r"started|asked|edited|compiled|content|shared|added|geschrieben|verfasst|veröffentlicht|erstellt|escrito|publicado|"
    r"écrit|publié|rédigé|scritto|pubblicato|geschreven|skrevet|skriven)\s+)?"
    r"(?:by|von|par|por|door|av|af|di|oleh|bởi|от|автор|written|words|authors?|autor(?:in|en|es)?|autore|auteurs?|writer|tekst|"
    r"penulis|yazan|verfasser|kirjoittaja|szerző|reporter|redakteur|作者|文|記者|记者|作成者|投稿者|執筆者|著者|글|op)"
)
"""What stands before a name, in many languages."""
_CONJUNCTION = r"(?:[,;&+、，]|(?<![\w-])(?:and|und|et|och|og|en|y|e|ja|и|ve|with|mit)(?![\w-]))"
_BY = re.compile(rf"(?:{_BY_WORDS})(?:\s*[:：/|]\s*|\s+)", re.I)
_LABEL = re.compile(rf"{_BY_WORDS}\s*[:：|/]?", re.I)
_ENDS_OPEN = re.compile(rf"{_CONJUNCTION}$", re.I)
_JOINS = re.compile(_CONJUNCTION, re.I)
_SPLIT = re.compile(rf"\s*{_CONJUNCTION}\s*", re.I)
_EDGE = " .,;:-–—|•·\"'"
_MONTHS = "jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
_END = re.compile(
    rf"\s*(?:[|•·●▪►<>{{}}\[\]/]|\s[-–—−]|[-–—−]\s|\b(?:on|last)\s+\w|\b(?:updated|published|posted|follow|read more)\b|"
    rf"\bview (?:all|profile|bio)\b|\babout the author\b|\b(?:is an?|is the|has)\b|\b(?:for|from|in)\s+(?-i:[A-Z])|\bin$|\d{{1,2}}[:.h/]\d{{2}}|"
    rf"\b\d{{4}}\b|\d+\s*(?:min|hour|day|week|month|year|comment|ago|h\b|d\b)|\b(?:{_MONTHS})[a-zé]*\.?\s+\d|"
    rf"\d{{1,2}}\.?\s+(?:{_MONTHS})|@|https?:|www\.|\s\()",
    re.I,
)
"""What ends a name: a date, a role behind a dash, a call to follow."""
_ROLE = re.compile(
    r"(?:.*[\s-])?(?:staff|writers?|editors?|reporters?|correspondents?|contributors?|journalists?|columnists?|producers?|bloggers?|"
    r"authors?|redakteur(?:in)?|redaktion|autor(?:in)?|korrespondent(?:in)?|journalist(?:in)?|redactora?|experts?|specialists?|"
    r"managers?|ceo|cto|cfo|founder|director|moderators?|admin|members?|analyst|attorney|consultant|strategist|president|"
    r"professor|op|기자|記者|记者|guest post|advertisement)(?:\s(?:of|at|for|in|on|and)\s.*)?|(?:in|at|for|of|from)\s.*",
    re.I,
)
"""What somebody is."""
_DEGREE = re.compile(
    r"(?:[A-Z][A-Za-z]{0,4}\.?){1,5}(?:-[A-Z]+)?(?:\s\([A-Z]\w+\))?(?<![a-z]{3})|(?:Ph|Psy|Ed|Pharm)\.?D\.?|(?:[A-Z]\.){2,4}|Jr\.?|Sr\.?|II+|Esq\.?"
)
"""What stands behind a name: MD, Ph.D., R.N."""
_NO_NAME = re.compile(
    r"(?:admin(?:istrator)?|user|name|editor|none|null|undefined|unknown|anonymous|guest|author|n/a|webmaster|root|"
    r"superuser|by|wordpress|test|site ?admin|web ?admin|comments?|share|follow|subscribe|home|contact|login|about|full bio|bio|log ?in|sign (?:up|in)|(?:member|user) (?:login|menu)|join(?: us| now)?|articles?(?: by)?|communication|"
    r"posts?|(?:edited|reviewed|(?:fact[ -])?checked|updated|written|sponsored) by|updated|edit|profile|register(?:ed)?|verified|reviewed|(?:mon|tue|wed|thu|fri|sat|sun)(?:day)?|\w{1,2}|the|how we .*|(?:see|meet|view|visit|read|get|join|request|sign|up to|try|shop|buy|show|start|learn) .*|"
    r"phone|sign|my account|coming soon|contact us|api reference|frequently asked questions|creative commons.*|.*[!?%=*:©].*|"
    r"[\w.]+\.[\w.]+\.[\w.]+|[{%<].*|.*[{}]|view all posts.*|the author|read more|menu|search|\W*)",
    re.I,
)
_UNCASED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]{2,8}")
_GROUP = re.compile(
    r"\b(?:team|staff|inc|ltd|llc|gmbh|ag|association|institute|university|college|school|center|centre|foundation|society|"
    r"agency|agencies|agences?|agentur(?:en)?|news|newsroom|newsdesk|desk|editors|editorial|redaktion|redazione|redacci[oó]n|"
    r"rédaction|redactie|redaksi|press|magazine|media|online|digital|company|group|services?|solutions|department|ministry|"
    r"clinic|hospital|council|committee|bank|blog|contributors|dpa|afp|apa|reuters|ap|ansa|efe|sda|sid|ntb|tt|"
    r"[\w-]+\.(?:com|org|net|de|co|io|tv))\b",
    re.I,
)
"""Words of names of organisations; agencies among them."""


def names_in(texts: Iterable[str]) -> list[str]:
    """The names in a byline, each once; none if it holds no name.

    Args:
        texts: its text nodes. A name ends with its text node, unless a comma or an "and" leads to the next.
    """
    plain = _without_by(_byline(texts))
    ended = _END.search(plain)
    plain = plain[: ended.start()] if ended else plain
    first, *others = _with_titles(_SPLIT.split(plain))
    names = [first, *(name for name in others if not name[:1].islower() and not _ROLE.fullmatch(name))]
    return list(dict.fromkeys(filter(is_name, names)))


def whole_name(text: str) -> str:
    """The name in a text that holds one alone, such as that of an organisation, which "and" does not part."""
    plain = _without_by(" ".join(text[:LONGEST].split()))
    family, comma, given = plain.partition(", ")
    return plain if is_name(plain) else ""


def _without_by(text: str) -> str:
    plain = text.strip(_EDGE)
    while found := _BY.match(plain):
        plain = plain[found.end() :]
    return plain


def _with_titles(parts: Iterable[str]) -> list[str]:
    """The parts of a list of names; a degree belongs to the name before it."""
    names = list[str]()
    for part in (part.strip(_EDGE) for part in parts):
        if names and _DEGREE.fullmatch(part):
            names[-1] += f", {part}"
        else:
            names.append(part)
    return names


def _byline(texts: Iterable[str]) -> str:
    line = ""
    for text in texts:
        plain = " ".join(text[:LONGEST].split())
        if not plain:
            continue
        if line and not (_ENDS_OPEN.search(line) or _LABEL.fullmatch(line) or _JOINS.match(plain)) or len(line) > LONGEST:
            break
        line = f"{line} {plain}".strip()
    return line


def starts_with_by(text: str) -> bool:
    """Whether a text begins as a byline does."""
    return bool(_BY.match(text.strip()))


def is_organisation(name: str, known: Iterable[str]) -> bool:
    """Whether a name is that of an organisation: of one of those ``known``, or by its words."""
    return bool(_GROUP.search(name)) or plain_name(name) in set(map(plain_name, known))


def plain_name(name: str) -> str:
    """A name for comparing: its letters and digits in lower case."""
    return "".join(split_words(name.casefold()))


def is_full(name: str) -> bool:
    """Whether a name has several words, or is of a script that puts no blanks between them."""
    return len(name.split()) > 1 or bool(_UNCASED.fullmatch(name))


def is_name(text: str) -> bool:
    """Whether a text may be the name of a person or an organisation, or that of a user."""
    words = text.split()
    if not 1 <= len(words) <= MOST_WORDS or len(text) < 2 or not any(map(str.isalpha, text)):
        return False
    if _NO_NAME.fullmatch(text) or (_ROLE.fullmatch(text) and len(words) == 1):
        return False
    return len(words) <= 2 or 2 * sum(word[:1].islower() for word in words) <= len(words)
