"""Which list is the purpose of a page: candidates of several sources, weighed by measured confidence.

``list_sources`` names candidates, ``list_features`` describes them, ``surest_first`` ranks them.
"""
