// The client's messages: a closed list of small structs, and the decoder that creates them from a frame. Independent of
// games and sockets. Pure functions and values; any thread.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace engawa::protocol {

inline constexpr std::size_t kMaxFrameBytes = 16384;
// The maximum lengths of texts from people: in characters as readers count them, and in code points as schemas count
// them (`maxLength`). A name in a room may have a number after the nick, as in " (2)", so the schema allows a few more.
struct Length {
  std::size_t graphemes, points;
};
inline constexpr Length kMostOfNick{16, 40}, kMostOfChat{200, 500};
inline constexpr std::string_view kSubprotocol = "engawa.v1";

struct Hello {
  std::string token;                 // empty: create a guest
  std::optional<std::string> nick;   // cleaned
  std::optional<std::uint64_t> seq;  // the last step that the client has
  std::string hash;                  // hash of the history up to `seen`; empty: not given
  std::string lang;                  // "ja", "en" or empty
  bool friendly = false;             // a new guest without a nick gets a friendly name
  std::string program;               // cleaned JSON text {"name":"...","author":"..."} of a program; empty: a person
};
struct Sit {
  int seat = 0;
};
struct Stand {};
enum class SeatTo { open, closed, bot };
struct SetSeat {
  int seat = 0;
  SeatTo to = SeatTo::open;
  std::string bot;  // with SeatTo::bot; empty: the game's stand-in bot
  int level = 0;    // 0: the default
};
// The host removes a guest, or allows a removed guest to sit again.
struct Kick {
  std::string guest;
};
struct Pardon {
  std::string guest;
};
// The host mutes or unmutes a guest.
struct Mute {
  std::string guest;
  bool muted = true;
};
// The host makes another player the host.
struct HandOver {
  std::string guest;
};
// The host chooses what is played next. Absent members keep their values.
struct Configure {
  std::string game;     // empty: absent
  std::string options;  // JSON text of an object; empty: absent
  std::string clock;    // the same
  std::string hints;    // "allowed" or "off"; empty: absent
};
// The events of the round so far.
struct Log {
  std::optional<std::uint64_t> before;  // only events older than this step
};
struct Start {};
struct Move {
  std::optional<std::uint32_t> ply;
  std::string hash;  // hash of the history that the player saw; empty: not given
  std::string move;  // JSON text of an object that parse_json() takes
};
// A preview of a move: answered like a move, but nothing changes.
struct Preview {
  Move move;
};
struct Resign {};
struct Rematch {
  bool accept = true;
};
struct Hint {};
// The only person in the room pauses the game, or resumes it.
struct Pause {
  bool paused = true;
};
struct Say {
  std::string text;
};
struct Sync {
  std::optional<std::uint64_t> seq;
  std::string hash;
};
struct Ping {
  std::optional<std::int64_t> client_ms;
};

using Request = std::variant<Hello, Sit, Stand, SetSeat, Start, Move, Resign, Rematch, Hint, Say, Sync, Ping, Kick,
                             Pardon, Mute, Log, Preview, HandOver, Pause, Configure>;

// The type's name on the wire, for metrics and messages.
std::string_view type_name(Request const& request);

struct ClientFrame {
  std::string id;  // the id as JSON text: `41` or `"a7"`; answers carry it as "re", and retries are recognised by it
  std::uint32_t content = 0;  // of the whole frame: content.hpp
  Request request;
  std::chrono::steady_clock::time_point received{};  // when it arrived, for measurements; its receiver sets it
};

// Why a frame is not a valid request. `id` is set if the frame had a usable one, so that the answer can carry it.
struct BadFrame {
  std::string id;
  Refusal refusal;
};

std::variant<ClientFrame, BadFrame> decode(std::string_view text);

// A nick as others see it, in NFC. White space is folded and trimmed. Invisible characters (controls, ignorable
// characters, noncharacters, private-use ones) are removed, except where they shape the letters or pictures next to
// them. Refuses with `bad_message` unless 1-16 characters (extended grapheme clusters) of at most 40 code points
// remain; `what` names it there.
Result<std::string> clean_nick(std::string_view text, std::string const& what = "nick");

// A line of chat, cleaned in the same way: 1-200 characters, at most 500 code points.
Result<std::string> clean_chat(std::string_view text);

// A name after folding of case, width, accents, spaces, punctuation and look-alike letters, including far-fetched ones.
// No person's name may share this form with a bot's. Not for display.
std::string look_of(std::string_view name);

// The same form, and the form of the name without what clients append to a bot's name: "level 3", "bot".
std::vector<std::string> looks_of(std::string_view name);

// The name contains "(bot)", which is how clients mark bots, or the same in other brackets or letters.
bool is_marked_as_bot(std::string_view name);

// The same to tell people apart: folds only what a reader confuses, so that accents and spaces count. Not for display.
std::string skeleton_of(std::string_view name);

}  // namespace engawa::protocol
