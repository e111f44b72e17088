#!/usr/bin/env python3
"""Limits the methods of every C++ class of the programs: 30, so that a class has one subject. Constructors, destructors, and what is deleted do not
count; a nested class counts for itself. The text is read by its braces, as clang-format leaves them. With --self-test it plants classes and reports
whether their methods were counted.

Each file with a class is one test. The last line is `N passed, N failed`."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ["base", "games", "protocol", "server", "clients", "tools"]
LIMIT = 30

SKIPPED = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'|^[ \t]*\#(?:\\\n|[^\n])*""", re.S | re.M
)
ACCESS = re.compile(r"^(?:(?:public|private|protected)\s*:(?!:)\s*)+")
TEMPLATE = re.compile(r"^template\s*<(?:[^<>]|<[^<>]*>)*>\s*(?:requires\b.*?(?=\b(?:class|struct)\b))?", re.S)
CLASS = re.compile(r"^(?:class|struct|union)\s+(?:alignas\([^)]*\)\s*)?(\w+)(?:<[^>]*>)?\s*(?:final\s*)?(?::(?!:).*)?$", re.S)
NO_METHOD = re.compile(r"^(?:using|friend|typedef|static_assert|enum|return)\b")


def bare(text):
    """The same text with its comments, strings and preprocessor lines blanked out."""
    return SKIPPED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def declared(statement):
    return TEMPLATE.sub("", ACCESS.sub("", statement.strip()))


def method_of(statement, owner):
    """The name of the method that a statement of a class declares, or None."""
    text = declared(statement)
    while True:  # the arguments of templates, the innermost first
        shorter = re.sub(r"<[^<>()]*(?:\([^<>()]*\)[^<>()]*)*>", "", text)
        if shorter == text:
            break
        text = shorter
    if NO_METHOD.match(text) or re.search(r"=\s*(?:delete|default)$", text):
        return None
    found = re.search(r"(operator\s*(?:\(\)|[^\s(]+)|~?\w+)\s*\(", text)
    if not found or "=" in text[: found.start()] and "operator" not in found[1] or "{" in text[: found.start()]:
        return None
    return None if found[1] in (owner, "~" + owner, "alignas", "decltype", "EXPECT") else found[1]


class Reader:
    """Reads the classes of a text: `found` gets (name, methods) of each."""

    def __init__(self, text):
        self.found, self.open, self.head, self.code = [], [], 0, bare(text)
        for at, letter in enumerate(self.code):
            if letter in "{};":
                getattr(self, {"{": "opens", "}": "closes", ";": "ends"}[letter])(at)

    def inside(self):
        return self.open[-1] if self.open else ("scope", "", [])

    def note(self, statement):
        kind, owner, methods = self.inside()
        if kind == "class" and (name := method_of(statement, owner)):
            methods.append(name)

    def opens(self, at):
        before = declared(self.code[self.head : at])
        named = CLASS.match(before)
        if self.inside()[0] == "body":
            self.open.append(("body", "", []))
        elif named:
            self.open.append(("class", named[1], []))
            self.head = at + 1
        elif re.match(r"(?:inline\s+)?namespace\b|extern\s*$", before):
            self.open.append(("scope", "", []))
            self.head = at + 1
        else:
            self.note(self.code[self.head : at])
            self.open.append(("body", "", []))

    def closes(self, at):
        kind, name, methods = self.open.pop()
        if kind == "class":
            self.found.append((name, methods))
        if self.inside()[0] != "body":
            # What follows an initializer in braces belongs to the same statement, and is no method.
            self.head = at + 1

    def ends(self, at):
        if self.inside()[0] != "body":
            self.note(self.code[self.head : at])
            self.head = at + 1


def sources():
    patterns = [f"{folder}/*.{kind}" for folder in PROGRAMS for kind in ("cpp", "hpp")]
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split() if (ROOT / name).exists()]


def check_all():
    passed = failed = 0
    for name in sources():
        found = Reader((ROOT / name).read_text(encoding="utf-8")).found
        large = [(owner, len(methods)) for owner, methods in found if len(methods) > LIMIT]
        passed, failed = passed + (bool(found) and not large), failed + bool(large)
        for owner, count in large:
            print(f"{name}: {owner} has {count} methods: {LIMIT} are allowed")
    return passed, failed


PLANTS = [
    ("class A {\n public:\n  A() : a_{1} {}\n  ~A();\n  void f() { g(); }\n  int g() const;\n\n private:\n  int a_ = f(1);\n  int b_{h(2)};\n};", {"A": 2}),
    ("struct B final : Base<int(int)> {\n  using F = std::function<void(int)>;\n  F f;\n  std::function<int(std::string const&)> g;\n};", {"B": 0}),
    ("class C {\n  class D {\n    void f();\n  };\n  struct E;\n  friend void g();\n  C(C const&) = delete;\n  void h();\n};", {"C": 1, "D": 1}),
    ("template <class G>\nclass F : public Match {\n  template <class R>\n  Result<R> f(R (*g)(int), std::string& out) const override {\n    if (out.empty()) return {};\n  }\n};", {"F": 1}),
    ("struct G {\n  bool operator==(G const&) const = default;\n  G& operator+=(int n);\n  std::map<int, std::vector<int>> f() const { return {}; }\n};", {"G": 2}),
    ("namespace a {\nvoid f() {\n  struct H {\n    void g();\n  };\n}\nenum class I { x };\nclass J {\n  void f();  // not g();\n};\n}", {"J": 1}),
]


def self_test():
    passed = 0
    for text, expected in PLANTS:
        found = {name: len(methods) for name, methods in Reader(text).found}
        passed += found == expected
        if found != expected:
            print(f"{text!r}: {found} seen, and not {expected}")
    return passed, len(PLANTS) - passed


if __name__ == "__main__":
    passed, failed = self_test() if "--self-test" in sys.argv[1:] else check_all()
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)
