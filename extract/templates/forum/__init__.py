"""Forum pages: the places of their records, and a wrapper of the fields for each cluster of pages.

``location_library`` stores the places of records, ``forum_templates`` uses it and the wrappers.
"""
