"""The commands: one module each, and what they share.

What a user gave wrong is a ``UsageError`` wherever it is found, what this machine lacks an ``EnvironmentMissing``;
``program`` ends the command with their message and exit code.
"""
