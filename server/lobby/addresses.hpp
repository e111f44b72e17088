// What each address uses of the server: how much of it at once, and how often. An IPv6 address counts as its /64, which is what one
// customer has; an IPv4 address that came over an IPv6 socket counts as itself. Any thread.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "server/ops/config.hpp"
#include "server/ops/token_bucket.hpp"

namespace engawa::server {

// Addresses from which forwarded requests are believed: single ones, or networks such as 10.0.0.0/8, separated by spaces.
class Networks {
 public:
  // Refuses with `bad_message` what is neither.
  static Result<Networks> parse(std::string_view list);
  bool contain(std::string const& address) const;

 private:
  struct Network {
    std::array<unsigned char, 16> bytes{};
    int bits = 0;
  };
  std::vector<Network> networks_;
};

// The name that an address is counted under. Empty when it is no address.
std::string counted_name(std::string const& address);

class Addresses {
 public:
  // How often.
  enum class Ration { connection, request, guest, new_room, join, unknown_room };
  static constexpr std::size_t kRations = 6;
  // How much at once.
  enum class Space { http, socket, room, guest_room };
  static constexpr std::size_t kSpaces = 4;
  // Gives the place back when its last copy goes.
  using Place = std::shared_ptr<void>;

  static Result<std::unique_ptr<Addresses>> make(Config const& config);

  // Who asks: the peer itself, or whom it forwards for when it is a trusted proxy: the last address of `forwarded` that is no such
  // proxy itself (what stands before it anybody can write).
  std::string client_of(std::string const& peer, std::string_view forwarded) const;
  bool is_proxy(std::string const& peer) const { return proxies_.contain(peer); }

  // Takes one: 0 when there was one, else the ms after which to try again. `now` is server time.
  std::int64_t take(Ration ration, std::string const& name, std::int64_t now);
  // Takes one even if there is none, which is then owed: for what is known to be one too many only when it has been done.
  void charge(Ration ration, std::string const& name, std::int64_t now);
  // What take() would say, without taking.
  std::int64_t wait(Ration ration, std::string const& name, std::int64_t now);

  // nullptr: no place is free, for this name or (with the empty name only that is asked) in all.
  Place enter(Space space, std::string const& name);

 private:
  struct Buckets {
    Rate rate;
    std::unordered_map<std::string, TokenBucket> by_name;
    std::int64_t swept_at = 0;
  };
  struct Count {
    std::int64_t most = 0, most_each = 0;
    std::int64_t all = 0;
    std::unordered_map<std::string, std::int64_t> by_name;
  };
  // Apart, since places are given back on other threads and at the very end.
  struct Counts {
    std::mutex mutex;
    std::array<Count, kSpaces> spaces;
  };

  explicit Addresses(Config const& config);
  TokenBucket& bucket(Ration ration, std::string const& name, std::int64_t now);

  Networks proxies_;
  std::mutex mutex_;
  std::array<Buckets, kRations> rations_;
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace engawa::server
