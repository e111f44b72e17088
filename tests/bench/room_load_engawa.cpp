// Engawa's protocol (protocol/README.md).
#include <unistd.h>

#include "tests/bench/room_load_socket.hpp"
#include "tests/bench/room_load_wire.hpp"

namespace engawa::bench {
namespace {

constexpr std::string_view kRoomBody =
    R"({"game":"reversi","options":{"preset":"five"},"seats":["open","open","open","open","open"],)"
    R"("visibility":"private","clock":{"kind":"none"},"start":"full"})";

class EngawaWire final : public Wire {
 public:
  // One connection is kept for all rooms.
  void make_room(int port, Room& room, Connection* seats) override {
    if (http_ < 0) http_ = connect_to(port);
    room.code = string_at(post(http_, "/api/rooms", kRoomBody), "\"room\":").value();
    for (int seat = 0; seat < kSeats; ++seat)
      seats[seat].pass = string_at(post(http_, "/api/guests", R"({"nick":"Load"})"), "\"token\":").value();
  }

  ~EngawaWire() override { ::close(http_); }

  std::string path(Room const& room, Connection const&) const override { return "/rooms/" + room.code + "/ws"; }

  std::vector<std::string> greeting(Connection const& connection, bool plays) const override {
    std::vector<std::string> words{R"({"type":"hello","id":"h","token":")" + connection.pass + "\"}"};
    if (plays) words.push_back(R"({"type":"sit","id":"s","seat":)" + std::to_string(connection.seat) + "}");
    return words;
  }

  Heard hear(Room const&, Connection const&, std::string_view text) const override {
    auto const is = [&](std::string_view start) { return text.substr(0, start.size()) == start; };
    if (is(R"({"type":"step")")) return {Heard::step, number_at(text, "\"seq\":").value_or(0), {}};
    if (is(R"({"type":"ok")")) return {Heard::answer, number_at(text, "\"re\":").value_or(0), {}};
    if (is(R"({"type":"state")")) return {Heard::position, number_at(text, "\"seq\":").value_or(0), {}};
    return {is(R"({"type":"welcome")") ? Heard::nothing : Heard::fault, 0, {}};
  }

  // A step contains only the changes.
  void read_position(Room& room, std::string_view text) const override {
    if (auto const ply = number_at(text, "\"ply\":")) room.ply = *ply;
    if (auto const legal = string_at(text, "\"legal\":")) room.legal = *legal;
    if (auto const act = string_at(text, "\"to_act\":")) room.to_act = act->size() == 2 ? (*act)[1] - '0' : -1;
    auto const phase = string_at(text, "\"phase\":");
    if (!phase) return;
    room.playing = *phase == "playing";
    if (*phase == "over") room.over_seq = room.seq;
  }

  std::string move(Room& room, Connection const& connection, std::uint64_t random) const override {
    if (room.legal.empty()) give_up("a seat is to act and has nothing to play");
    std::string text = R"({"type":"move","id":)";
    text.append(std::to_string(connection.next_id)).append(R"(,"ply":)").append(std::to_string(room.ply));
    return text.append(R"(,"move":{"cell":")").append(pick(room.legal, random)).append("\"}}");
  }

  std::string rematch(Connection const& connection) const override {
    return R"({"type":"rematch","id":)" + std::to_string(connection.next_id) + "}";
  }

  bool answers() const override { return true; }

 private:
  static std::string_view pick(std::string_view cells, std::uint64_t random) {
    auto at = random % cells.size();
    while (at > 0 && cells[at - 1] != ' ') --at;
    if (cells[at] == ' ') ++at;
    return cells.substr(at, cells.find(' ', at) - at);
  }

  int http_ = -1;
};

}  // namespace

std::unique_ptr<Wire> engawa_wire() { return std::make_unique<EngawaWire>(); }

}  // namespace engawa::bench
