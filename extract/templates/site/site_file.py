"""Templates of a site as a file: readable JSON with a version, which a person may correct.

``docs/sites.md`` describes the format. What a file says of a ``template`` is used as it is written; ``votes`` and
``paths`` are for pages that are learned later.
"""

import base64
from collections import Counter
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np

from iawce.data.errors import UsageError
from iawce.data.json_file import write_json
from iawce.extract.templates.fields.field_examples import Examples
from iawce.extract.templates.fields.field_template import FieldTemplate
from iawce.extract.templates.page_feature import PageFeature
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.site.site_templates import SiteCluster, SiteTemplates
from iawce.extract.templates.site.template import Template
from iawce.extract.templates.site.template_test import TemplateTest
from iawce.extract.templates.site.votes import Vote, Votes

VERSION = 3


class _Cluster(msgspec.Struct, forbid_unknown_fields=True):
    """A cluster as it is written; ``paths``: keys of the first page's paths, little-endian uint64 in base64."""

    number: int
    pages: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
    first_page: str
    template: Template | None
    test: TemplateTest
    votes: list[Vote]
    paths: str
    types: dict[str, int] = {}
    fields: tuple[FieldTemplate, ...] = ()


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    settings: SiteSettings
    clusters: list[_Cluster]


def write_site(site: SiteTemplates, path: Path) -> None:
    """Write a file, as a whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    clusters = [_written(number, cluster) for number, cluster in enumerate(site.clusters, 1)]
    write_json(msgspec.to_builtins(_File(VERSION, site.settings, clusters)), path)


def read_site(path: Path, examples: Examples | None = None) -> SiteTemplates:
    """Read a file.

    Args:
        path: of the file.
        examples: of fields, for pages that are learned later.

    Raises:
        UsageError: it cannot be read, or is none that this version writes.
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    try:
        _check_version(msgspec.json.decode(text))
        file = msgspec.json.decode(text, type=_File)
        return SiteTemplates(file.settings, [_read(cluster, file.settings) for cluster in file.clusters], examples)
    except (UsageError, msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} holds no templates of a site: {error}") from error


def _check_version(file: object) -> None:
    version = file.get("version") if isinstance(file, dict) else None
    if version != VERSION:
        raise UsageError(f"its version is {version!r}, and this program reads version {VERSION}: learn the site anew")


def _written(number: int, cluster: SiteCluster) -> _Cluster:
    return _Cluster(
        number=number,
        pages=cluster.pages,
        first_page=cluster.seed.page,
        template=cluster.template,
        test=cluster.test,
        votes=list(cluster.votes),
        paths=base64.b64encode(cluster.seed.paths.astype("<u8").tobytes()).decode(),
        types=dict(cluster.types),
        fields=cluster.fields,
    )


def _read(written: _Cluster, settings: SiteSettings) -> SiteCluster:
    keys = np.frombuffer(base64.b64decode(written.paths, validate=True), "<u8").astype(np.uint64)
    seed = PageFeature(written.first_page, np.unique(keys))
    votes = Votes(settings.identity, written.votes)
    pages, fields, types = written.pages, written.fields, Counter(written.types)
    return SiteCluster(seed, votes, pages, written.template, written.test, pages, types, fields)
