"""The commands as a person types them."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from PIL import Image

from iawce.data.boxes import Box, dump_boxes
from iawce.data.sinks import SINKS, read_rows
from iawce.extract.row_schema import row_json_schema, row_schema
from iawce.models.page_type.shipped import list_records
from tests.conftest import PATIENT, ROOT, Site
from tests.scripts.commands import Done, iawce, iawce_process


def rows(done: Done) -> list[dict[str, object]]:
    """The rows on stdout, each of which is of the one schema."""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    for row in found:
        jsonschema.Draft202012Validator(row_json_schema()).validate(row)
    return found


def test_help_names_every_verb_and_each_verb_its_options() -> None:
    overall = iawce("--help").stdout
    for verb in ("extract", "render", "classify", "inspect", "train", "models", "doctor", "evaluate"):
        assert verb in overall
        assert "--help" in iawce(verb, "--help").stdout
    assert iawce("--version").stdout.startswith("iawce 0.")


@pytest.mark.parametrize("verb", ["extract", "classify", "render"])
def test_help_names_every_sink(verb: str) -> None:
    shown = iawce(verb, "--help").stdout
    assert [address for address in SINKS if address not in shown] == []


def test_help_is_quick_to_come() -> None:
    heavy = ("torch", "playwright", "pyarrow")
    code = f"import sys; import iawce.scripts.cli; sys.exit(any(name in sys.modules for name in {heavy}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603


@pytest.mark.browser
def test_extract_prints_text_markdown_or_json(site: Site, pages: Path) -> None:
    url = site.add("/", (pages / "article-news" / "source.html").read_bytes())
    extract = ("extract", url, "--timeout", PATIENT.deadline)
    row = rows(iawce(*extract))[0]
    assert row["type"] == "article"
    assert "The old harbour bridge" in str(row["text"])
    text = iawce(*extract, "--format", "text")
    assert text.stdout.strip() == row["text"]
    assert "article (" in text.stderr
    assert "# Harbour bridge" in iawce(*extract, "--format", "markdown").stdout


def test_extract_from_stdin_and_folders_with_exit_codes(tmp_path: Path) -> None:
    plain = ("extract", "--no-browser", "--type", "article")
    assert rows(iawce_process(*plain, "-", text=b"<p>piped in"))[0]["text"] == "piped in"
    assert rows(iawce(*plain, "-", text=b"<p>piped in"))[0]["text"] == "piped in"
    (tmp_path / "a.html").write_text("<p>one")
    (tmp_path / "b.html").write_bytes(b"%PDF-1.4")
    mixed = iawce(*plain, tmp_path)
    assert mixed.returncode == 1
    assert [row["reason"] for row in rows(mixed)] == ["", "not_html/pdf"]
    assert iawce(*plain, tmp_path / "b.html").returncode == 3
    out = tmp_path / "out.jsonl"
    assert iawce(*plain, tmp_path / "a.html", "-o", out).returncode == 0
    assert json.loads(out.read_text())["text"] == "one"


def test_extract_writes_what_the_name_of_its_output_says(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>one")
    (tmp_path / "b.html").write_bytes(b"%PDF-1.4")
    plain = ("extract", "--no-browser", "--type", "article", tmp_path / "a.html", tmp_path / "b.html")
    for name in ("o.parquet", "o.jsonl.gz", "o.csv", "o.db"):
        done = iawce(*plain, "-o", tmp_path / name)
        assert (done.returncode, done.stdout) == (1, ""), done.stderr
        found = list(read_rows(tmp_path / name, row_schema()))
        assert [(row["status"], row["text"]) for row in found] == [("success", "one"), ("failure", "")]
    assert [row["text"] for row in rows(iawce(*plain, "-o", "-"))] == ["one", ""]
    text = tmp_path / "o.txt"
    assert iawce(*plain, "-o", text, "--format", "text").returncode == 1
    assert text.read_text() == "one\n"
    assert iawce(*plain, "-o", text, "--format", "jsonl").returncode == 1
    assert len(text.read_text().splitlines()) == 2


def test_bad_usage_is_a_message_and_exit_code_2(tmp_path: Path) -> None:
    for arguments in (
        ("extract", "--no-browser", "--eye", "pixels", "x.html"),
        ("models", "export"),
        ("extract", "--type", "poem", "x.html"),
        ("extract", "--method", "magic", "x.html"),
        ("extract", "--no-browser", "--type", "list", tmp_path),
        ("extract", "--no-browser", "--type", "list", "x.html", "-o", tmp_path / "no" / "folder.jsonl"),
        ("extract", "--no-browser", "--type", "list", "x.html", "-o", tmp_path / "rows.txt"),
        ("render", "x.html", "--rows", tmp_path / "rows.txt", "-o", tmp_path / "snapshots"),
        ("classify", tmp_path),
        ("extract",),
    ):
        done = iawce(*arguments)
        assert done.returncode == 2, (arguments, done.stderr)
        assert done.stderr.strip()
        assert "Traceback" not in done.stderr


@pytest.mark.browser
def test_render_then_classify_then_extract(site: Site, pages: Path, tmp_path: Path) -> None:
    urls = [site.add(f"/{name}", (pages / name / "source.html").read_bytes()) for name in ("article-news", "list-blog")]
    listed = tmp_path / "urls.txt"
    listed.write_text("\n".join([*urls, site.url + "/gone"]))
    rendered = iawce("render", listed, "-o", tmp_path / "snapshots", "--timeout", PATIENT.deadline)
    assert rendered.returncode == 1
    assert [row["reason"] for row in rows(rendered)] == ["", "", "http_error/404"]
    assert [row["http_status"] for row in rows(rendered)] == [200, 200, 0]
    again = iawce("render", urls[0], "-o", tmp_path / "snapshots", "--rows", tmp_path / "rendered.parquet")
    assert (again.returncode, again.stdout) == (0, "")
    (kept,) = read_rows(tmp_path / "rendered.parquet", row_schema())
    assert (kept["snapshot"], kept["text"]) == (rows(rendered)[0]["snapshot"], "")
    folders = [str(row["snapshot"]) for row in rows(rendered)[:2]]
    seen = rows(iawce("classify", *folders))
    assert [row["type"] for row in seen] == ["article", "list"]
    assert {row["model"] for row in seen} == {"page_type/all"}
    by_pixels = rows(iawce("classify", tmp_path / "snapshots", "--eye", "pixels"))
    assert {row["model"] for row in by_pixels} == {"page_type/screenshot"}
    assert len(by_pixels) == 2
    taken = rows(iawce("extract", *folders))
    assert [row["method"] for row in taken] == ["article", "list"]


def test_classify_keeps_order_and_gives_bad_pictures_a_row(tmp_path: Path) -> None:
    for number in range(5):
        Image.new("RGB", (400, 900), "white").save(tmp_path / f"{number}.png")
    (tmp_path / "3.png").write_bytes(b"\x89PNG\r\n\x1a\n broken")
    Image.new("1", (9000, 9000)).save(tmp_path / "4.png")
    done = iawce("classify", tmp_path, tmp_path / "absent.png", "--batch-size", 2)
    assert done.returncode == 1
    assert [Path(str(row["ref"])).name for row in rows(done)] == [
        "0.png",
        "1.png",
        "2.png",
        "3.png",
        "4.png",
        "absent.png",
    ]
    reasons = [row["reason"] for row in rows(done)]
    assert reasons == ["", "", "", "bad_picture/unreadable", "bad_picture/too_large", "input/not_found"]
    assert set(rows(done)[0]["probabilities"]) == {"article", "list", "thread", "product"}  # type: ignore[call-overload]
    assert "pages/s" in done.stderr


def test_classify_reads_a_corpus_and_says_nothing_where_it_is_not_sure(tmp_path: Path) -> None:
    Image.new("RGB", (683, 800), "white").save(tmp_path / "shot.png")
    heading = Box("t", 0, 300, 40, 700, 50, 1, 30, 36, 700, 0, 1)
    lines = [3, 7, 2, 5, 9, 4, 6, 3, 8, 5]
    tops = [110 + 27 * sum(lines[:i]) + 20 * i for i in range(10)]
    text = [
        Box("t", 1 + i, 300, y, 700, 27 * n, n, 95 * n, 17, 400, 0, 0)
        for i, (y, n) in enumerate(zip(tops, lines, strict=True))
    ]
    article = [heading, *text]
    (tmp_path / "a.json.gz").write_bytes(dump_boxes(article))
    (tmp_path / "b.json.gz").write_bytes(b"damaged")
    common = {"site": "s", "label": "article", "ambiguous": False, "height": 1900, "shot": "shot.png"}
    known = [
        common | {"id": "with-boxes", "boxes": "a.json.gz"},
        common | {"id": "without", "boxes": None},
        common | {"id": "damaged", "boxes": "b.json.gz"},
    ]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in known))
    seen = rows(iawce("classify", tmp_path))
    assert [(row["ref"], row["reason"]) for row in seen] == [
        ("with-boxes", ""),
        ("without", ""),
        ("damaged", "input/damaged_boxes"),
    ]
    assert [row["model"] for row in seen] == ["page_type/boxes", "page_type/screenshot", ""]
    assert seen[0]["type"] == "article"
    unsure = rows(iawce("classify", tmp_path, "--min-confidence", 1))
    assert [(row["status"], row["type"]) for row in unsure] == [("skipped", ""), ("skipped", ""), ("failure", "")]
    assert unsure[0]["probabilities"] == seen[0]["probabilities"]


def test_classify_tells_saved_html_and_writes_parquet(pages: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("article-news", "list-blog"):
        (tmp_path / f"{name}.html").write_bytes((pages / name / "source.html").read_bytes())
    (tmp_path / "gone.html").write_text(
        "<title>404 Not Found</title><h1>Not Found</h1><p>Error 404: page not found</p>"
    )
    out = tmp_path / "types.parquet"
    done = iawce("classify", tmp_path, "--types", "seven", "--coverage", "0.95", "-o", out)
    assert done.returncode == 0, done.stderr
    seen = parquet.read_table(out).to_pylist()
    assert [Path(row["ref"]).stem for row in seen] == ["article-news", "gone", "list-blog"]
    assert [(row["status"], row["reason"]) for row in seen] == [
        ("success", ""),
        ("skipped", "not_sure/error_page"),
        ("success", ""),
    ]
    assert seen[0]["type"] == "article"
    assert seen[2]["type"] in ("listing", "collection")
    assert len(dict(seen[0]["probabilities"])) == 7
    assert "article" in seen[0]["possible_types"]
    two = rows(iawce("classify", tmp_path / "list-blog.html", "--types", "two"))[0]
    assert (two["type"], set(two["probabilities"])) == ("list", {"article", "list"})  # type: ignore[call-overload]


def test_classify_takes_what_the_other_commands_take(tmp_path: Path) -> None:
    (tmp_path / "saved").write_text("<title>404</title><h1>Not Found</h1><p>Error 404: page not found")
    (tmp_path / "urls").write_text("https://a.example/\nhttps://b.example/\n")
    done = iawce("classify", "https://a.example/", tmp_path / "saved", tmp_path / "urls", "-", text=b"%PDF-1.4")
    assert done.returncode == 1
    assert [(row["ref"], row["reason"]) for row in rows(done)] == [
        ("https://a.example/", "not_fetched/no_browser"),
        (str(tmp_path / "saved"), "not_sure/error_page"),
        ("https://b.example/", "not_fetched/no_browser"),
        ("-", "not_html/pdf"),
    ]


def test_classify_explains_itself_by_a_picture(tmp_path: Path) -> None:
    Image.new("RGB", (683, 800), "white").save(tmp_path / "shot.png")
    done = iawce("classify", tmp_path / "shot.png", "--explain", tmp_path / "why")
    assert done.returncode == 0, done.stderr
    with Image.open(tmp_path / "why" / "00001.png") as picture:
        assert picture.size == (683, 800)


def test_models_are_listed_checked_and_exported(tmp_path: Path) -> None:
    listed = iawce("models").stdout
    verified = iawce("models", "verify").stdout
    for record in list_records():
        assert f"{record.name}: {record.architecture}" in listed
        assert f"ok  {record.name}" in verified
    exported = iawce("models", "export", "layout-network", "-o", tmp_path)
    assert exported.returncode == 0, exported.stderr
    assert [path.suffix for path in tmp_path.iterdir()] == [".onnx"]


def test_classify_names_a_damaged_snapshot(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    folder.mkdir()
    (folder / "snapshot.json").write_text("{}")
    (folder / "boxes.json.gz").write_bytes(dump_boxes([Box("t", 0, 0, 0, 9, 9, 1, 1, 16, 400, 0, 0)])[:-5])
    assert [row["reason"] for row in rows(iawce("classify", tmp_path))] == ["input/damaged_snapshot"]


def test_missing_weights_exit_with_5(tmp_path: Path) -> None:
    Image.new("RGB", (40, 40)).save(tmp_path / "a.png")
    done = iawce("classify", tmp_path, "--model", "none-such")
    assert done.returncode == 5
    assert "lenet5-screenshot" in done.stderr


def test_messages_show_what_was_typed_and_nothing_a_terminal_would_obey(tmp_path: Path) -> None:
    Image.new("RGB", (40, 40)).save(tmp_path / "a.png")
    done = iawce("classify", tmp_path, "--model", "[bold]none\x1b[2J\nforged line")
    assert "[bold]none [2J forged line" in done.stderr
    assert "\x1b" not in done.stderr


@pytest.mark.browser
def test_inspect_marks_what_was_taken(pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "marked.png"
    done = iawce("inspect", pages / "article-news" / "source.html", "--type", "article", "-o", out)
    assert done.returncode == 0, done.stderr
    with Image.open(out) as picture:
        colours = {colour for _, colour in picture.getcolors(1 << 20) or []}
    assert (214, 40, 40) in colours
    assert iawce("inspect", tmp_path / "none.html", "-o", out).returncode == 3
    assert iawce("inspect", pages / "list-links" / "source.html", "--type", "list", "-o", tmp_path).returncode == 2


@pytest.mark.browser
def test_doctor_finds_this_machine_ready() -> None:
    done = iawce("doctor")
    assert done.returncode == 0, done.stdout
    assert "Chromium" in done.stdout
    for record in list_records():
        assert record.file in done.stdout.replace("\n", "")


def test_doctor_says_how_to_get_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IAWCE_CHROMIUM", "/no/such/browser")
    done = iawce("doctor")
    assert done.returncode == 5
    assert "MISSING  Chromium" in done.stdout


@pytest.mark.parametrize("name", ["extract", "render", "classify", "inspect", "train", "models", "doctor", "evaluate"])
def test_each_verb_runs_as_a_file_from_anywhere(name: str) -> None:
    script = ROOT / "scripts" / f"{name}.py"
    command = [sys.executable, str(script), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert "Usage" in done.stdout
