#include "server/store/postgres/connection.hpp"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <utility>

#include "server/store/postgres/connect_failure.hpp"

namespace engawa::server::postgres {
namespace {

// Classes and codes of SQLSTATE that concern one statement and its data: data exceptions, constraints, values that are
// too large, and damaged pages or indexes. Every other error would also affect the next statement.
constexpr std::string_view kOfOneStatement[] = {"22", "23", "54", "XX001", "XX002"};

std::string first_line(char const* text) {
  std::string_view line = text ? text : "";
  line = line.substr(0, line.find('\n'));
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
  return std::string(line);
}

// In addition to libpq's defaults: a vanished peer is noticed within seconds. Parameters in the URL come later and win.
struct Options {
  std::array<char const*, 9> names{"fallback_application_name",
                                   "target_session_attrs",
                                   "keepalives_idle",
                                   "keepalives_interval",
                                   "keepalives_count",
                                   "tcp_user_timeout",
                                   "dbname",
                                   "client_encoding",
                                   nullptr};
  std::array<char const*, 9> values{"engawad", "read-write", "5", "2", "3", "10000", nullptr, "UTF8", nullptr};
  explicit Options(std::string const& url) { values[6] = url.c_str(); }
};

// libpq's own sentences about a malformed URL repeat parts of it, which may belong to a password.
void require_readable(std::string const& url) {
  std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> const options(PQconninfoParse(url.c_str(), nullptr),
                                                                               PQconninfoFree);
  bool readable = options != nullptr;
  for (auto const* option = options.get(); option && option->keyword; ++option) {
    std::string_view const value = option->val ? option->val : "";
    if (std::string_view(option->keyword) == "port")
      readable = readable && value.find_first_not_of("0123456789,") == value.npos;
    if (std::string_view(option->keyword) == "host") readable = readable && value.find('@') == value.npos;
  }
  if (!readable)
    throw StoreFault(
        "store.url is no URL of PostgreSQL: it must be like postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %2F for "
        "a / "
        "in the password, %40 for @, %3A for : and %25 for %");
}

void big_endian(std::string& out, std::uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out += static_cast<char>(value >> shift);
}

// The header of a one-dimensional array: no NULLs, the type, the length, the first index.
std::string array_of(std::uint32_t type, std::size_t size) {
  std::string head;
  for (std::uint64_t const part :
       {std::uint64_t{1}, std::uint64_t{0}, std::uint64_t{type}, std::uint64_t{size}, std::uint64_t{1}})
    big_endian(head, part, 4);
  return head;
}

constexpr std::uint32_t kBytea = 17, kBigint = 20;

}  // namespace

Parameters& Parameters::number(std::int64_t value) {
  One one;
  big_endian(one.own, static_cast<std::uint64_t>(value), 8);
  one.size = 8;
  all_.push_back(std::move(one));
  return *this;
}

Parameters& Parameters::text(std::string_view value) {
  static constexpr char nothing[] = "";
  all_.push_back({{}, value.empty() ? nothing : value.data(), static_cast<int>(value.size())});
  return *this;
}

Parameters& Parameters::maybe(std::optional<std::string> const& value) {
  if (value) return text(*value);
  all_.emplace_back();
  return *this;
}

Parameters& Parameters::numbers(std::vector<std::int64_t> const& values) {
  One one{array_of(kBigint, values.size())};
  for (auto const value : values) {
    big_endian(one.own, 8, 4);
    big_endian(one.own, static_cast<std::uint64_t>(value), 8);
  }
  one.size = static_cast<int>(one.own.size());
  all_.push_back(std::move(one));
  return *this;
}

Parameters& Parameters::texts(std::vector<std::string_view> const& values) {
  One one{array_of(kBytea, values.size())};
  for (auto const value : values) {
    big_endian(one.own, value.size(), 4);
    one.own += value;
  }
  one.size = static_cast<int>(one.own.size());
  all_.push_back(std::move(one));
  return *this;
}

Rows::Rows(pg_result* result) : result_(result, PQclear) {}
int Rows::size() const { return PQntuples(result_.get()); }
bool Rows::is_null(int row, int column) const { return PQgetisnull(result_.get(), row, column) != 0; }

std::int64_t Rows::number(int row, int column) const {
  auto const* const bytes = PQgetvalue(result_.get(), row, column);
  auto const size = PQgetlength(result_.get(), row, column);
  if (is_null(row, column)) return 0;
  std::uint64_t value = size > 0 && size < 8 && (bytes[0] & 0x80) ? ~std::uint64_t{0} : 0;
  for (int i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return static_cast<std::int64_t>(value);
}

std::string Rows::text(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column), static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::int64_t Rows::changed() const {
  auto const text = std::string(PQcmdTuples(result_.get()));
  return text.empty() ? 0 : std::stoll(text);
}

std::string Rows::command() const { return PQcmdStatus(result_.get()); }

Connection::Connection(std::string const& url, std::chrono::milliseconds within) : pg_(nullptr, PQfinish) {
  require_readable(url);
  Options const options(url);
  pg_.reset(PQconnectStartParams(options.names.data(), options.values.data(), 1));
  if (!pg_ || PQstatus(pg_.get()) == CONNECTION_BAD) fail_to_connect();
  PQsetErrorVerbosity(pg_.get(), PQERRORS_VERBOSE);  // with the code, until it is connected
  PQsetNoticeProcessor(
      pg_.get(), [](void* self, char const* text) { static_cast<Connection*>(self)->note(text); }, this);
  poll_until_connected(std::chrono::steady_clock::now() + within);
  PQsetErrorVerbosity(pg_.get(), PQERRORS_DEFAULT);
  if (PQserverVersion(pg_.get()) < 140000) throw StoreFault("PostgreSQL is too old: version 14 or later is needed");
  if (PQsetnonblocking(pg_.get(), 1) != 0 || PQenterPipelineMode(pg_.get()) != 1) lose_with_message();
}

Connection::~Connection() = default;

void Connection::poll_until_connected(Deadline deadline) {
  for (auto wanted = PGRES_POLLING_WRITING; wanted != PGRES_POLLING_OK; wanted = PQconnectPoll(pg_.get())) {
    if (wanted == PGRES_POLLING_FAILED) fail_to_connect();
    wait_for(wanted == PGRES_POLLING_READING, wanted == PGRES_POLLING_WRITING, deadline);
  }
}

void Connection::fail_to_connect() {
  auto const failure = read_connect_failure(pg_ ? PQerrorMessage(pg_.get()) : "");
  if (failure.is_away || failure.said.empty()) lose(failure.said);
  throw StoreFault(failure.said);
}

void Connection::lose(std::string const& why) {
  why_lost_ = why.empty() ? "the connection to PostgreSQL is lost" : why;
  sent_.clear();
  throw StoreAway(why_lost_);
}

void Connection::lose_with_message() {
  lose(last_words_.empty() ? first_line(pg_ ? PQerrorMessage(pg_.get()) : nullptr) : last_words_);
}

// An unexpected message is a notice, even if it explains why the server closes the connection.
void Connection::note(char const* text) {
  constexpr std::string_view fatal = "FATAL:  ";
  auto const line = first_line(text);
  if (line.starts_with(fatal)) last_words_ = "PostgreSQL: " + line.substr(fatal.size());
}

void Connection::wait_for(bool reading, bool writing, Deadline deadline) {
  while (true) {
    auto const left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    pollfd wanted{PQsocket(pg_.get()), static_cast<short>((reading ? POLLIN : 0) | (writing ? POLLOUT : 0)), 0};
    auto const ready = left > 0 ? ::poll(&wanted, 1, static_cast<int>(left)) : 0;
    if (ready > 0) return;
    if (ready == 0) lose("PostgreSQL does not answer");
    if (errno != EINTR) lose("PostgreSQL cannot be waited for");
  }
}

// The name of the prepared statement; new ones are prepared in the same pipeline.
std::string const& Connection::prepared(char const* sql) {
  if (auto const known = names_.find(sql); known != names_.end()) return known->second;
  auto const& name = names_.emplace(sql, "s" + std::to_string(++next_name_)).first->second;
  preparing_.push_back(sql);
  if (PQsendPrepare(pg_.get(), name.c_str(), sql, 0, nullptr) != 1) lose_with_message();
  sent_.push_back({{}, true});
  return name;
}

void Connection::send(char const* sql, Parameters const& parameters, Then then) {
  if (is_lost()) throw StoreFault(why_lost_);
  auto const& name = prepared(sql);
  std::vector<char const*> values;
  std::vector<int> sizes, formats;
  for (auto const& one : parameters.all_) {
    values.push_back(one.size < 0 ? nullptr : one.bytes ? one.bytes : one.own.data());
    sizes.push_back(std::max(one.size, 0));
    formats.push_back(1);
  }
  if (PQsendQueryPrepared(pg_.get(), name.c_str(), static_cast<int>(values.size()), values.data(), sizes.data(),
                          formats.data(), 1) != 1)
    lose_with_message();
  sent_.push_back({std::move(then), false});
}

void Connection::finish() {
  wait();
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void Connection::settle() {
  wait();
  error_ = nullptr;
}

void Connection::wait() {
  if (is_lost()) throw StoreFault(why_lost_);
  if (sent_.empty()) return;
  ++round_trips_;
  if (PQpipelineSync(pg_.get()) != 1) lose_with_message();
  take_results(std::chrono::steady_clock::now() + kAnswerWithin);
  sent_.clear();
  if (error_)
    for (auto const* sql : preparing_) names_.erase(sql);  // it is unknown which of them the server has
  preparing_.clear();
}

Rows Connection::ask(char const* sql, Parameters const& parameters) {
  Rows answer;
  send(sql, parameters, [&](Rows const& rows) { answer = rows; });
  finish();
  return answer;
}

// The data to send may not fit in the socket; then incoming data must be read, too.
void Connection::wait_for_result(Deadline deadline) {
  while (true) {
    auto const left_to_send = PQflush(pg_.get());
    if (left_to_send < 0) lose_with_message();
    if (PQisBusy(pg_.get()) == 0) return;
    wait_for(true, left_to_send > 0, deadline);
    if (PQconsumeInput(pg_.get()) != 1) lose_with_message();
  }
}

pg_result* Connection::next_result(Deadline deadline) {
  wait_for_result(deadline);
  return PQgetResult(pg_.get());
}

// For each statement a result and a nullptr, then that of the sync. A lost connection may end the sequence anywhere.
void Connection::take_results(Deadline deadline) {
  for (auto const& sent : sent_) {
    auto* const result = next_result(deadline);
    if (!result) lose_with_message();
    take(sent, result);
    if (PQstatus(pg_.get()) == CONNECTION_BAD) lose_with_message();
    while (auto* const more = next_result(deadline)) PQclear(more);
  }
  Rows const sync(next_result(deadline));
  if (PQstatus(pg_.get()) == CONNECTION_BAD) lose_with_message();
}

void Connection::take(Sent const& sent, pg_result* result) {
  Rows const rows(result);
  switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
      if (sent.then && !error_) sent.then(rows);
      return;
    case PGRES_PIPELINE_ABORTED:
      return;
    default:
      note_error(result);
  }
}

void Connection::note_error(pg_result* result) {
  if (error_) return;
  auto const* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  auto what = first_line(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
  if (what.empty()) what = first_line(PQresultErrorMessage(result));
  std::string_view const code = state ? state : "";
  if (code == "42P05" || code == "26000") {  // prepared by another client in this session; or by us in another session
    error_ = std::make_exception_ptr(Pooled());
    return;
  }
  bool const of_one = !code.empty() && std::any_of(std::begin(kOfOneStatement), std::end(kOfOneStatement),
                                                   [&](std::string_view begin) { return code.starts_with(begin); });
  error_ = of_one ? std::make_exception_ptr(Failure(what)) : std::make_exception_ptr(StoreFault("PostgreSQL: " + what));
}

void Connection::roll_back() {
  settle();
  if (PQtransactionStatus(pg_.get()) == PQTRANS_IDLE) return;
  send("ROLLBACK");
  finish();
}

std::int64_t Connection::backend() const { return PQbackendPID(pg_.get()); }

void Connection::look() {
  if (is_lost()) throw StoreFault(why_lost_);
  // The server's last messages, then the end.
  for (pollfd here{PQsocket(pg_.get()), POLLIN, 0}; ::poll(&here, 1, 0) > 0;) {
    if (PQconsumeInput(pg_.get()) != 1) lose_with_message();
    (void)PQisBusy(pg_.get());  // reads what has arrived
    if (PQstatus(pg_.get()) == CONNECTION_BAD) lose_with_message();
  }
}

}  // namespace engawa::server::postgres
