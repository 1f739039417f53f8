"""Forum pages: clusters that one template can serve (H-K), and libraries of where records stand.

``hk_clusters`` groups pages, ``location_library`` keeps where records stand, ``forum_templates`` uses both.
"""
