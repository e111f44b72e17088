#include "server/store/postgres/sizes.hpp"

#include "server/store/postgres/transaction.hpp"

namespace engawa::server::postgres {
namespace {

// The number of inputs is PostgreSQL's own estimate, because counting would read them all.
constexpr char const* kSizes =
    "SELECT pg_database_size(current_database()), GREATEST(0, (SELECT reltuples::bigint FROM pg_class WHERE oid = "
    "'journal'::regclass)), pg_total_relation_size('journal'), pg_total_relation_size('records'), "
    "pg_total_relation_size('packed')";

}  // namespace

Sizes::Sizes(Transaction& transaction) : transaction_(transaction) { take(transaction_.ask(kSizes)); }

void Sizes::ask() {
  measured_ = Clock::now();
  transaction_.ask_after(kSizes, [this](Rows const& rows) { take(rows); });
}

void Sizes::take(Rows const& rows) {
  database_bytes_ = static_cast<std::uint64_t>(rows.number(0, 0));
  tail_rows_ = static_cast<std::uint64_t>(rows.number(0, 1));
  tail_bytes_ = static_cast<std::uint64_t>(rows.number(0, 2));
  record_bytes_ = static_cast<std::uint64_t>(rows.number(0, 3));
  packed_bytes_ = static_cast<std::uint64_t>(rows.number(0, 4));
  measured_ = Clock::now();
}

Store::Holdings Sizes::holdings() const {
  Store::Holdings holdings;
  holdings.tail_rows = tail_rows_;
  holdings.tail_bytes = tail_bytes_;
  holdings.record_bytes = record_bytes_.load();
  holdings.packed_bytes = packed_bytes_.load();
  holdings.database_bytes = database_bytes_;
  holdings.round_trips = trips_;
  return holdings;
}

}  // namespace engawa::server::postgres
