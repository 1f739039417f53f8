"""The algorithms of the five papers as published, each of which runs alone (``--paper``, ``MethodSettings.paper``).

| paper | modules | alone |
| --- | --- | --- |
| I-AWCE: Qin et al. 2023 | ``article``, ``class_names``, ``models/networks/lenet`` | ``iawce extract --paper`` |
| Page clustering: Wang, Chen and Dai 2018 | ``leader_clusters``, ``density`` | ``iawce site learn --paper`` |
| Forums: Liu et al. 2017 | ``hk_clusters``, ``softmealy`` | ``iawce forum learn --paper`` |
| Influence-weighted DOM | ``influence`` | ``iawce extract --method influence`` |
| SimHTree: Ren and Xue 2007 | ``simhtree`` | ``iawce records --paper`` |

The records of every list, the sites and the forums are built on them with other constants.
"""
