"""The steps of the container file, run in a plain root folder: the image is made, and what it starts serves."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.serve.container_file import listed, values
from tests.serve.container_root import ContainerRoot, can_enter

pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(not can_enter(), reason="root on Linux may make namespaces and mount in them"),
]
TOKEN = "ann-has-a-long-token"  # noqa: S105
DRAWN = "<title>Tides</title><p>None</p><script>document.querySelector('p').textContent = 'Drawn '.repeat(30)</script>"
ASK = """
import json, sys, urllib.request, urllib.error
path, body, token = sys.argv[1:]
headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
request = urllib.request.Request("http://127.0.0.1:8787" + path, body.encode() or None, headers)
try:
    answer = urllib.request.urlopen(request, timeout=600)
except urllib.error.HTTPError as error:
    answer = error
print(json.dumps([answer.status, answer.read().decode()]))
"""
WRITE = """
for path in / /opt/venv /etc /usr /run/secrets /var/lib; do touch $path/written && exit 1; done
touch /tmp/written /var/lib/iawce/written
"""


def test_the_steps_make_a_root_in_which_the_service_serves(tmp_path: Path) -> None:
    root = ContainerRoot(tmp_path / "root")
    root.build()
    (root.folder / "run/secrets/tokens").write_text(f"ann {TOKEN}\n")
    with root.running([*listed("ENTRYPOINT"), *listed("CMD")]) as service:

        def ask(path: str, body: object = None, token: str = TOKEN) -> tuple[int, str]:
            done = root.ask(service, ["python", "-c", ASK, path, json.dumps(body) if body else "", token])
            assert done.returncode == 0, done.stderr
            status, text = json.loads(done.stdout)
            return status, text

        while root.ask(service, listed("HEALTHCHECK")).returncode:
            assert service.poll() is None, root.said.read_text()
            time.sleep(0.5)
        while ask("/readyz")[0] != 200:
            time.sleep(0.5)
        assert ask("/v1/jobs", token="")[0] == 401
        status, text = ask("/v1/extract", {"html": DRAWN})
        assert (status, "Drawn Drawn" in text) == (200, True), text
        assert json.loads(text)["rendered"]
        assert root.ask(service, ["sh", "-c", WRITE]).returncode == 0
        processes = root.ask(service, ["ps", "-eo", "uid=,args="]).stdout
        assert {line.split()[0] for line in processes.splitlines()} == {values("USER")[-1]}
        assert "--headless" in processes
        assert "--no-sandbox" not in processes
        os.kill(root.first(service), signal.SIGTERM)
        assert service.wait() == 128 + signal.SIGTERM
    assert root.said.read_text() == "http://0.0.0.0:8787\ninterrupted\n"
