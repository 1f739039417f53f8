"""Many machines: the stages of the pipeline as plain classes, and the engine that runs them.

``stages`` is the work of the actors, ``unit`` the data that travel between them, ``feed`` hands out the pages,
``ray_engine`` is the entry.
"""
