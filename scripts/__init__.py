"""The commands: one module each, and what they share; ``program`` reports ``UsageError`` and ``EnvironmentMissing``."""
