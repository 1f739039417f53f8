"""A light correction of the shipped models by a person's labels: weights of the names of places and pages."""
