#include "server/store/postgres/act_table.hpp"

#include "server/ops/fail_point.hpp"
#include "server/store/postgres/rows.hpp"
#include "server/store/postgres/transaction.hpp"
#include "server/store/store.hpp"

namespace engawa::server::postgres {

std::int64_t PostgresActTable::add(std::string const& text, std::int64_t at) {
  fail_point::hit<StoreFault>("store.put_act");
  transaction_.send(kLockActs, {});
  StoredAct const act{transaction_.ask(kNextAct).number(0, 0), at, text};
  transaction_.send(kInsertAct, Parameters().number(act.number).number(at).text(text).number(sum_of(act)));
  return act.number;
}

StoredActs PostgresActTable::after(std::int64_t number) {
  return acts_of(transaction_.ask(kActs, Parameters().number(number)));
}

}  // namespace engawa::server::postgres
