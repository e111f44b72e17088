#!/usr/bin/env python3
"""frames.py FOLDER: writes each request of protocol/examples into a separate file, as seeds for fuzzing frames."""
import json
import pathlib
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "protocol/examples"


def main(folder):
    frames = set()
    for path in EXAMPLES.glob("*.json"):
        for entry in json.loads(path.read_text(encoding="utf-8")).get("messages", []):
            if entry["from"] == "client":
                frames.add(json.dumps(entry["message"], ensure_ascii=False, separators=(",", ":")))
    for number, frame in enumerate(sorted(frames)):
        (folder / f"example_{number}").write_text(frame, encoding="utf-8")


main(pathlib.Path(sys.argv[1]))
