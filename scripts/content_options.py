"""Options that say what is extracted, and by what: ``extract``'s words for settings and ensemble."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from iawce.data.errors import UsageError
from iawce.scripts.option_groups import OptionGroup
from iawce.scripts.options import ListSourceOption, LookAt

if TYPE_CHECKING:
    from iawce.extract.run.settings import ExtractSettings
    from iawce.models.page_type.ensemble import PageTypeEnsemble

Pipeline = Literal["default", "paper"]


@dataclass(frozen=True, kw_only=True)
class ContentOptions(OptionGroup):
    """Page type, method and choices of content."""

    type: Annotated[
        str, typer.Option(help="Page type to use instead of classifying: article, list, thread, product.")
    ] = ""
    method: Annotated[
        str,
        typer.Option(
            help="auto: the block model; rules: the page type's; paper: that as printed; or one of {methods}."
        ),
    ] = "auto"
    favor: Annotated[
        Literal["precision", "balanced", "recall"], typer.Option(help="What the block model keeps when in doubt.")
    ] = "balanced"
    comments: Annotated[
        Literal["drop", "keep", "only"],
        typer.Option(help="Comments under an article or product: left out, kept (as records, too), or nothing else."),
    ] = "drop"
    list_source: ListSourceOption = "weighed"
    mode: Annotated[Literal["default", "paper"], typer.Option(help="Constants of the methods.")] = "default"
    look_at: Annotated[LookAt, typer.Option(help="What decides the page type: boxes, screenshot, html, or all.")] = (
        "auto"
    )
    model: Annotated[
        str,
        typer.Option(
            help="The model that decides the page type, by name or record, another ensemble's ensemble.json, or a "
            "correction of the shipped models by your labels (train --init shipped)."
        ),
    ] = ""
    pipeline: Annotated[
        Pipeline,
        typer.Option(help="paper: LeNet-5, or MODEL, on the screenshot, then the listings as printed; nothing else."),
    ] = "default"
    device: Annotated[str, typer.Option(help="Where networks run: cpu, cuda or mps.")] = "cpu"
    keep: Annotated[str, typer.Option(help="CSS selector of the content, instead of a method's choice.")] = ""
    drop: Annotated[str, typer.Option(help="CSS selector of what to leave out.")] = ""
    links: Annotated[bool, typer.Option(help="Keep addresses of links.")] = True
    images: Annotated[bool, typer.Option(help="Keep pictures.")] = True
    hidden: Annotated[bool, typer.Option(help="Also take text that is not on the screen.")] = False

    def settings(self) -> "ExtractSettings":
        """What to extract.

        Raises:
            UsageError: no such method or selector, or choices that exclude each other.
        """
        from iawce.extract.run.settings import ExtractSettings

        if self.pipeline == "paper":
            self._refuse_beside_paper()
            return ExtractSettings.paper(links=self.links, images=self.images)
        return ExtractSettings(
            method=self.method,
            mode=self.mode,
            links=self.links,
            images=self.images,
            visible_only=not self.hidden,
            keep=self.keep,
            drop=self.drop,
            comments=self.comments,
            list_source=self.list_source,
        ).favoring(self.favor)

    def ensemble(self) -> "PageTypeEnsemble":
        """What decides the page type.

        Raises:
            UsageError: the model of the paper's pipeline does not look at screenshots.
            EnvironmentMissing: there is no such model, or it is damaged.
        """
        from iawce.models.page_type.ensemble import PAPER_MODEL, PageTypeEnsemble

        if self.pipeline == "paper":
            return PageTypeEnsemble.paper(self.model or PAPER_MODEL, self.device)
        return PageTypeEnsemble(self.look_at, self.model, self.device)

    def _refuse_beside_paper(self) -> None:
        """The paper's pipeline has one way to decide everything."""
        decided = {
            "--type": self.type,
            "--method": self.method != "auto",
            "--keep": self.keep,
            "--drop": self.drop,
            "--hidden": self.hidden,
            "--favor": self.favor != "balanced",
            "--comments": self.comments != "drop",
            "--mode": self.mode != "default",
            "--list-source": self.list_source != "weighed",
            "--look-at": self.look_at != "auto",
        }
        if given := [name for name, value in decided.items() if value]:
            raise UsageError(f"--pipeline paper decides what {', '.join(given)} would: leave out one or the other")
