"""Settings as an operator writes them: odd values are refused with a sentence, nothing is ignored silently. tests/store/settings_test.cpp tries each
value of each setting from each source."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from harness import ENGAWAD, TIMEOUT, Client, Server, Socket

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("ENGAWA_")}
SETTING = re.compile(r"^# .* \((--[\w-]+), (ENGAWA_\w+)\)\n(\w+) = (.*)$", re.M)


def run(*args, env=None, timeout=TIMEOUT):
    return subprocess.run([ENGAWAD, *map(str, args)], capture_output=True, text=True, timeout=timeout, env={**CLEAN, **(env or {})}, stdin=subprocess.DEVNULL, cwd=tempfile.gettempdir())


def all_settings():
    """(key, flag, variable, default as in the file)"""
    section, found = "", []
    for block in re.split(r"(?m)^\[(\w+)\]$", run("--print-config").stdout)[1:]:
        if re.fullmatch(r"\w+", block):
            section = block
            continue
        found += [(f"{section}.{key}", flag, variable, value) for flag, variable, key, value in SETTING.findall(block)]
    return found


class Settings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, content, name="config.toml"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def assert_refused(self, done, *words):
        """One sentence, and nothing was started."""
        self.assertEqual((done.returncode, done.stdout), (2, ""), done)
        self.assertEqual(len(done.stderr.splitlines()), 1, done)
        self.assertRegex(done.stderr, r"^engawad: ")
        for word in words:
            self.assertIn(word, done.stderr)

    def shown(self, key, *args, **how):
        done = run(*args, "--print-config", **how)
        self.assertEqual(done.returncode, 0, done)
        section, name = key.split(".")
        return re.search(rf"(?ms)^\[{section}\]$.*?^{name} = (.*?)$", done.stdout)[1]

    def test_every_setting_refuses_rubbish_from_every_place_and_says_where_it_is(self):
        settings = all_settings()
        self.assertGreater(len(settings), 60)
        for key, flag, variable, value in settings:
            with self.subTest(key=key):
                is_number = not value.startswith('"')
                rubbish = "1e3" if is_number else " \u7e01://\u200b*~ "
                self.assert_refused(run(flag, rubbish), flag)
                self.assert_refused(run(env={variable: rubbish}), variable)
                section, name = key.split(".")
                file = self.file(f'[{section}]\n{name} = "{rubbish}"\n')
                self.assert_refused(run("--config", file), f"{file}:2: {key} must")  if is_number else self.assert_refused(run("--config", file), f"{file}:2: {key}")

    def test_a_configuration_file_that_is_none(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        for path, words in ((self.folder, "is a folder"), (self.folder / "absent.toml", "No such file"), (pipe, "is a pipe"), ("/dev/zero", "is a pipe or a device"),
                            (self.file(b"#" * (2 << 20), "large.toml"), "larger than 1 MiB"), ("", "--config needs the name of a file")):
            self.assert_refused(run("--config", path), str(path), words)
        if os.geteuid() != 0:
            closed = self.file("[server]\nport = 1\n", "closed.toml")
            closed.chmod(0)
            self.assert_refused(run("--config", closed), "Permission denied")

    def test_a_file_that_sets_nothing_is_said_to(self):
        for content in ("", "\n\n", "# [server]\n# port = 1\n", "\ufeff"):
            file = self.file(content)
            self.assertIn(f"{file} sets nothing", self.log_of("--config", file))
        self.assertEqual(self.shown("server.port", "--config", "/dev/null"), "8080")

    def log_of(self, *args, env=None):
        """The log of a server that starts normally and is stopped."""
        with tempfile.TemporaryFile("w+") as log:
            server = Server(*map(str, args), data=str(self.folder / "data"), roomy=False, environment=env, stderr=log)
            self.assertEqual(server.stop(), 0)
            log.seek(0)
            return log.read()

    def test_files_from_other_systems(self):
        for content in (b"\xef\xbb\xbf[server]\nport = 1234\n", b"[server]\r\nport = 1234\r\n", b"\xef\xbb\xbf[server]\r\n\r\nport = 1234", b"server.port = 1234\n", b"server = {port = 1234}\n",
                        b"[server]\nport = 0x4d2\n", b"[server]\nport = +1_234\n"):
            self.assertEqual(self.shown("server.port", "--config", self.file(content)), "1234", content)

    def test_files_with_faults(self):
        for content, words in (("[server]\nport = 1\nport = 2\n", ":3"), ("[server]\nport = 1\n[server]\nbind = 'x'\n", ":3"), ("port = 1\n", "port is not a setting"), ("[sevrer]\n", "[sevrer] is not a section"),
                               ("[sevrer]\nport = 1\n", "is it server.port?"), ("[server]\nprot = 1\n", "is it server.port?"), ("[[server]]\nport = 1\n", "server"), ("[server]\nport = '8080'\n", "without quotes"),
                               ("[server]\norigins = ['http://a']\n", "a list is one string"), ("[server.port]\nx = 1\n", "server.port must be an integer"), ("[server]\nport == 1\n", ":2"), ("[server]\nport = 1\nx", ":3"),
                               (b"[server]\nport = 1\n\x00", ""), (b"\xff\xfe[\x00", ""), ("{\"server\": {}}", ":1"), ("server:\n  port: 1\n", ":1"), ("[server]\nport=8080 80\n", ":2")):
            file = self.file(content)
            self.assert_refused(run("--config", file), str(file), words)

    def test_the_level_of_the_log_in_any_case(self):
        for word in ("DEBUG", "Debug", "debug", "INFO", "Warning", "ERROR"):
            self.assertEqual(self.shown("log.level", "--log-level", word), f'"{word.lower()}"')
        for word in ("verbose", "warn", "off", "trace", "", "debug ", "3"):
            self.assert_refused(run("--log-level", word), "--log-level must be debug or info or warning or error")
        self.assertRegex(self.log_of("--log-level", "INFO"), r"\[info\]")
        self.assertNotRegex(self.log_of("--log-level", "ERROR"), r"\[info\]")

    def test_origins_that_are_written_otherwise_are_the_same(self):
        with Server("--origins", "HTTP://Games.Example/, https://b.example:443  http://[0:0::1]:8080") as server:
            for origin in ("http://games.example", "https://b.example", "http://[::1]:8080"):
                socket = Socket(server.port, "/lobby/ws", [f"Origin: {origin}"])
                self.assertEqual(socket.status, 101, origin)
            for origin in ("http://b.example", "https://games.example", "https://b.example:444", "http://games.example.evil"):
                self.assertEqual(Socket(server.port, "/lobby/ws", [f"Origin: {origin}"]).status, 403, origin)

    def test_hosts_that_are_written_otherwise_are_the_same(self):
        with Server("--hosts", "Games.Example, ::1 127.0.0.1") as server:
            for host in ("games.example", "GAMES.example:8080", "[::1]:80", "127.0.0.1"):
                self.assertEqual(server.http("GET", "/api/rooms", headers={"Host": host})[0], 200, host)
            self.assertNotEqual(server.http("GET", "/api/rooms", headers={"Host": "evil.example"})[0], 200)
        self.assert_refused(run("--hosts", "games.example:443"), "has a port", "write games.example")

    def test_a_data_folder_that_is_none(self):
        self.assert_refused(run("--data", ""), "--data must be a folder, not empty")
        self.assert_refused(run(env={"ENGAWA_STORE_DATA": ""}), "ENGAWA_STORE_DATA must be a folder, not empty")
        self.assert_refused(run("--data", self.file("x")), "this is a file")
        self.assert_refused(run("--store-url", f"sqlite:{self.file('x')}"), "this is a file")
        self.assert_refused(run("--trace-traffic", self.folder), "this is a folder")
        self.assert_refused(run("--bot-weights", self.folder / "absent"), "a folder that is there")
        self.assertFalse(pathlib.Path("/engawa.db").exists())

    def test_a_service_of_kubernetes_that_is_named_as_we_are(self):
        service = {"ENGAWA_SERVER_PORT": "tcp://10.0.171.239:8080", "ENGAWA_SERVER_SERVICE_HOST": "10.0.171.239", "ENGAWA_SERVER_SERVICE_PORT": "8080", "ENGAWA_SERVER_SERVICE_PORT_HTTP": "8080",
                   "ENGAWA_SERVER_PORT_8080_TCP": "tcp://10.0.171.239:8080", "ENGAWA_SERVER_PORT_8080_TCP_PROTO": "tcp", "ENGAWA_SERVER_PORT_8080_TCP_PORT": "8080", "ENGAWA_SERVER_PORT_8080_TCP_ADDR": "10.0.171.239",
                   "ENGAWA_ADMIN_PORT": "udp://10.0.0.1:9090", "ENGAWA_PORT": "tcp://10.0.0.1:80", "ENGAWA_SERVICE_HOST": "10.0.0.1", "ENGAWA_WS_PORT": "tcp://10.0.0.1:81"}
        self.assertEqual(self.shown("server.port", env=service), "8080")
        self.assertEqual(self.shown("server.port", "--port", "1234", env=service), "1234")
        self.assertEqual(self.shown("admin.port", env=service), "-1")
        log = self.log_of(env=service)
        self.assertEqual(re.findall(r"ENGAWA_\w+", log), ["ENGAWA_SERVER_PORT", "ENGAWA_ADMIN_PORT"], log)
        self.assertIn("enableServiceLinks", log)

    def test_variables_that_look_like_settings_are_named(self):
        wrong = {"ENGAWA_SERVER_PROT": "ENGAWA_SERVER_PORT", "ENGAWA_SEVRER_BIND": "ENGAWA_SERVER_BIND", "ENGAWA_SERVER_ORIGIN": "ENGAWA_SERVER_ORIGINS", "engawa_log_level": "ENGAWA_LOG_LEVEL",
                 "ENGAWA_DATA": "ENGAWA_STORE_DATA", "ENGAWA_TRUSTED_PROXIES": "ENGAWA_SERVER_TRUSTED_PROXIES", "ENGAWA_ROOM_WHATEVER": None}
        log = self.log_of(env={name: "1" for name in wrong})
        for name, right in wrong.items():
            self.assertRegex(log, rf"\[warning\] {name} is not a setting and has no effect; {f'is it {right}.' if right else 'engawad --print-config'}")
        ours = ("ENGAWA_SERVER", "ENGAWA_ROOM", "ENGAWA_SEED", "ENGAWA_GAME", "ENGAWA_NICK", "ENGAWA_JOBS", "ENGAWA_SITE", "ENGAWA_IMAGE", "ENGAWA_STDERR", "ENGAWA_TRAFFIC_DIR", "ENGAWA_CHECK", "ENGAWA_DATABASE_PASSWORD", "ENGAWAX", "ENGAWA_TEST_TIMEOUT")
        self.assertNotIn("is not a setting", self.log_of(env={name: "1" for name in ours}))

    def test_one_thing_at_a_time(self):
        modes = {"--check": (), "--backup": ("x",), "--print-config": (), "--healthcheck": (), "--copy-store": ("sqlite:a", "sqlite:b")}
        for one in modes:
            for other in modes:
                if one < other:
                    self.assert_refused(run(one, *modes[one], other, *modes[other], "--data", self.folder), one, other, "cannot be combined")
        self.assertEqual(os.listdir(self.folder), [])

    def test_what_is_left_over_or_missing(self):
        for arguments in (("--backup", ""), ("--copy-store", "", ""), ("--copy-store", "sqlite:", ""), ("--copy-store", "x", "sqlite:")):
            self.assert_refused(run(*arguments, "--data", self.folder), arguments[0])
        for arguments in (("serve",), ("--port", "0", "8080"), ("--", "x"), ("--copy-store", "sqlite:"), ("--copy-store", "sqlite:", "sqlite:x", "y"), ("--backup",), ("--port",), ("--check=maybe",), ("-p", "1"),
                          ("--config", "a", "--config", "b"), ("",)):
            done = run(*arguments, "--data", self.folder)
            self.assertEqual(done.returncode, 2, done)
            self.assertRegex(done.stderr, r"\S")
        self.assertEqual(os.listdir(self.folder), [])

    def test_secrets_are_masked_however_they_are_spelt(self):
        for url in ("postgres://me:sesame@h/d", "postgres://h/d?password=sesame", "postgres://h/d?pass%77ord=sesame", "postgres://h/d?PASSWORD=sesame", "postgres://h/d?sslp%61ssword=sesame", "postgres://me%3Asesame@h/d",
                    "postgres://h/d?password=x&sesame", "postgres://me:se@sesame@h/d", "postgres://h/d?passwd=sesame"):
            for how in ({"env": {"ENGAWA_STORE_URL": url}}, {}):
                words = () if how else ("--store-url", url)
                self.assertNotIn("sesame", self.shown("store.url", *words, **how))
                done = run("--backup", self.folder / "copy", *words, **how)
                self.assertIn("pg_dump", done.stderr)
                self.assertNotIn("sesame", done.stderr)


if __name__ == "__main__":
    unittest.main()
