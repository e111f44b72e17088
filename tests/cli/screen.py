"""The full screen for the tests: `engawa` in tmux, with real keys. tmux itself wakes every wait, because it reports all output."""
import os
import re
import shlex
import subprocess
import tempfile
import threading
import time

from client import ENGAWA, TIMEOUT, Case, environment


class Screen(Case):
    def setUp(self):
        super().setUp()
        sockets = tempfile.TemporaryDirectory()
        self.addCleanup(sockets.cleanup)
        self.socket = os.path.join(sockets.name, "tmux")

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *map(str, arguments)], capture_output=True, text=True, check=True,
                              env=environment(None, None)).stdout

    def start(self, *arguments, columns=80, rows=24, env=None):
        """`engawa ARGUMENTS` in a new terminal; its exit code is printed when it ends."""
        settings = {"ENGAWA_SERVER": f"http://127.0.0.1:{self.server.port}", "XDG_STATE_HOME": self.home, "LC_ALL": "C.UTF-8", "TERM": "tmux-256color",
                    "NO_COLOR": "", **(env or {})}
        command = " ".join([f"{name}={shlex.quote(value)}" for name, value in settings.items()] + [shlex.quote(str(a)) for a in [ENGAWA, *arguments]])
        # `cat` keeps the terminal open, so that the text after the full screen can be read; it ends at once when the client
        # leaves the terminal non-blocking.
        self.tmux("new-session", "-d", "-s", "t", "-x", columns, "-y", rows, f"trap : INT; env {command}; echo exit=$?; exec cat")
        self.addCleanup(lambda: subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False))
        self.listen()

    def listen(self):
        """A second client of tmux, in control mode, which is notified of all output to the terminal."""
        self.news, self.told = threading.Condition(), 0
        control = subprocess.Popen(["tmux", "-S", self.socket, "-C", "attach-session", "-f", "ignore-size,read-only", "-t", "t"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment(None, None))

        def hear():
            for _ in control.stdout:
                with self.news:
                    self.told += 1
                    self.news.notify_all()

        listener = threading.Thread(target=hear, daemon=True)
        listener.start()

        def stop():
            control.terminate()
            control.wait(TIMEOUT)
            listener.join(TIMEOUT)
            control.stdin.close()
            control.stdout.close()

        self.addCleanup(stop)

    def keys(self, *keys):
        self.tmux("send-keys", "-t", "t", *keys)

    def type(self, text):
        self.tmux("send-keys", "-t", "t", "-l", text)

    def screen(self, *flags):
        return self.tmux("capture-pane", "-p", "-t", "t", *flags)

    def until(self, pattern, *flags):
        """Waits until the screen matches; returns the screen."""
        shown = self.within(TIMEOUT, pattern, *flags)
        self.assertIsNotNone(shown, f"never seen: {pattern}\n{self.screen()}")
        return shown

    def within(self, seconds, pattern, *flags):
        """The screen, if it matches within this time, else None."""
        deadline = time.monotonic() + seconds
        while True:
            with self.news:
                seen = self.told
            shown = self.screen(*flags)
            if re.search(pattern, shown):
                return shown
            with self.news:
                more = self.news.wait_for(lambda: self.told > seen, deadline - time.monotonic())
            if not more or time.monotonic() >= deadline:
                return None
