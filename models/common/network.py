"""Networks in torch: built from their records, with their weights, and as a runtime on any device.

Source: Jacob et al. 2018, Quantization of Neural Networks, 3.2 (merged batch normalisation).
"""

from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from iawce.data.errors import EnvironmentMissing, refused
from iawce.models.common.record import Arrays, ModelRecord, read_weights
from iawce.models.networks import NETWORKS, Shape


class TorchRuntime:
    """A network in torch, on any device; it is changed in place, so that it computes faster."""

    def __init__(self, network: nn.Module, device: str = "cpu") -> None:
        self._network, self._device = merge_normalisations(network.eval()).to(device), device

    def __call__(self, batch: NDArray[np.float32]) -> NDArray[np.float64]:
        """Logits of a batch."""
        with torch.inference_mode():
            logits: NDArray[np.float64] = self._network(torch.from_numpy(batch).to(self._device)).double().cpu().numpy()
        return logits


def merge_normalisations(network: nn.Module) -> nn.Module:
    """The same network, changed in place, not for training: equal outputs but for rounding, in half the time.

    A normalisation is merged into the convolution before it in a ``Sequential``; weights are laid out as a CPU filters
    fastest.
    """
    for stages in [module for module in network.modules() if isinstance(module, nn.Sequential)]:
        for (place, convolution), (after, normalisation) in pairwise(list(stages.named_children())):
            if isinstance(convolution, nn.Conv2d) and isinstance(normalisation, nn.BatchNorm2d):
                setattr(stages, place, fuse_conv_bn_eval(convolution, normalisation))
                setattr(stages, after, nn.Identity())
    return network.to(memory_format=torch.channels_last)


def open_in_torch(record: ModelRecord, path: Path, device: str = "cpu") -> TorchRuntime:
    """The network of the record read from ``path``, in torch.

    Raises ModuleNotFoundError: no torch; EnvironmentMissing: no such device, or weights are absent, changed or do not
    fit.
    """
    network = load_network(path, record)
    with refused(f"{record.name} cannot run on {device}", RuntimeError, AssertionError, kind=EnvironmentMissing):
        return TorchRuntime(network, device)


def build_network(record: ModelRecord) -> nn.Module:
    """The network of a record, with fresh weights. Raises UsageError: no such architecture."""
    return NETWORKS[record.architecture](Shape(record.input.channels, record.input.size, len(record.labels)))


def load_network(path: Path, record: ModelRecord) -> nn.Module:
    """The network of the record read from ``path``, weights as float32, ready for inference.

    Raises EnvironmentMissing: the weights are absent, changed or do not fit.
    """
    network = build_network(record)
    arrays = read_weights(path, record)
    with refused(f"the weights of {path} do not fit {record.architecture}", RuntimeError, kind=EnvironmentMissing):
        network.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})
    return network.eval()


def state_arrays(state: dict[str, Tensor], dtype: torch.dtype = torch.float16) -> Arrays:
    """A network's state as arrays to be saved; integers stay integers."""
    return {
        name: tensor.detach().cpu().to(dtype if tensor.is_floating_point() else tensor.dtype).numpy()
        for name, tensor in state.items()
    }
