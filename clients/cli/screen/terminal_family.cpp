#include "clients/cli/screen/terminal_family.hpp"

#include <algorithm>
#include <array>

namespace engawa::cli {
namespace {

// Terminals that understand xterm's sequences, by the first word of their names.
constexpr std::array<std::string_view, 26> kLikeXterm{
    "alacritty",   "contour", "foot", "ghostty", "gnome",   "iterm", "iterm2", "kitty",  "konsole",
    "mintty",      "mlterm",  "ms",   "nsterm",  "putty",   "rio",   "st",     "stterm", "terminator",
    "terminology", "vscode",  "vte",  "warp",    "wezterm", "xfce",  "tilix",  "eterm"};

}  // namespace

std::vector<std::string> terminal_family(std::string_view name) {
  std::vector<std::string> names;
  auto const add = [&names](std::string known) {
    if (!known.empty() && std::find(names.begin(), names.end(), known) == names.end())
      names.push_back(std::move(known));
  };
  auto const add_both = [&add](std::string_view family) {
    add(std::string(family) + "-256color");
    add(std::string(family));
  };
  add(std::string(name));
  for (auto shorter = name; shorter.find_last_of("-.+") != std::string_view::npos;) {
    shorter = shorter.substr(0, shorter.find_last_of("-.+"));
    add_both(shorter);
  }
  std::string first(name.substr(0, name.find_first_of("-.+")));
  std::transform(first.begin(), first.end(), first.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (first == "tmux") add_both("screen");
  bool const alike = std::find(kLikeXterm.begin(), kLikeXterm.end(), first) != kLikeXterm.end();
  if (alike || name.ends_with("-256color") || name.ends_with("-direct")) add_both("xterm");
  return names;
}

}  // namespace engawa::cli
