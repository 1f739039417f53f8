"""Readers of labelled page sets: one small module for each format."""
