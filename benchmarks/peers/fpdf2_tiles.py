"""fpdf2: finished faces (SVG) on sheets. Arguments: folder, output, how many."""

import sys
from pathlib import Path

from fpdf import FPDF

folder, target, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
width, height = 57.912, 115.824
pdf = FPDF(format="A4", unit="mm")
fonts = Path(__file__).resolve().parents[2] / "fonts"
for style, file in (("", "AlegreyaSans-Medium"), ("B", "AlegreyaSans-Bold")):
    pdf.add_font("Alegreya Sans", style, fonts / f"{file}.ttf")
for index, path in enumerate(sorted(folder.glob("*.svg"))[:count]):
    slot = index % 6
    if slot == 0:
        pdf.add_page()
    pdf.image(path, x=15 + slot % 3 * width, y=10 + slot // 3 * height, w=width, h=height)
pdf.output(target)
