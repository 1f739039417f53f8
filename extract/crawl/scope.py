"""The settings of a crawl, and which addresses belong to it."""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from ipaddress import ip_address
from typing import Literal, Self

from iawce.data.limits import Checked, Count, Positive
from iawce.data.network.address import parse_address, suffix_splitter
from iawce.data.network.egress_filter import looks_local

NAMES = (
    "7z apk atom avi bin bmp bz2 css csv dmg doc docx epub exe flac gif gz ico ics iso jpeg jpg js json m4a "
    "m4v mid mov mp3 mp4 mpeg mpg msi odp ods odt ogg ogv otf pdf png ppt pptx ps rar rpm rss rtf svg swf tar "
    "tgz tif tiff torrent ttf txt wav webm webmanifest webp wmv woff woff2 xls xlsx xml xz zip"
)
FILES = frozenset(NAMES.split())  # Suffixes of files that are not pages


@dataclass(frozen=True, slots=True)
class Scope(Checked):
    """Which addresses belong to a crawl. Raises UsageError: a number is out of range."""

    sites: frozenset[str] = frozenset()
    """Names of sites, see ``crawled_site``."""
    domains: tuple[str, ...] = ()
    """Hosts to crawl, each with its subdomains, instead of the seeds' sites."""
    include: tuple[str, ...] = ()
    """Patterns of addresses; if there are any, one has to match: `*` is any text, `/...` is path and query."""
    exclude: tuple[str, ...] = ()
    """Patterns of addresses to leave out."""
    depth: Count | None = None
    """Maximum number of links from a seed; if left out, any number."""

    def with_sites_of(self, urls: Iterable[str]) -> Self:
        """The same with the sites of these addresses."""
        return replace(self, sites=self.sites | {crawled_site(url) for url in urls})

    def refusal(self, url: str, depth: int) -> str:
        """The reason why an address in canonical form, found ``depth`` links from a seed, is not opened; else empty."""
        if reason := self.refusal_of_host(url):
            return reason
        if self.depth is not None and depth > self.depth:
            return "too_deep"
        found = parse_address(url)
        if found and "." in found.pathname and found.pathname.rpartition("/")[2].rpartition(".")[2].lower() in FILES:
            return "file"
        if self.include and not any(matches_pattern(pattern, url) for pattern in self.include):
            return "not_included"
        return "excluded" if any(matches_pattern(pattern, url) for pattern in self.exclude) else ""

    def refusal_of_host(self, url: str) -> str:
        """The reason why no address of this host belongs to the crawl: a host that is not public needs a seed there."""
        host, is_of_seeds = _host(url), crawled_site(url) in self.sites
        inside = (host == domain or host.endswith(f".{domain}") for domain in self.domains)
        if not (any(inside) if self.domains else is_of_seeds):
            return "off_site"
        return "not_public" if lies_inside(url) and not is_of_seeds else ""


def lies_inside(url: str) -> bool:
    """Whether the host of an address looks like one of this machine or of a local network."""
    return looks_local(_host(url).strip("[]"))


def crawled_site(url: str) -> str:
    """The site of an address: its domain under a public suffix; of an IP address or a bare name host and port.

    Other than by ``site_of``, customers of a platform are separate sites.
    """
    found = parse_address(url)
    host, with_port = _host(url), found.host if found else ""
    with suppress(ValueError):
        ip_address(host.strip("[]"))
        return with_port
    return suffix_splitter()(host, include_psl_private_domains=True).top_domain_under_public_suffix or with_port


def matches_pattern(pattern: str, url: str) -> bool:
    """Whether a pattern matches a whole address, or path and query if it begins with ``/``; ``*`` is any text.

    Nothing is tried twice: ``fnmatch`` takes the first occurrence of each part.
    """
    found = parse_address(url)
    text = f"{found.pathname}{found.search}" if found and pattern.startswith("/") else url
    return fnmatchcase(text, re.sub(r"[\[?]", r"[\g<0>]", pattern))


def _host(url: str) -> str:
    found = parse_address(url)
    return found.hostname.rstrip(".") if found else ""


@dataclass(frozen=True, slots=True)
class CrawlSettings(Checked):
    """Settings of a crawl. Raises UsageError: a number is out of range."""

    scope: Scope = Scope()
    """Which addresses belong to it."""
    max_pages: Positive | None = None
    """Pages to open, over all runs into this folder; in addition, up to ten times as many may fail; if left out, all
    pages."""
    order: Literal["page_type", "breadth_first"] = "page_type"
    """Which pages come first: those that promise most by the page types of earlier pages, or those found first
    (`breadth_first`)."""
    sitemaps: bool = True
    """Use the sitemaps that robots.txt names as seeds, too."""
