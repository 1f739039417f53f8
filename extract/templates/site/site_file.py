"""Templates of a site as a file (``docs/sites.md``).

A ``template`` is used directly; ``votes`` and ``paths`` are for pages that are added later.
"""

from collections import Counter
from pathlib import Path

import msgspec

from iawce.data.errors import UsageError
from iawce.extract.papers.leader_clusters import PageFeature
from iawce.extract.templates.fields.field_sample import Examples
from iawce.extract.templates.fields.field_template import FieldTemplate
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.site.site_templates import SiteCluster, SiteTemplates, TemplateTest, Vote, Votes
from iawce.extract.templates.template import (
    VERSION,
    Count,
    Template,
    TemplateFile,
    packed,
    read_templates,
    unpacked,
    write_templates,
)


class WrittenCluster(msgspec.Struct, forbid_unknown_fields=True):
    """A cluster in the file; ``paths``: keys of the paths of its first page."""

    number: int
    pages: Count
    first_page: str
    template: Template | None
    test: TemplateTest
    votes: list[Vote]
    paths: bytes
    types: dict[str, int] = {}
    fields: tuple[FieldTemplate, ...] = ()


class SiteFile(TemplateFile, tag="site"):
    """The learned templates of a site."""

    settings: SiteSettings
    clusters: list[WrittenCluster]


def write_site(site: SiteTemplates, path: Path) -> None:
    """Write a file, completely or not at all. Raises OSError: it cannot be written."""
    clusters = [
        WrittenCluster(
            number,
            one.pages,
            one.seed.page,
            one.template,
            one.test,
            list(one.votes),
            packed(one.seed.paths.tolist()),
            dict(one.types),
            one.fields,
        )
        for number, one in enumerate(site.clusters, 1)
    ]
    write_templates(SiteFile(VERSION, site.settings, clusters), path)


def read_site(path: Path, examples: Examples | None = None) -> SiteTemplates:
    """Read a file; ``examples`` of fields are for pages that are added later.

    Raises UsageError: it cannot be read, or is not one of this version.
    """
    file = read_templates(path, SiteFile)
    try:
        return SiteTemplates(file.settings, [_read(cluster, file.settings) for cluster in file.clusters], examples)
    except ValueError as error:
        raise UsageError(f"{path} is damaged: {error}") from error


def _read(written: WrittenCluster, settings: SiteSettings) -> SiteCluster:
    seed = PageFeature(written.first_page, unpacked(written.paths))
    votes = Votes(settings.identity, written.votes)
    pages, fields, types = written.pages, written.fields, Counter(written.types)
    return SiteCluster(seed, votes, pages, written.template, written.test, pages, types, fields)
