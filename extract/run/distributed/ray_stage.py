"""A stage as Ray Data runs it: in actors, each with its own instance."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from warnings import catch_warnings, simplefilter

import pyarrow as pa
from ray.data import ActorPoolStrategy, Dataset
from ray.util.annotations import RayDeprecationWarning

from iawce.data.errors import IawceError
from iawce.extract.run.distributed.feed import unit_table
from iawce.extract.run.distributed.stages import Stage
from iawce.extract.run.distributed.unit import pack_unit, unpack_unit

RETRIES = 2
"""How often a unit whose actor died is sent to another one."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Actors of one stage.

    ``make`` returns the stage, in the actor. ``most``: maximum number of actors; fewer run if there is less work or
    space. ``cpus``, ``gpus``: those that each actor occupies.
    """

    make: Callable[[], Stage]
    most: int
    cpus: float = 1
    gpus: float = 0

    def run(self, units: Dataset) -> Dataset:
        """Units, or rows, after this stage."""
        with catch_warnings():
            simplefilter("ignore", RayDeprecationWarning)  # the retries cannot be limited in any other way yet
            return units.map_batches(
                _Actor,
                fn_constructor_args=(self.make,),
                batch_size=1,
                batch_format="pyarrow",
                compute=ActorPoolStrategy(min_size=1, max_size=self.most),
                num_cpus=self.cpus,
                num_gpus=self.gpus or None,
                max_task_retries=RETRIES,
            )


class _Actor:
    def __init__(self, make: Callable[[], Stage]) -> None:
        self._stage = make()

    def __call__(self, table: pa.Table) -> pa.Table:
        """A unit after the stage; errors that are not due to a page are passed to the driver, and end the run there."""
        row: dict[str, Any] = table.to_pylist()[0]
        if row["error"]:
            return table
        try:
            return unit_table(row["number"], pack_unit(self._stage(unpack_unit(row["unit"]))))
        except IawceError as error:
            return unit_table(row["number"], b"", type(error).__name__, str(error))
