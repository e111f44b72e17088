// boardgame.io 0.50: matches and seats by its lobby over HTTP; then Socket.IO messages as text. A digit for the kind of
// Engine.IO (4: a message, 2 and 3: ping and pong), one for that of Socket.IO (0: connect, 2: an event), the namespace.
#include <unistd.h>

#include "tests/bench/room_load_socket.hpp"
#include "tests/bench/room_load_wire.hpp"

namespace engawa::bench {
namespace {

class BoardgameWire final : public Wire {
 public:
  void make_room(int port, Room& room, Connection* seats) override {
    if (http_ < 0) http_ = connect_to(port);
    room.code = string_at(post(http_, "/games/table/create", R"({"numPlayers":5})"), "\"matchID\":").value();
    for (int seat = 0; seat < kSeats; ++seat) {
      auto const body = R"({"playerName":"Load","playerID":")" + std::to_string(seat) + "\"}";
      auto const answer = post(http_, "/games/table/" + room.code + "/join", body);
      seats[seat].pass = string_at(answer, "\"playerCredentials\":").value();
    }
  }

  ~BoardgameWire() override { ::close(http_); }

  std::string path(Room const&, Connection const&) const override { return "/socket.io/?EIO=4&transport=websocket"; }

  std::vector<std::string> greeting(Connection const&, bool) const override { return {}; }

  Heard hear(Room const& room, Connection const& connection, std::string_view text) const override {
    auto const is = [&](std::string_view start) { return text.substr(0, start.size()) == start; };
    if (is(R"(42/table,["update")")) return {Heard::step, number_at(text, "\"_stateID\":").value_or(0), {}};
    if (is(R"(42/table,["sync")")) return {Heard::position, number_at(text, "\"_stateID\":").value_or(0), {}};
    if (is(R"(42/table,["matchData")")) return {};
    if (is("0")) return {Heard::nothing, 0, "40/table,"};
    if (is("40/table,")) return {Heard::nothing, 0, sync(room, connection)};
    if (text == "2") return {Heard::nothing, 0, "3"};
    return {Heard::fault, 0, {}};
  }

  void read_position(Room& room, std::string_view) const override {
    room.ply = room.seq;
    room.to_act = static_cast<int>(room.seq % kSeats);
    room.playing = true;
  }

  std::string move(Room& room, Connection const& connection, std::uint64_t random) const override {
    room.cell = next_cell(room.cell, random);
    auto const ply = std::to_string(room.ply), seat = std::to_string(connection.seat);
    std::string text = R"(42/table,["update",{"type":"MAKE_MOVE","payload":{"type":"take","args":[)";
    text.append(ply).append(",").append(std::to_string(room.cell)).append(R"(],"playerID":")").append(seat);
    text.append(R"(","credentials":")").append(connection.pass).append(R"("}},)").append(ply).append(",\"");
    return text.append(room.code).append("\",\"").append(seat).append("\"]");
  }

  std::string rematch(Connection const&) const override { return {}; }

 private:
  static std::string sync(Room const& room, Connection const& connection) {
    std::string text = R"(42/table,["sync",")" + room.code + "\",\"" + std::to_string(connection.seat) + "\",\"";
    return text.append(connection.pass).append("\",5]");
  }

  int http_ = -1;
};

}  // namespace

std::unique_ptr<Wire> boardgame_wire() { return std::make_unique<BoardgameWire>(); }

}  // namespace engawa::bench
