// bare_epoll: the practical limit with which bench.py compares engawad. One thread, raw epoll, hand-made frames, no
// JSON library, no rules, no journal, no code shared with the server.
//
//   bare_epoll [PORT]         0 or nothing: a free one; the line "listening on ...:PORT" names it
//
// It answers the calls that room_load makes with traffic of the same shape: rooms of five seats, `hello` and `sit`,
// moves that are checked for turn and ply and relayed as steps of about 315 bytes (what `five` has on average) with the
// mover's `ok` behind, a game that is over after 64 plies, votes for a rematch. It leaves out everything else, above
// all proper refusals. A misbehaving peer loses its connection.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/standard_streams.hpp"

namespace {

constexpr int kSeats = 5;
constexpr unsigned kPlies = 64;
constexpr std::string_view kLegal = "c4 h4 c6 h6 c7 g7 d8 f8";

struct Connection;

struct Room {
  std::vector<Connection*> present;  // peers that have received a state: they get every later step, too
  std::uint64_t seq = 0;
  unsigned ply = 0;
  int turn = 0;
  int seated = 0;
  int votes = 0;
};

struct Connection {
  int socket = -1;
  int seat = -1;
  Room* room = nullptr;  // none: still HTTP
  std::string rest;
};

std::vector<std::unique_ptr<Room>> rooms;

void transmit(Connection const& connection, std::string_view bytes) {
  // A receiver that lets its buffer fill up loses bytes and then its connection, but the generator reads all the time.
  (void)::send(connection.socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

void append_number(std::string& out, std::uint64_t number) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

// A server's frame is not masked. Four bytes of head are kept free in front of the text and filled in when it is known.
struct Frame {
  std::string bytes = std::string(4, '\0');

  std::string_view finish() {
    auto const length = bytes.size() - 4;
    bytes[0] = static_cast<char>(0x81);
    if (length < 126) {
      bytes[2] = static_cast<char>(0x81);
      bytes[3] = static_cast<char>(length);
      return std::string_view(bytes).substr(2);
    }
    bytes[1] = 126;
    bytes[2] = static_cast<char>(length >> 8);
    bytes[3] = static_cast<char>(length & 255);
    return bytes;
  }
};

// JSON of a known writer: the text behind `key` up to `,`, `}` or the closing quote.
std::string_view value_of(std::string_view json, std::string_view key) {
  auto const found = json.find(key);
  if (found == json.npos) return {};
  auto const start = found + key.size();
  auto const end = json.find_first_of(json[start] == '"' ? "\"" : ",}", start + 1);
  return json.substr(start, end - start + (json[start] == '"' ? 1 : 0));
}

unsigned number_of(std::string_view text) {
  unsigned value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string_view ok(Frame& frame, std::string_view re, std::uint64_t seq) {
  frame.bytes.append(R"({"type":"ok","re":)").append(re).append(R"(,"seq":)");
  append_number(frame.bytes, seq);
  frame.bytes += '}';
  return frame.finish();
}

void begin_step(Frame& frame, Room& room, int seat) {
  frame.bytes.reserve(512);
  frame.bytes.append(R"({"type":"step","seq":)");
  append_number(frame.bytes, ++room.seq);
  frame.bytes.append(R"(,"by":"s)").append(1, static_cast<char>('0' + seat)).append("\"");
}

// The mover gets the step and its ok in one send, everyone else the step.
void tell(Connection const& asker, std::string_view re, Frame& frame) {
  auto const step = frame.finish();
  for (auto const* other : asker.room->present)
    if (other != &asker) transmit(*other, step);
  Frame answer;
  std::string both(step);
  both.append(ok(answer, re, asker.room->seq));
  transmit(asker, both);
}

void start_round(Frame& frame, Room& room) {
  room.ply = 0;
  room.turn = 0;
  room.votes = 0;
  frame.bytes.append(R"("phase":"playing","ply":0,"to_act":"s0","legal":")").append(kLegal).append("\",");
  frame.bytes.append(R"("view":{"rows":{"r4":"H...AC...H","r5":".R.YWBG...","r6":"...GBWY.R.","r7":"H...CA...H"}})");
}

void on_sit(Connection& connection, std::string_view text, std::string_view re) {
  auto& room = *connection.room;
  connection.seat = static_cast<int>(number_of(value_of(text, "\"seat\":")) % kSeats);
  Frame frame;
  begin_step(frame, room, connection.seat);
  frame.bytes.append(R"(,"set":{)");
  if (++room.seated == kSeats) start_round(frame, room);
  frame.bytes.append(R"(},"events":[{"kind":"sit"}]})");
  tell(connection, re, frame);
}

void on_move(Connection& connection, std::string_view text, std::string_view re) {
  auto& room = *connection.room;
  auto const cell = value_of(text, "\"cell\":");
  if (connection.seat != room.turn || number_of(value_of(text, "\"ply\":")) != room.ply || cell.size() < 4) {
    Frame refusal;
    refusal.bytes.append(R"({"type":"error","re":)").append(re).append(R"(,"code":"stale"})");
    return transmit(connection, refusal.finish());
  }
  room.turn = (room.turn + 1) % kSeats;
  bool const over = ++room.ply == kPlies;
  Frame frame;
  begin_step(frame, room, connection.seat);
  auto& out = frame.bytes;
  out.append(R"(,"move":{"cell":)").append(cell).append(R"(},"set":{"ply":)");
  append_number(out, room.ply);
  out.append(R"(,"to_act":")");
  if (!over) out.append("s").append(1, static_cast<char>('0' + room.turn));
  out.append(R"(","legal":")").append(over ? "" : kLegal);
  out.append(R"(","view":{"rows":{"r3":"HHCCC.B.HH","r4":"H..ACWB..H"},"score":{"s0":3,"s2":6,"s4":11},"last":)")
      .append(cell);
  out.append(over ? R"(},"phase":"over"},"events":[{"kind":"put","seat":"s)"
                  : R"(}},"events":[{"kind":"put","seat":"s)");
  out.append(1, static_cast<char>('0' + connection.seat)).append(R"(","cell":)").append(cell);
  out.append(R"(,"lines":[{"to":"d5","flip":"e5 f5"},{"to":"f7","flip":"f6"}]}]})");
  tell(connection, re, frame);
}

void on_rematch(Connection& connection, std::string_view re) {
  auto& room = *connection.room;
  Frame frame;
  begin_step(frame, room, connection.seat);
  frame.bytes.append(R"(,"set":{)");
  if (++room.votes == kSeats) start_round(frame, room);
  frame.bytes.append(R"(},"events":[{"kind":"rematch"}]})");
  tell(connection, re, frame);
}

void on_hello(Connection& connection, std::string_view re) {
  Frame welcome, state;
  welcome.bytes.append(R"({"type":"welcome","re":)").append(re).append(R"(,"seq":0})");
  transmit(connection, welcome.finish());
  state.bytes.append(R"({"type":"state","seq":)");
  append_number(state.bytes, connection.room->seq);
  state.bytes.append(R"(,"you":{},"room":{}})");
  transmit(connection, state.finish());
  connection.room->present.push_back(&connection);
}

void on_text(Connection& connection, std::string_view text) {
  auto const type = value_of(text, "\"type\":");
  auto const re = value_of(text, "\"id\":");
  if (type == "\"move\"")
    on_move(connection, text, re);
  else if (type == "\"rematch\"")
    on_rematch(connection, re);
  else if (type == "\"sit\"")
    on_sit(connection, text, re);
  else if (type == "\"hello\"")
    on_hello(connection, re);
}

std::string accept_key(std::string_view head) {
  constexpr std::string_view name = "Sec-WebSocket-Key: ";
  auto const start = head.find(name) + name.size();
  std::string key(head.substr(start, head.find('\r', start) - start));
  key += "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  unsigned char digest[SHA_DIGEST_LENGTH];
  ::SHA1(reinterpret_cast<unsigned char const*>(key.data()), key.size(), digest);
  unsigned char text[32];
  int const length = ::EVP_EncodeBlock(text, digest, sizeof digest);
  return {reinterpret_cast<char const*>(text), static_cast<std::size_t>(length)};
}

void upgrade(Connection& connection, std::string_view head) {
  auto const number = number_of(head.substr(std::string_view("GET /rooms/").size()));
  connection.room = rooms.at(number).get();
  transmit(connection,
           "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Protocol: engawa.v1\r\nSec-WebSocket-Accept: " +
               accept_key(head) + "\r\n\r\n");
}

void answer_post(Connection const& connection, std::string_view head) {
  std::string body = R"({"id":"g_bare","token":"bare"})";
  if (head.find("POST /api/rooms") == 0) {
    body = R"({"room":")" + std::to_string(rooms.size()) + "\"}";
    rooms.push_back(std::make_unique<Room>());
  }
  transmit(connection, "HTTP/1.1 201 Created\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
}

// Takes one HTTP request off `bytes`; false while it is incomplete.
bool take_request(Connection& connection, std::string_view& bytes) {
  auto const end = bytes.find("\r\n\r\n");
  if (end == bytes.npos) return false;
  auto const head = bytes.substr(0, end + 4);
  bool const is_post = head.substr(0, 5) == "POST ";
  auto const length = is_post ? number_of(head.substr(head.find("Content-Length: ") + 16)) : 0;
  if (bytes.size() < head.size() + length) return false;
  if (is_post)
    answer_post(connection, head);
  else
    upgrade(connection, head);
  bytes.remove_prefix(head.size() + length);
  return true;
}

// Takes one masked frame off `bytes`; false while it is incomplete.
bool take_frame(Connection& connection, std::string_view& bytes, std::string& text) {
  auto const byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
  if (bytes.size() < 8) return false;
  auto length = byte(1) & 127;
  auto const head = length == 126 ? 4u : 2u;
  if (length == 126) length = byte(2) << 8 | byte(3);
  if (bytes.size() < head + 4 + length) return false;
  text.resize(length);
  for (std::size_t i = 0; i < length; ++i) text[i] = static_cast<char>(bytes[head + 4 + i] ^ bytes[head + (i & 3)]);
  if ((byte(0) & 15) == 1) on_text(connection, text);
  bytes.remove_prefix(head + 4 + length);
  return true;
}

void close_connection(Connection* connection) {
  if (connection->room != nullptr) std::erase(connection->room->present, connection);
  ::close(connection->socket);
  delete connection;
}

void on_readable(Connection* connection) {
  static std::array<char, 1 << 17> buffer;
  static std::string text;
  auto const got = ::recv(connection->socket, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (got <= 0) return close_connection(connection);
  std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
  std::string joined;
  if (!connection->rest.empty()) {
    joined = std::move(connection->rest);
    bytes = joined.append(bytes);
  }
  while (connection->room != nullptr ? take_frame(*connection, bytes, text) : take_request(*connection, bytes)) {
  }
  connection->rest.assign(bytes);
}

int listen_on(int port) {
  int const listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener, any, size) != 0 || ::listen(listener, 4096) != 0 || ::getsockname(listener, any, &size) != 0) {
    std::perror("bare_epoll: cannot listen");
    std::exit(1);
  }
  std::printf("listening on http://127.0.0.1:%d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  return listener;
}

void accept_on(int listener, int epoll) {
  int const socket = ::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (socket < 0) return;
  int const on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  auto* const connection = new Connection;
  connection->socket = socket;
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = connection;
  ::epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event);
}

}  // namespace

int main(int argc, char** argv) {
  engawa::open_standard_streams();
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  int const listener = listen_on(argc > 1 ? std::atoi(argv[1]) : 0);
  int const epoll = ::epoll_create1(EPOLL_CLOEXEC);
  epoll_event event{};
  event.events = EPOLLIN;
  ::epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  std::array<epoll_event, 512> events;
  for (;;) {
    int const count = ::epoll_wait(epoll, events.data(), static_cast<int>(events.size()), -1);
    for (int i = 0; i < count; ++i) {
      auto* const connection = static_cast<Connection*>(events[static_cast<std::size_t>(i)].data.ptr);
      if (connection != nullptr)
        on_readable(connection);
      else
        accept_on(listener, epoll);
    }
  }
}
