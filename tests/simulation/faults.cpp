#include "tests/simulation/faults.hpp"

#include <algorithm>

namespace engawa::simulation {

void Faults::note(std::string const& what, int node) {
  world_.calm_since_ = now();
  world_.trace([&] { return what + (node < 0 ? std::string() : ": node " + std::to_string(node)); });
}

// The end of a fault.
void Faults::later(Time delay, std::function<void()> what) {
  world_.scheduler_.after(delay, [this, what = std::move(what)] {
    world_.calm_since_ = now();
    what();
  });
}

void Faults::next() {
  auto& chance = world_.chance_;
  if (struck_.empty() && world_.moods_.one_in(20)) {
    world_.scheduler_.after(lose_all() + chance.between(500, 8000) * kMs, [this] { next(); });
    return;
  }
  auto const node = static_cast<int>(chance.number(world_.options_.nodes));
  Time lasts = 0;
  if (std::find(struck_.begin(), struck_.end(), node) == struck_.end()) {
    ++world_.counts_.faults;
    lasts = strike(node);
    struck_.push_back(node);
    world_.scheduler_.after(lasts, [this, node] { std::erase(struck_, node); });
  }
  // Sometimes the next one comes while this one lasts.
  auto const quiet = chance.one_in(4) ? chance.between(1, lasts + kSecond) : lasts + chance.between(500, 8000) * kMs;
  world_.scheduler_.after(quiet, [this] { next(); });
}

Time Faults::strike(int node) {
  auto& chance = world_.chance_;
  auto const lease = world_.options_.lease_ms * kMs;
  switch (chance.number(12)) {
    case 0:
      return kill(node, chance.between(0, 600 * kMs));
    case 1:
    case 2:
      return kill(node, chance.between(lease, 3 * lease));
    case 3:
      return freeze(node, chance.between(lease / 20, lease / 2));
    case 4:
    case 5:
      return freeze(node, lease + chance.between(lease / 10, lease));
    case 6:
      return freeze(node, world_.bound() + chance.between(5, 20) * kSecond);
    case 7:
      return lose_database(node, chance.between(lease / 4, 3 * lease));
    case 8:
      return lose_others(node, chance.between(lease / 4, 3 * lease));
    case 9:
      return stop(node, chance.between(0, 2 * lease));
    case 10:
      return restart_database(chance.between(0, 3 * lease / 2));
    default:
      return end_session(node);
  }
}

Time Faults::kill(int node, Time away) {
  note("killed", node);
  world_.held_down_[static_cast<std::size_t>(node)] = true;
  world_.die(node);
  later(away, [this, node] {
    world_.held_down_[static_cast<std::size_t>(node)] = false;
    world_.start(node);
  });
  return away;
}

Time Faults::freeze(int node, Time length) {
  auto const life = world_.lives_[static_cast<std::size_t>(node)];
  if (!life) return 0;
  note("frozen for " + std::to_string(length / kMs) + " ms", node);
  life->freeze();
  later(length, [life = std::weak_ptr(life), this, node] {
    note("thaws", node);
    if (auto const living = life.lock()) living->thaw();
  });
  return length;
}

Time Faults::lose_database(int node, Time length) {
  bool const cut = world_.chance_.one_in(2);
  note(cut ? "cut from the database" : "the database is silent", node);
  world_.database_.set_wire(node, cut ? World::Link::cut : World::Link::stalled);
  later(length, [this, node] { world_.database_.set_wire(node, World::Link::fine); });
  return length;
}

Time Faults::lose_others(int node, Time length) {
  bool const cut = world_.chance_.one_in(2);
  note(cut ? "cut from the others" : "the others are silent", node);
  world_.set_link(node, cut ? World::Link::cut : World::Link::stalled);
  later(length, [this, node] { world_.set_link(node, World::Link::fine); });
  return length;
}

// Its supervisor starts it again.
Time Faults::stop(int node, Time away) {
  auto const life = world_.lives_[static_cast<std::size_t>(node)];
  if (!life) return 0;
  note("stopped", node);
  world_.held_down_[static_cast<std::size_t>(node)] = true;
  life->stop();
  later(away, [this, node] { world_.held_down_[static_cast<std::size_t>(node)] = false; });
  return away + kSecond;
}

// All nodes, stopped or killed. They are down for less or more than the reconnect time.
Time Faults::lose_all() {
  ++world_.counts_.faults;
  auto const away = world_.moods_.between(world_.grace() / 10, 3 * world_.grace() / 2);
  note("all are away for " + std::to_string(away / kSecond) + " s", -1);
  for (int node = 0; node < world_.options_.nodes; ++node) {
    auto const place = static_cast<std::size_t>(node);
    world_.held_down_[place] = true;
    if (world_.lives_[place] && world_.moods_.one_in(2))
      world_.lives_[place]->stop();
    else
      world_.die(node);
  }
  later(away, [this] { std::fill(world_.held_down_.begin(), world_.held_down_.end(), false); });
  return away + kSecond;
}

Time Faults::restart_database(Time away) {
  note("the database restarts", -1);
  world_.database_.go_down();
  later(away, [this] { world_.database_.come_up(); });
  return away;
}

Time Faults::end_session(int node) {
  if (world_.database_.wire(node) != World::Link::fine) return 0;
  note("its session is ended", node);
  world_.database_.set_wire(node, World::Link::cut);
  world_.database_.set_wire(node, World::Link::fine);
  return 0;
}

}  // namespace engawa::simulation
