#include "server/store/postgres/transaction.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/store/postgres/rows.hpp"

namespace engawa::server::postgres {
namespace {

constexpr std::size_t kKeptBytes = 1 << 20;  // inputs: a larger buffer gives its memory back

// The rooms whose epoch is still the known one are locked until the commit, so that no other server takes one in
// between and reads it without these inputs. The others are returned. In the order of their numbers, so that two
// servers never wait for each other.
constexpr char const* kAppend =
    "WITH owned AS (SELECT r.id FROM unnest($1::bigint[], $2::bigint[]) AS w(id, epoch) JOIN rooms r ON r.id = w.id "
    "AND "
    "r.epoch = w.epoch ORDER BY r.id FOR NO KEY UPDATE OF r), stored AS (INSERT INTO journal(room, seq, input, sum) "
    "SELECT i.room, i.seq, i.input, i.sum FROM unnest($3::bigint[], $4::bigint[], $5::bytea[], $6::bigint[]) AS "
    "i(room, "
    "seq, input, sum) JOIN owned ON owned.id = i.room) SELECT w.at FROM unnest($1::bigint[]) WITH ORDINALITY AS w(id, "
    "at) WHERE NOT EXISTS (SELECT FROM owned WHERE owned.id = w.id)";
// bug.no_fence: writes even if another node has the room now, and skips a number that is taken.
constexpr char const* kAppendUnfenced =
    "WITH stored AS (INSERT INTO journal(room, seq, input, sum) SELECT * FROM unnest($3::bigint[], $4::bigint[], "
    "$5::bytea[], $6::bigint[]) ON CONFLICT DO NOTHING) SELECT 1 FROM unnest($1::bigint[], $2::bigint[]) WHERE false";

}  // namespace

void Transaction::begin() {
  if (session_.connection().is_lost()) session_.connection().look();  // says why
  begun_ = true;
}

void Transaction::open() {
  if (!begun_ || open_) return;
  session_.connection().send("BEGIN");
  session_.claim();
  open_ = true;
}

void Transaction::open_part() {
  if (!in_part_ || part_open_) return;
  session_.connection().send("SAVEPOINT part");
  part_open_ = true;
}

void Transaction::append(std::string const& code, Writer const& writer, std::uint64_t seq, std::string const& input) {
  if (in_part_ && !part_open_) {
    send_appends();
    open();
    open_part();
  }
  if (appends_.known.insert(writer.room).second) {
    appends_.codes.push_back(code);
    appends_.rooms.push_back(writer.room);
    appends_.epochs.push_back(writer.epoch);
  }
  auto const number = static_cast<std::int64_t>(seq);
  appends_.room.push_back(writer.room);
  appends_.seq.push_back(number);
  appends_.sum.push_back(sum_of(writer.room, number, input));
  appends_.text += input;
  appends_.ends.push_back(appends_.text.size());
}

void Transaction::send_appends() {
  if (appends_.room.empty()) return;
  open();
  std::vector<std::string_view> inputs;
  inputs.reserve(appends_.ends.size());
  std::size_t begin = 0;
  for (auto const end : appends_.ends) {
    inputs.emplace_back(appends_.text.data() + begin, end - begin);
    begin = end;
  }
  auto note = [this, codes = std::move(appends_.codes), epochs = appends_.epochs](Rows const& refused) {
    for (int row = 0; row < refused.size(); ++row) {
      auto const at = static_cast<std::size_t>(refused.number(row, 0) - 1);
      refused_.push_back({codes.at(at), static_cast<std::uint64_t>(epochs.at(at))});
    }
  };
  session_.connection().send(fail_point::on("bug.no_fence") ? kAppendUnfenced : kAppend,
                             Parameters()
                                 .numbers(appends_.rooms)
                                 .numbers(appends_.epochs)
                                 .numbers(appends_.room)
                                 .numbers(appends_.seq)
                                 .texts(inputs)
                                 .numbers(appends_.sum),
                             std::move(note));
  auto text = std::move(appends_.text);
  appends_ = {};
  text.clear();
  if (text.capacity() <= kKeptBytes) appends_.text = std::move(text);
}

void Transaction::send(char const* sql, Parameters const& parameters, Connection::Then then) {
  send_appends();
  open();
  open_part();
  session_.connection().send(sql, parameters, std::move(then));
  if (!begun_) session_.connection().finish();
}

Rows Transaction::ask(char const* sql, Parameters const& parameters) {
  send_appends();
  open();
  open_part();
  return session_.connection().ask(sql, parameters);
}

void Transaction::ask_after(char const* sql, Connection::Then then) {
  after_ = sql;
  after_then_ = std::move(then);
}

// A COMMIT after a failed statement is carried out as a ROLLBACK, which is not an error to PostgreSQL.
std::vector<Store::Refused> Transaction::commit() {
  auto& connection = session_.connection();
  send_appends();
  bool committed = !open_;
  if (open_) connection.send("COMMIT", {}, [&](Rows const& done) { committed = done.command() == "COMMIT"; });
  if (after_) connection.send(std::exchange(after_, nullptr), {}, std::exchange(after_then_, {}));
  connection.finish();
  if (!committed) throw StoreFault("PostgreSQL has rolled a transaction back instead of committing it");
  if (open_) session_.claimed();
  auto refused = std::move(refused_);
  forget();
  return refused;
}

void Transaction::roll_back() noexcept {
  forget();
  try {
    session_.connection().roll_back();
  } catch (std::exception const& error) {  // then either nothing of it is stored, or all of it
    spdlog::debug("a transaction was not rolled back: {}", error.what());
  }
}

void Transaction::forget() {
  begun_ = open_ = in_part_ = part_open_ = doubted_ = false;
  appends_ = {};
  refused_.clear();
  after_ = nullptr;
  after_then_ = {};
}

void Transaction::end_part(bool keep) {
  auto& connection = session_.connection();
  if (keep) {
    if (part_open_) send_appends();
    if (part_open_) connection.send("RELEASE part");
    if (part_open_ && doubted_) connection.finish();
  } else if (part_open_) {
    appends_ = {};
    connection.settle();
    connection.send("ROLLBACK TO part");
    connection.send("RELEASE part");
    connection.finish();
  }
  in_part_ = part_open_ = doubted_ = false;
}

}  // namespace engawa::server::postgres
