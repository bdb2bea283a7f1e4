"""Train the network with PyTorch, for a time.

    python -m models.build.train CORPUS WEIGHTS.npz [--minutes 35] [--processes 1] [--begin OTHER.npz] [--sequences]

Frame by frame cross-entropy, AdamW, a rate that falls as a cosine to nothing at the end of the time. Weights that have
learnt so may learn from whole sequences after it (see `sequence`). Processes of one thread each, which share what they
learn after every batch, take half the time that as many threads in one take. Interrupted, it goes on with the epoch at
which it was.
"""

import argparse
import math
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, distributed, multiprocessing, nn

from models.build.network import HIDDEN, LEFT, RIGHT, STEP, TIMES, Affine, Matrix, Weights, inputs, load
from models.build.phones import LEARNT_OUTPUTS
from models.build.sequence import Sequences

CHUNK = 300
"""Frames that are answered at a time: 3 s."""

BATCH = 40
_RATE = 2e-3
_LATER_RATE = 8e-4
"""For weights that have learnt before."""

_SEQUENCES_RATE = 4e-4
_FRAMES = 0.25
"""The share of the frame by frame loss beside that of sequences."""

_WARMING, _WARMING_SHARE = 300, 0.05
"""The rate rises for so many steps, or for this share of the time if that is sooner."""
_EPSILON = 1e-5


