// The transaction of a store. Statements are sent as late as possible, in one pipeline: BEGIN with the first of them,
// SAVEPOINT with the first of a part, and inputs together in one statement before the next other statement. So a batch
// of inputs alone is one round trip. The store's thread.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "server/store/postgres/session.hpp"

namespace engawa::server::postgres {

// The destination of an input.
struct Writer {
  std::int64_t room = 0, epoch = 0;
  std::uint64_t last = 0;  // the number of the room's last input
};

class Transaction {
 public:
  explicit Transaction(Session& session) : session_(session) {}

  // Store::begin, commit, rollback, begin_part and end_part.
  void begin();
  std::vector<Store::Refused> commit();
  void roll_back() noexcept;
  void begin_part() { in_part_ = true; }
  // No statement has been requested yet.
  bool is_empty() const { return !open_ && appends_.room.empty(); }
  // Throws if a statement of the part has failed.
  void end_part(bool keep);

  // Does not wait for the result.
  void append(std::string const& code, Writer const& writer, std::uint64_t seq, std::string const& input);
  void send(char const* sql, Parameters const& parameters, Connection::Then then = {});
  // Waits for the result. Outside of a transaction each statement is its own transaction.
  Rows ask(char const* sql, Parameters const& parameters = {});
  // Waits for the statements that were sent.
  void finish() { session_.connection().finish(); }
  // The part's statements may fail for their own reasons, so end_part() waits for them.
  void doubt() { doubted_ = true; }
  // At the end of the next commit, in the same round trip, but outside of the transaction.
  void ask_after(char const* sql, Connection::Then then);

 private:
  struct Appends {
    std::unordered_set<std::int64_t> known;    // the number of those in `rooms`
    std::vector<std::string> codes;            // of `rooms`
    std::vector<std::int64_t> rooms, epochs;   // each room once
    std::vector<std::int64_t> room, seq, sum;  // of each input
    std::vector<std::size_t> ends;             // of each input, in `text`
    std::string text;
  };
  void open();
  void open_part();
  void send_appends();
  void forget();

  Session& session_;
  bool begun_ = false, open_ = false;  // open_: BEGIN is sent
  bool in_part_ = false, part_open_ = false, doubted_ = false;
  Appends appends_;
  std::vector<Store::Refused> refused_;
  char const* after_ = nullptr;
  Connection::Then after_then_;
};

}  // namespace engawa::server::postgres
