#!/usr/bin/env python3
"""Says what ICU 78 (or wcwidth) says of texts: reads lines of hexadecimal code points, prints a line for each.

Usage: oracle.py lbreak|gbreak|wcwidth < LINES

lbreak, gbreak: the places, in code points, at which a line may end, a cluster ends. wcwidth: the cells.
"""

import ctypes
import glob
import os
import sys

import icu4py
import wcwidth


def iterator(kind):
    """ICU's break iterator of a kind (0 clusters, 2 lines), as a function from a text to its places in UTF-16."""
    folder = os.path.join(os.path.dirname(icu4py.__file__), "..", "icu4py.libs")
    ctypes.CDLL(glob.glob(folder + "/libicudata*")[0], mode=ctypes.RTLD_GLOBAL)
    library = ctypes.CDLL(glob.glob(folder + "/libicuuc*")[0])
    status = ctypes.c_int(0)
    library.ubrk_open_78.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(library.ubrk_open_78(kind, b"en", None, 0, ctypes.byref(status)))

    def places(text):
        units = text.encode("utf-16-le", "surrogatepass")
        library.ubrk_setText_78(handle, units, len(units) // 2, ctypes.byref(status))
        while (place := library.ubrk_next_78(handle)) != -1:
            yield place

    return places


def main(question):
    places = {"lbreak": iterator(2), "gbreak": iterator(0)}.get(question)
    for line in sys.stdin:
        text = "".join(chr(int(word, 16)) for word in line.split())
        if not places:
            print(wcwidth.wcswidth(text))
            continue
        index, unit = {}, 0
        for number, scalar in enumerate(text):
            index[unit] = number
            unit += 2 if ord(scalar) > 0xFFFF else 1
        index[unit] = len(text)
        print(*(index[place] for place in places(text)))


if __name__ == "__main__":
    main(sys.argv[1])
