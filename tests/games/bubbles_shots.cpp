// Shots of the bubble shooter, computed by the game, to compare a copy of the model with: one JSON object per line.
//
//   bubbles_shots COUNT SEED   random fields and angles
//   bubbles_shots <LINES       of {"field":["abcabcab",...],"shift":0,"angle":-1250,"color":"a"}; shift 0 and color "a" may be left out
//
// A line is returned with cell, steps, path ([[x,y,ms],...]: start, bounces, landing), popped and fallen.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/standard_streams.hpp"
#include "games/bubbles/events.hpp"
#include "games/bubbles/options.hpp"
#include "games/bubbles/wire.hpp"
#include "tests/games/bubbles_oracle.hpp"

namespace {

using namespace engawa;
namespace bubbles = engawa::games::bubbles;

void print_shot(bubbles::Grid grid, int angle, char color) {
  Json line = {
      {"field", tests::rows_of(grid)}, {"shift", grid.shift}, {"angle", angle}, {"color", std::string(1, color)}};
  auto const landing = bubbles::Sky(grid).fly(angle);
  auto const removal = bubbles::attach(grid, landing.cell, static_cast<bubbles::Color>(color - 'a' + 1));
  std::string path;
  bubbles::write_path(angle, landing, path);
  line["cell"] = bubbles::cell_name(landing.cell);
  line["steps"] = landing.steps;
  line["path"] = Json::parse(path);
  line["popped"] = bubbles::cell_names(removal.popped);
  line["fallen"] = bubbles::cell_names(removal.fallen);
  std::puts(line.dump().c_str());
}

void print_random(long count, std::uint64_t seed) {
  games::Rng rng(seed);
  for (long i = 0; i < count; ++i) {
    auto const grid = tests::random_grid(rng, 6);
    auto const angle = static_cast<int>(rng.below(2 * bubbles::kMaxAngle + 1)) - bubbles::kMaxAngle;
    print_shot(grid, angle, static_cast<char>('a' + rng.below(6)));
  }
}

// Empty if the line is a shot, else the error.
std::string print_line(std::string const& text) {
  auto const line = parse_json(text);
  if (!line || !line->is_object() || !line->contains("field") || !line->contains("angle")) return "no shot: " + text;
  int const shift = line->value("shift", 0);
  auto const rows = line->at("field").get<tests::Rows>();
  if ((shift != 0 && shift != 1) || rows.size() > bubbles::kLoseRow) return "no field: " + text;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (rows[row].size() != static_cast<std::size_t>(bubbles::columns(static_cast<int>(row), shift)) ||
        rows[row].find_first_not_of("abcdefgh.") != std::string::npos)
      return "no field: " + text;
  int const angle = line->at("angle").get<int>();
  if (std::abs(angle) > bubbles::kMaxAngle) return "no angle: " + text;
  print_shot(bubbles::read_grid(rows, shift), angle, line->value("color", std::string("a")).at(0));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  engawa::open_standard_streams();
  if (argc == 3) {
    print_random(std::atol(argv[1]), std::strtoull(argv[2], nullptr, 10));
    return 0;
  }
  for (std::string text; std::getline(std::cin, text);) {
    auto const fault = print_line(text);
    if (fault.empty()) continue;
    std::fprintf(stderr, "bubbles_shots: %s\n", fault.c_str());
    return 2;
  }
  return 0;
}
