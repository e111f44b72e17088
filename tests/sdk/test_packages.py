"""The published clients as packages: built, installed from the file into an empty folder, imported. Nothing is downloaded."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SDK = pathlib.Path(__file__).resolve().parents[2] / "clients/sdk"
PYTHON = "/usr/bin/python3"  # Debian's, which has pip and setuptools


def run(*command, cwd):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300, cwd=cwd, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_the_python_package(self):
        source = shutil.copytree(SDK / "python", self.folder / "source")
        offline = ("--quiet", "--no-index", "--no-deps", "--disable-pip-version-check")
        run(PYTHON, "-m", "pip", "wheel", *offline, "--no-build-isolation", source, cwd=self.folder)
        wheel, = self.folder.glob("engawa-*.whl")
        run(PYTHON, "-m", "pip", "install", *offline, "--target", self.folder / "site", wheel, cwd=self.folder)
        said = run(PYTHON, "-c", "import sys; sys.path.insert(0, 'site'); import engawa, engawa_stream; print(engawa.__file__, engawa.merge({'a': 1}, {'a': None}))", cwd=self.folder)
        self.assertTrue(said.startswith(str(self.folder / "site")), said)
        self.assertTrue(said.endswith("{}\n"), said)

    def test_the_javascript_package(self):
        run("npm", "pack", "--silent", SDK / "javascript", cwd=self.folder)
        packed, = self.folder.glob("engawa-*.tgz")
        user = self.folder / "user"
        user.mkdir()
        (user / "package.json").write_text('{"private":true,"type":"module"}')
        run("npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", packed, cwd=user)
        said = run("node", "-e", "Promise.all([import('engawa'), import('engawa/stream')]).then(([{ merge, Room }, { Stream }]) => console.log(typeof Room, typeof Stream, JSON.stringify(merge({ a: 1 }, { a: null }))))", cwd=user)
        self.assertEqual(said, "function function {}\n")
        self.assertTrue((user / "node_modules/engawa/engawa.d.mts").is_file())

    def test_the_types_compile(self):
        (self.folder / "use.ts").write_text(f"""import {{ Room, Server, type RoomDocument }} from '{SDK / "javascript/engawa.mjs"}';
import {{ Stream }} from '{SDK / "javascript/engawa-stream.mjs"}';
const stream: Stream = new Stream(new Server('http://localhost'), {{ bot: {{ name: 'First' }} }});
stream.onInvitation = ({{ room, by }}) => console.log(stream.room(room).seq, by?.nick);
const room: Room = new Room(new Server('http://localhost'), 'K7WMA2QX', {{ nick: 'Hana' }});
for await (const document of room.documents()) {{
  const seen: RoomDocument = document;
  if (seen.to_act?.includes(room.seat ?? '-')) await room.move({{ cell: 'f5' }});
}}
""")
        web = SDK.parent / "web"
        run(web / "node_modules/.bin/tsc", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--types", "", "--ignoreConfig",
            self.folder / "use.ts", cwd=web)


if __name__ == "__main__":
    unittest.main()
