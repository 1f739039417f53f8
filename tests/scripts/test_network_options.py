"""What the commands tell the network about us, and what they never tell anybody else."""

import base64
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.conftest import PATIENT, ROOT, Site
from tests.scripts.commands import iawce, iawce_process, rows

SECRET = "s3cret"  # noqa: S105 - of nobody
PARAGRAPH = "<p>" + "Only who knows the password reads this text, which is as long as that of an article. " * 5
THREAD = (ROOT / "tests" / "pages" / "posts" / "nested-four-levels.html").read_text(encoding="utf-8")
LIST = (ROOT / "tests" / "pages" / "records" / "shop-grid.html").read_text(encoding="utf-8")
PAGE = f"<!doctype html><title>Members</title><h1>Members</h1>{PARAGRAPH}{PARAGRAPH}"


@pytest.fixture
def members(site: Site) -> str:
    """Address of a page that only ann with her password may see, without its scheme."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        knows = request.headers["Authorization"] == "Basic " + base64.b64encode(f"ann:{SECRET}".encode()).decode()
        body = PAGE.encode() if knows else b"<h1>Who are you?</h1>"
        request.send_response(200 if knows else 401)
        request.send_header("Content-Type", "text/html")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return site.add_answer("/members", answer).removeprefix("http://")


@pytest.mark.browser
def test_credentials_open_the_page_and_are_written_nowhere(members: str, site: Site, tmp_path: Path) -> None:
    urls = tmp_path / "urls.txt"
    away = f"http://ann:{SECRET}@{members.replace('/members', '/absent')}"
    urls.write_text(f"http://ann:{SECRET}@{members}\n{away}\nhttp://ann:{SECRET}@127.0.0.1:99999/\n")
    snapshots = tmp_path / "snapshots"
    done = iawce_process("-vv", "extract", urls, "--snapshots", snapshots, "--timeout", PATIENT.deadline)
    assert [row["reason"] for row in rows(done)] == ["", "http_error/404", "fetch_error/invalid_url"]
    assert "Only who knows the password" in str(rows(done)[0]["text"])
    written = [path.read_bytes() for path in snapshots.rglob("*") if path.is_file()]
    assert written
    for output in (done.stdout.encode(), done.stderr.encode(), *written):
        assert SECRET.encode() not in output


@pytest.mark.browser
def test_credentials_come_from_a_netrc_file(members: str, tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text(f"machine 127.0.0.1 login ann password {SECRET}\n")
    extract = ("extract", f"http://{members}", "--format", "jsonl", "--timeout", PATIENT.deadline)
    assert rows(iawce(*extract, "-s", f"network.netrc={netrc}"))[0]["status"] == "success"
    assert rows(iawce(*extract))[0]["reason"] == "http_error/401"


def test_fetch_extracts_without_a_browser(members: str, site: Site, tmp_path: Path) -> None:
    site.add("/pdf", "%PDF-1.7", Content_Type="application/pdf")
    site.add("/moved", "", 301, Location="/members")
    saved = tmp_path / "saved.html"
    saved.write_text(PAGE)
    urls = [f"http://ann:{SECRET}@{members}", f"{site.url}/pdf", f"{site.url}/absent", f"{site.url}/moved", saved]
    done = iawce("extract", "--render", "never", *urls)
    found = rows(done)
    assert [row["reason"] for row in found] == ["", "not_html/pdf", "http_error/404", "http_error/401", ""]
    assert found[0]["type"] == found[4]["type"]
    assert (found[0]["http_status"], found[0]["final_url"]) == (200, f"http://{members}")
    assert "Only who knows the password" in str(found[0]["text"])
    assert SECRET not in done.stdout + done.stderr


def test_public_only_refuses_local_addresses(site: Site) -> None:
    site.add("/", PAGE)
    (row,) = rows(iawce("extract", "--render", "never", "--public-only", site.url, "--format", "jsonl"))
    assert row["reason"] == "blocked/ssrf"


def test_robots_are_heard(site: Site) -> None:
    site.add("/robots.txt", "User-agent: *\nDisallow: /closed")
    site.add("/closed", PAGE)
    site.add("/open", PAGE)
    robots = ("--render", "never", "-s", "network.robots=true")
    found = rows(iawce("extract", *robots, f"{site.url}/closed", f"{site.url}/open"))
    assert [row["reason"] for row in found] == ["blocked/robots", ""]


def test_lists_are_fetched_with_the_same_options(site: Site) -> None:
    asked = list[str]()

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked.append(f"{request.headers['User-Agent']} {request.headers['X-Shop']}")
        body = LIST.encode()
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    url = site.add_answer("/desks", answer)
    given = ("-s", "network.headers=X-Shop: 7", "-s", "network.user_agent=Reader")
    done = iawce("records", url, "--render", "never", *given, "-s", "limits.seconds=20", "-s", "run.workers=1")
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 6), done.stderr
    assert asked == ["Reader 7"]
    done = iawce("records", url, "--render", "never", "-s", "network.public_only=true")
    assert (done.returncode, "blocked/ssrf" in done.stderr) == (3, True)


def test_threads_are_fetched_with_the_same_options(site: Site) -> None:
    asked = list[str]()

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked.append(request.headers["User-Agent"])
        request.send_response(200)
        request.send_header("Content-Type", "text/html; charset=utf-8")
        request.send_header("Content-Length", str(len(THREAD.encode())))
        request.end_headers()
        request.wfile.write(THREAD.encode())

    options = ("--render", "never", "-s", "network.user_agent=Reader", "-s", "run.workers=1")
    done = iawce("posts", site.add_answer("/thread", answer), *options)
    assert (done.returncode, asked) == (0, ["Reader"]), done.stderr
    assert len(done.stdout.splitlines()) > 5


@pytest.mark.browser
def test_rendered_lists_are_kept_as_snapshots(site: Site, tmp_path: Path) -> None:
    site.add("/desks", LIST)
    done = iawce(
        "records", f"{site.url}/desks", "-s", f"run.snapshots={tmp_path}", "-s", f"render.deadline={PATIENT.deadline}"
    )
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 6), done.stderr
    assert any(path.is_file() for path in tmp_path.rglob("*"))


@pytest.mark.parametrize("verb", ["extract", "posts", "records", "render"])
@pytest.mark.parametrize(
    "options",
    [
        ("-s", f"network.headers={SECRET}"),
        ("-s", f"network.headers=Host: {SECRET}"),
        ("-s", f"network.proxy=socks5://ann:{SECRET}@127.0.0.1"),
        ("--header", f"Host: {SECRET}"),
        ("--proxy", f"socks5://ann:{SECRET}@127.0.0.1"),
        ("-s", "network.cookies=absent.txt"),
        ("-s", "network.netrc=absent"),
    ],
)
def test_options_that_cannot_be_used(verb: str, options: tuple[str, str]) -> None:
    done = iawce(verb, "http://127.0.0.1/", *options)
    assert done.returncode == 2
    assert "error: " in done.stderr.lower()
    assert SECRET not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "site learn -o {folder}/site.json",
        "fields learn --examples {folder}/examples.json -o {folder}/fields.toml",
        "forum software",
        "forum learn -o {folder}/forum.json",
        "labels tasks -o {folder}/tasks.json --labels {folder}/labels",
        "inspect -o {folder}/page.html",
    ],
)
def test_commands_that_learn_from_pages_reach_them_as_settings_say(command: str, site: Site, tmp_path: Path) -> None:
    asked = site.record("/page", PAGE)
    (tmp_path / "examples.json").write_text('{"page": {"name": "Members"}}')
    words = command.format(folder=tmp_path).split()
    done = iawce(*words, f"{site.url}/page", "--render", "never", "-s", "network.user_agent=Tester/1", "--quiet")
    assert [request["user-agent"] for request in asked] == ["Tester/1"], done.stderr


@pytest.mark.parametrize("header", ["X-Part: a\x07b", "X-Part: a\rb", "X Part: a", "X-Part\0: a", "X-Part: \u009b31m"])
def test_a_header_with_characters_that_no_header_has_is_refused(header: str) -> None:
    done = iawce("extract", "absent.html", "-s", f"network.headers={header}")
    assert (done.returncode, header[-3:] in done.stderr) == (2, False)
    assert "is no name of a header" in done.stderr


def test_cookies_in_a_header_are_refused_with_the_setting_that_takes_them() -> None:
    done = iawce("extract", "absent.html", "--header", "Cookie: a=b")
    assert (done.returncode, "-s network.cookies=FILE" in done.stderr) == (2, True)
