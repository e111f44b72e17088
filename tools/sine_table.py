#!/usr/bin/env python3
"""Writes the sine table of the bubble shooter, round(2^20 sin) for 0 to 90 degrees in hundredths, for the server and for the page.

    tools/sine_table.py           writes games/bubbles/sine_table.inc and clients/web/src/games/bubbles/sine.ts
    tools/sine_table.py --check   says which of them differ

60 decimal digits, so that the rounding is exact: no value is within 1e-6 of a half (asserted)."""
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


def ts_text(table):
    """The second differences, one letter each: a sine curve bends so little that they are -1, 0 or 1."""
    steps = [b - a for a, b in zip(table, table[1:])]
    bends = [b - a for a, b in zip(steps, steps[1:])]
    letters = "".join(chr(ord("m") + bend) for bend in bends)
    return f"""// round(2^20 sin) for 0 to 90 degrees in hundredths. Made by tools/sine_table.py.
const BENDS =
  '{letters}';

function unfold(): Int32Array {{
  const table = new Int32Array(9001);
  let step = {steps[0]};
  table[1] = step;
  for (let i = 2; i <= 9000; i++) {{
    step += BENDS.charCodeAt(i - 2) - 109;
    table[i] = (table[i - 1] as number) + step;
  }}
  return table;
}}

export const SINE: Int32Array = unfold();
"""


def main():
    table = make_table()
    differ = 0
    for name, text in (("games/bubbles/sine_table.inc", cpp_text(table)), ("clients/web/src/games/bubbles/sine.ts", ts_text(table))):
        path = ROOT / name
        if "--check" in sys.argv:
            if not path.exists() or path.read_text() != text:
                print(f"{name} is not what tools/sine_table.py makes")
                differ = 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return differ


sys.exit(main())
