"""SimHTree: from a page to aligned tables.

The tree of the visible page (``sim_tree``), groups of similar nodes (``find_tables``), their alignment with one record
model (``alignment``), the resulting table and the names of its columns (``table``).
"""
