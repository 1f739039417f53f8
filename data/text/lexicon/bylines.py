"""Words around names in bylines: words before a name, words that end it, and words that are not names."""

import re

_BEFORE_PLACE = r"[記记]者(?=[\u4e00-\u9fff]{2,4}\s?[/／])"
DATELINE = re.compile(r"\s*[^\W\d_][^()\d]{0,30}\([^()]{2,30}\)\s*[-–—:]\s*")
"""The place and the agency before a byline: ``LEEDS (Reuters) -``."""
_CONJUNCTION = (
    r"(?:[,;+、，]|(?-i:(?<![A-Z])&|&(?![A-Z]))"
    r"|(?<![\w-])(?:and|und|et|och|og|en|(?-i:[ey])|ja|и|ve|with|mit)(?![\w-]))"
)
_WORK = (
    r"(?:edit(?:ed|ing|or)?|photo(?:s|graph(?:s|y)?)?|fot[oó]s?|bild(?:er)?|images?"
    r"|illustrat(?:ed|ions?)|graphics?|video|translat(?:ed|ion)|source|quelle|fuente|fonte"
    r"|(?:责任)?编辑|責任編輯|編輯|写真|撮影|攝影|摄影|[圖图]|مترجم)"
)
OTHER_WORK = re.compile(rf"(?:(?:additional|with) )?{_WORK}\b(?:\s+(?:by|von|par|por|de))?[\s:：/／＝=].*|©.*", re.I)
"""A part of a byline about a person who is not an author."""
REVIEWING = ("reviewed", "checked", "edited")
REVIEWED = re.compile(rf"(?<!last )(?:medically |expert |fact[ -]?)?(?:{'|'.join(REVIEWING)})\s++by\s*+:?\s*+", re.I)
"""Words before the name of a person who is not an author; not before that of one who last edited a post."""
_AND = "(?-i:[iaو]|és|[șş]i)"  # Shorter than a name or a part of it: only between two that are whole
BETWEEN = re.compile(rf"((?:^|,\s?)(?:[^\s,]{{1,40}}\s){{2,3}}){_AND}\s(?=[^\W\d_a-z]\S{{0,40}}\s[^\W\d_a-z])")
ENDS_OPEN = re.compile(rf"(?:{_CONJUNCTION}|\s{_AND})$", re.I)  # Another name follows
JOINS = re.compile(rf"{_CONJUNCTION}|{_AND}$", re.I)
SPLIT = re.compile(rf"(?:(?<!\s)\s++)?{_CONJUNCTION}\s*+", re.I)
IN_BRACKETS = re.compile(rf"\s\([^()]{{1,60}}\)(?=\s?{_CONJUNCTION})", re.I)
"""What is said of a name before the next one: "Ann Lee (text), Bo Ek"."""
HOUSE = re.compile(rf",\s+(?-i:[^\W\d_A-Z])(?>(?!\s{_CONJUNCTION}\s)[^,;&])*+,\s+(?!{_CONJUNCTION})[^,;&]++$", re.I)
"""A role and the house after a name: ", gardener, City Park"."""
EDGE = " .,;:-–—|•·*†‡⁰¹²³⁴⁵⁶⁷⁸⁹\"'《》【】〈〉「」『』"  # Characters around a name that are not part of it
ABBREVIATED = re.compile(r"[\s.](?:[^\W\d_a-z]|[JS]r)$")  # The end of a name whose dot is part of it
END = re.compile(
    r"(?<!\s)\s*(?:[|•●▪►<>{}\[\]/／｜【】〔〕（＝]|·(?![\u4e00-\u9fff])|\s[-–—−]|[-–—−]\s|@|https?:|www\.|\s\(|\b(?:on"
    r"|last)\s+\w|\b(?:updated|published|posted|follow|read more)\b|\bview (?:all|profile|bio)\b|\babout the author\b"
    r"|\b(?:is an?|is the|has|writes|covers)\b|\b(?:for(?:\s+the)?|from|in)\s+(?-i:[A-Z])|\bspecial to\b|(?-i:\bin)$"
    r"|\d{1,2}[:.h/]\d{2}|\b\d{4}\b|(?<!\d)\d++\s*+(?:min|hour|day|week|month|year|comment|ago|h\b|d\b)"
    rf"|\s{_WORK}[:：/／＝=])",
    re.I,
)
"""Ends of a name beside a time: a number, a role after a dash, the label of other work, an invitation to follow."""
SEPARATOR = re.compile(r" ?[|｜] ?| [-–—/／·•] |／ ?(?=[记記]者)| (?=[\u3040-\u9fff\uac00-\ud7af]{1,8}[:：＝=])")
"""Between the parts of a line about an article, its blanks squeezed: its section, its day, its author."""
DEGREE = re.compile(
    r"(?=(?:[^A-Z]*[A-Z]){2})(?:[A-Z][A-Za-z]{0,4}\.?){1,5}(?:-[A-Z]+)?(?:\s\([A-Z]\w+\))?(?<![a-z]{3})"
    r"|(?:Ph|Psy|Ed|Pharm)\.?D\.?|(?:[A-Z]\.){2,4}|Jr\.?|Sr\.?|II+|Esq\.?"
)  # Suffixes of a name: MD, Ph.D., R.N.
_PHRASES = (
    r"site ?admin|web ?admin|(?:full|short) bio|log ?in|sign (?:up|in)|(?:member|user) (?:login|menu)"
    r"|articles? by(?:\s.*)?|the author|(?:fact[ -])?\w+(?:ed|en) by|my account|coming soon"
    r"|contact us|read more|api reference|frequently asked questions|creative commons.*|how we .*|view all posts.*"
    r"|(?:share|print|save|copy|email|listen|leave)(?: an?)? (?:this|now|article|page|link|pdf|comment)(?:\s.*)?"
)
MAIL = re.compile(r"[(<\[]?(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+[)>\]]?")
"""An e-mail address beside a name, or instead of one."""
ADDRESS = re.compile(
    r"(?:https?:)?//\S*|www\.\S*|/\S*|#\S*|(?>\S+?\.\w{2,}/)\S*"
    r"|[\w-]+\.(?:txt|html?|php|aspx?|jsp|xml|json|pdf|jpe?g|png|svg|css|js)"
)
"""The address of a page or a file instead of a name."""
_UNCASED_LETTER = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]"
UNCASED = re.compile(
    rf"{_UNCASED_LETTER}{{2,8}}|{_UNCASED_LETTER}{{1,5}}[ ・]{_UNCASED_LETTER}{{1,8}}"
    r"|[\u0e00-\u0e7f]{2,20} [\u0e00-\u0e7f]{2,20}"
)
"""A name in a script without capitals: in one piece, or family and given name."""
NAMED_WITH_DEGREE = re.compile(
    r"(?:Dr\.?\s+)?(?:[A-Z][\w.'’-]*\s+){1,3}[A-Z][\w'’-]+,?\s+(?:M\.?D|D\.?O|Ph\.?D|D\.?V\.?M|V\.?M\.?D|D\.?D\.?S"
    r"|D\.?M\.?D|J\.?D|R\.?N|R\.?D|Psy\.?D|Pharm\.?D|Ed\.?D|M\.?P\.?H|M\.?S\.?W|LCSW|LMFT|CPA|CFP)\b"
)
"""A name with a degree of medicine, law, science or accounting after it."""
AUTHOR_PATH = re.compile(
    r"/(?:authors?|autor(?:en|es)?|auteurs?|profiles?|users?|u|contributors?|writers?|by|member)/[^/?#]"
)
_PEOPLE = r"/(?:people|staff)/[^/?#]|/@[\w.-]+/?(?:[?#]|$)"
PEOPLE_PATH = re.compile(rf"{_PEOPLE}|/team/[^/?#]")  # Or of a product for teams
PERSON_PATH = re.compile(f"{AUTHOR_PATH.pattern}|{_PEOPLE}", re.I)  # Teams of lists are those of sports
NO_PERSON_PATH = re.compile(
    r"/(?:category|categories|tags?|topics?|sections?|kategorie|categoria|rubrik)(?:/|$)|[?&](?:cat|tag)="
    r"|/(?:log[-_]?in|sign[-_]?(?:in|up)|register|password)\b|#(?:respond|comments?|disqus_thread)\b"
    r"|\.(?:pdf|docx?|xlsx?|pptx?|zip|ics|mp[34])(?:[?#]|$)",
    re.I,
)
"""Addresses of links to pages on one subject, to an account, to comments or to a file."""


