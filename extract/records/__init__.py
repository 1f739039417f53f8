"""Records of a page as tables: SimHTree, regions that repeat, and the alignment of their parts."""
