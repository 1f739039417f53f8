"""Common to all models: record, registry, runtime, calibration."""
