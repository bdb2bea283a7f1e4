"""Train the network with PyTorch, for a time.

    python -m models.build.train CORPUS WEIGHTS.npz --begin OTHER.npz [--goal {frames,sequences,together}] [--whole]
        [--minutes 35] [--processes 1]

AdamW, a rate that falls as a cosine to nothing at the end of the time. Frame by frame cross-entropy first; weights that
have learnt so may learn from whole sequences after it (see `sequence`), and then what several networks say together
(see `teach`). The first layers stay as they are (`network.FIXED`): what they say of each file is kept beside it, which
saves half the time. With `--whole` they learn too, at a low rate.

Processes of one thread each, which share what they learn after every batch, take half the time that as many threads in
one take. Interrupted, it goes on with the epoch at which it was; finished, it is not done again while its weights are
there.
"""

import argparse
import math
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, distributed, multiprocessing, nn

from models.build.learning_network import AFTER, BEFORE, LEFT, RIGHT, Network
from models.build.network import FIXED, STEP, TAKEN, Weights, load
from models.build.phones import LEARNT_OUTPUTS
from models.build.progress import say
from models.build.sequence import Sequences
from models.build.teach import TOLD

GOALS: Final = ("frames", "sequences", "together")
"""What may be learnt: one sound after the other, whole sequences of them, or what several networks say together."""

CHUNK: Final = 200
"""Steps that are answered at a time: 6 s."""

