"""Every code and its manual: those of checks come from their docstrings, the others stand here."""

from __future__ import annotations

from functools import cache

READING: dict[str, str] = {
    "SRC001": """A file is missing or cannot be read.

Look at the name and at its permissions; nothing was written.""",
    "SRC002": """A file is too large.

Definitions may have 8 MB; the limit protects against files that would fill the memory. Split a
large component into several files.""",
    "SRC003": """A file, or the name of a file or folder, is not UTF-8.

Definitions are UTF-8 text, with or without a byte order mark. The place named is the first byte
that is not; editors of some systems save as Latin-1 unless told otherwise.""",
    "SRC004": """A file is not valid YAML.

Frequent causes: a colour without quotes (`#` begins a comment: write `"#0072B2"`), a text with `: `
or with one of `@`, `*`, `&`, `%` at its beginning (put it in quotes), a tab in the indentation, a
missing blank after a colon, an unclosed quote or bracket. The place is that of the mistake where it
can be told, else where reading stopped.""",
    "SRC005": """A file is empty, or does not hold one mapping of keys to values.""",
    "SRC006": """YAML that definitions do not use: tags, aliases that repeat without end, keys that
are lists or mappings, nesting deeper than 40 levels, values of more than 100,000 characters.""",
    "SRC007": """A file of the game folder looks like a component, and is not read.

Components are the files beside `game.yaml` whose names end in `.yaml`, in small letters: not
`deck.yml`, `deck.YAML`, `deck.yaml.txt` (some systems hide the end of names), `deck.json`, and
nothing in folders. A file looks like a component if it says a `kind:`. Rename or move it, or take
it out of the folder.""",
    "DEF001": """A key stands twice in one mapping.

The second would silently replace the first. Remove or rename one; ids of tiles are keys too.""",
    "DEF002": """A key that is not known here.

The hint names the nearest known key. Nothing is ignored silently: a misspelt option would
otherwise print the wrong thing.""",
    "DEF003": """A value of the wrong type or out of range.

Lengths carry a unit (12mm, 0.5in, 9pt, 228px@300dpi), grids are written 3x6, counts are whole
numbers from 0 (left out, with a note) to 1000.""",
    "DEF004": """A key without a value.

Write a value, or remove the key to get its default. A colour without quotes is none: `#` begins a
comment. Write `colour: "#0072B2"`.""",
    "DEF005": """A component of an unknown kind, or of none.

Every `*.yaml` beside `game.yaml` is one component and says its `kind`.""",
    "DEF006": """Two components have one name, or two things that are written would be one file.

Capitals count for nothing: Windows and macOS keep `Cards.pdf` and `cards.pdf` in one place. Names
of documents are compared as they are written, with the paper in place of `{paper}`: `cards_{paper}`
and `cards_A4` are one file on A4, and the second would replace the first.""",
    "DEF007": """The name of a symbol or back that does not exist.

On dice, words in lower case are symbols; a word with a capital letter is printed as it is.""",
    "DEF008": """A mistake in an ASCII maze.

A maze of 3 x 6 cells has 13 lines of 13 characters: `+` at the corners, `---` or three blanks
between them, `|` or a blank beside a cell, and in the middle of each cell `.` or the letter of a
mark. Blanks at the end of a line may be left out; tabs may not be used.""",
    "DEF009": """A component that another part of the game names does not exist.""",
    "DEF010": """An unknown rule family.

`rules:` in game.yaml chooses the checks that belong to a kind of games; leave it out for a game
with rules of its own.""",
    "DEF020": """A mistake in a labor's condition.

A condition is one term or several with `;` between them, all of which must hold: `tiles >= 6`,
`colours == 3`, `colour(red) >= 5`, `zones(size>=4) >= 2`, `zones(red, size==6) >= 1`,
`dcolours(size>=9) >= 4`, `mark(theseus) >= 1`, `maxzone >= 10`, with >=, <= or ==. The place named
is where reading stopped; names of colours and marks are those of the cards.""",
    "ART001": """A picture made from a definition does not fit its place, even at its smallest.""",
    "ART002": """A file of art is not in the game folder, or cannot be read.

Art is named by its path inside the game folder: `art: heroes/fox.png`. Absolute paths, `..` and
links that lead out of the folder are refused, so that a game from somebody else reads nothing of
yours. `\\` may part folders as `/` does.""",
    "ART003": """A file of art is not what its name says: HTML called .png, a PNG called .svg.

Its first bytes tell. Pages that were saved instead of a picture are HTML; a file of 0 bytes is one
that was never written to its end. PNG, JPEG and SVG (not compressed) are read.""",
    "ART004": """A file of art is broken: cut off, damaged, not XML, without a size.

Open it in the program that made it and save it again.""",
    "ART005": """A file of art is larger than what is read.

At most 64 MB and 80 million pixels (an A3 page at 600 ppi has 70), for SVG 16 MB, 200,000
elements, parts that are used repeatedly counted as often, 100 levels, 2 GB of memory (limited on
Linux only) and 30 seconds of processor time to draw. Drawings that take more than 3 seconds have
300 together in one game. With the bleed that is made for it a picture may have 100 million pixels.
The number of pixels is read from the header, before any of them is decoded; reading then takes
nine bytes of memory a pixel at most.""",
    "ART006": """An SVG reaches out or runs something: a script, a file elsewhere, an entity.

Art is only drawn. Scripts, `on…` attributes, `foreignObject`, references to `file:`, `http:` or
other files, style sheets and fonts from elsewhere, and entities of a DTD are refused, whether they
would be used or not. Pictures may be embedded in the SVG as PNG or JPEG. Most editors have
"Save as plain SVG", which leaves the rest out.""",
    "ART007": """Words in an SVG are set in a font that is not in the fonts folder.

System fonts are never used: the words would look different on another computer, or be missing.
Turn them into paths in the program that made them, or use a family of the fonts folder. Of a list
of families the first that is there counts; `serif` and the like are some font of your computer, so
nothing behind them does. Words that are not seen are not looked at.""",
    "ART008": """A picture has fewer than 200 pixels per inch where it is placed.

Its pixels will be seen on paper; 300 are good. The number comes from the pixels and the size of the
card; what the file says about its dpi decides nothing.""",
    "ART009": """A picture has other proportions than its card, by more than 1 %.

It covers the card and what sticks out is cut off, the same on both sides. Say `fit: cover` if that
is meant, `contain` to see all of it with a blank rest, or `stretch` to distort it.""",
    "ART010": """Bleed is wanted, but the picture does not go on beyond the trim, or not so far.

Draw it larger and say how far it goes on (`includes_bleed: 3mm`), or have bleed made from it:
`make_bleed: extend`, `mirror`, or a colour.""",
    "ART011": """A file's name is written otherwise in the definition than on the disk.

Windows and macOS do not tell capitals from small letters, Linux does. There is only one such file,
so it is used.""",
    "ART012": """An SVG is printed as pixels, 600 per inch, for a feature that cannot stay vectors.

Gradients, transparency, clips, filters, words, embedded pictures and lines thinner
than 0.1 mm are drawn by resvg. The message names the first that was met. Nothing is wrong with
that, but the file is larger and lines are less sharp than vectors would be.""",
    "ART013": """A folder or pattern of `pnp sheets` holds files that are no pictures.

They are passed over; PNG, JPEG and SVG files are read.""",
    "ART014": """An image of `pnp sheets` has no partner, or two.

With `--backs paired` the back of `fox.png` is `fox-back.png`, `fox_back.png` or `fox back.png`; the
ending may be another. With a folder, it is the file of the same name there. Every front needs its
back and every back its front: a card without would be found out in play.""",
    "ART015": """An SVG uses something that browsers draw and this program does not.

The message names it, the hint says what to do in the program that made the drawing: as a rule,
"object to path", "flatten" or an export as PNG. Nothing of such a drawing is printed, rather than
something else than you saw. Values that browsers do not understand either are passed over, as they
do.""",
    "ART016": """Words in an SVG are printed in another face than the one that is asked for.

The family that comes first in its list, the weight, the italic or the width is not in the fonts
folder. The message names both: turn the words into paths if the other one will not do.""",
    "ART017": """Something of an SVG is not on the paper, though it should be.

After an SVG is drawn as pixels, every run of words and every shape in it is drawn again by itself
and must leave ink. This is a fault of the program that draws, or words lie beyond the end of their
path. Export the picture as PNG; if nothing is odd about the drawing, please report it.""",
    "ART018": """Words in an SVG cannot be seen.

They lie outside the picture, are cut off, are covered, or have the colour of what is behind them:
the picture with and without them is the same. Remove them if that is meant.""",
    "FONT001": """A character that the chosen font cannot print rightly.

It has no glyph, or none that may be drawn by itself: accents that make no character with their
letter, scripts that are written from right to left or join their letters, control characters. The
message names text, font and code point. Accents written as two characters are joined; invisible
characters (soft hyphens, joiners, variants) are left out.""",
    "FONT002": """A font family that is not in the fonts folder; system fonts are never used.""",
    "TEXT001": """A text does not fit its place, even at the smallest size that can be read.""",
    "TEXT003": """The game's title does not fit the backs of small pieces, not even in two lines.

A note: those backs keep their ornament and have no name. A shorter title or larger pieces bring
it back.""",
    "LEAF001": """A leaflet asks for a picture that does not exist, or with impossible values.

Pictures are written `![Caption](face:PIECE?height=45mm)`, `symbol:NAME?height=9mm` or
`board:3x2?seed=5&height=70mm`.""",
    "LEAF002": """A leaflet uses a Markdown construct that is not set.

Raw HTML, code and links to pictures elsewhere are refused rather than dropped.""",
    "LEAF003": """A leaflet's file is missing, unreadable, or lies outside the game folder.""",
    "LEAF004": """A picture, title, heading, caption, table or row of one in a leaflet is too large.

Pictures are shrunk to fit, but not to less than half of what is written, and not so far that words
in them come out below 4 pt; the hint says which height fits. A leaflet has at most 200,000
characters, a paragraph or list 20,000, a table 300 rows.""",
    "LEAF005": """A leaflet names a file that is no document of the game.

`{paper}` in a leaflet becomes the paper's name, so `tiles_{paper}.pdf` is `tiles_A4.pdf`. Somebody
who prints the kit from its leaflet would look for that file in vain.""",
    "LEAF006": """A leaflet names a file that this build does not write.

With `--sides fold` or `interleaved` fronts and backs are one file, and the leaflet speaks of two.
Write `{backs}`, which tells what to do then, and name files of backs in tables, as the first cell
of a row: such rows are left out when their file is not written.""",
    "LEAF007": """A leaflet holds a word in braces that nothing is filled in for: it is printed so.

`{paper}` becomes the paper's name, `{flip}` the edge that sheets are turned over (`long edge`), and
`{backs}` sentences that tell how backs are printed, as `--flip` and `--sides` are. Words stay in
braces after a backslash: `\\{id}`.""",
    "LEAF008": """Words of a leaflet's picture come out smaller than 4 pt: a smudge.

Give the picture a larger `height`, or write `words=readable` beside it, as
`![A card](face:fox?height=26mm&words=readable)`: words smaller than 6 pt are left out then, and the
caption says what must be said.""",
    "LEAF009": """Pictures of a leaflet are shown smaller than written, so that they fit a column.

A note: nothing is wrong with that, and larger paper shows them as written. All pictures of a row
are shrunk alike.""",
    "BOARD001": """A board that cannot be laid: no tiles, a size of zero, or larger than the tiles
allow.""",
    "BOARD002": """Tiles that must connect never did in 50 deals.

Another seed or a smaller size may help; tiles with few openings cannot meet everywhere.""",
    "SIM001": """A game that cannot be played by lot.

There is no set-up for so many players, or no entrance, exit or labyrinth tiles.""",
    "BACK003": """`backs:` names a piece that does not exist, or gives one piece two backs.

Entries are a design with ids of pieces or patterns: `backs: {labyrinth: [lab-*], none: [exit]}`.
What none of them names has the component's `back:`.""",
    "PDF001": """A file cannot be read as a PDF: it is something else, broken, or encrypted.

Write it again; when a build says so, please report it.""",
    "PDF002": """A page does not have the size it should, or there are too few or too many pages.

Every sheet is one page; its media, crop, bleed and trim boxes are exactly the paper and it is not
turned, so that nothing is scaled or shifted when it is printed at 100 %.""",
    "PDF003": """A piece does not lie on its place in the finished file, or has another size.

The file is read back: the product of all matrices in the page's content must put every corner of
the trim box within 0.01 mm of the plan, and the bleed must not be cut off. Backs and fronts would
not meet otherwise, and pieces of different size would be told apart.

A build that fails here has written nothing. It is a fault of the program, not of the game: please
report it.""",
    "PDF004": """A piece is missing or there too often, or something is printed that nobody planned.

Each planned place must have exactly one region of the page, each region must be planned, and over
all sheets a piece stands on as many places as it has copies.""",
    "PDF005": """A place shows another picture than the piece that belongs there.

The page is drawn, and so is each piece's face alone, at the same place of an empty page; the two
must agree in every pixel. Two pieces in each other's places are found in this way, and so is a mark
across a piece. What was seen is not looked at again: a place is proved without a look when its page
does nothing but put forms into boxes, and puts here the same forms by the same matrices that were
seen to draw these layers elsewhere.""",
    "PDF006": """A back does not lie behind its front.

What: the places of fronts and backs as they were read from the files are compared by arithmetic:
turned over the long or short edge, or folded, the two trim boxes must cover each other, and the
back must be that of this very piece.""",
    "PDF007": """A font that words are set in is not in the file.

Another computer would put another font in its place, with other widths. Embed all fonts, also
Helvetica and Times.""",
    "PDF008": """Something is printed in the margin that the printer leaves blank.

It would be missing on paper. The margins are those of `--margin`, 5 mm unless told otherwise; the
paths are read and the pixels are looked at.""",
    "PDF009": """A line is thinner than 0.1 mm.

Printers leave such lines out or break them up. Draw it thicker, or the whole thing larger: what is
scaled down gets thinner lines. In files of other programs this is a warning.""",
    "PDF010": """Type is smaller than 5 pt.

Nobody reads it at arm's length, and printers fill its holes. In files of other programs this is a
warning.""",
    "PDF011": """A mark, ruler or footer lies on a piece in the finished file.

It would still be seen after cutting. Marks may lie on the edge of a trim box, never inside.""",
    "PDF012": """An image has fewer than 200 pixels per inch where it is placed.

Its pixels will be seen on paper; 300 are good. Use a larger original or place it smaller.""",
    "PDF013": """A file does not name the colour space that `--output-intent` asks for.

The catalogue must have one output intent, with its profile in the file. It is a fault of the
program, not of the game: please report it.""",
    "PDF014": """A piece is declared, and the files of a build together do not hold it so often.

All pieces of the definition that the options ask for are counted, fronts and backs, with their
copies; so are the pieces that were found in the files. Two documents in one file are found in this
way, and a component that no file holds. A build that fails here has written nothing.""",
    "PDF015": """A file in the output folder shows pieces of the game otherwise than they are now.

It is a document of this game, as the record in it says, but this build did not write it, and it is
in no list of what earlier builds wrote: somebody copied it, or the list was lost. It stays. Remove
it, or take care not to print it with the others.""",
    "FAM001": """A family of games that is installed cannot be used, or none is installed.

Families are found by the entry points `pnp.families` of installed packages; ours come with pnp.
One that raises an error when it is imported, or that is no `Family`, stops every command, for it
may bring what a game needs.""",
    "FAM002": """Two installed families have one name, or bring kinds of one name.""",
    "GAME001": """A game that is neither a bundled name nor a folder with a game.yaml, nor a file in
one.""",
    "GAME002": """`--pieces` names something that matches no piece.

Pieces are chosen by their id, else by their number in printing order (7-9) or a pattern (lab-*);
`pnp list` shows them. A number behind a star says how many copies: `lab-07*1`, `7-9*2`; it stands
behind whole ids and numbers only.""",
    "GAME003": """`--only` names something that is no document, or nothing is left to write.""",
    "GAME004": """A name that is a bundled game's and that of a folder here with a game of its own.

The bundled game is taken. A path with a slash, as `./labydo`, names the folder.""",
    "PRN001": """The file of the printers is no TOML.

`pnp printer list` says where it lies. It may be mended by hand at the place named, or removed and
written anew with `pnp printer set`. It is never overwritten while it cannot be read.""",
    "PRN002": """An entry of the file of the printers that is unknown or makes no sense.

Every printer is a table, `[office]`, with texts in it: `dx`, `dy` (0.4mm), `scale-x`, `scale-y`,
`front-scale-x`, `front-scale-y` (99.8%), `angle` (degrees), `margin` (5mm, or four lengths from the
top on), `flip` (long, short) and `orientation` (portrait, landscape).

Shifts may have 10 mm, angles 2 degrees, scales 95% to 105%: printers drift less, and what looks
like more is another fault, a sheet turned over the wrong edge for instance.""",
    "REC001": """A PDF or a file that holds no record, or one that this version cannot read.

Every PDF that `pnp build` writes carries a record of its pieces as an attached file,
`pnp-record.json`; a program that prints a PDF anew, or joins several, may drop it.""",
    "TAG001": """`--tag` names a build that is kept already, of another state of the game.

It may be what somebody printed. Take another name; `--retag` replaces it.""",
    "TAG002": """`pnp tags --delete` names no tag of a game.

Tags stand in the output folder of their game, in `.pnp/tags`, one file each; `--in` says where the
output folder is.""",
    "TAG003": """A build is too large to be kept as a tag: it has more than 500 MB.

Large pictures are the reason: `--max-ppi 300` makes smaller files. Or keep a copy of the output
folder yourself; `--since` takes a folder as well.""",
    "OLD001": """`--since` names nothing that could be compared with.

It may be a PDF that `pnp build` wrote, a folder with such PDFs (or the one above it), the name of
an earlier `build --tag`, looked for beside the output (`--in`), the file of such a tag, or a git
revision of the game.
`tag:NAME` and `git:REVISION` say which is meant, and so does a path with a slash.""",
    "OLD002": """`--since` could mean several things, or a folder holds a document in two states.

Write `tag:NAME`, `git:REVISION` or a path with a slash. Of a folder that holds one document for two
papers in different states the last build counts, unless somebody changed or moved its files: then
name the PDFs, each with `--since`, or build that paper once more.""",
    "OLD003": """What `--since` names is a record of another game.

Games are told apart by their ids. If the game was renamed, give it its old id: `id:` in
game.yaml.""",
    "OLD004": """A git revision cannot be read: git is missing, the game folder is in no repository,
or the revision has no such folder or no game in it that can be read today.

A partial or shallow clone may lack its files. Nothing is fetched here; the hint says how to.

The game is drawn by the program as it is today, so that only changes of the game count.""",
    "IO001": """A file or folder cannot be read or written, or the system lacks something else.

What stood there before is whole. Where memory is short, `--jobs 1` takes less.""",
    "IO002": """An earlier build was cut off while its files were put in place.

Its new files lay ready beside the old ones, so this build began by finishing it. Fronts and backs
belong together again. Files that are called lost had been removed by somebody; build the whole
game to have them back.""",
    "IO003": """Interrupted, as by Ctrl-C; what stood there before is whole.""",
    "USE001": """A command, option or value that the command line does not know, or that contradicts
another one.

`pnp --help` lists the commands, `pnp COMMAND --help` the options of one.""",
    "BUG001": """A fault of pnp, not of the game.

The message names a file that says more; please attach it to a report.""",
}


@cache
def manuals() -> dict[str, str]:
    """All codes in order, with their manuals."""
    from pnp.checks import all_checks

    found = READING | {code: check.manual for code, check in all_checks().items()}
    return dict(sorted(found.items()))


def titles() -> dict[str, str]:
    """Codes with the first sentence of their manuals."""
    return {code: " ".join(text.split("\n\n")[0].split()) for code, text in manuals().items()}
