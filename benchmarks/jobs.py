"""The jobs that are timed, the references beside them, and what is aimed at."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from decks import SHAPES, WORDS, write_drawings, write_noise
from games import Changing, pieces_of, write_mix, write_numbered
from timing import ENVIRONMENT, Runs, Subject
from venvs import Missing, python_of, version_of

HERE = Path(__file__).resolve().parent
PYTHON = sys.executable
PNP = [PYTHON, "-m", "pnp"]
BARE, BARE_IMPORTS = "(a) bare ReportLab", "(a′) bare + imports"
YAML = "PyYAML alone, the same files"
UNREAD = "`pnp build --no-preflight`"
SVGLIB = "(b) svgwrite + svglib"
PEERS = ("protograf", "cartuli", "fpdf2", "weasyprint")
FEW, ALL = 8, 48
TILES = f"1-{ALL}"
LABYDO = ("labydo", "--only", "cartas_print")


@dataclass(frozen=True)
class Aim:
    """A ratio that should be at most so much, or is only told (None): `of` the "whole" process, of
    the "marginal" time of a piece, of what is "above" the other's start-up, of the slopes of one
    subject ("linear", judged by processor time), of its "peak" memory with the most pieces by that
    with the fewest, or no ratio but the "rate" of one subject."""

    of: str
    ours: str
    other: str
    most: float | None = None


@dataclass
class Group:
    """Subjects that take turns, with their aims; `unit` is what the marginal time is of. There are
    `times` as many rounds as asked for, and no more than `most`; work in several `processes` is not
    counted."""

    key: str
    title: str
    unit: str
    subjects: list[Subject]
    aims: list[Aim] = field(default_factory=list)
    times: int = 1
    most: int = 1000
    processes: bool = False

    def rounds(self, asked: int) -> int:
        return min(asked * self.times, self.most)


class Workshop:
    """The inputs of all jobs in a temporary folder, and notes on what could not be done."""

    def __init__(self, folder: Path, scale: float = 1.0, peers: bool = True) -> None:
        self.folder, self.scale, self.peers = folder, scale, peers
        self.notes: list[str] = []
        self.out = folder / "out"
        ENVIRONMENT["XDG_CACHE_HOME"] = str(folder / "cache")

    def size(self, count: int) -> int:
        """A number of pieces, less in trials."""
        return max(4, round(count * self.scale))

    def primitives(self, name: str, *arguments: str) -> str:
        """The file of the primitives of a document, for the references to draw."""
        path = self.folder / f"{name}.json"
        with path.open("w", encoding="utf-8") as file:
            command = [PYTHON, str(HERE / "primitives.py"), *arguments]
            subprocess.run(command, stdout=file, check=True, env=ENVIRONMENT)
        return str(path)

    def pnp(self, *arguments: str | Path) -> None:
        command = [*PNP, *map(str, arguments)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)

    def build(self, *arguments: str | Path, anew: bool = True) -> Runs:
        """A build of everything, or (not `anew`) of what has changed since the last one."""
        cache = ["--no-cache"] if anew else []
        return Runs([*PNP, "build", *map(str, arguments), *cache, "-o", str(self.out)])

    def bare(self, source: str, *more: str) -> Runs:
        return Runs([PYTHON, str(HERE / "bare.py"), source, str(self.folder / "bare.pdf"), *more])

    def svglib(self, sources: dict[int, str]) -> Iterator[Subject]:
        """The reference (b), if it can be had."""
        if not self.peers:
            return
        try:
            python = python_of("svglib")
        except Missing as error:
            self.notes.append(f"svglib: {error}")
            return
        script, target = str(HERE / "through_svglib.py"), str(self.folder / "svglib.pdf")
        runs = {n: Runs([python, script, source, target]) for n, source in sources.items()}
        yield Subject(SVGLIB, runs)

    def peer(self, name: str, faces: Path, counts: Sequence[int]) -> Iterator[Subject]:
        """A peer that lays out so many finished faces, if it can be had."""
        try:
            python = python_of(name)
            title = f"(c) {name} {version_of(name)}"
        except Missing as error:
            self.notes.append(f"{name} is left out, it could not be installed: {error}")
            return
        script, target = HERE / "peers" / f"{name}_tiles.py", self.folder / f"{name}.pdf"
        command = [python, str(script), str(faces), str(target)]
        trial = subprocess.run([*command, "2"], capture_output=True, text=True, cwd=self.folder)
        if trial.returncode:
            said = (trial.stderr.strip().splitlines() or ["no reason given"])[-1]
            self.notes.append(f"{title[4:]} is left out, it fails: {said[:200]}")
            return
        yield Subject(title, {n: Runs([*command, str(n)]) for n in counts})


def tiles(shop: Workshop) -> Group:
    """J1."""
    few, all_ = FEW, ALL
    sources = {
        n: shop.primitives(f"labydo-{n}", "labydo", "cartas_print", f"--pieces=1-{n}")
        for n in (few, all_)
    }
    listed = [
        ours_at_two_sizes(shop),
        Subject(UNREAD, {all_: shop.build(*LABYDO, "--no-preflight")}),
        Subject(BARE, {n: shop.bare(s) for n, s in sources.items()}),
        Subject(BARE_IMPORTS, {n: shop.bare(s, "--imports") for n, s in sources.items()}),
        *shop.svglib(sources),
    ]
    aims = [
        Aim("whole", "`pnp build`", BARE),
        Aim("whole", "`pnp build`", BARE_IMPORTS, 2),
        *(Aim("whole", "`pnp build`", s.name) for s in listed[4:]),
    ]
    if shop.peers:
        faces = shop.folder / "faces"
        for ending in ("png", "svg"):
            shop.pnp("face", "labydo", TILES, "-o", faces / f"{{id}}.{ending}")
        found = [s for name in PEERS for s in shop.peer(name, faces, (few, all_))]
        listed += found
        aims += [Aim("whole", "`pnp build`", peer.name, 1) for peer in found]
        aims += [Aim("marginal", "`pnp build`", peer.name, 1) for peer in found]
        aims += [Aim("whole", UNREAD, peer.name) for peer in found]
    return Group("J1", "48 Labydo tiles", "tile", listed, aims, times=3)


def ours_at_two_sizes(shop: Workshop) -> Subject:
    """The builds of J1."""
    few = shop.build(*LABYDO, "--pieces", f"1-{FEW}")
    return Subject("`pnp build`", {FEW: few, ALL: shop.build(*LABYDO)})


def changed(shop: Workshop) -> Group:
    """J6; what is compared are some tens of ms, so there are more rounds."""
    whole = ours_at_two_sizes(shop)
    folder = HERE.parent / "tiledefs" / "labydo"
    change = Changing(folder, shop.folder / "changing")
    again = Runs(shop.build(change.folder, *LABYDO[1:], anew=False).command, change)
    still = Changing(folder, shop.folder / "still").folder
    idle = shop.build(still, *LABYDO[1:], anew=False)
    listed = [
        whole,
        Subject("the same, one tile changed", {ALL: again}),
        Subject("the same, nothing changed", {ALL: idle}),
    ]
    aims = [
        Aim("above", listed[1].name, whole.name),
        Aim("whole", listed[1].name, whole.name),
    ]
    return Group("J6", "one of 48 Labydo tiles changed", "tile", listed, aims, times=4)


def mixed(shop: Workshop) -> Group:
    """J2."""
    games = {}
    for count in (shop.size(150), shop.size(1050)):
        folder = write_mix(shop.folder / f"mix-{count}", count)
        games[pieces_of(folder)] = folder
    sources = {n: shop.primitives(f"mix-{n}", str(g), "tiles", "backs") for n, g in games.items()}
    ours = Subject("`pnp build`", {n: shop.build(g) for n, g in games.items()})
    real = shop.build("dedalos", "--only", "tiles", "--only", "backs")
    least = min(sources)
    listed = [
        ours,
        Subject("`pnp build dedalos`, tiles and backs", {150: real}),
        Subject(BARE, {n: shop.bare(s) for n, s in sources.items()}),
        *shop.svglib({least: sources[least]}),
    ]
    aims = [Aim("marginal", ours.name, BARE, 0.6)]
    return Group("J2", "150 tiles in Dedalo’s mix, backs and crop marks", "tile", listed, aims)


def numbered(shop: Workshop) -> Group:
    """J3."""
    counts = [shop.size(n) for n in (1000, 2500, 5000, 10_000)]
    games = {n: write_numbered(shop.folder / f"numbered-{n}", n) for n in counts}
    low, high = shop.size(200), counts[0]
    games[low] = write_numbered(shop.folder / f"numbered-{low}", low)
    ours = Subject("`pnp build`", {n: shop.build(games[n]) for n in counts})
    sources = {n: shop.primitives(f"numbered-{n}", str(games[n]), "tiles") for n in (low, high)}
    bare = Subject(BARE, {n: shop.bare(s) for n, s in sources.items()})
    aims = [Aim("marginal", ours.name, BARE, 0.15), Aim("linear", ours.name, ours.name, 1.2)]
    return Group("J3", "10,000 tiles, each with its number", "tile", [ours, bare], aims, most=9)


def pictures(shop: Workshop) -> Group:
    """J4."""
    few, all_ = 8, 48
    jobs = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    shop.pnp("build", "labydo", "--only", "cartas_print", "--sheets", "single", "-o", shop.out)
    source = str(shop.out / "labydo" / "cartas_print_single.pdf")
    folder = shop.folder / "pngs"
    folder.mkdir()
    ours = {
        n: Runs([*PNP, "face", "labydo", f"1-{n}", "-o", str(folder / "{id}.png")])
        for n in (few, all_)
    }
    alone = {
        n: Runs([PYTHON, str(HERE / "pdfium.py"), source, str(folder), str(jobs), str(n)])
        for n in (few, all_)
    }
    listed = [Subject("`pnp face`", ours), Subject("PDFium alone", alone)]
    aims = [Aim("marginal", "`pnp face`", "PDFium alone", 1.3)]
    title = f"48 faces as PNG at 300 dpi, {jobs} processes"
    return Group("J4", title, "face", listed, aims, processes=True)


def proofs(shop: Workshop) -> Group:
    """J5."""
    told = subprocess.run(
        [*PNP, "check", "--format", "json"], stdout=subprocess.PIPE, check=True, env=ENVIRONMENT
    )
    cases = sum(proof["cases"] for proof in json.loads(told.stdout)["proofs"])
    folders = sorted(str(file.parent) for file in (HERE.parent / "tiledefs").glob("*/game.yaml"))
    ours = Subject("`pnp check`, all five games", {cases: Runs([*PNP, "check"])})
    alone = Subject(YAML, {cases: Runs([PYTHON, str(HERE / "reading.py"), *folders])})
    aims = [Aim("rate", ours.name, ours.name), Aim("whole", ours.name, YAML)]
    return Group("J5", "every proof of every game", "case", [ours, alone], aims)


def drawn(shop: Workshop) -> Group:
    """J7."""
    decks = {
        "words": write_drawings(shop.folder / "words", 54, WORDS),
        "shapes": write_drawings(shop.folder / "shapes", 54, SHAPES),
    }
    listed, aims = [], []
    for job in ("check", "build"):
        more = ["-o", str(shop.out)] if job == "build" else []
        ours, other = (f"`pnp {job}`, 54 SVGs of {what}, unchanged" for what in decks)
        for name, folder in zip((ours, other), decks.values(), strict=True):
            listed.append(Subject(name, {54: Runs([*PNP, job, str(folder), *more])}))
        aims.append(Aim("whole", ours, other, 1.3))
    return Group("J7", "54 cards of words, drawn before", "card", listed, aims)


def noise(shop: Workshop) -> Group:
    """J8."""
    few, many = shop.size(100), shop.size(1000)
    commands: dict[str, dict[int, Runs]] = {}
    for count in (few, many):
        deck, out = str(write_noise(shop.folder / f"noise{count}", count)), shop.out / "noise"
        since = ["--since", "first", "--in", str(out)]
        again = str(shop.folder / f"again{count}")
        pdf = str(out / f"noise{count}" / "cards_A4.pdf")
        for job, more in {
            "build --tag": [deck, "--no-cache", "--tag", "first", "--retag", "-o", str(out)],
            "check": [deck],
            "diff": [deck, *since],
            "reprint": [deck, *since, "-o", again],
            "preflight": [pdf],
        }.items():
            runs = Runs([*PNP, job.split()[0], *more])
            commands.setdefault(job, {})[count] = runs
    listed = [Subject(f"`pnp {job}`, PNGs of 1 MB", runs) for job, runs in commands.items()]
    aims = [Aim("peak", subject.name, subject.name, 3.0) for subject in listed]
    return Group("J8", f"{many:,} pictures of 1 MB", "card", listed, aims, most=1)


def help_(shop: Workshop) -> Group:
    """The command line's own start."""
    bare = Subject('`python -c "import click"`', {1: Runs([PYTHON, "-c", "import click"])})
    listed = [Subject("`pnp --help`", {1: Runs([*PNP, "--help"])}), bare]
    return Group("help", "help", "", listed, [Aim("whole", "`pnp --help`", bare.name, 1.5)])


JOBS = {
    "J1": tiles,
    "J2": mixed,
    "J3": numbered,
    "J4": pictures,
    "J5": proofs,
    "J6": changed,
    "J7": drawn,
    "J8": noise,
    "help": help_,
}
