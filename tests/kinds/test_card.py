"""Cards with art from files: size, proportions, bleed, backs and counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from art_help import (
    QUARTERS,
    corners,
    deck_folder,
    file_of,
    near,
    only_piece,
    picture,
    plan_of,
    quarters,
)
from conftest import Result, found_problems
from PIL import Image, ImageDraw

from pnp.errors import Problem
from pnp.game.plan import Plan, SheetDocument
from pnp.layout.sheet import Sheet

Run = Callable[..., Result]
ONE = "back: none\ncards: {fox: x.png}\n"
PNG = file_of(quarters(630, 880))
CARD_PIXELS = (126, 176)
"""63 x 88 mm at 50.8 dpi."""


def errors(folder: Path) -> list[Problem]:
    return [p for p in found_problems(folder) if p.severity == "error"]


def sheets(plan: Plan, side: str) -> list[Sheet]:
    return [
        sheet
        for document in plan.documents
        if isinstance(document, SheetDocument) and document.side == side
        for sheet in document.sheets
    ]


# -- size ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dpi", [None, 72, 300, 1200])
@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_the_dpi_tag_decides_nothing(form: str, dpi: int | None, tmp_path: Path) -> None:
    """B34: the same pixels fill the same box, whatever the file says of their size."""
    name = "x.png" if form == "PNG" else "x.jpg"
    tags = {"dpi": (dpi, dpi)} if dpi else {}
    folder = deck_folder(tmp_path / "g", ONE.replace("x.png", name))
    (folder / name).write_bytes(file_of(quarters(630, 880), form, **tags))
    assert found_problems(folder) == []
    face = only_piece(plan_of(folder)).front
    assert face.size == (63, 88)
    placed = ElementTree.fromstring(face.stack[0].layer.svg).attrib
    assert [float(placed[key]) for key in ("x", "y", "width", "height")] == [0, 0, 63, 88]
    image = picture(face)
    assert image.size == CARD_PIXELS and all(map(near, corners(image), QUARTERS))


def test_pixels_decide_nothing_either(tmp_path: Path) -> None:
    """B34: 300 or 1200 dots an inch, one or several megapixels: the same picture."""
    images = []
    for i, size in enumerate(((744, 1039), (2976, 4157))):
        folder = deck_folder(tmp_path / str(i), ONE, x_png=file_of(quarters(*size)))
        assert found_problems(folder) == []
        images.append(picture(only_piece(plan_of(folder)).front))
    assert all(near(a, b) for a, b in zip(*map(corners, images), strict=True))


def test_few_pixels_are_a_warning_that_says_how_few(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", ONE, x_png=file_of(quarters(248, 346)))
    (problem,) = found_problems(folder)
    assert str(problem).endswith(
        "deck.yaml:4:14: ART008 warning: 'x.png' has 100 ppi on 63 x 88 mm "
        "(200 are wanted, 300 are good)"
    )


# -- proportions -----------------------------------------------------------------------------------

WIDE = file_of(quarters(1260, 880))


def test_other_proportions_cover_and_are_said(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", ONE, x_png=WIDE)
    (problem,) = found_problems(folder)
    assert (problem.code, problem.severity) == ("ART009", "warning")
    assert "50 % of it are cut off" in problem.message
    image = picture(only_piece(plan_of(folder)).front)
    assert all(map(near, corners(image), QUARTERS))  # the middle, not a distorted whole


@pytest.mark.parametrize("fit", ["cover", "contain", "stretch"])
@pytest.mark.parametrize("form", ["png", "svg"])
def test_a_chosen_fit_is_no_news(fit: str, form: str, tmp_path: Path) -> None:
    drawn = "".join(
        f'<rect x="{i % 2 * 63}" y="{i // 2 * 44}" width="63" height="44" fill="rgb{colour}"/>'
        for i, colour in enumerate(QUARTERS)
    )
    beyond = (
        '<rect x="-90" y="-90" width="80" height="900"/><rect y="-50" width="126" height="49"/>'
    )
    art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 126 88">{drawn}{beyond}</svg>'
    folder = deck_folder(tmp_path / "g", f"fit: {fit}\n" + ONE.replace("png", form))
    (folder / f"x.{form}").write_bytes(WIDE if form == "png" else art.encode())
    assert found_problems(folder) == []
    image = picture(only_piece(plan_of(folder)).front)
    if fit == "contain":
        assert corners(image) == [(255, 255, 255)] * 4
        image = image.crop((0, 44, 126, 132))
    assert all(map(near, corners(image), QUARTERS))


# -- bleed -----------------------------------------------------------------------------------------


def framed(bleed: int = 0) -> bytes:
    """A card, 10 pixels a millimetre, with a black frame 2 mm wide inside its trim."""
    image = Image.new("RGB", (630 + 20 * bleed, 880 + 20 * bleed), (255, 128, 0))
    box = (10 * bleed, 10 * bleed, 10 * bleed + 629, 10 * bleed + 879)
    ImageDraw.Draw(image).rectangle(box, outline=(0, 0, 0), width=20)
    return file_of(image)


def along(image: Image.Image) -> list[str]:
    """What is met from the left edge inwards, halfway down, a letter for half a millimetre."""
    names = {(255, 128, 0): "o", (0, 0, 0): "b", (255, 255, 255): "w", (0, 102, 204): "c"}
    row = [image.getpixel((2 + 5 * k, image.height // 2)) for k in range(14)]
    return [next((n for c, n in names.items() if near(c, p, 30)), "?") for p in row]


@pytest.mark.parametrize(
    ("text", "bleed", "seen"),
    [
        ("", 0, "bbbb" + 10 * "o"),
        ("includes_bleed: 3mm\n", 3, "bbbb" + 10 * "o"),
        ("includes_bleed: 3mm\nbleed: 3mm\n", 3, 6 * "o" + "bbbb" + 4 * "o"),
        ("includes_bleed: 3mm\nbleed: 2mm\n", 3, 4 * "o" + "bbbb" + 6 * "o"),
        ("bleed: 2mm\nmake_bleed: extend\n", 0, 8 * "b" + 6 * "o"),
        ("bleed: 3mm\nmake_bleed: mirror\n", 0, "oo" + 8 * "b" + 4 * "o"),
        ('bleed: 2mm\nmake_bleed: "#0066CC"\n', 0, 4 * "c" + "bbbb" + 6 * "o"),
        ('bleed: 3mm\nincludes_bleed: 1mm\nmake_bleed: "#0066CC"\n', 1, "ccccoobbbboooo"),
        ("bleed: 3mm\nincludes_bleed: 1mm\nmake_bleed: extend\n", 1, "oooooobbbboooo"),
    ],
)
def test_bleed(text: str, bleed: int, seen: str, tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", text + ONE, x_png=framed(bleed))
    assert found_problems(folder) == []
    face = only_piece(plan_of(folder)).front
    image = picture(face, 254)
    assert image.size == tuple(round(10 * side) for side in face.box.size)
    assert "".join(along(image)) == seen
    assert "".join(along(image.rotate(180))) == seen


@pytest.mark.parametrize("made", ["extend", "mirror", '"#0066CC"'])
def test_bleed_round_a_drawing(made: str, tmp_path: Path) -> None:
    """A colour lets it stay vectors, even if it goes on beyond its view box."""
    art = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
        b'<rect x="-9" y="-9" width="90" height="190" fill="#ff8000"/>'
        b'<rect x="1" y="1" width="61" height="86" fill="none" stroke="#000" stroke-width="2"/>'
        b"</svg>"
    )
    text = f"bleed: 3mm\nmake_bleed: {made}\n" + ONE.replace("png", "svg")
    folder = deck_folder(tmp_path / "g", text, x_svg=art)
    face = only_piece(plan_of(folder)).front
    wanted = {"extend": 10 * "b" + "oooo", "mirror": "oo" + 8 * "b" + "oooo"}
    assert "".join(along(picture(face, 254))) == wanted.get(made, "ccccccbbbboooo")
    vectors = not any(stamp.layer.bitmaps for stamp in face.stack)
    assert vectors == made.startswith('"')
    assert [p.code for p in found_problems(folder)] == ([] if vectors else ["ART012"])


def test_bleed_that_the_art_does_not_have_is_said(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", "bleed: 3mm\nincludes_bleed: 1mm\n" + ONE, x_png=framed(1))
    (problem,) = found_problems(folder)
    assert (problem.code, problem.severity) == ("ART010", "warning")
    assert problem.message == "'x.png' has 1 mm of bleed, but 3 are wanted"
    assert only_piece(plan_of(folder)).front.bleed == 1


def test_the_bleed_of_the_command_line(run_cli: Run, tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", "make_bleed: extend\n" + ONE, x_png=framed())
    assert run_cli("build", folder, "--bleed", "3mm").code == 0
    assert only_piece(plan_of(folder, bleed=3.0)).front.bleed == 3


# -- backs -----------------------------------------------------------------------------------------


def test_a_card_without_a_back_among_others_is_named(tmp_path: Path) -> None:
    """B12: never a crash, never a silent single-sided card."""
    text = "cards:\n  a: {art: x.png, back: x.png}\n  b: x.png\n  c: {art: x.png, back: none}\n"
    folder = deck_folder(tmp_path / "g", text, x_png=PNG)
    (problem,) = errors(folder)
    assert (problem.code, problem.loc and problem.loc.line) == ("BACK002", 5)
    assert problem.message == "b has no back, though others have"
    whole = text.replace("b: x.png", "b: {art: x.png, back: none}")
    folder = deck_folder(tmp_path / "h", whole, x_png=PNG)
    assert errors(folder) == []
    assert [piece.back is None for piece in plan_of(folder).pieces] == [False, True, True]


def test_no_back_anywhere_is_asked_about_once(tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", "cards: {a: x.png, b: x.png}\n", x_png=PNG)
    (problem,) = errors(folder)
    assert problem.code == "BACK002" and "'deck' has no back" in problem.message


def test_a_back_of_ones_own_goes_before_that_of_all(tmp_path: Path) -> None:
    text = (
        "back: b.png\ncards:\n  a: x.png\n  b: {art: x.png, back: x.png}\n"
        "  c: {art: x.png, back: labrys}\n  d: {art: x.png, back: none}\n"
    )
    folder = deck_folder(tmp_path / "g", text, x_png=PNG, b_png=file_of(quarters().rotate(180)))
    assert errors(folder) == []
    one, two, three, four = plan_of(folder).pieces
    assert one.back and two.back and three.back and four.back is None
    assert all(map(near, corners(picture(one.back)), reversed(QUARTERS)))
    assert two.back.key == two.front.key and "<path" in three.back.stack[0].layer.svg


def test_backs_by_pattern_beside_those_of_cards(tmp_path: Path) -> None:
    text = (
        "backs: {labrys: [fox*], none: [owl]}\n"
        "cards:\n  fox-1: x.png\n  fox-2: x.png\n  owl: x.png\n  gull: {art: x.png, back: x.png}\n"
    )
    folder = deck_folder(tmp_path / "g", text, x_png=PNG)
    assert errors(folder) == []
    one, two, owl, gull = plan_of(folder).pieces
    assert one.back and one.back is two.back and owl.back is None
    assert gull.back and gull.back.key == gull.front.key
    both = deck_folder(tmp_path / "h", text.replace("[owl]", "[owl, gull]"), x_png=PNG)
    assert [p.message for p in errors(both)] == ["gull has two backs, x.png and none"]


def test_a_picture_that_fails_is_named_wherever_it_is_a_back(tmp_path: Path) -> None:
    cards = "cards:\n  a: {art: x.png, back: gone.png}\n  b: {art: x.png, back: gone.png}\n"
    folder = deck_folder(tmp_path / "g", cards, x_png=PNG)
    found = [(p.code, loc and loc.line) for p in errors(folder) for loc in p.places]
    assert found == [("ART002", 4), ("ART002", 5)]


def test_a_back_that_is_nothing_is_named(tmp_path: Path) -> None:
    for back, code in (("labris", "DEF007"), ("gone.png", "ART002"), ("x.gif", "ART003")):
        folder = deck_folder(tmp_path / code, f"back: {back}\ncards: {{a: x.png}}\n", x_png=PNG)
        (problem,) = errors(folder)
        assert (problem.code, problem.loc and problem.loc.line) == (code, 3)


@pytest.mark.parametrize("align", ["center", "top-left"])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_fall_behind_fronts(align: str, flip: str, tmp_path: Path) -> None:
    """B7 for cards with art: both sides mirror, wherever the block stands."""
    text = "back: x.png\ncards: {a: {art: x.png, copies: 5}}\n"
    plan = plan_of(deck_folder(tmp_path / "g", text, x_png=PNG), align=align, flip=flip)
    (fronts,), (backs,) = sheets(plan, "fronts"), sheets(plan, "backs")
    for front, back in zip(fronts.placements, backs.placements, strict=True):
        if flip == "long":
            assert front.trim.x + back.trim.x + 63 == pytest.approx(210, abs=1e-3)
            assert front.trim.y == pytest.approx(back.trim.y, abs=1e-3)
        else:
            assert front.trim.y + back.trim.y + 88 == pytest.approx(297, abs=1e-3)


# -- counts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("copies", "code", "severity", "says"),
    [
        ("0", "DECK005", "note", "b has 0 copies and is left out"),
        ("-1", "DEF003", "error", "'-1' is too small"),
        ("1.5", "DEF003", "error", "'1.5' is not a whole number"),
        ("two", "DEF003", "error", "'two' is not a whole number"),
        ("1001", "DEF003", "error", "'1001' is too large"),
        ("1162167", "DEF003", "error", "'1162167' is too large"),
    ],
)
def test_counts(copies: str, code: str, severity: str, says: str, tmp_path: Path) -> None:
    """B20, B21: nothing is clamped silently."""
    text = f"back: none\ncards:\n  a: x.png\n  b: {{art: x.png, copies: {copies}}}\n"
    folder = deck_folder(tmp_path / "g", text, x_png=PNG)
    (problem,) = found_problems(folder)
    assert (problem.code, problem.severity) == (code, severity)
    assert problem.loc and (problem.loc.line, problem.loc.col) == (6, 27)
    assert says in problem.message


def test_a_ceiling_on_all_cards_together(tmp_path: Path) -> None:
    cards = "".join(f"  c{i}: {{art: x.png, copies: 1000}}\n" for i in range(11))
    folder = deck_folder(tmp_path / "g", f"back: none\ncards:\n{cards}", x_png=PNG)
    (problem,) = found_problems(folder)
    assert problem.code == "DEF003" and "11,000 cards are too many" in problem.message


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "says"),
    [
        ("63 x 88mm", "2 x 88mm", "DEF003", 2, "cannot be made"),
        ("63 x 88mm", "63 x 2000mm", "DEF003", 2, "cannot be made"),
        ("back: none", "make_bleed: mirrored", "DEF003", 3, "'mirrored' makes no bleed"),
        ("back: none", "fit: crop", "DEF003", 3, "'crop'"),
        ("back: none", "includes_bleed: 11mm", "DEF003", 3, "'11mm' is too large"),
        ("{fox: x.png}", "{}", "DEF003", 4, ""),
        ("{fox: x.png}", "{fox: {back: none}}", "DEF003", 4, "'art' is missing"),
        ("{fox: x.png}", "{../fox: x.png}", "DEF003", 4, "'../fox' is not a name"),
        ("{fox: x.png}", "{fox: {art: x.png, atr: 1}}", "DEF002", 4, "unknown key 'atr'"),
    ],
)
def test_mistakes(old: str, new: str, code: str, line: int, says: str, tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", ONE, x_png=PNG)
    path = folder / "deck.yaml"
    path.write_text(path.read_text().replace(old, new))
    problem = errors(folder)[0]
    assert (problem.code, problem.loc and problem.loc.line) == (code, line)
    assert says in problem.message


# -- everywhere else -------------------------------------------------------------------------------


def test_faces_as_files_and_in_the_gallery(run_cli: Run, tmp_path: Path) -> None:
    folder = deck_folder(tmp_path / "g", "back: x.png\ncards: {fox: x.png}\n", x_png=PNG)
    for ending in ("svg", "png", "pdf"):
        assert run_cli("face", folder, "fox", "-o", f"fox.{ending}").code == 0
    assert all(map(near, corners(Image.open(tmp_path / "fox.png").convert("RGB"), 60), QUARTERS))
    text = (tmp_path / "fox.svg").read_text()
    assert 'xlink:href="data:image/png;base64,' in text and ' href="' not in text
    assert run_cli("gallery", folder, "-o", "g.html").code == 0
    assert (tmp_path / "g.html").read_text().count("data:image/png;base64,") == 1


def test_a_box_holds_cards_with_art(tmp_path: Path) -> None:
    folder = deck_folder(
        tmp_path / "g", "back: none\ncards: {a: {art: x.png, copies: 40}}\n", x_png=PNG
    )
    with (folder / "game.yaml").open("a") as file:
        file.write("boxes:\n  box: {holds: [deck]}\n")
    assert errors(folder) == []
    (box,) = [piece for piece in plan_of(folder).pieces if piece.net]
    assert sum(piece.copies for piece in box.holds) == 40
