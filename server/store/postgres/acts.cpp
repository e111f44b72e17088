#include "server/store/postgres/acts.hpp"

#include "server/ops/fail_point.hpp"
#include "server/store/postgres/rows.hpp"
#include "server/store/postgres/transaction.hpp"

namespace engawa::server::postgres {

std::int64_t insert_act(Transaction& transaction, std::string const& text, std::int64_t at) {
  fail_point::hit<StoreFault>("store.put_act");
  transaction.send(kLockActs, {});
  StoredAct const act{transaction.ask(kNextAct).number(0, 0), at, text};
  transaction.send(kInsertAct, Parameters().number(act.number).number(at).text(text).number(sum_of(act)));
  return act.number;
}

StoredActs read_acts(Transaction& transaction, std::int64_t after) {
  return acts_of(transaction.ask(kActs, Parameters().number(after)));
}

}  // namespace engawa::server::postgres
