"""Other people's extractors, and simple baselines, behind one interface, for measuring beside ours."""
