// A room as lines on stdout: each change as sentences, or with --json as one object a line:
//   {"seq":18,"by":"s0","move":{"cell":"f7"},"events":[...],"you":"s0","room":{...the document after this step...}}
// (`by`, `move` and `events` only for steps, `you` only for a player). One thread.
#pragma once
#include <cstdint>
#include <optional>

#include "clients/cli/board/board.hpp"
#include "clients/cli/board/table.hpp"
#include "clients/cli/net/connection.hpp"
#include "clients/cli/room/options.hpp"
#include "clients/cli/room/past.hpp"

namespace engawa::cli {

class RoomPrinter {
 public:
  RoomPrinter(Output const& output, Connection const& connection) : output_(output), connection_(connection) {}

  void print(Table const& table, Change const& change, std::optional<int> me);
  // Events before the last printed change.
  void past(std::vector<PastLine> const& lines) const;
  void board(Table const& table, std::optional<int> me) const;
  void result(Table const& table, std::optional<int> me) const;
  // The document that the board's sentences refer to.
  Look look(Table const& table, std::optional<int> me) const;

 private:
  void print_json(Change const& change, std::optional<int> me) const;
  void print_chat(Table const& table);

  Output const& output_;
  Connection const& connection_;
  bool seen_any_ = false;
  std::int64_t chat_seen_ = 0;
};

}  // namespace engawa::cli
