"""Art from outside: pictures of a game folder as layers, read within limits and nothing else.

`files` finds and names them, `raster` reads PNG and JPEG, `svg` reads SVG and refuses what reaches
out, `vector` keeps simple drawings as they are, `render` makes pixels of the others, `faces` fits
all of them to a card.
"""

from __future__ import annotations

from typing import Literal

LEAST_PPI = 200
"""Pixels per inch below which a picture is seen to be made of pixels."""

Fit = Literal["cover", "contain", "stretch"]
"""What happens to art of other proportions than its card: cut off, left blank, distorted."""
