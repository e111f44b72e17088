#include "games/arena/contender.hpp"

#include <charconv>
#include <limits>
#include <optional>

namespace engawa::arena {
namespace {

constexpr std::int64_t kMost = 1'000'000'000;  // iterations, or microseconds

struct Unit {
  std::string_view name;
  std::int64_t microseconds;
};
constexpr Unit kUnits[] = {{"us", 1}, {"ms", 1000}, {"s", 1'000'000}};

// The number at the beginning of the text, and the rest of the text.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t number = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number < 1 || number > kMost) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

Refusal bad(std::string_view text) {
  return refuse("bad_message",
                "\"" + std::string(text) +
                    "\" is no bot: write BOT, BOT:LEVEL, BOT:LEVEL@5ms (processor time for a move: us, ms, s) or "
                    "BOT@20000 (iterations)");
}

std::optional<games::Budget> read_budget(std::string_view text) {
  auto const number = take_number(text);
  if (!number) return std::nullopt;
  if (text.empty()) return games::Budget{{}, static_cast<std::uint64_t>(*number)};
  for (auto const& unit : kUnits)
    if (text == unit.name && *number <= kMost / unit.microseconds)
      return games::Budget{std::chrono::microseconds(*number * unit.microseconds)};
  return std::nullopt;
}

int highest_level(games::Info const& info, std::string_view bot) {
  for (auto const& item : info.bots)
    if (item.id == bot) return item.last_level();
  return 1;
}

}  // namespace

Result<Contender> read_contender(games::Info const& info, std::string_view text) {
  Contender contender;
  contender.name = text;
  auto rest = text;
  if (auto const at = rest.find('@'); at != rest.npos) {
    auto const budget = read_budget(rest.substr(at + 1));
    if (!budget) return bad(text);
    contender.budget = *budget;
    rest = rest.substr(0, at);
  }
  auto const colon = rest.find(':');
  contender.bot = rest.substr(0, colon);
  if (contender.bot.empty()) return bad(text);
  contender.level = highest_level(info, contender.bot);
  if (colon != rest.npos) {
    rest = rest.substr(colon + 1);
    auto const level = take_number(rest);
    if (!level || *level > 1000 || !rest.empty()) return bad(text);
    contender.level = static_cast<int>(*level);
  } else if (contender.budget.time.count() > 0) {
    contender.budget.iterations = std::numeric_limits<std::uint64_t>::max();
  }
  auto const found = find_bot(info, contender.bot, contender.level);
  if (!found) return found.error();
  contender.pace_ms = (*found)->of_level((*found)->pace_ms, contender.level);
  return contender;
}

Contender program(std::string command, int number, bool gtp) {
  Contender contender;
  contender.name = (gtp ? "gtp" : "exec") + std::to_string(number);
  contender.gtp = gtp;
  contender.command = std::move(command);
  contender.pace_ms = kProgramPace;
  return contender;
}

}  // namespace engawa::arena
