// Packs the inputs of closed rooms: many rows of `journal` become one of `packed` (packed_inputs.hpp). A room whose row
// is locked is in use by another transaction, and waits. No state is kept in memory: the table tells every node, and
// after every start, which rooms are due. The store's thread.
#pragma once
#include <chrono>

#include "server/store/postgres/rooms.hpp"
#include "server/store/postgres/transaction.hpp"

namespace engawa::server::postgres {

class RoomPacker {
 public:
  RoomPacker(Transaction& transaction, RoomRows& rooms) : transaction_(transaction), rooms_(rooms) {}

  // A room was closed.
  void look() { looks_ = true; }
  // Whether there may be something to pack.
  bool is_due() const;
  // The same, and the last packing was a while ago, so that it is time even on a server without pauses.
  bool is_overdue() const;
  // Packs one piece of one room, in its own part of the transaction. A failure that is not a StoreFault ends the
  // packing until the next start. REQUIRES: inside a transaction, outside of a part.
  void work();

 private:
  using Clock = std::chrono::steady_clock;
  bool pack_one();

  Transaction& transaction_;
  RoomRows& rooms_;
  bool looks_ = true, works_ = true;
  Clock::time_point looked_{};
};

}  // namespace engawa::server::postgres
