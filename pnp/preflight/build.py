"""The files of a build read back and proved against its plan, before they are put in place.

Positions come from the matrices of the content streams, identity from pixels; the record that the
exporter gives is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.errors import PnpError, Problem, Proof
from pnp.game.plan import AnyDocument, Plan, SheetDocument
from pnp.geometry.plane import Rect
from pnp.pdf.intent import CONDITION
from pnp.preflight.backs import Sides, check_backs
from pnp.preflight.findings import Findings
from pnp.preflight.ink import check_margins, check_marks, check_pieces
from pnp.preflight.leaflets import check_leaflet
from pnp.preflight.looks import check_looks
from pnp.preflight.places import NEAR, check_numbers, check_places, sheet_name
from pnp.preflight.reading import ReadFile
from pnp.preflight.whole import count
from pnp.system.filed import Filed


def prove_files(
    plan: Plan, built: Sequence[tuple[AnyDocument, Filed]]
) -> tuple[list[Problem], list[Proof]]:
    """What is wrong with the documents of a plan as they were written, and what was proved."""
    findings = read_back(plan, built)
    return findings.problems, findings.proofs()


def read_back(plan: Plan, built: Sequence[tuple[AnyDocument, Filed]]) -> Findings:
    """What is found in documents; those of one entry of the definition belong together."""
    findings, read = Findings(), list[tuple[SheetDocument, Sides]]()
    for document, data in built:
        try:
            sheets = isinstance(document, SheetDocument)
            file = ReadFile(document.name, data, document.source.loc, sheets=sheets)
        except PnpError as error:
            findings.problems += error.problems
            continue
        _check_pages(findings, plan, document, file)
        _check_fonts(findings, document, file)
        if plan.options.intent == "srgb" and file.intents != (CONDITION,):
            findings.say("PDF013", document, ": its output intent is not sRGB")
        if isinstance(document, SheetDocument):
            sides = _check_sheets(findings, document, file)
            read.append((document, sides))
            on_pages = [[match.placement for match in side] for side in sides]
            findings.held[document.name] = count(document, on_pages)
            check_numbers(findings, plan, document)
            check_looks(findings, document, sides, file.pages, data)
        else:
            check_leaflet(findings, document, file, plan.options.paper, data)
    if not findings.has("PDF001", "PDF002", "PDF003", "PDF004"):
        check_backs(findings, plan, read)
    return findings


def _check_pages(findings: Findings, plan: Plan, document: AnyDocument, file: ReadFile) -> None:
    """PDF002: as many pages as sheets, each of exactly the paper's size in all its boxes; the trim
    box of a single piece is the piece's."""
    areas = [(plan.options.paper.area,) * 2] * max(len(file.pages), 1)
    if isinstance(document, SheetDocument):
        areas = [(sheet.paper.area, sheet.trim or sheet.paper.area) for sheet in document.sheets]
    if len(file.pages) != len(areas):
        findings.say("PDF002", document, f": {len(file.pages)} pages instead of {len(areas)}")
    for number, (page, (whole, trim)) in enumerate(zip(file.pages, areas, strict=False), 1):
        findings.cases["PDF002"] += 1
        for name, box in page.boxes.items():
            wanted = trim if name == "trimbox" else whole
            if not _is_near(box, wanted):
                findings.say(
                    "PDF002", document, f", page {number}: its {_unlike(name, box, wanted)}"
                )
                break
        if page.turn:
            says = f", page {number} is turned by {page.turn} degrees"
            findings.say("PDF002", document, says)


def _unlike(name: str, box: Rect, wanted: Rect) -> str:
    if box.size == wanted.size:
        return (
            f"{name} lies at {box.x:.2f}, {box.y:.2f} mm instead of {wanted.x:.2f}, {wanted.y:.2f}"
        )
    return f"{name} measures {box.size} instead of {wanted.size}"


def _is_near(one: Rect, other: Rect) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= NEAR


def _check_fonts(findings: Findings, document: AnyDocument, file: ReadFile) -> None:
    for font, embedded in file.fonts.items():
        if not embedded:
            findings.say("PDF007", document, f": the font {font} is not in the file")


def _check_sheets(findings: Findings, document: SheetDocument, file: ReadFile) -> Sides:
    """What the content streams say; gives back the pieces found on their places."""
    sides = []
    for sheet, page in zip(document.sheets, file.pages, strict=False):
        name, loose = sheet_name(sheet), page.content.loose
        found = check_places(findings, document, sheet, page.content.regions)
        check_marks(findings, document, name, sheet, loose)
        regions = [region.visible for region in page.content.regions]
        check_margins(findings, document, name, sheet, [*loose.boxes, *regions])
        check_pieces(findings, document, name, sheet, [*found.right, *found.wrong])
        sides.append(found.right)
    return sides
