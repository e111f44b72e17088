#include "server/room/history.hpp"

#include "base/fnv.hpp"

namespace engawa::server {

History::History(RoomSetup const& setup)
    : hash_(Fnv().add(setup.code).add(static_cast<std::uint64_t>(setup.created_at)).value()) {}

void History::restore(std::uint64_t seq, std::uint64_t hash) {
  seq_ = seq;
  hash_ = hash;
  steps_.clear();
  bytes_ = 0;
}

void History::add(std::string_view line) {
  ++seq_;
  before_ = hash_;
  hash_ = Fnv(hash_).add(line).add("\n").value();
}

void History::keep(Frame step, std::size_t most_steps, std::size_t most_bytes) {
  bytes_ += step.size();
  steps_.push_back({std::move(step), before_});
  while (steps_.size() > 1 && (steps_.size() > most_steps || bytes_ > most_bytes)) {
    bytes_ -= steps_.front().frame.size();
    steps_.pop_front();
  }
}

History::Past History::past(std::uint64_t seq, std::string_view hash) const {
  if (seq > seq_) return hash.empty() ? Past::unknown : Past::other;
  auto const missing = this->missing(seq);
  if (missing > steps_.size()) return Past::unknown;
  if (hash.empty()) return Past::ours;
  auto const at = missing == 0 ? hash_ : steps_[steps_.size() - missing].before;
  return text_of(at) == hash ? Past::ours : Past::other;
}

bool History::has(std::string_view hash) const {
  if (text_of(hash_) == hash) return true;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step)  // newest first, where it usually is
    if (text_of(step->before) == hash) return true;
  return false;
}

}  // namespace engawa::server
