#include "server/lobby/addresses.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "base/expect.hpp"
#include "server/http/header_text.hpp"
#include "server/ops/log_refusals.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kMaxNames = 20000;  // per limit; further names share a bucket
// The limits by the names that nodes use among each other; empty: not exchanged.
constexpr std::array<std::string_view, Addresses::kRations> kTold{"",     "",        "guest", "room",
                                                                  "join", "unknown", "trial", "report"};
constexpr std::int64_t kReportsPerMinute = 5;
constexpr std::int64_t kSweepMs = 1000;    // so that with a flood of names not every request scans all of them
constexpr std::size_t kMaxForwarded = 10;  // length of a proxy chain
constexpr std::array<unsigned char, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};  // ::ffff:0:0/96

using Bytes = std::array<unsigned char, 16>;

// IPv4 as an IPv4-mapped IPv6 address, so that there is one kind of address. The zone of a link-local address (%eth0)
// only names the interface of this machine.
std::optional<Bytes> parse(std::string text) {
  Bytes bytes{};
  if (auto const zone = text.find('%'); zone != text.npos && text.find(':') < zone) text.resize(zone);
  if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1) return bytes;
  std::copy(kMapped.begin(), kMapped.end(), bytes.begin());
  if (::inet_pton(AF_INET, text.c_str(), bytes.data() + kMapped.size()) == 1) return bytes;
  return std::nullopt;
}

bool is_v4(Bytes const& bytes) { return std::equal(kMapped.begin(), kMapped.end(), bytes.begin()); }

Rate per_minute(std::int64_t count, double least_burst = 1) {
  auto const number = static_cast<double>(count);
  return {number / 60, std::max(least_burst, number)};
}

// Forgets full buckets when there are many.
template <class Buckets, class IsNew>
void make_room(Buckets& buckets, std::int64_t now, IsNew const& is_new) {
  if (buckets.by_name.size() < kMaxNames || now - buckets.swept_at < kSweepMs) return;
  buckets.swept_at = now;
  std::erase_if(buckets.by_name, [&](auto const& entry) { return is_new(entry.second); });
}

Rate per_second(std::int64_t count) { return {static_cast<double>(count), 4 * static_cast<double>(count)}; }

// ":4711"
bool is_port(std::string_view text) {
  return text.size() > 1 && text.size() < 7 && text.front() == ':' &&
         std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The address in an entry of X-Forwarded-For. Proxies write 10.1.2.3, 10.1.2.3:4711, 2001:db8::1, [2001:db8::1] and
// [2001:db8::1]:4711, some with quotes. Entries that are not addresses ("unknown", "_hidden") are left unchanged.
std::string forwarded_address(std::string_view entry) {
  if (entry.size() > 1 && entry.front() == '"' && entry.back() == '"') entry = entry.substr(1, entry.size() - 2);
  if (!entry.empty() && entry.front() == '[') {
    auto const end = entry.find(']');
    auto const rest = end == entry.npos ? entry : entry.substr(end + 1);
    return std::string(rest.empty() || is_port(rest) ? entry.substr(1, end - 1) : entry);
  }
  auto const colon = entry.find(':');
  bool const one = colon != entry.npos && entry.find(':', colon + 1) == entry.npos;
  return std::string(one && is_port(entry.substr(colon)) ? entry.substr(0, colon) : entry);
}

}  // namespace

Result<Networks> Networks::parse(std::string_view list) {
  Networks networks;
  while (!(list = trimmed(list)).empty()) {
    std::string const word(list.substr(0, list.find(' ')));
    list.remove_prefix(word.size());
    auto const slash = word.find('/');
    auto const bytes = server::parse(word.substr(0, slash));
    int const most = bytes && is_v4(*bytes) ? 32 : 128;
    int bits = most;
    auto const* const end = word.data() + word.size();
    bool const fits = slash == word.npos || (std::from_chars(word.data() + slash + 1, end, bits).ptr == end &&
                                             slash + 1 < word.size() && bits >= 0 && bits <= most);
    if (!bytes || !fits)
      return refuse("bad_message", "\"" + word + "\" is no address or network, such as 127.0.0.1 or 10.0.0.0/8");
    networks.networks_.push_back({*bytes, bits + 128 - most});
  }
  return networks;
}

