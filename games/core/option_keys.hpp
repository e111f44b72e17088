// What every reader of a game's options needs: unknown members refused with the names of the known ones.
#pragma once
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "base/json_read.hpp"
#include "games/core/info.hpp"

namespace engawa::games {

// nullopt: nothing to object to.
using Fault = std::optional<Refusal>;

// A refusal with `bad_message`.
Refusal bad_option(std::string message);

// A name of ours is quoted as it is, one from outside only if it is harmless to show.
std::string shown(std::string_view text);

// Refuses members that are not `known`; `what` begins the sentence: "options with rows". REQUIRES: `options` is an object.
Fault check_keys(Json const& options, std::initializer_list<std::string_view> known, std::string_view what);

// The place in `presets` of the one that `options.preset` names; the first when it names none. REQUIRES: as above.
Result<std::size_t> read_preset_index(Json const& options, std::span<Preset const> presets);

// Which preset the options are, as its place in `presets` ({} is the first); nullopt: they are a game's own members, still to be
// read. Refuses a preset with further members.
Result<std::optional<std::size_t>> read_preset(Json const& options, std::span<Preset const> presets);

// The boolean at `options[key]`, `absent` when it is not there. REQUIRES: as above.
Result<bool> read_flag(Json const& options, char const* key, bool absent);

}  // namespace engawa::games