class Network(nn.Module):
    """Affine maps of a few times each, ReLU, batch normalisation. [batch, frames, 40] to [batch, steps, outputs]."""

    def __init__(self, mean: Tensor, deviation: Tensor) -> None:
        super().__init__()
        shapes = zip(TIMES, inputs(HIDDEN), strict=True)
        self.hidden = nn.ModuleList([nn.Linear(len(times) * size, HIDDEN) for times, size in shapes])
        self.norms = nn.ModuleList([nn.BatchNorm1d(HIDDEN, eps=_EPSILON) for _ in TIMES])
        self.last = nn.Linear(HIDDEN, LEARNT_OUTPUTS)
        self.register_buffer("mean", mean)
        self.register_buffer("deviation", deviation)

    def forward(self, features: Tensor) -> Tensor:
        """The logits of each step that has all its context."""
        x = (features - self.get_buffer("mean")) / self.get_buffer("deviation")
        for index in range(len(TIMES)):
            x = self._rectified(index, x)
            x = self.norms[index](x.flatten(0, 1)).unflatten(0, x.shape[:2])
        logits: Tensor = self.last(x)
        return logits

    def _rectified(self, index: int, x: Tensor) -> Tensor:
        """A layer before its normalisation. From the second layer on there is one step in `STEP` frames."""
        pace = STEP if index > 1 else 1
        starts = [(time - TIMES[index][0]) // pace for time in TIMES[index]]
        count = x.shape[1] - starts[-1]
        stride = STEP if index == 1 else 1
        seen = torch.cat([x[:, start : start + count : stride] for start in starts], dim=2)
        return torch.relu(self.hidden[index](seen))

    @torch.no_grad()
    def take(self, weights: Weights, features: Tensor) -> None:
        """Begin where other training ended. Its normalisation is folded away: one is measured that changes nothing."""
        self.get_buffer("mean").zero_()
        self.get_buffer("deviation").fill_(1.0)
        x = features
        for index, (layer, norm) in enumerate(zip(weights.hidden, self.norms, strict=True)):
            _copy(layer, self.hidden[index])
            x = self._rectified(index, x)
            spread, mean = torch.var_mean(x.flatten(0, 1), dim=0)
            norm.get_buffer("running_mean").copy_(mean)
            norm.get_buffer("running_var").copy_(spread)
            norm.get_parameter("weight").copy_(torch.sqrt(spread + _EPSILON))
            norm.get_parameter("bias").copy_(mean)
        _copy(weights.last, self.last)

    def weights(self, priors: Matrix) -> Weights:
        """What it has learnt, with all normalisation folded into the affine maps."""
        scale = 1 / _array(self.deviation)
        shift = -_array(self.mean) * scale
        layers = []
        for linear, norm in zip(self.hidden, self.norms, strict=True):
            layers.append(Affine(_array(linear.weight), _array(linear.bias)).after(scale, shift))
            scale = _array(norm.weight) / np.sqrt(_array(norm.running_var) + _EPSILON)
            shift = _array(norm.bias) - _array(norm.running_mean) * scale
        last = Affine(_array(self.last.weight), _array(self.last.bias)).after(scale, shift)
        return Weights(tuple(layers), last, priors)


def _copy(layer: Affine, linear: nn.Module) -> None:
    assert isinstance(linear, nn.Linear)
    linear.weight.copy_(torch.from_numpy(layer.matrix))
    linear.bias.copy_(torch.from_numpy(layer.bias))


def _array(values: object) -> Matrix:
    assert isinstance(values, Tensor)
    return np.asarray(values.detach().double().numpy())


class Corpus:
    """Recordings laid end to end: features and right answers."""

    def __init__(self, files: list[Path]) -> None:
        opened = [np.load(path) for path in files]
        self.features = torch.from_numpy(np.concatenate([file["features"] for file in opened]))
        self.labels = torch.from_numpy(np.concatenate([file["labels"] for file in opened]).astype(np.int64))
        self.chunks = (len(self.labels) - LEFT - RIGHT) // CHUNK - 1

    def batches(self, order: Tensor, offset: int) -> Iterator[tuple[Tensor, Tensor]]:
        """The chunks of these numbers, moved by `offset` frames: features with context, and labels."""
        heard = torch.arange(-LEFT, CHUNK - STEP + RIGHT + 1)
        asked = torch.arange(0, CHUNK, STEP)
        for batch in torch.split(order, BATCH):
            start = (LEFT + offset + batch * CHUNK)[:, None]
            yield self.features[start + heard].float(), self.labels[start + asked]


class Training:
    """A network, what it learns from, and the clock."""

    def __init__(
        self,
        folder: Path,
        minutes: float,
        beginning: Weights | None,
        share: int = 0,
        of: int = 1,
        *,
        sequences: bool = False,
    ) -> None:
        """One of several processes learns from its share, and tells the others."""
        self._share, self._of = share, of
        self._corpus = Corpus(sorted(folder.glob("train_*.npz")))
        self._others = Corpus([folder / "dev.npz"])
        sample = self._corpus.features[::37].float()
        self._jitter = 0.05 * sample.std(0)
        if beginning and len(beginning.hidden[0].bias) < HIDDEN:
            beginning = beginning.widened(HIDDEN, np.random.default_rng(0))
        self._network = Network(sample.mean(0), sample.std(0) + 1e-3)
        self._rate = _RATE
        if beginning:
            self._network.take(beginning, next(self._corpus.batches(torch.randperm(self._corpus.chunks), 0))[0])
            self._rate = _LATER_RATE
        self._optimizer = torch.optim.AdamW(self._network.parameters(), lr=_RATE, weight_decay=1e-3)
        counts = torch.bincount(self._corpus.labels, minlength=LEARNT_OUTPUTS).double() + 100
        self._priors = _array(counts / counts.sum())
        self._sequences = Sequences(self._corpus.labels.numpy(), self._priors) if sequences else None
        if sequences:
            self._rate = _SEQUENCES_RATE
        known = torch.cpu.get_capabilities()
        self._brief = bool(known.get("avx512_bf16") or known.get("amx_bf16"))  # else it takes eight times as long
        self._noise = torch.Generator().manual_seed(share)
        self._seconds = minutes * 60
        self._start = time.monotonic()
        self._steps = self._epochs = 0

    def _gone(self) -> float:
        return (time.monotonic() - self._start) / self._seconds

    def keep(self, path: Path) -> None:
        """Keep what is needed to go on after an interruption, as a whole or not at all."""
        state = {
            "network": self._network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "seconds": time.monotonic() - self._start,
            "steps": self._steps,
            "epochs": self._epochs,
        }
        unfinished = path.with_suffix(".new")
        torch.save(state, unfinished)
        unfinished.replace(path)

    def resume(self, path: Path) -> None:
        """Go on from what was kept, if anything was."""
        if path.exists():
            state = torch.load(path)
            self._network.load_state_dict(state["network"])
            self._optimizer.load_state_dict(state["optimizer"])
            self._start -= state["seconds"]
            self._steps, self._epochs = state["steps"], state["epochs"]
            torch.manual_seed(self._epochs)  # other chunks than those of the first epoch

    def epoch(self) -> float:
        """Once through the corpus, or to the end of the time; returns the mean loss."""
        losses = []
        offset = int(torch.randint(CHUNK, ()))
        order = torch.randperm(self._corpus.chunks)  # the same in every process
        mine = order[: len(order) // self._of * self._of][self._share :: self._of]
        for features, labels in self._corpus.batches(mine, offset):
            gone = self._agreed(self._gone())
            if gone >= 1:
                break
            warm = min(1.0, max(self._steps / _WARMING, gone / _WARMING_SHARE))
            rate = self._rate * warm * (0.5 + 0.5 * math.cos(math.pi * gone))
            for group in self._optimizer.param_groups:
                group["lr"] = rate
            # A little noise on every cepstrum, as no two microphones are alike.
            jittered = features + self._jitter * torch.randn(features.shape, generator=self._noise)
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._brief):
                logits = self._network(jittered)
            loss = self._loss(logits.float(), labels)
            self._optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            self._shared()
            nn.utils.clip_grad_norm_(self._network.parameters(), 5.0)
            self._optimizer.step()
            self._steps += 1
            losses.append(loss.item())
        return float(np.mean(losses)) if losses else math.nan

    def _loss(self, logits: Tensor, labels: Tensor) -> Tensor:
        frames = nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten())
        return frames if self._sequences is None else self._sequences.loss(logits, labels) + _FRAMES * frames

    def _agreed(self, gone: float) -> float:
        """What the first process says of the time, so that all end together."""
        if self._of == 1:
            return gone
        told = torch.tensor(gone)
        distributed.broadcast(told, 0)
        return float(told)

    def _shared(self) -> None:
        """Learn the mean of what all processes would learn."""
        if self._of > 1:
            gradients = [weight.grad for weight in self._network.parameters() if weight.grad is not None]
            together = torch.cat([gradient.flatten() for gradient in gradients])
            distributed.all_reduce(together)
            for gradient, mean in zip(gradients, together.split([one.numel() for one in gradients]), strict=True):
                gradient.copy_(mean.view_as(gradient) / self._of)

    def judged(self) -> tuple[float, float]:
        """Loss, and share of right answers, on voices that are not learnt from."""
        self._network.eval()
        loss = right = total = 0.0
        with torch.no_grad():
            for features, labels in self._others.batches(torch.arange(self._others.chunks), 0):
                logits = self._network(features)
                count = labels.numel()
                loss += count * float(self._loss(logits, labels))
                right += float((logits.argmax(2) == labels).sum())
                total += count
        self._learn()
        return loss / total, right / total

    def _learn(self) -> None:
        """Make ready to learn. Sequences are learnt with the normalisation that is there, as it will be exported."""
        self._network.train()
        if self._sequences is not None:
            self._network.norms.eval()

    def run(self, path: Path) -> None:
        """Learn until the time is over; keep the weights after each epoch, the last of which has the lowest rate."""
        state = path.with_suffix(".state")
        self.resume(state)
        self._learn()
        if self._share:
            while self._agreed(self._gone()) < 1:
                self.epoch()
            return
        self._tell("before")
        while self._agreed(self._gone()) < 1:
            learnt = self.epoch()
            self._epochs += 1
            self._tell(f"{time.monotonic() - self._start:5.0f} s, epoch {self._epochs}: loss {learnt:.3f}")
            self._network.weights(self._priors).save(path)
            self.keep(state)
        state.unlink(missing_ok=True)

    def _tell(self, when: str) -> None:
        loss, right = self.judged()
        _say(f"{when}; on other voices {loss:.3f}, {right:.1%} of steps right")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _process(share: int, asked: argparse.Namespace) -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    if asked.processes > 1:
        os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29517"}
        distributed.init_process_group("gloo", rank=share, world_size=asked.processes)
    beginning = load(asked.begin) if asked.begin else None
    training = Training(asked.corpus, asked.minutes, beginning, share, asked.processes, sequences=asked.sequences)
    training.run(asked.weights)


def main() -> None:
    """Train on a corpus, and leave the weights."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--minutes", type=float, default=35.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--begin", type=Path, help="weights to go on from")
    parser.add_argument("--sequences", action="store_true", help="learn from whole sequences, not frame by frame")
    asked = parser.parse_args()
    if asked.processes > 1:
        multiprocessing.spawn(_process, (asked,), asked.processes)  # type: ignore[no-untyped-call]
    else:
        _process(0, asked)


if __name__ == "__main__":
    main()
