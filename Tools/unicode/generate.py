#!/usr/bin/env python3
"""Writes Sources/UnicodeTables/Tables.swift: the properties of every scalar that the layout engine asks for.

Usage: generate.py OUTPUT

The source is ICU 78 (Unicode 17), as the PyPI package icu4py carries it, read through its C interface. The output is the
same for the same ICU, byte for byte; a test writes it again and compares.
"""

import ctypes
import glob
import hashlib
import os
import re
import sys

import icu4py

SCALARS = 0x110000
BLOCK = 128


def icu():
    """The ICU library inside icu4py, and its version suffix."""
    folder = os.path.join(os.path.dirname(icu4py.__file__), "..", "icu4py.libs")
    ctypes.CDLL(glob.glob(folder + "/libicudata*")[0], mode=ctypes.RTLD_GLOBAL)
    path = glob.glob(folder + "/libicuuc*")[0]
    return ctypes.CDLL(path), re.search(r"\.so\.(\d+)", path).group(1)


LIBRARY, VERSION = icu()
VALUE = LIBRARY["u_getIntPropertyValue_" + VERSION]
NAME = LIBRARY["u_getPropertyValueName_" + VERSION]
NAME.restype = ctypes.c_char_p
PROPERTY = {
    name: LIBRARY["u_getPropertyEnum_" + VERSION](name.encode())
    for name in ("lb", "ea", "gc", "GCB", "InCB", "ExtPict", "EPres", "Emoji", "EBase", "DI", "PCM")
}
NAMES = {}
ALPHABET = "".join(chr(code) for code in range(0x23, 0x7F) if chr(code) not in "\\`")[:64]
SEGMENTS = {
    "CR": "carriageReturn", "LF": "lineFeed", "CN": "control", "EX": "extend", "ZWJ": "joiner", "RI": "regional",
    "PP": "prepend", "SM": "spacingMark", "L": "leading", "V": "vowel", "T": "trailing", "LV": "syllable",
    "LVT": "closedSyllable", "XX": "other",
}
RESERVED = {"IS": "infix", "IN": "inseparable", "AS": "aksaraStart"}


def value(scalar, name):
    """The number ICU gives for a property of a scalar; 0 or 1 for a binary one."""
    return VALUE(scalar, PROPERTY[name])


def named(scalar, name):
    """The short name of an enumerated property's value."""
    key = (name, value(scalar, name))
    if key not in NAMES:
        NAMES[key] = NAME(PROPERTY[name], key[1], 0).decode()
    return NAMES[key]


def unicode_version():
    out = (ctypes.c_uint8 * 4)()
    LIBRARY["u_getUnicodeVersion_" + VERSION](out)
    return ".".join(str(part) for part in out[:3])


def line_class(scalar):
    """The class UAX #14 sees after LB1, with what its later rules ask besides folded in as a suffix.

    EA: East_Asian_Width is F, W or H (LB19a, LB30). Cn: reserved for emoji (LB30b). Pi, Pf: quotation marks that open,
    that close (LB15, LB19). DOT: the dotted circle (LB28a).
    """
    lb, category = named(scalar, "lb"), named(scalar, "gc")
    if lb in ("AI", "SG", "XX"):
        lb = "AL"
    if lb == "SA":
        lb = "CM" if category in ("Mn", "Mc") else "AL"
    if lb == "CJ":
        lb = "NS"
    if scalar == 0x25CC:
        return "DOT"
    if lb == "QU" and category in ("Pi", "Pf"):
        return "QU" + category
    if category == "Cn" and value(scalar, "ExtPict"):
        return lb + "Cn"
    # A combining mark takes the width class of its base; the other classes that matter are mixed, and are split.
    if lb in ("CM", "ZWJ"):
        return lb
    return lb + ("EA" if named(scalar, "ea") in ("F", "W", "H") else "")


def width(scalar):
    """The cells of a scalar that starts a cluster: the rules that kitty has written down."""
    category = named(scalar, "gc")
    if 0x1F1E6 <= scalar <= 0x1F1FF or named(scalar, "ea") in ("F", "W"):
        return 2
    if value(scalar, "EPres") or value(scalar, "EBase") or scalar == 0x1F3F4:
        return 2
    ignorable = value(scalar, "DI") and category in ("Cn", "Lo", "Mn")
    noncharacter = scalar & 0xFFFE == 0xFFFE or 0xFDD0 <= scalar <= 0xFDEF
    if category in ("Mn", "Mc", "Me", "Cf", "Cc", "Cs") or ignorable or noncharacter:
        return 0
    return 1


def cell_class(scalar):
    """What the cluster machine needs: the break class of UAX #29, the width, and whether a variation selector counts."""
    if scalar in (0xFE0E, 0xFE0F):
        return ("textSelector" if scalar == 0xFE0E else "emojiSelector", 0, 0)
    segment = SEGMENTS[named(scalar, "GCB")]
    conjunct = named(scalar, "InCB")
    if segment == "other" and value(scalar, "ExtPict"):
        segment = "pictograph"
    elif segment == "other" and conjunct == "Consonant":
        segment = "consonant"
    elif segment == "extend" and conjunct == "Linker":
        segment = "linker"
    elif segment == "extend" and conjunct == "None":
        segment = "plainExtend"
    return (segment, width(scalar), 1 if value(scalar, "Emoji") and segment != "regional" else 0)


