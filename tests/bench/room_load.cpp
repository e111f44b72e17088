// room_load: plays many rooms of reversi `five` at once over real sockets, five people in each, and measures the
// server.
//
//   room_load --port P [--pid SERVER] [--rooms 200] [--warmup-ms 300] [--closed-ms 1500] [--paced-ms 0] [--rate 2000]
//             [--spin 0] [--seed 1]
//
// Closed loop: the seat to act moves as soon as it has read the step before, so there is always one move under way in
// each room; when a game is over all accept the rematch. Paced: the same, but a room moves only when it is its turn in
// a round that makes `rate` moves a second over all rooms. --spin 1 polls without sleeping: then the server never pays
// for waking the generator, which a slow server does more often than a fast one.
//
// Prints one line of JSON. A gap in the numbers or an `error` frame is counted, printed to stderr, and makes the exit
// code 1. Knows nothing of which server it talks to: bare_epoll.cpp answers the same calls.
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <deque>
#include <map>

#include "tests/bench/room_load_socket.hpp"
#include "tests/bench/room_load_stats.hpp"

namespace {

using namespace engawa::bench;

constexpr int kSeats = 5;
constexpr std::uint64_t kSetUpNs = 30'000'000'000;
constexpr std::string_view kRoomBody =
    R"({"game":"reversi","options":{"preset":"five"},"seats":["open","open","open","open","open"],)"
    R"("visibility":"private","clock":{"kind":"none"},"start":"full"})";

struct Options {
  std::map<std::string, std::uint64_t> values{{"port", 0},        {"pid", 0},          {"rooms", 200},
                                              {"warmup-ms", 300}, {"closed-ms", 1500}, {"paced-ms", 0},
                                              {"rate", 2000},     {"spin", 0},         {"seed", 1}};
  std::uint64_t operator[](char const* name) const { return values.at(name); }
};

// One move on its way. Slow seats may still wait for its step while the next ones are played, so a room keeps a few.
struct Sent {
  std::uint64_t seq = 0;  // of the step it will make
  std::uint64_t at = 0;
  int seat = -1;
};

struct Room {
  std::string code;
  std::uint64_t seq = 0;       // of the newest step that any seat has read
  std::uint64_t over_seq = 0;  // of the step that ended the game
  std::uint64_t ply = 0;
  int to_act = -1;
  std::string legal;
  std::array<Sent, 8> sent;
  int waiting = -1;  // paced: the seat that will move when the room's time has come
};

struct Connection {
  int socket = -1;
  int room = 0;
  int seat = 0;
  bool upgraded = false;
  bool has_state = false;
  std::uint64_t seq = 0;
  std::uint64_t next_id = 1;
  std::uint64_t asked_id = 0;  // of the move that waits for its ok
  std::uint64_t asked_at = 0;
  std::string token;
  std::string rest;  // of an unfinished frame
};

// What happened between two moments.
struct Window {
  std::uint64_t moves = 0, steps = 0, step_bytes = 0;
  Latencies own_ok, others_step;
  double seconds = 0;
  Usage before, after;

  double cpu_per_100k() const {
    return moves == 0 ? 0 : (after.cpu_s - before.cpu_s) * 1e5 / static_cast<double>(moves);
  }
};

class Load {
 public:
  explicit Load(Options const& options)
      : options_(options), epoll_(::epoll_create1(EPOLL_CLOEXEC)), random_(options["seed"] * 2 + 1), bytes_(1 << 17) {}

  void set_up();
  Window run(std::uint64_t milliseconds, std::uint64_t rate);
  std::uint64_t errors() const { return errors_; }
  std::uint64_t games() const { return games_; }

 private:
  Room& room_of(Connection const& connection) { return rooms_[static_cast<std::size_t>(connection.room)]; }
  Connection& at(std::size_t room, int seat) { return connections_[room * kSeats + static_cast<std::size_t>(seat)]; }
  void make_rooms();
  void open(Connection& connection);
  void turn(std::uint64_t until);
  timespec wait_time(std::uint64_t until) const;
  void on_readable(Connection& connection);
  void on_upgraded(Connection& connection, std::string& bytes);
  void on_frame(Connection& connection, ServerFrame const& frame);
  void on_step(Connection& connection, std::string_view text);
  void on_state(Connection& connection, std::string_view text);
  void on_answer(Connection& connection, std::string_view text);
  void read_position(Room& room, std::string_view text);
  void act(Connection& connection);
  void move(Connection& connection);
  void pace();
  void say(Connection& connection, std::string_view text);
  std::string_view pick(std::string_view cells);
  void complain(Connection const& connection, std::string const& what);

