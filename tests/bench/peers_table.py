"""The table of bench.py --peers: from results to Markdown, and into docs/reference/performance.md.

A result is the output of room_load for one server in one round, with its output for idle connections as `idle`. Results are kept by server, in the
order of the rounds; a ratio is the median of the rounds' ratios, so that a machine that slows down for a while slows both sides.
"""
import re
import statistics

LIMIT, OURS = "bare epoll", "engawad"
PERCENTILES = ("ok_p50", "ok_p99", "ok_p999")
# A server that makes fewer of the moves it was asked for has a queue, and its latencies depend on the length of the measurement.
REACHED = 0.95
NONE = "–"


def plain(number):
    """Two or three significant digits."""
    return f"{number:.2f}" if number < 9.95 else f"{number:.1f}" if number < 99.5 else f"{number:,.0f}"


def ratio(runs, others, figure):
    """None if one of them has no such figure."""
    pairs = [(figure(mine), figure(other)) for mine, other in zip(runs, others)]
    if not all(mine is not None and other for mine, other in pairs):
        return None
    return statistics.median(mine / other for mine, other in pairs)


def of_closed(key):
    return lambda run: run["closed"][key]


def of_idle(run):
    return run["idle"]["bytes_per_connection"]


def of_paced(rate, key):
    return lambda run: next(window[key] for window in run["paced"] if window["rate"] == rate)


def reached(runs, rate):
    return statistics.median(map(of_paced(rate, "moves_s"), runs)) >= REACHED * rate


def latencies(rate, show, *servers):
    """`show` formats the figure of that name; a rate that one of the servers did not reach is not shown."""
    return " / ".join(show(key) for key in PERCENTILES) if all(reached(runs, rate) for runs in servers) else NONE


def limit_row(runs, rates):
    def median(figure):
        return statistics.median(map(figure, runs))
    times = [latencies(rate, lambda key, rate=rate: f"{median(of_paced(rate, key)):,.0f} µs", runs) for rate in rates]
    return [f"{LIMIT}, itself", f"{median(of_closed('moves_s')):,.0f}", f"{median(of_closed('cpu_100k')) * 10:.1f} µs", *times, f"{median(of_idle):,.0f}"]


def ratio_row(name, runs, others, rates):
    def show(figure):
        found = ratio(runs, others, figure)
        return NONE if found is None else plain(found)
    times = [latencies(rate, lambda key, rate=rate: show(of_paced(rate, key)), runs, others) for rate in rates]
    return [name, show(of_closed("moves_s")), show(of_closed("cpu_100k")), *times]


def table(results):
    """Markdown. `results`: lists of runs by server, the bare server and ours among them."""
    rates = [window["rate"] for window in results[LIMIT][0]["paced"]]
    head = ["", "moves/s", "CPU a move", *(f"`ok` at {rate:,}/s" for rate in rates), "bytes an idle connection"]
    rows = [limit_row(results[LIMIT], rates)]
    for name, runs in results.items():
        if name != LIMIT:
            rows.append([*ratio_row(f"{name} / {LIMIT}", runs, results[LIMIT], rates), f"{statistics.median(map(of_idle, runs)):,.0f}"])
    for name, runs in results.items():
        if name not in (LIMIT, OURS):
            idle = ratio(results[OURS], runs, of_idle)
            rows.append([*ratio_row(f"{OURS} / {name}", results[OURS], runs, rates), NONE if idle is None else plain(idle)])
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)


def fill(document, name, text):
    """The document with `text` between the marks of `name`."""
    marks = re.compile(rf"(<!-- begin {name} -->\n).*?(<!-- end -->)", re.S)
    filled, count = marks.subn(lambda found: found[1] + text + "\n" + found[2], document)
    if count != 1:
        raise ValueError(f"{count} places for {name}")
    return filled