BATCH: Final = 12
_SPARE = max(-(-frames // STEP) for frames in (BEFORE, AFTER))
"""Steps that the first layers hear around those that the others do."""

_FRAMES_RATES = 2e-3, 1e-3
"""Of layers that began at random, and of those that were taken from another network."""
_LATER_RATES = 6e-4, 5e-4
_WHOLE_RATE = 2e-4
"""Of the first layers, where the whole network learns."""
_FRAMES = 0.5
"""The share of the frame by frame loss beside that of sequences."""

_TEMPERATURE = 2.0
"""Of the softmax in distillation, so that what is unlikely counts too (Hinton, Vinyals and Dean, 2015)."""

_WARMING = 0.04
"""The rate rises for this share of the time."""


class Corpus:
    """Recordings: what the first layers say of them, or their features, and right answers."""

    def __init__(self, files: list[Path], network: Network, *, together: bool = False) -> None:
        """What fixed layers say is read from beside each file, or written there; what others say is there.

        A whole network hears the features.
        """
        self.labels = [np.load(path)["labels"].astype(np.int64) for path in files]
        self._heard = [np.load(path)["features"] if network.whole else _kept(path, network) for path in files]
        self._whole = network.whole
        self._right = [
            np.load(path.with_suffix(TOLD), mmap_mode="r") if together else labels[::STEP]
            for path, labels in zip(files, self.labels, strict=True)
        ]

    def places(self, offset: int) -> list[tuple[int, int]]:
        """The chunks, moved by `offset` steps: the file of each, and the first step that is answered."""
        return [
            (number, start)
            for number, right in enumerate(self._right)
            for start in range(LEFT + _SPARE + offset, len(right) - RIGHT - _SPARE - CHUNK, CHUNK)
        ]

    def batches(self, places: list[tuple[int, int]]) -> Iterator[tuple[Tensor, Tensor]]:
        """What is heard in these chunks, with its context, and what is right."""
        for first in range(0, len(places), BATCH):
            some = places[first : first + BATCH]
            heard = np.stack([self._around(number, at) for number, at in some])
            right = np.stack([self._right[number][at : at + CHUNK] for number, at in some])
            yield torch.from_numpy(heard).float(), torch.from_numpy(right)

    def _around(self, number: int, at: int) -> NDArray[np.float16]:
        """A chunk that begins at step `at` of a file, with its context."""
        first, last = at - LEFT, at + CHUNK + RIGHT - 1
        if self._whole:
            first, last = first * STEP - BEFORE, last * STEP + AFTER
        return self._heard[number][first : last + 1]


def _kept(path: Path, network: Network) -> NDArray[np.float16]:
    """What the fixed layers say of a file of recordings, on the disk: more than fits into memory."""
    kept = path.with_suffix(".fixed.npy")
    if not kept.exists():
        unfinished = path.with_suffix(f".{os.getpid()}.npy")
        np.save(unfinished, network.fixed(torch.from_numpy(np.load(path)["features"])).half().numpy())
        unfinished.replace(kept)
    return np.asarray(np.load(kept, mmap_mode="r"))


class Training:
    """A network, what it learns from, and the clock."""

    def __init__(
        self,
        folder: Path,
        minutes: float,
        beginning: Weights,
        rank: int = 0,
        processes: int = 1,
        *,
        goal: str = GOALS[0],
        whole: bool = False,
    ) -> None:
        """The process `rank` of several learns from its part of the corpus, and tells the others what it learnt."""
        self._rank, self._processes = rank, processes
        self._network = Network(beginning, whole=whole)
        together = goal == "together"
        files = sorted(folder.glob("train_*.npz"))
        for path in [] if whole else files[rank::processes]:
            _kept(path, self._network)
        if processes > 1:
            distributed.barrier()  # each has written its part of what the fixed layers say
        self._corpus = Corpus(files, self._network, together=together)
        self._others = Corpus([folder / "dev.npz"], self._network, together=together)
        self._network.measure(next(self._corpus.batches(self._corpus.places(0)))[0])
        labels = np.concatenate(self._corpus.labels)
        counts = np.bincount(labels, minlength=LEARNT_OUTPUTS) + 100.0
        self._priors = beginning.priors if together else counts / counts.sum()
        self._goal = goal
        self._sequences = Sequences(labels, self._priors) if goal == "sequences" else None
        hidden = self._network.hidden
        new = [*hidden[len(TAKEN) :].parameters(), *self._network.norms.parameters(), *self._network.last.parameters()]
        taken, first = list(hidden[FIXED : len(TAKEN)].parameters()), list(hidden[:FIXED].parameters())
        self._rates = (*(_FRAMES_RATES if goal == "frames" else _LATER_RATES), _WHOLE_RATE)
        self._optimizer = torch.optim.AdamW(
            [{"params": new}, *({"params": layers, "weight_decay": 0.0} for layers in (taken, first))],
            weight_decay=1e-3,
        )
        self._learning = [*new, *taken, *first]
        known = torch.cpu.get_capabilities()
        self._brief = bool(known.get("avx512_bf16") or known.get("amx_bf16"))  # else it takes eight times as long
        self._seconds = minutes * 60
        self._start = time.monotonic()
        self._epochs = 0
        self._chance = torch.Generator().manual_seed(0)  # chooses the same in every process

    def _gone(self) -> float:
        return (time.monotonic() - self._start) / self._seconds

    def keep(self, path: Path) -> None:
        """Keep what is needed to go on after an interruption, as a whole or not at all."""
        state = {
            "network": self._network.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "seconds": time.monotonic() - self._start,
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
            self._epochs = state["epochs"]
            self._chance.manual_seed(self._epochs)  # other chunks than those of the first epoch

    def epoch(self) -> float:
        """Once through the corpus, or to the end of the time; returns the mean loss."""
        losses = []
        places = self._corpus.places(int(torch.randint(CHUNK, (), generator=self._chance)))
        mixed = [places[index] for index in torch.randperm(len(places), generator=self._chance)]
        whole = len(mixed) // (self._processes * BATCH) * BATCH or len(mixed)  # as many batches in every process
        for heard, right in self._corpus.batches(mixed[self._rank :: self._processes][:whole]):
            gone = self._agreed(self._gone())
            if gone >= 1:
                break
            falling = min(1.0, gone / _WARMING) * (0.5 + 0.5 * math.cos(math.pi * gone))
            for group, rate in zip(self._optimizer.param_groups, self._rates, strict=True):
                group["lr"] = rate * falling
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._brief):
                logits = self._network(heard)
            loss = self._loss(logits.float(), right)
            self._optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            self._shared()
            nn.utils.clip_grad_norm_(self._learning, 5.0)
            self._optimizer.step()
            losses.append(loss.item())
        return float(np.mean(losses)) if losses else math.nan

    def _loss(self, logits: Tensor, right: Tensor) -> Tensor:
        if self._goal == "together":
            told = nn.functional.log_softmax(right.flatten(0, 1).float() / _TEMPERATURE, 1)
            said = nn.functional.log_softmax(logits.flatten(0, 1) / _TEMPERATURE, 1)
            return _TEMPERATURE**2 * nn.functional.kl_div(said, told, reduction="batchmean", log_target=True)
        frames = nn.functional.cross_entropy(logits.flatten(0, 1), right.flatten())
        return frames if self._sequences is None else self._sequences.loss(logits, right) + _FRAMES * frames

    def _agreed(self, gone: float) -> float:
        """What the first process says of the time, so that all end together."""
        if self._processes == 1:
            return gone
        told = torch.tensor(gone)
        distributed.broadcast(told, 0)
        return float(told)

    def _shared(self) -> None:
        """Learn the mean of what all processes would learn."""
        if self._processes > 1:
            gradients = [weight.grad for weight in self._learning if weight.grad is not None]
            together = torch.cat([gradient.flatten() for gradient in gradients])
            distributed.all_reduce(together)
            for gradient, mean in zip(gradients, together.split([one.numel() for one in gradients]), strict=True):
                gradient.copy_(mean.view_as(gradient) / self._processes)

    def judged(self) -> tuple[float, float]:
        """Loss, and share of right answers, on voices that are not learnt from."""
        self._network.eval()
        loss = right = total = 0.0
        with torch.no_grad():
            for heard, told in self._others.batches(self._others.places(0)):
                logits = self._network(heard)
                labels = told.argmax(2) if self._goal == "together" else told
                count = labels.numel()
                loss += count * float(self._loss(logits, told))
                right += float((logits.argmax(2) == labels).sum())
                total += count
        self._learn()
        return loss / total, right / total

    def _learn(self) -> None:
        """Make ready to learn. After frames, the normalisation stays as it is, and as it will be exported."""
        self._network.train()
        if self._goal != "frames":
            self._network.norms.eval()

    def run(self, path: Path) -> None:
        """Learn until the time is over, and save the weights; what is needed to go on is kept after each epoch."""
        state = path.with_suffix(".state")
        self.resume(state)
        self._learn()
        if self._rank:
            while self._agreed(self._gone()) < 1:
                self.epoch()
            return
        self._tell("before")
        while self._agreed(self._gone()) < 1:
            learnt = self.epoch()
            self._epochs += 1
            self._tell(f"{time.monotonic() - self._start:5.0f} s, epoch {self._epochs}: loss {learnt:.3f}")
            self.keep(state)
        self._network.weights(self._priors).save(path)
        state.unlink(missing_ok=True)

    def _tell(self, when: str) -> None:
        loss, right = self.judged()
        say(f"{when}; on other voices {loss:.3f}, {right:.1%} of steps right")


def _process(rank: int, asked: argparse.Namespace) -> None:
    torch.manual_seed(rank)
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    if asked.processes > 1:
        os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": "29517"}
        distributed.init_process_group("gloo", rank=rank, world_size=asked.processes)
    begin = load(asked.begin)
    training = Training(asked.corpus, asked.minutes, begin, rank, asked.processes, goal=asked.goal, whole=asked.whole)
    training.run(asked.weights)


def main() -> None:
    """Train on a corpus, and leave the weights."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--minutes", type=float, default=35.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--begin", type=Path, required=True, help="weights to go on from")
    parser.add_argument("--goal", choices=GOALS, default=GOALS[0], help="what is to be learnt")
    parser.add_argument("--whole", action="store_true", help="let the first layers learn too")
    asked = parser.parse_args()
    if asked.weights.exists() and not asked.weights.with_suffix(".state").exists():
        say(f"{asked.weights} is there already")
    elif asked.processes > 1:
        multiprocessing.spawn(_process, (asked,), asked.processes)  # type: ignore[no-untyped-call]
    else:
        _process(0, asked)


if __name__ == "__main__":
    main()
