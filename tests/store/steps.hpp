// Steps of tests with any kind of store.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/store/cluster.hpp"
#include "server/store/store.hpp"
#include "tests/catch.hpp"

namespace engawa::server {

using Codes = std::vector<std::string>;

inline constexpr std::int64_t kHour = 3600000;  // a lease that does not end on its own
inline constexpr std::int64_t kNever = std::int64_t{1} << 50;

// Returns the inputs refused at the commit.
inline std::vector<Store::Refused> transaction(Store& store, std::function<void()> const& work = [] {}) {
  store.begin();
  work();
  return store.commit();
}

// None of it may be refused.
inline void whole_transaction(Store& store, std::function<void()> const& work = [] {}) {
  CHECK(transaction(store, work).empty());
}

inline StoredRoom take(Store& store, std::string const& room, bool whole = false) {
  StoredRoom taken;
  transaction(store, [&] { taken = store.take_room(room, whole).value(); });
  return taken;
}

inline Codes claim(Store& store, int limit = 100) {
  Codes codes;
  transaction(store, [&] { codes = store.cluster()->claim(limit); });
  std::sort(codes.begin(), codes.end());
  return codes;
}

inline bool renew(Store& store) {
  auto renewed = Cluster::Renewed::not_now;
  transaction(store, [&] { renewed = store.cluster()->renew(); });
  return renewed == Cluster::Renewed::held;
}

// A1 and A2, rooms of this node.
inline void make_two_rooms(Store& node) {
  whole_transaction(node, [&] {
    for (auto const* room : {"A1", "A2"}) {
      node.create_room(room, R"({"game":"nim"})", 1);
      CHECK(node.append(room, 1, 1, "one"));
    }
  });
}

}  // namespace engawa::server
