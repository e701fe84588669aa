"""The primitives of `primitives.py` as SVG pages by svgwrite, made into a PDF by svglib.

python benchmarks/through_svglib.py primitives.json out.pdf
"""

import io
import json
import sys

import svgwrite
from reportlab.graphics import renderPDF
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from svglib.fonts import get_global_font_map
from svglib.svglib import svg2rlg

MM = 72 / 25.4


def colour(parts):
    return "none" if parts is None else "#" + "".join(f"{round(255 * p):02x}" for p in parts)


def matrix(six):
    return "matrix({})".format(" ".join(f"{value:.6f}" for value in six))


def paint(element):
    style = {"fill": colour(element["fill"]), "stroke": colour(element["stroke"])}
    if element["evenodd"]:
        style["fill_rule"] = "evenodd"
    if element["stroke"]:
        style |= {
            "stroke_width": element["width"],
            "stroke_linecap": ("butt", "round", "square")[element["cap"]],
            "stroke_linejoin": ("miter", "round", "bevel")[element["join"]],
        }
        if element["dash"][0]:
            style["stroke_dasharray"] = " ".join(map(str, element["dash"][0]))
    return style


def drawn(page, element):
    kind = element["kind"]
    if kind == "text":
        extra = {
            "font_family": element["font"],
            "font_size": element["size"],
            "fill": colour(element["fill"]),
            "text_anchor": element["anchor"],
        }
        made = page.text(element["text"], insert=(element["x"], element["y"]), **extra)
    elif kind == "rect":
        x, y, width, height = element["box"]
        round_ = {"rx": element["radius"]} if element["radius"] else {}
        made = page.rect((x, y), (width, height), **round_, **paint(element))
    elif kind == "ellipse":
        cx, cy, rx, ry = element["box"]
        made = page.ellipse((cx, cy), (rx, ry), **paint(element))
    else:
        d = " ".join(f"{what} " + " ".join(map(str, v)) for what, *v in element["segments"])
        made = page.path(d, **paint(element))
    if element.get("at"):
        made["transform"] = matrix(element["at"])
    return made


def svg_of(page, layers):
    width, height = page["size"]
    drawing = svgwrite.Drawing(size=(f"{width}mm", f"{height}mm"), debug=False)
    drawing["viewBox"] = f"0 0 {width} {height}"
    groups = [(face["at"], face["stamps"]) for face in page["faces"]]
    for at, stamps in [*groups, ((1, 0, 0, 1, 0, 0), page["furniture"])]:
        group = drawing.g(transform=matrix(at))
        for layer, place in stamps:
            inner = drawing.g(transform=matrix(place))
            for element in layers[layer]:
                inner.add(drawn(drawing, element))
            group.add(inner)
        drawing.add(group)
    return drawing.tostring()


def main(source, target):
    with open(source, encoding="utf-8") as file:  # noqa: PTH123 - as bare as `bare.py`
        data = json.load(file)
    for name, path in data["fonts"].items():
        pdfmetrics.registerFont(TTFont(name, path))
        get_global_font_map().register_font(name, path)
    canvas = Canvas(target, pageCompression=1, invariant=1)
    for page in data["pages"]:
        canvas.setPageSize([side * MM for side in page["size"]])
        renderPDF.draw(svg2rlg(io.StringIO(svg_of(page, data["layers"]))), canvas, 0, 0)
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
