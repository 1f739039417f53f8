"""Fields of the pages of a cluster: short texts at the same place that differ from page to page.

``learn_fields`` learns those that the pages name, ``field_examples`` those of which a user gives examples;
``field_template`` extracts them.
"""
