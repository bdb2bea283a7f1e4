"""Whole sequences in training: how much likelier the right sounds are than any others, as a decoder weighs them.

Maximum mutual information over a loop of sounds, after Povey et al., "Purely sequence-trained neural networks for ASR
based on lattice-free MMI" (2016). The right sequence is the aligned one. Scores are scaled and freed of priors as Vosk
does it with the model that is shipped, whose settings stay as they are.
"""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.build.acoustics import Tuning
from models.build.phone_loop import followers
from models.build.phones import SILENCE_OUTPUT

_LEAST = -40.0
"""How much less likely than the best an output can be: less, and all ways to go on may be nothing to single floats."""


class Sequences:
    """The right outputs against all others. Of logits, [batch, steps, outputs], and right outputs, [batch, steps]."""

    def __init__(self, labels: NDArray[np.integer], priors: NDArray[np.float64]) -> None:
        """`labels` are those of a corpus, [frames]; `priors` say how often each output is right."""
        tuning = Tuning()
        logs = np.log(priors)
        logs[SILENCE_OUTPUT] += np.log(tuning.silence_prior)
        self._priors = torch.from_numpy(logs).float()
        self._scale = tuning.acoustic_scale
        self._followers = torch.from_numpy(followers(labels)).float()

    def loss(self, logits: Tensor, labels: Tensor) -> Tensor:
        """Return the mean, over steps, of how much less likely the right sequence is than all; natural logarithms.

        What the right sequence's own way from sound to sound is worth is left out: nothing that is learnt changes it.
        """
        scores = self._scale * (logits - self._priors)
        right = scores.gather(2, labels[..., None]).sum(dim=(1, 2))
        peaks = scores.amax(dim=2, keepdim=True)
        likely = (scores - peaks).clamp(min=_LEAST).exp()
        forward = likely[:, 0] / likely.shape[2]
        total = peaks.sum(dim=(1, 2))
        for step in range(1, likely.shape[1]):
            sums = forward.sum(dim=1, keepdim=True)
            total = total + sums.log().squeeze(1)
            forward = (forward / sums) @ self._followers * likely[:, step]
        total = total + forward.sum(dim=1).log()
        return (total - right).mean() / likely.shape[1]
