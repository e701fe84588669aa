"""The five games that come with pnp: one folder each with all that only that game knows.

The rest of the program imports none of them; they are found as the families of others are.
"""
