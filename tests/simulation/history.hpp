// Compares the frames that the people of one room received with each other and with the stored inputs.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json_read.hpp"
#include "server/state/input.hpp"
#include "tests/simulation/database.hpp"

namespace engawa::simulation {

class World;

class History {
 public:
  History(World& world, std::string code) : world_(world), code_(std::move(code)) {}

  // A frame; one that all receive is parsed once.
  std::shared_ptr<Json const> read(std::string const& text);
  // A client learned that the history after step `seq` has this hash.
  void told(std::string const& who, std::uint64_t seq, std::string const& hash);
  // A request was acknowledged.
  void acknowledged(std::string const& who, std::string const& request, std::uint64_t seq, bool makes_step);
  void stored(Changes::Input const& input, bool fenced);
  // The room is only in the memory of the node that has just read it.
  void loaded();
  std::uint64_t last() const { return last_; }

 private:
  void look_at(server::Input const& input);

  World& world_;
  std::string code_;
  std::int64_t at_ = 0;             // of the last input
  Time woken_at_ = 0;               // when reconnect times were restarted
  bool came_ = true;                // since it was loaded
  std::map<int, Time> away_since_;  // by seat
  std::map<std::uint64_t, std::string> hashes_;
  std::map<std::string, std::uint64_t> stored_;  // guest and request, and the number
  std::uint64_t last_ = 0;
  std::deque<std::pair<std::string, std::shared_ptr<Json const>>> read_;
};

}  // namespace engawa::simulation
