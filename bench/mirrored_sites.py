"""Renders, classifies and extracts a fixed sample of pages of whole mirrored sites, served on localhost.

    python bench/mirrored_sites.py --sites PATH/sites -o runs/mirrored

Prints, for each site and label, the share of pages classified right. A text for each page is written
to the output folder, to be read. The mirrors' sites must be among the held-out sites of the models.
"""

import argparse
import json
import random
import tarfile
import tempfile
import threading
from collections import Counter
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

from iawce.extract import Extractor
from iawce.extract.run.settings import ExtractSettings
from iawce.models.page_type.ensemble import PAPER_MODEL, PageTypeEnsemble

TEXT = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8"}


class Mirror(SimpleHTTPRequestHandler):
    """Serves a folder; the site's own absolute addresses are made to point here."""

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
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{server.server_address[1]}"
        paths = sample(info["labels"], count)
        rows = extractor.extract_many(f"{origin}/{quote(path)}" for path in paths)
        for number, (path, row) in enumerate(zip(paths, rows, strict=True)):
            label = info["labels"][path]
            outcomes[label, row.type or row.reason] += 1
            head = f"{path}\n{label} -> {row.type} {row.confidence:.2f} {row.status} {row.reason} {row.warnings}\n\n"
            name = f"{info['site']}-{label}-{number:03d}.txt"
            (out / name).write_text(head + row.title + "\n\n" + row.text + "\n", encoding="utf-8")
        server.shutdown()
        server.server_close()
    return outcomes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=Path, required=True, help="folder with SITE.tar.xz and SITE.json")
    parser.add_argument("--count", type=int, default=20, help="pages of each label of each site")
    parser.add_argument("-o", "--output", type=Path, default=Path("runs/mirrored"))
    parser.add_argument("--look-at", choices=["auto", "boxes", "html", "screenshot"], default="auto")
    parser.add_argument("--model", default="", help="shipped weights, or a record: one model decides the page type")
    parser.add_argument("--pipeline", choices=["default", "paper"], default="default", help="as of iawce extract")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    print("| site | label | pages | right | answers |\n| --- | --- | --- | --- | --- |")
    is_paper = arguments.pipeline == "paper"
    settings = ExtractSettings.paper() if is_paper else ExtractSettings()
    model = arguments.model or (PAPER_MODEL if is_paper else "")
    ensemble = PageTypeEnsemble.paper(model) if is_paper else PageTypeEnsemble(arguments.look_at, model)
    with Extractor(settings=settings, ensemble=ensemble) as extractor:
        for archive in sorted(arguments.sites.glob("*.tar.xz")):
            outcomes = run_site(archive, extractor, arguments.count, arguments.output)
            for label in sorted({label for label, _ in outcomes}):
                answers = {answer: n for (given, answer), n in sorted(outcomes.items()) if given == label}
                total = sum(answers.values())
                right = f"{answers.get(label, 0) / total:.2f}"
                site = archive.name.removesuffix(".tar.xz")
                print(f"| {site} | {label} | {total} | {right} | {answers} |", flush=True)


if __name__ == "__main__":
    main()
