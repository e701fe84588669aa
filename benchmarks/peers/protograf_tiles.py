"""protograf: finished faces (PNG) on sheets with marks. Arguments: folder, output, how many."""

import sys
from pathlib import Path

from protograf import Card, Create, Deck, Save, image

folder, target, count = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), int(sys.argv[3])
sys.argv = sys.argv[:1]  # it reads the command line too
Create(filename=target.name, directory=str(target.parent), paper="A4", margin=1)
Deck(cards=count, width=5.7912, height=11.5824, grid_marks=True, stroke=None)
for number, path in enumerate(sorted(folder.glob("*.png"))[:count], 1):
    Card(number, image(str(path), width=5.7912, height=11.5824))
Save(directory=str(target.parent))
