// Many rooms at once: connections, pace, and measurement. One thread; this object owns the connections.
#pragma once
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/bench/room_load_socket.hpp"
#include "tests/bench/room_load_stats.hpp"
#include "tests/bench/room_load_wire.hpp"

struct timespec;

namespace engawa::bench {

struct Plan {
  int port = 0;
  int pid = 0;  // of the server, 0: its usage is unknown
  std::size_t rooms = 0;
  std::uint64_t seed = 1;
  bool spin = false;  // polls without sleeping
  int through = 0;    // the port of the WebSockets
};

// The events between two moments.
struct Window {
  std::uint64_t moves = 0, steps = 0, step_bytes = 0;
  Latencies own_answer, others_step;
  double seconds = 0;
  Usage before, after;

  double cpu_per_100k() const {
    return moves == 0 ? 0 : (after.cpu_s - before.cpu_s) * 1e5 / static_cast<double>(moves);
  }
};

class Load {
 public:
  Load(Plan const& plan, std::unique_ptr<Wire> wire);

  // Rooms, then a socket for every seat; returns when every room plays.
  void set_up();
  // The same without a seat taken: the window has the server's usage before the sockets were opened and afterwards.
  Window set_up_idle();
  // `rate`: moves a second over all rooms, 0: each as soon as it can.
  Window run(std::uint64_t milliseconds, std::uint64_t rate);
  // A room without a single move is an error, too.
  void count_silent_rooms();
  std::uint64_t errors() const { return errors_; }
  std::uint64_t games() const { return games_; }

 private:
  Room& room_of(Connection const& connection) { return rooms_[static_cast<std::size_t>(connection.room)]; }
  Connection& at(std::size_t room, int seat) { return connections_[room * kSeats + static_cast<std::size_t>(seat)]; }
  void make_rooms();
  void open_all(bool play);
  void open(Connection& connection);
  void wait_until(std::size_t const& count, std::size_t wanted);
  void turn(std::uint64_t until);
  timespec wait_time(std::uint64_t until) const;
  void on_readable(Connection& connection);
  void on_upgraded(Connection& connection, std::string& bytes);
  void on_frame(Connection& connection, ServerFrame const& frame);
  void on_position(Connection& connection, std::uint64_t seq, std::string_view message);
  void on_step(Connection& connection, std::uint64_t seq, std::string_view message);
  void on_answer(Connection& connection);
  void read_position(Room& room, std::string_view message);
  void act(Connection& connection);
  void move(Connection& connection);
  void pace();
  void say(Connection& connection, std::string_view message);
  void complain(Connection const& connection, std::string const& what);

  Plan const plan_;
  std::unique_ptr<Wire> const wire_;
  int epoll_;
  std::uint64_t random_;
  std::vector<char> bytes_;
  std::vector<Room> rooms_;
  std::vector<Connection> connections_;
  std::deque<std::pair<std::uint64_t, std::size_t>>
      due_;                     // paced: when, and which room; in order, as all have the same interval
  std::uint64_t interval_ = 0;  // 0: closed loop
  std::uint64_t now_ = 0;       // when the bytes in hand were read
  std::uint64_t errors_ = 0, games_ = 0;
  std::size_t started_ = 0, present_ = 0;
  bool play_ = true;
  std::string frame_;
  Window window_;
};

}  // namespace engawa::bench
