"""The pen symbols are drawn with: smooth outlines through named points, tapered limbs, turns.

Points are written as text, ``"x,y x,y! ..."``, in symbol units (100 to the box, y down). A plain
point is passed smoothly, a point followed by ``!`` is a corner, and the stretch between two corners
is straight. Closed outlines always come out clockwise, so that overlapping parts of one non-zero
path add up and never punch holes into each other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from msgspec.structs import replace

from pnp.draw.shapes import Drawing, Role, Shape

Point = tuple[float, float]
Node = tuple[float, float, bool]
Matrix = tuple[float, float, float, float, float, float]

_TOKEN = re.compile(r"[A-Za-z]|-?\d+(?:\.\d+)?")
_PAIRS = {"M": 1, "L": 1, "Q": 2, "C": 3, "Z": 0}


def number(value: float, decimals: int = 1) -> str:
    """`value` with at most so many decimals, without trailing zeros or a negative nought."""
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _nodes(points: str) -> list[Node]:
    nodes = []
    for token in points.split():
        x, y = token.rstrip("!").split(",")
        nodes.append((float(x), float(y), token.endswith("!")))
    return nodes


def _clockwise(nodes: list[Node]) -> list[Node]:
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(nodes, nodes[1:] + nodes[:1], strict=True))
    return nodes if area >= 0 else [nodes[0], *reversed(nodes[1:])]


def _tangent(before: Node, node: Node, after: Node) -> Point | None:
    """Unit tangent at a smooth node, weighted so that the nearer neighbour counts more."""
    if node[2]:
        return None
    ax, ay = node[0] - before[0], node[1] - before[1]
    bx, by = after[0] - node[0], after[1] - node[1]
    a, b = math.hypot(ax, ay) or 1.0, math.hypot(bx, by) or 1.0
    tx, ty = ax / a * b + bx / b * a, ay / a * b + by / b * a
    size = math.hypot(tx, ty)
    return (tx / size, ty / size) if size > 1e-9 else None


def _segment(p: Node, q: Node, tp: Point | None, tq: Point | None) -> str:
    if tp is None and tq is None:
        return f"L{number(q[0])},{number(q[1])}"
    reach = math.hypot(q[0] - p[0], q[1] - p[1]) * 0.37
    c1 = (p[0] + tp[0] * reach, p[1] + tp[1] * reach) if tp else None
    c2 = (q[0] - tq[0] * reach, q[1] - tq[1] * reach) if tq else None
    if c1 is None and c2 is not None:
        c1 = ((p[0] + c2[0]) / 2, (p[1] + c2[1]) / 2)
    if c2 is None and c1 is not None:
        c2 = ((q[0] + c1[0]) / 2, (q[1] + c1[1]) / 2)
    assert c1 is not None and c2 is not None
    flat = (*c1, *c2, q[0], q[1])
    return "C" + " ".join(
        f"{number(flat[i])},{number(flat[i + 1])}" for i in range(0, len(flat), 2)
    )


def _spline(nodes: list[Node], closed: bool) -> str:
    count = len(nodes)
    tangents: list[Point | None] = []
    for i, node in enumerate(nodes):
        at_end = not closed and i in (0, count - 1)
        tangents.append(None if at_end else _tangent(nodes[i - 1], node, nodes[(i + 1) % count]))
    parts = [f"M{number(nodes[0][0])},{number(nodes[0][1])}"]
    for i in range(count if closed else count - 1):
        j = (i + 1) % count
        parts.append(_segment(nodes[i], nodes[j], tangents[i], tangents[j]))
    return "".join(parts) + ("Z" if closed else "")


def closed(points: str) -> str:
    """Path data of a closed outline through `points`."""
    return _spline(_clockwise(_nodes(points)), closed=True)


def line(points: str) -> str:
    """Path data of an open line through `points`."""
    return _spline(_nodes(points), closed=False)


def mirrored(points: str, axis: float = 50.0) -> str:
    """`points` mirrored in the vertical line x = `axis`."""
    return " ".join(
        f"{number(2 * axis - x)},{number(y)}{'!' if corner else ''}"
        for x, y, corner in _nodes(points)
    )


def both(points: str, axis: float = 50.0) -> str:
    """A closed outline whose right half is `points`, from the top of the axis to its foot."""
    right = _nodes(points)
    left = [(2 * axis - x, y, corner) for x, y, corner in reversed(right)]
    middle = [node for node in left if abs(node[0] - axis) > 0.05]
    return _spline(_clockwise(right + middle), closed=True)


def limb(points: str) -> str:
    """A closed tapered limb along ``"x,y,width ..."``, its ends rounded to their width."""
    spine = [tuple(float(n) for n in token.split(",")) for token in points.split()]
    left: list[Node] = []
    right: list[Node] = []
    for i, (x, y, width) in enumerate(spine):
        ax, ay, _ = spine[max(i - 1, 0)]
        bx, by, _ = spine[min(i + 1, len(spine) - 1)]
        tangent = _tangent((ax, ay, False), (x, y, False), (bx, by, False))
        if i in (0, len(spine) - 1) or tangent is None:
            size = math.hypot(bx - ax, by - ay)
            tangent = ((bx - ax) / size, (by - ay) / size)
        tx, ty = tangent
        half = width / 2
        left.append((x + ty * half, y - tx * half, False))
        right.append((x - ty * half, y + tx * half, False))
        if i == 0:
            left.insert(0, (x - tx * half, y - ty * half, width < 1.0))
        elif i == len(spine) - 1:
            left.append((x + tx * half, y + ty * half, width < 1.0))
    return _spline(_clockwise(left + right[::-1]), closed=True)


def disc(cx: float, cy: float, rx: float, ry: float | None = None) -> str:
    """A clockwise ellipse about (cx, cy); a circle of radius `rx` when `ry` is left out."""
    ry = rx if ry is None else ry
    k = 0.5523
    hops = (
        (cx + rx * k, cy - ry, cx + rx, cy - ry * k, cx + rx, cy),
        (cx + rx, cy + ry * k, cx + rx * k, cy + ry, cx, cy + ry),
        (cx - rx * k, cy + ry, cx - rx, cy + ry * k, cx - rx, cy),
        (cx - rx, cy - ry * k, cx - rx * k, cy - ry, cx, cy - ry),
    )
    body = "".join(
        "C" + " ".join(f"{number(h[i])},{number(h[i + 1])}" for i in (0, 2, 4)) for h in hops
    )
    return f"M{number(cx)},{number(cy - ry)}{body}Z"


def box(x: float, y: float, width: float, height: float) -> str:
    """A clockwise rectangle with its top left corner at (x, y)."""
    return (
        f"M{number(x)},{number(y)}L{number(x + width)},{number(y)}"
        f"L{number(x + width)},{number(y + height)}L{number(x)},{number(y + height)}Z"
    )


def ink(*paths: str) -> Shape:
    """One silhouette made of `paths`, which may overlap."""
    return Shape("".join(paths))


def over(*paths: str, gap: float = 2.4) -> Drawing:
    """A silhouette in front of others, set off from them by a ground line `gap` wide."""
    d = "".join(paths)
    return (Shape(d, fill="paper", stroke="paper", width=2 * gap), Shape(d))


def paper(*paths: str) -> Shape:
    """Ground-coloured areas."""
    return Shape("".join(paths), fill="paper")


def cut(width: float, *paths: str) -> Shape:
    """Incised lines `width` units wide."""
    return Shape("".join(paths), fill="none", stroke="paper", width=width)


def stroke(width: float, *paths: str, role: Role = "ink") -> Shape:
    """Drawn lines `width` units wide."""
    return Shape("".join(paths), fill="none", stroke=role, width=width)


def mapped(d: str, matrix: Matrix, decimals: int = 1) -> str:
    """`d` (absolute M L Q C Z only) under x' = a x + c y + e, y' = b x + d y + f."""
    a, b, c, d_, e, f = matrix
    tokens = _TOKEN.findall(d)
    out: list[str] = []
    i = 0
    while i < len(tokens):
        command = tokens[i]
        i += 1
        if command not in _PAIRS:
            raise ValueError(f"cannot transform path command {command!r}")
        pairs = []
        for _ in range(_PAIRS[command]):
            x, y = float(tokens[i]), float(tokens[i + 1])
            at_x, at_y = a * x + c * y + e, b * x + d_ * y + f
            pairs.append(f"{number(at_x, decimals)},{number(at_y, decimals)}")
            i += 2
        out.append(command + " ".join(pairs))
    return "".join(out)


def placed(
    drawing: Iterable[Shape],
    scale: float = 1.0,
    turn: float = 0.0,
    dx: float = 0.0,
    dy: float = 0.0,
) -> Drawing:
    """`drawing` scaled and turned clockwise (degrees) about (50, 50), then shifted."""
    cos = math.cos(math.radians(turn)) * scale
    sin = math.sin(math.radians(turn)) * scale
    shift_x = 50 - cos * 50 + sin * 50 + dx
    shift_y = 50 - sin * 50 - cos * 50 + dy
    matrix = (cos, sin, -sin, cos, shift_x, shift_y)
    return tuple(
        replace(shape, d=mapped(shape.d, matrix), width=round(shape.width * scale, 2))
        for shape in drawing
    )
