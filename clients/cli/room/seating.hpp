// Getting and keeping a seat in a room: sits down as soon as that is allowed, fails if it never will be, and starts a
// game that waits only for us. Runs on the loop; its owner passes on every change of the connection.
#pragma once
#include <functional>
#include <optional>

#include "clients/cli/board/table.hpp"
#include "clients/cli/net/connection.hpp"

namespace engawa::cli {

class Seating {
 public:
  struct Wish {
    std::optional<int> seat;   // nullopt: the first open one
    bool start_alone = false;  // quick play: as host, start when no seat is reserved for a person
    bool start_full = false;   // the same, but only when every seat is taken
  };

  Seating(Connection& connection, Wish wish, std::function<void(Failure const&)> on_failure)
      : connection_(connection), wish_(wish), on_failure_(std::move(on_failure)) {}

  // After every change of the document.
  void update(Table const& table);
  std::optional<int> seat() const { return seat_; }

 private:
  void take_seat(Table const& table);
  void start_if_due(Table const& table);
  void answered(Failure const* refusal);

  Connection& connection_;
  Wish wish_;
  std::function<void(Failure const&)> on_failure_;
  std::optional<int> seat_;
  bool asking_ = false;    // a sit request is unanswered
  bool starting_ = false;  // a start request was sent for this lobby
};

}  // namespace engawa::cli
