"""The model folder from the committed weights and lexicon, byte for byte: NumPy and OpenFst's tools, no training.

`python -m models.build.export [FOLDER]`
"""

import sys
from pathlib import Path
from typing import Final

from models.build import lexicon, mfcc, network
from models.build.acoustics import Tuning, acoustic_model
from models.build.graph import Costs, ToolsMissingError, graph

WEIGHTS: Final = Path(__file__).parent / "weights.npz"
FOLDER: Final = Path(__file__).parents[1] / "fr"


def acoustics() -> dict[str, bytes]:
    """Everything but the graph, by the path in the folder."""
    tuning = Tuning()
    return {
        "am/final.mdl": acoustic_model(network.load(WEIGHTS), tuning),
        "conf/model.conf": tuning.settings().encode(),
        "conf/mfcc.conf": mfcc.SETTINGS.encode(),
    }


def graphs() -> dict[str, bytes]:
    """The graph, by the path in the folder. Raises `ToolsMissingError`."""
    return {f"graph/{name}": data for name, data in graph(lexicon.read(), Costs()).items()}


def write(made: dict[str, bytes], folder: Path) -> None:
    """Write the files; whatever else the folder holds stays."""
    for name, data in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def main(folder: Path = FOLDER) -> None:
    """Export the model, or say what is missing."""
    try:
        made = acoustics() | graphs()
    except ToolsMissingError as error:
        sys.exit(str(error))
    write(made, folder)
    sys.stdout.write(f"{folder}: {sum(map(len, made.values())):,} bytes\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
