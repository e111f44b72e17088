#!/usr/bin/python3
"""Writes protocol/unicode_tables.hpp: which characters are invisible, and which look like others.

The ranges are Debian's package unicode-data, the look-alikes are ICU's (package python3-icu), from Unicode's confusables.txt (UTS
#39). Only the ones that the skeletons of protocol/skeleton.cpp need are written: letters that look like ASCII, kana or other
characters of Japanese names, each as one or two characters.

  tools/unicode_tables.py            prints the file
  tools/unicode_tables.py --check    compares the ranges of the file with those of the installed unicode-data, and with the same
                                     version of ICU also the look-alikes
"""
import pathlib
import re
import sys
import unicodedata

import icu  # Debian's Python has it, hence the first line

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "protocol" / "unicode_tables.hpp"
DATA = pathlib.Path("/usr/share/unicode")

# Letters in frames and of other sizes, which are not in confusables.txt.
FRAMED = re.compile(r"(?:NEGATIVE CIRCLED LATIN CAPITAL LETTER|NEGATIVE SQUARED LATIN CAPITAL LETTER|REGIONAL INDICATOR SYMBOL LETTER|LATIN LETTER SMALL CAPITAL) ([A-Z])")
SMALL_KANA = re.compile(r"(HIRAGANA|KATAKANA) LETTER SMALL (\w+)")


def ranges(path, name):
    found = []
    for line in (DATA / path).read_text(encoding="utf-8").splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) >= 2 and fields[1] == name:
            first, _, last = fields[0].partition("..")
            found.append((int(first, 16), int(last or first, 16)))
    merged = []
    for first, last in sorted(found):
        if merged and merged[-1][1] + 1 == first:
            merged[-1] = (merged[-1][0], last)
        else:
            merged.append((first, last))
    return merged


def is_wanted(points):
    """ASCII, kana, and marks; Han only among Han."""
    return all(c < 0x80 or 0x300 <= c < 0x370 or 0x3040 <= c < 0x3100 or 0x3400 <= c < 0xa000 for c in points)


def look_alikes():
    checker = icu.SpoofChecker()
    found = {}
    for point in range(0x80, 0x20000):
        char = chr(point)
        if unicodedata.category(char) in ("Cn", "Co", "Cs", "Cc", "Cf", "Zs") or unicodedata.normalize("NFKD", char) != char:
            continue
        name = unicodedata.name(char, "")
        framed, small = FRAMED.fullmatch(name), SMALL_KANA.fullmatch(name)
        if framed:
            twin = framed[1]
        elif small:
            twin = unicodedata.lookup(f"{small[1]} LETTER {small[2]}") if small[2] not in ("KA", "KE") else char
        else:
            twin = unicodedata.normalize("NFKD", checker.getSkeleton(0, char))
        if twin == "rn":
            twin = "m"
        points = [ord(c) for c in twin]
        if twin != char and 1 <= len(points) <= 2 and is_wanted(points):
            found[point] = points
    return found


def rows(items, width=150):
    line = " "
    for item in items:
        if len(line) + len(item) + 2 > width:
            yield line
            line = " "
        line += f" {item},"
    yield line


def text():
    spans = {"kDefaultIgnorable": ranges("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point"), "kWhiteSpace": ranges("PropList.txt", "White_Space")}
    twins = look_alikes()
    lines = ["// Made by tools/unicode_tables.py; not for editing. Sorted.",
             f"// Ranges: Unicode's DerivedCoreProperties.txt and PropList.txt. Look-alikes: its confusables.txt, as in ICU {icu.ICU_VERSION} (Unicode {icu.UNICODE_VERSION}).",
             "#pragma once", "#include <cstdint>", "", "namespace engawa::protocol::unicode {", "",
             "// First and last.", "struct Range {", "  std::int32_t first, last;", "};", "",
             "// `from` looks like `to`, where a second character is 0 or follows the first. `from` has no compatibility decomposition.",
             "struct LookAlike {", "  std::int32_t from, to[2];", "};", "", "// clang-format off"]
    for name, table in spans.items():
        lines += [f"inline constexpr Range {name}[] = {{", *rows(f"{{{first:#x}, {last:#x}}}" for first, last in table), "};"]
    lines += ["inline constexpr LookAlike kLookAlikes[] = {",
              *rows(f"{{{point:#x}, {{{', '.join(f'{c:#x}' for c in twin)}}}}}" for point, twin in sorted(twins.items())), "};", "// clang-format on", "",
              "}  // namespace engawa::protocol::unicode", ""]
    return "\n".join(lines)


def table(content, name):
    return re.search(rf"{name}\[\] = {{\n(.*?)\n}};", content, re.S)[1]


def main():
    made = text()
    if sys.argv[1:] != ["--check"]:
        return sys.stdout.write(made) and 0
    there = FILE.read_text(encoding="utf-8")
    names = ["kDefaultIgnorable", "kWhiteSpace"]
    if f"ICU {icu.ICU_VERSION} " in there:
        names.append("kLookAlikes")
    wrong = [name for name in names if table(made, name) != table(there, name)]
    bidi = [c for first, last in ranges("PropList.txt", "Bidi_Control") for c in range(first, last + 1)]
    hidden = ranges("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
    if not all(any(first <= c <= last for first, last in hidden) for c in bidi):
        wrong.append("Bidi_Control, which must be within kDefaultIgnorable")
    for name in wrong:
        print(f"{FILE.name}: {name} is not as in the installed packages: run tools/unicode_tables.py", file=sys.stderr)
    print(f"{len(names) + 1 - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
