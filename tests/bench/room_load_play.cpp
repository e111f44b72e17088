#include "tests/bench/room_load_play.hpp"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>

namespace engawa::bench {
namespace {

constexpr std::uint64_t kSetUpNs = 60'000'000'000;
// At most this many sockets wait for the server at a time, so that no backlog overflows.
constexpr std::size_t kOpening = 64;

}  // namespace

Load::Load(Plan const& plan, std::unique_ptr<Wire> wire)
    : plan_(plan),
      wire_(std::move(wire)),
      epoll_(::epoll_create1(EPOLL_CLOEXEC)),
      random_(plan.seed * 2 + 1),
      bytes_(1 << 17) {}

void Load::complain(Connection const& connection, std::string const& what) {
  if (++errors_ <= 3)
    std::fprintf(stderr, "room_load: room %s seat %d: %s\n", room_of(connection).code.c_str(), connection.seat,
                 what.c_str());
}

void Load::set_up() {
  make_rooms();
  open_all(true);
  wait_until(started_, rooms_.size());
}

Window Load::set_up_idle() {
  make_rooms();
  Window window;
  window.before = usage_of(plan_.pid);
  open_all(false);
  wait_until(present_, connections_.size());
  (void)run(500, 0);
  window.after = usage_of(plan_.pid);
  return window;
}

void Load::make_rooms() {
  rooms_.resize(plan_.rooms);
  connections_.resize(rooms_.size() * kSeats);
  for (std::size_t room = 0; room < rooms_.size(); ++room) {
    for (int seat = 0; seat < kSeats; ++seat) {
      at(room, seat).room = static_cast<int>(room);
      at(room, seat).seat = seat;
    }
    wire_->make_room(plan_.port, rooms_[room], &at(room, 0));
  }
}

void Load::open_all(bool play) {
  play_ = play;
  for (std::size_t i = 0; i < connections_.size(); ++i) {
    open(connections_[i]);
    wait_until(present_, i > kOpening ? i - kOpening : 0);
  }
}

void Load::wait_until(std::size_t const& count, std::size_t wanted) {
  auto const until = now_ns() + kSetUpNs;
  while (count < wanted) {
    if (now_ns() > until) give_up("the rooms did not fill within a minute");
    turn(now_ns() + 100'000'000);
  }
}

void Load::open(Connection& connection) {
  connection.socket = connect_to(plan_.through);
  send_all(connection.socket, upgrade_request(wire_->path(room_of(connection), connection)));
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
  window_.before = usage_of(plan_.pid);
  auto const until = start + milliseconds * 1'000'000;
  while (now_ns() < until) turn(until);
  window_.after = usage_of(plan_.pid);
  window_.seconds = static_cast<double>(now_ns() - start) / 1e9;
  return std::move(window_);
}

void Load::count_silent_rooms() {
  for (auto const& room : rooms_) errors_ += room.seq <= room.began ? 1u : 0u;
}

timespec Load::wait_time(std::uint64_t until) const {
  auto const next = due_.empty() ? until : std::min(until, due_.front().first);
  auto const now = now_ns();
  if (plan_.spin || next <= now) return {0, 0};
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
  for (auto const& word : wire_->greeting(connection, play_)) say(connection, word);
}

void Load::on_frame(Connection& connection, ServerFrame const& frame) {
  if (frame.opcode == 9) {
    frame_.clear();
    append_frame(frame_, frame.payload, 10);
    return send_all(connection.socket, frame_);
  }
  if (frame.opcode == 8) give_up("the server sent a close frame");
  auto const heard = wire_->hear(room_of(connection), connection, frame.payload);
  if (!heard.reply.empty()) say(connection, heard.reply);
  switch (heard.what) {
    case Heard::nothing:
      break;
    case Heard::position:
      return on_position(connection, heard.number, frame.payload);
    case Heard::step:
      return on_step(connection, heard.number, frame.payload);
    case Heard::answer:
      if (heard.number == connection.asked_id) on_answer(connection);
      break;
    case Heard::fault:
      complain(connection, std::string(frame.payload));
  }
}

void Load::on_position(Connection& connection, std::uint64_t seq, std::string_view message) {
  if (connection.has_state) return complain(connection, "a second position: the server had to give up its queue");
  connection.has_state = true;
  connection.seq = seq;
  ++present_;
  auto& room = room_of(connection);
  if (++room.present < kSeats || wire_->answers() || !play_) return;
  read_position(room, message);
  act(at(static_cast<std::size_t>(connection.room), room.to_act));
}

void Load::on_step(Connection& connection, std::uint64_t seq, std::string_view message) {
  if (seq != connection.seq + 1)
    complain(connection, "step " + std::to_string(seq) + " after " + std::to_string(connection.seq));
  connection.seq = seq;
  ++window_.steps;
  window_.step_bytes += message.size();
  auto& room = room_of(connection);
  auto const& sent = room.sent[seq % room.sent.size()];
  if (sent.seq == seq && sent.seat != connection.seat) window_.others_step.add(now_ - sent.at);
  if (sent.seq == seq && sent.seat == connection.seat && !wire_->answers()) on_answer(connection);
  if (seq > room.seq) {  // each seat's copy is the same: the first one that is read counts
    room.seq = seq;
    read_position(room, message);
  }
  act(connection);
}

void Load::on_answer(Connection& connection) {
  window_.own_answer.add(now_ - connection.asked_at);
  ++window_.moves;
  connection.asked_id = 0;
}

void Load::read_position(Room& room, std::string_view message) {
  bool const played = room.playing, first = room.over_seq == 0;
  wire_->read_position(room, message);
  if (played && !room.playing) ++games_;
  if (played || !room.playing || !first) return;
  room.began = room.seq;
  ++started_;
}

// This seat's reaction to the step that it has just read.
void Load::act(Connection& connection) {
  auto& room = room_of(connection);
  if (room.over_seq != 0 && connection.seq == room.over_seq) {
    say(connection, wire_->rematch(connection));
    ++connection.next_id;
  } else if (connection.seq == room.seq && room.to_act == connection.seat && room.playing) {
    if (interval_ == 0)
      move(connection);
    else
      room.waiting = connection.seat;
  }
}

void Load::move(Connection& connection) {
  auto& room = room_of(connection);
  room.waiting = -1;
  random_ = random_ * 6364136223846793005u + 1442695040888963407u;
  auto const message = wire_->move(room, connection, random_ >> 33);
  connection.asked_id = connection.next_id++;
  connection.asked_at = now_ns();
  room.sent[(room.seq + 1) % room.sent.size()] = {room.seq + 1, connection.asked_at, connection.seat};
  say(connection, message);
}

// The rooms that are due move, if they are ready; a late one waits for its next turn.
void Load::pace() {
  auto const now = due_.empty() ? 0 : now_ns();
  while (!due_.empty() && due_.front().first <= now) {
    auto const [time, room] = due_.front();
    due_.pop_front();
    due_.emplace_back(time + interval_, room);
    if (int const seat = rooms_[room].waiting; seat >= 0) move(at(room, seat));
  }
}

void Load::say(Connection& connection, std::string_view message) {
  frame_.clear();
  append_frame(frame_, message, wire_->opcode());
  send_all(connection.socket, frame_);
}

}  // namespace engawa::bench
