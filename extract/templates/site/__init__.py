"""Many pages of one site: a template of the content for each cluster of pages with the same structure.

``site_templates`` learns it by votes, ``apply`` uses it, ``drift`` sees when it no longer fits.
"""
