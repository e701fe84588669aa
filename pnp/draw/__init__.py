"""Drawing: the SVG profile (ink), symbols, ornaments, text and themes."""
