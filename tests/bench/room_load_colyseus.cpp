// Colyseus 0.16: seats are reserved by HTTP; then binary messages whose first byte is the kind; those of the game
// continue with MessagePack.
#include "tests/bench/room_load_socket.hpp"
#include "tests/bench/room_load_wire.hpp"

namespace engawa::bench {
namespace {

enum Kind : char { kJoin = 10, kData = 13, kState = 14, kPatch = 15 };

class ColyseusWire final : public Wire {
 public:
  void make_room(int port, Room& room, Connection* seats) override {
    for (int seat = 0; seat < kSeats; ++seat) {
      auto const body = R"({"seat":)" + std::to_string(seat) + "}";
      auto const path = seat == 0 ? std::string("/matchmake/create/table") : "/matchmake/joinById/" + room_id_;
      auto const answer = post_alone(port, path, body);
      room_id_ = string_at(answer, "\"roomId\":").value_or("");
      room.code = std::string(string_at(answer, "\"processId\":").value_or("")) + "/" + room_id_;
      seats[seat].pass = string_at(answer, "\"sessionId\":").value_or("");
      if (seats[seat].pass.empty()) give_up("no seat was reserved: " + answer);
    }
  }

  std::string path(Room const& room, Connection const& connection) const override {
    return "/" + room.code + "?sessionId=" + connection.pass;
  }

  std::vector<std::string> greeting(Connection const&, bool) const override { return {}; }

  Heard hear(Room const&, Connection const&, std::string_view message) const override {
    switch (message.empty() ? 0 : message[0]) {
      case kJoin:
        return {Heard::nothing, 0, std::string(1, kJoin)};
      case kState:
        return {Heard::position, 0, {}};
      case kPatch:
        return {Heard::step, ply_of(message), {}};
      default:
        return {Heard::fault, 0, {}};
    }
  }

  void read_position(Room& room, std::string_view) const override {
    room.ply = room.seq;
    room.to_act = static_cast<int>(room.seq % kSeats);
    room.playing = true;
  }

  // The message "move" with a map of two: the ply in four bytes, the cell in one.
  std::string move(Room& room, Connection const&, std::uint64_t random) const override {
    room.cell = next_cell(room.cell, random);
    std::string message(1, kData);
    message.append("\xa4move\x82\xa3ply\xce");
    for (int shift = 24; shift >= 0; shift -= 8) message += static_cast<char>(room.ply >> shift);
    return message
        .append(
            "\xa4"
            "cell")
        .append(1, static_cast<char>(room.cell));
  }

  std::string rematch(Connection const&) const override { return {}; }
  int opcode() const override { return 2; }

 private:
  // The state's first field changes in every patch: its number with the flag of a change, and four bytes.
  static std::uint64_t ply_of(std::string_view patch) {
    if (patch.size() < 6 || patch[1] != '\x80') return 0;
    std::uint64_t ply = 0;
    for (std::size_t i = 5; i > 1; --i) ply = ply << 8 | static_cast<unsigned char>(patch[i]);
    return ply;
  }

  std::string room_id_;
};

}  // namespace

std::unique_ptr<Wire> colyseus_wire() { return std::make_unique<ColyseusWire>(); }

}  // namespace engawa::bench
