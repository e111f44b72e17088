"""The code in games/README.md is the code that is compiled and played here, letter by letter."""
import pathlib
import re
import unittest

HERE = pathlib.Path(__file__).parent
README = (HERE / "../../games/README.md").read_text(encoding="utf-8")


class Tutorial(unittest.TestCase):
    def test_every_file_is_shown_whole(self):
        shown = dict(re.findall(r"^`(games/tictactoe/\S+)`[^\n]*(?:\n[^\n]+)*\n\n```(?:cpp|json)\n(.*?)```$", README, re.M | re.S))
        files = {f"games/tictactoe/{path.name}": path.read_text(encoding="utf-8") for path in (HERE / "games/tictactoe").iterdir() if path.is_file()}
        self.assertEqual(sorted(shown), sorted(files))
        for name, text in files.items():
            self.assertEqual(shown[name], text, f"{name} in games/README.md is not the file: run tests/tutorial/test_text.py --write")


def write():
    def put(match):
        text = (HERE / match[1]).read_text(encoding="utf-8")
        return f"`{match[1]}`{match[2]}\n\n```{match[3]}\n{text}```"

    fresh = re.sub(r"^`(games/tictactoe/\S+)`([^\n]*(?:\n[^\n]+)*)\n\n```(cpp|json)\n.*?```$", put, README, flags=re.M | re.S)
    (HERE / "../../games/README.md").write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    import sys

    write() if "--write" in sys.argv else unittest.main()
