"""The main list of a page: candidates of several sources, compared by measured confidence.

``list_sources`` names candidates, ``list_features`` describes them, ``surest_first`` ranks them.
"""
