"""Forum pages: the places of their records, and a wrapper of the fields for each cluster of pages.

``location_library`` keeps where records stand, ``forum_templates`` uses it and the wrappers.
"""
