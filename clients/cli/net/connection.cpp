#include "clients/cli/net/connection.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "clients/cli/net/backoff.hpp"
#include "clients/cli/net/http.hpp"
#include "clients/cli/net/websocket.hpp"
#include "clients/cli/text/fields.hpp"

namespace engawa::cli {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int kMaxTries = 6;     // for a request that the server asks to try again
constexpr int kFirstTries = 7;   // attempts to connect to a busy server: 5.6 to 11 s, longer than a lease
constexpr int kMaxSilences = 3;  // connections on which a request may stay unanswered

std::int64_t local_ms() {
  auto const now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<Millis>(now).count();
}

std::string to_text(Json const& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

struct Connection::Impl {
  struct Request {
    Json body;
    Answer answer;
    int tries = 1;
    Clock::time_point sent;        // on the current socket
    std::unique_ptr<Timer> pause;  // set during its retry_ms
    int silences = 0;              // connections on which it was not answered in time
  };

  Impl(Loop& owner, ConnectionOptions given, Handlers hooks)
      : loop(owner), options(std::move(given)), handlers(std::move(hooks)), retry(owner), watch(owner), resync(owner) {
    guest = options.guest;
    static constexpr char digits[] = "0123456789abcdefghijklmnopqrstuv";
    for (int i = 0; i < 10; ++i) prefix += digits[random() % 32];
    prefix += '-';
  }

  Loop& loop;
  ConnectionOptions options;
  Handlers handlers;
  Timer retry;   // the next attempt to connect
  Timer watch;   // looks for missing answers
  Timer resync;  // repeats a refused sync
  std::unique_ptr<WebSocket> socket;
  std::mt19937 random{std::random_device{}()};

  Guest guest;
  Json document;
  std::int64_t seq = 0;
  std::string hash;               // hash of the history up to `seq`; empty: not given
  std::int64_t clock_offset = 0;  // server's clock minus ours
  bool has_state = false;
  bool welcomed = false;  // on the current socket
  bool ever_welcomed = false;
  bool syncing = false;        // steps were missed and have been requested
  bool other_history = false;  // the server said that our document is not part of the room's history; a state follows
  bool done = false;

  std::string prefix;  // of all ids of this run; no id may be used twice, not even by the next run
  std::uint64_t counter = 0;
  std::string hello_id, sync_id;
  std::map<std::uint64_t, Request> requests;  // unanswered, oldest first

  int attempts = 0;  // since the last welcome
  Clock::time_point down_since{};
  Handler closed;

  // Connecting

  void connect() {
    welcomed = false;
    syncing = false;
    resync.cancel();
    WebSocket::Handlers hooks;
    hooks.on_open = [this] { hello(); };
    hooks.on_frame = [this](std::string_view frame) { take(frame); };
    hooks.on_end = [this](SocketEnd const& how) { ended(how); };
    socket = std::make_unique<WebSocket>(loop, std::move(hooks));
    socket->open(options.address, "/rooms/" + options.room + "/ws", options.answer_limit);
    watch.start(options.answer_limit * 2, [this] { drop("the server does not answer"); });
  }

  std::string fresh_id() { return prefix + std::to_string(++counter); }

  void hello() {
    hello_id = fresh_id();
    Json body{{"type", "hello"}, {"id", hello_id}, {"client", "engawa-cli/" ENGAWA_VERSION}, {"lang", options.lang}};
    if (!guest.token.empty()) body["token"] = guest.token;
    if (!options.nick.empty()) body["nick"] = options.nick;
    if (!options.program.empty()) body["bot"] = {{"name", options.program}};
    if (has_state) add_position(body);
    socket->send(to_text(body));
  }

  void add_position(Json& body) const {
    body["seq"] = seq;
    if (!hash.empty()) body["hash"] = hash;
  }

  void greet(Json const& frame) {
    auto const who = frame.find("guest");
    if (who != frame.end() && who->is_object()) {
      guest.id = text_at(*who, "id");
      guest.nick = text_at(*who, "nick");
    }
    if (auto token = text_at(frame, "token"); !token.empty()) guest.token = std::move(token);
    welcomed = true;
    attempts = 0;
    bool const back = std::exchange(ever_welcomed, true);
    handlers.on_guest(guest);
    socket->send(to_text({{"type", "ping"}, {"id", fresh_id()}, {"client_ms", local_ms()}}));
    for (auto& [number, request] : requests)
      if (!request.pause) transmit(number, request);
    keep_watch();
    if (back && !done) handlers.on_link(true, "");
  }

  // Requests

  void transmit(std::uint64_t number, Request& request) {
    request.body["id"] = prefix + std::to_string(number);
    request.sent = Clock::now();
    socket->send(to_text(request.body));
  }

  void add(Request request) {
    auto const number = ++counter;
    auto& placed = requests.emplace(number, std::move(request)).first->second;
    if (welcomed && socket) transmit(number, placed);
  }

  void keep_watch() {
    watch.start(500ms, [this] {
      auto const now = Clock::now();
      for (auto& [number, request] : requests)
        if (!request.pause && now - request.sent > options.answer_limit) return unanswered(request);
      keep_watch();
    });
  }

  // A new connection may help; if it does not, nothing will.
  void unanswered(Request& request) {
    auto const words = "the server at " + options.address.authority() + " does not answer";
    if (++request.silences < kMaxSilences) return drop(words);
    socket.reset();
    finish({Exit::TimedOut, "timeout", words});
  }

  std::map<std::uint64_t, Request>::iterator asked(Json const& frame) {
    auto const id = text_at(frame, "re");
    if (!id.starts_with(prefix)) return requests.end();
    return requests.find(std::strtoull(id.c_str() + prefix.size(), nullptr, 10));
  }

  void refused(Json const& frame) {
    auto const failure = failure_of(frame);
    auto const& code = failure.code;
    if (text_at(frame, "re") == hello_id || code == "banned") return not_let_in(failure);
    if (text_at(frame, "re") == sync_id) return sync_after(cli::number(frame, "retry_ms", 1000));
    auto const found = asked(frame);
    if (found == requests.end()) return;
    if (is_temporary(code) && found->second.tries < kMaxTries)
      return later(found->first, found->second, cli::number(frame, "retry_ms", 0));
    auto const answer = std::move(found->second.answer);
    requests.erase(found);
    if (answer) answer(&failure, frame);
  }

  void not_let_in(Failure const& failure) {
    if (failure.code == "unauthenticated" && stranger()) return;
    if (ever_welcomed && is_temporary(failure.code)) return drop(failure.message);
    watch.cancel();
    socket.reset();
    finish(failure);
  }

  // The client guesses the pause if the server gives none.
  void later(std::uint64_t number, Request& request, std::int64_t retry_ms) {
    auto const pause = retry_ms > 0 ? std::min<std::int64_t>(retry_ms, 15000) : 200 << request.tries;
    ++request.tries;
    request.pause = std::make_unique<Timer>(loop);
    request.pause->start(Millis(pause), [this, number, &request] {
      request.pause.reset();
      if (welcomed && socket) transmit(number, request);
    });
  }

  void answered(Json const& frame) {
    if (text_at(frame, "re") == sync_id) syncing = false;
    auto const found = asked(frame);
    if (found == requests.end()) return;
    auto const answer = std::move(found->second.answer);
    requests.erase(found);
    if (answer) answer(nullptr, frame);
  }

  // Frames

  void take(std::string_view text) {
    if (done) return;
    auto const frame = parse_json(text);
    if (!frame || !frame->is_object()) return;
    auto const type = text_at(*frame, "type");
    if (type == "step") return step(*frame);
    if (type == "ok") return answered(*frame);
    if (type == "error") return refused(*frame);
    if (type == "state") return state(*frame);
    if (type == "pong") return pong(*frame);
    if (type == "welcome") return greet(*frame);
    if (type == "notice") return notice(*frame);
  }

  void notice(Json const& frame) {
    if (text_at(frame, "kind") == "history") other_history = true;
    handlers.on_notice(frame);
  }

  void state(Json const& frame) {
    auto const room = frame.find("room");
    if (room == frame.end() || !room->is_object()) return;
    document = *room;
    seq = cli::number(frame, "seq", seq);
    hash = text_at(frame, "hash");
    has_state = true;
    syncing = false;
    static Json const none;
    handlers.on_change(
        {.snapshot = true, .other_history = std::exchange(other_history, false), .seq = seq, .by = {}, .events = none});
  }

  // Whether the frame is the next one. Missing steps are requested; known ones are skipped.
  bool is_next(Json const& frame) {
    auto const number = cli::number(frame, "seq", 0);
    if (!has_state || number <= seq) return false;
    if (number == seq + 1) return true;
    sync();
    return false;
  }

  void sync() {
    if (std::exchange(syncing, true)) return;
    sync_id = fresh_id();
    Json body{{"type", "sync"}, {"id", sync_id}};
    add_position(body);
    socket->send(to_text(body));
  }

  // Steps are dropped until the sync succeeds, so a refused one is repeated.
  void sync_after(std::int64_t ms) {
    resync.start(Millis(ms), [this] {
      if (!std::exchange(syncing, false) || !socket) return;
      sync();
    });
  }

  void step(Json const& frame) {
    if (!is_next(frame)) return;
    ++seq;
    hash = text_at(frame, "hash");
    if (auto const set = frame.find("set"); set != frame.end() && set->is_object()) document.merge_patch(*set);
    auto const move = frame.find("move");
    auto const events = frame.find("events");
    static Json const none = Json::array();
    handlers.on_change({.snapshot = false,
                        .other_history = false,
                        .seq = seq,
                        .by = text_at(frame, "by"),
                        .move = move == frame.end() ? nullptr : &*move,
                        .events = events == frame.end() ? none : *events});
  }

  void pong(Json const& frame) {
    auto const sent = cli::number(frame, "client_ms", local_ms());
    auto const now = local_ms();
    clock_offset = cli::number(frame, "server_ms", now) - (sent + now) / 2;
  }

  // Endings

  void drop(std::string const& why) { ended({.was_open = true, .timed_out = true, .failure = {}, .detail = why}); }

  void ended(SocketEnd const& how) {
    watch.cancel();
    socket.reset();
    bool const was_welcomed = std::exchange(welcomed, false);
    if (done) return finish_leaving();
    if (how.was_open && how.code == 4003 && stranger()) return;
    if (auto const failure = final_failure(how)) return finish(*failure);
    if (was_welcomed || down_since == Clock::time_point{}) down_since = Clock::now();
    come_back(how, was_welcomed);
  }

  // The server does not know our token. True if we reconnect as a new guest.
  bool stranger() {
    if (!options.forget_guest || guest.token.empty()) return false;
    guest = {};
    has_state = false;
    seq = 0;
    hash.clear();
    socket.reset();
    retry.start(0ms, [this] { connect(); });
    return true;
  }

  // Set if further attempts are pointless.
  std::optional<Failure> final_failure(SocketEnd const& how) const {
    auto const server = options.address.authority();
    if (!how.was_open && how.status != 0) {
      auto refusal = http_refusal(options.address, how.status, how.detail);
      if (refusal.code == "not_found")
        refusal.message = "there is no room " + options.room + " on " + options.address.place();
      bool const is_away = refusal.exit == Exit::Unreachable;
      bool const is_busy = refusal.code == "busy" && attempts < kFirstTries;
      if (ever_welcomed ? is_away || is_temporary(refusal.code) : is_busy) return std::nullopt;
      return refusal;
    }
    if (how.was_open && !how.timed_out && comeback_after(how.code) == Comeback::Never) {
      auto const words = how.detail.empty() ? std::string(close_meaning(how.code)) : how.detail;
      return Failure{exit_for_close(how.code), "closed_" + std::to_string(how.code), words};
    }
    if (ever_welcomed) return std::nullopt;
    if (how.failure) return how.failure;
    if (how.timed_out) return Failure{Exit::TimedOut, "timeout", "the server at " + server + " does not answer"};
    return Failure{Exit::Unreachable, "cannot_connect", "cannot connect to " + server + ": " + how.detail};
  }

  void come_back(SocketEnd const& how, bool tell) {
    auto const words = how.detail.empty() ? std::string(close_meaning(how.code)) : how.detail;
    if (Clock::now() - down_since > options.comeback_limit)
      return finish({Exit::Unreachable, "cannot_connect", "the connection is lost: " + words});
    if (tell) handlers.on_link(false, words);
    auto const kind = how.was_open ? comeback_after(how.code) : Comeback::BackOff;
    if (!done) retry.start(pause_before(kind, attempts++, random), [this] { connect(); });
  }

  void finish(Failure const& failure) {
    done = true;
    retry.cancel();
    handlers.on_end(failure);
  }

  void finish_leaving() {
    if (auto const tell = std::exchange(closed, nullptr)) tell();
  }
};

Connection::Connection(Loop& loop, ConnectionOptions options, Handlers handlers)
    : impl_(std::make_unique<Impl>(loop, std::move(options), std::move(handlers))) {}

Connection::~Connection() { impl_->done = true; }

void Connection::open() { impl_->connect(); }

void Connection::request(Json body, Answer answer) {
  // A move is meant for the board that we have, so the server must not play it on a board with another history.
  if (body.value("type", "") == "move" && !impl_->hash.empty()) body["hash"] = impl_->hash;
  if (!impl_->done)
    impl_->add({.body = std::move(body), .answer = std::move(answer), .sent = {}, .pause = nullptr, .silences = 0});
}

void Connection::leave(Handler closed) {
  bool const was_done = std::exchange(impl_->done, true);
  impl_->retry.cancel();
  if (was_done || !impl_->socket) return impl_->loop.post(std::move(closed));
  impl_->closed = std::move(closed);
  impl_->watch.start(1s, [this] { impl_->ended({}); });  // not longer than a person would wait
  impl_->socket->close();
}

bool Connection::online() const { return impl_->welcomed; }
Json const& Connection::document() const { return impl_->document; }
std::int64_t Connection::seq() const { return impl_->seq; }
Guest const& Connection::guest() const { return impl_->guest; }
std::int64_t Connection::server_now() const { return local_ms() + impl_->clock_offset; }

}  // namespace engawa::cli
