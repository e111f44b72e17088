// The known guests, by token. Read on `hello` and on HTTP calls, never during play; any thread.
#pragma once
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/room/peer.hpp"
#include "server/store/journal.hpp"

namespace engawa::server {

struct StoredGuests;

class GuestBook {
 public:
  // Reads all guests. `shared`: other nodes of a cluster change them, too, so find() remembers a guest for a few
  // seconds only. REQUIRES: the journal is not running yet, or this is its thread.
  GuestBook(Journal& journal, StoredGuests const& stored, bool shared = false);

  // A guest's visit is recorded at most once an hour, even if the wall clock jumps. Refuses an unknown token with
  // `unauthenticated`, or with `internal` if guests cannot be read, because the token may be valid.
  Result<Guest> find(std::string_view token);

  // The same for a token that find() does not know: another node of the cluster may have created its guest. `done` is
  // called on the journal's thread.
  void look_up(std::string const& token, std::function<void(Result<Guest>)> done);

  // Creates a guest. `done` is called on the journal's thread once the guest is stored; nullopt: storing failed.
  void create(std::string nick, std::string lang, std::int64_t at,
              std::function<void(std::optional<Guest>, std::string token)> done);

  // Gives the guest another token, or one that is unknown to everyone; the old one is invalid at once. `done` is called
  // on the journal's thread when that is stored, with the new token; empty: there is none, or storing failed and the
  // old one is valid again.
  enum class Token { fresh, none };
  void replace_token(std::string_view token, Token by, std::function<void(bool stored, std::string token)> done);

  // Their tokens become invalid.
  void forget(std::vector<std::string> const& ids);

  // The new name is used at once and stored soon after.
  void rename(std::string_view token, std::string const& nick);

 private:
  void keep(std::string const& hash, StoredGuests const& found);

  Journal& journal_;
  bool damaged_, shared_;
  std::mutex mutex_;
  struct Entry {
    Guest guest;
    std::chrono::steady_clock::time_point seen;  // when the last visit was recorded, or the equivalent time by uptime
    bool nick_is_old = false;                    // as stored, before nick_of_today()
    std::chrono::steady_clock::time_point read;  // or creation
  };
  std::unordered_map<std::string, Entry> by_hash_;
};

}  // namespace engawa::server
