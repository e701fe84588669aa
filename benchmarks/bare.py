"""The least a program can do: primitives read from JSON, drawn on a ReportLab canvas.

    python benchmarks/bare.py primitives.json out.pdf [--imports]

It draws what `primitives.py` wrote, every element in place, as a script for this one document
would: no definitions, no checks, no shared forms. With `--imports` it first imports the libraries
that `pnp build` imports for the same job, and does not use them: what is left of the difference is
our own work.
"""

import json
import sys

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4


TABLES = ("O_S_2f_2", "_c_m_a_p", "_h_e_a_d", "_h_h_e_a", "_m_a_x_p")


def import_libraries() -> None:
    """What `pnp build` imports; a test keeps the list true, package by package."""
    import click  # noqa: F401
    import fontTools.pens.basePen
    import fontTools.svgLib.path
    import fontTools.ttLib  # noqa: F401
    import msgspec.structs  # noqa: F401
    import pypdfium2  # noqa: F401
    import svgwrite  # noqa: F401
    import yaml  # noqa: F401

    for table in TABLES:  # fontTools imports them when a file has them
        __import__(f"fontTools.ttLib.tables.{table}")


def draw_page(canvas, page, layers):
    width, height = page["size"]
    canvas.setPageSize((width * MM, height * MM))
    canvas.transform(MM, 0, 0, -MM, 0, height * MM)
    for face in page["faces"]:
        canvas.saveState()
        canvas.transform(*face["at"])
        clip = canvas.beginPath()
        clip.rect(*face["clip"])
        canvas.clipPath(clip, stroke=0, fill=0)
        draw_stamps(canvas, face["stamps"], layers)
        canvas.restoreState()
    draw_stamps(canvas, page["furniture"], layers)
    canvas.showPage()


def draw_stamps(canvas, stamps, layers):
    for layer, at in stamps:
        canvas.saveState()
        canvas.transform(*at)
        for element in layers[layer]:
            draw_element(canvas, element)
        canvas.restoreState()


def draw_element(canvas, element):
    at = element.get("at")
    if at:
        canvas.saveState()
        canvas.transform(*at)
    if element["kind"] == "text":
        draw_text(canvas, element)
    else:
        draw_shape(canvas, element)
    if at:
        canvas.restoreState()


def draw_text(canvas, element):
    canvas.setFillColorRGB(*element["fill"])
    canvas.setFont(element["font"], element["size"])
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, element["x"], element["y"])
    if element["anchor"] == "middle":
        canvas.drawCentredString(0, 0, element["text"])
    elif element["anchor"] == "end":
        canvas.drawRightString(0, 0, element["text"])
    else:
        canvas.drawString(0, 0, element["text"])
    canvas.restoreState()


def draw_shape(canvas, element):
    fill, stroke = element["fill"], element["stroke"]
    if fill:
        canvas.setFillColorRGB(*fill)
    if stroke:
        canvas.setStrokeColorRGB(*stroke)
        canvas.setLineWidth(element["width"])
        canvas.setLineCap(element["cap"])
        canvas.setLineJoin(element["join"])
        canvas.setDash(*element["dash"])
    path = canvas.beginPath()
    if element["kind"] == "rect":
        if element["radius"]:
            path.roundRect(*element["box"], element["radius"])
        else:
            path.rect(*element["box"])
    elif element["kind"] == "ellipse":
        x, y, rx, ry = element["box"]
        path.ellipse(x - rx, y - ry, 2 * rx, 2 * ry)
    else:
        for what, *values in element["segments"]:
            if what == "M":
                path.moveTo(*values)
            elif what == "L":
                path.lineTo(*values)
            elif what == "C":
                path.curveTo(*values)
            else:
                path.close()
    fill_mode = 0 if element["evenodd"] else 1
    canvas.drawPath(path, stroke=bool(stroke), fill=bool(fill), fillMode=fill_mode)


def main(source, target):
    rl_config.useA85 = 0
    with open(source, encoding="utf-8") as file:  # noqa: PTH123 - no more imports than needed
        data = json.load(file)
    for name, path in data["fonts"].items():
        pdfmetrics.registerFont(TTFont(name, path))
    canvas = Canvas(target, pageCompression=1, invariant=1)
    for page in data["pages"]:
        draw_page(canvas, page, data["layers"])
    canvas.save()


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "--imports"]
    if len(arguments) != 2:
        raise SystemExit(__doc__)
    if "--imports" in sys.argv:
        import_libraries()
    main(*arguments)
