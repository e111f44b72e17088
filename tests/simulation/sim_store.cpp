#include "tests/simulation/sim_store.hpp"

#include <utility>

namespace engawa::simulation {

using server::StoreFault;

namespace {

constexpr Time kAnswerWithin = 10 * kSecond;
constexpr Time kConnectWithin = 8 * kSecond;
constexpr Time kRenewWithin = 200 * kMs;

}  // namespace

void SimStore::open() {
  if (!connect(true, kConnectWithin)) throw StoreFault("there is no connection");
  join();
}

void SimStore::hang_up() {
  if (session_) server_.send(number_, [session = session_] { session->hang_up(); });
}

bool SimStore::connect(bool waits, Time patience) {
  struct Attempt {
    std::shared_ptr<Session> session;
    bool over = false;
  };
  auto const attempt = std::make_shared<Attempt>();
  server_.connect(number_, node_.lease_ms * kMs, waits,
                  [attempt, deliver = waiting_.delivery()](std::shared_ptr<Session> session) {
                    deliver([attempt, session] {
                      attempt->session = session;
                      attempt->over = true;
                    });
                  });
  waiting_.wait_for([attempt] { return attempt->over; }, now() + patience);
  if (!attempt->session || !attempt->session->is_open()) return false;
  session_ = attempt->session;
  return connected_ = true;
}

void SimStore::send(Statement statement) {
  pipeline_.push_back(std::move(statement));
  if (!begun_) round_trip(true);
}

void SimStore::ask(Statement statement) {
  pipeline_.push_back(std::move(statement));
  round_trip(!begun_);
}

// Unanswered statements may have been executed or not.
void SimStore::round_trip(bool commits) {
  if (!connected_) throw StoreFault("there is no connection");
  auto const request = std::make_shared<Request>();
  auto const arrived = std::make_shared<bool>(false);
  request->statements = std::exchange(pipeline_, {});
  request->commits = commits;
  request->answered = [&server = server_, number = number_, arrived, deliver = waiting_.delivery()] {
    server.send(number, [arrived, deliver] { deliver([arrived] { *arrived = true; }); });
  };
  server_.send(number_, [session = session_, request] { session->take(request); });
  auto const deadline = now() + kAnswerWithin;
  waiting_.wait_for([this, arrived] { return *arrived || !connected_; }, deadline);
  if (!*arrived) {
    if (connected_) hang_up();
    connected_ = false;
    throw StoreFault("the database does not answer");
  }
  if (request->ended) {
    connected_ = false;
    throw StoreFault("the connection has ended");
  }
  if (!request->fault.empty()) throw StoreFault(request->fault);
}

void SimStore::begin() {
  watch();
  begun_ = true;
}

std::vector<SimStore::Refused> SimStore::commit() {
  if (!pipeline_.empty() || begun_) round_trip(true);
  begun_ = false;
  for (auto const& one : *refused_) writers_.erase(one.room);
  return std::move(*std::exchange(refused_, std::make_shared<std::vector<Refused>>()));
}

// Not waited for, since nothing may pause here: the session's next statements follow it.
void SimStore::rollback() noexcept {
  writers_.clear();
  pipeline_.clear();
  begun_ = false;
  refused_ = std::make_shared<std::vector<Refused>>();
  if (connected_)
    pipeline_.push_back([](Database& data, Transaction& transaction) {
      data.roll_back(transaction);
      return true;
    });
}

void SimStore::begin_part() {
  pipeline_.push_back([](Database&, Transaction& transaction) {
    transaction.before_part = transaction.changes;
    return true;
  });
}

void SimStore::end_part(bool keep) {
  if (!keep) writers_.clear();
  pipeline_.push_back([keep](Database&, Transaction& transaction) {
    if (!keep && transaction.before_part) transaction.changes = *transaction.before_part;
    transaction.before_part.reset();
    return true;
  });
}

void SimStore::probe() {
  if (!connected_) {
    writers_.clear();
    pipeline_.clear();
    if (!connect(false, kRenewWithin)) throw StoreFault("the database does not answer yet");
  }
  try {
    begin();
    (void)commit();
  } catch (...) {
    rollback();
    throw;
  }
}

void SimStore::watch() {
  if (!connected_) throw StoreFault("the connection has ended");
}

void SimStore::create_room(std::string const& code, std::string const& setup, std::int64_t) {
  send([code, setup, id = id_](Database& data, Transaction& by) { return data.create(by, code, setup, id); });
  writers_[code] = {1, 0};
}

// kOwner: known epochs and numbers are not queried again; the commit checks them against the row.
SimStore::Writer* SimStore::writer_of(std::string const& code) {
  if (auto const known = writers_.find(code); known != writers_.end()) return &known->second;
  auto const found = std::make_shared<std::optional<Writer>>();
  ask([code, found](Database& data, Transaction& by) {
    if (auto const* const row = data.room(by, code)) *found = Writer{row->epoch, data.last_input(by, code)};
    return true;
  });
  return *found ? &writers_.emplace(code, **found).first->second : nullptr;
}

bool SimStore::append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) {
  auto* const writer = writer_of(room);
  if (!writer || writer->epoch != epoch || writer->last + 1 != seq) return false;
  send([written = Changes::Input{room, seq, input, epoch}, refused = refused_](Database& data, Transaction& by) {
    return data.append(by, written, *refused);
  });
  writer->last = seq;
  return true;
}

