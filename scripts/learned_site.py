"""What ``iawce site learn`` says of the templates that it has learned."""

from pathlib import Path

from iawce.data.errors import UsageError
from iawce.extract.templates.site.drift import describe_site
from iawce.extract.templates.site.site_templates import SiteTemplates
from iawce.scripts.console import remark, say


def check_examples(templates: SiteTemplates, file: Path | None) -> None:
    """Name the fields whose examples fit no place.

    Raises:
        UsageError: there are examples of pages that were not read.
    """
    pages, fields = templates.unmet_examples()
    if pages:
        raise UsageError(f"{file} has examples of {', '.join(pages)}, which is not among the pages that could be read")
    if fields:
        remark(f"{file}: no place on the pages holds the values of the examples for {', '.join(fields)}")


def describe(templates: SiteTemplates) -> None:
    """Print the clusters and fields, and remark it if no cluster has a template."""
    say("".join(f"{line}\n" for line in describe_site(templates)))
    fewest = templates.settings.fewest
    if not any(cluster.template and cluster.pages >= fewest for cluster in templates.clusters):
        remark(f"no template was learned: this needs at least {fewest} similar pages with text; --resume adds pages")
