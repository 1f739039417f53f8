"""Which list a page is for: what several sources name, weighed by measured confidence.

``list_sources`` names candidates, ``list_features`` describes them, ``surest_first`` ranks them.
"""
