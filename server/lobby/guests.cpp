#include "server/lobby/guests.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/sha256.hpp"
#include "server/lobby/nicks.hpp"
#include "server/ops/secrets.hpp"
#include "server/ops/wall_clock.hpp"
#include "server/store/archive.hpp"
#include "server/store/cluster.hpp"
#include "server/store/guest_table.hpp"

namespace engawa::server {
namespace {

using Steady = std::chrono::steady_clock;
constexpr auto kSeenEvery = std::chrono::hours(1);
constexpr auto kTrusted = std::chrono::seconds(5);  // of data that another node may have changed

Steady::time_point seen(GuestRow const& row) {
  std::chrono::milliseconds const unseen(row.unseen_ms);
  return Steady::now() - std::clamp<std::chrono::milliseconds>(unseen, std::chrono::milliseconds(0), kSeenEvery);
}

std::string token_hash(std::string_view token) {
  auto const digest = sha256(token);
  return {digest.begin(), digest.end()};
}

}  // namespace

GuestBook::GuestBook(Journal& journal, StoredGuests const& stored, bool shared)
    : journal_(journal), damaged_(stored.damaged), shared_(shared) {
  for (auto const& row : stored.rows)
    by_hash_.emplace(row.token_hash, Entry{{row.id, row.nick}, seen(row), true, Steady::now()});
}

// The table is keyed by the hash, so that the comparison takes the same time for any guessed token.
Result<Guest> GuestBook::find(std::string_view token) {
  auto const hash = token_hash(token);
  auto const now = Steady::now();
  Guest guest;
  {
    std::lock_guard const lock(mutex_);
    auto const entry = by_hash_.find(hash);
    if (entry == by_hash_.end() || (shared_ && now - entry->second.read > kTrusted))
      return damaged_ ? refuse("internal", "some guests cannot be read now; keep this token, it may be one of theirs")
                      : refuse("unauthenticated", "this token is not known; say hello without one to be a new guest");
    if (std::exchange(entry->second.nick_is_old, false))
      entry->second.guest.nick = nick_of_today(entry->second.guest.nick);
    if (now - entry->second.seen < kSeenEvery) return entry->second.guest;
    entry->second.seen = now;
    guest = entry->second.guest;
  }
  journal_.run([id = guest.id, at = wall_clock()](Store& store) { store.archive().see_guest(id, at); }, {});
  return guest;
}

void GuestBook::look_up(std::string const& token, std::function<void(Result<Guest>)> done) {
  auto const found = std::make_shared<StoredGuests>();
  journal_.run(
      [found, hash = token_hash(token)](Store& store) {
        if (auto* const cluster = store.cluster()) cluster->find_guest(hash, *found);
      },
      [this, found, token, done = std::move(done)](bool read) {
        if (!read || found->damaged) return done(refuse("busy", "the server cannot read its guests now; try again"));
        keep(token_hash(token), *found);
        done(find(token));
      });
}

// The stored guest with this token: one row, or none.
void GuestBook::keep(std::string const& hash, StoredGuests const& found) {
  std::lock_guard const lock(mutex_);
  by_hash_.erase(hash);
  for (auto const& row : found.rows)
    by_hash_.emplace(row.token_hash, Entry{{row.id, row.nick}, seen(row), true, Steady::now()});
}

// The token is invalid until the new one is stored, so that two calls cannot give two tokens.
void GuestBook::replace_token(std::string_view token, Token by, std::function<void(bool, std::string)> done) {
  using Node = decltype(by_hash_)::node_type;
  auto const taken = std::make_shared<Node>();
  {
    std::lock_guard const lock(mutex_);
    *taken = by_hash_.extract(token_hash(token));
  }
  if (taken->empty()) return done(false, {});
  auto const fresh = random_token();
  auto const id = taken->mapped().guest.id, hash = token_hash(fresh);
  journal_.run([id, hash](Store& store) { store.guests().replace_token(id, hash); },
               [this, taken, hash, fresh, by, done = std::move(done)](bool stored) {
                 if (stored) taken->key() = hash;
                 if (!stored || by == Token::fresh) {
                   std::lock_guard const lock(mutex_);
                   by_hash_.insert(std::move(*taken));
                 }
                 done(stored, stored && by == Token::fresh ? fresh : std::string());
               });
}

void GuestBook::forget(std::vector<std::string> const& ids) {
  if (ids.empty()) return;
  std::unordered_set<std::string> const gone(ids.begin(), ids.end());
  std::lock_guard const lock(mutex_);
  std::erase_if(by_hash_, [&](auto const& entry) { return gone.contains(entry.second.guest.id); });
}

void GuestBook::create(std::string nick, std::string lang, std::int64_t at,
                       std::function<void(std::optional<Guest>, std::string token)> done) {
  auto token = random_token();
  GuestRow row{random_guest_id(), token_hash(token), std::move(nick), std::move(lang)};
  auto work = [row, at](Store& store) { store.guests().put(row, at); };
  journal_.run(std::move(work), [this, row, token, done = std::move(done)](bool stored) {
    if (!stored) return done(std::nullopt, {});
    Guest guest{row.id, row.nick};
    {
      std::lock_guard const lock(mutex_);
      by_hash_.emplace(row.token_hash, Entry{guest, Steady::now(), false, Steady::now()});
    }
    done(std::move(guest), token);
  });
}

void GuestBook::rename(std::string_view token, std::string const& nick) {
  std::string id;
  {
    std::lock_guard const lock(mutex_);
    auto const guest = by_hash_.find(token_hash(token));
    if (guest == by_hash_.end() || guest->second.guest.nick == nick) return;
    guest->second.guest.nick = nick;
    guest->second.nick_is_old = false;
    id = guest->second.guest.id;
  }
  journal_.run([id, nick](Store& store) { store.guests().rename(id, nick); }, {});
}

}  // namespace engawa::server
