"""The arguments of ``iawce extract``, and what they mean together with the settings."""

from dataclasses import dataclass, replace
from pathlib import Path

from iawce.data.errors import UsageError
from iawce.data.limits import Limits
from iawce.data.sinks.sink import Existing
from iawce.extract.pipeline.settings import PAPER, ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.scripts.console import remark
from iawce.scripts.fetch_options import PageTypeSettings, RunSettings, page_limits, run_settings
from iawce.scripts.options import RenderChoice
from iawce.scripts.output_format import Shape
from iawce.scripts.settings_tables import Settings

BESIDE_PAPER = ("keep", "drop", "favor", "comments", "list_source", "visible_only")
"""Settings of what the papers decide themselves."""


@dataclass(frozen=True, kw_only=True)
class ExtractOrder:
    """The options of the command."""

    sources: list[str]
    settings: Settings
    page_type: str
    method: str | None
    is_paper: bool
    model: str | None
    fields: Path | None
    follow_pages: int
    base_url: str
    output: str | None
    format: str
    existing: Existing
    render: RenderChoice
    snapshots: Path | None
    timeout: float | None
    jobs: int | None

    @property
    def run(self) -> RunSettings:
        """How the work is divided."""
        return run_settings(self.settings, self.jobs, base_url=self.base_url or None)

    @property
    def limits(self) -> Limits:
        """What a page may cost."""
        return page_limits(self.settings, self.timeout)

    def ensemble(self) -> PageTypeEnsemble:
        """What decides the page type: of the paper its network, where neither type nor method is given.

        Raises:
            UsageError: the input of the paper's model is not a screenshot.
            EnvironmentMissing: there is no such model, or it is damaged.
        """
        chosen = self.settings.make(PageTypeSettings, model=self.model)
        return chosen.ensemble(paper=self.is_paper and not self.page_type and not self.method)

    def content(self, shape: Shape, *, needs_metadata: bool, needs_language: bool) -> ExtractSettings:
        """What to extract: no more than is written.

        Raises:
            UsageError: no such method, selector or field, or choices that exclude each other.
        """
        found = self._chosen()
        if found.chunk_words and shape.is_content:
            remark("extract.chunk_words is not used: chunks are a part of rows (such as -o rows.jsonl)")
            found = replace(found, chunk_words=0)
        if self.fields:
            from iawce.extract.templates.fields.field_schema import read_schema

            found = replace(found, fields=read_schema(self.fields))
        if shape.text == "text" and not shape.is_folder:
            found = replace(found, html=False, blocks=False)
        if shape.is_content and not needs_metadata:
            found = replace(found, records=False, metadata=False, language=needs_language)
        return found

    def _chosen(self) -> ExtractSettings:
        if self.method == PAPER:
            raise UsageError("--method paper is now --paper")
        if not self.is_paper:
            return self.settings.make(ExtractSettings, method=self.method)
        tables = {"extract": BESIDE_PAPER, "page_type": ("look_at",)}
        given = [f"{table}.{name}" for table, names in tables.items() for name in names]
        if beside := [name for name in given if name in self.settings.changed()]:
            raise UsageError(f"--paper excludes {', '.join(beside)}: leave out one or the other")
        return self.settings.make(ExtractSettings, method=self.method, mode="paper", visible_only=False)
