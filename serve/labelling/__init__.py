"""A local page on which a person labels pages: their types, their content and their records.

``label_task`` is a page that waits, ``expected_gain`` says which comes first, ``label_session`` keeps what was said,
``task_view`` gathers what is shown, ``label_app`` serves it to this machine alone.
"""
