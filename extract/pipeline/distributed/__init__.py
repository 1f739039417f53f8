"""The pipeline on several machines: its stages as plain classes, and the engine that runs them.

``stages`` has the work of the actors, ``unit`` the data that are sent between them, ``feed`` distributes the pages,
``ray_engine`` is the entry.
"""
