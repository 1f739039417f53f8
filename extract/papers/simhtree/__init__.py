"""SimHTree: from a page to aligned tables.

The tree of the visible page (``sim_tree``), groups of similar nodes (``data_regions``), their alignment with one record
model (``alignment``), the resulting table (``table``) and the names of its columns.
"""
