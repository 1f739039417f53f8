"""A light correction of the shipped models by what a person labelled: weights of the names of places and pages."""
