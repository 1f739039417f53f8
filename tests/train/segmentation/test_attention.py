"""The attention over blocks, as it is exported."""

from pathlib import Path

import pytest
import torch

from iawce.models.common.runtime import OnnxRuntime
from iawce.models.networks.block_attention import BlockAttention
from iawce.train.segmentation.attention import export_attention


def test_attention_answers_in_onnx_as_in_torch_for_any_number_of_blocks(tmp_path: Path) -> None:
    torch.manual_seed(0)
    network = BlockAttention(torch.zeros(9), torch.ones(9), 8).eval()
    torch.nn.init.normal_(network.head.weight)
    exported = OnnxRuntime(export_attention(network, tmp_path / "attention.onnx"))
    for count in (1, 2, 300):
        blocks = torch.rand(count, 9)
        with torch.inference_mode():
            expected = network(blocks).numpy()
        assert exported(blocks.numpy()) == pytest.approx(expected, abs=1e-4)
