"""Renders, classifies and extracts a fixed sample of pages of whole mirrored sites, served on localhost.

    python -m bench mirrored_sites --sites PATH/sites -o runs/mirrored

Prints, for each site and label, the share of pages classified right. The text of each page is written to the output
folder for inspection. The mirrors' sites must be among the held-out sites of the models.
"""

import json
import random
import tarfile
import tempfile
from collections import Counter
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import quote

import typer

from bench.common.served import served
from iawce.extract import Extraction, Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PAPER_MODEL, LookAt, PageTypeEnsemble

TEXT = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8"}


class Mirror(SimpleHTTPRequestHandler):
    """Serves a folder; absolute addresses of the site itself are rewritten to point here."""

    def __init__(self, *arguments: object, hosts: list[str], **options: object) -> None:
        self.hosts = hosts
        super().__init__(*arguments, **options)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        kind = TEXT.get(path.suffix)
        if kind is None or not path.is_file():
            super().do_GET()
            return
        body = path.read_bytes()
        for host in self.hosts:
            for scheme in (b"https:", b"http:", b""):
                body = body.replace(scheme + b"//" + host.encode(), b"")
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


def sample(labels: dict[str, str], count: int) -> list[str]:
    """Up to ``count`` paths of each label, the same in every run."""
    chosen: list[str] = []
    for label in sorted(set(labels.values())):
        paths = sorted(path for path, given in labels.items() if given == label)
        chosen += random.Random(0).sample(paths, min(count, len(paths)))
    return chosen


def run_site(archive: Path, extractor: Extractor, count: int, out: Path) -> Counter[tuple[str, str]]:
    """Extract a sample of one site; returns counts of (label, answer)."""
    info = json.loads(archive.with_name(archive.name.removesuffix(".tar.xz") + ".json").read_text(encoding="utf-8"))
    outcomes: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
        handler = partial(Mirror, directory=f"{folder}/{info['web_root']}", hosts=info["own_hosts_rewrite_to_root"])
        paths = sample(info["labels"], count)
        with served(handler) as origin:
            rows = extractor.extract_many(f"{origin}/{quote(path)}" for path in paths)
            for number, (path, row) in enumerate(zip(paths, rows, strict=True)):
                label = info["labels"][path]
                outcomes[label, row.type or row.reason] += 1
                write_text(out / f"{info['site']}-{label}-{number:03d}.txt", path, label, row)
    return outcomes


def write_text(file: Path, path: str, label: str, row: Extraction) -> None:
    """Write the extracted text of a page for inspection."""
    head = f"{path}\n{label} -> {row.type} {row.confidence:.2f} {row.status} {row.reason} {row.warnings}"
    file.write_text(f"{head}\n\n{row.title}\n\n{row.text}\n", encoding="utf-8")


def main(
    sites: Annotated[Path, typer.Option(help="Folder with SITE.tar.xz and SITE.json.")],
    count: Annotated[int, typer.Option(min=1, help="Pages of each label of each site.")] = 20,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the texts.")] = Path("runs/mirrored"),
    look_at: Annotated[LookAt, typer.Option(help="Pipeline that decides the page type.")] = "auto",
    model: Annotated[str, typer.Option(help="Shipped weights, or a record: one model decides the page type.")] = "",
    pipeline: Annotated[Literal["default", "paper"], typer.Option(help="As of iawce extract.")] = "default",
) -> None:
    output.mkdir(parents=True, exist_ok=True)
    print("| site | label | pages | right | answers |\n| --- | --- | --- | --- | --- |")
    is_paper = pipeline == "paper"
    settings = ExtractSettings.paper() if is_paper else ExtractSettings()
    ensemble = PageTypeEnsemble.paper(model or PAPER_MODEL) if is_paper else PageTypeEnsemble(look_at, model)
    with Extractor(settings=settings, ensemble=ensemble) as extractor:
        for archive in sorted(sites.glob("*.tar.xz")):
            outcomes = run_site(archive, extractor, count, output)
            for label in sorted({label for label, _ in outcomes}):
                answers = {answer: n for (given, answer), n in sorted(outcomes.items()) if given == label}
                total = sum(answers.values())
                right = f"{answers.get(label, 0) / total:.2f}"
                site = archive.name.removesuffix(".tar.xz")
                print(f"| {site} | {label} | {total} | {right} | {answers} |", flush=True)
