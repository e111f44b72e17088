// A connection to PostgreSQL through libpq, in its pipeline mode: statements are sent one after the other without
// waiting until finish(), which is one round trip. One thread at a time.
//
// Errors of the server as a whole are thrown as StoreFault, errors of a single statement as Failure. Neither message
// contains the URL. No wait is longer than kAnswerWithin: a connection that is silent for longer is given up.
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

// A statement that no session could carry out: the others of its transaction can be, after a ROLLBACK TO.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A pool between us and PostgreSQL gives each transaction another session.
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
    std::string own;              // the bytes, unless the caller owns them
    char const* bytes = nullptr;  // nullptr: in own_
    int size = -1;                // -1: NULL
  };
  std::vector<One> all_;
};

// The result of a statement, all columns in binary form.
class Rows {
 public:
  Rows() = default;
  explicit Rows(pg_result* result);
  int size() const;
  std::int64_t number(int row, int column) const;  // smallint, integer, bigint, boolean
  std::string text(int row, int column) const;     // text, bytea
  bool is_null(int row, int column) const;
  // For a statement that returns nothing.
  std::int64_t changed() const;
  std::string command() const;  // the server's name for it: "COMMIT", "ROLLBACK"

 private:
  std::shared_ptr<pg_result> result_;
};

class Connection {
 public:
  static constexpr std::chrono::milliseconds kAnswerWithin{10000};
  using Then = std::function<void(Rows const&)>;

  // Waits for the connection, at most `within` once the name of the host is known. Throws StoreFault: StoreAway if it
  // may work in a moment.
  Connection(std::string const& url, std::chrono::milliseconds within);
  ~Connection();
  Connection(Connection const&) = delete;
  Connection& operator=(Connection const&) = delete;

  // `sql` is prepared at its first use. REQUIRES: its text stays at the same address forever. `then` is called by
  // finish() with the result.
  void send(char const* sql, Parameters const& parameters = {}, Then then = {});
  // Waits for all that was sent. The error of the first failed statement is thrown, and the statements after it are not
  // carried out.
  void finish();
  // The same for statements that may fail because they will be rolled back. Throws only if the connection is lost.
  void settle();
  // Both, and returns the result of the statement.
  Rows ask(char const* sql, Parameters const& parameters = {});

  // Ends any current transaction. Throws StoreFault if its outcome is unknown.
  void roll_back();
  // Checks, without waiting, whether the server has closed the connection. Throws StoreFault. REQUIRES: finish() was
  // called after everything that was sent.
  void look();
  // The server process that was named when we connected; a pool makes one up.
  std::int64_t backend() const;
  // After it has thrown a StoreFault: nothing can be sent any more.
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
  std::vector<char const*> preparing_;                  // in the statements sent
  std::uint64_t next_name_ = 0, round_trips_ = 0;
  std::string why_lost_, last_words_;
  std::exception_ptr error_;  // the first of the statements sent
};

}  // namespace engawa::server::postgres
