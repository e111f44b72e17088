// The client's messages: a closed list of small structs, and the decoder that creates them from a frame.
// Knows no game and no socket. Pure functions and values; any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace engawa::protocol {

inline constexpr std::size_t kMaxFrameBytes = 16384;
// The longest texts of people: as readers count and as schemas count (`maxLength`). A name in a room may have a number
// after its nick, as in " (2)", for which the schema has some more.
struct Length {
  std::size_t graphemes, points;
};
inline constexpr Length kMostOfNick{16, 40}, kMostOfChat{200, 500};
inline constexpr std::string_view kSubprotocol = "engawa.v1";

struct Hello {
  std::string token;                 // empty: create a guest
  std::optional<std::string> nick;   // cleaned
  std::optional<std::uint64_t> seq;  // the last step that the client has
  std::string hash;                  // of the history up to there; empty: not said
  std::string lang;                  // "ja", "en" or empty
  bool friendly = false;             // a new guest without a nick gets a friendly name
  std::string program;               // JSON text {"name":"...","author":"..."}, cleaned, of a program; empty: a person
};
struct Sit {
  int seat = 0;
};
struct Stand {};
enum class SeatTo { open, closed, bot };
struct SetSeat {
  int seat = 0;
  SeatTo to = SeatTo::open;
  std::string bot;  // with SeatTo::bot; empty: the game's stand-in
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
// The host makes somebody else the host.
struct HandOver {
  std::string guest;
};
// The host chooses what is played next. What is absent stays.
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
  std::string hash;  // of the history that the player saw; empty: not said
  std::string move;  // JSON text of an object that parse_json() takes
};
// What the move would change: answered like a move, but nothing changes.
struct Preview {
  Move move;
};
struct Resign {};
struct Rematch {
  bool accept = true;
};
struct Hint {};
// The only person in the room stops the time of the game, or lets it go on.
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
};

// Why a frame is not a valid request. `id` is set if the frame had a usable one, so that the answer can carry it.
struct BadFrame {
  std::string id;
  Refusal refusal;
};

std::variant<ClientFrame, BadFrame> decode(std::string_view text);

// A nick as others see it, in NFC: white space is folded and trimmed; what cannot be seen is removed (controls, ignorable
// characters, noncharacters, private ones), except where it shapes the letters or pictures beside it. Refuses with
// `bad_message` unless 1-16 characters (extended grapheme clusters) of at most 40 code points remain; `what` names it there.
Result<std::string> clean_nick(std::string_view text, std::string const& what = "nick");

// A line of chat, cleaned in the same way: 1-200 characters, at most 500 code points.
Result<std::string> clean_chat(std::string_view text);

// A name after folding of case, width, accents, spaces, punctuation and look-alike letters, far-fetched ones included: a
// person's name must not share this form with a bot's. Not for display.
std::string look_of(std::string_view name);

// The same, and that of the name without what clients write beside a bot's: "level 3", "bot".
std::vector<std::string> looks_of(std::string_view name);

// "(bot)" is in it, as clients mark bots, or the same in other brackets or letters.
bool is_marked_as_bot(std::string_view name);

// The same for people among themselves: folds only what a reader confuses, so that accents and spaces count. Not for
// display.
std::string skeleton_of(std::string_view name);

}  // namespace engawa::protocol
