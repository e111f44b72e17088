#include "clients/console/program.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstring>
#include <optional>
#include <sstream>

#include "base/help_text.hpp"
#include "clients/console/console.hpp"
#include "clients/console/door.hpp"
#include "clients/console/failure.hpp"
#include "clients/console/text.hpp"

namespace engawa::cli {
namespace {

constexpr int kUsage = static_cast<int>(Exit::Usage);

std::string verb_names(Program const& program) {
  std::string names;
  for (auto const& verb : program.verbs) {
    if (!names.empty()) names += &verb == &program.verbs.back() ? " and " : ", ";
    names += verb.name;
  }
  return names;
}

// "pley" -> exit 2 with "did you mean play?".
std::optional<int> mistyped(Program const& program, char const* word) {
  if (word[0] == '-') return std::nullopt;
  auto const* nearest = program.verbs.data();
  for (auto const& verb : program.verbs) {
    if (word == std::string_view(verb.name)) return std::nullopt;
    if (distance(word, verb.name) < distance(word, nearest->name)) nearest = &verb;
  }
  std::string const name = program.name;
  auto complaint = name + ": there is no verb \"" + word + "\"";
  if (distance(word, nearest->name) <= 3) complaint += "; did you mean \"" + name + " " + nearest->name + "\"?";
  print_error(shown(complaint) + "\n" + name + ": verbs are " + verb_names(program) + "\n");
  return kUsage;
}

// Help and error messages of CLI11, which contain what was typed and values from the environment.
std::string shown_lines(std::string const& text) {
  std::istringstream in(text);
  std::string lines;
  for (std::string line; std::getline(in, line);) lines += shown(line) + "\n";
  return lines;
}

// Widths and the full screen need a UTF-8 locale, even if the environment names none.
void adopt_locale() {
  char const* const name = std::setlocale(LC_ALL, "");
  auto const ctype = std::string_view(std::setlocale(LC_CTYPE, nullptr));
  bool const utf8 = ctype.find("UTF-8") != std::string_view::npos || ctype.find("utf8") != std::string_view::npos;
  if (name == nullptr || !utf8) std::setlocale(LC_CTYPE, "C.UTF-8");
  std::setlocale(LC_NUMERIC, "C");
}

// The language of --help, which is chosen before anything is parsed.
Tongue tongue_of(Program const& program, int argc, char** argv) {
  Manner manner;
  for (int i = 1; i < argc; ++i) {
    std::string_view const word = argv[i], flag = "--lang=";
    if (word.starts_with(flag)) manner.lang = word.substr(flag.size());
    if (word == "--lang" && i + 1 < argc) manner.lang = argv[i + 1];
  }
  return {program.about.ja.empty() ? Lang::En : manner.language()};
}

int run(Program const& program, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (valid_utf8(argv[i])) continue;
    print_error(program.name + (": argument " + std::to_string(i) + " is not valid UTF-8\n"));
    return kUsage;
  }
  auto const say = tongue_of(program, argc, argv);
  if (argc < 2) {
    print(say(program.short_help));
    return 0;
  }
  if (auto const code = mistyped(program, argv[1])) return *code;
  CLI::App app(say(program.about), program.name);
  speak(app, say.lang);
  app.set_version_flag("--version", program.version, say(kVersionHelp));
  app.require_subcommand(1);
  app.footer(say(program.footer));
  for (auto const& verb : program.verbs) verb.add(app, say);
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    bool const asked = error.get_exit_code() == 0;  // --help, --version
    std::ostringstream out, err;
    app.exit(error, out, err);
    print_error(shown_lines(err.str()));
    print(shown_lines(out.str()));
    return asked ? 0 : kUsage;
  }
  for (auto const& verb : program.verbs)
    if (app.got_subcommand(verb.name)) return verb.run();
  return kUsage;
}

// The reader of our output may have exited before its end (`| head`). Then we end as quietly as any program, even where
// SIGPIPE was ignored.
int end_unwritten(Program const& program, int error) {
  if (error == EPIPE) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  Console const console(program.name, Manner());
  return console.fail(
      {Exit::Other, "output",
       console.say()("the output cannot be written: ", "出力を書き込めません：") + std::strerror(error)});
}

}  // namespace

int run_program(Program const& program, int argc, char** argv) {
  adopt_locale();
  std::signal(SIGINT, [](int) { ::_exit(static_cast<int>(Exit::Interrupted)); });  // until a loop handles it
  try {
    return run(program, argc, argv);
  } catch (OutputLost const& lost) {
    return end_unwritten(program, lost.error);
  } catch (std::exception const& error) {
    print_error(shown(std::string(program.name) + ": something went wrong in the program itself: " + error.what()) +
                "\n");
    return static_cast<int>(Exit::Other);
  }
}

}  // namespace engawa::cli
