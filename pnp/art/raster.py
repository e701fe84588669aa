"""PNG and JPEG through Pillow: upright, opaque, grey or RGB with 8 bits; and bitmaps of the result.

A file whose pixels need no change keeps its compressed ones; everything else in it (cameras and
places of photographs, comments) is left behind.
"""

from __future__ import annotations

import hashlib
import io
import struct
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageCms, ImageOps, UnidentifiedImageError

from pnp.art.files import MAX_PIXELS, ArtFault
from pnp.art.stripped import PNG, strip_jpeg, strip_png
from pnp.piece import Bitmap, InMemory, Source, hash_of

GROWN = 1.25
"""How many times `MAX_PIXELS` a picture may have with the bleed that is made for it."""
QUALITY = 92
"""Of photographs that have to be compressed again."""
_KEPT_LEVELS = {"L", "RGB"}
BAND = 256
"""Rows of a picture that are converted at once."""
LEVEL = 3
"""How hard PNGs are compressed: 6, the usual one, takes four times as long for a tenth less."""


class Pixels(Struct, frozen=True):
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


def check_picture(data: bytes) -> None:
    """Read a picture within a drawing, which resvg would leave out without a word if it is broken.

    Raises ArtFault for that, for what is far too large, and for colours and turns that others
    read otherwise.
    """
    picture = _open(data)
    if picture.mode == "CMYK" or _upright(picture) is not picture:
        hint = "embed it upright and in RGB"
        raise ArtFault("ART015", "has an embedded picture that is turned or CMYK", hint)
    _load(picture)


def decode(data: bytes, ground: str) -> Pixels:
    """The pixels of a PNG or JPEG file; transparent ones show the `ground` (#RRGGBB).

    Raises ArtFault: ART004 for a broken file, ART005 for too many pixels.
    """
    picture = _open(data)
    photo = picture.format != "PNG"
    _load(picture)
    upright = _upright(picture)
    image = _opaque(upright, ground)
    same = image is upright is picture
    file = None
    image.info = {}  # nothing of it is written into other files
    if same:
        file = strip_jpeg(data) if photo else strip_png(data)
    return Pixels(image, photo, file)


def _load(picture: Image.Image) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture.load()
    except Exception as error:  # a broken file may fail anywhere in the library
        raise _broken(error) from None


def _open(data: bytes) -> Image.Image:
    wanted = "PNG" if data.startswith(PNG) else "JPEG"
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


def _too_many(size: str, limit: float = MAX_PIXELS) -> ArtFault:
    most = f"at most {limit / 1_000_000:.0f} million"
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


Change = Callable[[Image.Image], Image.Image]


def _bands(image: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    """Strips of all rows, one below the other: whole pictures are copied nowhere."""
    for top in range(0, image.height, BAND):
        yield top, image.crop((0, top, image.width, min(top + BAND, image.height)))


def _changed(image: Image.Image, mode: str, change: Change) -> Image.Image:
    """The picture in another mode, changed strip by strip."""
    whole = Image.new(mode, image.size)
    for top, strip in _bands(image):
        whole.paste(change(strip), (0, top))
    return whole


def on_ground(image: Image.Image, ground: str) -> Image.Image:
    """A picture with an alpha channel as "RGB" on a ground."""
    return _changed(image, "RGB", lambda strip: _flattened(strip, "RGB", ground))


def _opaque(image: Image.Image, ground: str) -> Image.Image:
    """The picture as "L" or "RGB" on a ground; the very same image where nothing is to be done."""
    change, mode = _conversion(image)
    if mode in _KEPT_LEVELS:
        return image if change is None else _changed(image, mode, change)
    make = change or (lambda strip: strip)
    clear = any(make(strip).getchannel("A").getextrema()[0] != 255 for _, strip in _bands(image))
    coloured = len(set(_channels(ground))) > 1
    bare = "RGB" if mode == "RGBA" or (clear and coloured) else "L"
    return _changed(image, bare, lambda strip: _flattened(make(strip), bare, ground))


def _flattened(strip: Image.Image, mode: str, ground: str) -> Image.Image:
    under = Image.new(mode, strip.size, ground)
    under.paste(strip.convert("RGB" if strip.mode == "RGBA" else "L"), mask=strip.getchannel("A"))
    return under


def _conversion(image: Image.Image) -> tuple[Change | None, str]:
    """How a picture becomes "L", "RGB", "LA" or "RGBA", and which; None if it is that already."""
    mode = image.mode
    if mode.startswith("I"):  # 16 bits: Pillow would clip them instead of scaling
        clear = image.info.get("transparency")
        if not isinstance(clear, int):
            return _eight_bits, "L"
        return (lambda strip: _with_clear_level(strip, clear)), "LA"
    if "transparency" in image.info and mode in ("1", "L", "RGB", "P"):
        return (lambda strip: strip.convert("RGBA")), "RGBA"
    profile = image.info.get("icc_profile")
    if profile and mode in ("RGB", "RGBA", "CMYK"):
        meant = _to_srgb(mode, profile)
        if meant is not None:
            return meant, "RGB" if mode == "CMYK" else mode
    if mode in ("L", "LA", "RGB", "RGBA"):
        return None, mode
    other = {"P": "RGB", "PA": "RGBA", "1": "L", "F": "L"}.get(mode, "RGB")
    return (lambda strip: strip.convert(other)), other


def _eight_bits(strip: Image.Image) -> Image.Image:
    return strip.convert("I").point(lambda value: value * (1 / 257)).convert("L")


def _with_clear_level(strip: Image.Image, clear: int) -> Image.Image:
    """16 bits, of which one level is transparent: its two bytes are looked for by themselves."""
    data = strip.convert("I").convert("I;16").tobytes()
    parts = zip(clear.to_bytes(2, "little"), (data[::2], data[1::2]), strict=True)
    equal = [
        Image.frombytes("L", strip.size, part).point([255 * (n == byte) for n in range(256)])
        for byte, part in parts
    ]
    grey = _eight_bits(strip)
    grey.putalpha(ImageChops.invert(ImageChops.darker(*equal)))
    return grey


def _to_srgb(mode: str, profile: bytes) -> Change | None:
    """Colours as the embedded profile means them; None if they are sRGB, or it cannot be used."""
    try:
        source: Any = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if "srgb" in ImageCms.getProfileDescription(source).lower():
            return None
        out = "RGB" if mode == "CMYK" else mode
        change = ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, out)
        ImageCms.applyTransform(Image.new(mode, (1, 1)), change)
    except Exception:
        return None
    return lambda strip: ImageCms.applyTransform(strip, change) or strip


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
    wide, high = image.width + 2 * across, image.height + 2 * down
    if wide * high > MAX_PIXELS * GROWN:
        raise _too_many(f"{wide} x {high} with its bleed", MAX_PIXELS * GROWN)
    whole = Image.new(image.mode, (wide, high))
    whole.paste(image, (across, down))
    for side, more in ((0, across), (1, down)):
        _grow(whole, side, more, image.size[side], how)
    return pixels.changed(whole)


