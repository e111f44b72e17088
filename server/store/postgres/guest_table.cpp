#include "server/store/postgres/guest_table.hpp"

#include "server/ops/fail_point.hpp"
#include "server/store/postgres/transaction.hpp"
#include "server/store/store.hpp"

namespace engawa::server::postgres {
namespace {

constexpr char const* kGuests = ENGAWA_GUESTS;
constexpr char const* kRename = "UPDATE guests SET nick = $2::bytea, sum = $3 WHERE id = $1";
constexpr char const* kReplaceToken = "UPDATE guests SET token_hash = $2::bytea, sum = $3 WHERE id = $1";

}  // namespace

StoredGuests PostgresGuestTable::all() { return guests_of(transaction_.ask(kGuests)); }

void PostgresGuestTable::put(GuestRow const& guest, std::int64_t at) {
  fail_point::hit<StoreFault>("store.put_guest");
  GuestLine const line{guest.id, guest.token_hash, guest.nick, guest.lang, at, at, true};
  transaction_.doubt();
  transaction_.send(kInsertGuest, Parameters()
                                      .text(line.id)
                                      .text(line.token_hash)
                                      .text(line.nick)
                                      .text(line.lang)
                                      .number(at)
                                      .number(at)
                                      .number(sum_of(line)));
  fail_point::hit<StoreFault>("store.put_guest_done");
}

void PostgresGuestTable::rename(std::string const& id, std::string const& nick) {
  if (auto guest = sound(id)) {
    guest->nick = nick;
    transaction_.send(kRename, Parameters().text(id).text(nick).number(sum_of(*guest)));
  }
}

void PostgresGuestTable::replace_token(std::string const& id, std::string const& token_hash) {
  if (auto guest = sound(id)) {
    guest->token_hash = token_hash;
    transaction_.send(kReplaceToken, Parameters().text(id).text(token_hash).number(sum_of(*guest)));
  }
}

std::optional<GuestLine> PostgresGuestTable::sound(std::string const& id) {
  auto const rows = transaction_.ask(kGuestById, Parameters().text(id));
  auto guest = rows.size() == 0 ? std::nullopt : std::optional(guest_of(rows, 0));
  return guest && guest->sound ? guest : std::nullopt;
}

}  // namespace engawa::server::postgres
