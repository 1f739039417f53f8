"""The commands as a person types them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from iawce.data.errors import EnvironmentMissing
from iawce.data.sinks import read_rows
from iawce.data.sinks.sink import SINKS
from iawce.data.snapshot import Snapshot, SnapshotStore
from iawce.extract.output.row_schema import row_schema
from iawce.models.page_type.classifier import shipped_records
from tests.conftest import PATIENT, ROOT, Site
from tests.scripts.commands import HERE, iawce, iawce_process, rows


def test_help_names_every_verb_and_each_verb_its_options() -> None:
    overall = iawce("--help").stdout
    for verb in ("extract", "render", "classify", "inspect", "train", "models", "doctor", "evaluate", "site"):
        assert verb in overall
        assert "--help" in iawce(verb, "--help").stdout
    assert iawce("--version").stdout.startswith("iawce 0.")


@pytest.mark.parametrize("verb", ["extract", "classify", "render"])
def test_help_names_every_sink(verb: str) -> None:
    shown = iawce(verb, "--help").stdout
    assert [address for address in SINKS if address not in shown] == []


def test_a_shell_can_complete_the_verbs(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"_IAWCE_COMPLETE": "complete_bash", "COMP_WORDS": "iawce ren", "COMP_CWORD": "1"}.items():
        monkeypatch.setenv(name, value)
    assert iawce().stdout.split() == ["render"]


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
    assert "\n\nThe old harbour bridge will close" in iawce(*extract, "--format", "markdown").stdout


def test_extract_from_stdin_and_folders_with_exit_codes(tmp_path: Path) -> None:
    plain = ("extract", "--render", "never", "--type", "article")
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
    plain = ("extract", "--render", "never", "--type", "article", *HERE, tmp_path / "a.html", tmp_path / "b.html")
    for name in ("o.parquet", "o.jsonl.gz", "o.csv", "o.db"):
        done = iawce(*plain, "-o", tmp_path / name)
        assert (done.returncode, done.stdout) == (1, ""), done.stderr
        found = list(read_rows(tmp_path / name, row_schema()))
        assert [(row["status"], row["text"]) for row in found] == [("success", "one"), ("failure", "")]
    assert [row["text"] for row in rows(iawce(*plain, "-o", "-"))] == ["one", ""]
    text = tmp_path / "o.txt"
    assert iawce(*plain, "-o", text, "--format", "text").returncode == 1
    assert text.read_text() == "one\n"
    assert iawce(*plain, "-o", text, "--format", "jsonl", "--overwrite").returncode == 1
    assert len(text.read_text().splitlines()) == 2


def test_bad_usage_is_a_message_and_exit_code_2(tmp_path: Path) -> None:
    for arguments in (
        ("extract", "--render", "never", "-s", "page_type.look_at=screenshot", "x.html"),
        ("models", "export"),
        ("extract", "--type", "poem", "x.html"),
        ("extract", "--method", "magic", "x.html"),
        ("extract", "--render", "sometimes", "x.html"),
        ("extract", "--timeout", 0, "x.html"),
        ("extract", "--jobs", 0, "x.html"),
        ("extract", "--jobs", -1, "x.html"),
        ("extract", "--jobs", 10**9, "x.html"),
        ("crawl", "--jobs", 0, "https://example.org/", "-o", tmp_path / "run"),
        ("extract", "--follow-pages", "many", "x.html"),
        ("extract", "--render", "never", "--type", "list", tmp_path),
        ("extract", "--render", "never", "--type", "list", "x.html", "-o", tmp_path / "no" / "folder.jsonl"),
        ("extract", "--render", "never", "--type", "list", "x.html", "-o", tmp_path / "rows.xml"),
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
    patiently = ("-o", tmp_path / "snapshots", "-s", f"render.deadline={PATIENT.deadline}")
    rendered = iawce("render", listed, *patiently)
    assert rendered.returncode == 1
    assert [row["reason"] for row in rows(rendered)] == ["", "", "http_error/404"]
    assert [row["http_status"] for row in rows(rendered)] == [200, 200, 404]
    again = iawce("render", urls[0], *patiently, "--rows", tmp_path / "rendered.parquet")
    assert (again.returncode, again.stdout) == (0, "")
    (kept,) = read_rows(tmp_path / "rendered.parquet", row_schema())
    assert (kept["snapshot"], kept["text"]) == (rows(rendered)[0]["snapshot"], "")
    folders = [str(row["snapshot"]) for row in rows(rendered)[:2]]
    seen = rows(iawce("classify", *folders))
    assert [row["type"] for row in seen] == ["article", "list"]
    live = rows(iawce("classify", *urls, "-s", f"render.deadline={PATIENT.deadline}"))
    assert [(row["url"], row["type"]) for row in live] == [(urls[0], "article"), (urls[1], "list")]
    assert {str(row["model"]).split("/")[1] for row in seen} == {"html"}
    by_pixels = rows(iawce("classify", tmp_path / "snapshots", "-s", "page_type.look_at=screenshot"))
    assert {row["model"] for row in by_pixels} == {"page_type/screenshot"}
    assert len(by_pixels) == 2
    taken = rows(iawce("extract", *folders, "--method", "rules"))
    assert [row["method"] for row in taken] == ["article", "list"]
    copied = iawce("render", tmp_path / "snapshots", tmp_path / "none.html", "-o", tmp_path / "copies")
    assert [row["reason"] for row in rows(copied)] == ["", "", "input/not_found"]
    assert [Path(str(row["snapshot"])).name for row in rows(copied)[:2]] == sorted(Path(name).name for name in folders)
    assert all(Path(str(row["snapshot"]), "page.html.gz").is_file() for row in rows(copied)[:2])


@pytest.mark.browser
def test_a_defect_costs_render_one_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(store: SnapshotStore, snapshot: Snapshot) -> Path:
        if "bad" in snapshot.html:
            raise ZeroDivisionError("a defect")
        return tmp_path

    monkeypatch.setattr(SnapshotStore, "save", broken)
    for name, text in (("a", "good"), ("b", "bad"), ("c", "good")):
        (tmp_path / f"{name}.html").write_text(f"<p>{text} words")
    done = iawce("render", tmp_path, "-o", tmp_path, "-s", f"render.deadline={PATIENT.deadline}")
    assert [row["reason"] for row in rows(done)] == ["", "internal/ZeroDivisionError", ""]


def test_models_are_listed_checked_and_exported(tmp_path: Path) -> None:
    listed = iawce("models").stdout
    verified = iawce("models", "verify").stdout
    for record in shipped_records():
        assert f"{record.name}: {record.architecture}" in listed
        assert f"ok  {record.name}" in verified
    assert "blocks: block_trees" in listed
    assert "0.8832 (wcxb)" in listed
    assert "ok  blocks, ONNX differs by" in verified
    assert "ok  evidence, of 13 facts" in verified
    assert "ok  lists, 100 trees" in verified
    for name, why in (("blocks", "when it was trained"), ("screenshot-trees", "neither a network nor trees")):
        refused = iawce("models", "export", name, "-o", tmp_path)
        assert (refused.returncode, why in " ".join(refused.stderr.split())) == (2, True)
    exported = iawce("models", "export", "layout-attention", "-o", tmp_path)
    assert exported.returncode == 0, exported.stderr
    assert [path.suffix for path in tmp_path.iterdir()] == [".onnx"]


def test_a_model_that_does_not_exist_is_bad_usage_and_the_message_lists_all(tmp_path: Path) -> None:
    Image.new("RGB", (40, 40)).save(tmp_path / "a.png")
    for command in (
        ("classify", tmp_path, "--model"),
        *(("models", action) for action in ("list", "verify", "export")),
    ):
        done = iawce(*command, "none-such")
        assert (done.returncode, "lenet5-screenshot" in done.stderr) == (2, True), done.stderr


def test_messages_show_what_was_typed_and_nothing_a_terminal_would_obey(tmp_path: Path) -> None:
    Image.new("RGB", (40, 40)).save(tmp_path / "a.png")
    done = iawce("classify", tmp_path, "--model", "[bold]none\x1b[2J\nforged line")
    assert "[bold]none [2J forged line" in done.stderr
    assert "\x1b" not in done.stderr


@pytest.mark.browser
def test_doctor_finds_this_machine_ready() -> None:
    done = iawce("doctor")
    assert done.returncode == 0, done.stdout
    assert "Chromium" in done.stdout
    for record in shipped_records():
        assert record.file in done.stdout.replace("\n", "")


def test_doctor_says_how_to_get_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IAWCE_CHROMIUM", "/no/such/browser")
    done = iawce("doctor")
    assert done.returncode == 5
    assert "MISSING  Chromium" in done.stdout


def test_doctor_misses_the_model_of_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> None:
        raise EnvironmentMissing("the model of lists is absent")

    monkeypatch.setattr("iawce.extract.records.lists.ranked_lists.load_list_model", load)
    done = iawce("doctor")
    assert done.returncode == 5
    assert "the model of lists is absent" in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["extract", "render", "classify", "inspect", "train", "models", "doctor", "evaluate"])
def test_each_verb_runs_as_a_file_from_anywhere(name: str) -> None:
    script = ROOT / "scripts" / f"{name}.py"
    command = [sys.executable, str(script), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert "Usage" in done.stdout
