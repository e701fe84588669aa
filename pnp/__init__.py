"""pnp: declarative tile definitions to print-ready, proven print-and-play PDFs."""

__version__ = "0.9.0"
