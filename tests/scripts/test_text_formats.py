"""Text, Markdown and HTML: pages in one file, with a title or a block of YAML, or a file for each page."""

import json
import re
from pathlib import Path

from tests.scripts.commands import HERE, PLAIN, iawce, ids

FILES = ("--format", "md", "-o")


def test_text_formats_are_recognised_by_the_suffix(six: list[Path], tmp_path: Path) -> None:
    for name, expected in (
        ("o.txt", "===== {0} =====\n\nThis is page number 0.\n\n===== {1} =====\n\nThis is page number 1.\n"),
        ("o.md", "<!-- {0} -->\n\nThis is page number 0.\n\n<!-- {1} -->\n\nThis is page number 1.\n"),
    ):
        done = iawce(*PLAIN, *HERE, six[0], tmp_path / "none.html", six[1], "-o", tmp_path / name)
        assert done.returncode == 1
        assert (tmp_path / name).read_text() == expected.format(*six)
        assert f"{tmp_path / 'none.html'}: there is no such file or folder (input/not_found)" in done.stderr
        assert iawce(*PLAIN, six[0], "-o", tmp_path / name).returncode == 2
    assert iawce(*PLAIN, six[0], "-o", tmp_path / "o.html").returncode == 0
    assert "<p>This is page number 0.</p>" in (tmp_path / "o.html").read_text()


def test_front_matter_is_yaml(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text('<title>He said: "no"\x85 # --- ünd</title><p>Text of the page.')
    done = iawce(
        *PLAIN, page, "--format", "markdown", "-s", "output.front_matter=true", "--base-url", "https://example.org/a"
    )
    first, *fields, last, _, title, _, text = done.stdout.splitlines()
    assert (first, last, text) == ("---", "---", "Text of the page.")
    assert title.startswith('# He said: "no"')
    read = {name: json.loads(value) for name, _, value in (line.partition(": ") for line in fields)}
    assert list(read) == ["url", "title", "type", "rendered"]
    assert (read["url"], read["type"]) == ("https://example.org/a", "article")
    assert read["title"].startswith('He said: "no"')
    saved = iawce(*PLAIN, page, "--format", "markdown", "-s", "output.front_matter=true")
    assert saved.stdout.splitlines()[1] == f"ref: {json.dumps(str(page))}"


def test_one_file_of_settings_serves_rows_and_texts(tmp_path: Path) -> None:
    page, given = tmp_path / "a.html", tmp_path / "my.toml"
    page.write_text("<title>A wall</title><p>Text of the page.")
    given.write_text('[output]\nfront_matter = true\ntitle = true\ncolumns = ["title", "text"]\n')
    for name, written, begin, unused in (
        ("rows.jsonl", "rows.jsonl", '{"title": "A wall", "text": "Text of the page."}', ["front_matter", "title"]),
        ("page.md", "page.md", "---\n", ["title", "columns"]),
        ("page.txt", "page.txt", "A wall\n\nText of the page.\n", ["front_matter", "columns"]),
        ("RUN/", "RUN/report.html", "<!doctype html>", ["front_matter", "title"]),
    ):
        done = iawce(*PLAIN, page, "-s", given, "-o", f"{tmp_path}/{name}")
        assert (done.returncode, (tmp_path / written).read_text().startswith(begin)) == (0, True)
        assert re.findall(r"output\.(\w+) is not used", done.stderr) == unused


def test_text_begins_with_the_title_where_it_is_wanted(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<title>A wall</title><p>Text of the page.")
    assert iawce(*PLAIN, page, "--format", "text", "-s", "output.title=true").stdout == "A wall\n\nText of the page.\n"
    page.write_text("<title>A wall</title><h1>A wall</h1>")
    assert iawce(*PLAIN, page, "--method", "body", "--format", "text", "-s", "output.title=true").stdout == "A wall\n"


def test_a_file_a_page_and_an_index(six: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = iawce(*PLAIN, *HERE, *six[:3], tmp_path / "../none.html", *FILES, f"{out}/")
    assert done.returncode == 1
    index = [json.loads(line) for line in (out / "index.jsonl").read_text().splitlines()]
    assert [row["status"] for row in index] == ["success"] * 3 + ["failure"]
    assert [(out / row["file"]).read_text() for row in index[:3]] == [f"This is page number {n}.\n" for n in range(3)]
    assert [row["file"] for row in index] == [f"{n}-{index[n]['id']}.md" for n in range(3)] + [""]
    assert iawce(*PLAIN, *six, *FILES, out).returncode == 2
    assert iawce(*PLAIN, *HERE, *six, *FILES, out, "--resume").returncode == 1
    assert len(ids(out / "index.jsonl")) == 7
    assert len(list(out.iterdir())) == 7
    assert iawce(*PLAIN, six[5], "-o", out, "--overwrite", "--format", "text").returncode == 0
    assert sorted(path.suffix for path in out.iterdir()) == [".jsonl", ".txt"]
    assert iawce(*PLAIN, six[5], *FILES, f"{six[0]}/").returncode == 2


def test_the_file_of_an_index_has_the_names_of_its_folders(tmp_path: Path) -> None:
    pages = [tmp_path / "site" / year / "a post" / "index.html" for year in ("2023", "2024")]
    for page in pages:
        page.parent.mkdir(parents=True)
        page.write_text(f"<p>Text of the page of {page.parent.parent.name}.")
    assert iawce(*PLAIN, tmp_path / "site", *FILES, f"{tmp_path}/out/").returncode == 0
    names = sorted(path.stem.rpartition("-")[0] for path in (tmp_path / "out").glob("*.md"))
    assert names == [f"site-{year}-a-post" for year in ("2023", "2024")]
