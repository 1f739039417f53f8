"""The pipeline on several machines: its stages as plain classes, and the engine that runs them.

``stages`` has the work of the actors and the batches that are sent between them; ``ray_engine`` is the entry.
"""
