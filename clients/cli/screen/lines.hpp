// The lines of the full screen that follow from the scene alone: the status, and the keys. Pure functions.
#pragma once
#include <string>
#include <vector>

#include "clients/cli/screen/scene.hpp"

namespace engawa::cli {

struct StatusLine {
  std::string text;
  Style style{Ink::Plain, true};
};

// `move_waits`: a move of ours has no answer, and the connection is lost.
StatusLine standing_status(Scene const& scene, Phrases const& say, bool move_waits);
// The bottom line.
std::string key_line(Scene const& scene, Phrases const& say);
// The window of keys and commands.
std::vector<std::string> key_lines(Scene const& scene, Phrases const& say);

}  // namespace engawa::cli
