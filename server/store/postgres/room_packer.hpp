// Packs the inputs of closed rooms: many rows of `journal` become one of `packed` (packed_inputs.hpp). A room whose row is
// locked is somebody else's at the moment, and waits. Nothing is kept in memory: the table says which rooms are due, to
// every node and after every start. The store's thread.
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
  // The same, and the last time was a while ago: it is time even for a server that has no pause.
  bool is_overdue() const;
  // Packs one piece of one room, in a part of the transaction of its own. A failure that is not the store's ends the
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
