"""Imposition as data: papers, grids, backs behind fronts, marks."""