def _grow(whole: Image.Image, side: int, more: int, length: int, how: str) -> None:
    """Fill both ends of one side, 0 across and 1 down, from the `length` pixels between them;
    mirrored over and over if these are fewer than what is to be added."""

    def cut(start: int, stop: int) -> Image.Image:
        across = (start, 0, stop, whole.height)
        return whole.crop(across if side == 0 else (0, start, whole.width, stop))

    def put(strip: Image.Image, at: int) -> None:
        whole.paste(strip, (at, 0) if side == 0 else (0, at))

    if how == "mirror":
        turn = ImageOps.mirror if side == 0 else ImageOps.flip
        for done in range(0, more, length):  # each turns what the one before has put
            wide = min(length, more - done)
            low, high = more - done, more + length + done
            put(turn(cut(low, low + wide)), low - wide)
            put(turn(cut(high - wide, high)), high)
        return
    for at, edge in ((0, more), (more + length, more + length - 1)):
        if more:
            band = (more, whole.height) if side == 0 else (whole.width, more)
            put(cut(edge, edge + 1).resize(band, Image.Resampling.NEAREST), at)


# -- bitmaps -----------------------------------------------------------------------------------


def bitmap_of(pixels: Pixels, origin: Source | None = None) -> Bitmap:
    """The picture as a bitmap: its own compressed pixels, which are found at the `origin` if there
    is one, or compressed anew."""
    image, data = pixels.image, pixels.file
    plain, drawn = image, ""
    if not pixels.photo:
        if image.mode == "RGB" and _is_grey(image):
            plain = image.getchannel("R")
        drawn = _pixel_hash(plain)
    if data is None:
        image = plain
        out = io.BytesIO()
        if pixels.photo:
            image.save(out, "JPEG", quality=QUALITY, subsampling=0)
        else:
            image.save(out, "PNG", compress_level=LEVEL)
        data = out.getvalue()
    form: Literal["png", "jpeg"] = "jpeg" if pixels.photo else "png"
    source = origin if origin is not None and pixels.file is not None else InMemory(data)
    return Bitmap(hash_of(data), form, image.size, len(image.getbands()), source, drawn)


def _pixel_hash(image: Image.Image) -> str:
    """32 hexadecimal figures that hash size and pixels, however they are compressed."""
    found = hashlib.sha256(repr((image.mode, image.size)).encode())
    for _, strip in _bands(image):
        found.update(strip.tobytes())
    return found.hexdigest()[:32]


def _is_grey(image: Image.Image) -> bool:
    for _, strip in _bands(image):
        red, green, blue = strip.split()
        if any(ImageChops.difference(red, other).getbbox() for other in (green, blue)):
            return False
    return True
