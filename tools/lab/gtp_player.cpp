#include "tools/lab/gtp_player.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/console/text.hpp"

namespace engawa::lab {
namespace {

char const* color_of(games::Seat seat) { return seat == 0 ? "black" : "white"; }

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return text;
}

}  // namespace

GtpPlayer::GtpPlayer(std::string const& command, cli::Millis limit)
    : program_(command, limit, LineProgram::Blank::heard) {}

void GtpPlayer::saw(games::Seat seat, std::string const& move) {
  auto const json = parse_json(move).value();
  turns_.push_back({seat, json.value("cell", std::string())});
  if (!moved_) return;
  // Its own answer to genmove, which it has already played.
  moved_ = false;
  told_ = turns_.size();
  next_ = static_cast<games::Seat>(1 - seat);
}

Result<Json> GtpPlayer::move(games::Match const&, games::Seat seat, std::uint64_t, std::stop_token stop) {
  if (!begun_) {
    // Not every engine knows boardsize, because Othello has one size.
    auto const size = ask("boardsize 8", stop);
    if (!size && size.error().code != "bad_message") return size.error();
    if (auto const cleared = ask("clear_board", stop); !cleared) return cleared.error();
    begun_ = true;
  }
  if (auto const told = tell_moves(seat, stop); !told) return told.error();
  auto const cell = ask(std::string("genmove ") + color_of(seat), stop);
  if (!cell) return cell.error();
  moved_ = true;
  return Result<Json>(Json{{"cell", lower(*cell)}});
}

Result<void> GtpPlayer::tell_moves(games::Seat mover, std::stop_token const& stop) {
  auto const pass_before = [&](games::Seat seat) -> Result<void> {
    if (next_ == seat) return {};
    next_ = seat;
    // Some engines pass automatically and refuse a pass: only their end or silence is a fault.
    auto const passed = ask(std::string("play ") + color_of(static_cast<games::Seat>(1 - seat)) + " pass", stop);
    if (!passed && passed.error().code != "bad_message") return passed.error();
    return {};
  };
  for (; told_ < turns_.size(); ++told_) {
    auto const& turn = turns_[told_];
    if (auto const passed = pass_before(turn.seat); !passed) return passed;
    auto const played = ask(std::string("play ") + color_of(turn.seat) + " " + turn.cell, stop);
    if (!played) return played.error();
    next_ = static_cast<games::Seat>(1 - turn.seat);
  }
  return pass_before(mover);
}

Result<std::string> GtpPlayer::ask(std::string const& command, std::stop_token const& stop) {
  if (auto const told = program_.tell(command); !told) return told.error();
  return answer(command, stop);
}

// An answer begins with `=` or `?` and ends with an empty line.
Result<std::string> GtpPlayer::answer(std::string const& command, std::stop_token const& stop) {
  std::string text;
  for (;;) {
    auto const said = program_.next(stop);
    if (!said && said.error().code == "timeout") return refuse("timeout", "`" + command + "`: " + said.error().message);
    if (!said) return said.error();
    std::string const line(cli::trim(*said));
    if (!line.empty() && text.empty() && line[0] != '=' && line[0] != '?') continue;  // output without a request
    if (line.empty() && text.empty()) continue;
    if (line.empty()) break;
    text += text.empty() ? line : "\n" + line;
  }
  if (text[0] == '=') return std::string(cli::trim(std::string_view(text).substr(1)));
  return refuse("bad_message", "the program answered `" + command + "` with " + text);
}

void GtpPlayer::end(games::Ranking const&, games::Seat) { program_.finish("quit"); }

}  // namespace engawa::lab
