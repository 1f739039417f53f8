"""Many pages of one site: a template of the content for each cluster of pages with the same structure.

``site_templates`` learns and applies it, ``drift`` sees when it no longer fits.
"""