bool Networks::contain(std::string const& address) const {
  auto const bytes = server::parse(address.substr(0, address.find('/')));
  if (!bytes) return false;
  return std::any_of(networks_.begin(), networks_.end(), [&](Network const& network) {
    auto const whole = static_cast<std::size_t>(network.bits / 8);
    if (std::memcmp(bytes->data(), network.bytes.data(), whole) != 0) return false;
    int const rest = network.bits % 8;
    return rest == 0 || (((*bytes)[whole] ^ network.bytes[whole]) >> (8 - rest)) == 0;
  });
}

Result<std::string> client_network(std::string_view text) {
  auto const slash = text.find('/');
  auto bytes = parse(std::string(text.substr(0, slash)));
  bool const v4 = bytes && is_v4(*bytes) && text.find(':') == text.npos;
  int const least = v4 ? 8 : 16, most = v4 ? 32 : 64;
  int bits = most;
  auto const* const end = text.data() + text.size();
  bool const fits =
      slash == text.npos || (slash + 1 < text.size() && std::from_chars(text.data() + slash + 1, end, bits).ptr == end);
  if (!bytes || !fits || bits < least || bits > most || (!v4 && is_v4(*bytes)))
    return refuse("bad_message",
                  "addresses must be one address, or a network such as 203.0.113.0/24 (/8 to /32) or 2001:db8::/64 "
                  "(/16 to /64)");
  for (int bit = bits + (v4 ? 96 : 0); bit < 128; ++bit)
    (*bytes)[static_cast<std::size_t>(bit / 8)] &= static_cast<unsigned char>(~(0x80 >> bit % 8));
  char name[INET6_ADDRSTRLEN] = {};
  auto const* const from = v4 ? bytes->data() + kMapped.size() : bytes->data();
  return std::string(::inet_ntop(v4 ? AF_INET : AF_INET6, from, name, sizeof name)) + '/' + std::to_string(bits);
}

std::string counted_name(std::string const& address) {
  auto bytes = parse(address);
  if (!bytes) return {};
  char text[INET6_ADDRSTRLEN] = {};
  if (is_v4(*bytes)) return ::inet_ntop(AF_INET, bytes->data() + kMapped.size(), text, sizeof text);
  std::fill(bytes->begin() + 8, bytes->end(), static_cast<unsigned char>(0));
  return std::string(::inet_ntop(AF_INET6, bytes->data(), text, sizeof text)) + "/64";
}

Addresses::Addresses(Config const& config) {
  // In the order of the enumerators.
  rations_[0].rate = per_second(config.accepts_per_s);
  rations_[1].rate = per_second(config.requests_per_s);
  rations_[2].rate = per_minute(config.guests_per_min);
  rations_[3].rate = per_minute(config.rooms_per_min, 10);
  rations_[4].rate = per_minute(config.joins_per_min);
  rations_[5].rate = per_minute(config.unknown_rooms_per_min);
  rations_[6].rate = per_minute(config.tries_per_min);
  rations_[7].rate = per_minute(kReportsPerMinute);
  storings_[0].rate = kb_per_hour(config.stored_kb_per_ip);
  storings_[1].rate = kb_per_hour(config.stored_kb_per_guest);
  auto& spaces = counts_->spaces;
  spaces[0].most = config.http_connections, spaces[0].most_each = config.http_connections_per_ip;
  spaces[1].most = config.connections, spaces[1].most_each = config.connections_per_ip;
  spaces[2].most = INT64_MAX, spaces[2].most_each = config.rooms_per_ip;  // in total: the shards count them
  spaces[3].most = INT64_MAX, spaces[3].most_each = config.rooms_per_guest;
}

Result<std::unique_ptr<Addresses>> Addresses::make(Config const& config) {
  auto proxies = Networks::parse(config.trusted_proxies);
  if (!proxies) return refuse("bad_message", "--trusted-proxies: " + proxies.error().message);
  std::unique_ptr<Addresses> addresses(new Addresses(config));
  addresses->proxies_ = std::move(*proxies);
  if (!config.cluster_address.empty()) addresses->spending_ = std::make_unique<Spending>();
  return addresses;
}

std::string Addresses::client_of(std::string const& peer, std::string_view forwarded) const {
  std::string client = peer;
  for (std::size_t i = 0; i < kMaxForwarded && !forwarded.empty() && is_proxy(client);) {
    auto const comma = forwarded.rfind(',');
    auto const entry = trimmed(comma == forwarded.npos ? forwarded : forwarded.substr(comma + 1));
    forwarded = comma == forwarded.npos ? std::string_view() : forwarded.substr(0, comma);
    if (entry.empty()) continue;  // separators of a list
    auto before = forwarded_address(entry);
    if (!parse(before)) break;  // not an address: use the proxy's own
    client = std::move(before);
    ++i;
  }
  return client == kUnixPeer ? client : counted_name(client);
}

