// Getting and keeping a seat in a room: sits down when the room lets us, tells when it never will, and starts a game
// that waits for nobody but us. Runs on the loop; used beside the connection whose changes it is told.
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
    bool start_alone = false;  // quick play: as host, start when no seat waits for a person
    bool start_full = false;   // the same, only when every seat is taken
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
  bool asking_ = false;    // a sit is unanswered
  bool starting_ = false;  // a start was sent for this lobby
};

}  // namespace engawa::cli
