"""The cluster on which a run works."""

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import ray
from ray._private import ray_constants

from iawce.data.errors import EnvironmentMissing

LEAST_CPUS = 3
"""Actors that must fit on one machine, one for each stage; with fewer, the stages would wait for each other forever."""
STARTS = 4
"""Attempts to start the cluster of one machine: Ray gives up after 30 s, which may be too short on a busy machine."""


@contextmanager
def cluster() -> Iterator[None]:
    """Join the cluster of ``RAY_ADDRESS``, or start one on this machine alone that no other machine can reach.

    An existing connection of the caller is used and left open.

    Raises:
        EnvironmentMissing: there is no cluster at the address, or none starts.
    """
    if ray.is_initialized():
        yield
        return
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # deaths of actors are part of a run
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ended = signal.getsignal(signal.SIGTERM)
    try:
        _connect(1 if os.environ.get("RAY_ADDRESS") else STARTS)
        signal.signal(signal.SIGTERM, ended)  # Ray's handler would end this process at once
        yield
    finally:
        ray.shutdown()


def _connect(attempts: int) -> None:
    # Without this flag Ray listens on the loopback interface; with it, on all interfaces, whatever the address.
    ray_constants.ENABLE_RAY_CLUSTER = bool(os.environ.get("RAY_ADDRESS"))
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    while True:
        try:
            if ray_constants.ENABLE_RAY_CLUSTER:
                ray.init(**quiet)
            else:
                ray.init("local", num_cpus=max(LEAST_CPUS, os.cpu_count() or 1), include_dashboard=False, **quiet)
        except Exception as error:  # Ray raises no more specific exception
            ray.shutdown()
            attempts -= 1
            if not attempts:
                raise EnvironmentMissing(f"Ray does not start: {error}") from error
        else:
            return
