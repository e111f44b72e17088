// `pipe CODE`: the raw protocol. Each line of stdin is sent as one frame, each frame is printed as one line. At the end
// of stdin it waits for the outstanding answers, at most --timeout, and closes with 1000. Without --hello it sends no
// hello and does not reconnect. With --hello the first frame is a hello as the guest of the guest file; after a drop it
// reconnects as that guest, resumes after the last step, and repeats unanswered requests.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "clients/cli/net/backoff.hpp"
#include "clients/cli/net/http.hpp"
#include "clients/cli/net/websocket.hpp"
#include "clients/cli/room/entry.hpp"
#include "clients/cli/text/fields.hpp"
#include "clients/cli/verbs/verbs.hpp"
#include "clients/console/lines.hpp"

namespace engawa::cli {
namespace {

class Pipe {
 public:
  Pipe(Options const& options, Output const& output, Entry entry)
      : options_(options),
        output_(output),
        entry_(std::move(entry)),
        lines_(loop_, 0),
        patience_(loop_),
        retry_(loop_) {}

  int run() {
    loop_.on_signals({SIGINT, SIGTERM},
                     [this](int number) { finish(number == SIGINT ? Exit::Interrupted : Exit::Other); });
    connect();
    return loop_.run();
  }

 private:
  struct Request {
    std::string id;  // as JSON
    std::string frame;
  };

  void connect() {
    auto const& to = entry_.connection;
    socket_ = std::make_unique<WebSocket>(loop_, handlers());
    socket_->open(to.address, "/rooms/" + to.room + "/ws", to.answer_limit);
  }

  WebSocket::Handlers handlers() {
    return {
        .on_open = [this] { opened(); },
        .on_frame = [this](std::string_view frame) { print(frame); },
        .on_end = [this](SocketEnd const& how) { ended(how); },
    };
  }

  void opened() {
    if (options_.hello)
      say_hello();
    else
      read_next();
  }

  void say_hello() {
    Json hello{{"type", "hello"},
               {"id", "hello"},
               {"client", "engawa-pipe/" ENGAWA_VERSION},
               {"lang", entry_.connection.lang}};
    auto const& guest = entry_.connection.guest;
    if (!guest.token.empty()) hello["token"] = guest.token;
    if (!entry_.connection.nick.empty()) hello["nick"] = entry_.connection.nick;
    if (seq_) hello["seq"] = *seq_;
    if (seq_ && !hash_.empty()) hello["hash"] = hash_;
    socket_->send(hello.dump());
    greeting_ = true;
    if (!std::exchange(reading_, true)) read_next();
  }

  void read_next() {
    lines_.next([this](std::optional<std::string> line) {
      held_ = std::move(line);
      holding_ = true;
      if (!coming_back_) take_held();
    });
  }

  // Without a connection the line waits, and so do all lines after it.
  void take_held() {
    holding_ = false;
    auto line = std::exchange(held_, std::nullopt);
    if (!line) return input_ended();
    if (!trim(*line).empty()) send(std::move(*line));
    read_next();
  }

  // A frame with a usable id is answered under it; any other by an error that names no request.
  void send(std::string frame) {
    auto const json = parse_json(frame);
    auto const id = json && json->is_object() ? json->value("id", Json()) : Json();
    bool const named = id.is_string() || id.is_number_integer();
    if (named)
      outstanding_.push_back({id.dump(), frame});
    else
      ++nameless_;
    socket_->send(std::move(frame));
  }

  void print(std::string_view frame) {
    output_.data(frame);
    auto const json = parse_json(frame);
    if (!json || !json->is_object()) return;
    auto const type = text_at(*json, "type");
    if (options_.hello && type == "welcome") welcome(*json);
    if (type == "state" || type == "step") know(*json);
    if (type == "notice" && text_at(*json, "kind") == "history") output_.note(output_.phrases().notice(*json));
    auto const re = json->value("re", Json());
    if (!re.is_null())
      answered(re.dump());
    else if (type == "error" && nameless_ > 0)
      --nameless_;
    welcomed_ = welcomed_ || type == "welcome";
    if (type == "error" && !re.is_null() && !welcomed_) turned_away_ = failure_of(*json);
    if (input_ended_ && all_answered()) finish_at_end();
  }

  void know(Json const& change) {
    auto const seq = read_int(change, "seq", 0, INT64_MAX);
    if (seq && *seq) seq_ = **seq;
    hash_ = text_at(change, "hash");
  }

  void answered(std::string const& id) {
    if (id == "\"hello\"") greeting_ = false;
    auto const asked =
        std::find_if(outstanding_.begin(), outstanding_.end(), [&id](Request const& one) { return one.id == id; });
    if (asked != outstanding_.end()) outstanding_.erase(asked);
  }

  void welcome(Json const& frame) {
    remember(frame);
    if (!std::exchange(coming_back_, false)) return;
    tries_ = 0;
    output_.note(output_.phrases().link(true, ""));
    for (auto const& request : outstanding_) socket_->send(request.frame);
    if (holding_) take_held();
  }

