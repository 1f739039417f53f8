"""Many pages through one Extractor: is there a right row for each, and do memory and processes stay level?

    python -m bench endurance --pages 1000 -o docs/endurance.png             # ordinary pages
    python -m bench endurance --pages 300 --mixed -o runs/mixed.png          # late, hostile and ordinary ones in turn

Prints what came of each kind of page, wrong rows, and the curve of memory and processes; draws the curve. Memory is
what this process and all that it started, browsers included, have for themselves (USS); Linux only.
"""

import gzip
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from itertools import cycle, islice
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer
from matplotlib.figure import Figure

from bench.common.processes import Processes, look
from bench.common.served import served
from iawce.data.render.settings import RenderSettings
from iawce.extract import Extractor

EVERY = 10
"""Pages between two looks at the processes."""
WORDS = "The harbour of the town was built by hand, and every stone of it has a name that the children learn. "
MARK = "what the reader came for"


class Kind(NamedTuple):
    """A kind of page: what the server does, and which row is right (all its text, or a reason)."""

    name: str
    answer: Callable[[BaseHTTPRequestHandler], None]
    reason: str = ""


def page(body: str, title: str = "Page") -> Callable[[BaseHTTPRequestHandler], None]:
    """An ordinary answer."""
    return raw(f"<!DOCTYPE html><meta charset=utf-8><title>{title}</title>{body}".encode())


