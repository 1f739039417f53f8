"""The commands: one module each, and what they share.

What a user gave wrong is a ``UsageError``, what this machine lacks an ``EnvironmentMissing``; ``program`` reports both.
"""
