#pragma once
#include <memory>

#include "server/store/archive.hpp"

namespace engawa::server::postgres {

class RoomRows;
class Transaction;

// Both must outlive it.
std::unique_ptr<Archive> make_archive(Transaction& transaction, RoomRows& rooms);

}  // namespace engawa::server::postgres