def raw(body: bytes, status: int = 200, **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    """An answer of bytes with headers."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        given = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body))}
        for name, value in (given | {key.replace("_", "-"): text for key, text in headers.items()}).items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)

    return answer


def slow(seconds: float, body: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    """An answer that takes its time."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)
        raw(body)(request)

    return answer


def script(code: str, body: str = "<main id=m>Loading</main>") -> Callable[[BaseHTTPRequestHandler], None]:
    """A page that a script fills."""
    return page(f"{body}<script>const text = `{TEXT}`; {code}</script>")


TEXT = "<h1>Harbour</h1>" + "".join(f"<p>{WORDS * 3} {MARK if number == 2 else ''}</p>" for number in range(6))
FILL = "document.getElementById('m').innerHTML = text;"
ARTICLE = page(f"<header><a href=/>Home</a></header><main>{TEXT}</main><footer>Imprint</footer>")
LIST = page(
    "<main>"
    + "".join(f"<div class=card><h2><a href=/{n}>Entry {n}</a></h2><p>{WORDS} {MARK}</p></div>" for n in range(12))
    + "</main>"
)
NORMAL = (Kind("article", ARTICLE), Kind("list", LIST))
LATE = (
    Kind("after 1.5 s", script(f"setTimeout(() => {{ {FILL} }}, 1500)")),
    Kind("after 3.5 s", script(f"setTimeout(() => {{ {FILL} }}, 3500)")),
    Kind("fetch of 2 s", script("fetch('/slow').then(a => a.text()).then(text => { " + FILL + " })")),
    Kind("when seen", script(
        "new IntersectionObserver(seen => { if (seen.some(s => s.isIntersecting)) {" + FILL + "} }).observe("
        "document.getElementById('m'))", f"<div style='height:3000px'>{WORDS * 9}</div><main id=m>Loading</main>")),
    Kind("polling", page(f"<main>{TEXT}</main><script>setInterval(() => fetch('/x'), 200)</script>")),
)  # fmt: skip
HOSTILE = (
    Kind("404", raw(b"<h1>Gone", 404), "http_error/404"),
    Kind("204", raw(b"", 204), "empty/http_204"),
    Kind("PDF", raw(b"%PDF-1.5 x"), "not_html/pdf"),
    Kind("alerts", page(f"<main>{TEXT}</main><script>for (let i = 0; i < 9; i++) alert(i)</script>")),
    Kind("popups", page(f"<main>{TEXT}</main><script>for (let i = 0; i < 20; i++) open('/x')</script>")),
    Kind("endless script", page(f"<main>{TEXT}</main><script>while (true);</script>")),
    Kind("redirect loop", raw(b"", 302, Location="/redirect%20loop"), "fetch_error/too_many_redirects"),
    Kind("torn gzip", raw(gzip.compress(f"<html>{TEXT * 9}</html>".encode())[:-40], Content_Encoding="gzip")),
    Kind("no gzip", raw(f"<html>{TEXT}</html>".encode(), Content_Encoding="gzip"), "fetch_error/encoding"),
    Kind("very tall", page(f"<main>{TEXT}</main><div style='height:1000000px'></div>")),
    Kind("deep", page("<div>" * 20_000 + f"<main>{TEXT}</main>")),
)
BEHIND = {"/slow": slow(2, TEXT.encode()), "/x": raw(b"{}")}


def handler_of(kinds: tuple[Kind, ...]) -> type[BaseHTTPRequestHandler]:
    """Answers for all kinds, each under its name."""
    answers = BEHIND | {f"/{kind.name.replace(' ', '%20')}": kind.answer for kind in kinds}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answers.get(self.path.split("?")[0], raw(b"", 404))(self)

        def log_message(self, *_: object) -> None:
            return

    return Handler


def run(kinds: tuple[Kind, ...], count: int, deadline: float) -> tuple[Counter[tuple[str, str]], list[Processes]]:
    """Extract ``count`` pages; returns how often each kind ended how, and the processes on the way."""
    chosen = list(islice(cycle(kinds), count))
    outcomes: Counter[tuple[str, str]] = Counter()
    seen: list[Processes] = []
    with (
        served(handler_of(kinds)) as origin,
        Extractor(render_settings=RenderSettings(deadline=deadline)) as extractor,
    ):
        rows = extractor.extract_many(_addresses(origin, chosen))
        for number, (kind, row) in enumerate(zip(chosen, rows, strict=True)):
            is_right = row.reason.startswith(kind.reason) if kind.reason else MARK in row.text
            outcomes[kind.name, row.reason or row.status if is_right else f"WRONG {row.reason or row.text[:40]!r}"] += 1
            if number % EVERY == 0:
                seen.append(look())
                print(f"{number} pages, {seen[-1].number} processes, {seen[-1].megabytes:.0f} MB", flush=True)
    return outcomes, seen


def _addresses(origin: str, kinds: list[Kind]) -> Iterator[str]:
    for number, kind in enumerate(kinds):
        yield f"{origin}/{kind.name.replace(' ', '%20')}?{number}"


def draw(seen: list[Processes], output: Path) -> None:
    """Memory and processes over the pages."""
    figure = Figure(figsize=(8, 3.2), layout="constrained")
    memory = figure.subplots()
    pages = [EVERY * number for number in range(len(seen))]
    memory.plot(pages, [each.megabytes for each in seen], color="#7aa6c2")
    memory.set(xlabel="pages", ylabel="MB", ylim=(0, None))
    processes = memory.twinx()
    processes.step(pages, [each.number for each in seen], color="#c27a7a")
    processes.set(ylabel="processes", ylim=(0, None))
    output.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(output, dpi=110)


def main(
    pages: Annotated[int, typer.Option(min=1, help="How many.")] = 1000,
    mixed: Annotated[bool, typer.Option("--mixed", help="Late and hostile pages among the ordinary ones.")] = False,
    deadline: Annotated[float, typer.Option(help="Seconds for one page.")] = 30.0,
    output: Annotated[Path, typer.Option("--output", "-o", help="Picture of the curve.")] = Path("runs/endurance.png"),
) -> None:
    kinds = (*NORMAL, *LATE, *NORMAL, *HOSTILE) if mixed else NORMAL
    outcomes, seen = run(kinds, pages, deadline)
    print("\n| kind | pages | outcome |\n| --- | --- | --- |")
    for (kind, outcome), count in sorted(outcomes.items()):
        print(f"| {kind} | {count} | {outcome} |")
    wrong = sum(count for (_, outcome), count in outcomes.items() if outcome.startswith("WRONG"))
    quarter = max(1, len(seen) // 4)
    early, late = (
        np.mean([each.megabytes for each in part]) for part in (seen[quarter : 2 * quarter], seen[-quarter:])
    )
    most = max(each.number for each in seen)
    print(f"\n{wrong} wrong rows; second quarter {early:.0f} MB, last {late:.0f} MB; at most {most} processes")
    draw(seen, output)
