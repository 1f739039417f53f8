"""The addresses of a crawl, stored in the state of its run: their order, and the outcome of each opened one.

Each address is identified by its canonical form and opened once, however often the crawl is killed: unfinished
addresses are opened again, and the links of a page are stored before its row.

The role of a link gives the first expectation of its value, which counts as three pages; each page with the same shape
of address improves it: an extracted page counts 1, a list as much as the share of its links that were unknown. A crawl
that is continued knows this from its state.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b

import msgspec

from iawce.data.errors import Status
from iawce.data.labels import PageType
from iawce.data.network.address import join, parse_address
from iawce.data.network.host_scheduler import host_of_turn, places_of
from iawce.data.network.settings import Politeness
from iawce.data.run_folder.input import Input, InputState, Known, input_id
from iawce.data.run_folder.run_state import RunState
from iawce.data.sources.sitemap import XmlEntry
from iawce.extract.crawl.page_links import MAX_LEVELS, FoundLink, LinkKind
from iawce.extract.crawl.scope import CrawlSettings
from iawce.extract.crawl.traps import Traps, shape_of
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.canonical import INDEX, canonical_address, is_spelling_of

ENOUGH = 2  # Pairs of addresses with the same text, after which a host's other index files are not requested
NOTE = "crawl.index_files"  # Beginning of the name of the note with the number of pairs of a host
EXPECTED = {LinkKind.NEXT: 0.95, LinkKind.RECORD: 0.8, LinkKind.CONTENT: 0.5, LinkKind.MENU: 0.3}
"""Expected value of a link by its role alone."""
WEIGHT = 3.0
FULL = 5  # New records of a list that has the same value as an extracted page
STEP = 0.001  # Reduction of the value for each link from a seed, so that the nearer of two equals is first
SEEN = "seen"  # Key of a ``SeenPage`` in the data of its input
LOOK_AHEAD = (20, 200, 2000)  # Most addresses among which one with an available host is searched
UNCOUNTED = frozenset({"off_site", "not_public", "file", "too_deep"})
"""Refusals that are only counted, since a site may have any number of such links."""
COPY = "copy"  # Reason of links of a page that was opened at another address, which are only counted
DECLINED = "nofollow"  # Reason of links that their page asks not to follow, which are only counted, too
MAX_LOST = 10
"""Pages that may fail for each that is wanted: dead links leave room for others, and a site has any number of them."""
SEED = 2.0  # Priority of addresses named by the user, above all found ones
SAME = "same_page/"  # Prefix of a reason before the id of the input with the row of the page
KIND, PAGE, SITEMAP = "kind", "page", "sitemap"  # Kind of an input
LEVEL = "level"  # Key of the number of sitemaps that lead to a sitemap
FOLLOWED = PageType.LIST  # The type of pages that are followed; all others are extracted for their content
FORBIDDEN = "blocked/robots"  # Reason of pages forbidden by robots.txt, which have a row only if the user named them


class IndexFiles:
    """The pairs of each host."""

    def __init__(self, state: RunState) -> None:
        self._state, self._counts = state, dict[str, int]()

    def see(self, url: str, other: str) -> None:
        """Record that two addresses gave the same text."""
        host = host_of_turn(url)[0]
        if url != other and _folder(url) == _folder(other) and (count := self._pairs(host)) < ENOUGH:
            self._counts[host] = count + 1
            self._state.set(f"{NOTE} {host}", count + 1)

    def plain(self, url: str) -> str:
        """The address of the folder, where its index file is known to be the same page; else the address itself."""
        return _folder(url) if self._pairs(host_of_turn(url)[0]) >= ENOUGH else url

    def _pairs(self, host: str) -> int:
        if host not in self._counts:
            kept = self._state.get(f"{NOTE} {host}", 0)
            self._counts[host] = kept if isinstance(kept, int) else 0
        return self._counts[host]


def _folder(url: str) -> str:
    return url if "?" in url else INDEX.sub("", url)


class Steering:
    """The values of pages of each shape so far."""

    def __init__(self) -> None:
        self._worth: dict[str, float] = defaultdict(float)
        self._seen: dict[str, int] = defaultdict(int)

    def see(self, url: str, *, is_taken: bool, new: int) -> None:
        """Record the value of a page with a canonical address; see ``SeenPage``."""
        shape = shape_of(url)
        self._seen[shape] += 1
        self._worth[shape] += 1.0 if is_taken else min(1.0, new / FULL)

    def value(self, url: str, kind: LinkKind, depth: int) -> float:
        """The expected value of an address, about 0 to 1."""
        shape = shape_of(url)
        expected = (WEIGHT * EXPECTED[kind] + self._worth[shape]) / (WEIGHT + self._seen[shape])
        return expected - STEP * depth


@dataclass(frozen=True, slots=True)
class SeenPage:
    """What is kept of an opened page."""

    key: str  # See ``text_key``; empty if the page failed
    is_taken: bool  # Whether it was extracted for its content
    new: int  # Links to next pages and records on it that were not known
    whole: str = ""  # See ``whole_key``; empty if the page has no text


class CrawlState:
    """Texts, traps, values and index files of the pages so far."""

    def __init__(self, state: RunState) -> None:
        self.traps, self.steering, self.index_files = Traps(), Steering(), IndexFiles(state)
        self._state, self._texts = state, dict[str, str]()

    def recall(self, known: Known) -> None:
        """Learn from an input of the run again; each is given once, in the order of addition."""
        if known.state != InputState.LEFT_OUT:
            self.traps.refusal(known.input.url)
        if known.state == InputState.DONE:
            with suppress(msgspec.ValidationError):  # nothing is kept, or nothing that this version understands
                self._learn(known.input.url, msgspec.convert(known.input.data.get(SEEN), SeenPage))

    def keep(self, input: Input, page: SeenPage) -> None:
        """Learn from an opened page, which will have a row."""
        self._state.update(input.id, data={**input.data, SEEN: asdict(page)})
        self._learn(input.url, page)

    def earlier_with(self, text: str) -> str:
        """The address of the first page with a text; empty if there is none."""
        return self._texts.get(text_key(text), "") if text else ""

    def is_copy(self, whole: str, url: str) -> bool:
        """Whether a page with this ``whole_key`` was opened at another address, of which this one is a longer form."""
        first = self._texts.get(whole, url)
        own, other = (one.partition("://")[2].partition("?")[0] for one in (url, first))
        return first != url and (own.startswith(other) or own.endswith(other[other.find("/") :]))

    def _learn(self, url: str, page: SeenPage) -> None:
        self.steering.see(url, is_taken=page.is_taken, new=page.new)
        if page.whole:
            self._texts.setdefault(page.whole, url)
        if page.key:
            is_known = self._texts.setdefault(page.key, url) != url
            self.traps.see_text(url, is_known=is_known and not page.new)


def text_key(text: str) -> str:
    """A hash by which equal texts are recognised, 32 hexadecimal digits."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def whole_key(url: str, text: str, links: Sequence[FoundLink]) -> str:
    """A hash by which a page is recognised at any address of its host, where its relative links lead elsewhere."""
    folder = join(url, ".")
    return text_key("\n".join((host_of_turn(url)[0], text, *(link.url.removeprefix(folder) for link in links))))


