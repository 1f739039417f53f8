"""Many pages of one site: a template of the content for each cluster of pages with the same structure.

``votes`` learns it, ``site_templates`` holds it, ``apply`` uses it.
"""
