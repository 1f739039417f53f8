"""Every bench prints a table or figure of the documentation, and every command there is one that there is."""

import re
import subprocess
import sys

from tests.conftest import ROOT

BENCHES = [path.stem for path in sorted((ROOT / "bench").glob("*.py")) if not path.stem.startswith("_")]
DOCUMENTS = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "bench", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - ourselves


def test_each_bench_is_named_where_its_table_stands() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    assert set(re.findall(r"python -m bench (\w+)", text)) == set(BENCHES)
    assert not re.search(r"bench[/.]\w+\.py|python -m bench\.", text)


def test_benches_are_listed_with_what_they_measure() -> None:
    listed = run().stdout.splitlines()
    assert [line.split()[0] for line in listed] == BENCHES
    assert all(len(line.split()) > 3 for line in listed)


def test_a_bench_says_what_it_measures_and_how() -> None:
    shown = run("records", "--help")
    assert "Records of list pages with gold" in shown.stdout
    assert re.search(r"tables +Items of hand-made tables that SimHTree finds", shown.stdout)
    assert "--render" in run("records", "tables", "--help").stdout
    assert "word F1 of" in " ".join(run("model_records", "--help").stdout.split())


def test_an_unknown_bench_gives_a_message() -> None:
    done = run("none")
    assert (done.returncode, done.stderr) == (1, "no bench is called none; python -m bench lists them\n")