  Options const& options_;
  int epoll_;
  std::uint64_t random_;
  std::vector<char> bytes_;
  std::vector<Room> rooms_;
  std::vector<Connection> connections_;
  std::deque<std::pair<std::uint64_t, std::size_t>>
      due_;                     // paced: when, and which room; in order, as all have the same interval
  std::uint64_t interval_ = 0;  // 0: closed loop
  std::uint64_t now_ = 0;       // when the bytes in hand were read
  std::uint64_t errors_ = 0, games_ = 0, started_ = 0;
  std::string frame_;
  Window window_;
};

void Load::complain(Connection const& connection, std::string const& what) {
  if (++errors_ <= 3)
    std::fprintf(stderr, "room_load: room %s seat %d: %s\n", room_of(connection).code.c_str(), connection.seat,
                 what.c_str());
}

// Rooms and guests over one kept connection, then a socket for every seat. All sit down by themselves; the fifth starts
// it.
void Load::set_up() {
  make_rooms();
  for (auto& connection : connections_) open(connection);
  auto const until = now_ns() + kSetUpNs;
  while (started_ < rooms_.size()) {
    if (now_ns() > until) give_up("the rooms did not fill within 30 s");
    turn(now_ns() + 100'000'000);
  }
}

void Load::make_rooms() {
  int const http = connect_to(static_cast<int>(options_["port"]));
  rooms_.resize(options_["rooms"]);
  connections_.resize(rooms_.size() * kSeats);
  for (std::size_t room = 0; room < rooms_.size(); ++room) {
    rooms_[room].code = string_at(post(http, "/api/rooms", kRoomBody), "\"room\":").value();
    for (int seat = 0; seat < kSeats; ++seat) {
      at(room, seat).room = static_cast<int>(room);
      at(room, seat).seat = seat;
      at(room, seat).token = string_at(post(http, "/api/guests", R"({"nick":"Load"})"), "\"token\":").value();
    }
  }
  ::close(http);
}

void Load::open(Connection& connection) {
  connection.socket = connect_to(static_cast<int>(options_["port"]));
  send_all(connection.socket, upgrade_request("/rooms/" + room_of(connection).code + "/ws"));
  ::fcntl(connection.socket, F_SETFL, ::fcntl(connection.socket, F_GETFL) | O_NONBLOCK);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = &connection;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, connection.socket, &event);
}

Window Load::run(std::uint64_t milliseconds, std::uint64_t rate) {
  interval_ = rate == 0 ? 0 : 1'000'000'000 * rooms_.size() / rate;
  auto const start = now_ns();
  due_.clear();
  for (std::size_t i = 0; interval_ != 0 && i < rooms_.size(); ++i)
    due_.emplace_back(start + interval_ * i / rooms_.size(), i);
  window_ = {};
  window_.before = usage_of(static_cast<int>(options_["pid"]));
  auto const until = start + milliseconds * 1'000'000;
  while (now_ns() < until) turn(until);
  window_.after = usage_of(static_cast<int>(options_["pid"]));
  window_.seconds = static_cast<double>(now_ns() - start) / 1e9;
  return std::move(window_);
}

timespec Load::wait_time(std::uint64_t until) const {
  auto const next = due_.empty() ? until : std::min(until, due_.front().first);
  auto const now = now_ns();
  if (options_["spin"] != 0 || next <= now) return {0, 0};
  return {0, static_cast<long>(std::min<std::uint64_t>(next - now, 200'000'000))};
}

void Load::turn(std::uint64_t until) {
  std::array<epoll_event, 256> events;
  auto const wait = wait_time(until);
  int const count = ::epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &wait, nullptr);
  for (int i = 0; i < count; ++i) on_readable(*static_cast<Connection*>(events[static_cast<std::size_t>(i)].data.ptr));
  pace();
}

