"""Peers from PyPI, each in a virtual environment of its own, made when it is first needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CACHE = HERE / ".peers"
"""Not under version control; remove it to have the peers installed anew."""
REQUIREMENTS = {
    "svglib": ("svglib>=1.5", "svgwrite>=1.4"),
    "protograf": ("protograf>=0.5,<0.6",),
    "cartuli": ("cartuli",),
    "fpdf2": ("fpdf2>=2.8",),
    "weasyprint": ("weasyprint>=62",),
}
PATIENCE = 600
"""Seconds that an installation may take."""


class Missing(Exception):
    """A peer that could not be installed; the message says why."""


def python_of(peer: str) -> str:
    """The interpreter of a peer's environment. Raises Missing."""
    folder = CACHE / peer
    python = folder / "bin" / "python"
    done = folder / "installed"
    if not done.exists():
        try:
            _run(sys.executable, "-m", "venv", "--clear", str(folder))
            _run(str(python), "-m", "pip", "install", "--quiet", *REQUIREMENTS[peer])
        except (subprocess.SubprocessError, OSError) as error:
            raise Missing(_reason(error)) from None
        done.touch()
    return str(python)


def version_of(peer: str) -> str:
    """The version of a peer that is installed."""
    code = f"import importlib.metadata as m; print(m.version({peer!r}))"
    return _run(python_of(peer), "-c", code).strip()


def _run(*command: str) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=PATIENCE, cwd=HERE
    )
    return done.stdout


def _reason(error: Exception) -> str:
    """The last line of what an installer said."""
    said = getattr(error, "stderr", None) or str(error)
    lines = [line for line in str(said).splitlines() if line.strip()]
    return lines[-1].strip()[:200] if lines else type(error).__name__
