"""Many pages of one site: a template of the content for each cluster of pages with the same structure.

``votes`` learn it, ``site_templates`` is what was learned, ``apply`` uses it.
"""
