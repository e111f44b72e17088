// `pipe CODE`: the raw protocol. Each line of stdin is sent as one frame, each frame is printed as one line. No hello
// is sent unless --hello asks for it (then it is the first frame, as the guest of the guest file). At the end of stdin
// it waits for the outstanding answers, at most --timeout, and closes with 1000. It never reconnects.
#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <set>

#include "clients/cli/entry.hpp"
#include "clients/cli/http.hpp"
#include "clients/cli/lines.hpp"
#include "clients/cli/verbs.hpp"
#include "clients/cli/websocket.hpp"

namespace engawa::cli {
namespace {

std::string text_at(Json const& object, char const* key) {
  auto const found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

class Pipe {
 public:
  Pipe(Options const& options, Output const& output, Entry entry)
      : options_(options),
        output_(output),
        entry_(std::move(entry)),
        lines_(loop_, 0),
        patience_(loop_),
        socket_(loop_, handlers()) {}

  int run() {
    loop_.on_signals({SIGINT, SIGTERM},
                     [this](int number) { finish(number == SIGINT ? Exit::Interrupted : Exit::Other); });
    socket_.open(entry_.connection.address, "/rooms/" + entry_.connection.room + "/ws", entry_.connection.answer_limit);
    return loop_.run();
  }

 private:
  WebSocket::Handlers handlers() {
    return {
        .on_open = [this] { opened(); },
        .on_frame = [this](std::string_view frame) { print(frame); },
        .on_end = [this](SocketEnd const& how) { ended(how); },
    };
  }

  void opened() {
    if (options_.hello) {
      Json hello{{"type", "hello"}, {"id", "hello"}, {"client", "engawa-pipe/0.1"}, {"lang", entry_.connection.lang}};
      auto const& guest = entry_.connection.guest;
      if (!guest.token.empty()) hello["token"] = guest.token;
      if (!entry_.connection.nick.empty()) hello["nick"] = entry_.connection.nick;
      send(hello.dump());
    }
    read_next();
  }

  void read_next() {
    lines_.next([this](std::optional<std::string> line) {
      if (!line) return input_ended();
      if (!trim(*line).empty()) send(std::move(*line));
      read_next();
    });
  }

  // What has a usable id is answered under it; anything else by an error that names no request.
  void send(std::string frame) {
    auto const json = parse_json(frame);
    auto const id = json && json->is_object() ? json->value("id", Json()) : Json();
    bool const named = id.is_string() || id.is_number_integer();
    if (named)
      outstanding_.insert(id.dump());
    else
      ++nameless_;
    socket_.send(std::move(frame));
  }

  void print(std::string_view frame) {
    std::string line(frame);
    std::replace(line.begin(), line.end(), '\n', ' ');
    output_.line(line);
    auto const json = parse_json(frame);
    if (!json || !json->is_object()) return;
    auto const type = text_at(*json, "type");
    if (options_.hello && type == "welcome") remember(*json);
    auto const re = json->value("re", Json());
    if (!re.is_null())
      outstanding_.erase(re.dump());
    else if (type == "error" && nameless_ > 0)
      --nameless_;
    welcomed_ = welcomed_ || type == "welcome";
    if (type == "error" && !re.is_null() && !welcomed_)
      turned_away_ = {exit_for_refusal(text_at(*json, "code")), text_at(*json, "code"), text_at(*json, "message")};
    if (input_ended_ && all_answered()) finish_at_end();
  }

  void remember(Json const& welcome) {
    auto guest = entry_.connection.guest;
    if (auto token = text_at(welcome, "token"); !token.empty()) guest.token = std::move(token);
    if (auto const who = welcome.find("guest"); who != welcome.end() && who->is_object()) {
      guest.id = text_at(*who, "id");
      guest.nick = text_at(*who, "nick");
    }
    if (auto const trouble = entry_.remember(guest)) output_.note(*trouble);
  }

  bool all_answered() const { return outstanding_.empty() && nameless_ == 0; }

  void input_ended() {
    input_ended_ = true;
    if (all_answered()) return finish_at_end();
    patience_.start(entry_.connection.answer_limit, [this] {
      auto const count = std::to_string(outstanding_.size() + static_cast<std::size_t>(nameless_));
      finish(
          static_cast<Exit>(output_.fail({Exit::TimedOut, "timeout", count + " requests were not answered in time"})));
    });
  }

  // Who was turned away hears the server close before long; we wait for its code.
  void finish_at_end() {
    if (!turned_away_) return finish(Exit::Ok);
    patience_.start(std::chrono::seconds(2), [this] { finish(static_cast<Exit>(output_.fail(*turned_away_))); });
  }

  void finish(Exit code) {
    if (std::exchange(finishing_, true)) return loop_.stop(static_cast<int>(code));
    code_ = code;
    patience_.start(std::chrono::seconds(1), [this] { loop_.stop(static_cast<int>(code_)); });
    socket_.close();
  }

  void ended(SocketEnd const& how) {
    if (finishing_) return loop_.stop(static_cast<int>(code_));
    loop_.stop(output_.fail(failure(how)));
  }

  Failure failure(SocketEnd const& how) const {
    auto const server = entry_.connection.address.authority();
    if (!how.was_open && how.status != 0) return http_refusal(how.status, how.detail);
    if (!how.was_open && how.timed_out)
      return {Exit::TimedOut, "timeout", "the server at " + server + " does not answer"};
    if (!how.was_open) return {Exit::Unreachable, "cannot_connect", "cannot connect to " + server + ": " + how.detail};
    auto const words = how.detail.empty() ? std::string(close_meaning(how.code)) : how.detail;
    auto const code = std::to_string(how.code);
    auto exit = exit_for_close(how.code);
    if (turned_away_ && exit == Exit::Unreachable) exit = turned_away_->exit;  // 1013: its refusal says more
    return {exit, "closed_" + code, "the server closed with " + code + ": " + words};
  }

  Options const& options_;
  Output const& output_;
  Entry entry_;
  Loop loop_;
  Lines lines_;
  Timer patience_;
  WebSocket socket_;
  std::multiset<std::string> outstanding_;  // ids without an answer, as JSON
  int nameless_ = 0;                        // frames sent without a usable id
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