def other_cell_class(scalar):
    """The same for the profiles that follow other programs: their width, and in place of the segment of a spacing mark
    (Mc) always "spacingMark"; what begins with it would begin a cluster in UAX #29 now and then, but never has cells."""
    segment, cells, base = cell_class(scalar)
    category = named(scalar, "gc")
    if category == "Mc":
        return ("spacingMark", 0, 0)
    is_hangul = segment in ("vowel", "trailing") and scalar < 0x10000
    if category in ("Mn", "Zl", "Zp") or is_hangul:
        cells = 0
    elif value(scalar, "PCM") or scalar == 0xAD or scalar & 0xFFFE == 0xFFFE or 0xFDD0 <= scalar <= 0xFDEF:
        cells = 1
    elif value(scalar, "EBase") and named(scalar, "ea") not in ("F", "W"):
        cells = 1
    return (segment, cells, base)


def in_word(scalar):
    """Whether the scalar is a letter or digit that stays together with its neighbours in wrapping by words."""
    if named(scalar, "gc")[0] not in "LN":
        return 0
    return 1 if named(scalar, "lb") in ("AL", "AI", "HL", "NU", "H2", "H3", "JL", "JV", "JT") else 0


def digits(number, count):
    """A number in base 64, the lowest digit first."""
    return "".join(ALPHABET[number >> 6 * place & 63] for place in range(count))


def literal(name, comment, text):
    """A Swift string literal over several lines."""
    rows = "\\\n".join("        " + text[at:at + 100] for at in range(0, len(text), 100))
    return f'    /// {comment}\n    public static let {name}: StaticString = """\n{rows}\n        """\n'


def enumeration(name, comment, cases):
    """A Swift enumeration whose raw values count from 0."""
    rows = "\n".join(f"    /// {text}\n    case {case}" for case, text in cases)
    return f"/// {comment}\npublic enum {name}: UInt8, CaseIterable, Sendable {{\n{rows}\n}}\n"


def spelled(name):
    """The Swift case name of a line class and what it stands for: `QUPi` → `quPi`, `OPEA` → `opEastAsian`."""
    plain, suffix = re.match(r"(B2|H2|H3|DOT|ZWJ|[A-Z]{2})(EA|Pi|Pf|Cn)?$", name).groups()
    case = RESERVED.get(plain, plain.lower()) + {"EA": "EastAsian", "Cn": "Reserved"}.get(suffix, suffix or "")
    what = {"EA": ", East Asian wide", "Cn": ", reserved for emoji", "Pi": " that opens", "Pf": " that closes"}
    text = "The dotted circle, U+25CC." if plain == "DOT" else f"Class {plain}{what.get(suffix, '')}."
    return case, text


def main(output):
    rows = [(line_class(s), cell_class(s), in_word(s), other_cell_class(s)) for s in range(SCALARS)]
    lines = sorted({row[0] for row in rows})
    single = {name for name in lines if name.endswith("EA") and name[:-2] not in lines}
    rows = [(row[0][:-2] if row[0] in single else row[0], *row[1:]) for row in rows]
    lines = sorted({row[0] for row in rows})
    cells, other_cells = sorted({row[1] for row in rows}), sorted({row[3] for row in rows})
    segments = sorted({cell[0] for cell in cells})
    if max(len(cells), len(other_cells)) > 32:
        sys.exit("more cell classes than a row of the cluster machine holds")
    palette = sorted(set(rows))
    number = {row: at for at, row in enumerate(palette)}
    blocks, index, places = {}, [], []
    for start in range(0, SCALARS, BLOCK):
        block = tuple(number[row] for row in rows[start:start + BLOCK])
        if block not in blocks:
            blocks[block] = len(blocks)
            places += block
        index.append(blocks[block])

    def packed(row, cell):
        return lines.index(row[0]) | cell << 6 | row[2] << 12

    def cell(segment, width, base):
        return digits(segments.index(segment), 1) + digits(width, 1) + digits(base, 1)

    data = "\n".join([
        literal("cells", "The cell classes: segment class, width, 1 where a variation selector counts; a digit each.",
                "".join(cell(*row) for row in cells)),
        literal("otherCells", "The cell classes of the profiles that follow other programs, likewise.",
                "".join(cell(*row) for row in other_cells)),
        literal("palette", "The distinct records, three digits each: line class, cell class × 64, in a word × 4096.",
                "".join(digits(packed(row, cells.index(row[1])), 3) for row in palette)),
        literal("otherPalette", "The same records with the other cell classes.",
                "".join(digits(packed(row, other_cells.index(row[3])), 3) for row in palette)),
        literal("index", "The block of every 128 scalars, two digits each.", "".join(digits(b, 2) for b in index)),
        literal("blocks", "The blocks: for each scalar its record's place in the palette, two digits each.",
                "".join(digits(place, 2) for place in places)),
    ])
    checksum = hashlib.sha256(data.encode()).hexdigest()[:16]
    with open(output, "w") as file:
        file.write(f"""// Written by Tools/unicode/generate.py from ICU {VERSION}: do not edit.

{enumeration("LineClass", "The classes of UAX #14 after its rule LB1, split where a later rule asks for more.",
             [spelled(name) for name in lines])}
{enumeration("SegmentClass", "The classes of UAX #29, with Indic_Conjunct_Break and the variation selectors told apart.",
             [(name, "See UAX #29.") for name in segments])}
/// The properties of every scalar, as base-64 digits (lowest first) of the alphabet `#`…`[`, `]`…`_`, `a`…`d`.
///
/// They are string literals because those cost nothing to compile and nothing to load.
public enum UnicodeTables {{
    /// The version of the Unicode standard.
    public static let unicodeVersion = "{unicode_version()}"
    /// The first 64 bits of the SHA-256 of the six tables as they are written here.
    public static let checksum = "{checksum}"
    /// How many scalars share one entry of the index.
    public static let blockSize = {BLOCK}

{data}}}
""")


if __name__ == "__main__":
    main(sys.argv[1])
