#include "games/core/option_keys.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"

namespace engawa::games {

Refusal bad_option(std::string message) { return refuse("bad_message", std::move(message)); }

std::string shown(std::string_view text) {
  bool const plain =
      text.size() <= 32 && std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return plain ? std::string(1, '"').append(text).append("\"") : "something else";
}

Fault check_keys(Json const& options, std::initializer_list<std::string_view> known, std::string_view what) {
  EXPECT(options.is_object());
  for (auto const& [key, value] : options.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    std::string names;
    for (auto const name : known) names.append(names.empty() ? "" : ", ").append(name);
    return bad_option(std::string(what) + " take " + names + ", not " + shown(key));
  }
  return std::nullopt;
}

Result<std::size_t> read_preset_index(Json const& options, std::span<Preset const> presets) {
  EXPECT(options.is_object());
  auto const id = read_string(options, "preset", 32);
  if (!id) return id.error();
  if (!*id) return std::size_t{0};
  std::string names;
  for (std::size_t i = 0; i < presets.size(); ++i) {
    if (presets[i].id == **id) return i;
    names.append(names.empty() ? "" : ", ").append(presets[i].id);
  }
  return bad_option("preset must be one of " + names);
}

Result<std::optional<std::size_t>> read_preset(Json const& options, std::span<Preset const> presets) {
  using Place = std::optional<std::size_t>;
  if (!options.is_object()) return bad_option("options must be an object");
  if (!options.empty() && !options.contains("preset")) return Place();
  if (auto const fault = check_keys(options, {"preset"}, "options with a preset")) return *fault;
  auto const index = read_preset_index(options, presets);
  if (!index) return index.error();
  return Place(*index);
}

Result<bool> read_flag(Json const& options, char const* key, bool absent) {
  EXPECT(options.is_object());
  auto const found = options.find(key);
  if (found == options.end()) return absent;
  if (!found->is_boolean()) return bad_option(std::string(key) + " must be true or false");
  return found->get<bool>();
}

}  // namespace engawa::games
