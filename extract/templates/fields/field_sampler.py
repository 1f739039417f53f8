"""Chooses the pages of a site that are kept for learning the fields of its clusters."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Protocol

from iawce.data.reading.page_reading import PageReading
from iawce.extract.templates.fields.field_sample import ClusterSample, Given

PAGES = 40
"""Most pages of a cluster that are kept, and most of those with examples."""
MOST_TEXTS = 200_000
"""Most texts that are kept of all clusters, about 60 MB; beyond, those of the clusters with the fewest pages are
dropped."""


class Sampled(Protocol):
    """A cluster with a sample of its pages."""

    pages: int
    sample: ClusterSample


class FieldSampler:
    """Keeps pages of clusters, up to a limit.

    Args:
        examples: values of fields by the name of a page: its address, its path, or the name of its file.
        most: texts that are kept.
    """

    def __init__(self, examples: Mapping[str, Given], most: int = MOST_TEXTS) -> None:
        self._examples, self._most, self._size = examples, most, 0
        self.unmet = dict.fromkeys(examples)
        """Names in the examples that no page has had so far."""

    def add(self, clusters: Sequence[Sampled], number: int, reading: PageReading) -> None:
        """Keep a page of a cluster if it is one of the first, or has examples.

        Raises:
            PageError: it cannot be read.
        """
        sample, given = clusters[number].sample, self._given(reading)
        if len(sample.pages) >= PAGES and not given:
            return
        sample.add(reading, given)
        self._size += len(sample.pages[-1].texts)
        if self._size > self._most:
            self._forget(clusters)

    def _given(self, reading: PageReading) -> Given:
        names = (reading.document.ref, reading.document.url, PurePath(reading.document.ref).name)
        if (found := next((name for name in names if name in self._examples), None)) is None:
            return {}
        self.unmet.pop(found, None)
        return self._examples[found]

    def _forget(self, clusters: Sequence[Sampled]) -> None:
        """Forget the pages of the clusters that have the fewest, until half of the texts are left."""
        for cluster in sorted(clusters, key=lambda cluster: (cluster.sample.is_given, cluster.pages)):
            if 2 * self._size <= self._most:
                break
            self._size -= cluster.sample.size
            cluster.sample = ClusterSample()
