// Helpers for readers of a game's options: unknown members are refused with the names of the known ones.
#pragma once
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "base/json_read.hpp"
#include "games/core/info.hpp"

namespace engawa::games {

// nullopt: valid.
using Fault = std::optional<Refusal>;

// A refusal with `bad_message`.
Refusal bad_option(std::string message);

// Our own names are quoted unchanged; a name from outside only if it is safe to show.
std::string shown(std::string_view text);

// Refuses members that are not `known`; `what` begins the sentence: "options with rows". REQUIRES: `options` is an
// object.
Fault check_keys(Json const& options, std::initializer_list<std::string_view> known, std::string_view what);

// The index in `presets` of the one named by `options.preset`; the first if none is named. REQUIRES: as above.
Result<std::size_t> read_preset_index(Json const& options, std::span<Preset const> presets);

// The index of the preset that the options name ({} is the first); nullopt if they are custom options, still to be
// read. Refuses a preset with further members.
Result<std::optional<std::size_t>> read_preset(Json const& options, std::span<Preset const> presets);

// The boolean at `options[key]`, or `absent` if it is missing. REQUIRES: as above.
Result<bool> read_flag(Json const& options, char const* key, bool absent);

}  // namespace engawa::games
