"""Rendering: one Chromium turns pages into snapshots."""
