"""Fields of the pages of a cluster: short texts that stand at the same place and differ from page to page.

``learn_fields`` finds them by the pages' own names, ``field_examples`` by those of a user; ``field_template`` finds
them.
"""
