#!/usr/bin/env python3
"""Writes the sine table of the bubble shooter, round(2^20 sin) for 0 to 90 degrees in hundredths.

    tools/sine_table.py           writes games/bubbles/sine_table.inc
    tools/sine_table.py --check   fails if it differs

60 decimal digits, so that the rounding is exact: no value is within 1e-6 of a half (asserted), which is why the page may
compute it (clients/web/src/games/bubbles/sine.ts)."""
import decimal
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
decimal.getcontext().prec = 60


def arctan_of_inverse(n):
    total, power, k = decimal.Decimal(0), decimal.Decimal(1) / n, 0
    while abs(power) > decimal.Decimal(10) ** -58:
        total += power / (2 * k + 1) * (-1) ** k
        power /= n * n
        k += 1
    return total


def sine(x):
    total, term, k = decimal.Decimal(0), x, 1
    while abs(term) > decimal.Decimal(10) ** -50:
        total += term
        term *= -x * x / ((k + 1) * (k + 2))
        k += 2
    return total


def make_table():
    pi = 4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239))  # Machin
    table = []
    for hundredth in range(9001):
        exact = sine(pi * hundredth / 18000) * 2**20
        rounded = int(exact + decimal.Decimal("0.5"))
        assert abs(abs(exact - rounded) - decimal.Decimal("0.5")) > decimal.Decimal("1e-6"), hundredth
        table.append(rounded)
    return table


def cpp_text(table):
    lines = ["// Made by tools/sine_table.py."]
    for i in range(0, len(table), 15):
        lines.append(",".join(map(str, table[i : i + 15])) + ",")
    return "\n".join(lines) + "\n"


def main():
    path = ROOT / "games/bubbles/sine_table.inc"
    text = cpp_text(make_table())
    if "--check" not in sys.argv:
        path.write_text(text)
    elif not path.exists() or path.read_text() != text:
        print(f"{path.name} is not what tools/sine_table.py makes")
        return 1
    return 0


sys.exit(main())
