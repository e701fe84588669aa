"""WeasyPrint: finished faces (SVG) on sheets. Arguments: folder, output, how many."""

import sys
from pathlib import Path

from weasyprint import HTML

folder, target, count = Path(sys.argv[1]).resolve(), sys.argv[2], int(sys.argv[3])
style = (
    "@page { size: A4; margin: 10mm 15mm } body { margin: 0; line-height: 0; font-size: 0 }"
    "img { width: 57.912mm; height: 115.824mm } div { page-break-after: always }"
)
faces = [f'<img src="{path.as_uri()}">' for path in sorted(folder.glob("*.svg"))[:count]]
sheets = ["".join(faces[i : i + 6]) for i in range(0, count, 6)]
body = "".join(f"<div>{sheet}</div>" for sheet in sheets)
HTML(string=f"<style>{style}</style>{body}").write_pdf(target)
