"""A container without an engine: a folder as root of namespaces of its own, in which the container file's steps run.

What the base image and apt-get would bring, the system and Python of this machine, is mounted, and can only be read;
so are the libraries of this environment, in place of those that pip would install by the lock.
"""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from iawce.data.render.chromium import NAMES, SHELLS
from tests.conftest import ROOT
from tests.serve.container_file import STEPS, values

LINKS = ("bin", "sbin", "lib", "lib64")
LIBRARIES = "/opt/environment"
MOUNTED = {"/usr": "/usr", "/sys": "/sys", sys.base_prefix: sys.base_prefix, sysconfig.get_path("purelib"): LIBRARIES}
"""What is mounted, and where."""
FIRST = f"import sys; sys.path.insert(0, {LIBRARIES!r})"
LEFT_OUT = ("apt-get", "/opt/venv/bin/pip install --no-cache-dir --require-hashes")
"""Beginnings of commands that are not run."""
WITHOUT_REGISTRY = {"PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
_ENTER = """
set -e
mount --make-rprivate /
mount --bind {root} {root}
for one in {mounted}; do
    at="{root}${{one#*=}}"; mount --rbind "${{one%%=*}}" "$at"; mount -o remount,bind,ro "$at"
done
mount --rbind /dev {root}/dev
mount -t proc proc {root}/proc
ip link set lo up
{more}
cd {root}
pivot_root . old_root
umount --lazy /old_root
cd {folder}
exec {command}
"""
_READ_ONLY = """
mount -t tmpfs -o size=2g,mode=1777 tmpfs {root}/tmp
mount --bind {root}/var/lib/iawce {root}/var/lib/iawce
mount -o remount,bind,ro {root}
"""


def can_enter() -> bool:
    """Whether this user may make namespaces and mount in them, as root does on Linux."""
    test = [
        "unshare",
        "--mount",
        "--pid",
        "--net",
        "--fork",
        "sh",
        "-c",
        "mount -t tmpfs none /mnt && ip link set lo up",
    ]
    tools = ("unshare", "pivot_root", "ip", "nsenter", "setpriv", "useradd")
    has_tools = all(map(shutil.which, tools)) and any(map(shutil.which, (*SHELLS, *NAMES)))
    has_all = sys.platform == "linux" and os.geteuid() == 0 and has_tools
    return has_all and subprocess.run(test, check=False, capture_output=True).returncode == 0  # noqa: S603


class ContainerRoot:
    """What the steps make of an empty folder.

    Args:
        folder: the root.

    Attributes:
        said: a file beside it, into which the command that runs writes what it has to say.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.said, self._at = folder, folder.with_suffix(".said"), "/"
        self._variables = {"PATH": f"{sys.base_prefix}/bin:/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin"}
        for path in (*MOUNTED.values(), "/dev", "/proc", "/tmp", "/var/lib", "/run/secrets", "/old_root"):  # noqa: S108 - inside
            self._inside(path).mkdir(parents=True, exist_ok=True)
        for name in LINKS:
            (folder / name).symlink_to(f"usr/{name}")
        shutil.copytree("/etc", folder / "etc", symlinks=True, ignore_dangling_symlinks=True)

    def build(self) -> None:
        """Do the steps, one after another."""
        for word, value in STEPS:
            if word == "WORKDIR":
                self._at = value
                self._inside(value).mkdir(parents=True, exist_ok=True)
            elif word == "COPY":
                self._copy(*value.split())
            elif word == "RUN":
                wanted = [part for part in value.split(" && ") if not part.strip().startswith(LEFT_OUT)]
                self._run(" && ".join(wanted))
            elif word == "ENV":
                self._set(value)

    @contextmanager
    def running(self, command: Sequence[str]) -> Iterator["subprocess.Popen[bytes]"]:
        """A command as the file's user, who writes in /tmp and the volume only; what it leaves is ended."""
        user = values("USER")[-1]
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs", "--", *command]
        with self.said.open("w") as said, subprocess.Popen(self._entered(as_user, _READ_ONLY), stderr=said) as started:  # noqa: S603
            try:
                yield started
            finally:
                if started.poll() is None:
                    os.kill(self.first(started), signal.SIGKILL)  # and with the first all others of the namespace

    def ask(self, started: "subprocess.Popen[bytes]", command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        """Run a command beside one that is running, as its user."""
        user = values("USER")[-1]
        inside = [
            "nsenter",
            f"--target={self.first(started)}",
            "--all",
            f"--setuid={user}",
            f"--setgid={user}",
            "--",
            *command,
        ]
        return subprocess.run(inside, check=False, capture_output=True, text=True, env=self._variables)  # noqa: S603

    def first(self, started: "subprocess.Popen[bytes]") -> int:
        """Number, outside, of the process that is the first one inside."""
        children = Path(f"/proc/{started.pid}/task/{started.pid}/children")
        while not (found := children.read_text().strip()):
            assert started.poll() is None, self.said.read_text()
            time.sleep(0.01)
        return int(found)

    def _run(self, command: str) -> None:
        if "-m venv " in command:
            command += f" && echo {shlex.quote(FIRST)} > $(echo /opt/venv/lib/python*/site-packages)/environment.pth"
        entered = self._entered(["sh", "-ec", command], "")
        done = subprocess.run(entered, check=False, capture_output=True, text=True)  # noqa: S603
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"

    def _entered(self, command: Sequence[str], more: str) -> list[str]:
        """The command line that enters the root, in namespaces of its own, and runs a command there."""
        variables = [f"{name}={value}" for name, value in (self._variables | WITHOUT_REGISTRY).items()]
        script = _ENTER.format(
            root=self.folder,
            mounted=" ".join(f"{path}={at}" for path, at in MOUNTED.items()),
            more=more.format(root=self.folder),
            folder=self._at,
            command=shlex.join(["env", "-i", *variables, *command]),
        )
        return ["unshare", "--mount", "--pid", "--net", "--ipc", "--fork", "--kill-child", "sh", "-c", script]

    def _copy(self, *names: str) -> None:
        to = self._inside(self._at) / names[-1]
        for name in names[:-1]:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, to, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, to)

    def _set(self, value: str) -> None:
        for word in shlex.split(value):
            name, _, text = word.partition("=")
            self._variables[name] = text.replace("$PATH", self._variables["PATH"])

    def _inside(self, path: str) -> Path:
        return self.folder / path.lstrip("/")
