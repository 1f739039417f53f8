"""Networks in torch, built and loaded according to their record."""

from pathlib import Path

import torch
from torch import Tensor, nn

from iawce.data.errors import EnvironmentMissing
from iawce.models.common.record import Arrays, ModelRecord, read_weights
from iawce.models.networks import NETWORKS


def build_network(record: ModelRecord) -> nn.Module:
    """The network of a record, with fresh weights.

    Raises:
        UsageError: no such architecture.
    """
    spec = record.input
    return NETWORKS[record.architecture](channels=spec.channels, size=spec.size, classes=len(record.labels))


def load_network(path: Path, record: ModelRecord) -> nn.Module:
    """The network of the record read from ``path``, weights as float32, ready for inference.

    Raises:
        EnvironmentMissing: the weights are absent, changed or do not fit.
    """
    network = build_network(record)
    arrays = read_weights(path, record)
    state = {
        name: tensor.float() if tensor.is_floating_point() else tensor
        for name, tensor in ((name, torch.from_numpy(array)) for name, array in arrays.items())
    }
    try:
        network.load_state_dict(state)
    except RuntimeError as error:
        raise EnvironmentMissing(f"the weights of {path} do not fit {record.architecture}: {error}") from error
    return network.eval()


def state_arrays(state: dict[str, Tensor], dtype: torch.dtype = torch.float16) -> Arrays:
    """A network's state as arrays to be saved; integers stay integers."""
    return {
        name: tensor.detach().cpu().to(dtype if tensor.is_floating_point() else tensor.dtype).numpy()
        for name, tensor in state.items()
    }