def one_of(*words: str) -> str:
    """A pattern of one of these words, given with spaces between them."""
    return f"(?:{'|'.join(' '.join(words).split())})"


_DONE = one_of(
    "written posted published created submitted reported authored contributed words text story article post blog",
    "started asked compiled content shared added geschrieben verfasst veröffentlicht erstellt escrito publicado",
    "écrit publié reporting opinion analysis commentary review interview column rédigé scritto pubblicato geschreven",
    "skrevet skriven this was guest recipe exclusive eine? gast(?:beitrag|kommentar) kommentar analyse kolumne",
)
_LEADS = one_of(
    "by von par por door av af di oleh przez bởi от автор written words text(?=:) authors? autor(?:in|en|es)? autore",
    r"text(?:\sund|\soch|\sog)\sfotos?(?=:) auteurs? writer tekst penulis yaza[nr] muhabir haber(?=:) szerző",
    r"作者 文 記者 记者 作成者 投稿者 執筆者 執筆 著者 מאת כתבה? כותב(?:ת)? בקלם بقلم الكاتبة? كتبه? كتبت?(?=:) المؤلف",
    r"نویسنده نوشته लेखक द्वारा tác\sgiả συντάκτης γράφει\sη γράφει\sο γράφει über\s(?:den|die)\sautor(?:in)?",
    r"à\spropos\sde\sl'auteur about\sthe\sauthors? sobre\sel\sautor 筆者 文責 取材・文 写真・文 文・写真 撰文",
    "verfasser kirjoittaja reporter redakteur 撰稿 撰稿人 本报记者 本報記者 글 글쓴이 작성자 ผู้เขียน เขียนโดย โดย op",
    r"(?:rozmawiał|беседовал)\w?(?!\s[zс]\s) oprac\. propos\srecueillis\spar intervista\sdi das\sgespräch\sführten?",
)
BY = re.compile(rf"(?:{_DONE}\s+){{0,4}}{_LEADS}(?:\s*[:：/／|｜＝=]\s*|\s+)|{_BEFORE_PLACE}", re.I)
"""Words before a name: "this post was written by", or 記者 before 王小明／台北報導."""
STARTS = frozenset(word[:2].lower() for word in re.findall(r"[^\W\d_]+", f"{_DONE} {_LEADS} 記 记"))
"""The first two letters of such words, or their only one: a quick test."""
_PARTICLES = one_of("de da do dos das del della di der den van von zu la las los le el al bin ibn")
PARTICLE = re.compile(rf"\s(?:{_PARTICLES}\s)+")  # Between the parts of a name
MAIL_FROM, MAIL_DATE = one_of("From Von De Da Van От"), one_of("Date Datum Sent Gesendet")
"""Names of the lines with author and time in the head of a mail."""
LABEL = re.compile(rf"(?:{_DONE}\s+){{0,4}}{_LEADS}\s*[:：|/／｜＝=]?", re.I)  # The same at the end of a text
OF_ONESELF = re.compile(
    r"\b(?:my|ich|meine?[mnrs]?|je|j['’]\w+|moi|yo|mis?|io|mio|mi[ae]i?|eu|meus?|minhas?|ik|mijn|jag|jeg|mój|moja|moje"
    r"|mnie|můj|я|мо[йяёи]|меня|мій|μου|benim|minun|saya)\b"
)
"""Words of a person who writes of himself; no abbreviation, and no word for a month or a minute elsewhere."""
_ROLES = one_of(
    "staff writers? editors? reporters? correspondents? contributors? journalists? columnists? producers? bloggers?",
    "authors? redakteur(?:in)? redaktion autor(?:in)? korrespondent(?:in)? journalist(?:in)? redactora? experts?",
    "specialists? managers? ceo cto cfo founder director moderators? admin members? analyst attorney consultant",
    r"strategist president professor op 기자 記者 记者 advertisement guest\spost",
)
ROLE = re.compile(
    rf"(?:.*[\s-])?{_ROLES}(?:\s(?:of|at|for|in|on|and)\s(?s:.*))?|(?:(?:\w+\s){{1,2}}of|in|at|for|of|from)\s.*", re.I
)  # Roles of persons
_RANKS = one_of(
    "senior junior chief staff associate assistant managing deputy contributing executive lead guest special foreign",
    "political business science sports? technology national",
)
ROLE_ALONE = re.compile(rf"(?:{_RANKS}[\s-]+)*{_ROLES}", re.I)  # A role without a name
ROLE_BEHIND = re.compile(
    rf"^(\S+(?:\s(?!{_RANKS}\s)\S+){{1,3}}?)\s(?:{_RANKS}[\s-]){{0,3}}(?:writer|reporter|correspondent|contributor|columnist)$"
    rf"|(?<={_UNCASED_LETTER}{{2}})\s?(?:記者|记者|기자|특파원|논설위원|(?:特派|(?:編集|論説|解説)委)員)(?: 외 \d명)?$",
    re.I,
)  # Roles of persons after the name
_LABELS = one_of(
    "admin(?:istrator)? user name editor none null undefined unknown anonymous guest author n/a webmaster root",
    "superuser by twitter facebook instagram youtube line wordpress test comments? share follow subscribe home contact",
    "login bio menu search communication articles? posts? updated edit profile register(?:ed)? verified reviewed",
    "phone the (?:mon|tue|wed|thu|fri|sat|sun)(?:day)?",
)
_CALLS = one_of("about see meet view visit read get join request sign try shop buy show start learn explore up")
NO_NAME = re.compile(
    rf"{_LABELS}|{_PHRASES}|{_CALLS}(?:\s.*)?|(?!{_UNCASED_LETTER}{{2}})\w{{1,2}}|[^!?%=*:：©{{}}\n]*+[!?%=*:：©{{}}].*|[\w.]\w*+\.[\w.]\w*+\.[\w.]+|[{{%<].*|\W*",
    re.I,
)  # Texts at the place of a name that are not names
GROUP = re.compile(
    r"\b(?:"
    + one_of(
        "team staff inc ltd llc gmbh ag association institute university college school center centre foundation",
        "society agency agencies agences? agentur(?:en)? news newsroom newsdesk desk editors editorial redaktion",
        "redazione redacci[oó]n rédaction redactie redaksi press magazine media online digital company group",
        "images services? solutions department ministry clinic hospital council committee bank blog contributors",
        "times tribune herald gazette chronicle daily",
        r"dpa reuters afp apa ap ansa efe sda sid ntb tt (?-i:CNN|BBC|PAP|MTI|ČTK) [\w-]+\.(?:com|org|net|de|co|io|tv)",
    )
    + r")\b",
    re.I,
)
"""Words of names of organisations; agencies among them."""
