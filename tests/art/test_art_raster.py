"""PNG and JPEG of every making look as they should, and keep their own pixels where they can."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable

import pytest
from art_help import QUARTERS, corners, file_of, near, quarters
from PIL import Image, ImageChops, ImageCms

from pnp.art.files import ArtFault
from pnp.art.raster import bitmap_of, crop_to, decode, grow, pad_to, scale_to, strip_jpeg
from pnp.pdf.bitmaps import png_pixels

WHITE = "#FFFFFF"


def turned(orientation: int, form: str) -> bytes:
    """The quarters, stored as a camera held otherwise would, with the mark that says so."""
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    exif = Image.Exif()
    exif[0x0112] = orientation
    return file_of(quarters().transpose(undo[orientation]), form, exif=exif)


@pytest.mark.parametrize("form", ["JPEG", "PNG"])
@pytest.mark.parametrize("orientation", range(2, 9))
def test_photographs_stand_as_their_exif_says(orientation: int, form: str) -> None:
    pixels = decode(turned(orientation, form), WHITE)
    assert pixels.image.size == (315, 440) and pixels.file is None
    assert all(map(near, corners(pixels.image), QUARTERS))


def palette() -> bytes:
    return file_of(quarters().quantize(16))


def palette_with_alpha() -> bytes:
    return file_of(quarters().quantize(16), transparency=bytes([255] * 16))


def cmyk() -> bytes:
    return file_of(quarters().convert("CMYK"), "JPEG", quality=95)


def opaque() -> bytes:
    return file_of(quarters().convert("RGBA"))


def interlaced_16_bit() -> bytes:
    """A PNG of 16 bits a channel, written by hand: Pillow writes none."""
    rgb = quarters(8, 8).convert("RGB")
    rows = b"".join(
        b"\0" + b"".join(bytes((v, 0)) for x in range(8) for v in rgb.getpixel((x, y)))  # type: ignore[union-attr]
        for y in range(8)
    )

    def chunk(name: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    head = struct.pack(">IIBBBBB", 8, 8, 16, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("make", [palette, palette_with_alpha, cmyk, opaque, interlaced_16_bit])
def test_every_coding_gives_the_same_colours(make: Callable[[], bytes]) -> None:
    pixels = decode(make(), WHITE)
    assert pixels.image.mode == "RGB" and pixels.file is None
    inset = 8 if pixels.width > 100 else 1
    assert all(near(a, b, 16) for a, b in zip(corners(pixels.image, inset), QUARTERS, strict=True))


def test_16_bits_of_grey_with_a_transparent_level() -> None:
    """Only that very level is clear, not those that are as dark with 8 bits."""
    levels = [5, 0x0500, 0x0505, 65535]
    deep = Image.frombytes("I;16", (4, 1), struct.pack("<4H", *levels))
    found = decode(file_of(deep, transparency=5), "#102030").image
    shown = [found.getpixel((x, 0)) for x in range(4)]
    assert shown == [(16, 32, 48), (4, 4, 4), (5, 5, 5), (255, 255, 255)]


def test_16_bits_of_grey_are_scaled_and_not_clipped() -> None:
    deep = Image.linear_gradient("L").convert("I").point(lambda v: v * 257).convert("I;16")
    pixels = decode(file_of(deep), WHITE)
    assert pixels.image.mode == "L"
    assert pixels.image.tobytes() == Image.linear_gradient("L").tobytes()


@pytest.mark.parametrize("form", ["RGBA", "LA", "P"])
def test_transparency_shows_the_ground(form: str) -> None:
    clear = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    clear.paste((0, 0, 0, 255), (10, 10, 30, 30))
    image = clear.quantize(4) if form == "P" else clear.convert(form)
    pixels = decode(file_of(image), "#FFEECC").image.convert("RGB")
    assert near(pixels.getpixel((2, 2)), (255, 238, 204), 1)
    assert near(pixels.getpixel((20, 20)), (0, 0, 0), 1)


def test_half_transparency_is_mixed() -> None:
    image = Image.new("RGBA", (4, 4), (255, 0, 0, 128))
    assert near(decode(file_of(image), WHITE).image.getpixel((1, 1)), (255, 127, 127), 2)


def other_profile() -> bytes:
    """A profile in which red and green have changed places."""
    data = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = data.replace(b"rXYZ", b"????").replace(b"gXYZ", b"rXYZ").replace(b"????", b"gXYZ")
    return data.replace("sRGB".encode("utf-16-be"), "xRGB".encode("utf-16-be"))


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_an_embedded_profile_is_followed(form: str) -> None:
    pixels = decode(file_of(quarters(), form, icc_profile=other_profile()), WHITE)
    assert pixels.file is None
    found = corners(pixels.image)
    assert near(found[0], (0, 255, 0), 30) and found[1][0] > 120 and found[1][1] < 60


def test_profiles_of_srgb_and_broken_ones_change_nothing() -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for profile in (srgb, b"no profile"):
        pixels = decode(file_of(quarters(), icc_profile=profile), WHITE)
        assert pixels.file is not None and pixels.image.tobytes() == quarters().tobytes()


def test_plain_files_keep_their_pixels_and_lose_the_rest() -> None:
    exif = Image.Exif()
    exif[0x010F] = "Camera with a serial number"
    image = quarters()
    for form in ("JPEG", "PNG"):
        data = file_of(image, form, exif=exif, dpi=(72, 72))
        pixels = decode(data, WHITE)
        assert pixels.file is not None and b"serial number" in data
        assert b"serial number" not in pixels.file and len(pixels.file) < len(data)
        again = Image.open(io.BytesIO(pixels.file)).convert("RGB")
        assert not ImageChops.difference(
            again, Image.open(io.BytesIO(data)).convert("RGB")
        ).getbbox()
        assert bitmap_of(pixels).data == pixels.file
    assert zlib.decompress(png_pixels(bitmap_of(pixels).data))[1:4] == bytes(QUARTERS[0])


@pytest.mark.parametrize("more", [{"progressive": True}, {"comment": b"\xff\xd9 made by"}, {}])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_jpegs_are_stripped_without_harm(mode: str, more: dict[str, object]) -> None:
    noise = Image.effect_noise((200, 150), 90).convert(mode)
    data = file_of(noise, "JPEG", **more)
    bare = strip_jpeg(data)
    assert bare is not None and b"made by" not in bare and b"JFIF" not in bare
    one, two = (Image.open(io.BytesIO(d)).tobytes() for d in (data, bare))
    assert one == two
    assert strip_jpeg(data + b"trailing") == bare


def test_a_frame_that_pdf_readers_cannot_decode_is_not_kept() -> None:
    data = file_of(quarters(), "JPEG")
    assert strip_jpeg(data.replace(b"\xff\xc0", b"\xff\xc9", 1)) is None
    assert strip_jpeg(data[:300]) is None


def test_cut_pad_and_scale() -> None:
    pixels = decode(file_of(quarters(400, 200)), WHITE)
    cut = crop_to(pixels, 1.0).image
    assert cut.size == (200, 200) and all(map(near, corners(cut), QUARTERS))
    padded = pad_to(pixels, 1.0, "#102030").image
    assert padded.size == (400, 400) and padded.getpixel((5, 5)) == (16, 32, 48)
    assert all(map(near, corners(padded.crop((0, 100, 400, 300))), QUARTERS))
    assert scale_to(pixels, 100, 50).image.size == (100, 50)
    with pytest.raises(ArtFault, match="too many pixels"):
        pad_to(pixels, 100_000.0, WHITE)


def test_bleed_is_mirrored_or_extended() -> None:
    stripes = Image.new("L", (10, 10), 0)
    for x in range(10):
        stripes.paste(25 * x, (x, 0, x + 1, 10))
    pixels = decode(file_of(stripes), WHITE)
    mirrored = grow(pixels, 3, 2, "mirror").image
    assert mirrored.size == (16, 14)
    row = [mirrored.getpixel((x, 0)) for x in range(16)]
    assert row == [50, 25, 0, *range(0, 250, 25), 225, 200, 175]
    row = [grow(pixels, 3, 2, "extend").image.getpixel((x, 13)) for x in range(16)]
    assert row == [0, 0, 0, *range(0, 250, 25), 225, 225, 225]
    wide = grow(pixels, 25, 0, "mirror").image  # more than the picture has: over and over
    assert [wide.getpixel((x, 5)) for x in range(5, 25)] == [
        *range(0, 250, 25),
        *range(225, -1, -25),
    ]


def test_grey_pictures_are_stored_as_grey() -> None:
    pixels = decode(file_of(Image.linear_gradient("L").convert("RGBA")), WHITE)
    assert pixels.image.mode == "RGB" and bitmap_of(pixels).channels == 1
