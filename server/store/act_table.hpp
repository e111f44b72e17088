// The operator's acts: only ever added. Part of the Store: the same thread, the same failures, inside the same
// transactions.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace engawa::server {

// An act of the operator, as JSON (lobby/acts.hpp).
struct StoredAct {
  std::int64_t number = 0;  // from 1, without gaps, in the order in which they were stored
  std::int64_t at = 0;      // Unix time (ms)
  std::string text;
};

// Of a damaged row only its number is known.
struct StoredActs {
  std::vector<StoredAct> rows;  // in order
  std::vector<std::int64_t> damaged;
};

class ActTable {
 public:
  virtual ~ActTable() = default;

  // Adds an act, and returns its number. None is ever changed or deleted.
  virtual std::int64_t add(std::string const& text, std::int64_t at) = 0;
  // The acts after this number.
  virtual StoredActs after(std::int64_t number) = 0;
};

}  // namespace engawa::server
