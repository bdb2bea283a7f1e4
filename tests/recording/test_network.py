"""The network that speaks, as far as it can be tried where it is not installed."""

from __future__ import annotations

import pytest

from narrator.recording.network import NetworkError, check


def test_what_is_missing_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.recording.network.find_spec", lambda name: None if name == "onnx" else object())
    with pytest.raises(NetworkError, match=r"onnx is not installed: pip install 'narrator\[record\]'"):
        check()
