"""Folded things as trees of flat panels: cut line, folds, glue flaps, and proof that they close."""
