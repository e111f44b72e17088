#include "tests/simulation/world.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/shard/shard.hpp"
#include "server/state/input.hpp"
#include "tests/simulation/faults.hpp"

namespace engawa::simulation {

using namespace server;

namespace {

constexpr std::uint64_t kLongRoom = 100;    // inputs: then its people move to another one
constexpr Time kMadeWithin = 5 * kSecond;   // or it is tried on another node
constexpr Time kForgotten = 200 * kSecond;  // after they have left
constexpr std::int64_t kTtl = 40;           // seconds: empty rooms close

std::string code_of(std::uint64_t number) {
  constexpr std::string_view digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  std::string code(8, '0');
  for (std::size_t i = 8; i-- > 0; number /= 32) code[i] = digits[number % 32];
  return code;
}

}  // namespace

World::World(Options const& options)
    : options_(options),
      chance_(options.seed),
      moods_(options.seed + 1'000'000),
      database_(scheduler_, chance_, *this, options.nodes),
      lives_(static_cast<std::size_t>(options.nodes)),
      links_(lives_.size(), Link::fine),
      held_down_(lives_.size(), false) {
  set_now(0);
  database_.ended = [this](int node) {
    if (auto const& life = lives_[static_cast<std::size_t>(node)]) life->lose_database();
  };
  for (int node = 0; node < options_.nodes; ++node) start(node);
  scheduler_.after(kSecond, [this] { tick(); });
}

World::~World() {
  for (auto& table : tables_)
    for (auto const& person : table->people) person->go();
  for (auto& life : lives_) life.reset();
}

Config World::config(int node) const {
  Config config;
  config.cluster_address = address(node);
  config.cluster_lease_ms = options_.lease_ms;
  config.chat_per_10s = 1'000'000;
  config.bot_delay_ms = config.clock_ms = 0;
  config.grace_ms = grace() / kMs;
  config.idle_ttl_s = config.lobby_ttl_s = kTtl;
  return config;
}

void World::run() {
  fail_point::set(options_.bug.empty() ? "" : "bug." + options_.bug + "=on");
  Faults faults(*this);
  faults.begin();
  auto const end = options_.seconds * kSecond;
  // The steady clock is the simulation's own here.
  auto const enough = std::clock() + options_.for_s * CLOCKS_PER_SEC;
  auto const has_time = [&] {
    bool const looks = options_.for_s > 0 && scheduler_.events() % 1024 == 0;
    return !looks || std::clock() < enough;
  };
  while (!complaint_ && now() < end && has_time() && scheduler_.step()) continue;
  fail_point::set("");
}

void World::complain(std::string const& kind, std::string const& text) {
  trace([&] { return "COMPLAINT " + kind + ": " + text; });
  if (!complaint_) complaint_ = Complaint{kind, text, now()};
}

void World::start(int node) {
  auto& life = lives_[static_cast<std::size_t>(node)];
  life = std::make_shared<Life>(*this, node);
  life->deliver([] {});
}

void World::die(int node) { lives_[static_cast<std::size_t>(node)].reset(); }

bool World::is_well(int node) const {
  if (node < 0 || !database_.is_up() || database_.wire(node) != Link::fine) return false;
  for (auto const state : links_)
    if (state != Link::fine) return false;
  auto const& life = lives_[static_cast<std::size_t>(node)];
  return life && life->serves() && !life->is_frozen() && !life->drains() && !life->is_over();
}

// As chosen by a proxy in front of the nodes whose health check is not fresh.
int World::choose_node() {
  std::vector<int> good;
  for (int node = 0; node < options_.nodes; ++node) {
    auto const& life = lives_[static_cast<std::size_t>(node)];
    if (life && life->serves() && !life->is_frozen() && !life->drains()) good.push_back(node);
  }
  if (good.empty() || chance_.one_in(5)) return static_cast<int>(chance_.number(options_.nodes));
  return chance_.choose(good);
}

World::Link World::link(int one, int other) const {
  return std::max(links_[static_cast<std::size_t>(one)], links_[static_cast<std::size_t>(other)]);
}

WirePtr World::call(int from, int to, std::string const& room) {
  auto const& life = lives_[static_cast<std::size_t>(to)];
  if (!life || life->is_over() || (from >= 0 && link(from, to) == Link::cut)) return nullptr;
  auto wire = std::make_shared<Wire>(*this, from, to);
  if (from >= 0) {
    std::erase_if(between_, [](auto const& known) { return known.expired(); });
    between_.push_back(wire);
  }
  auto const accept = [wire, room, carried = from >= 0, called = std::weak_ptr(life)] {
    auto const living = called.lock();
    if (!living) return wire->close(Wire::answering, 1006);
    living->queue(wire, room, carried);
  };
  scheduler_.after(chance_.between(200, 3000), [this, from, to, accept] {
    if (!holds(from, to, accept)) accept();
  });
  return wire;
}

bool World::holds(int from, int to, std::function<void()> arrival) {
  if (from < 0 || to < 0 || link(from, to) == Link::fine) return false;
  if (link(from, to) == Link::stalled) held_.push_back(std::move(arrival));
  return true;
}

void World::set_link(int node, Link state) {
  links_[static_cast<std::size_t>(node)] = state;
  if (state == Link::cut) {
    auto const wires = between_;
    for (auto const& known : wires)
      for (int other = 0; other < options_.nodes; ++other)
        if (auto const wire = known.lock(); wire && other != node && wire->joins(node, other)) wire->cut();
  }
  auto const held = std::exchange(held_, {});
  for (auto const& arrival : held) arrival();  // or is held again
}

void World::stored(Changes::Input const& input, bool fenced) {
  count_in(input.text);
  if (auto* const known = table(input.room)) known->history.stored(input, fenced);
}

void World::taken(RoomRow const& before, RoomRow const& after, bool held) {
  ++counts_.takeovers;
  trace(
      [&] { return after.code + " goes from " + std::to_string(before.owner) + " to " + std::to_string(after.owner); });
  if (held)
    complain("owner", after.code + " is taken from node " + std::to_string(before.owner) + ", which has its lease");
}

void World::loaded(std::string const& room) {
  if (auto* const known = table(room)) known->history.loaded();
}

Time World::draw_wall_error() {
  constexpr Time kYears = 2 * 365 * 24 * 3600 * kSecond;
  switch (moods_.number(4)) {
    case 0:
      return 0;
    case 1:
      return moods_.between(-10, 10) * kSecond;
    default:
      return moods_.between(-kYears, kYears);
  }
}

Table* World::table(std::string const& code) {
  for (auto const* list : {&tables_, &old_})
    for (auto const& known : *list)
      if (known->code == code) return known.get();
  return nullptr;
}

void World::tick() {
  tend_nodes();
  tend_tables();
  look_for_stuck();
  scheduler_.after(kSecond, [this] { tick(); });
}

void World::tend_nodes() {
  for (int node = 0; node < options_.nodes; ++node) {
    auto const place = static_cast<std::size_t>(node);
    if (lives_[place] && lives_[place]->is_over()) die(node);
    if (!lives_[place] && !held_down_[place]) start(node);
  }
}

void World::tend_tables() {
  for (auto& known : tables_) {
    if (!known->is_open && now() - known->since > kMadeWithin) known->since = 0;
    for (auto const& person : known->people) person->tick();
    if (known->history.last() < kLongRoom && known->since != 0) continue;
    for (auto const& person : known->people) person->go();
    known->people.clear();
    known->since = now();
    old_.push_back(std::move(known));
  }
  std::erase(tables_, nullptr);
  while (!old_.empty() && now() - old_.front()->since > kForgotten) {
    database_.data().drop_room(old_.front()->code);
    old_.erase(old_.begin());
  }
  if (tables_.size() < static_cast<std::size_t>(options_.rooms)) make_table();
}

void World::make_table() {
  auto const& life = lives_[static_cast<std::size_t>(choose_node())];
  if (!life || !life->serves()) return;
  RoomSetup setup;
  setup.code = code_of(++made_);
  setup.game = "nim";
  setup.options = R"({"preset":"753"})";
  setup.chairs.resize(2);
  setup.created_at = life->services().clock.now();
  setup.seed = made_;
  setup.is_public = chance_.one_in(2);
  tables_.push_back(std::make_unique<Table>(*this, setup.code));
  tables_.back()->since = now();
  life->deliver([this, setup, node = life.get()] {
    auto& shard = node->services().shard_of(setup.code);
    shard.post([this, &shard, setup] {
      shard.rooms().create_room(
          setup, {}, [this, code = setup.code](Result<RoomSlot*> const& room) { seat_people(code, room.has_value()); });
    });
  });
}

void World::seat_people(std::string const& code, bool made) {
  auto const known = std::find_if(tables_.begin(), tables_.end(), [&](auto const& one) { return one->code == code; });
  if (!made || known == tables_.end() || (*known)->is_open) return;
  auto& table = **known;
  table.is_open = true;
  ++counts_.rooms;
  for (int seat : {0, 1, -1}) {
    table.people.push_back(std::make_shared<Client>(*this, table, seat));
    scheduler_.after(chance_.between(1, 500) * kMs, [person = table.people.back()] { person->come(); });
  }
}

// The time of a lease, until a node notices its end, until the journals try again, and until the people do.
Time World::bound() const { return 2 * options_.lease_ms * kMs + 6 * kSecond; }

void World::look_for_stuck() {
  for (auto const& known : tables_)
    for (auto const& person : known->people)
      if (std::min(person->waits(), now() - calm_since_) > bound())
        complain("stuck", person->where() + ", for " + std::to_string(person->waits() / kSecond) + " s");
}

}  // namespace engawa::simulation
