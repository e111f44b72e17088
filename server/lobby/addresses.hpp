// The server's resources used by each address: how many at the same time, and how often. An IPv6 address counts as its
// /64, which is what one customer has; an IPv4 address from an IPv6 socket counts as the IPv4 address. Any thread.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "server/lobby/spending.hpp"
#include "server/ops/config.hpp"
#include "server/ops/token_bucket.hpp"

namespace engawa::server {

// The trusted proxies, whose forwarding headers are believed: single addresses or networks such as 10.0.0.0/8,
// separated by spaces.
class Networks {
 public:
  // Refuses anything else with `bad_message`.
  static Result<Networks> parse(std::string_view list);
  // An address, or the counted name of one, which may end in /64.
  bool contain(std::string const& address) const;

 private:
  struct Network {
    std::array<unsigned char, 16> bytes{};
    int bits = 0;
  };
  std::vector<Network> networks_;
};

// The normal form of an address or a network that clients are to be recognised by: 203.0.113.0/24, 2001:db8::/64. A
// lone address is a /32, or the /64 of an IPv6 address, because that is how clients are counted. Refuses with
// `bad_message` anything else, and networks of more than a /8, or a /16 of IPv6: nobody means them.
Result<std::string> client_network(std::string_view text);

// The name under which an address is counted. Empty if it is not an address.
std::string counted_name(std::string const& address);

// The peer of a Unix socket: a trusted proxy, since only programs on this machine that may use the file get there.
constexpr std::string_view kUnixPeer = "unix";

class Addresses {
 public:
  // Rate limits.
  enum class Ration { connection, request, guest, new_room, join, unknown_room, trial, report };
  static constexpr std::size_t kRations = 8;
  // Simultaneous uses.
  enum class Space { http, socket, room, guest_room };
  static constexpr std::size_t kSpaces = 4;
  // Stored bytes; if by guest, the name is the guest's id.
  enum class Storing { address, guest };
  static constexpr std::size_t kStorings = 2;
  // Gives the place back when its last copy is destroyed.
  using Place = std::shared_ptr<void>;

  static Result<std::unique_ptr<Addresses>> make(Config const& config);

  // The client's address: the peer itself or, if the peer is a trusted proxy, the last address in `forwarded` that is
  // not a trusted proxy (anything before it can be forged).
  std::string client_of(std::string const& peer, std::string_view forwarded) const;
  bool is_proxy(std::string const& peer) const { return peer == kUnixPeer || proxies_.contain(peer); }

  // Takes one: 0 if one was available, else the ms until the next try. `now` is server time.
  std::int64_t take(Ration ration, std::string const& name, std::int64_t now);
  // Takes one even if none is available, which is then owed: for actions that are counted only after they have
  // happened.
  void charge(Ration ration, std::string const& name, std::int64_t now);
  // What take() would return; takes nothing.
  std::int64_t wait(Ration ration, std::string const& name, std::int64_t now);

  // In a cluster, nodes exchange how much of the limits per minute is spent (spending.hpp), and it is owed at each of
  // them. Limits per second only protect each node from its own work. REQUIRES: this is a node of a cluster.
  std::string spent(std::int64_t now);
  void spent_elsewhere(std::string const& node, std::string_view text, std::int64_t now);

  // How much may be stored under this name: one bucket shared by all holders, as long as it is not full or has a
  // holder.
  std::shared_ptr<SharedBucket> storing(Storing kind, std::string const& name, std::int64_t now);

  // nullptr: no place is free, for this name or (an empty name: only this) in total.
  Place enter(Space space, std::string const& name);

 private:
  struct Buckets {
    Rate rate;
    std::unordered_map<std::string, TokenBucket> by_name;
    std::int64_t swept_at = 0;
  };
  struct SharedBuckets {
    Rate rate;
    std::unordered_map<std::string, std::shared_ptr<SharedBucket>> by_name;
    std::int64_t swept_at = 0;
  };
  struct Count {
    std::int64_t most = 0, most_each = 0;
    std::int64_t all = 0;
    std::unordered_map<std::string, std::int64_t> by_name;
  };
  // Separate, because places are given back on other threads and at the very end.
  struct Counts {
    std::mutex mutex;
    std::array<Count, kSpaces> spaces;
  };

  explicit Addresses(Config const& config);
  TokenBucket& bucket(Ration ration, std::string const& name, std::int64_t now);
  void note(Ration ration, std::string const& name, std::int64_t now);

  Networks proxies_;
  std::mutex mutex_;
  std::array<Buckets, kRations> rations_;
  std::array<SharedBuckets, kStorings> storings_;
  std::unique_ptr<Spending> spending_;  // if this is a node of a cluster
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

// The two shares that pay for what a guest stores in a room. Both or none.
struct StoringShares {
  std::shared_ptr<SharedBucket> address, guest;

  // ms until something may be stored again; 0: now.
  std::int64_t wait(std::int64_t now) const { return std::max(address->wait(now), guest->wait(now)); }
  void charge(std::int64_t now, std::size_t bytes) const {
    address->charge(now, static_cast<double>(bytes));
    guest->charge(now, static_cast<double>(bytes));
  }
};

}  // namespace engawa::server