// REQUIRES: mutex_ is held.
TokenBucket& Addresses::bucket(Ration ration, std::string const& name, std::int64_t now) {
  auto& buckets = rations_[static_cast<std::size_t>(ration)];
  if (auto const known = buckets.by_name.find(name); known != buckets.by_name.end()) return known->second;
  make_room(buckets, now, [now](TokenBucket const& bucket) { return bucket.full(now); });
  auto const& kept = buckets.by_name.size() < kMaxNames ? name : std::string();
  return buckets.by_name.try_emplace(kept, buckets.rate).first->second;
}

std::shared_ptr<SharedBucket> Addresses::storing(Storing kind, std::string const& name, std::int64_t now) {
  std::lock_guard const lock(mutex_);
  auto& buckets = storings_[static_cast<std::size_t>(kind)];
  if (auto const known = buckets.by_name.find(name); known != buckets.by_name.end()) return known->second;
  using Bucket = std::shared_ptr<SharedBucket>;
  make_room(buckets, now, [now](Bucket const& bucket) { return bucket.use_count() == 1 && bucket->full(now); });
  auto const& kept = buckets.by_name.size() < kMaxNames ? name : std::string();
  auto& bucket = buckets.by_name[kept];
  if (!bucket) bucket = std::make_shared<SharedBucket>(buckets.rate);
  return bucket;
}

std::int64_t Addresses::take(Ration ration, std::string const& name, std::int64_t now) {
  std::int64_t wait = 0;
  {
    std::lock_guard const lock(mutex_);
    wait = bucket(ration, name, now).take(now);
    if (wait == 0) note(ration, name, now);
  }
  if (wait > 0 && ration == Ration::connection) log_refused(Refused::too_often);
  return wait;
}

void Addresses::charge(Ration ration, std::string const& name, std::int64_t now) {
  std::lock_guard const lock(mutex_);
  bucket(ration, name, now).charge(now);
  note(ration, name, now);
}

// REQUIRES: mutex_ is held.
void Addresses::note(Ration ration, std::string const& name, std::int64_t now) {
  auto const told = kTold[static_cast<std::size_t>(ration)];
  if (spending_ && !told.empty() && !name.empty()) spending_->add(std::string(told), name, now);
}

std::string Addresses::spent(std::int64_t now) {
  std::lock_guard const lock(mutex_);
  EXPECT(spending_ != nullptr);
  return spending_->text(now);
}

void Addresses::spent_elsewhere(std::string const& node, std::string_view text, std::int64_t now) {
  std::lock_guard const lock(mutex_);
  EXPECT(spending_ != nullptr);
  for (auto const& spent : spending_->news(node, text)) {
    auto const ration = std::find(kTold.begin(), kTold.end(), spent.ration);
    if (ration == kTold.end()) continue;
    bucket(static_cast<Ration>(ration - kTold.begin()), spent.name, now).charge(now, static_cast<double>(spent.count));
  }
}

std::int64_t Addresses::wait(Ration ration, std::string const& name, std::int64_t now) {
  std::lock_guard const lock(mutex_);
  return bucket(ration, name, now).wait(now);
}

Addresses::Place Addresses::enter(Space space, std::string const& name) {
  auto const index = static_cast<std::size_t>(space);
  bool full = false, name_full = false;
  {
    std::lock_guard const lock(counts_->mutex);
    auto& count = counts_->spaces[index];
    auto const here = count.by_name.find(name);
    name_full = !name.empty() && here != count.by_name.end() && here->second >= count.most_each;
    full = name_full || count.all >= count.most;
    if (!full) {
      ++count.all;
      ++count.by_name[name];
    }
  }
  if (full) {
    if (space == Space::http) log_refused(name_full ? Refused::http_of_address : Refused::http_in_total);
    if (space == Space::socket) log_refused(name_full ? Refused::socket_of_address : Refused::socket_in_total);
    return nullptr;
  }
  return {this, [counts = counts_, index, name](void*) {
            std::lock_guard const lock(counts->mutex);
            auto& count = counts->spaces[index];
            --count.all;
            if (--count.by_name[name] == 0) count.by_name.erase(name);
          }};
}

}  // namespace engawa::server