void Load::on_readable(Connection& connection) {
  auto const got = ::recv(connection.socket, bytes_.data(), bytes_.size(), 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) give_up("the server closed a connection");
  now_ = now_ns();
  std::string_view bytes(bytes_.data(), static_cast<std::size_t>(got));
  std::string joined;
  if (!connection.rest.empty() || !connection.upgraded) {
    joined = std::move(connection.rest);
    joined.append(bytes);
    if (!connection.upgraded) on_upgraded(connection, joined);
    bytes = joined;
  }
  while (connection.upgraded) {
    auto const frame = first_frame(bytes);
    if (!frame) break;
    on_frame(connection, *frame);
    bytes.remove_prefix(frame->size);
  }
  connection.rest.assign(bytes);
}

void Load::on_upgraded(Connection& connection, std::string& bytes) {
  auto const end = bytes.find("\r\n\r\n");
  if (end == bytes.npos) return;
  if (bytes.compare(0, 12, "HTTP/1.1 101") != 0) give_up("an upgrade was answered " + bytes);
  bytes.erase(0, end + 4);
  connection.upgraded = true;
  say(connection, R"({"type":"hello","id":"h","token":")" + connection.token + "\"}");
  say(connection, R"({"type":"sit","id":"s","seat":)" + std::to_string(connection.seat) + "}");
}

void Load::on_frame(Connection& connection, ServerFrame const& frame) {
  auto const text = frame.payload;
  if (frame.opcode == 9) {
    frame_.clear();
    append_frame(frame_, text, 10);
    return send_all(connection.socket, frame_);
  }
  if (frame.opcode == 8) give_up("the server sent a close frame");
  auto const is = [&](std::string_view start) { return text.substr(0, start.size()) == start; };
  if (is(R"({"type":"step")"))
    on_step(connection, text);
  else if (is(R"({"type":"ok")"))
    on_answer(connection, text);
  else if (is(R"({"type":"state")"))
    on_state(connection, text);
  else if (!is(R"({"type":"welcome")"))
    complain(connection, std::string(text));
}

void Load::on_step(Connection& connection, std::string_view text) {
  auto const seq = number_at(text, "\"seq\":").value_or(0);
  if (seq != connection.seq + 1)
    complain(connection, "step " + std::to_string(seq) + " after " + std::to_string(connection.seq));
  connection.seq = seq;
  ++window_.steps;
  window_.step_bytes += text.size();
  auto& room = room_of(connection);
  auto const& sent = room.sent[seq % room.sent.size()];
  if (sent.seq == seq && sent.seat != connection.seat) window_.others_step.add(now_ - sent.at);
  if (seq > room.seq) {
    room.seq = seq;
    read_position(room, text);
  }
  act(connection);
}

void Load::on_state(Connection& connection, std::string_view text) {
  if (connection.has_state) complain(connection, "a second state: the outbox ran over");
  connection.has_state = true;
  connection.seq = number_at(text, "\"seq\":").value_or(0);
}

void Load::on_answer(Connection& connection, std::string_view text) {
  auto const re = number_at(text, "\"re\":");
  if (!re || *re != connection.asked_id) return;
  window_.own_ok.add(now_ - connection.asked_at);
  ++window_.moves;
  connection.asked_id = 0;
}

// A step tells only what has changed; each seat's copy says the same, so the first one that is read counts.
void Load::read_position(Room& room, std::string_view text) {
  if (auto const ply = number_at(text, "\"ply\":")) room.ply = *ply;
  if (auto const legal = string_at(text, "\"legal\":")) room.legal = *legal;
  if (auto const act = string_at(text, "\"to_act\":")) room.to_act = act->size() == 2 ? (*act)[1] - '0' : -1;
  auto const phase = string_at(text, "\"phase\":");
  if (!phase) return;
  if (*phase == "over") room.over_seq = room.seq, ++games_;
  if (*phase == "playing" && room.over_seq == 0) ++started_;
}

// What this seat does about the step it has just read.
void Load::act(Connection& connection) {
  auto& room = room_of(connection);
  if (connection.seq == room.over_seq) {
    say(connection, R"({"type":"rematch","id":)" + std::to_string(connection.next_id++) + "}");
  } else if (connection.seq == room.seq && room.to_act == connection.seat && !room.legal.empty()) {
    if (interval_ == 0)
      move(connection);
    else
      room.waiting = connection.seat;
  }
}

