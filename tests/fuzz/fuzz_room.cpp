// A room from bytes: three letters make one input (kind, seat, guest), so that any bytes describe the life of a room.
//
// Laws: nothing crashes; a refusal leaves the document and the number as they were; the step of an accepted input
// merges into exactly the next document; and a second room, folded from the journal's text, is the same.
#include <cstdint>
#include <iterator>

#include "games/catalog.hpp"
#include "server/room/event_log.hpp"
#include "server/state/document.hpp"
#include "server/state/state.hpp"
#include "tests/fuzz/check.hpp"

namespace {

using namespace engawa;
using namespace engawa::fuzz;
using namespace engawa::server;

constexpr std::string_view kLetters = "shtocbSmMTradynfivRzwklKpHFgxXO";  // in the order of InputKind

struct Table {
  char const* game;
  char const* options;
  std::size_t seats;
};
constexpr Table kTables[] = {{"reversi", R"({"preset":"five"})", 5},
                             {"reversi", R"({"board":["....",".BW.",".WB.","...."],"rotation":"BW"})", 2},
                             {"nim", R"({"rows":[3,2]})", 2},
                             {"fifteen", R"({"tiles":[1,2,3,4,5,6,0,7,8],"seats":3,"finish_s":10})", 3},
                             {"bubbles", R"({"seats":2,"colors":3,"hurry_s":3})", 2}};

RoomSetup setup_of(char flags) {
  auto const& table = kTables[static_cast<unsigned char>(flags) / 4 % std::size(kTables)];
  RoomSetup setup;
  setup.code = "K7WMA2QX";
  setup.game = table.game;
  setup.options = games::find_game(table.game)->normalise(parse_json(table.options).value()).value().dump();
  setup.chairs.resize(table.seats);
  setup.maker = (flags & 1) != 0 ? "g_1" : "";
  setup.maker_nick = (flags & 1) != 0 ? "Maker" : "";
  if ((flags & 1) != 0) setup.chairs[0].kind = RoomSetup::Chair::Kind::maker;
  if ((flags & 2) != 0) setup.clock = {ClockKind::move, 60000, 0};
  if ((flags & 128) != 0) {
    bool const fischer = setup.clock.kind == ClockKind::move;
    setup.clock = fischer ? ClockRule{ClockKind::fischer, 5000, 1000} : ClockRule{ClockKind::byoyomi, 5000, 0, 1000, 3};
    setup.join_bots = setup.timeout_forfeits = setup.absent_forfeits = true;
  }
  setup.created_at = 1000;
  setup.seed = 42;
  return setup;
}

class Story {
 public:
  explicit Story(RoomSetup const& setup)
      : live_(RoomState::make(setup).value()),
        replay_(RoomState::make(setup).value()),
        document_(read_document(live_)) {}

  void tell(std::string_view letters) {
    auto const kind = kLetters.find(letters[0]);
    if (kind == kLetters.npos) return;
    Input input;
    input.kind = static_cast<InputKind>(kind);
    input.at = at_ += 1000;
    input.until = input.at + 30000;
    input.seat = letters[1] & 7;
    input.guest = std::string("g_") + static_cast<char>('0' + (letters[2] & 7));
    input.nick = input.guest;
    if (input.kind == InputKind::kick || input.kind == InputKind::pardon || input.kind == InputKind::mute ||
        input.kind == InputKind::unmute || input.kind == InputKind::hand_over)
      input.text = std::string("g_") + static_cast<char>('0' + (letters[1] & 7));
    if (input.kind == InputKind::move) input.lag = letters[2] & 0x1f;
    if (input.kind == InputKind::bot) input.text = "random", input.level = 1;
    if (input.kind == InputKind::say)
      input.text = "\"line\" \\ " + std::string(1, static_cast<char>('a' + (letters[1] & 7)));
    if (needs_move(input.kind)) add_move(input, letters);
    if (input.kind == InputKind::solution) input.move = (letters[1] & 1) != 0 ? R"({"length":2,"optimal":true})" : "{}";
    submit(input);
  }

 private:
  static Json read_document(RoomState const& room) { return reread(room.document(), "a document is JSON"); }
  static bool needs_move(InputKind kind) {
    return kind == InputKind::move || kind == InputKind::bot_move || kind == InputKind::timeout;
  }

  // A legal move of the seat to act, chosen by the second letter; capitals in the third one keep the seat as
  // written.
  void add_move(Input& input, std::string_view letters) const {
    input.move = R"({"cell":"a1"})";
    if (live_.match() == nullptr) return;
    auto const moves = live_.match()->moves();
    if (moves.empty()) return;
    input.move = moves[static_cast<unsigned char>(letters[1]) % moves.size()].dump();
    if ((letters[2] & 0x20) != 0) input.seat = live_.match()->to_act().first();
  }

  void submit(Input input) {
    auto const seq = live_.seq();
    auto const change = live_.apply(input);
    auto const now = read_document(live_);
    if (change && !change->move.empty()) input.move = change->move;
    auto const line = write_input(input);
    if (!change) {
      check(live_.seq() == seq && now == document_, "a refusal changes nothing", line);
      return;
    }
    check(live_.seq() == seq + 1, "an input is one step", line);
    document_.merge_patch(reread("{" + change->set + "}", "set is JSON"));
    check(document_ == now, "set merges into the next document", line + "\n" + change->set + "\n" + now.dump());
    (void)reread("[" + change->events + "]", "events are JSON");
    (void)reread(room_summary(live_.parts()), "a summary is JSON");
    log_.add(live_, change->events);
    (void)reread(log_.page({}), "a log is JSON");
    check_replay(line, *change);
  }

  void check_replay(std::string const& line, Change const& change) {
    auto const input = read_input(line);
    check(input.has_value(), "a journal is read back", line);
    auto const again = replay_.apply(*input);
    check(again.has_value(), "what was accepted once is accepted again", line);
    check(again->set == change.set && again->events == change.events && again->by == change.by &&
              again->move == change.move,
          "a replay tells the same", line);
    check(replay_.document() == live_.document(), "a replay ends in the same document", line);
    replay_log_.add(replay_, again->events);
    check(replay_log_.page({}) == log_.page({}), "a replay ends in the same log", line);
  }

  RoomState live_, replay_;
  RoomLog log_, replay_log_;
  Json document_;
  std::int64_t at_ = 1000;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const letters(reinterpret_cast<char const*>(data), size);
  if (letters.empty()) return -1;
  Story story(setup_of(letters[0]));
  for (std::size_t i = 1; i + 2 < letters.size(); i += 3) story.tell(letters.substr(i, 3));
  return 0;
}
