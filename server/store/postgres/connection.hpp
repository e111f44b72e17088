// A connection to PostgreSQL through libpq, in its pipeline mode: statements are sent one behind the other and nothing is
// waited for until finish(), which is one round trip. One thread at a time.
//
// What concerns the server as a whole is thrown as StoreFault; Failure is what is wrong with one statement alone. Neither
// message has the URL in it. No wait is longer than kAnswerWithin: a connection that is silent for so long is given up.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/store/store.hpp"

struct pg_conn;
struct pg_result;

namespace engawa::server::postgres {

// A statement that cannot be carried out, whoever tries: the others of its transaction can, after a ROLLBACK TO.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A pool is between us and PostgreSQL that gives each transaction another session.
struct Pooled : StoreFault {
  Pooled()
      : StoreFault(
            "a pool between here and PostgreSQL, such as PgBouncer, lends the session to others between transactions: "
            "set its pool_mode to session, or name PostgreSQL itself in store.url") {}
};

// The parameters $1, $2, ... of one statement, in PostgreSQL's binary form. Texts must outlive the call to send().
class Parameters {
 public:
  Parameters& number(std::int64_t value);
  Parameters& text(std::string_view value);  // for text and bytea
  Parameters& maybe(std::optional<std::string> const& value);
  Parameters& numbers(std::vector<std::int64_t> const& values);    // bigint[]
  Parameters& texts(std::vector<std::string_view> const& values);  // bytea[]

 private:
  friend class Connection;
  struct One {
    std::string own;              // the bytes, unless they are somebody else's
    char const* bytes = nullptr;  // nullptr: own
    int size = -1;                // -1: NULL
  };
  std::vector<One> all_;
};

// What a statement has returned, all columns in binary form.
class Rows {
 public:
  Rows() = default;
  explicit Rows(pg_result* result);
  int size() const;
  std::int64_t number(int row, int column) const;  // smallint, integer, bigint, boolean
  std::string text(int row, int column) const;     // text, bytea
  bool is_null(int row, int column) const;
  // Of a statement that returns nothing.
  std::int64_t changed() const;
  std::string command() const;  // as the server names it: "COMMIT", "ROLLBACK"

 private:
  std::shared_ptr<pg_result> result_;
};

class Connection {
 public:
  static constexpr std::chrono::milliseconds kAnswerWithin{10000};
  using Then = std::function<void(Rows const&)>;

  // Waits for it, and no longer than `within` once the name of the host is known. Throws StoreFault: StoreAway if it may
  // be there in a moment.
  Connection(std::string const& url, std::chrono::milliseconds within);
  ~Connection();
  Connection(Connection const&) = delete;
  Connection& operator=(Connection const&) = delete;

  // `sql` is prepared at its first use: REQUIRES: the same text is at the same address for ever. `then` is called by
  // finish() with what the statement returns.
  void send(char const* sql, Parameters const& parameters = {}, Then then = {});
  // Waits for all that was sent. The first statement that fails is thrown, and those behind it are not carried out.
  void finish();
  // The same of what may fail, since it will be rolled back. Throws only if the connection is lost.
  void settle();
  // Both, and what the statement has returned.
  Rows ask(char const* sql, Parameters const& parameters = {});

  // Ends whatever transaction there is. Throws StoreFault if nobody can say what becomes of it.
  void roll_back();
  // Looks, without waiting, whether the server has closed the connection. Throws StoreFault. REQUIRES: nothing is sent
  // and not yet finished.
  void look();
  // The process of the server's that we were told of when we connected; a pool makes one up.
  std::int64_t backend() const;
  // After a StoreFault of its own: nothing can be sent any more.
  bool is_lost() const { return !why_lost_.empty(); }

  std::uint64_t round_trips() const { return round_trips_; }

 private:
  using Deadline = std::chrono::steady_clock::time_point;
  struct Sent {
    Then then;
    bool prepares = false;
  };
  [[noreturn]] void lose(std::string const& why);
  [[noreturn]] void lose_with_message();
  [[noreturn]] void fail_to_connect();
  void poll_until_connected(Deadline deadline);
  void wait_for(bool reading, bool writing, Deadline deadline);
  void wait();
  void wait_for_result(Deadline deadline);
  pg_result* next_result(Deadline deadline);
  void take_results(Deadline deadline);
  void take(Sent const& sent, pg_result* result);
  void note_error(pg_result* result);
  void note(char const* text);
  std::string const& prepared(char const* sql);

  std::unique_ptr<pg_conn, void (*)(pg_conn*)> pg_;
  std::vector<Sent> sent_;
  std::unordered_map<char const*, std::string> names_;  // of prepared statements
  std::vector<char const*> preparing_;                  // in what was sent
  std::uint64_t next_name_ = 0, round_trips_ = 0;
  std::string why_lost_, last_words_;
  std::exception_ptr error_;  // the first of what was sent
};

}  // namespace engawa::server::postgres