  void remember(Json const& welcome) {
    auto& guest = entry_.connection.guest;
    if (auto token = text_at(welcome, "token"); !token.empty()) guest.token = std::move(token);
    if (auto const who = welcome.find("guest"); who != welcome.end() && who->is_object()) {
      guest.id = text_at(*who, "id");
      guest.nick = text_at(*who, "nick");
    }
    if (auto const trouble = entry_.remember(guest)) output_.note(*trouble);
  }

  bool all_answered() const { return outstanding_.empty() && nameless_ == 0 && !greeting_; }

  void input_ended() {
    input_ended_ = true;
    if (all_answered()) return finish_at_end();
    patience_.start(entry_.connection.answer_limit, [this] {
      auto const count =
          std::to_string(outstanding_.size() + static_cast<std::size_t>(nameless_ + (greeting_ ? 1 : 0)));
      finish(
          static_cast<Exit>(output_.fail({Exit::TimedOut, "timeout", count + " requests were not answered in time"})));
    });
  }

  // After a refusal the server closes the connection soon; we wait for its code.
  void finish_at_end() {
    if (!turned_away_) return finish(Exit::Ok);
    patience_.start(std::chrono::seconds(2), [this] { finish(static_cast<Exit>(output_.fail(*turned_away_))); });
  }

  void finish(Exit code) {
    if (std::exchange(finishing_, true)) return loop_.stop(static_cast<int>(code));
    code_ = code;
    patience_.start(std::chrono::seconds(1), [this] { loop_.stop(static_cast<int>(code_)); });
    if (socket_) return socket_->close();
    loop_.stop(static_cast<int>(code_));
  }

  void ended(SocketEnd const& how) {
    if (finishing_) return loop_.stop(static_cast<int>(code_));
    if (options_.hello && welcomed_ && may_come_back(how)) return come_back(how);
    loop_.stop(output_.fail(failure(how)));
  }

  bool may_come_back(SocketEnd const& how) {
    if (!std::exchange(coming_back_, true)) lost_at_ = std::chrono::steady_clock::now();
    if (std::chrono::steady_clock::now() - lost_at_ > entry_.connection.comeback_limit) return false;
    return !how.was_open || how.timed_out || comeback_after(how.code) != Comeback::Never;
  }

  void come_back(SocketEnd const& how) {
    if (tries_ == 0) output_.note(output_.phrases().link(false, failure(how).message));
    nameless_ = 0;  // their answers were lost with the connection
    socket_.reset();
    auto const kind = how.was_open ? comeback_after(how.code) : Comeback::BackOff;
    retry_.start(pause_before(kind, tries_++, random_), [this] { connect(); });
  }

  Failure failure(SocketEnd const& how) const {
    auto const server = entry_.connection.address.authority();
    if (!how.was_open && how.status != 0) return http_refusal(entry_.connection.address, how.status, how.detail);
    if (how.failure) return *how.failure;
    if (!how.was_open && how.timed_out)
      return {Exit::TimedOut, "timeout", "the server at " + server + " does not answer"};
    if (!how.was_open) return {Exit::Unreachable, "cannot_connect", "cannot connect to " + server + ": " + how.detail};
    auto const words = how.detail.empty() ? std::string(close_meaning(how.code)) : how.detail;
    auto const code = std::to_string(how.code);
    auto exit = exit_for_close(how.code);
    if (turned_away_ && exit == Exit::Unreachable) exit = turned_away_->exit;  // 1013: the server's refusal says more
    return {exit, "closed_" + code, "the server closed with " + code + ": " + words};
  }

  Options const& options_;
  Output const& output_;
  Entry entry_;
  Loop loop_;
  Lines lines_;
  Timer patience_, retry_;
  std::unique_ptr<WebSocket> socket_;
  std::vector<Request> outstanding_;  // without an answer, oldest first
  int nameless_ = 0;                  // frames sent without a usable id
  std::optional<std::int64_t> seq_;   // of the last printed step
  std::string hash_;                  // the hash that came with it
  std::mt19937 random_{std::random_device{}()};
  std::chrono::steady_clock::time_point lost_at_{};
  int tries_ = 0;                    // reconnects
  bool coming_back_ = false;         // after a drop, until the welcome
  bool greeting_ = false;            // our hello is unanswered
  bool reading_ = false;             // stdin
  std::optional<std::string> held_;  // read, but not sent; nullopt: the end
  bool holding_ = false;
  bool welcomed_ = false;
  std::optional<Failure> turned_away_;  // why the first request was refused
  bool input_ended_ = false;
  bool finishing_ = false;
  Exit code_ = Exit::Ok;
};

}  // namespace

int pipe_room(Options const& options, Output const& output) {
  auto entry = find_room(options, {.own_guest = options.hello, .who = {}});
  if (!entry) return output.fail(entry.error());
  return Pipe(options, output, std::move(*entry)).run();
}

}  // namespace engawa::cli
