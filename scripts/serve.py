"""``iawce serve``: the HTTP service, and the tool for agents."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.data.errors import UsageError
from iawce.data.extras import needing
from iawce.scripts.options import Model, Processes, process_count

if TYPE_CHECKING:
    from iawce.extract.run.extractor import Extractor


def serve(
    host: Annotated[
        str, typer.Option(help="Interface to listen at; any but that of this machine alone needs --tokens.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Port to listen at; 0: any that is free.")] = 8787,
    tokens: Annotated[
        Path | None, typer.Option(help="File of callers, a line 'NAME TOKEN' each; others are refused.")
    ] = None,
    jobs: Annotated[Path, typer.Option(help="SQLite file that keeps jobs and their rows.")] = Path("jobs.sqlite"),
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", help="Host that may be named although it is not public. Repeatable."),
    ] = None,
    model: Model = "",
    fetch: Annotated[bool, typer.Option("--fetch", help="Fetch pages by plain HTTP, without a browser.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="Pages that are extracted at the same time.")] = 2,
    processes: Processes = None,
    timeout: Annotated[float, typer.Option(min=1, max=86_400, help="Seconds for the answer to one page.")] = 60.0,
    queue: Annotated[int, typer.Option(min=0, help="Requests that may wait for a worker; more are refused.")] = 1000,
    rate: Annotated[float, typer.Option(min=1, help="Requests of one caller in a minute; more are refused.")] = 600.0,
    mcp: Annotated[
        bool, typer.Option("--mcp", help="Be a tool for agents on standard input and output instead.")
    ] = False,
) -> None:
    """Serve extraction by HTTP, or as a tool for agents, until it is stopped.

    Pages of public addresses only are opened, and of hosts that --allow-host names.
    """
    from iawce.serve.settings import ServeSettings, read_tokens

    settings = ServeSettings(
        host=host,
        port=port,
        tokens=read_tokens(tokens) if tokens else {},
        jobs=jobs,
        workers=workers,
        deadline=timeout,
        queue=queue,
        rate=rate,
    )
    count = max(1, process_count(processes))
    with _extractor(settings.workers, count, timeout, frozenset(allow_host or ()), model, fetch=fetch) as extractor:
        with needing("serve", "the service"):
            if mcp:
                from iawce.serve.agent_tools import run_tools as run
            else:
                from iawce.serve.run_service import run_service as run
        run(extractor, settings)


def _extractor(
    workers: int, processes: int, timeout: float, allowed: frozenset[str], model: str, *, fetch: bool
) -> "Extractor":
    from iawce.data.limits import Limits
    from iawce.data.network.settings import NetworkSettings
    from iawce.data.render.settings import RenderSettings
    from iawce.extract.run.extractor import Extractor
    from iawce.models.page_type.ensemble import PageTypeEnsemble

    if "" in allowed:
        raise UsageError("--allow-host is empty: name a host")
    return Extractor(
        network=NetworkSettings(
            public_only=True, allowed_hosts=frozenset(host.lower().removesuffix(".") for host in allowed), fetch=fetch
        ),
        render_settings=replace(RenderSettings(), deadline=timeout * 0.8, load_timeout=timeout * 0.4),
        ensemble=PageTypeEnsemble(model=model),
        workers=workers,
        processes=processes,
        limits=Limits(seconds=min(30.0, timeout)),
    )


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(serve)
