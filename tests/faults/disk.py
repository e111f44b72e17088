"""A disk whose power can be cut: disk_record.c reports what engawad wrote and flushed, and files are made from it as a power cut may leave them.

Flushed data is there. Of all other data, each sector of 512 bytes may be as it was at the last flush, as it was last written, or in between; the same
holds for the length of a file, and for created or removed names. Data written before a flush began is flushed; a name is safe when the folder is
flushed.
"""
import os
import pathlib
import shutil
import struct
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SECTOR = 512
HEAD = struct.Struct("<Iiqc7x")
CREATED, EMPTIED = 1, 2

# The fate of the sectors that were not flushed, and the probability that each is as last written.
LEAVES = {"none": 0, "few": 0.1, "half": 0.5, "most": 0.9, "all": 1}


class File:
    """`later`: the changes since the last flush, in order: (offset, bytes) written or (length, None) cut."""

    def __init__(self, content=b""):
        self.safe = bytearray(content)
        self.later = []
        self.dropped = 0  # of `later`, since they are safe
        self.flushes = 0

    def flushed(self, until):
        for at, data in self.later[:until - self.dropped]:
            apply(self.safe, at, data)
        del self.later[:until - self.dropped]
        self.dropped = max(self.dropped, until)
        self.flushes += 1

    def left(self, chance, likely):
        """The content after a cut."""
        if likely in (0, 1):
            content = bytearray(self.safe)
            for at, data in self.later if likely else ():
                apply(content, at, data)
            return content
        versions, lengths = {}, [len(self.safe)]  # number of a sector -> its contents, one after the other

        def now(sector):
            if sector not in versions:
                versions[sector] = [bytes(self.safe[sector * SECTOR:(sector + 1) * SECTOR]).ljust(SECTOR, b"\0")]
            return versions[sector][-1]

        for at, data in self.later:
            end = at + len(data or b"")
            for sector in range(at // SECTOR, -(-(end if data else lengths[-1]) // SECTOR)):
                start, content = sector * SECTOR, bytearray(now(sector))
                if data is None:
                    content[max(0, at - start):] = bytes(SECTOR - max(0, at - start))
                else:
                    first, last = max(at, start), min(end, start + SECTOR)
                    content[first - start:last - start] = data[first - at:last - at]
                versions[sector].append(bytes(content))
            lengths.append(at if data is None else max(lengths[-1], end))

        def choose(list_of):
            return list_of[-1] if chance.random() < likely else list_of[0] if chance.random() < 0.5 else chance.choice(list_of)

        content = bytearray(self.safe)
        for sector in sorted(versions):
            apply(content, sector * SECTOR, choose(versions[sector]))
        apply(content, choose(lengths), None)
        return content


def apply(content, at, data):
    """Writes, or makes the content as long as `at`."""
    if len(content) < at:
        content.extend(bytes(at - len(content)))
    if data is None:
        del content[at:]
    else:
        content[at:at + len(data)] = data


def library(folder):
    made = folder / "disk_record.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", made, HERE / "disk_record.c", "-ldl"], check=True)
    return made


class Disk:
    """The files of the database in one data folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.aside = self.folder / "recorded"
        self.aside.mkdir()
        self.log = self.aside / "log"
        self.environment = {"LD_PRELOAD": str(library(self.aside)), "DISK_RECORD_LOG": str(self.log), "DISK_RECORD_FILES": str(self.folder / "engawa.db")}
        self.begin()

    def begin(self):
        """Treats the current contents of the folder as safe. REQUIRES: nobody writes there."""
        self.log.write_bytes(b"")
        self.read_to = 0
        self.safe_names = {path.name: File(path.read_bytes()) for path in self.folder.glob("engawa.db*") if not path.name.endswith("-shm")}
        self.names, self.changes, self.open, self.begun = dict(self.safe_names), [], {}, {}

    def read(self):
        """Reads the new records."""
        with open(self.log, "rb") as log:
            log.seek(self.read_to)
            text = log.read()
        at = 0
        while at + HEAD.size <= len(text):
            size, fd, offset, what = HEAD.unpack_from(text, at)
            if at + HEAD.size + size > len(text):
                break  # half a record: the process was killed there
            self.take(what, fd, offset, text[at + HEAD.size:at + HEAD.size + size])
            at += HEAD.size + size
        self.read_to += at

    def take(self, what, fd, at, data):
        file = self.open.get(fd)
        if what == b"o":
            self.opened(fd, pathlib.Path(os.fsdecode(data)), at)
        elif what == b"u":
            name = pathlib.Path(os.fsdecode(data)).name
            self.names.pop(name, None)
            self.changes.append((name, None))
        elif what == b"f":
            self.begun[fd] = len(self.changes) if file is None else file.dropped + len(file.later)
        elif what == b"F" and file is None:
            self.name_all(self.changes[:self.begun[fd]])
            self.changes = []  # no other changes of names meanwhile
        elif what == b"F":
            file.flushed(self.begun[fd])
        elif file is not None:
            file.later.append((at, data if what == b"w" else None))

    def opened(self, fd, path, flags):
        if path == self.folder:
            self.open[fd] = None
            return
        if path.name not in self.names:
            self.names[path.name] = File()
            self.changes.append((path.name, self.names[path.name]))
        self.open[fd] = self.names[path.name]
        if flags & EMPTIED:
            self.open[fd].later.append((0, None))

    def name_all(self, changes):
        for name, file in changes:
            if file:
                self.safe_names[name] = file
            else:
                self.safe_names.pop(name, None)

    def flushes(self, name):
        self.read()
        return self.names[name].flushes if name in self.names else 0

    def cut(self, chance):
        """Cuts the power; returns the fate of the sectors. REQUIRES: the process is dead, and no other process has the files open."""
        self.read()
        leaves = chance.choice(list(LEAVES))
        likely = LEAVES[leaves]
        self.name_all([change for change in self.changes if chance.random() < likely])
        for path in self.folder.glob("engawa.db*"):
            path.unlink()
        for name, file in self.safe_names.items():
            if not name.endswith("-shm"):
                (self.folder / name).write_bytes(file.left(chance, likely))
        self.begin()
        return leaves

    def copy(self):
        """A folder with copies of the files."""
        folder = self.aside / "copy"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for path in self.folder.glob("engawa.db*"):
            if not path.name.endswith("-shm"):
                shutil.copyfile(path, folder / path.name)
        return folder
