"""Fields of the pages of a cluster: short texts at the same place that differ between pages.

``learn_fields`` finds them by the pages' own names, ``field_examples`` by those of a user; ``field_template`` finds
them.
"""
