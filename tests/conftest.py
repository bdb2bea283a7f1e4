"""How long the tests run: a tenth by default, in full where NARRATOR_FULL is set.

Its place makes `tables` importable from every test: pytest puts the folder of a conftest on the path.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "table",
    deadline=None,  # no test asserts a time
    derandomize=not os.environ.get("NARRATOR_FULL"),  # the short form is the same for everybody; the long one explores
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("table")
