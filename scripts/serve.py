"""``iawce serve``: the HTTP service, and the tool for agents."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from pathlib import Path
from typing import Annotated, Any

import typer

from iawce.data.errors import needing
from iawce.data.limits import MAX_PORTS, Limits
from iawce.scripts import options
from iawce.scripts.settings_tables import read_settings


def serve(
    host: Annotated[
        str | None, typer.Option(help="Interface, 127.0.0.1 if left out; one that other machines reach needs --tokens.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=MAX_PORTS, help="Port to listen on, 8787 if left out; 0: any free port.")
    ] = None,
    tokens: Annotated[
        Path | None, typer.Option(help="File of the callers: NAME TOKEN or TOKEN, 16 characters or more, in each line.")
    ] = None,
    render: Annotated[
        options.RenderChoice, typer.Option(help="never: pages are fetched by plain HTTP, without a browser.")
    ] = "auto",
    mcp: Annotated[
        bool, typer.Option("--mcp", help="Serve as a tool for agents on standard input and output instead.")
    ] = False,
    settings: options.SettingsOption = None,
) -> None:
    """Serve extraction by HTTP, or as a tool for agents, until it is stopped.

    Only pages of public addresses are opened, and those of hosts that network.allowed_hosts names.
    """
    from iawce.data.render.settings import RenderSettings
    from iawce.serve.settings import ServeSettings, read_tokens

    given = read_settings(settings, "serve")
    served = given.make(ServeSettings, host=host, port=port, tokens=read_tokens(tokens) if tokens else None)
    given = given.with_options(options.NetworkOptions, public_only=True)
    in_time = given.with_defaults(  # each page in less time than its answer has
        RenderSettings, deadline=served.deadline * 0.8, load_timeout=served.deadline * 0.4
    ).with_defaults(Limits, seconds=min(30.0, served.deadline))
    ensemble, processes = given.make(options.PageTypeSettings).ensemble(), given.make(options.RunSettings).process_count
    how: dict[str, Any] = {"store": None, "workers": served.workers, "processes": max(1, processes)}
    with options.make_extractor(in_time, render, ensemble=ensemble, **how) as extractor:
        with needing("serve", "the service"):
            if mcp:
                from iawce.serve.agent_tools import run_tools as run
            else:
                from iawce.serve.run_service import run_service as run
        run(extractor, served)
