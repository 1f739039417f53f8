"""A local page on which a person labels pages: their types, their content and their records.

``label_session`` keeps waiting pages and labels, and decides which page comes next, ``task_view`` collects the data to
show, ``label_server`` serves them to this machine only.
"""