std::optional<server::StoredRoom> SimStore::take_room(std::string const& code, bool whole) {
  auto const found = std::make_shared<std::optional<RoomRow>>();
  auto const home = std::make_shared<std::string>();
  ask([=, id = id_](Database& data, Transaction& by) {
    *found = data.find_free(by, code, id, *home);
    return true;
  });
  if (!*found) return std::nullopt;
  writers_.erase(code);
  auto& row = **found;
  server::StoredRoom room{row.setup, 0, {}, {}, row.epoch, row.broken, *home};
  if (!room.broken.empty() || !room.home.empty()) return room;
  room.epoch = ++row.epoch;
  row.closed = false;
  row.owner = id_;
  send([changed = row](Database& data, Transaction& by) { return data.put(by, changed); });
  auto const read = std::make_shared<server::StoredRoom>(std::move(room));
  ask([=](Database& data, Transaction& by) {
    if (auto const kept = data.snapshot(code); kept && !whole) {
      read->snapshot_seq = kept->seq;
      read->snapshot = kept->text;
    }
    read->inputs = data.inputs(by, code, read->snapshot_seq);
    return true;
  });
  writers_[code] = {read->epoch, read->snapshot_seq + read->inputs.size()};
  return std::move(*read);
}

std::optional<server::StoredRoom> SimStore::read_room(std::string const& code) {
  auto const read = std::make_shared<std::optional<server::StoredRoom>>();
  ask([=](Database& data, Transaction& by) {
    if (auto const* const row = data.room(by, code))
      *read = server::StoredRoom{row->setup, 0, {}, data.inputs(by, code, 0), row->epoch, row->broken, {}};
    return true;
  });
  return std::move(*read);
}

void SimStore::put_snapshot(std::string const& code, std::uint64_t epoch, std::uint64_t seq, std::string const& text) {
  auto const* const writer = writer_of(code);
  if (!writer || writer->epoch != epoch || writer->last < seq) return;
  send([epoch, snapshot = Changes::Input{code, seq, text}](Database& data, Transaction& by) {
    return data.put_snapshot(by, epoch, snapshot);
  });
}

bool SimStore::set_broken(std::string const& code, std::string const& reason) {
  auto const found = std::make_shared<std::optional<RoomRow>>();
  ask([=](Database& data, Transaction& by) { return data.find(by, code, *found); });
  if (!*found) return false;
  (*found)->broken = reason;
  send([row = **found](Database& data, Transaction& by) { return data.put(by, row); });
  return true;
}

void SimStore::set_closed(std::string const& code, bool closed) {
  writers_.erase(code);
  auto const found = std::make_shared<std::optional<RoomRow>>();
  auto const home = std::make_shared<std::string>();
  ask([=, id = id_](Database& data, Transaction& by) {
    if (!data.find(by, code, *found)) return false;
    *home = data.home(by, code, id);
    return true;
  });
  if (!*found || !home->empty()) return;
  (*found)->closed = closed;
  if (closed) (*found)->owner = 0;
  send([row = **found](Database& data, Transaction& by) { return data.put(by, row); });
}

void SimStore::join() {
  auto const id = std::make_shared<std::int64_t>(0);
  ask([id, address = node_.address, lease = node_.lease_ms * kMs](Database& data, Transaction& by) {
    return data.join(by, address, lease, *id);
  });
  id_ = *id;
}

void SimStore::find_home(std::string const& code, std::string& found) {
  auto const home = std::make_shared<std::string>();
  ask([=, id = id_](Database& data, Transaction& by) {
    *home = data.home(by, code, id);
    return true;
  });
  found = *home;
}

std::vector<std::string> SimStore::claim(int limit) {
  auto const codes = std::make_shared<std::vector<std::string>>();
  ask([codes, limit, id = id_](Database& data, Transaction& by) {
    return data.claim(by, id, static_cast<std::size_t>(limit), *codes);
  });
  send([id = id_](Database& data, Transaction& by) {
    data.forget(by, id);
    return true;
  });
  return std::move(*codes);
}

server::Cluster::Renewed SimStore::renew() {
  auto const done = std::make_shared<std::optional<Renewed>>();
  ask([done, id = id_, lease = node_.lease_ms * kMs](Database& data, Transaction& by) {
    *done = data.renew(by, id, lease);
    return true;
  });
  if (*done) return **done;
  join();
  return Renewed::lapsed;
}

std::vector<std::string> SimStore::owned() {
  auto const codes = std::make_shared<std::vector<std::string>>();
  ask([codes, id = id_](Database& data, Transaction& by) {
    *codes = data.owned(by, id);
    return true;
  });
  return std::move(*codes);
}

std::vector<std::string> SimStore::living() {
  auto const addresses = std::make_shared<std::vector<std::string>>();
  ask([addresses](Database& data, Transaction& by) {
    *addresses = data.living(by);
    return true;
  });
  return std::move(*addresses);
}

std::int64_t SimStore::tell_lobby(std::string const& text) {
  auto const version = std::make_shared<std::int64_t>(0);
  ask([version, text, id = id_](Database& data, Transaction& by) {
    data.tell(by, id, text, *version);
    return true;
  });
  return *version;
}

std::vector<server::NodeLobby> SimStore::lobbies(std::vector<std::int64_t> const& known) {
  auto const found = std::make_shared<std::vector<server::NodeLobby>>();
  ask([found, known](Database& data, Transaction& by) {
    *found = data.lobbies(by, known);
    return true;
  });
  return std::move(*found);
}

void SimStore::leave() {
  send([id = id_](Database& data, Transaction& by) { return data.leave(by, id); });
}

}  // namespace engawa::simulation
