"""PNG and JPEG through Pillow: upright, opaque, grey or RGB with 8 bits; and bitmaps of the result.

A file whose pixels need no change keeps its compressed ones; everything else in it (cameras and
places of photographs, comments) is left behind.
"""

from __future__ import annotations

import hashlib
import io
import math
import re
import struct
import warnings
import zlib
from dataclasses import dataclass, replace
from typing import Any, Literal

from PIL import Image, ImageChops, ImageCms, ImageOps, UnidentifiedImageError

from pnp.art.files import MAX_PIXELS, ArtFault
from pnp.piece import Bitmap

QUALITY = 92
"""Of photographs that have to be compressed again."""
_PNG = b"\x89PNG\r\n\x1a\n"
_KEPT_LEVELS = {"L", "RGB"}
_FRAMES = {0xC0, 0xC1, 0xC2}
"""JPEG frames that PDF readers decode: baseline, extended and progressive, with Huffman codes."""
_SCAN, _END = 0xDA, 0xD9
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)
LEVEL = 3
"""How hard PNGs are compressed: 6, the usual one, takes four times as long for a tenth less."""


@dataclass(frozen=True)
class Pixels:
    """A decoded picture, "L" or "RGB". `file` is a stripped file with exactly these pixels, if
    there is one; `photo` says that it came from a JPEG."""

    image: Image.Image
    photo: bool
    file: bytes | None = None

    @property
    def width(self) -> int:
        return self.image.width

    @property
    def height(self) -> int:
        return self.image.height

    def changed(self, image: Image.Image) -> Pixels:
        return replace(self, image=image, file=None)


def check_pixels(data: bytes) -> None:
    """Look at a picture's header only. Raises ArtFault for what is broken or far too large."""
    _open(data)


def decode(data: bytes, ground: str) -> Pixels:
    """The pixels of a PNG or JPEG file; transparent ones show the `ground` (#RRGGBB).

    Raises ArtFault: ART004 for a broken file, ART005 for too many pixels.
    """
    picture = _open(data)
    photo = picture.format != "PNG"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture.load()
    except Exception as error:  # a broken file may fail anywhere in the library
        raise _broken(error) from None
    image = _upright(picture)
    turned = image is not picture
    image = _flattened(_converted(image), ground)
    same = image is picture and not turned
    file = None
    if same:
        file = strip_jpeg(data) if photo else strip_png(data)
    return Pixels(image, photo, file)


def _open(data: bytes) -> Image.Image:
    wanted = "PNG" if data.startswith(_PNG) else "JPEG"
    if wanted == "PNG" and len(data) >= 24:
        _check_size(*struct.unpack_from(">II", data, 16))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(data), formats=(wanted,))
    except Image.DecompressionBombError:
        raise _too_many("hundreds of millions") from None
    except Exception as error:  # a broken file may fail anywhere in the library
        raise _broken(error) from None
    _check_size(*picture.size)
    return picture


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise _too_many(f"{width} x {height}")


def _too_many(size: str) -> ArtFault:
    most = f"at most {MAX_PIXELS // 1_000_000} million"
    return ArtFault("ART005", f"has too many pixels: {size}", f"{most}; scale it down")


def _broken(error: Exception) -> ArtFault:
    says = " ".join(str(error).split())[:120] or type(error).__name__
    if isinstance(error, UnidentifiedImageError):
        says = "its beginning cannot be read"
    return ArtFault("ART004", f"is broken: {says}", "save it again")


def _upright(picture: Image.Image) -> Image.Image:
    """The picture as its EXIF orientation wants it; the very same if it needs no turn."""
    try:
        turned = picture.getexif().get(0x0112, 1)
        return ImageOps.exif_transpose(picture) if turned not in (0, 1) else picture
    except Exception:  # EXIF that nobody can read turns nothing
        return picture


def _converted(image: Image.Image) -> Image.Image:
    """ "L", "RGB", "LA" or "RGBA"; the very same image where nothing is to be done."""
    if image.mode.startswith("I"):  # 16 bits: Pillow would clip them instead of scaling
        image = image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    if "transparency" in image.info and image.mode in ("1", "L", "RGB", "P"):
        return image.convert("RGBA")
    profile = image.info.get("icc_profile")
    if profile and image.mode in ("RGB", "RGBA", "CMYK"):
        image = _to_srgb(image, profile)
    if image.mode == "P":
        return image.convert("RGB")
    if image.mode == "PA":
        return image.convert("RGBA")
    if image.mode in ("L", "LA", "RGB", "RGBA"):
        return image
    return image.convert("L" if image.mode in ("1", "F") else "RGB")


def _to_srgb(image: Image.Image, profile: bytes) -> Image.Image:
    """Colours as the embedded profile means them; a profile that cannot be used is passed over."""
    try:
        source: Any = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if "srgb" in ImageCms.getProfileDescription(source).lower():
            return image
        mode = "RGB" if image.mode == "CMYK" else image.mode
        found = ImageCms.profileToProfile(
            image, source, ImageCms.createProfile("sRGB"), outputMode=mode
        )
    except Exception:
        return image
    return image if found is None else found


def _flattened(image: Image.Image, ground: str) -> Image.Image:
    """The picture on a ground; the very same if it has no transparency."""
    if image.mode in _KEPT_LEVELS:
        return image
    alpha = image.getchannel("A")
    bare = image.convert("RGB" if image.mode == "RGBA" else "L")
    if alpha.getextrema()[0] == 255:
        return bare
    if bare.mode == "L" and len(set(_channels(ground))) > 1:
        bare = bare.convert("RGB")
    under = Image.new(bare.mode, bare.size, ground)
    under.paste(bare, mask=alpha)
    return under


