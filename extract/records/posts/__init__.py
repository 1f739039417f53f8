"""Posts of a thread and comments under an article as records.

``record_location`` finds where they are, ``post_fields`` and ``post_text`` what they hold, ``posts`` and ``comments``
give the records.
"""
