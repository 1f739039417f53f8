"""SimHTree: a page's tree (``sim_tree``), alike nodes (``find_tables``), their ``alignment``, the ``table``."""
