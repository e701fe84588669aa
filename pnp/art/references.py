"""What elements of an SVG refer to within it."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

HREF = "href"
LOCAL = re.compile(r"url\(\s*(['\"]?)\s*#([^)'\"\s]+)\s*\1\s*\)", re.IGNORECASE)


def targets_of(element: Element) -> list[str]:
    """The ids that an element refers to."""
    found = [match[2] for value in element.attrib.values() for match in LOCAL.finditer(value)]
    target = element.get(HREF, "")
    return [*found, target[1:]] if target.startswith("#") else found
