"""Learns a correction of the shipped models from labels."""
