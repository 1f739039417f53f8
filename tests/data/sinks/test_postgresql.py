"""A growing table in a real PostgreSQL server, started for the test from what the machine has installed."""
# ruff: noqa: S603 - runs the server

import json
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sql
import yaml

from iawce.data.errors import UsageError
from iawce.data.sinks import read_rows
from iawce.data.sinks.growing_table import PageRows, TypedValue, open_table
from iawce.data.sinks.schema import DATE, NUMBER, TEXT, Schema
from iawce.data.sinks.sink import KEY
from iawce.extract.output.row_schema import row_schema
from tests.conftest import ROOT, Site
from tests.extract.crawl.site import blog, serve_pages
from tests.scripts.commands import iawce

PLACES = (*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin"), Path("/usr/bin"))


def binary(name: str) -> str:
    found = next((str(place / name) for place in PLACES if (place / name).exists()), None) or shutil.which(name)
    if found is None:
        pytest.skip("needs a PostgreSQL server (Debian, Ubuntu: apt-get install postgresql)")
    return found


def as_another(folder: Path) -> list[str]:
    """What a command begins with so that it does not run as root, which the server refuses."""
    if os.getuid():
        return []
    try:
        user = pwd.getpwnam("postgres")
    except KeyError:
        pytest.skip("needs a user postgres, since the server does not run as root")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return ["runuser", "-u", "postgres", "--"]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a database of an empty server, which listens on a socket in a folder of its own."""
    pytest.importorskip("psycopg", reason="needs pip install 'iawce[postgres]'")
    initdb, postgres, ready = map(binary, ("initdb", "postgres", "pg_isready"))
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # a short path: those of sockets may have hundred characters
    try:
        user, data = as_another(folder), folder / "data"
        made = [*user, initdb, "-D", str(data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync"]
        subprocess.run(made, check=True, capture_output=True, cwd=folder)
        started = [*user, postgres, "-D", str(data), "-k", str(folder), "-h", "", "-F"]
        with subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder) as process:
            try:
                _wait(process, [ready, "-h", str(folder)])
                yield f"postgresql+psycopg://postgres@/postgres?host={folder}"
            finally:
                process.terminate()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(process: subprocess.Popen[bytes], asked: list[str]) -> None:
    """Until the server answers, however long that takes on a busy machine, or has ended."""
    while subprocess.run(asked, check=False, capture_output=True).returncode:
        assert process.poll() is None, "the server does not start"
        time.sleep(0.1)


def page(source: str, columns: Schema, *rows: tuple[str | float | None, ...]) -> PageRows:
    cells = [[None if cell is None else TypedValue(cell, str(cell)) for cell in row] for row in rows]
    return PageRows(source, columns, [dict(zip(columns, row, strict=True)) for row in cells])


def stored(address: str, table: str) -> list[dict[str, object]]:
    engine = sql.create_engine(address)
    try:
        found = sql.Table(table, sql.MetaData(), autoload_with=engine)
        with engine.connect() as connection:
            rows = connection.execute(sql.select(found).order_by(found.c["title"])).mappings().all()
        return [{name: value for name, value in row.items() if name != KEY} for row in rows]
    finally:
        engine.dispose()


LAMPS = {"title": TEXT, "price": NUMBER, "day": DATE}
FIRST = page("a", LAMPS, ("Lamp", 3.5, "2024-05-01"), ("Desk", None, None))
SECOND = page("b", {"title": TEXT, 'Größe in "cm"': NUMBER}, ("Zelt 東京", 120.0))


def test_rows_have_their_types(server: str) -> None:
    with open_table(server, "first") as table:
        assert table.add(FIRST) == 2
    desk, lamp = stored(server, "first")
    assert lamp == {"source": "a", "title": "Lamp", "price": 3.5, "day": date(2024, 5, 1)}
    assert desk == {"source": "a", "title": "Desk", "price": None, "day": None}


def test_another_page_adds_its_columns_and_nothing_twice(server: str) -> None:
    for _ in range(2):
        with open_table(server, "second") as table:
            added = [table.add(FIRST), table.add(SECOND)]
    assert added == [0, 0]
    rows = stored(server, "second")
    assert [row["title"] for row in rows] == ["Desk", "Lamp", "Zelt 東京"]
    assert rows[2]['Größe in "cm"'] == 120.0
    assert rows[0]['Größe in "cm"'] is None


def test_a_value_of_another_type_is_kept_as_it_was_written(server: str) -> None:
    with open_table(server, "third") as table:
        table.add(FIRST)
        table.add(page("c", {"title": TEXT, "price": TEXT}, ("Sofa", "on request")))
    sofa = stored(server, "third")[-1]
    assert (sofa["price"], sofa["price_text"]) == (None, "on request")


def test_a_table_of_another_program_is_refused(server: str) -> None:
    engine = sql.create_engine(server)
    with engine.begin() as connection:
        connection.execute(sql.text("CREATE TABLE mine (title text)"))
    engine.dispose()
    with pytest.raises(UsageError, match="not made by this command"):
        open_table(server, "mine")


@pytest.mark.parametrize(("more", "name"), [("", "foreign_one"), ("/nowhere", "items"), ("&table=x", "items")])
def test_no_message_shows_the_password_of_the_server(server: str, more: str, name: str) -> None:
    engine = sql.create_engine(server)
    with engine.begin() as connection:
        connection.execute(sql.text("CREATE TABLE IF NOT EXISTS foreign_one (title text)"))
    engine.dispose()
    with pytest.raises(UsageError) as caught:
        open_table(server.replace("postgres@", "postgres:secret@") + more, name)
    assert "postgresql" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_server_that_is_not_there_is_a_message(server: str) -> None:
    with pytest.raises(UsageError, match="cannot be opened"):
        open_table(f"{server}/nowhere", "items")


def test_a_table_is_free_as_soon_as_its_command_ends(server: str) -> None:
    for _ in range(20):
        with open_table(server, "again"):
            pass


def test_a_table_is_for_one_command_at_a_time(server: str) -> None:
    refused = rf"another command is writing to .* fourth \(iawce, process {os.getpid()}\)"
    with open_table(server, "fourth"), open_table(server, "fifth"), pytest.raises(UsageError, match=refused):
        open_table(server, "fourth")
    with open_table(server, "fourth") as table:
        assert table.add(FIRST) == 2


def pages(address: str, table: str) -> list[dict[str, object]]:
    engine = sql.create_engine(address)
    try:
        with engine.connect() as connection:
            asked = sql.text(f"SELECT ref, status, text, blocks FROM {table} ORDER BY ref")  # noqa: S608 - our own
            return [dict(row) for row in connection.execute(asked).mappings()]
    finally:
        engine.dispose()


def test_rows_of_extract_go_there_and_are_resumed(server: str, tmp_path: Path) -> None:
    secret, typed = server.replace("postgres@", "postgres:secret@") + "&table=run", ("extract", "--render", "never")
    for name in "ab":
        prose = f"Boat {name} leaves the island at noon, and whoever is late waits for the next tide. " * 9
        (tmp_path / f"{name}.html").write_text(f"<title>Boats</title><h1>Boats</h1><p>{prose}<p>{prose}")
        done = iawce(*typed, tmp_path, "-o", secret, "--resume")
        assert (done.returncode, "secret" in done.stderr, "table=run" in done.stderr) == (0, False, True)
    first, second = pages(server, "run")
    assert (str(first["ref"]).endswith("a.html"), first["status"]) == (True, "success")
    assert "Boat a leaves" in str(first["text"])
    assert json.loads(str(second["blocks"]))[0]["path"].startswith("/html")
    refused = iawce(*typed, tmp_path, "-o", secret)
    assert (refused.returncode, "exists: add --overwrite" in refused.stderr) == (2, True)
    assert iawce(*typed, tmp_path / "a.html", "-o", secret, "--overwrite").returncode == 0
    assert len(pages(server, "run")) == 1
    assert iawce(*typed, tmp_path / "a.html", "-o", server).returncode == 0
    assert len(pages(server, "pages")) == 1


@pytest.mark.browser
def test_the_batch_of_the_compose_file_writes_there(
    server: str, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own line, but for the machine of the database, the list, and pages of this machine, which are not public."""
    engine = sql.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for asked in ("CREATE ROLE iawce LOGIN", "CREATE DATABASE iawce OWNER iawce"):
            connection.execute(sql.text(asked))
    engine.dispose()
    serve_pages(site, blog(2))
    (tmp_path / "urls.txt").write_text("".join(f"{site.url}/{path}\n" for path in ("", "a/entry-number-2")))
    batch = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["batch"]
    socket, own = server.partition("?")[2], "postgresql+psycopg://iawce@database/iawce"
    other = {"/in/urls.txt": str(tmp_path / "urls.txt"), own: f"{own.replace('database', '')}?{socket}"}
    line = [other.pop(word, word) for word in batch["command"] if word != "--public-only"]
    assert not other, "words that the line no longer has"
    monkeypatch.setenv("PGPASSWORD", "secret")
    for _ in range(2):  # again, as a container that starts anew
        done = iawce(*line)
        assert (done.returncode, "secret" in done.stderr) == (0, False), done.stderr
        found = pages(f"{own.replace('database', '')}?{socket}", "pages")
        assert [row["status"] for row in found] == ["success", "success"]
        assert ["Entry 3" in str(found[0]["text"]), "whole sentences" in str(found[1]["text"])] == [True, True]


def test_rows_of_a_crawl_go_there_beside_its_folder_and_are_continued(server: str, site: Site, tmp_path: Path) -> None:
    serve_pages(site, blog(2))
    secret = server.replace("postgres@", "postgres:secret@")
    quick = ("--render", "never", "-s", "run.workers=1", "-s", "run.processes=0", "--contact", "mail@example.org")
    crawl = ("crawl", site.url, "-o", f"{tmp_path}/run/", *quick, "--rows", f"{secret}&table=crawled")
    first = iawce(*crawl, "--max-pages", 3)
    assert (first.returncode, "secret" in first.stderr, len(pages(server, "crawled"))) == (0, False, 3), first.stderr
    again = iawce(*crawl, "--resume")
    assert again.returncode == 0, again.stderr
    rows = read_rows(f"{tmp_path}/run/", row_schema())
    assert sorted(row["ref"] for row in rows) == [row["ref"] for row in pages(server, "crawled")]
    assert any("Entry" in str(row["text"]) for row in pages(server, "crawled"))
    assert iawce(*crawl[:3], f"{tmp_path}/other/", *crawl[4:]).returncode == 2, "the rows there are kept"
    refused = iawce("crawl", site.url, "-o", secret, *quick)
    assert (refused.returncode, "secret" in refused.stderr, "--rows takes a file or an address" in refused.stderr) == (
        2,
        False,
        True,
    )
