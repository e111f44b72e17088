"""The findings of a run, for people and as JSON."""
import json
import textwrap
import traceback

from history import KINDS

PROOFS = ("acknowledged", "steps", "documents compared", "games to the end")  # these must not be 0, or nothing was tested


def result(arena, done, wanted, seconds):
    """The result of one scenario as plain data."""
    found = {kind: arena.violations[kind] for kind in KINDS}
    empty = [word for word in PROOFS if arena.counts[word] == 0]
    if done < wanted:
        empty.append(f"{wanted - done} of {wanted} faults")
    return {"scenario": arena.name, "seed": arena.seed, "faults": done, "seconds": round(seconds, 1), "counts": dict(sorted(arena.counts.items())), "inputs in the journal": arena.ledger.inputs,
            "closed": {str(code): times for code, times in sorted(arena.closed.items())}, "refusals": dict(sorted(arena.refusals.items())), "violations": found, "missing": empty,
            "first": arena.first[:5], "rooms": arena.saved[:5]}


def broken_off(error):
    """The result of a scenario that could not be played to its end."""
    words_of = "".join(traceback.format_exception(error))
    return {"scenario": "broken off", "seed": 0, "faults": 0, "seconds": 0, "counts": {}, "inputs in the journal": 0, "closed": {}, "refusals": {}, "violations": dict.fromkeys(KINDS, 0),
            "missing": ["its end"], "first": [words_of], "rooms": []}


def passed(one):
    return not one["missing"] and not any(one["violations"].values())


def merged(results):
    """The results of the same scenario under several seeds as one."""
    by_name = {}
    for one in sorted(results, key=lambda one: one["seed"]):
        into = by_name.setdefault(one["scenario"], {"scenario": one["scenario"], "seeds": [], "faults": 0, "seconds": 0, "counts": {}, "inputs in the journal": 0, "closed": {}, "refusals": {},
                                                    "violations": dict.fromkeys(KINDS, 0), "missing": [], "first": [], "rooms": []})
        into["seeds"].append(one["seed"])
        for key in ("faults", "seconds", "inputs in the journal"):
            into[key] = round(into[key] + one[key], 1)
        for key in ("counts", "closed", "refusals", "violations"):
            for word, times in one[key].items():
                into[key][word] = into[key].get(word, 0) + times
        for key in ("missing", "first", "rooms"):
            into[key] += one[key]
    return list(by_name.values())


def words(counts, by=" "):
    return ", ".join(f"{times}{by}{word}" for word, times in counts.items())


def wrapped(line):
    return textwrap.wrap(line, 150, initial_indent="  ", subsequent_indent="    ")


def text(results):
    """For a person: each kind of fault, the comparisons made, and the violations."""
    lines = []
    for one in merged(results):
        counts = one["counts"]
        seeds = str(one["seeds"][0]) if len(one["seeds"]) == 1 else f"{one['seeds'][0]}-{one['seeds'][-1]}"
        lines.append(f"{one['scenario']} (seed {seeds}, {one['seconds']} s): {one['faults']} faults, {'passed' if passed(one) else 'FAILED'}")
        lines += wrapped(words(counts))
        lines += wrapped(f"{one['inputs in the journal']} inputs read from the journal; closes: {words(one['closed'], ' x ')}; refusals: {words(one['refusals'])}")
        lines += wrapped("wrong: " + words(one["violations"]))
        lines += [f"  nothing was seen of: {what}" for what in one["missing"]]
        lines += [f"  {first}" for first in one["first"]]
        if one["rooms"]:
            lines.append(f"  histories: build/faults/{one['scenario']}-SEED-ROOM.jsonl of {' '.join(one['rooms'])}")
    lines += ["", "What each word means:", *(f"  {kind}: {meaning}" for kind, meaning in KINDS.items())]
    return "\n".join(lines)


def write(path, results):
    with open(path, "w", encoding="utf-8") as out:
        json.dump(merged(results), out, ensure_ascii=False, indent=1)
        out.write("\n")
