// How the generator talks to a server: a wire for each kind of server, with its data about rooms and connections.
// A wire writes and reads messages; sockets, pace and statistics are room_load_play's.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engawa::bench {

constexpr int kSeats = 5;

// One move on its way. Slow seats may still wait for its step while the next ones are played, so a room keeps a few.
struct Sent {
  std::uint64_t seq = 0;  // of the step it will make
  std::uint64_t at = 0;
  int seat = -1;
};

struct Room {
  std::string code;
  std::uint64_t seq = 0;       // of the newest step that any seat has read
  std::uint64_t began = 0;     // what it was when the first game began
  std::uint64_t over_seq = 0;  // of the step that ended the game; 0: none has ended
  std::uint64_t ply = 0;
  int to_act = -1;
  std::string legal;  // Engawa's words for the cells that may be taken
  int cell = 0;       // the peers' game: the cell that was taken last
  bool playing = false;
  int present = 0;  // seats that have received the position
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
  std::uint64_t asked_id = 0;  // of the move that waits for its answer
  std::uint64_t asked_at = 0;
  std::string pass;  // what lets it in: a token, a session, credentials
  std::string rest;  // of an unfinished frame
};

// The kind of a message.
struct Heard {
  enum What { nothing, position, step, answer, fault };
  What what = nothing;
  std::uint64_t number = 0;  // position, step: of the step; answer: of the request
  std::string reply;         // to be sent at once, if not empty
};

class Wire {
 public:
  virtual ~Wire() = default;

  // Makes the room and gives each seat its pass, over HTTP on `port`.
  virtual void make_room(int port, Room& room, Connection* seats) = 0;
  // Of the WebSocket.
  virtual std::string path(Room const& room, Connection const& connection) const = 0;
  // The first messages of an open connection, in order. A client without a seat is a spectator, if the server has them.
  virtual std::vector<std::string> greeting(Connection const& connection, bool plays) const = 0;
  virtual Heard hear(Room const& room, Connection const& connection, std::string_view message) const = 0;
  // Takes the seat to act, the ply, and the legal moves from the newest step (or the position).
  virtual void read_position(Room& room, std::string_view message) const = 0;
  // The move of the seat to act, any legal one; `random` decides.
  virtual std::string move(Room& room, Connection const& connection, std::uint64_t random) const = 0;
  // The message of each seat when a game is over; empty if games have no end.
  virtual std::string rematch(Connection const& connection) const = 0;

  // Whether a move has a separate answer. If not, the mover's copy of the step is its answer, and the game begins when
  // all seats have received the position.
  virtual bool answers() const { return false; }
  virtual int opcode() const { return 1; }
};

std::unique_ptr<Wire> engawa_wire();     // engawad, and bare_epoll.cpp and peers/ws.mjs, which answer the same calls
std::unique_ptr<Wire> colyseus_wire();   // peers/colyseus.mjs
std::unique_ptr<Wire> boardgame_wire();  // peers/boardgame.mjs

// A legal cell of the peers' game (peers/game.mjs) after `last`.
constexpr int next_cell(int last, std::uint64_t random) { return (last + 7 + 11 * static_cast<int>(random % 8)) % 100; }

}  // namespace engawa::bench
