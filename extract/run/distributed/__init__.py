"""Many machines: the stages of the pipeline as plain classes, and the engine that runs them.

``stages`` are what the actors do, ``unit`` is what travels between them, ``feed`` hands out the pages, ``ray_engine``
is the way in.
"""
