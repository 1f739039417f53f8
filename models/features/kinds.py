"""Names of the kinds of input, without the code that makes them, so that a command can list them at its start."""

from typing import Literal

TrainedKind = Literal["screenshot", "crops", "lines", "line_tokens", "box_tokens", "block_tokens", "markup"]
"""Inputs that ``iawce train`` can be told to use."""
Kind = Literal[TrainedKind, "geometry", "blocks", "names"]
"""All of them. ``geometry`` is the input of ``own-boxes``, ``blocks`` of the block model, ``names`` of corrections."""
