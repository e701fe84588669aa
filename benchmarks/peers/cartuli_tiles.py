"""cartuli: finished faces (PNG) on sheets with crop marks. Arguments: folder, output, how many."""

import sys
from pathlib import Path

from cartuli.card import Card
from cartuli.measure import Size, mm
from cartuli.output import sheet_pdf_output
from cartuli.sheet import Sheet

folder, target, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
size = Size(57.912 * mm, 115.824 * mm)
cards = [Card(path, size=size) for path in sorted(folder.glob("*.png"))[:count]]
sheet_pdf_output(Sheet(cards, print_margin=5 * mm, padding=0), target)
