"""The pipeline on several machines: ``ray_engine`` is the entry, ``stages`` has the work of its actors."""