def new_input(url: str, kind: str, priority: float = SEED) -> Input:
    """The input of a canonical address."""
    return Input(input_id(url, url), url, url, priority=priority, data={KIND: kind})


class Frontier:
    """The addresses to be opened, in order.

    ``workers``: pages that are open at the same time. ``lessons``: what the pages show of other addresses.
    ``passed_over``: links of this process that are only counted, by reason; those of traps are in the state.
    """

    def __init__(self, state: RunState, settings: CrawlSettings, politeness: Politeness, workers: int) -> None:
        self.state, self.settings, self.lessons = state, settings, CrawlState(state)
        self.passed_over = Counter[str]()
        self._politeness, self.workers = politeness, workers
        self._open, self._hosts = Counter[str](), dict[str, str]()
        self._opened = self._lost = 0
        for known in state.inputs():
            self._opened += known.state == InputState.DONE
            self._lost += known.state == InputState.DONE and known.status == Status.FAILURE
            self._know_host(known.input.url)
            self.lessons.recall(known)

    def add_seeds(self, seeds: Iterable[Input]) -> None:
        """Queue the addresses named by the user, regardless of patterns and traps."""
        for seed in (found := list(seeds)):
            self._know_host(seed.url)
        self.state.add(found)

    def add_links(self, links: Sequence[FoundLink], parent: Input) -> int:
        """Queue the links of a page; returns the number of new next pages and records."""
        fresh, refused = list[Input](), list[tuple[Input, str]]()
        depth, new, traps = _depth_below(parent), 0, self.lessons.traps
        for found in links:
            link = found
            if not self.settings.scope.refusal_of_host(found.url):  # its folder may be known to be the same page
                link = replace(found, url=self.lessons.index_files.plain(found.url))
            reason = self.settings.scope.refusal(link.url, depth)
            if link.is_declined:  # which counts if it would be followed otherwise
                self.passed_over[DECLINED] += not reason and not self._is_known(link.url)
            elif reason in UNCOUNTED:
                self.passed_over[reason] += 1
            elif known := self.state.find(input_id(link.url, link.url)):
                value = self._priority(link, depth)
                if known.state == InputState.QUEUED and value > known.input.priority:
                    self.state.update(known.input.id, priority=value)
            elif reason := reason or traps.refusal(link.url, self._is_known, is_next=link.kind == LinkKind.NEXT):
                refused.append((self._input(link, parent), reason))
            else:
                fresh.append(self._input(link, parent))
                self._know_host(link.url)
                new += link.kind >= LinkKind.RECORD
        self.state.add([*fresh, *(input for input, _ in refused)])
        for input, reason in refused:
            self.state.leave_out(input.id, reason)
        return new

    def _is_known(self, url: str) -> bool:
        return self.state.find(input_id(url, url)) is not None

    def add_sitemaps(self, urls: Iterable[str], parent: Input, level: int = 1) -> None:
        """Queue the sitemaps that a site or a sitemap names; ``level``: how many lead to them."""
        own, depth = (url for url in urls if not self.settings.scope.refusal_of_host(url)), _depth_below(parent)
        kept = {KIND: SITEMAP, LEVEL: level}
        self.add_seeds(replace(new_input(url, SITEMAP), depth=depth, parent=parent.id, data=kept) for url in own)

    def next(self) -> Input | None:
        """The next address, which counts as open until ``close``; None if none may be opened now."""
        if self._open.total() >= self.workers or self.is_full or not any(map(self._may_open, self._hosts.values())):
            return None
        for count in LOOK_AHEAD:
            taken = self._without_twins(self.state.take(count))
            chosen = next((one for one in taken if self._may_open(one.url)), None)
            self.state.put_back(one.id for one in taken if one is not chosen)
            if chosen:
                self._open[host_of_turn(chosen.url)[0]] += 1
                return chosen
        if self._open:  # idle hosts have no addresses left, and are added again with their next one
            self._hosts = {host: url for host, url in self._hosts.items() if self._open[host]}
        return None

    def close(self, input: Input, *, is_opened: bool, is_lost: bool = False) -> None:
        """Mark an address as no longer open; ``is_opened``: it has a row; ``is_lost``: it failed."""
        host = host_of_turn(input.url)[0]
        self._open[host] -= 1
        if not self._open[host]:
            del self._open[host]
        self._opened += is_opened
        self._lost += is_lost

    @property
    def is_full(self) -> bool:
        """Whether the wanted number of pages are open or were opened, or ten times as many failed."""
        most, asked = self.settings.max_pages, self._opened + self._open.total()
        return most is not None and (asked - self._lost >= most or asked >= (1 + MAX_LOST) * most)

    @property
    def has_pending(self) -> bool:
        """Whether anything is still to be opened."""
        return not self.is_full and self.state.counts()[InputState.QUEUED] > 0

    def _without_twins(self, taken: Sequence[Input]) -> list[Input]:
        """The links without index files of known folders that are the same page."""
        found = list[Input]()
        for input in taken:
            plain = self.lessons.index_files.plain(input.url)
            self._know_host(input.url)
            if plain != input.url and self.state.find(id := input_id(plain, plain)):
                self.state.leave_out(input.id, f"{SAME}{id}")
            else:
                found.append(input)
        return found

    def _know_host(self, url: str) -> None:
        self._hosts.setdefault(host_of_turn(url)[0], url)

    def _may_open(self, url: str) -> bool:
        host, is_own = host_of_turn(url)
        return self._open[host] < places_of(self._politeness, is_own=is_own)

    def _input(self, link: FoundLink, parent: Input) -> Input:
        depth = _depth_below(parent)
        return replace(new_input(link.url, PAGE, self._priority(link, depth)), depth=depth, parent=parent.id)

    def _priority(self, link: FoundLink, depth: int) -> float:
        """With a limited depth, nearer pages come first, so that no path is missed."""
        if self.settings.order == "breadth_first":
            return -float(depth)
        value = self.lessons.steering.value(link.url, link.kind, depth)
        return value if self.settings.scope.depth is None else value - depth

    def take_in(self, input: Input, row: Extraction, links: Sequence[FoundLink]) -> Extraction | None:
        """Store the links of a page; returns its row, or None if it belongs to another address."""
        is_lost = row.status == Status.FAILURE
        if input.parent and row.reason == FORBIDDEN:
            self.leave_out(input, FORBIDDEN)
            return None
        if reason := self._twin(input, row) or self._other_row_of(input, row):
            self.leave_out(input, reason)
            return None
        whole = whole_key(row.final_url or input.url, f"{row.title}\n{row.text}", links) if row.text else ""
        if self.lessons.is_copy(whole, input.url):  # a server that answers each path, with ever deeper links
            self.passed_over[COPY] += len(links)
            links = ()
        new = self.add_links(links, input)
        is_taken = not is_lost and row.type != FOLLOWED
        self.lessons.keep(input, SeenPage("" if is_lost else text_key(row.text), is_taken, new, whole))
        self.close(input, is_opened=True, is_lost=is_lost)
        return row

    def take_in_sitemap(self, input: Input, entries: list[XmlEntry]) -> None:
        """Queue the addresses in a sitemap or feed, which has no row itself."""
        pages = [canonical_address(entry.address) for entry in entries if not entry.is_sitemap]
        further = [canonical_address(entry.address) for entry in entries if entry.is_sitemap]
        self.add_links([FoundLink(url, LinkKind.RECORD) for url in pages if url], input)
        if (level := input.data.get(LEVEL, 0)) < MAX_LEVELS:
            self.add_sitemaps(filter(None, further), input, level + 1)
        self.leave_out(input, SITEMAP)

    def leave_out(self, input: Input, reason: str) -> None:
        """Leave out an address, without a row."""
        self.state.leave_out(input.id, reason)
        self.close(input, is_opened=False)

    def _twin(self, input: Input, row: Extraction) -> str:
        """The reason why a page needs no row: another spelling of its address gave the same text; else empty."""
        other = self.lessons.earlier_with(row.text)
        if not other or other == input.url or not is_spelling_of(input.url, other):
            return ""
        ours, theirs = parse_address(input.url), parse_address(other)
        if (ours and ours.search) != (theirs and theirs.search):  # only its extracted content may be the same
            return ""
        self.lessons.index_files.see(input.url, other)
        return f"{SAME}{input_id(other, other)}"

    def _other_row_of(self, input: Input, row: Extraction) -> str:
        """Why an opened page needs no row, if so: by redirect or claim it has one, or is outside the crawl."""
        state, final = self.state, canonical_address(row.final_url) or input.url
        if input.parent and self.settings.scope.refusal_of_host(final) == "off_site":
            return "off_site"
        claimed = canonical_address(row.metadata.canonical_url)
        targets = {final, claimed} if claimed and is_spelling_of(final, claimed) else {final}
        others = {target: input_id(target, target) for target in sorted(targets - {input.url})}
        for id in others.values():
            if owner := _owner(state.find(id), input):
                return f"{SAME}{owner}"
        for target, id in others.items():
            state.add([Input(id, target, target, input.depth, input.id)])
            state.leave_out(id, f"{SAME}{input.id}")
        return ""


def _depth_below(parent: Input) -> int:
    """The depth of what a page or a sitemap leads to; the pages of a sitemap are as near as itself."""
    return parent.depth + (parent.data.get(KIND) != SITEMAP)


def _owner(known: Known | None, input: Input) -> str:
    """The input with the row of the page at an address, now or later; empty without one."""
    if known is None or known.state == InputState.QUEUED:
        return ""
    if known.state != InputState.LEFT_OUT:
        return known.input.id
    owner = known.reason.removeprefix(SAME) if known.reason.startswith(SAME) else ""
    return "" if owner == input.id else owner
