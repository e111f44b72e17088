#include "tests/simulation/client.hpp"

#include <utility>

#include "tests/simulation/world.hpp"

namespace engawa::simulation {
namespace {

constexpr std::size_t kMostAsked = 3;
constexpr std::int64_t kStays = 60;  // in thinking times, on average

bool means_later(std::string const& code) { return code == "busy" || code == "rate_limited"; }

}  // namespace

Client::Client(World& world, Table& table, int seat)
    : world_(world),
      table_(table),
      seat_(seat),
      name_(table.code + (seat < 0    ? " watcher"
                          : seat == 0 ? " black"
                                      : " white")) {
  unserved_since_ = now();
}

void Client::come() {
  if (gone_ || wire_ || is_away()) return;
  node_ = world_.choose_node();
  heard_at_ = now();
  patience_ = world_.chance().between(10, 25) * kSecond;  // docs/host/cluster.md: when the page notices
  auto const self = shared_from_this();
  wire_ = world_.call(-1, node_, table_.code);
  if (!wire_) return come_later();
  wire_->set_end(Wire::calling, {[self, wire = wire_.get()](std::string const& text) {
                                   if (self->wire_.get() == wire) self->hear(text);
                                 },
                                 [self, wire = wire_.get()](int code) {
                                   if (self->wire_.get() == wire) self->closed(code);
                                 },
                                 {}});
}

void Client::hang_up() {
  if (auto const wire = std::exchange(wire_, nullptr)) {
    wire->close(Wire::calling, 1001);
    wire->forget(Wire::calling);
  }
  ready_ = false;
  kept_since_[0] = kept_since_[1] = 0;
}

// By its own decision.
void Client::go_away(Time time) {
  world_.trace([&] { return name_ + " goes away for " + std::to_string(time / kSecond) + " s"; });
  hang_up();
  away_until_ = now() + time;
  world_.scheduler().at(away_until_, [self = shared_from_this()] {
    self->unserved_since_ = now();
    self->come();
  });
}

void Client::go() {
  gone_ = true;
  hang_up();
}

void Client::come_later() {
  world_.scheduler().after(world_.chance().between(50, 400) * kMs, [self = shared_from_this()] { self->come(); });
}

void Client::closed(int code) {
  world_.trace([&] { return name_ + " is closed with " + std::to_string(code); });
  if (code == 4006) world_.complain("lost", name_ + " is told that there is no such room");
  if (code == 4007) world_.complain("stuck", name_ + " is told that the room is quarantined");
  if (!waiting()) unserved_since_ = now();
  wire_.reset();
  ready_ = false;
  kept_since_[0] = kept_since_[1] = 0;
  if (!gone_) come_later();
}

void Client::tick() {
  if (!world_.is_well(node_)) unserved_since_ = now();
  look_for_kept_seats();
  if (!wire_) return;
  wire_->send(Wire::calling, {});  // a pong
  if (waiting() && now() - heard_at_ > patience_) {
    world_.trace([&] { return where() + ": has waited long enough"; });
    hang_up();
    come_later();
  }
}

// A person is connected and there is no fault, but a seat waits much longer than allowed.
void Client::look_for_kept_seats() {
  bool const sees = ready_ && world_.is_well(node_) && !document_.is_null() && document_.at("phase") != "over";
  for (int i = 0; i < 2; ++i) {
    auto const waits = [&](Json const& seat) {
      return seat.at("kind") == "human" && !seat.at("online").get<bool>() && !seat.value("stand_in", false) &&
             !seat.value("resigned", false);
    };
    if (!sees || !waits(document_.at("seats").at("s" + std::to_string(i))))
      kept_since_[i] = 0;
    else if (kept_since_[i] == 0)
      kept_since_[i] = now();
    else if (now() - kept_since_[i] > 3 * world_.grace())
      world_.complain("kept", name_ + " sees seat " + std::to_string(i) + " wait for its person");
  }
}

void Client::hear(std::string const& text) {
  if (text.empty()) {
    Json hello = {{"type", "hello"}, {"id", 0}, {"nick", name_}};
    if (!document_.is_null()) hello.update({{"seq", seq_}, {"hash", hash_}});
    return wire_->send(Wire::calling, hello.dump());
  }
  heard_at_ = now();
  world_.count_in(text);
  take(*table_.history.read(text));
}

void Client::take(Json const& frame) {
  auto const& type = frame.at("type").get_ref<std::string const&>();
  if (type == "step") return take_step(frame);
  if (type == "state") return take_state(frame);
  if (frame.contains("re")) take_answer(frame);
}

void Client::take_step(Json const& frame) {
  auto const seq = frame.at("seq").get<std::uint64_t>();
  table_.history.told(name_, seq, frame.at("hash"));
  if (seq != seq_ + 1)
    return world_.complain("gap", name_ + " is told step " + std::to_string(seq) + " after " + std::to_string(seq_));
  document_.merge_patch(frame.at("set"));
  seq_ = seq;
  hash_ = frame.at("hash");
}

void Client::take_state(Json const& frame) {
  auto const seq = frame.at("seq").get<std::uint64_t>();
  table_.history.told(name_, seq, frame.at("hash"));
  if (seq < seq_)
    world_.complain("stale", name_ + " knows step " + std::to_string(seq_) + " and is shown " + std::to_string(seq));
  if (seq == seq_ && !document_.is_null() && frame.at("hash") == hash_ && frame.at("room") != document_)
    world_.complain("mismatch", name_ + ": the state of step " + std::to_string(seq) + " is not the sum of the steps");
  document_ = frame.at("room");
  seq_ = seq;
  hash_ = frame.at("hash");
}

void Client::take_answer(Json const& frame) {
  auto const id = frame.at("re").get<int>();
  bool const refused = frame.at("type") == "error";
  if (id == 0) {
    if (refused) return;  // it is closed now
    ready_ = true;
    world_.trace([&] { return where(); });
    if (asked_.empty()) unserved_since_ = now();
    for (auto const& [number, asked] : asked_) wire_->send(Wire::calling, asked.text);
    return think_later();
  }
  auto const asked = asked_.find(id);
  if (asked == asked_.end()) return;
  if (refused && means_later(frame.at("code"))) return;  // it is closed now, and sends the request again
  if (frame.at("type") == "ok")
    table_.history.acknowledged(name_, std::to_string(id), frame.at("seq"), asked->second.makes_step);
  asked_.erase(asked);
  unserved_since_ = now();
}

void Client::think_later() {
  world_.scheduler().after(world_.chance().between(200, 2 * world_.options().think_ms) * kMs,
                           [self = shared_from_this(), wire = wire_] {
                             if (wire && self->wire_ == wire && self->ready_) self->think();
                           });
}

void Client::think() {
  if (seat_ >= 0 && world_.moods().one_in(kStays)) return go_away(world_.moods().between(kSecond, 4 * world_.grace()));
  if (asked_.size() < kMostAsked && !document_.is_null()) act();
  think_later();
}

bool Client::has_seat() const {
  return document_.at("seats").at("s" + std::to_string(seat_)).value("guest", "") == name_;
}

bool Client::my_turn() const { return document_.at("to_act") == "s" + std::to_string(seat_) && has_seat(); }

// One cell of the first row that has any: the first of the legal moves, "0:2-4 1:0-3".
Json Client::small_move() const {
  auto const& legal = document_.at("legal").get_ref<std::string const&>();
  auto const colon = legal.find(':');
  return {{"row", std::stoi(legal.substr(0, colon))}, {"from", std::stoi(legal.substr(colon + 1))}, {"count", 1}};
}

void Client::act() {
  auto const& phase = document_.at("phase").get_ref<std::string const&>();
  if (seat_ < 0 || world_.chance().one_in(4)) return ask({{"type", "say"}, {"text", "still here"}});
  if (phase == "lobby" && !has_seat()) return ask({{"type", "sit"}, {"seat", seat_}});
  if (phase == "lobby" && document_.value("host", "") == name_) return ask({{"type", "start"}});
  if (phase == "over") return ask({{"type", "rematch"}});
  if (phase == "playing" && my_turn()) ask({{"type", "move"}, {"ply", document_.at("ply")}, {"move", small_move()}});
}

void Client::ask(Json request) {
  int const id = ++asked_for_;
  request["id"] = id;
  if (!waiting()) unserved_since_ = now();
  auto const type = request.at("type").get<std::string>();
  auto const& asked = asked_.emplace(id, Asked{request.dump(), type == "say" || type == "move"}).first->second;
  wire_->send(Wire::calling, asked.text);
}

std::string Client::where() const {
  return name_ + (wire_ ? ready_ ? " in its room" : " at the door" : " outside") + " of node " + std::to_string(node_) +
         ", " + std::to_string(asked_.size()) + " requests without an answer";
}

}  // namespace engawa::simulation
