"""Reads an undamaged QR code: versions 1 to 3 with error correction M, one block of bytes (ISO/IEC 18004). For tests of drawn codes."""
import re

DATA_BYTES = {21: 16, 25: 28, 29: 44}  # by width in modules
MASKS = [lambda i, j: (i + j) % 2, lambda i, j: i % 2, lambda i, j: j % 3, lambda i, j: (i + j) % 3, lambda i, j: (i // 2 + j // 3) % 2,
         lambda i, j: i * j % 2 + i * j % 3, lambda i, j: (i * j % 2 + i * j % 3) % 2, lambda i, j: ((i + j) % 2 + i * j % 3) % 2]


def width_of(line):
    """With the margin, in modules."""
    return len(re.sub(r"\033\[[0-9;]*m", "", line))


def modules_of(lines):
    """The modules of half blocks on a terminal, dark ones as 1, without the margin."""
    rows = []
    for line in lines:
        line = re.sub(r"\033\[[0-9;]*m", "", line)
        rows.append([int(c in "█▀") for c in line])
        rows.append([int(c in "█▄") for c in line])
    margin = next(number for number, row in enumerate(rows) if any(row))
    width = next(width for width in DATA_BYTES if width + 2 * margin == len(rows[0]))
    return [row[margin:margin + width] for row in rows[margin:margin + width]]


def is_function(i, j, width):
    finder = (i < 9 and j < 9) or (i < 9 and j >= width - 8) or (i >= width - 8 and j < 9)
    alignment = width > 21 and abs(i - (width - 7)) <= 2 and abs(j - (width - 7)) <= 2
    return finder or alignment or i == 6 or j == 6


def places(width):
    """The cells of the data, in the order of its bits: columns in pairs from the right, up and down in turn."""
    up, right = True, width - 1
    while right > 0:
        right -= right == 6
        for step in range(width):
            i = width - 1 - step if up else step
            for j in (right, right - 1):
                if not is_function(i, j, width):
                    yield i, j
        up, right = not up, right - 2


def read(lines):
    modules = modules_of(lines)
    width = len(modules)
    form = [modules[8][j] for j in (0, 1, 2, 3, 4)]
    level = (form[0] ^ 1) * 2 + form[1] ^ 0
    assert level == 0, "error correction is not M"
    mask = MASKS[(form[2] ^ 1) * 4 + form[3] * 2 + (form[4] ^ 1)]
    bits = "".join(str(modules[i][j] ^ (mask(i, j) == 0)) for i, j in places(width))[:8 * DATA_BYTES[width]]
    assert bits[:4] == "0100", "it is not in bytes"
    count = int(bits[4:12], 2)
    return bytes(int(bits[12 + 8 * n:20 + 8 * n], 2) for n in range(count)).decode()
