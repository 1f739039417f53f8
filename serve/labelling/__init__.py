"""A local page on which a person labels pages: their types, their content and their records.

``label_task`` is a waiting page, ``label_session`` keeps the labels and decides which page comes next, ``task_view``
collects the data to show, ``label_server`` serves them to this machine only.
"""
