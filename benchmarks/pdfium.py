"""What rendering alone takes: the pages of a PDF as PNG files, through PDFium and Pillow.

    python benchmarks/pdfium.py faces.pdf folder JOBS PAGES

The first so many pages, grey, 300 dpi, in so many processes: nothing is loaded, drawn or checked.
"""

import multiprocessing
import sys
from itertools import pairwise

import pypdfium2
import pypdfium2.raw as raw


def render(task):
    source, folder, first, last = task
    document = pypdfium2.PdfDocument(source)
    for number in range(first, last):
        page = document[number]
        width, height = (round(points / 72 * 300) for points in page.get_size())
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_Gray)
        raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        flags = raw.FPDF_ANNOT | raw.FPDF_PRINTING
        raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
        bitmap.to_pil().save(f"{folder}/{number}.png", dpi=(300, 300))


def main(source, folder, jobs, count):
    ends = [round(count * share / jobs) for share in range(jobs + 1)]
    tasks = [(source, folder, a, b) for a, b in pairwise(ends)]
    if jobs == 1:
        render(tasks[0])
    else:
        with multiprocessing.get_context("fork").Pool(jobs) as pool:
            pool.map(render, tasks, chunksize=1)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