std::string_view Load::pick(std::string_view cells) {
  random_ = random_ * 6364136223846793005u + 1442695040888963407u;
  auto at = (random_ >> 33) % cells.size();
  while (at > 0 && cells[at - 1] != ' ') --at;
  if (cells[at] == ' ') ++at;
  return cells.substr(at, cells.find(' ', at) - at);
}

void Load::move(Connection& connection) {
  auto& room = room_of(connection);
  room.waiting = -1;
  std::string text = R"({"type":"move","id":)";
  text.append(std::to_string(connection.next_id)).append(R"(,"ply":)").append(std::to_string(room.ply));
  text.append(R"(,"move":{"cell":")").append(pick(room.legal)).append("\"}}");
  connection.asked_id = connection.next_id++;
  connection.asked_at = now_ns();
  room.sent[(room.seq + 1) % room.sent.size()] = {room.seq + 1, connection.asked_at, connection.seat};
  say(connection, text);
}

// The rooms whose time has come move, if they are ready; one that is late waits for its next time.
void Load::pace() {
  auto const now = due_.empty() ? 0 : now_ns();
  while (!due_.empty() && due_.front().first <= now) {
    auto const [time, room] = due_.front();
    due_.pop_front();
    due_.emplace_back(time + interval_, room);
    if (int const seat = rooms_[room].waiting; seat >= 0) move(at(room, seat));
  }
}

void Load::say(Connection& connection, std::string_view text) {
  frame_.clear();
  append_frame(frame_, text);
  send_all(connection.socket, frame_);
}

void print(char const* name, Window& window) {
  auto const count = [](std::uint64_t number) { return static_cast<double>(number); };
  std::printf(
      "\"%s\":{\"seconds\":%.3f,\"moves\":%.0f,\"moves_s\":%.0f,\"ok_p50\":%.0f,\"ok_p99\":%.0f,\"step_p50\":%.0f,"
      "\"step_p99\":%.0f,",
      name, window.seconds, count(window.moves), count(window.moves) / window.seconds, window.own_ok.percentile(.5),
      window.own_ok.percentile(.99), window.others_step.percentile(.5), window.others_step.percentile(.99));
  std::printf(
      "\"cpu_100k\":%.4f,\"steps_per_move\":%.3f,\"bytes_per_step\":%.0f,\"generator_cpu\":%.2f,\"rss_kib\":%ld},",
      window.cpu_per_100k(), count(window.steps) / count(std::max<std::uint64_t>(1, window.moves)),
      count(window.step_bytes) / count(std::max<std::uint64_t>(1, window.steps)),
      (window.after.own_cpu_s - window.before.own_cpu_s) / window.seconds, window.after.rss_kib);
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    std::string const name = argv[i];
    auto const known = name.size() > 2 ? options.values.find(name.substr(2)) : options.values.end();
    if (known == options.values.end() || i + 1 == argc)
      give_up("what does " + name + " mean? See the head of room_load.cpp");
    known->second = std::stoull(argv[i + 1]);
  }
  if (options["port"] == 0 || options["rooms"] == 0) give_up("--port and at least one room are needed");
  return options;
}

void raise_descriptor_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

int main(int argc, char** argv) try {
  auto const options = read_options(argc, argv);
  raise_descriptor_limit();
  ::alarm(static_cast<unsigned>((options["warmup-ms"] * 2 + options["closed-ms"] + options["paced-ms"]) / 1000 + 60));
  Load load(options);
  load.set_up();
  (void)load.run(options["warmup-ms"], 0);
  auto closed = load.run(options["closed-ms"], 0);
  std::printf("{\"rooms\":%d,", static_cast<int>(options["rooms"]));
  print("closed", closed);
  if (options["paced-ms"] != 0) {
    (void)load.run(options["warmup-ms"], options["rate"]);
    auto paced = load.run(options["paced-ms"], options["rate"]);
    print("paced", paced);
  }
  std::printf("\"games\":%llu,\"errors\":%llu}\n", static_cast<unsigned long long>(load.games()),
              static_cast<unsigned long long>(load.errors()));
  return load.errors() == 0 ? 0 : 1;
} catch (std::exception const& error) {
  give_up(error.what());
}
