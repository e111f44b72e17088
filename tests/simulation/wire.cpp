#include "tests/simulation/wire.hpp"

#include <algorithm>
#include <utility>

#include "tests/simulation/world.hpp"

namespace engawa::simulation {

void Wire::send(Side from, std::string_view text) {
  if (over_[from]) return;
  pass(from == calling ? answering : calling, [text = std::string(text)](End& end) {
    if (end.hear) end.hear(text);
  });
}

void Wire::close(Side from, int code) {
  if (std::exchange(over_[from], true)) return;
  pass(from == calling ? answering : calling, [code](End& end) {
    auto const closed = std::exchange(end, {}).closed;
    if (closed) closed(code);
  });
}

void Wire::cut() {
  for (auto const side : {calling, answering}) {
    over_[side] = true;
    auto const closed = ends_[side].closed;
    auto const deliver = ends_[side].deliver;
    ends_[side] = {};
    if (!closed) continue;
    if (deliver)
      deliver([closed] { closed(1006); });
    else
      closed(1006);
  }
}

void Wire::pass(Side to, std::function<void(End&)> what) {
  auto& last = last_[to];
  last = std::max(last, now() + world_.chance().between(200, 3000));
  world_.scheduler().at(last, [self = shared_from_this(), to, what = std::move(what)] { self->arrive(to, what); });
}

void Wire::arrive(Side to, std::function<void(End&)> const& what) {
  if (world_.holds(from_, to_, [self = shared_from_this(), to, what] { self->arrive(to, what); })) return;
  auto const deliver = ends_[to].deliver;
  if (!deliver) return what(ends_[to]);
  deliver([self = shared_from_this(), to, what] { what(self->ends_[to]); });
}

}  // namespace engawa::simulation
