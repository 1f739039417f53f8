"""The algorithms of the five papers as published, each of which runs alone.

I-AWCE (Qin et al. 2023): ``article``, ``class_names``. Page clustering (Wang, Chen and Dai 2018): ``leader_clusters``.
Forum extraction (Liu et al. 2017): ``hk_clusters`` and ``softmealy``. The influence-weighted DOM: ``influence`` on the
``extended_dom``. SimHTree: ``simhtree``. Networks for screenshots are in ``models/networks/`` (``lenet``).
"""