# -- files without what is no picture ------------------------------------------------------------


def strip_png(data: bytes) -> bytes | None:
    """A PNG of its pixels alone; None for one that a PDF cannot hold as it is."""
    width, height, depth, colour, _, _, interlaced = struct.unpack_from(">IIBBBBB", data, 16)
    if depth != 8 or colour not in (0, 2) or interlaced:
        return None
    found, at = [], len(_PNG)
    while at + 12 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        if name == b"IDAT":
            found.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    head = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", b"".join(found)), (b"IEND", b""))
    return _PNG + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I4s", len(body), name) + body + struct.pack(">I", zlib.crc32(name + body))


def strip_jpeg(data: bytes) -> bytes | None:
    """A JPEG without application data and comments; None for one that PDF readers cannot decode.

    Adobe's marker (APP14) stays: it says how colours are coded. ITU-T T.81, annex B.
    """
    out, at = [data[:2]], 2
    while found := _MARKER.search(data, at):
        marker, start = data[found.end() - 1], found.start()
        if out[-1][1] == _SCAN:  # compressed pixels go on up to the next marker
            out.append(data[at:start])
        if marker == _END:
            return b"".join([*out, b"\xff\xd9"])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC) and marker not in _FRAMES:
            return None
        at = start + 2 + int.from_bytes(data[start + 2 : start + 4], "big")
        if not (0xE0 <= marker <= 0xED or marker in (0xEF, 0xFE)):
            out.append(data[start:at])
    return None


# -- changes -----------------------------------------------------------------------------------


def crop_to(pixels: Pixels, ratio: float) -> Pixels:
    """The middle of the picture with another ratio of width to height."""
    width, height = pixels.image.size
    wide, high = min(width, round(height * ratio)), min(height, round(width / ratio))
    left, top = (width - wide) // 2, (height - high) // 2
    return pixels.changed(pixels.image.crop((left, top, left + wide, top + high)))


def pad_to(pixels: Pixels, ratio: float, ground: str) -> Pixels:
    """The whole picture in the middle of a ground with another ratio of width to height."""
    width, height = pixels.image.size
    wide, high = max(width, round(height * ratio)), max(height, round(width / ratio))
    if wide * high > MAX_PIXELS:
        raise _too_many(f"{wide} x {high}")
    image = pixels.image if len(set(_channels(ground))) == 1 else pixels.image.convert("RGB")
    whole = Image.new(image.mode, (wide, high), ground)
    whole.paste(image, ((wide - width) // 2, (high - height) // 2))
    return pixels.changed(whole)


def _channels(colour: str) -> tuple[str, str, str]:
    return colour[1:3].lower(), colour[3:5].lower(), colour[5:7].lower()


def scale_to(pixels: Pixels, width: int, height: int) -> Pixels:
    """The picture with fewer pixels."""
    small = pixels.image.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
    return pixels.changed(small)


def grow(pixels: Pixels, across: int, down: int, how: str) -> Pixels:
    """The picture with so many more pixels left and right, above and below.

    `how` is "mirror", or "extend" for the outermost pixels repeated.
    """
    image = pixels.image
    for side, more in ((0, across), (1, down)):
        image = _grown(image, side, more, how)
    return pixels.changed(image)


def _grown(image: Image.Image, side: int, more: int, how: str) -> Image.Image:
    """More pixels at both ends of one side, 0 across and 1 down; mirrored over and over if the
    picture is smaller than what is to be added."""
    size = list(image.size)
    length = size[side]
    size[side] += 2 * more
    whole = Image.new(image.mode, (size[0], size[1]))

    def put(strip: Image.Image, at: int) -> None:
        whole.paste(strip, (at, 0) if side == 0 else (0, at))

    if how == "mirror":
        turned = ImageOps.mirror(image) if side == 0 else ImageOps.flip(image)
        reach = math.ceil(more / length)
        for k in range(-reach, reach + 1):
            put(turned if k % 2 else image, more + k * length)
        return whole
    for at, edge in ((0, 0), (more + length, length - 1)):
        box = (edge, 0, edge + 1, image.height) if side == 0 else (0, edge, image.width, edge + 1)
        band = (more, image.height) if side == 0 else (image.width, more)
        put(image.crop(box).resize(band, Image.Resampling.NEAREST), at)
    put(image, more)
    return whole


# -- bitmaps -----------------------------------------------------------------------------------


def bitmap_of(pixels: Pixels) -> Bitmap:
    """The picture as a bitmap: its own compressed pixels, or compressed anew."""
    image, data = pixels.image, pixels.file
    if data is None:
        if not pixels.photo and image.mode == "RGB" and _is_grey(image):
            image = image.getchannel("R")
        out = io.BytesIO()
        bare = Image.frombytes(image.mode, image.size, image.tobytes())
        if pixels.photo:
            bare.save(out, "JPEG", quality=QUALITY, subsampling=0)
        else:
            bare.save(out, "PNG", compress_level=LEVEL)
        data = out.getvalue()
    key = hashlib.sha256(data).hexdigest()[:32]
    form: Literal["png", "jpeg"] = "jpeg" if pixels.photo else "png"
    return Bitmap(key, form, image.size, len(image.getbands()), data)


def _is_grey(image: Image.Image) -> bool:
    red, green, blue = image.split()
    return not (
        ImageChops.difference(red, green).getbbox() or ImageChops.difference(red, blue).getbbox()
    )
