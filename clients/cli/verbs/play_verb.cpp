// `play` and `watch`: enter a room, on the full screen or as lines.
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "clients/cli/room/entry.hpp"
#include "clients/cli/room/past.hpp"
#include "clients/cli/room/plain_play.hpp"
#include "clients/cli/screen/screen.hpp"
#include "clients/cli/verbs/verbs.hpp"

namespace engawa::cli {
namespace {

// `watch --plain`: prints until the game is over.
class PlainWatch {
 public:
  PlainWatch(Output const& output, Entry const& entry)
      : output_(output),
        connection_(loop_, entry.connection, handlers()),
        past_(connection_, output.phrases()),
        printer_(output, connection_) {}

  int run() {
    loop_.on_signals({SIGINT, SIGTERM},
                     [this](int number) { leave(number == SIGINT ? Exit::Interrupted : Exit::Other); });
    connection_.open();
    return loop_.run();
  }

 private:
  Connection::Handlers handlers() {
    return {
        .on_guest = [](Guest const&) {},
        .on_change = [this](Change const& change) { changed(change); },
        .on_link = [this](bool online, std::string const& why) { output_.link(online, why); },
        .on_notice = [this](Json const& notice) { output_.notice(notice); },
        .on_end = [this](Failure const& failure) { loop_.stop(failure.exit == Exit::Ok ? 0 : output_.fail(failure)); },
    };
  }

  void changed(Change const& change) {
    auto const table = read_table(connection_.document());
    printer_.print(table, change, std::nullopt);
    bool const board_is_news = !change.snapshot && (table.over() || table.round != round_);
    round_ = table.round;
    if (board_is_news && !output_.json()) printer_.board(table, std::nullopt);
    auto const told = [this](std::vector<PastLine> const& lines) {
      printer_.past(lines);
      looking_back_ = false;
      end_if_over();
    };
    if (!output_.json() && past_.follow(change, std::nullopt, told)) looking_back_ = true;
    if (!looking_back_) end_if_over();
  }

  void end_if_over() {
    auto const table = read_table(connection_.document());
    if (!table.over()) return;
    if (!output_.json()) printer_.result(table, std::nullopt);
    leave(Exit::Ok);
  }

  void leave(Exit code) {
    connection_.leave([this, code] { loop_.stop(static_cast<int>(code)); });
  }

  Output const& output_;
  Loop loop_;
  Connection connection_;
  Past past_;
  RoomPrinter printer_;
  std::int64_t round_ = 0;
  bool looking_back_ = false;
};

}  // namespace

bool wants_screen(Options const& options, Output const& output) {
  char const* const terminal = std::getenv("TERM");
  bool const able = terminal != nullptr && *terminal != '\0' && std::string_view(terminal) != "dumb";
  return output.interactive() && able && !options.plain && !options.json;
}

int play(Options const& options, Output const& output) {
  if (options.room.empty() && options.seat)
    return output.fail({Exit::Usage, "usage", "--seat needs a room; quick play gives you a seat"});
  if (!options.room.empty() && !(options.preset.empty() && options.game_options.empty()))
    return output.fail({Exit::Usage, "usage", "--preset and --options are for quick play; the room has its own"});
  if (!options.room.empty() && options.make)
    return output.fail({Exit::Usage, "usage", "--make makes a room; leave out the code"});
  auto entry = !options.room.empty() ? find_room(options, {})
               : options.make        ? make_room(options, {})
                                     : quick_play(options, {});
  if (!entry) return output.fail(entry.error());
  output.detail("room " + entry->connection.room);
  if (wants_screen(options, output)) return Screen(options, output, std::move(*entry), Screen::Role::Player).run();
  return PlainPlay(options, output, std::move(*entry)).run();
}

int watch(Options const& options, Output const& output) {
  auto entry = find_room(options, {.own_guest = false, .who = {}});
  if (!entry) return output.fail(entry.error());
  if (wants_screen(options, output)) return Screen(options, output, std::move(*entry), Screen::Role::Spectator).run();
  return PlainWatch(output, *entry).run();
}

}  // namespace engawa::cli
