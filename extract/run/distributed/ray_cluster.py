"""The cluster that a run works on."""

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import ray
from ray._private import ray_constants

from iawce.data.errors import EnvironmentMissing

LEAST_CPUS = 3
"""Places for actors on one machine, one for each stage: with fewer the stages would wait for each other for ever."""
STARTS = 4
"""How often the cluster of one machine is started: Ray gives up after 30 s, which a busy machine may need more than
once."""


@contextmanager
def cluster() -> Iterator[None]:
    """Join the cluster of ``RAY_ADDRESS``, or start one of this machine alone, which no other reaches.

    A connection that the caller has is used, and left as it is.

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
        signal.signal(signal.SIGTERM, ended)  # Ray's handler would end us at once
        yield
    finally:
        ray.shutdown()


def _connect(attempts: int) -> None:
    # Without it Ray listens on the loopback interface; else on all of them, whatever address it is given.
    ray_constants.ENABLE_RAY_CLUSTER = bool(os.environ.get("RAY_ADDRESS"))
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    while True:
        try:
            if ray_constants.ENABLE_RAY_CLUSTER:
                ray.init(**quiet)
            else:
                ray.init("local", num_cpus=max(LEAST_CPUS, os.cpu_count() or 1), include_dashboard=False, **quiet)
        except Exception as error:  # Ray raises nothing finer
            ray.shutdown()
            attempts -= 1
            if not attempts:
                raise EnvironmentMissing(f"Ray does not start: {error}") from error
        else:
            return
