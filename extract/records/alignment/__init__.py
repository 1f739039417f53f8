"""SimHTree: from a page to aligned tables.

The tree of the visible page (``sim_tree``), groups of like nodes (``data_regions``), their alignment with one record
model (``alignment``), the table that follows (``table``) and names for its columns.
"""
