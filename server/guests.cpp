#include "server/guests.hpp"

#include "server/secrets.hpp"

namespace engawa::server {

GuestBook::GuestBook(Journal& journal, std::vector<GuestRow> const& rows) : journal_(journal) {
  for (auto const& row : rows) by_hash_.emplace(row.token_hash, Guest{row.id, row.nick});
}

// The table is keyed by the hash, so that comparing takes the same time whatever a guesser sends.
std::optional<Guest> GuestBook::find(std::string_view token) const {
  auto const hash = sha256(token);
  std::lock_guard const lock(mutex_);
  auto const guest = by_hash_.find(hash);
  return guest == by_hash_.end() ? std::nullopt : std::optional<Guest>(guest->second);
}

void GuestBook::create(std::string nick, std::string lang, std::int64_t at,
                       std::function<void(std::optional<Guest>, std::string token)> done) {
  auto token = random_token();
  GuestRow row{random_guest_id(), sha256(token), std::move(nick), std::move(lang)};
  auto work = [row, at](Store& store) { store.put_guest(row, at); };
  journal_.run(std::move(work), [this, row, token, done = std::move(done)](bool stored) {
    if (!stored) return done(std::nullopt, {});
    Guest guest{row.id, row.nick};
    {
      std::lock_guard const lock(mutex_);
      by_hash_.emplace(row.token_hash, guest);
    }
    done(std::move(guest), token);
  });
}

void GuestBook::rename(std::string_view token, std::string const& nick) {
  std::string id;
  {
    std::lock_guard const lock(mutex_);
    auto const guest = by_hash_.find(sha256(token));
    if (guest == by_hash_.end() || guest->second.nick == nick) return;
    guest->second.nick = nick;
    id = guest->second.id;
  }
  journal_.run([id, nick](Store& store) { store.rename_guest(id, nick); }, {});
}

}  // namespace engawa::server
