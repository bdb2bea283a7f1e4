"""How much less likely the right sequence of sounds is than all: against every sequence, one by one."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest

from models.build.acoustics import Tuning
from models.build.phone_loop import followers
from models.build.phones import LEARNT_OUTPUTS, SILENCE_OUTPUT

torch = pytest.importorskip("torch", reason="PyTorch is missing; nothing but training needs it")
sequence = pytest.importorskip("models.build.sequence")

STEPS = 3
LABELS = np.repeat(np.array([0, 1, 2, 2, 3, 4, 0], np.uint8), 3)
PRIORS = np.linspace(1, 2, LEARNT_OUTPUTS) / np.linspace(1, 2, LEARNT_OUTPUTS).sum()


def test_all_sequences_are_weighed_as_if_each_had_been_asked_for() -> None:
    torch.manual_seed(0)
    logits, right = torch.randn(1, STEPS, LEARNT_OUTPUTS), [3, 4, 0]
    tuning, logs, next_one = Tuning(), np.log(PRIORS), followers(LABELS)
    logs[SILENCE_OUTPUT] += np.log(tuning.silence_prior)
    scores = tuning.acoustic_scale * (logits[0].double().numpy() - logs)
    total = 0.0
    for path in product(range(LEARNT_OUTPUTS), repeat=STEPS):
        likely = np.exp(sum(scores[step, output] for step, output in enumerate(path))) / LEARNT_OUTPUTS
        total += likely * np.prod([next_one[a, b] for a, b in pairwise(path)])
    wanted = (np.log(total) - sum(scores[step, output] for step, output in enumerate(right))) / STEPS
    loss = sequence.Sequences(LABELS, PRIORS).loss(logits, torch.tensor([right]))
    assert float(loss) == pytest.approx(wanted, rel=1e-4)


def test_what_is_learnt_makes_the_right_sequence_likelier() -> None:
    logits, right = torch.zeros(2, 20, LEARNT_OUTPUTS, requires_grad=True), torch.randint(LEARNT_OUTPUTS, (2, 20))
    loss = sequence.Sequences(LABELS, PRIORS).loss(logits, right)
    (gradient,) = torch.autograd.grad(loss, logits)
    assert (gradient.gather(2, right[..., None]) < 0).all()
