"""Orders of training that cannot be carried out are refused before any page is read."""

from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.models.networks import NETWORKS
from iawce.scripts.train import check_data


def test_a_model_that_does_not_exist_is_refused_with_those_that_do(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="boosted_tree") as refused:
        check_data([tmp_path / "missing"], "boosted_tree", ("article", "list"))
    for model in (*NETWORKS, "boosted_trees", "screenshot_trees", "ensemble", "blocks"):
        assert model in str(refused.value)
