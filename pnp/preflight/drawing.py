"""What pages and forms draw, as PDFium has it: lines, type, fonts, images, and boxes round them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from ctypes import byref, c_float, c_int, c_ubyte, c_uint, c_ulong, create_string_buffer
from typing import Any

import pypdfium2.raw as raw

from pnp.geometry.plane import Affine, Point, Rect, bounds
from pnp.preflight.drawn import Drawn, Picture

_LONGEST = 256
"""Bytes of a font's name."""


def objects_on(page: Any) -> Iterator[Any]:
    """What a page draws, in its order."""
    return (raw.FPDFPage_GetObject(page, n) for n in range(raw.FPDFPage_CountObjects(page)))


def is_form(one: Any) -> bool:
    return bool(raw.FPDFPageObj_GetType(one) == raw.FPDF_PAGEOBJ_FORM)


def drawn_in(form: Any, *, boxes: bool = False) -> Drawn:
    """What a form draws, in its own space; `boxes`: and the boxes round it."""
    found, parts = Drawn(), list(_parts(form))
    found.words = all(raw.FPDFPageObj_GetType(one) == raw.FPDF_PAGEOBJ_TEXT for one in parts)
    for one in parts:
        look_at(found, one, Affine(), boxes=boxes)
    return found


def look_at(
    found: Drawn,
    one: Any,
    at: Affine,
    *,
    boxes: bool = False,
    hidden: Collection[bytes] = (),
) -> None:
    """Add what an object draws, with all in it, if `at` maps the space it is in; but for what is of
    `hidden` optional groups."""
    if hidden and any(group in hidden for group in _groups(one)):
        return
    matrix = raw.FS_MATRIX()
    raw.FPDFPageObj_GetMatrix(one, byref(matrix))
    own = Affine(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    kind = raw.FPDFPageObj_GetType(one)
    if kind == raw.FPDF_PAGEOBJ_FORM:
        for part in _parts(one):
            look_at(found, part, at @ own, boxes=boxes, hidden=hidden)
    elif kind == raw.FPDF_PAGEOBJ_PATH:
        _look_at_path(found, one, at @ own, boxes)
    elif kind == raw.FPDF_PAGEOBJ_TEXT:
        _look_at_words(found, one, at, own)
    elif kind == raw.FPDF_PAGEOBJ_IMAGE:
        width, height = c_uint(), c_uint()
        raw.FPDFImageObj_GetImagePixelSize(one, byref(width), byref(height))
        found.images.append(Picture((width.value, height.value), at @ own))


def _parts(form: Any) -> Iterator[Any]:
    return (raw.FPDFFormObj_GetObject(form, n) for n in range(raw.FPDFFormObj_CountObjects(form)))


def _groups(one: Any) -> Iterator[bytes]:
    """The names in what an object is marked by, as by its optional groups."""
    name, length = (c_ubyte * _LONGEST)(), c_ulong()
    for n in range(raw.FPDFPageObj_CountMarks(one)):
        mark = raw.FPDFPageObj_GetMark(one, n)
        if raw.FPDFPageObjMark_GetParamBlobValue(mark, b"Name", name, _LONGEST, byref(length)):
            yield bytes(name[: length.value])


def _scale(at: Affine) -> float:
    return math.sqrt(abs(at.determinant))


def _look_at_path(found: Drawn, path: Any, at: Affine, boxes: bool) -> None:
    fill, stroke, width = c_int(), c_int(), c_float()
    raw.FPDFPath_GetDrawMode(path, byref(fill), byref(stroke))
    if stroke.value and raw.FPDFPageObj_GetStrokeWidth(path, byref(width)):
        found.thinnest = min(found.thinnest, width.value * _scale(at))
    if boxes and (stroke.value or fill.value):
        found.quads += [tuple(map(at.apply, box.corners)) for box in _strokes(path)]


def _strokes(path: Any) -> Iterator[Rect]:
    """A box round each part of a path that begins anew: control points enclose curves."""
    points: list[Point] = []
    x, y = c_float(), c_float()
    for n in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, n)
        raw.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
        if raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_MOVETO and points:
            yield bounds(points)
            points = []
        points.append(Point(x.value, y.value))
    if points:
        yield bounds(points)


def _look_at_words(found: Drawn, words: Any, at: Affine, own: Affine) -> None:
    """Spaces and invisible words, as those behind a scanned page, do not count."""
    sides = [c_float() for _ in range(4)]
    raw.FPDFPageObj_GetBounds(words, *map(byref, sides))
    left, low, right, high = (side.value for side in sides)
    if raw.FPDFTextObj_GetTextRenderMode(words) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
        return
    if left == right or low == high:
        return
    size, name = c_float(), create_string_buffer(_LONGEST)
    raw.FPDFTextObj_GetFontSize(words, byref(size))
    found.smallest = min(found.smallest, abs(size.value) * _scale(at @ own))
    font = raw.FPDFTextObj_GetFont(words)
    raw.FPDFFont_GetBaseFontName(font, name, _LONGEST)
    known = name.value.decode("utf-8", "replace") or "?"
    found.fonts.add((known, bool(raw.FPDFFont_GetIsEmbedded(font))))
    corners = Rect(left, low, right - left, high - low).corners
    found.quads.append(tuple(map(at.apply, corners)))
