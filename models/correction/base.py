"""The models on which a correction is based, by their hashes."""

import json
from functools import cache
from hashlib import sha256

from iawce.models.common.record import read_record
from iawce.models.page_type.shipped import load_fusion, record_paths
from iawce.models.segmentation.block_model import SHIPPED


@cache
def base_hashes() -> dict[str, str]:
    """SHA-256 of the shipped block model's weights, and of the rules and weights of the page-type ensemble.

    Raises:
        EnvironmentMissing: a record is absent or damaged.
    """
    rules, paths = load_fusion().rules, record_paths()
    members = sorted({member for rule in rules.values() for member in rule.weights})
    said = [[name, rule.weights, rule.bias] for name, rule in rules.items()]
    weights = [read_record(paths[member]).sha256 for member in members]
    pooled = sha256(json.dumps([said, weights], sort_keys=True).encode()).hexdigest()
    return {"blocks": read_record(SHIPPED).sha256, "types": pooled}
