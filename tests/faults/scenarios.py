"""The table of scenarios: the faults, the kind of arena, and their number in the short form."""
import bits
import files
import inside
import outside
import power
from power import OnRecordedDisk
from scenario import Inside, InsideOnSmallDisk, OnSmallDisk, Scenario

NARROW = ("--outbox-frames", "16", "--outbox-bytes", "16384", "--messages-per-s", "1000", "--messages-burst", "150")
PATIENT = ("--grace-ms", "3600000")  # outside.clocks
PACKS = "store.short_tail=on"  # inputs are packed all the time
FAILING = (1011, 1012, 1013)  # the close code of a room that cannot store

# The longest first, so that two at a time end together.
SCENARIOS = {
    "steps": Inside(inside.steps, "kills at a step", 36, tables=6, points=PACKS),
    "kills": Scenario(outside.kills, "kills", 40),
    "power_cuts": OnRecordedDisk(power.power_cuts, "power cuts", 12, flags=("--durability", "power"), tables=6, points=PACKS),
    "torn_tails": OnRecordedDisk(power.torn_tails, "power cuts", 12, tables=6, steady=True, mischief=0.2, points=PACKS),
    "errors": Inside(inside.errors, "errors", 16, tables=6, closes=FAILING, points=PACKS),
    "full_disk": OnSmallDisk(outside.full_disk, "times without space", 4, 64 << 20, closes=FAILING),
    "full_packing": InsideOnSmallDisk(inside.full_packing, "times without space", 4, 64 << 20, tables=6, closes=FAILING, points=PACKS),
    "vanish": Scenario(files.vanish, "vanished files", 4, tables=6, closes=FAILING),
    "flip": Scenario(files.flip, "flipped bits", 4, tables=6, closes=(*FAILING, 4007)),
    "bits": Inside(bits.bits, "bits flipped at rest", 30, tables=6, points=PACKS),
    "slow_disk": Inside(inside.slow_disk, "waits", 12, tables=6),
    "disconnects": Scenario(outside.disconnects, "disconnects", 600, half_open=True, patience=0.6),
    "restores": Scenario(outside.restores, "restores", 12, tables=6, steady=True),
    "drains": Scenario(outside.drains, "drains", 8, closes=(1012,)),
    "storm": Scenario(outside.storm, "blows", 120, half_open=True, patience=0.6),
    "clocks": Scenario(outside.clocks, "clock jumps", 24, flags=PATIENT, closes=(1012,)),
    "stops": Scenario(outside.stops, "stops", 12),
    "crowds": Scenario(outside.crowds, "floods", 12, flags=NARROW, tables=4, receive_buffer=16384, closes=(4102,)),
}

# The amounts of faults.py --long.
LONG = {"kills": 1000, "steps": 200, "power_cuts": 200, "torn_tails": 200, "vanish": 100, "bits": 1000, "restores": 100, "full_packing": 40, "clocks": 700}
