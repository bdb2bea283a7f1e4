"""The version of a package is found by pip's name for it, and of one that is missing there is none."""

from __future__ import annotations

from narrator.installed_packages import installed_version


def test_the_version_of_a_package_that_is_not_installed_is_empty() -> None:
    assert installed_version("numpy")[0].isdigit()
    assert installed_version("a-package-that-nobody-has") == ""
