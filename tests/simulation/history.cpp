#include "tests/simulation/history.hpp"

#include <algorithm>
#include <utility>

#include "server/state/input.hpp"
#include "tests/simulation/world.hpp"

namespace engawa::simulation {
namespace {

constexpr std::size_t kRead = 8;

std::string key_of(std::string const& guest, std::string const& request) { return guest + ' ' + request; }

}  // namespace

std::shared_ptr<Json const> History::read(std::string const& text) {
  for (auto const& [known, json] : read_)
    if (known == text) return json;
  read_.emplace_front(text, std::make_shared<Json const>(Json::parse(text)));
  if (read_.size() > kRead) read_.pop_back();
  return read_.front().second;
}

void History::told(std::string const& who, std::uint64_t seq, std::string const& hash) {
  if (seq == 0) return;
  auto const [known, first] = hashes_.emplace(seq, hash);
  if (!first && known->second != hash)
    world_.complain("forked", who + " is told another step " + std::to_string(seq) + " of " + code_ + " than others");
}

void History::acknowledged(std::string const& who, std::string const& request, std::uint64_t seq, bool makes_step) {
  ++world_.counts().acknowledged;
  auto const found = stored_.find(key_of(who, request));
  auto const what = request + " of " + who + " as step " + std::to_string(seq) + " of " + code_;
  if (found == stored_.end()) {
    if (makes_step) world_.complain("lost", what + " is acknowledged and not stored");
  } else if (found->second != seq) {
    world_.complain("lost", what + " is acknowledged, stored is " + std::to_string(found->second));
  }
}

void History::stored(Changes::Input const& input, bool fenced) {
  last_ = input.seq;
  if (!fenced)
    world_.complain("forked",
                    "step " + std::to_string(last_) + " of " + code_ + " is by a node that has lost the room");
  auto const read = server::read_input(input.text);
  if (!read) return world_.complain("lost", "an input of " + code_ + " cannot be read");
  look_at(*read);
  if (read->request.empty()) return;
  if (!stored_.emplace(key_of(read->guest, read->request), input.seq).second)
    world_.complain("doubled", read->request + " of " + read->guest + " is in " + code_ + " twice");
}

void History::loaded() { came_ = false; }

// The time of the room only advances; and no seat is given up before its person has been disconnected for the reconnect
// time while somebody was there. Inputs may be stored late, hence half of it.
void History::look_at(server::Input const& input) {
  using server::InputKind;
  if (input.at < at_)
    world_.complain("clock", "step " + std::to_string(last_) + " of " + code_ + " is " +
                                 std::to_string(at_ - input.at) + " ms before the one before it");
  at_ = std::max(at_, input.at);
  switch (input.kind) {
    case InputKind::wake:
      if (!came_ || input.until != 0) woken_at_ = now();
      came_ = true;
      break;
    case InputKind::offline:
      away_since_[input.seat] = now();
      break;
    case InputKind::stand_in:
    case InputKind::vacate:
    case InputKind::forfeit:
      if (!came_ || now() - std::max(woken_at_, away_since_[input.seat]) < world_.grace() / 2)
        world_.complain("absence", "seat " + std::to_string(input.seat) + " of " + code_ + " is given up too soon");
      break;
    default:
      break;
  }
}

}  // namespace engawa::simulation
