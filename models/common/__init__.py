"""What every model has: a record, a registry, a runtime, calibration."""
