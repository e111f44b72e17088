#!/usr/bin/env python3
"""Completions of bash, zsh and fish for engawad and engawa, made from what their --help prints.

  packaging/completions.py FOLDER_OF_THE_PROGRAMS TARGET     writes TARGET/{bash,zsh,fish}/..."""
import pathlib
import re
import subprocess
import sys

FLAG = re.compile(r"^  (?:-(?P<short>\w),)?(?P<long>--[\w-]+)(?P<rest>.*)$")
VERB = re.compile(r"^  (?P<name>[a-z][\w-]*) {2,}(?P<words>\S.*)$")
COLUMN = 30  # where the descriptions begin


class Flag:
    def __init__(self, match, words):
        self.short, self.long, self.words = match["short"], match["long"], words
        head = match["rest"] if len(match.string) < COLUMN else match.string[len(match[0]) - len(match["rest"]):COLUMN]
        self.takes = bool(re.match(r" [A-Z]", match["rest"])) or bool(re.match(r" [A-Z]", head))
        choices = re.search(r"\{([\w,-]+)\}", match["rest"])
        self.choices = choices[1].split(",") if choices else []


def help_of(program, *verb):
    return subprocess.run([program, *verb, "--help"], check=True, capture_output=True, text=True, env={"LANG": "C.UTF-8"}).stdout


def read(text):
    """The flags, and the subcommands with their descriptions."""
    flags, verbs, section = [], {}, ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line and not line.startswith(" "):
            section = line.partition(":")[0]
        if found := FLAG.match(line):
            words = line[COLUMN:].strip() if len(line) > COLUMN and line[COLUMN - 1] == " " else ""
            following = lines[number + 1] if number + 1 < len(lines) else ""
            if not words and following.startswith(" " * COLUMN):
                words = following.strip()
            flags.append(Flag(found, words))
        elif section == "Subcommands" and (found := VERB.match(line)):
            verbs[found["name"]] = found["words"]
    return flags, verbs


def names(flags):
    return " ".join(flag.long for flag in flags)


def bash(program, flags, verbs):
    """verbs: {name: (words, flags)}"""
    cases = "".join(f"    {name}) flags='{names(own)}' ;;\n" for name, (_, own) in verbs.items())
    choices = {(flag.long, " ".join(flag.choices)) for _, own in verbs.values() for flag in own if flag.choices}
    values = "".join(f"    {long}) mapfile -t COMPREPLY < <(compgen -W '{words}' -- \"$current\"); return ;;\n" for long, words in sorted(choices))
    words = f"""
  local verb='' word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in -*) ;; *) verb=$word; break ;; esac
  done
  case $verb in
    '') flags='{names(flags)} {" ".join(verbs)}' ;;
{cases}  esac""" if verbs else f"\n  flags='{names(flags)}'"
    return f"""# bash completion for {program}
_{program}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} flags=''
  case $before in
{values}    --config | --backup | --record | --out) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    --data | --web-root | --cache | --bot-weights) mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
  esac{words}
  mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
}}
complete -o default -F _{program} {program}
"""


def quoted(text):
    return text.replace("\\", "\\\\").replace("'", "'\\''")


def zsh_flag(flag):
    words = quoted(flag.words).replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
    value = f":value:({' '.join(flag.choices)})" if flag.choices else ":value:_files" if flag.takes else ""
    return f"    '{flag.long}[{words}]{value}' \\\n"


def zsh(program, flags, verbs):
    if not verbs:
        return f"#compdef {program}\n_arguments \\\n{''.join(map(zsh_flag, flags))}    '*:file:_files'\n"
    described = "".join(f"    '{name}:{quoted(words)}'\n" for name, (words, _) in verbs.items())
    cases = "".join(f"  {name})\n    _arguments \\\n{''.join(map(zsh_flag, own))}    '*:argument:_files' ;;\n" for name, (_, own) in verbs.items())
    return f"""#compdef {program}
local -a verbs
verbs=(
{described})
if (( CURRENT == 2 )); then
  _describe 'command' verbs
  return
fi
local verb=$words[2]
shift words
(( CURRENT-- ))
case $verb in
{cases}esac
"""


def fish(program, flags, verbs):
    def line(flag, condition):
        words = f" -d '{flag.words}'".replace("\\", "\\\\") if "'" not in flag.words else f' -d "{flag.words}"'
        short = f" -s {flag.short}" if flag.short else ""
        value = f" -x -a '{' '.join(flag.choices)}'" if flag.choices else " -r" if flag.takes else ""
        return f"complete -c {program}{condition}{short} -l {flag.long[2:]}{value}{words}\n"

    top = " -n __fish_use_subcommand" if verbs else ""
    text = f"# fish completion for {program}\n" + "".join(line(flag, top) for flag in flags)
    for name, (words, own) in verbs.items():
        text += f"complete -c {program}{top} -f -a {name} -d \"{words}\"\n"
        text += "".join(line(flag, f" -n '__fish_seen_subcommand_from {name}'") for flag in own)
    return text


def main():
    programs, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    for program in ("engawad", "engawa"):
        flags, found = read(help_of(programs / program))
        verbs = {name: (words, read(help_of(programs / program, name))[0]) for name, words in found.items()}
        for shell, name, made in (("bash", program, bash), ("zsh", f"_{program}", zsh), ("fish", f"{program}.fish", fish)):
            (target / shell).mkdir(parents=True, exist_ok=True)
            (target / shell / name).write_text(made(program, flags, verbs), encoding="utf-8")


if __name__ == "__main__":
    main()
